use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Plan {
    steps: impl Iterator<Item = u32>,
}

fn main() {}
