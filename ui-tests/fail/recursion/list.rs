use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Comment {
    text: String,
    replies: Vec<Comment>,
}

fn main() {}
