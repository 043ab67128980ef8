use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(latex)]
    line: u32,
}

fn main() {}
