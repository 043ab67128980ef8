use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(default)]
enum Severity {
    High,
}

fn main() {}
