use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(deepseek, xai, ollama))]
struct Tree {
    value: u8,
    #[llm(recursive(max_depth = 3))]
    left: Option<Box<Tree>>,
    #[llm(recursive(max_depth = 3))]
    right: Option<Box<Tree>>,
}

#[derive(LlmOutput)]
#[llm(dialects(openai))]
struct Answer {
    text: String,
    #[llm(recursive(max_depth = 4))]
    next: Option<Box<Question>>,
}

#[derive(LlmOutput)]
struct Question {
    text: String,
    answers: Vec<Answer>,
}

fn main() {}
