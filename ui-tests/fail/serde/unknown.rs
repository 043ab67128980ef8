use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[serde(colour = "red")]
    title: String,
}

fn main() {}
