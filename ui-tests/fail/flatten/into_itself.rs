use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Comment {
    text: String,
    #[llm(flatten)]
    answer: Option<Box<Comment>>,
}

#[derive(LlmOutput)]
struct Note {
    text: String,
    #[llm(flatten, recursive(max_depth = 3))]
    answer: Option<Box<Note>>,
}

fn main() {}
