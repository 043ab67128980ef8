use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Plan {
    step: Box<dyn Fn(u32) -> u32>,
}

fn main() {}
