use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(content)]
    title: String,
    #[llm(content)]
    summary: String,
}

fn main() {}
