use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(ailas = "desc")]
    summary: String,
}

fn main() {}
