use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    next: *const u32,
}

fn main() {}
