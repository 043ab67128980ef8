use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(transparent)]
enum Severity {
    High,
}

fn main() {}
