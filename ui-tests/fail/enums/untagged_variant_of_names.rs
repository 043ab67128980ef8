use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Kind {
    Person,
    Place,
    #[serde(untagged)]
    Other(String),
}

fn main() {}
