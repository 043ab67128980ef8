//! What a stream shows of the call that is growing.

use llm_output::{Calls, Finish, LlmOutput};

use crate::tool::{Tool, ToolPartial};

#[test]
fn the_arguments_of_a_growing_call_are_shown() {
    let text = "<tool_call>{\"name\": \"write_file\", \"arguments\": {\"path\": \"a.rs\", \"content\": \"fn main() {}\"}}</tool_call>";
    let mut stream = Tool::call_stream().growing_values();
    let mut shown = 0;
    let mut calls = 0;
    for end in 1..=text.len() {
        calls += stream
            .push(&text[end - 1..end])
            .filter(|call| call.result.is_ok())
            .count();
        if let Some(ToolPartial::WriteFile {
            content: Some(content), ..
        }) = stream.partial()
        {
            assert!("fn main() {}".starts_with(content.as_str()), "{content}");
            assert!(content.len() >= shown);
            shown = content.len();
        }
    }
    assert_eq!((shown, calls), ("fn main() {}".len(), 1));
    assert!(stream.growing().is_none());
    assert!(stream.finish().is_empty());
}

#[test]
fn the_partial_value_is_of_the_call_that_is_growing() {
    let texts = [
        "<tool_call>\n{\"name\": \"write_file\", \"arguments\": {\"path\": \"a\", \"content\": \"x\"}}\n</tool_call>\n\
         <tool_call>\n{\"name\": \"ask\", \"arguments\": {\"question\": \"why\"}}\n</tool_call>",
        "<tool_call>\n<function=write_file>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nx\n</parameter>\n\
         </function>\n</tool_call>\n\
         <tool_call>\n<function=ask>\n<parameter=question>\nwhy\n</parameter>\n</function>\n</tool_call>",
        "[write_file(path=\"a\", content=\"x\"), ask(question=\"why\")]",
        "[TOOL_CALLS]write_file[ARGS]{\"path\": \"a\", \"content\": \"x\"}[TOOL_CALLS]ask[ARGS]{\"question\": \"why\"}",
    ];
    for text in texts {
        for size in 1..=text.len() {
            let mut stream = GrowingTool::call_stream().growing_values();
            for chunk in text.as_bytes().chunks(size) {
                let _ = stream.push_bytes(chunk).count();
                let shown = match stream.partial() {
                    Some(GrowingToolPartial::WriteFile { .. }) => Some("write_file"),
                    Some(GrowingToolPartial::Ask { .. }) => Some("ask"),
                    None => None,
                };
                assert_eq!(shown, stream.growing().map(|call| call.name), "{size}: {text}");
            }
        }
    }
}

#[derive(Debug, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
pub(crate) enum GrowingTool {
    WriteFile { path: String, content: String },
    Ask { question: String },
}

#[test]
fn the_arguments_of_a_growing_call_begin_with_the_tag_of_the_first() {
    for (text, shown) in [
        (
            "<tool_call>\n<function=write_file>\n<parameter=path>\na",
            "<parameter=path>\na",
        ),
        (
            "<invoke name=\"write_file\">\n<parameter name=\"path\">a",
            "<parameter name=\"path\">a",
        ),
        (
            "<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a",
            "<arg_key>path</arg_key>\n<arg_value>a",
        ),
    ] {
        let mut stream = Tool::call_stream();
        assert_eq!(stream.push(text).count(), 0);
        assert_eq!(stream.growing().expect("a call").arguments, shown);
    }
}

/// A bracket that is still open when the model stopped by itself was forgotten; otherwise it is cut off.
#[test]
fn a_growing_call_is_told_why_the_model_stopped() {
    let text = "[TOOL_CALLS]write_file[ARGS]{\"path\": \"a\", \"content\": \"x\"";
    for finish in [Finish::Stop, Finish::Length] {
        let mut plain = GrowingTool::call_stream();
        let mut growing = GrowingTool::call_stream().growing_values();
        let _ = (plain.push(text).count(), growing.push(text).count());
        assert_eq!(growing.text(), text);
        assert!(growing.text_spans().is_empty());
        let plain = plain.stopped_by(finish).finish();
        let growing = growing.stopped_by(finish).finish();
        let ok = |calls: &Calls<GrowingTool>| calls.iter().map(|call| call.result.is_ok()).collect::<Vec<_>>();
        assert_eq!(ok(&plain), [finish == Finish::Stop]);
        assert_eq!(ok(&plain), ok(&growing));
    }
}
