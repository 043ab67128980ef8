use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(length(min = -1))]
    summary: String,
}

fn main() {}
