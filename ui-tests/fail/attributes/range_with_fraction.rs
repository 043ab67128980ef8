use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(max = 0.5))]
    line: u32,
}

fn main() {}
