use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Span();

fn main() {}
