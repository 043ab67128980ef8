use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    #[llm(alias = "high", alias("HIGH", "top"))]
    High,
    Low,
}

fn main() {}
