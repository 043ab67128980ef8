use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Severity {
    High,
    #[llm(alias = "high")]
    Critical,
}

fn main() {}
