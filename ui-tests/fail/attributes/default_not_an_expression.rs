use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(default = "one or two")]
    count: u32,
    #[llm(default = "not yet known")]
    severity: Severity,
}

#[derive(LlmOutput)]
enum Severity {
    High,
    Low,
}

fn main() {}
