use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    High,
    #[serde(alias = "high")]
    Critical,
}

fn main() {}
