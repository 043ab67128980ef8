use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

fn main() {}
