//! Code reviews by the million: `cargo run --release --example review -- results.jsonl --preset openai --output reviews.jsonl`.

use std::process::ExitCode;

use llm_output::LlmOutput;
use serde::Serialize;

/// A code review.
#[derive(Debug, Serialize, LlmOutput)]
struct Review {
    /// Most severe first.
    findings: Vec<Finding>,
    /// One sentence.
    summary: Option<String>,
}

/// One finding.
#[derive(Debug, Serialize, LlmOutput)]
struct Finding {
    severity: Severity,
    /// Path as given in the diff.
    file: String,
    #[llm(range(min = 1))]
    line: u32,
    title: String,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, Serialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Critical,
    High,
    #[llm(alias = "moderate")]
    Medium,
    Low,
    Info,
}

fn main() -> ExitCode {
    llm_output_batch::main::<Review>()
}
