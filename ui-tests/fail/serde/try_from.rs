use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(try_from = "String")]
struct Review {
    title: String,
}

fn main() {}
