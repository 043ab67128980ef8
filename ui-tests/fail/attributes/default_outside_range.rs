use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(min = 1), default = 0)]
    line: u32,
}

fn main() {}
