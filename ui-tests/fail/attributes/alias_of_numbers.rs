use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(alias(1, 2))]
    summary: String,
}

fn main() {}
