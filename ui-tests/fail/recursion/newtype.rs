use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Tree(#[llm(recursive(max_depth = 4))] Vec<Tree>);

fn main() {}
