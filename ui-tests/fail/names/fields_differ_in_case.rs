use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[allow(non_snake_case)]
struct Address {
    zip_code: String,
    zipCode: String,
}

fn main() {}
