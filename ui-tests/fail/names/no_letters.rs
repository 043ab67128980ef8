use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Address {
    #[llm(rename = "-")]
    zip: String,
}

fn main() {}
