//! What follows a call may show that it is none, or goes on. A text that ends before that has such a call, so that these texts are no
//! cases of the corpus.

use llm_output::{Finish, LlmOutput, Options, Repair, RepairKind};

use crate::tool::Tool;

/// In Python, an operator after a call says when it is made, or how often.
#[test]
fn a_call_in_an_expression_is_not_made() {
    for rest in [
        "if cold else ping()",
        "for i in range(3)",
        "or False",
        "and ping()",
        ".result",
        "+ ping()",
        "[0]",
    ] {
        let text = format!("[ping() {rest}]");
        let calls = Tool::parse_calls(&text);
        assert!(calls.iter().next().is_some(), "{text}");
        assert!(calls.iter().all(|call| call.result.is_err()), "{text}");
        let mut stream = Tool::call_stream();
        let mut made = 0;
        for byte in text.split_inclusive("") {
            made += stream.push(byte).filter(|call| call.result.is_ok()).count();
        }
        made += stream.finish().iter().filter(|call| call.result.is_ok()).count();
        assert_eq!(made, 0, "{text}");
    }
    for whole in [
        "[ping(), ping()]",
        "[ping()\nping()]",
        "[ping() # the last one\n, ping()]",
    ] {
        let calls = Tool::parse_calls(whole);
        assert_eq!(calls.iter().filter(|call| call.result.is_ok()).count(), 2, "{whole}");
    }
}

#[test]
fn a_value_that_quotes_the_end_of_a_call_and_ends_in_a_backtick_is_not_cut() {
    let calls = [
        ("<invoke name=\"write_file\">", "</parameter></invoke>"),
        ("<function=write_file>", "</parameter></function>"),
    ];
    for (open, close) in calls {
        let parameter = |name: &str| {
            if open.starts_with("<invoke") {
                format!("<parameter name=\"{name}\">")
            } else {
                format!("<parameter={name}>")
            }
        };
        let (path, content) = (parameter("path"), parameter("content"));
        let text = format!("{open}{path}a.md</parameter>{content}ends with `{close}`{close}");
        let results: Vec<_> = Tool::parse_calls(&text).into_iter().map(|call| call.result).collect();
        assert!(
            !results.is_empty() && results.iter().all(Result::is_err),
            "{text}: {results:?}"
        );
        let mentioned = format!("{open}{path}a.md</parameter>{content}x{close}\nIt ends with `{close}`, as it should.");
        let calls = Tool::parse_calls(&mentioned);
        assert!(calls.iter().all(|call| call.result.is_ok()), "{mentioned}");
    }
}

#[test]
fn a_bracket_too_many_is_on_record() {
    for text in [
        "<tool_call>{\"name\": \"ping\", \"arguments\": {}}}</tool_call>",
        "<tool_call>{\"name\": \"ping\", \"arguments\": {}}]</tool_call>",
        "<tool_call>[{\"name\": \"ping\", \"arguments\": {}}]]</tool_call>",
        "[TOOL_CALLS]ping[ARGS]{}}",
        "Action: ping\nAction Input: {}}",
        "{\"name\": \"ping\", \"parameters\": {}}}",
        "<tool_call>{\"name\": \"ping\", \"arguments\": \"{}}\"}</tool_call>",
    ] {
        let calls = Tool::parse_calls(text);
        assert_eq!(calls.len(), 1, "{text}\n{calls:?}");
        for call in calls {
            let parsed = call.result.expect(text);
            let kinds: Vec<_> = parsed.repairs().iter().map(Repair::kind).collect();
            assert_eq!(kinds, [RepairKind::ExtraCloserRemoved], "{text}");
        }
    }
}

/// Even the model that stopped by itself wrote a comma, so more was about to come.
#[test]
fn a_call_that_ends_with_a_comma_is_cut_off() {
    let stopped = Options::calls().finish(Finish::Stop);
    for open in ["<tool_call>", "[TOOL_CALLS][", "[", "<tool_calls>[", "functools["] {
        for arguments in ["{\"path\": \"a\",", "{\"path\": \"a\", \"content\": \"b\","] {
            let text = format!("{open}{{\"name\": \"write_file\", \"arguments\": {arguments}");
            let calls = Tool::parse_calls_with(&text, &stopped);
            assert!(!calls.is_empty(), "{text}");
            assert!(calls.iter().all(|call| call.result.is_err()), "{text}");
        }
    }
}

/// A brace too many closed the arguments, and the next line is a member of them. Chunks agree.
#[test]
fn a_member_after_the_arguments_is_not_text() {
    for text in [
        "[TOOL_CALLS]ping[ARGS]{\n  \"a\": 5},\n  \"b\": true\n}",
        "Action: ping\nAction Input: {\n  \"a\": 5}\n  \"b\": true\n}",
        "Action: ping\nAction Input: {\"a\": \"x\"}\n\"tags\": [\n\"b\"\n]\n}",
        "[TOOL_CALLS]ping[ARGS]{\"a\": 5}, \"b\": true",
        "<tool_call>{\"name\": \"ping\", \"arguments\": {\"a\": 5}}\n\"b\": true",
    ] {
        let calls = Tool::parse_calls(text);
        assert!(calls.iter().next().is_some(), "{text}");
        assert!(calls.iter().all(|call| call.result.is_err()), "{text}");
        let mut stream = Tool::call_stream();
        let pieces = text.split_inclusive("");
        let made = pieces.map(|piece| stream.push(piece).filter(|call| call.result.is_ok()).count());
        assert_eq!(made.sum::<usize>(), 0, "{text}");
    }
    let whole = "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>\n\"b\" is done";
    assert!(Tool::parse_calls(whole).iter().all(|call| call.result.is_ok()));
}

/// A reply that begins with a call does not begin with reasoning, in Python's form either.
#[test]
fn a_list_of_calls_before_the_end_of_reasoning_is_made() {
    let calls = Tool::parse_calls("[ping()]\n</think>\nok");
    assert_eq!(calls.iter().filter(|call| call.result.is_ok()).count(), 1);
    let calls = Tool::parse_calls("I might do [ping()]\n</think>\nok");
    assert_eq!(calls.iter().count(), 0);
}
