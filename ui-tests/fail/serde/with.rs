use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[serde(with = "timestamp")]
    at: u64,
}

fn main() {}
