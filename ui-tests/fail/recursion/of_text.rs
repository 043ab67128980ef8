use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Node {
    #[llm(recursive(max_depth = 8))]
    name: String,
}

fn main() {}
