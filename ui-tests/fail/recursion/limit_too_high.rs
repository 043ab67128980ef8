use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Node {
    name: String,
    #[llm(recursive(max_depth = 1000))]
    children: Vec<Node>,
}

fn main() {}
