use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    spans: Vec<(u32, u32)>,
}

fn main() {}
