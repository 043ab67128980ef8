use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Review {
    #[serde(rename(serialize = "t", deserialize = "title"), alias = "heading")]
    heading_text: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    line_no: u32,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(skip_deserializing)]
    hits: u32,
    severity: Severity,
}

#[derive(Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
enum Severity {
    VeryHigh,
    #[serde(other)]
    Low,
}

fn one() -> u32 {
    1
}

fn is_one(line: &u32) -> bool {
    *line == 1
}

fn main() {}
