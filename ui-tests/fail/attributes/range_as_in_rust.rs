use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(1..=10))]
    line: u32,
}

fn main() {}
