//! A reply that comes in chunks, read as it comes, so many times: what the instruction counter runs.
//!
//! `once` does the same for whole replies. `benches/streaming.sh` runs both and shows the ratios.

use std::hint::black_box;

use llm_output::{LlmOutput, Streamed};
use llm_output_benches::inputs;
use llm_output_benches::types::{CommitMessage, Finding, Review};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, what, sample, bytes, chunk, times] = &arguments[..] else {
        eprintln!(
            "usage: stream nothing|pushes|total|parse|serde_json|items|reparse|jiter review|text <bytes> <chunk> <times>"
        );
        std::process::exit(2);
    };
    let number = |text: &String| text.parse::<usize>().unwrap_or(1).max(1);
    let (bytes, chunk, times) = (number(bytes), number(chunk), number(times));
    if sample == "text" {
        run(what, &text(bytes), chunk, times);
    } else {
        let document = review(bytes);
        if what == "items" {
            let chunks = chunks(&document, chunk);
            for _ in 0..times {
                items(&chunks);
            }
        } else {
            run(what, &of::<Review>(document), chunk, times);
        }
    }
}

/// A text and the type that it is of.
struct Document<T> {
    text: String,
    of: std::marker::PhantomData<T>,
}

fn of<T>(text: String) -> Document<T> {
    Document {
        text,
        of: std::marker::PhantomData,
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("the value can be written")
}

/// A review of about so many bytes.
fn review(bytes: usize) -> String {
    let mut findings = 1;
    loop {
        let text = written(&inputs::review(findings));
        if text.len() >= bytes {
            return text;
        }
        findings += 1;
    }
}

/// A commit message with one long string.
fn text(bytes: usize) -> Document<CommitMessage> {
    let mut message = inputs::commit_message();
    let paragraph = message.message.replace(['"', '\n', '\\'], " ");
    message.message = paragraph.repeat(bytes / paragraph.len().max(1) + 1);
    of(written(&message))
}

/// The text in chunks. It is cut before anything is counted: that is the network's work.
fn chunks(text: &str, width: usize) -> Vec<&str> {
    let mut chunks = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = width.min(rest.len());
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        let (chunk, after) = rest.split_at(end);
        chunks.push(chunk);
        rest = after;
    }
    chunks
}

fn run<T>(what: &str, document: &Document<T>, chunk: usize, times: usize)
where
    T: Streamed + DeserializeOwned,
{
    let text = document.text.as_str();
    let _ = document.of;
    let chunks = chunks(text, chunk);
    let chunks = chunks.as_slice();
    for _ in 0..times {
        match what {
            "pushes" => drop(black_box(pushed::<T>(chunks))),
            "total" => drop(black_box(pushed::<T>(chunks).finish())),
            "parse" => drop(black_box(T::parse_llm(black_box(text)))),
            "serde_json" => drop(black_box(serde_json::from_str::<T>(black_box(text)))),
            "reparse" => so_far(text, chunks, |part| drop(black_box(T::parse_llm(black_box(part))))),
            "jiter" => so_far(text, chunks, |part| {
                let partial = jiter::PartialMode::TrailingStrings;
                drop(black_box(jiter::JsonValue::parse_with_config(
                    black_box(part.as_bytes()),
                    false,
                    partial,
                )));
            }),
            _ => {}
        }
    }
}

fn pushed<T: Streamed>(chunks: &[&str]) -> llm_output::Stream<'static, T> {
    let mut stream = T::stream();
    for chunk in chunks {
        stream.push(chunk);
    }
    stream
}

/// Reads everything that has come so far, after every chunk.
fn so_far(text: &str, chunks: &[&str], mut read: impl FnMut(&str)) {
    let mut end = 0;
    for chunk in chunks {
        end += chunk.len();
        read(&text[..end]);
    }
}

fn items(chunks: &[&str]) {
    let mut items = Finding::items().at("findings");
    for chunk in chunks {
        items.push(black_box(chunk)).for_each(|item| drop(black_box(item)));
    }
    items.finish().for_each(drop);
}
