use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Node {
    next: Option<Box<Node>>,
}

fn main() {}
