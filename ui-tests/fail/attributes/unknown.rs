use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(colour = "red")]
    summary: String,
}

fn main() {}
