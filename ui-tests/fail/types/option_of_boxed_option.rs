use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    summary: Option<Box<Option<String>>>,
}

fn main() {}
