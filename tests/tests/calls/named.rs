//! Calls where the format is named: what cannot be read is an error there too.

use llm_output::{ErrorKind, Format, LlmOutput, Options};

use crate::tool::Tool;

/// The one error in this text, with the format named and without, in one piece and byte by byte.
#[track_caller]
fn fails(format: Format, text: &str) {
    for options in [Options::calls(), Options::calls().format(format)] {
        let calls = Tool::parse_calls_with(text, &options);
        assert!(!calls.is_empty(), "{format:?}: {text}\n{}", calls.text());
        let mut stream = Tool::call_stream_with(&options);
        let mut streamed: Vec<_> = text
            .as_bytes()
            .chunks(1)
            .flat_map(|byte| stream.push_bytes(byte).collect::<Vec<_>>())
            .collect();
        streamed.extend(stream.finish());
        assert_eq!(streamed.len(), calls.len(), "{format:?}: {text}");
        for call in calls.into_iter().chain(streamed) {
            assert!(call.result.is_err(), "{format:?}: {text}\n{call:?}");
        }
    }
}

#[test]
fn a_broken_call_of_the_named_format_is_an_error() {
    for (format, text) in [
        (
            Format::Mistral,
            "[TOOL_CALLS][\"name\": \"ping\", \"arguments\": {}}]</s>",
        ),
        (Format::Mistral, "[TOOL_CALLS][\"name\": \"ping\", \"arguments\": {}}]"),
        (Format::Hermes, "<tool_call>get_weather {\"city\":\"x\"}</tool_call>"),
        (Format::LlamaFunction, "<function=get_weather>city: x</function>"),
        (Format::Qwen3Coder, "<function=get_weather>city: x</function>"),
        (
            Format::Qwen3Coder,
            "<tool_call>\nget_weather {\"city\": \"x\"}\n</tool_call>",
        ),
        (
            Format::ToolCalls,
            "<tool_calls>\n\"name\": \"ping\", \"arguments\": {}}\n</tool_calls>",
        ),
        (
            Format::Granite,
            "<|tool_call|>\"name\": \"ping\", \"arguments\": {}}<|/tool_call|>",
        ),
        (
            Format::CommandR,
            "<|START_ACTION|>\"tool_name\": \"ping\", \"parameters\": {}}<|END_ACTION|>",
        ),
        (Format::Invoke, "<invoke get_weather>x</invoke>"),
        (Format::Invoke, "<function_calls>\nget_weather: x\n</function_calls>"),
        (Format::DeepSeekV3, "<｜tool▁call▁begin｜>ping {}<｜tool▁call▁end｜>"),
        (Format::DeepSeekV31, "<｜tool▁call▁begin｜>ping {}<｜tool▁call▁end｜>"),
        (Format::DeepSeekV32, "<｜DSML｜invoke ping>x</｜DSML｜invoke>"),
        (Format::KimiK2, "<|tool_call_begin|>ping {}<|tool_call_end|>"),
        (Format::Glm, "<tool_call>get_weather {\"city\": \"x\"}</tool_call>"),
        (Format::Pythonic, "<|python_start|>{\"ping\"}<|python_end|>"),
        (
            Format::LlamaJson,
            "<|python_tag|>\"name\": \"ping\", \"parameters\": {}}",
        ),
        (Format::Phi, "functools[\"name\": \"ping\", \"arguments\": {}}]"),
        (Format::React, "Action: get_weather\nAction Input: city=x"),
    ] {
        fails(format, text);
    }
}

#[test]
fn a_mark_of_the_named_format_that_is_cut_off_is_an_error() {
    for (format, text) in [
        (Format::DeepSeekV31, "<｜tool▁calls▁begin｜><｜tool▁ca"),
        (Format::DeepSeekV3, "<｜tool▁calls▁begin｜><｜tool▁ca"),
        (Format::DeepSeekV3, "<｜tool▁calls▁begin｜>"),
        (Format::Glm, "<tool_c"),
        (Format::Hermes, "<tool_c"),
        (Format::Qwen3Coder, "<tool_c"),
        (Format::KimiK2, "<|tool_call_b"),
        (Format::ToolCalls, "<tool_calls"),
        (Format::Mistral, "[TOOL_CA"),
    ] {
        fails(format, text);
        let calls = Tool::parse_calls_with(text, &Options::calls().format(format));
        for call in calls {
            let error = call.result.expect_err(text);
            assert_eq!(error.kind(), ErrorKind::Truncated, "{format:?}: {text}");
        }
    }
}

#[test]
fn a_call_of_another_format_than_the_named_one_is_text() {
    for (format, text) in [
        (
            Format::Hermes,
            "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
        ),
        (
            Format::Hermes,
            "<tool_call>\n<function=ping>\n</function>\n</tool_call>",
        ),
        (
            Format::Glm,
            "<tool_call>{\"name\": \"ping\", \"arguments\": {}}</tool_call>",
        ),
        (
            Format::LlamaFunction,
            "<function=get_weather>\n<parameter=city>\nx\n</parameter>\n</function>",
        ),
        (Format::Granite, "<|tool_call|>[ping()]<|/tool_call|>"),
        (Format::Hermes, "<function=ping>x</function>"),
        (Format::Invoke, "<tool_c"),
    ] {
        let calls = Tool::parse_calls_with(text, &Options::calls().format(format));
        assert!(calls.is_empty(), "{format:?}: {text}\n{calls:?}");
    }
}

/// What names a tool and has arguments is a call. If they are no object, it is one that cannot be read, and no text.
#[test]
fn a_call_whose_arguments_are_no_object_is_an_error() {
    for arguments in [r#"[{"city": "Paris"}]"#, r#"["Paris"]"#, "[]", "5", "true"] {
        let call = format!(r#"{{"name": "get_weather", "arguments": {arguments}}}"#);
        for text in [call.clone(), format!("[{call}]")] {
            let calls = Tool::parse_calls(&text);
            assert_eq!(calls.len(), 1, "{text}");
            assert!(calls.iter().all(|call| call.result.is_err()), "{text}\n{calls:?}");
        }
    }
    for text in [
        r#"{"name": "Ada", "arguments": ["for", "against"]}"#,
        r#"{"name": "Ada", "input": 5}"#,
    ] {
        assert!(Tool::parse_calls(text).is_empty(), "{text}");
    }
}
