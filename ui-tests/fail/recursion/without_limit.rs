use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Node {
    name: String,
    #[llm(recursive)]
    children: Vec<Node>,
}

fn main() {}
