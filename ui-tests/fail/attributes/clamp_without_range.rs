use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(clamp)]
    line: u32,
}

fn main() {}
