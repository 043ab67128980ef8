use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(skip_invalid)]
    line: u32,
}

fn main() {}
