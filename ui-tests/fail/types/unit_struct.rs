use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Nothing;

fn main() {}
