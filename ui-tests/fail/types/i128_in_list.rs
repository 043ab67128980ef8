use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Account {
    changes: Vec<i128>,
}

fn main() {}
