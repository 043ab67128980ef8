use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools, dialects(openai, anthropic, gemini))]
enum Tool {
    #[llm(rename = "web search")]
    Search { query: String },
    Store(Folder),
}

#[derive(LlmOutput)]
struct Folder {
    name: String,
    #[llm(recursive(max_depth = 3))]
    folders: Vec<Folder>,
}

fn main() {}
