use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(min = 10, max = 1))]
    line: u32,
}

fn main() {}
