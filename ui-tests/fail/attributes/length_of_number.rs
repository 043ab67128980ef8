use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(length(max = 3))]
    line: u32,
}

fn main() {}
