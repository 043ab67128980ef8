use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Address {
    zip: String,
    #[llm(rename = "ZIP")]
    code: String,
}

fn main() {}
