use llm_output::{LlmOutput, PromptStyle};

#[derive(LlmOutput)]
struct Finding {
    #[llm(example = "src/main.rs")]
    file: String,
    #[llm(example = 12, range(min = 1))]
    line: Option<u32>,
    #[llm(example = -0.5)]
    weight: f64,
    #[llm(example = ["a", "b"], length(max = 2))]
    tags: Vec<String>,
    severity: Severity,
    #[llm(example = "low")]
    least: Severity,
    share: Percent,
    step: Step,
}

#[derive(LlmOutput)]
#[llm(rename_all = "lowercase", example = "high")]
enum Severity {
    Low,
    High,
}

#[derive(LlmOutput)]
#[llm(example = 99.5, transparent)]
struct Percent {
    value: f64,
}

#[derive(LlmOutput)]
#[llm(tag = "type", example = "Wait")]
enum Step {
    Stop,
    Wait {
        #[llm(example = 3)]
        seconds: u8,
    },
}

const EXAMPLE: &str = r#"{
  "file": "src/main.rs",
  "line": 12,
  "weight": -0.5,
  "tags": ["a","b"],
  "severity": "high",
  "least": "low",
  "share": 99.5,
  "step": {
    "type": "Wait",
    "seconds": 3
  }
}"#;

fn main() {
    assert_eq!(Finding::prompt_for(PromptStyle::Example), EXAMPLE);
}
