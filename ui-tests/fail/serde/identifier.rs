use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(field_identifier)]
enum Field {
    Title,
}

#[derive(LlmOutput)]
#[serde(variant_identifier)]
enum Variant {
    Title,
}

fn main() {}
