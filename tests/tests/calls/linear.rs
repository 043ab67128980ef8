//! Texts with calls that take linear time.

use std::fmt::Write;

use llm_output::LlmOutput;

use crate::tool::Tool;

/// Texts whose reading would take quadratic time, or a deep stack, in a careless reader.
#[test]
fn hostile_texts_are_read_in_linear_time() {
    let pieces = [
        "<tool_call>",
        "<tool_call>{",
        "<tool_call>{\"name\": \"ping\", \"arguments\": {\"a\": ",
        "[TOOL_CALLS]",
        "[TOOL_CALLS]f[ARGS]{",
        "<function=ping><parameter=a>x ",
        "<function=ping>",
        "<invoke name=\"ping\"><parameter name=\"a\">",
        "[",
        "{",
        "{\"a\":",
        "{\"",
        "[f(a=(), ",
        "f(a=(), ",
        "<|channel|>",
        "<|start|>assistant<|message|>",
        "```\n",
        "```",
        "<think>",
        "</think>",
        "\n```json\n",
        "<｜tool▁call▁begin｜>",
        "<tool_call>f<arg_key>a</arg_key><arg_value>",
        "<|python_tag|>f(a='",
        " ",
        "\\",
        "\"",
        "'",
        "<",
        "Action: ```json\n[",
        "{'a': '<tool_call>{\"name\":\"ping\",\"arguments\":{\"x\":\"'",
        "functools[",
        "<function=",
        "; {\"name\": \"ping\", \"arguments\": {}}",
        "\n{a: \"<",
        "\n{\"a\" \"b\": <",
        "\n{name: \"ping\", ",
        "\n{name \"ping\", arguments ",
        "{a",
        "[\"",
        "[TOOL_CALLS]ping[ARGS]{\"a\" \"b",
        "[TOOL_CALLS]ping[ARGS]\"",
        "<function=ping></function>",
        "<function=ping><parameter=a>x</parameter></function> ",
        "</parameter>",
        "<tool_calls>[ping()",
        "<|python_start|>[ping(), # \n",
        "```tool_code\n[ping(), ",
        "```tool_code\n[ping(), # ",
        "\n\n[ping()<tool_call>",
    ];
    for piece in pieces {
        for start in ["", "[ping(a=(), ", "[{\"name\": \"ping\", \"arguments\": ", "x "] {
            let mut text = start.to_owned();
            while text.len() < 400_000 {
                text.push_str(piece);
            }
            let begun = std::time::Instant::now();
            let calls = Tool::parse_calls(&text);
            let time = begun.elapsed();
            assert!(
                time.as_secs() < 4,
                "{start:?} {piece:?}: {time:?} for {} calls",
                calls.len()
            );
        }
    }
}

/// Tags inside of a value between tags are looked at once each.
#[test]
fn a_value_full_of_tags_is_read_in_linear_time() {
    let qwen = [
        "<function=write_file><parameter=path>a</parameter><parameter=content>",
        "</parameter></function>",
    ];
    let glm = [
        "<tool_call>write_file<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>",
        "</arg_value></tool_call>",
    ];
    for [start, end] in [qwen, glm] {
        for space in ["", "\n                    "] {
            for piece in [
                "</parameter> b ",
                "<parameter=",
                "<parameter=x> ",
                "<parameter=x>\n",
                "</arg_value> b ",
                "<arg_key>",
                "<arg_key>x</arg_key> ",
                "<",
                "</",
            ] {
                let text = [start, &space.repeat(5_000), &piece.repeat(400_000 / piece.len()), end].concat();
                let begun = std::time::Instant::now();
                let calls = Tool::parse_calls(&text);
                let time = begun.elapsed();
                assert!(time.as_secs() < 4, "{start:?} {piece:?}: {time:?}");
                assert!(calls.len() <= 1, "{start:?} {piece:?}: {} calls", calls.len());
            }
        }
    }
}

/// A model that falls into a loop writes one character again and again.
#[test]
fn a_run_of_one_character_takes_linear_time() {
    for start in [
        "",
        "x\n",
        "<tool_call>",
        "[TOOL_CALLS]",
        "<function=ping>",
        "```\n",
        "<tool_call>{",
        "Action:",
    ] {
        for piece in ["\n", " ", "`", "~", "\n ", "<", "{"] {
            let text = [start, &piece.repeat(60_000 / piece.len())].concat();
            let begun = std::time::Instant::now();
            let mut stream = Tool::call_stream();
            for byte in text.as_bytes().chunks(1) {
                stream.push_bytes(byte).for_each(drop);
            }
            drop(stream.finish());
            assert!(
                begun.elapsed().as_secs() < 4,
                "{start:?} {piece:?}: {:?}",
                begun.elapsed()
            );
        }
    }
}

#[test]
fn a_long_stream_of_single_bytes_takes_linear_time() {
    for piece in [
        "<tool_call>",
        "x `<",
        "{\"a\":",
        "```\n",
        "<function=ping><parameter=a>x ",
        "[f(a=(), ",
        " ",
    ] {
        let mut text = "<function=write_file><parameter=path>a</parameter><parameter=content>".to_owned();
        while text.len() < 60_000 {
            write!(text, "{piece}").expect("a string");
        }
        for text in [text.as_str(), &text[70..]] {
            let begun = std::time::Instant::now();
            let mut stream = Tool::call_stream();
            for byte in text.as_bytes().chunks(1) {
                stream.push_bytes(byte).for_each(drop);
            }
            drop(stream.finish());
            assert!(begun.elapsed().as_secs() < 4, "{piece:?}: {:?}", begun.elapsed());
        }
    }
}
