use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(content)]
    line: u32,
}

fn main() {}
