use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Plan {
    step: fn(u32) -> u32,
}

fn main() {}
