use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(openai, anthropic))]
struct Folder {
    name: String,
    #[llm(recursive(max_depth = 3))]
    folders: Vec<Folder>,
}

fn main() {}
