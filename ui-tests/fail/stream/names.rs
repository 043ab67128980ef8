use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(stream)]
enum Severity {
    High,
    Low,
}

fn main() {}
