use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    High,
    #[llm(other)]
    Low,
    #[llm(other)]
    Unknown,
}

fn main() {}
