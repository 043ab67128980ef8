use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(min = 1))]
    summary: String,
}

fn main() {}
