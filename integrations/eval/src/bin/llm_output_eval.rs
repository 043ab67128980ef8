//! Measures the two contracts of `cases/recorded.jsonl`. Copy it, and add your own types.

use std::process::ExitCode;

use llm_output::LlmOutput;
use llm_output_eval::Evaluation;
use serde::Serialize;

/// A code review.
#[derive(Serialize, LlmOutput)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

/// Where the caller wants to go.
#[derive(Serialize, LlmOutput)]
struct Route {
    department: Department,
    #[llm(default)]
    urgent: bool,
}

#[derive(Serialize, LlmOutput)]
#[llm(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Department {
    Sales,
    Support,
}

#[tokio::main]
async fn main() -> ExitCode {
    let evaluation = Evaluation::new()
        .contract::<Review>("review")
        .contract::<Route>("route");
    evaluation.command().await
}
