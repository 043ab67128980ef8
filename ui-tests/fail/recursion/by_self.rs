use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Comment {
    text: String,
    replies: Vec<Self>,
}

fn main() {}
