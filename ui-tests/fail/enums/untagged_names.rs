use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(untagged)]
enum Severity {
    High,
    Low,
}

fn main() {}
