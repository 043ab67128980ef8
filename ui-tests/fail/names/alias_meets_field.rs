use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Address {
    zip: String,
    #[llm(alias = "zip")]
    code: String,
}

fn main() {}
