use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    summary: Option<Option<String>>,
}

fn main() {}
