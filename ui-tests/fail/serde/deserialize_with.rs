use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[serde(deserialize_with = "parse_time")]
    at: u64,
}

fn main() {}
