use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Nothing {}

fn main() {}
