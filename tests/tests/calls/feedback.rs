//! What the model is told about a call that was not run.

use llm_output::{ErrorKind, LlmOutput as _};

use crate::growing::GrowingTool;
use crate::tool::Tool;

/// Other calls of the reply may have been run: a model that obeys must not repeat them.
#[test]
fn feedback_about_a_call_asks_for_this_call_only() {
    let unfit = r#"<tool_call>{"name": "write_file", "arguments": {"path": "a"}}</tool_call>"#;
    let cut = r#"<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "b"#;
    let foreign = r#"<tool_call>{"name": "ask", "arguments": {}}</tool_call>"#;
    let unknown = r#"<tool_call>{"name": "rm", "arguments": {}}</tool_call>"#;
    let mut feedback: Vec<String> = [unfit, cut, foreign, unknown]
        .into_iter()
        .flat_map(GrowingTool::parse_calls)
        .map(|call| call.result.expect_err("it is wrong").feedback())
        .collect();
    let separated = GrowingTool::read_call("write_file", r#"{"path": "a"}"#).expect_err("it is wrong");
    feedback.push(separated.feedback());
    assert_eq!(feedback.len(), 5);
    assert!(feedback[0].starts_with(
        "Your call to `write_file` was not run: its arguments do not fit the schema. Fix these places and send only this \
         call again.\n- missing required"
    ));
    assert_eq!(feedback[0], feedback[4]);
    assert!(feedback[1].starts_with(
        "Your call to `write_file` was not run: your reply ended before the call was complete. Send only this call again, shorter"
    ));
    assert!(feedback[2].starts_with("Your call to `ask` was not run: its arguments do not fit the schema."));
    for text in &feedback {
        assert!(
            !text.contains("$: ") && !text.contains("whole answer") && !text.contains("full answer"),
            "{text}"
        );
    }
}

/// Feedback about a call asks for the call in its own format, and not for JSON that is valid already.
#[test]
fn a_call_that_cannot_be_read_is_asked_for_again_as_a_call() {
    let broken = "Your call to `get_weather` was not run: it could not be read. Write the whole call again, with the \
                  tool's name and all of its arguments.";
    let unnamed = "Your tool call cannot be read. Write the whole call again in the same format, with the name of the tool \
                   and all of its arguments.";
    let cut = "Your call to `get_weather` was not run: your reply ended before the call was complete. Send only this call again, \
               shorter if possible, so that it fits.";
    for (text, kind, feedback) in [
        (
            r#"<tool_call>{"name": "get_weather", "city": "Rome"}</tool_call>"#,
            ErrorKind::Malformed,
            broken,
        ),
        (
            r#"<tool_call>{"name": "get_weather", "kwargs": {"city": "Rome"}}</tool_call>"#,
            ErrorKind::Malformed,
            broken,
        ),
        (
            "<tool_call>\n<function=get_weather>\n<parameter=city>\nRome\n</function>\n</tool_call>",
            ErrorKind::Malformed,
            broken,
        ),
        ("[get_weather(city=\"Rome]", ErrorKind::Truncated, cut),
        ("Action: get_weather", ErrorKind::Truncated, cut),
        ("<tool_call>{}{</tool_call>", ErrorKind::Malformed, unnamed),
    ] {
        let mut calls = Tool::parse_calls(text).into_iter();
        let error = calls.next().expect("a call").result.expect_err("it is broken");
        assert_eq!((error.kind(), error.feedback().as_str()), (kind, feedback), "{text}");
        assert!(error.to_string().contains("tool call"), "{error}");
    }
}
