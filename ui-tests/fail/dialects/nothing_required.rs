use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(cohere))]
struct Preferences {
    theme: Option<String>,
    size: Option<u8>,
}

fn main() {}
