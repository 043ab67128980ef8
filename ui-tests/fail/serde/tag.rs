use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(tag = "type")]
enum Severity {
    High,
    Low,
}

fn main() {}
