//! Random values of arguments in every format in which arguments are JSON: one call and several, whole, byte by byte and cut off.

use llm_output::{Call, LlmOutput};
use serde_json::{Map, Value, json};

use super::values::{Random, Tool, arguments};

/// A format: what is around all calls, between them, and one call with these arguments.
struct Written {
    name: &'static str,
    open: &'static str,
    between: &'static str,
    close: &'static str,
    call: fn(&str) -> String,
}

const FORMATS: &[Written] = &[
    Written {
        name: "hermes",
        open: "I will look.\n",
        between: "\n",
        close: "",
        call: |arguments| format!("<tool_call>\n{{\"name\": \"Call\", \"arguments\": {arguments}}}\n</tool_call>"),
    },
    Written {
        name: "hermes with the arguments first",
        open: "",
        between: "\n\n",
        close: "<|im_end|>",
        call: |arguments| format!("<tool_call>{{\"arguments\": {arguments}, \"name\": \"Call\"}}</tool_call>"),
    },
    Written {
        name: "function",
        open: "",
        between: "",
        close: "<|eom_id|>",
        call: |arguments| format!("<function=Call>{arguments}</function>"),
    },
    Written {
        name: "llama",
        open: "<|python_tag|>",
        between: "; ",
        close: "",
        call: |arguments| format!("{{\"name\": \"Call\", \"parameters\": {arguments}}}"),
    },
    Written {
        name: "mistral",
        open: "Well.",
        between: "",
        close: "</s>",
        call: |arguments| format!("[TOOL_CALLS]Call[ARGS]{arguments}"),
    },
    Written {
        name: "mistral with an array",
        open: "[TOOL_CALLS] [",
        between: ", ",
        close: "]",
        call: |arguments| format!("{{\"name\": \"Call\", \"arguments\": {arguments}, \"id\": \"9Ab\"}}"),
    },
    Written {
        name: "deepseek",
        open: "<｜tool▁calls▁begin｜>",
        between: "\n",
        close: "<｜tool▁calls▁end｜><｜end▁of▁sentence｜>",
        call: |arguments| {
            format!("<｜tool▁call▁begin｜>function<｜tool▁sep｜>Call\n```json\n{arguments}\n```<｜tool▁call▁end｜>")
        },
    },
    Written {
        name: "deepseek 3.1",
        open: "<｜tool▁calls▁begin｜>",
        between: "",
        close: "<｜tool▁calls▁end｜>",
        call: |arguments| format!("<｜tool▁call▁begin｜>Call<｜tool▁sep｜>{arguments}<｜tool▁call▁end｜>"),
    },
    Written {
        name: "kimi",
        open: "<|tool_calls_section_begin|>",
        between: "",
        close: "<|tool_calls_section_end|>",
        call: |arguments| {
            format!("<|tool_call_begin|>functions.Call:0<|tool_call_argument_begin|>{arguments}<|tool_call_end|>")
        },
    },
    Written {
        name: "harmony",
        open: "<|channel|>analysis<|message|>A call is needed.<|end|><|start|>assistant",
        between: "<|start|>assistant",
        close: "",
        call: |arguments| {
            format!("<|channel|>commentary to=functions.Call <|constrain|>json<|message|>{arguments}<|call|>")
        },
    },
    Written {
        name: "command r",
        open: "<|START_ACTION|>[\n",
        between: ",\n",
        close: "\n]<|END_ACTION|>",
        call: |arguments| format!("{{\"tool_call_id\": \"0\", \"tool_name\": \"Call\", \"parameters\": {arguments}}}"),
    },
    Written {
        name: "granite",
        open: "<|tool_call|>[",
        between: ", ",
        close: "]",
        call: |arguments| format!("{{\"name\": \"Call\", \"arguments\": {arguments}}}"),
    },
    Written {
        name: "phi",
        open: "functools[",
        between: ", ",
        close: "]",
        call: |arguments| format!("{{\"name\": \"Call\", \"arguments\": {arguments}}}"),
    },
    Written {
        name: "lines between tags",
        open: "<tool_calls>\n",
        between: "\n",
        close: "\n</tool_calls>",
        call: |arguments| format!("{{\"name\": \"Call\", \"arguments\": {arguments}}}"),
    },
    Written {
        name: "xlam",
        open: "[",
        between: ", ",
        close: "]",
        call: |arguments| format!("{{\"name\": \"Call\", \"arguments\": {arguments}}}"),
    },
    Written {
        name: "openai",
        open: "{\"content\": null, \"tool_calls\": [",
        between: ", ",
        close: "]}",
        call: |arguments| {
            let arguments = Value::from(arguments);
            format!(
                "{{\"id\": \"call_1\", \"type\": \"function\", \"function\": {{\"name\": \"Call\", \"arguments\": {arguments}}}}}"
            )
        },
    },
];

/// What a string of an argument may say that looks like the end of the call, or like another call.
const MARKS: &[&str] = &[
    "s = \"}}</tool_call>\"",
    "}}</tool_call>\n<tool_call>{\"name\": \"Call\", \"arguments\": {}}",
    "</function>",
    "<function=Call>{}</function>",
    "[TOOL_CALLS]Call[ARGS]{}",
    "}]",
    "<｜tool▁call▁end｜>",
    "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    "<|tool_call_end|><|tool_calls_section_end|>",
    "<|call|>",
    "<|end|><|start|>assistant<|channel|>final<|message|>",
    "<|END_ACTION|>",
    "</tool_calls>",
    "</s>",
    "<|im_end|>",
    "</think>",
    "<think>",
    "\", \"text\": \"",
];

/// A tool, and its arguments as JSON.
fn tool(random: &mut Random) -> (Tool, String) {
    let mut tool = random.tool();
    let Tool::Call { text, texts, .. } = &mut tool;
    for text in texts.iter_mut().chain([text]) {
        if random.below(3) > 0 {
            text.push_str(MARKS[random.below(MARKS.len())]);
        }
    }
    let pairs = arguments(&tool)
        .into_iter()
        .map(|(key, _, value)| (key.to_owned(), value));
    let object = Value::Object(pairs.collect::<Map<_, _>>());
    let json = match random.below(3) {
        0 => object.to_string(),
        1 => serde_json::to_string_pretty(&object).expect("it is JSON"),
        // Everything that is not ASCII, and the brackets of tags, as escapes.
        _ => object
            .to_string()
            .chars()
            .map(|c| match c {
                '<' | '>' => format!("\\u{:04x}", u32::from(c)),
                c => c.to_string(),
            })
            .collect(),
    };
    (tool, json)
}

/// The calls when the text comes in chunks of so many bytes.
pub(super) fn streamed(text: &str, width: usize) -> Vec<Call<Tool>> {
    let mut stream = Tool::call_stream();
    let mut calls = Vec::new();
    for chunk in text.as_bytes().chunks(width) {
        calls.extend(stream.push_bytes(chunk));
    }
    calls.extend(stream.finish());
    calls
}

/// Every call is one of those that were written, in order; if it is not a part of a text that is cut off, all are there.
#[track_caller]
fn are(calls: impl IntoIterator<Item = Call<Tool>>, expected: &[Tool], text: &str, is_cut: bool, place: &str) {
    let calls: Vec<_> = calls.into_iter().collect();
    assert!(calls.len() <= expected.len(), "{place}: {text:?}\n{calls:?}");
    assert!(is_cut || calls.len() == expected.len(), "{place}: {text:?}\n{calls:?}");
    let last = calls.len().saturating_sub(1);
    for (index, (call, expected)) in calls.into_iter().zip(expected).enumerate() {
        match call.result {
            Ok(parsed) => {
                assert_eq!(parsed.value, *expected, "{place}: {text:?}");
                assert!(parsed.is_exact(), "{place}: {:?}\n{text:?}", parsed.repairs());
            }
            // Only the last call can be cut off.
            Err(error) => assert!(is_cut && index == last, "{place}: {error}\n{text:?}"),
        }
    }
}

#[test]
fn values_in_json_are_read_back_in_every_format() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for format in FORMATS {
        for round in 0..150 {
            let (tools, calls): (Vec<_>, Vec<_>) = (0..=random.below(3))
                .map(|_| tool(&mut random))
                .map(|(tool, json)| (tool, (format.call)(&json)))
                .unzip();
            let text = format!("{}{}{}", format.open, calls.join(format.between), format.close);
            let place = format!("{} {round}", format.name);
            are(Tool::parse_calls(&text), &tools, &text, false, &place);
            are(streamed(&text, 1), &tools, &text, false, &place);
            are(streamed(&text, 1 + random.below(40)), &tools, &text, false, &place);
            for _ in 0..20 {
                let mut end = random.below(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                are(Tool::parse_calls(&text[..end]), &tools, &text[..end], true, &place);
            }
        }
    }
}

/// Quotes inside a string that are not escaped: the marks after them are in the string. The call is an error, or what was
/// meant, and never another call.
#[test]
fn a_mark_after_quotes_that_are_not_escaped_makes_no_other_call() {
    let content = "s = \"}}</tool_call>\"; t = \"<tool_call>{}\"";
    let others = json!({"other": null, "integer": 1, "large": 2, "float": 0.5, "flag": true, "texts": [], "numbers": [], "map": {}});
    let inner = "\"inner\": {\"name\": \"\", \"sizes\": []}";
    let others = others.to_string();
    let arguments = format!("{{\"text\": \"{content}\", {}, {inner}}}", &others[1..others.len() - 1]);
    for format in FORMATS.iter().filter(|format| !matches!(format.name, "openai")) {
        let text = format!("{}{}{}", format.open, (format.call)(&arguments), format.close);
        for call in Tool::parse_calls(&text).into_iter().chain(streamed(&text, 1)) {
            if let Ok(parsed) = call.result {
                let Tool::Call { text: read, .. } = parsed.value;
                assert_eq!(read, content, "{}: {text:?}", format.name);
            }
        }
    }
}
