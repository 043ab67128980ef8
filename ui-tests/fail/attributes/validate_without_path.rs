use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(validate("is_even"))]
    line: u32,
}

fn main() {}
