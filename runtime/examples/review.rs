//! Reads a code review out of what a model wrote, and shows what had to be repaired.
//!
//! ```text
//! cargo run --example review                  # the sample beside this file
//! cargo run --example review -- answer.txt    # a file
//! ask-a-model | cargo run --example review    # standard input
//! ```

use std::io::{self, IsTerminal, Read};
use std::process::ExitCode;
use std::{env, fs};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use llm_output::{LlmOutput, Parsed};

const SAMPLE: &str = include_str!("review.txt");

/// A code review.
#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "the fields are read by `Debug` alone")]
struct Review {
    /// Most severe first.
    findings: Vec<Finding>,
    /// One sentence.
    summary: Option<String>,
}

/// One thing that should change.
#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "the fields are read by `Debug` alone")]
struct Finding {
    severity: Severity,
    /// Path as given in the diff.
    file: String,
    #[llm(range(min = 1))]
    line: u32,
    title: String,
}

#[derive(Debug, Clone, Copy, PartialEq, LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Severity {
    Critical,
    High,
    #[llm(alias = "moderate")]
    Medium,
    Low,
    Info,
}

fn main() -> ExitCode {
    let (origin, text) = match model_text() {
        Ok(found) => found,
        Err(message) => {
            eprintln!("review: {message}");
            return ExitCode::FAILURE;
        }
    };
    match Review::parse_llm(&text) {
        Ok(parsed) => {
            print(&origin, &text, &parsed);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("review: {origin} holds no review: {error}");
            if let Some(severity) = error.would_need() {
                eprintln!("review: Options::accept(Severity::{severity:?}) would read it");
            }
            eprintln!("\nWhat to send back to the model:\n\n{}", error.feedback());
            ExitCode::FAILURE
        }
    }
}

/// The text to read and where it comes from: a file that is named, what is piped in, or else the sample.
fn model_text() -> Result<(String, String), String> {
    if let Some(path) = env::args().nth(1) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        return Ok((path, text));
    }
    let mut stdin = io::stdin();
    if !stdin.is_terminal() {
        let mut text = String::new();
        stdin
            .read_to_string(&mut text)
            .map_err(|error| format!("standard input: {error}"))?;
        // A job without a terminal has an empty standard input; nobody piped anything in then.
        if !text.is_empty() {
            return Ok(("standard input".to_owned(), text));
        }
    }
    Ok(("review.txt".to_owned(), SAMPLE.to_owned()))
}

fn print(origin: &str, text: &str, parsed: &Parsed<Review>) {
    println!("{:#?}\n", parsed.value);
    if parsed.is_exact() {
        println!("Nothing had to be repaired.");
        return;
    }
    for repair in parsed.repairs() {
        println!("{repair}");
    }
    let places = parsed
        .repairs()
        .iter()
        .map(|repair| AnnotationKind::Primary.span(repair.span()).label(repair.kind().name()));
    let title = format!("{} repairs", parsed.repairs().len());
    let report = [Level::NOTE
        .primary_title(title.as_str())
        .element(Snippet::source(text).path(origin).annotations(places))];
    let renderer = if io::stdout().is_terminal() {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    println!("\n{}", renderer.render(&report));
}
