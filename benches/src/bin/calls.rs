//! Recognizing a call against reading its arguments alone, as the format writes them: one line for each format and size. Where they
//! are JSON in a string (`openai_text`), the string is decoded first, which a caller would have to do too.
//!
//! `cargo run --release -p llm_output_benches --bin calls`. With the name of a format and a number of readings, it only reads,
//! for counting instructions: `valgrind --tool=callgrind .. hermes 200` against `.. arguments 200`.

#![allow(dead_code, reason = "the values are read, and dropped")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use llm_output::LlmOutput;

/// Writes a file.
#[derive(LlmOutput)]
struct WriteFile {
    path: String,
    content: String,
    lines: Vec<u32>,
    mode: Option<String>,
}

#[derive(LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
enum Tool {
    WriteFile(WriteFile),
    Ping,
}

/// The formats with JSON arguments, as a call is written in each.
const FORMATS: [&str; 10] = [
    "hermes",
    "mistral",
    "llama_json",
    "kimi_k2",
    "llama_function",
    "deepseek_v31",
    "harmony",
    "xlam",
    "openai",
    "openai_text",
];

/// The arguments as JSON, with this many lines of content.
fn arguments(lines: usize) -> String {
    let content = r#"    let value = map.get(\"key\").copied().unwrap_or_default();\n"#.repeat(lines);
    let numbers: Vec<String> = (0..lines).map(|line| line.to_string()).collect();
    let numbers = numbers.join(", ");
    format!(r#"{{"path": "src/main.rs", "content": "{content}", "lines": [{numbers}], "mode": "append"}}"#)
}

fn text(format: &str, arguments: &str) -> String {
    match format {
        "hermes" => format!("<tool_call>\n{{\"name\": \"write_file\", \"arguments\": {arguments}}}\n</tool_call>"),
        "mistral" => format!("[TOOL_CALLS]write_file[ARGS]{arguments}"),
        "llama_json" => format!("{{\"name\": \"write_file\", \"parameters\": {arguments}}}"),
        "kimi_k2" => {
            format!("<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>{arguments}<|tool_call_end|>")
        }
        "llama_function" => format!("<function=write_file>{arguments}</function>"),
        "deepseek_v31" => format!("<｜tool▁call▁begin｜>write_file<｜tool▁sep｜>{arguments}<｜tool▁call▁end｜>"),
        "harmony" => {
            format!("<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>{arguments}<|call|>")
        }
        "xlam" => format!("[{{\"name\": \"write_file\", \"arguments\": {arguments}}}]"),
        "openai" => format!(
            "{{\"tool_calls\": [{{\"type\": \"function\", \"function\": {{\"name\": \"write_file\", \"arguments\": {arguments}}}}}]}}"
        ),
        "openai_text" => text("openai", &text("arguments_text", arguments)),
        "arguments_text" => serde_json::to_string(arguments).unwrap_or_default(),
        _ => arguments.to_owned(),
    }
}

fn read(format: &str, text: &str) {
    if format == "arguments" {
        assert!(black_box(WriteFile::parse_llm(black_box(text))).is_ok());
    } else if format == "arguments_text" {
        let decoded: String = serde_json::from_str(black_box(text)).unwrap_or_default();
        assert!(black_box(WriteFile::parse_llm(&decoded)).is_ok());
    } else {
        let calls = black_box(Tool::parse_calls(black_box(text)));
        assert!(calls.iter().all(|call| call.result.is_ok()) && calls.len() == 1);
    }
}

/// The shortest of several rounds.
fn time(format: &str, text: &str) -> Duration {
    let rounds = (20_000_000 / (text.len() + 2_000)).max(10);
    let round = |_| {
        let begun = Instant::now();
        read(format, text);
        begun.elapsed()
    };
    (0..rounds).map(round).min().unwrap_or_default()
}

fn main() {
    let mut given = std::env::args().skip(1);
    if let Some(format) = given.next() {
        let times = given.next().and_then(|times| times.parse().ok()).unwrap_or(100);
        let lines = given.next().and_then(|lines| lines.parse().ok()).unwrap_or(20);
        let text = text(&format, &arguments(lines));
        (0..times).for_each(|_| read(&format, &text));
        return;
    }
    for lines in [0, 5, 20, 1000] {
        let arguments = arguments(lines);
        let [alone, in_string] = ["arguments", "arguments_text"].map(|format| time(format, &text(format, &arguments)));
        for format in FORMATS {
            let alone = if format == "openai_text" { in_string } else { alone };
            let call = time(format, &text(format, &arguments));
            let ratio = call.as_secs_f64() / alone.as_secs_f64();
            println!(
                "{format:12} {:7} bytes: {call:>10.2?} against {alone:>10.2?}, {ratio:.2}",
                arguments.len()
            );
        }
    }
}
