use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(gemini))]
struct Folder {
    name: String,
    #[llm(recursive(max_depth = 3))]
    folders: Vec<Folder>,
    #[llm(recursive(max_depth = 3))]
    link: Option<Box<Folder>>,
}

fn main() {}
