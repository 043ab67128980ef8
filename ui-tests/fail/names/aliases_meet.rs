use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Address {
    #[llm(alias = "postal code")]
    zip: String,
    #[llm(alias = "postal-code")]
    code: String,
}

fn main() {}
