use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(max_variants = 2)]
enum Severity {
    High,
    Medium,
    Low,
}

fn main() {}
