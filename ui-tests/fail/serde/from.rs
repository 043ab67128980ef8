use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(from = "String")]
struct Review {
    title: String,
}

fn main() {}
