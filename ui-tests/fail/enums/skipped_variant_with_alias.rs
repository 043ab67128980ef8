use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    High,
    #[llm(skip, alias = "none")]
    Low,
}

fn main() {}
