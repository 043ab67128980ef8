use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    span: (u32, u32),
}

fn main() {}
