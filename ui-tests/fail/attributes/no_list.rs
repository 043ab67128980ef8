use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm]
    summary: String,
}

fn main() {}
