//! Limits: each at its number and one past it, in each engine, with an error that names the limit.

mod defaults;
mod streams;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use llm_output::{ErrorKind, Limit, Limits, LlmOutput, Options, ParseError, from_str_with};
use serde::Deserialize;
use serde_json::{Value, json};

fn limited(limits: Limits) -> Options<'static> {
    Options::default().limits(limits)
}

fn calls(limits: Limits) -> Options<'static> {
    Options::calls().limits(limits)
}

fn elements(most: usize) -> Options<'static> {
    limited(Limits::default().elements(most))
}

fn bytes(most: usize) -> Options<'static> {
    limited(Limits::default().bytes(most))
}

/// `parse` succeeds with the limit at `most`, and one below it, the error names the limit.
#[track_caller]
fn assert_limit<T>(limit: Limit, most: usize, mut parse: impl FnMut(usize) -> Result<T, ParseError>) {
    for enough in [most, most + 1, most + 1000] {
        if let Err(error) = parse(enough) {
            panic!("{enough}: {error}");
        }
    }
    for less in [most - 1, most / 2, 0] {
        let Err(error) = parse(less) else {
            panic!("{less} is enough");
        };
        assert_eq!((error.kind(), error.limit()), (ErrorKind::Limit, Some(limit)), "{less}");
        assert_eq!(error.would_need(), None, "{less}");
        let message = error.to_string();
        let name = format!("Limits::{}", limit.name());
        assert!(
            message.contains(&name) && message.contains(&less.to_string()),
            "{message}"
        );
        assert!(!error.feedback().is_empty());
    }
}

#[derive(Debug, Clone, PartialEq, LlmOutput, Deserialize)]
#[llm(stream)]
struct Board {
    lists: Vec<Vec<u8>>,
    names: BTreeMap<String, u8>,
    #[serde(default)]
    tags: BTreeSet<String>,
}

/// Two lists in a list, three numbers in them, two entries and one tag: 8.
const BOARD: &str = r#"{"lists": [[1, 2], [3]], "names": {"a": 1, "b": 2}, "tags": ["x"]}"#;

#[derive(Debug, LlmOutput, Deserialize)]
#[llm(untagged)]
#[serde(untagged)]
#[expect(dead_code, reason = "only read")]
enum Either {
    Names { items: Vec<String>, names: bool },
    Numbers { items: Vec<u8> },
}

#[derive(Debug, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
enum Tool {
    Sum { numbers: Vec<u8> },
}

/// A list with too many elements is an error even where it is not the first one, or not the whole text: no other list takes
/// its place.
#[test]
fn a_list_with_too_many_elements_is_passed_over_for_no_other_one() {
    for text in [
        "[1, 2]\n\nCorrected: [1, 2, 3]",
        "First: [1, 2]\nActually: [1, 2, 3]",
        "Here: [1, 2, 3] is the list.",
        "[1, 2, 3]\n\nShorter: [1, 2]",
        "```json\n[1, 2]\n```\nor\n```json\n[1, 2, 3]\n```",
    ] {
        let error = <Vec<u8>>::parse_llm_with(text, &elements(2)).expect_err(text);
        assert_eq!(
            (error.kind(), error.limit()),
            (ErrorKind::Limit, Some(Limit::Elements)),
            "{text}"
        );
    }
    let first = elements(2).prefer(llm_output::Prefer::First);
    let parsed =
        <Vec<u8>>::parse_llm_with("[1, 2]\n\nLonger: [1, 2, 3]", &first).expect("the first list is the answer");
    assert_eq!(*parsed, [1, 2]);
}

#[test]
fn elements_and_entries_of_derived_types() {
    assert_limit(Limit::Elements, 8, |most| Board::parse_llm_with(BOARD, &elements(most)));
    assert_limit(Limit::Elements, 3, |most| {
        <Vec<u8>>::parse_llm_with("[1, 2, 3]", &elements(most))
    });
    assert_limit(Limit::Elements, 3, |most| {
        <[u8; 3]>::parse_llm_with("[1, 2, 3]", &elements(most))
    });
    assert_limit(Limit::Elements, 2, |most| {
        <HashMap<String, bool>>::parse_llm_with(r#"{"a": true, "b": false}"#, &elements(most))
    });
    assert_limit(Limit::Elements, 5, |most| {
        Value::parse_llm_with(r#"{"a": [1, {"b": 2}], "c": 3}"#, &elements(most))
    });
}

#[test]
fn elements_of_broken_and_framed_texts() {
    let fenced = format!("Here you are:\n```json\n{BOARD}\n```\nBye.");
    assert_limit(Limit::Elements, 8, |most| {
        Board::parse_llm_with(&fenced, &elements(most))
    });
    let broken = BOARD.replace('"', "'").replace("]]", "],]");
    assert_limit(Limit::Elements, 8, |most| {
        Board::parse_llm_with(&broken, &elements(most))
    });
    let lenient = |most| Options::lenient().limits(Limits::default().elements(most));
    assert_limit(Limit::Elements, 8, |most| {
        Board::parse_llm_with(&broken, &lenient(most))
    });
    // A list of pairs in place of a map.
    assert_limit(Limit::Elements, 2, |most| {
        <BTreeMap<String, u8>>::parse_llm_with(r#"[["a", 1], ["b", 2]]"#, &elements(most))
    });
}

#[test]
fn an_element_is_counted_once_however_many_forms_are_tried() {
    let text = r#"{"items": ["1", "2", "3"]}"#;
    assert_limit(Limit::Elements, 3, |most| Either::parse_llm_with(text, &elements(most)));
    let exact = r#"{"items": [1, 2, 3]}"#;
    assert_limit(Limit::Elements, 3, |most| {
        Either::parse_llm_with(exact, &elements(most))
    });
}

#[test]
fn elements_through_serde() {
    assert_limit(Limit::Elements, 8, |most| {
        from_str_with::<Board>(BOARD, &elements(most))
    });
    let fenced = format!("```json\n{BOARD}\n```");
    assert_limit(Limit::Elements, 8, |most| {
        from_str_with::<Board>(&fenced, &elements(most))
    });
    let broken = BOARD.replace('"', "'");
    assert_limit(Limit::Elements, 8, |most| {
        from_str_with::<Board>(&broken, &elements(most))
    });
    assert_limit(Limit::Elements, 4, |most| {
        from_str_with::<Value>(r#"{"a": [1, 2, 3]}"#, &elements(most))
    });
}

#[test]
fn elements_of_a_value() {
    let value: Value = serde_json::from_str(BOARD).unwrap();
    assert_limit(Limit::Elements, 8, |most| {
        Board::from_value_with(&value, &elements(most))
    });
}

#[test]
fn elements_of_surfaces() {
    let bullets = "- one thing\n- another thing\n- a third thing";
    assert_limit(Limit::Elements, 3, |most| {
        <Vec<String>>::parse_llm_with(bullets, &elements(most))
    });
    let tags = "<lists>[[1, 2], [3]]</lists>\n<names>{\"a\": 1, \"b\": 2}</names>\n<tags>x</tags>";
    assert_limit(Limit::Elements, 8, |most| Board::parse_llm_with(tags, &elements(most)));
}

#[test]
fn elements_of_calls() {
    let text = r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1, 2, 3]}}</tool_call>"#;
    assert_limit(Limit::Elements, 3, |most| {
        let options = calls(Limits::default().elements(most));
        Tool::parse_calls_with(text, &options)
            .into_iter()
            .next()
            .unwrap()
            .result
    });
    assert_limit(Limit::Elements, 3, |most| {
        let options = calls(Limits::default().elements(most));
        Tool::read_call_with("sum", r#"{"numbers": [1, 2, 3]}"#, &options)
    });
}

#[test]
fn bytes_of_every_engine() {
    let length = BOARD.len();
    assert_limit(Limit::Bytes, length, |most| Board::parse_llm_with(BOARD, &bytes(most)));
    assert_limit(Limit::Bytes, length, |most| from_str_with::<Board>(BOARD, &bytes(most)));
    let value: Value = serde_json::from_str(BOARD).unwrap();
    let compact = value.to_string().len();
    assert_limit(Limit::Bytes, compact, |most| {
        Board::from_value_with(&value, &bytes(most))
    });
    let bullets = "- one thing\n- another thing";
    assert_limit(Limit::Bytes, bullets.len(), |most| {
        <Vec<String>>::parse_llm_with(bullets, &bytes(most))
    });
    let call = r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1]}}</tool_call>"#;
    assert_limit(Limit::Bytes, call.len(), |most| {
        let options = calls(Limits::default().bytes(most));
        Tool::parse_calls_with(call, &options)
            .into_iter()
            .next()
            .unwrap()
            .result
    });
    let arguments = r#"{"numbers": [1]}"#;
    assert_limit(Limit::Bytes, arguments.len(), |most| {
        Tool::read_call_with("sum", arguments, &calls(Limits::default().bytes(most)))
    });
    let value = json!({"numbers": [1]});
    assert_limit(Limit::Bytes, value.to_string().len(), |most| {
        Tool::read_call_with("sum", &value, &calls(Limits::default().bytes(most)))
    });
}

#[test]
fn reports_are_counted_past_their_limit() {
    let text = format!("[{}]", "'a', ".repeat(40));
    let reports = |most| limited(Limits::default().reports(most));
    // Each quote pair is a repair, and so is the last comma.
    assert_limit(Limit::Reports, 41, |most| {
        <Vec<String>>::parse_llm_with(&text, &reports(most))
    });
    let error = <Vec<String>>::parse_llm_with(&text, &reports(10)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("41 repairs and violations, but Limits::reports allows 10"),
        "{error}"
    );
    assert_eq!(error.repairs().len(), 10);
    assert_limit(Limit::Reports, 41, |most| {
        from_str_with::<Vec<String>>(&text, &reports(most))
    });
}

#[test]
fn violations_are_counted_past_their_limit() {
    let text = format!("[{}1]", "\"x\", ".repeat(20));
    for (most, kept) in [(0, 1), (1, 1), (19, 19), (20, 20), (21, 20)] {
        let options = limited(Limits::default().violations(most));
        let parses = [
            <Vec<u8>>::parse_llm_with(&text, &options).unwrap_err(),
            from_str_with::<Vec<u8>>(&text, &options).unwrap_err(),
            <Vec<u8>>::from_value_with(&serde_json::from_str(&text).unwrap(), &options).unwrap_err(),
        ];
        for error in parses {
            assert_eq!((error.kind(), error.limit()), (ErrorKind::Schema, None));
            assert_eq!((error.violations().len(), error.omitted()), (kept, 20 - kept), "{most}");
            assert!(error.to_string().ends_with(", and 19 more"), "{error}");
        }
    }
}

#[test]
fn too_much_work_is_a_limit_without_an_option() {
    // Far more repairs than a text of this length may need.
    let text = format!("[{}]", "'',".repeat(20_000));
    let error = <Vec<String>>::parse_llm(&text).unwrap_err();
    assert_eq!((error.kind(), error.limit()), (ErrorKind::Limit, Some(Limit::Work)));
    assert_eq!(
        error.to_string(),
        "the text needs too many repairs or too much work for its length (line 1, column 1)"
    );
}

#[test]
fn only_errors_of_that_kind_have_a_limit() {
    let error = Board::parse_llm("nothing").unwrap_err();
    assert_eq!((error.limit(), error.omitted()), (None, 0));
    let value = json!({"lists": 1});
    assert_eq!(Board::from_value(&value).unwrap_err().limit(), None);
}

#[test]
fn feedback_about_a_limit_blames_nothing_that_was_not_read() {
    #[derive(Debug, LlmOutput)]
    struct Tagged {
        #[expect(dead_code)]
        tags: Vec<String>,
        #[expect(dead_code)]
        name: String,
    }
    let options = Options::default().limits(Limits::default().elements(1));
    let text = r#"{"tags": ["a", "b"], "name": "Ada"}"#;
    let error = Tagged::parse_llm_with(text, &options).expect_err("two elements");
    assert_eq!(
        error.feedback(),
        "Your reply has too many array elements. Send at most 1."
    );
}
