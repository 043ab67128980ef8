use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Span(u32, u32);

fn main() {}
