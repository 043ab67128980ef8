//! What is a call and what is none, what a call says about itself, and how calls are defined for providers.

use std::collections::BTreeMap;
use std::sync::Mutex;

use llm_output::{ErrorKind, Format, LlmOutput, Options, RepairKind, Severity};
use serde_json::{Value, json};

use crate::tool::Tool;

const CALL: &str = "<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}</tool_call>";

#[track_caller]
fn has_none(text: &str) {
    let calls = Tool::parse_calls(text);
    assert!(calls.is_empty(), "{text}\n{calls:?}");
    assert_eq!(calls.text(), text.trim(), "{text}");
}

#[test]
fn an_answer_is_no_call() {
    for text in [
        "",
        "It is fine.",
        "{\"name\": \"Ada\", \"age\": 36}",
        "{\"name\": \"get_weather\"}",
        "[{\"name\": \"Ada\"}, {\"name\": \"Eve\"}]",
        "{\"answer\": \"Write <tool_call>{\\\"name\\\": \\\"ping\\\", \\\"arguments\\\": {}}</tool_call> for it.\"}",
        "[1, 2, 3]",
        "[see (1) and (2)]",
        "Use <tool_call> and </tool_call> around the call, or `<tool_call>{\"name\": \"ping\", \"arguments\": {}}`.",
        "The tag <invoke> and <function= are no calls, nor is [TOOL_CALLS].",
        "f(x) = [get_weather] and ping() are functions",
    ] {
        let calls = Tool::parse_calls(text);
        assert!(calls.is_empty(), "{text}\n{calls:?}");
    }
    has_none("It is {\"name\": \"get_weather\", \"parameters\": {\"city\": \"Rome\"}} in JSON.");
}

/// Wherever a call without marks is cut off after the name of its tool, that is an error.
#[test]
fn a_call_that_is_cut_off_in_the_key_of_its_arguments_is_an_error() {
    let call = "{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Paris\"}}";
    let named = "{\"name\": \"get_weather\"".len();
    for end in named + 4..call.len() {
        let cut = call.get(..end).expect("the call is ASCII");
        let kinds: Vec<_> = Tool::parse_calls(cut)
            .into_iter()
            .map(|call| call.result.map_err(|error| error.kind()).err())
            .collect();
        assert_eq!(kinds, [Some(ErrorKind::Truncated)], "{cut}");
    }
}

/// A comment or what is struck out ends with its own mark, and not with a blank line.
#[test]
fn a_call_in_a_comment_with_blank_lines_is_text() {
    for text in [
        format!("/* old\n\n{CALL} */\nok"),
        format!("/* {CALL}\n\n{CALL} */"),
        format!("<del>\n\n{CALL}\n\n</del>"),
        format!("<example>\nUse it like this:\n\n{CALL}\n</example>"),
        format!("<pre>\n{CALL}\n\n{CALL}\n</pre>"),
    ] {
        has_none(&text);
    }
    for text in [
        format!("/* old */\n\n{CALL}"),
        format!("<del>x</del>\n\n{CALL}"),
        format!("Let's get 'em. {CALL}"),
        format!("'Tis done. {CALL}"),
    ] {
        assert_eq!(Tool::parse_calls(&text).len(), 1, "{text}");
    }
    has_none(&format!("It is 'emphasis {CALL}' here."));
}

/// The walk once entered calls of Phi here, left them at the same bracket, and never came back.
#[test]
fn a_mark_without_calls_after_it_is_text() {
    for text in [
        "functools<",
        "functools<b>",
        "I use\nfunctools<x> and functools[1].",
        "functools[1, 2]",
        "functools[",
        "functools",
    ] {
        for format in [None, Some(Format::Phi)] {
            let options = Options::calls();
            let options = match format {
                Some(format) => options.format(format),
                None => options,
            };
            let calls = Tool::parse_calls_with(text, &options);
            let is_cut = text.ends_with('[');
            assert_eq!(calls.len(), usize::from(is_cut), "{text}\n{calls:?}");
            assert!(is_cut || calls.text() == text, "{text}\n{}", calls.text());
            let mut stream = Tool::call_stream_with(&options);
            let shown: usize = text
                .as_bytes()
                .chunks(1)
                .map(|byte| stream.push_bytes(byte).count())
                .sum();
            assert_eq!(shown + stream.finish().len(), calls.len(), "{text}");
        }
    }
}

#[test]
fn an_example_in_a_fence_is_no_call() {
    has_none(&format!("So:\n```xml\n{CALL}\n```\nThat is all."));
    has_none(&format!("So: ```\n{CALL}\n```"));
}

#[test]
fn a_reply_that_is_one_fence_is_a_call() {
    let calls = Tool::parse_calls("```json\n{\"name\": \"ping\", \"arguments\": {}}\n```\n");
    assert_eq!(calls.len(), 1);
    let calls = Tool::parse_calls("```json\n{\"name\": \"ping\", \"arguments\": {}}\n```\nThat is how.");
    assert!(calls.is_empty());
    for end in ["<|im_end|>", "\n<|im_end|>\n<|endoftext|>\n", "<|eot_id|>"] {
        let text = format!("```python\n[ping(), get_weather(city='Rome')]\n```{end}");
        assert_eq!(Tool::parse_calls(&text).len(), 2, "{text}");
        let mut stream = Tool::call_stream();
        let shown: usize = text
            .as_bytes()
            .chunks(1)
            .map(|byte| stream.push_bytes(byte).count())
            .sum();
        assert_eq!(shown + stream.finish().len(), 2, "{text}");
        let answer = format!("```python\n1 + 1\n```{end}");
        assert_eq!(Tool::parse_calls(&answer).text(), "```python\n1 + 1\n```", "{answer}");
        assert!(Tool::parse_calls(&format!("{text}\nThat is how.")).is_empty());
    }
}

#[test]
fn the_next_turn_has_no_calls() {
    for turn in [
        "<|im_start|>user\n",
        "<tool_response>\n20\n</tool_response>\n",
        "[INST] and Rome? [/INST]",
    ] {
        let calls = Tool::parse_calls(&format!("{CALL}\n{turn}{CALL}"));
        assert_eq!(calls.len(), 1, "{turn}");
    }
    assert_eq!(
        Tool::parse_calls(&format!("<|im_start|>assistant\n{CALL}<|im_end|>")).len(),
        1
    );
}

#[test]
fn a_named_format_is_the_only_one() {
    let options = Options::calls().format(Format::Mistral);
    assert!(Tool::parse_calls_with(CALL, &options).is_empty());
    assert_eq!(
        Tool::parse_calls_with(CALL, &Options::calls().format(Format::Hermes)).len(),
        1
    );
    let text = "I'll ask.\n{\"name\": \"ping\", \"parameters\": {}}";
    assert!(Tool::parse_calls(text).is_empty());
    assert_eq!(
        Tool::parse_calls_with(text, &Options::calls().format(Format::LlamaJson)).len(),
        1
    );
}

#[test]
fn a_call_says_where_it_is() {
    let text = "Ok. [TOOL_CALLS]ping[CALL_ID]abc123[ARGS]{}</s>";
    let calls = Tool::parse_calls(text);
    let call = calls.iter().next().expect("a call");
    assert_eq!(&text[call.span()], "[TOOL_CALLS]ping[CALL_ID]abc123[ARGS]{}");
    assert_eq!(
        (call.name(), call.id(), call.format()),
        ("ping", Some("abc123"), Format::Mistral)
    );
    assert_eq!(call.result.as_ref().expect("it is read").span(), call.span());
    assert_eq!(calls.text_spans().first(), Some(&(0..4)));
}

#[test]
fn repairs_and_violations_are_at_their_place_in_the_text() {
    let text = "é\n<function=get_weather>\n<parameter=city>\nParis\n</parameter>\n<parameter=days>\nsoon\n</parameter>\n</function>";
    let calls = Tool::parse_calls(text);
    let error = calls.into_iter().next().expect("a call").result.expect_err("no number");
    assert_eq!(&text[error.violations()[0].span()], "soon");
    assert_eq!(error.violations()[0].path().to_string(), "days");
    assert!(error.to_string().ends_with("(line 7, column 1)"), "{error}");

    let text = "{\"tool_calls\": [{\"function\": {\"name\": \"get_weather\", \"arguments\": \"{\\\"city\\\": \\\"é\\\", \\\"days\\\": \\\"3\\\"}\"}}]}";
    let calls = Tool::parse_calls(text);
    let parsed = calls.into_iter().next().expect("a call").result.expect("it is read");
    assert_eq!(parsed.repairs()[0].kind(), RepairKind::StringToNumber);
    assert_eq!(&text[parsed.repairs()[0].span()], "\\\"3\\\"");
}

#[test]
fn an_observer_sees_the_places_in_the_text() {
    let text = "[get_weather(city='Rome', days='3')]";
    let seen = Mutex::new(Vec::new());
    let observer = |repair: &llm_output::Repair| seen.lock().expect("no panic").push(repair.span());
    let calls = Tool::parse_calls_with(text, &Options::calls().on_repair(&observer));
    assert!(calls.iter().all(|call| call.result.is_ok()));
    let seen = seen.into_inner().expect("no panic");
    assert_eq!(seen.iter().map(|span| &text[span.clone()]).collect::<Vec<_>>(), ["'3'"]);
}

#[test]
fn an_unknown_tool_is_named_with_those_that_exist() {
    let calls = Tool::parse_calls("[TOOL_CALLS]delete_all[ARGS]{}");
    let error = calls
        .into_iter()
        .next()
        .expect("a call")
        .result
        .expect_err("no such tool");
    assert_eq!(error.kind(), ErrorKind::UnknownTool);
    assert!(error.feedback().contains("\"get_weather\""), "{}", error.feedback());
    assert!(error.feedback().contains("delete_all"), "{}", error.feedback());
}

#[test]
fn a_name_in_another_style_is_a_repair() {
    let call = Tool::read_call("GetWeather", "{\"city\": \"Rome\"}").expect("the tool is clear");
    assert_eq!(call.repairs()[0].kind(), RepairKind::EnumCase);
}

#[test]
fn a_separated_call_is_text_or_a_value() {
    let rome = Tool::GetWeather {
        city: "Rome".into(),
        days: Some(2),
    };
    assert_eq!(
        Tool::read_call("get_weather", "{\"city\": \"Rome\", \"days\": 2}")
            .unwrap()
            .value,
        rome
    );
    assert_eq!(
        Tool::read_call("get_weather", json!({"city": "Rome", "days": "2"}))
            .unwrap()
            .value,
        rome
    );
    assert_eq!(
        Tool::read_call("get_weather", json!("{\"city\": \"Rome\", \"days\": 2}"))
            .unwrap()
            .value,
        rome
    );
    for none in [json!({}), json!(null), json!(""), json!({"dummy": true})] {
        assert_eq!(Tool::read_call("ping", none).unwrap().value, Tool::Ping);
    }
    for none in ["", " ", "null", "{}", "{\"dummy\": \"\"}"] {
        assert_eq!(Tool::read_call("ping", none).unwrap().value, Tool::Ping, "{none:?}");
    }
    assert!(Tool::read_call("ping", "[1]").is_err());
    assert!(Tool::read_call("get_weather", "").is_err());
    assert_eq!(
        Tool::read_call("get_weather", "{\"city\": \"Ro").unwrap_err().kind(),
        ErrorKind::Truncated
    );
}

#[test]
fn a_guess_is_refused_by_default() {
    let text = "[TOOL_CALLS]get_weather[ARGS]{\"city\": \"Rome\", \"city\": \"Oslo\"}";
    let error = Tool::parse_calls(text)
        .into_iter()
        .next()
        .expect("a call")
        .result
        .expect_err("a guess");
    assert_eq!(error.would_need(), Some(Severity::Guess));
    assert!(
        Tool::parse_calls_with(text, &Options::default())
            .iter()
            .all(|call| call.result.is_ok())
    );
}

/// A value of any type that begins like an object or a list, and is not one, is text only as a guess.
#[test]
fn broken_json_for_a_value_of_any_type_is_a_guess() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    enum Store {
        Put { value: Value },
    }

    let put = |value: &str, options: &Options<'_>| {
        let text = format!("<function=put>\n<parameter=value>\n{value}\n</parameter>\n</function>");
        let call = Store::parse_calls_with(&text, options).into_iter().next();
        call.expect("a call").result
    };
    for broken in [
        "{\"a\": 1",
        "{\"a\": \"say \"hi\" now\"}",
        "{a: 1",
        "[1, 2",
        "[\"a\", \"b\"",
        "[[1, 2], [3, 4]",
        "[{\"a\": 1}",
    ] {
        let error = put(broken, &Options::calls()).expect_err(broken);
        assert_eq!(error.would_need(), Some(Severity::Guess), "{broken}");
        let guessed = put(broken, &Options::default()).expect(broken);
        let Store::Put { value } = &guessed.value;
        assert_eq!(value, broken);
        let kinds: Vec<_> = guessed.repairs().iter().map(ToString::to_string).collect();
        assert_eq!(kinds, ["value: json_as_text"], "{broken}");
    }
    for text in ["{name} is here", "[null, 1", "[1 2]", "{}s"] {
        let error = put(text, &Options::calls()).expect_err(text);
        assert_eq!(error.would_need(), Some(Severity::Guess), "{text}");
    }
    for text in ["[note] this is text", "[1] see below", "text"] {
        let read = put(text, &Options::exact()).expect(text);
        assert_eq!(read.value, Store::Put { value: text.into() });
    }
    for (text, value) in [
        ("{\"a\": 1}", json!({"a": 1})),
        ("{a: 1,}", json!({"a": 1})),
        ("12", json!(12)),
    ] {
        let read = put(text, &Options::calls()).expect(text);
        assert_eq!(read.value, Store::Put { value });
    }
}

/// A value of any type is text if it is neither JSON nor one of Python's literals, in every notation.
#[test]
fn a_number_with_zeros_before_it_is_text_for_a_value_of_any_type() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    enum Store {
        Put { value: Value },
    }

    for (written, value) in [
        ("007", json!("007")),
        ("-007", json!("-007")),
        ("00.5", json!("00.5")),
        ("7", json!(7)),
        ("0", json!(0)),
        ("0.5", json!(0.5)),
        ("True", json!(true)),
        ("None", json!(null)),
        ("\"007\"", json!("007")),
        ("[1, 2]", json!([1, 2])),
    ] {
        let text = format!("[put(value={written})]");
        let call = Store::parse_calls(&text).into_iter().next().expect("a call");
        assert_eq!(call.result.expect(written).value, Store::Put { value }, "{written}");
    }
}

/// A value that the model marks as text is a string, whatever it looks like.
#[test]
fn a_value_that_is_marked_as_text_is_a_string() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    enum Store {
        Put { value: Value },
        Count { value: u32 },
    }

    let read = |tool: &str, attributes: &str, value: &str| {
        let text = format!(
            "<｜DSML｜invoke name=\"{tool}\">\n<｜DSML｜parameter name=\"value\"{attributes}>{value}</｜DSML｜parameter>\n\
             </｜DSML｜invoke>"
        );
        let call = Store::parse_calls_with(&text, &Options::calls()).into_iter().next();
        call.expect("a call").result.expect(&text).value
    };
    for text in ["5", "true", "null", "\"5\"", "{\"a\": 1}", "[1, 2", "text"] {
        let value = Value::from(text);
        assert_eq!(read("put", " string=\"true\"", text), Store::Put { value });
    }
    assert_eq!(read("put", " string=\"false\"", "5"), Store::Put { value: json!(5) });
    assert_eq!(read("put", "", "5"), Store::Put { value: json!(5) });
    assert_eq!(read("count", " string=\"true\"", "5"), Store::Count { value: 5 });
}

#[test]
fn a_forgotten_closing_tag_makes_no_other_call() {
    let text = "<function=get_weather>\n<parameter=city>\nRome\n<parameter=days>\n3\n</parameter>\n</function>";
    let error = Tool::parse_calls(text)
        .into_iter()
        .next()
        .expect("a call")
        .result
        .expect_err("it is broken");
    assert_eq!(error.kind(), ErrorKind::Malformed);
}

#[test]
fn a_call_inside_a_value_is_a_part_of_it() {
    let inner =
        "<function=ping>\n</function>\n<function=get_weather>\n<parameter=city>\nRome\n</parameter>\n</function>";
    let text = format!(
        "<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\n{inner}\n</parameter>\n</function>"
    );
    let calls = Tool::parse_calls(&text);
    let values: Vec<_> = calls
        .into_iter()
        .map(|call| call.result.expect("it is read").value)
        .collect();
    let content = inner.to_owned();
    assert_eq!(
        values,
        [Tool::WriteFile {
            path: "a".into(),
            content
        }]
    );
}

#[test]
fn a_call_inside_a_value_that_was_cut_off_is_a_part_of_it() {
    let inner = "<tool_call>\n<function=ping>\n</function>\n</tool_call>\n<function=ping>\n</function>\nand so on";
    let text = format!("<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nSo:\n{inner}");
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let calls = Tool::parse_calls(&text[..end]);
        assert!(
            calls.iter().all(|call| call.result.is_err()),
            "{}\n{calls:?}",
            &text[..end]
        );
    }
}

#[test]
fn calls_after_text_wait_for_reasoning_that_began_in_the_prompt() {
    let text = format!("I'll look.\n{CALL}");
    let mut stream = Tool::call_stream();
    assert_eq!(stream.push(&text).count(), 0);
    assert_eq!(stream.finish().len(), 1);
    let mut stream = Tool::call_stream().without_reasoning();
    assert_eq!(stream.push(&text).count(), 1);
    let mut stream = Tool::call_stream();
    assert_eq!(stream.push(&format!("<think>Hm.</think>I'll look.\n{CALL}")).count(), 1);
}

#[test]
fn a_call_in_other_quotes_has_a_name_and_an_id() {
    let text = "<tool_call>{“id”: “c1”, “name”: “get_weather”, “arguments”: {“city”: “Rome”}}</tool_call>";
    // No tool has an argument `id`, so it is a guess that it is the id of the call.
    let calls = Tool::parse_calls_with(text, &Options::default());
    let call = calls.iter().next().expect("a call");
    assert!(call.result.is_ok(), "{:?}", call.result);
    assert_eq!((call.name(), call.id()), ("get_weather", Some("c1")));
    let calls = Tool::parse_calls("<tool_call>{“name”: “ping”}</tool_call>");
    assert_eq!(calls.iter().map(llm_output::Call::name).collect::<Vec<_>>(), ["ping"]);
}

/// The brace that closes the arguments may be that of the map in them.
#[test]
fn an_argument_in_a_map_may_be_outside_of_it_where_a_brace_is_missing() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    enum Shell {
        Run {
            command: String,
            env: BTreeMap<String, String>,
            timeout: Option<u32>,
        },
    }

    let run = |arguments: &str, options: &Options<'_>| {
        let text = format!("<tool_call>{{\"name\": \"run\", \"arguments\": {arguments}</tool_call>");
        let call = Shell::parse_calls_with(&text, options).into_iter().next();
        call.expect("a call").result
    };
    let lost = r#"{"command": "x", "env": {"K": "a", "timeout": "3"}}"#;
    let error = run(lost, &Options::calls()).expect_err("a guess");
    assert_eq!(error.would_need(), Some(Severity::Guess));
    for whole in [
        r#"{"command": "x", "env": {"K": "a"}, "timeout": 3}"#,
        r#"{"command": "x", "env": {"K": "a", "TIME": "3"}}"#,
        r#"{"command": "x", "timeout": 3, "env": {"K": "a", "timeout": "3"}}"#,
    ] {
        let call = run(whole, &Options::calls()).expect(whole);
        assert_eq!(call.severity(), Some(Severity::Syntax), "{whole}");
    }
}
