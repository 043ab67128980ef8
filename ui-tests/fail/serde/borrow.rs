use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[serde(borrow)]
    title: String,
}

fn main() {}
