use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename = "a b", dialects(deepseek, xai, ollama))]
struct Tree {
    value: u8,
    #[llm(recursive(max_depth = 3))]
    left: Option<Box<Tree>>,
    #[llm(recursive(max_depth = 3))]
    right: Option<Box<Tree>>,
}

fn main() {}
