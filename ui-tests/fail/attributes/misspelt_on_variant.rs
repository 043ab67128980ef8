use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    High,
    #[llm(ohter)]
    Low,
}

fn main() {}
