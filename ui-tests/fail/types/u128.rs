use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Account {
    balance: u128,
}

fn main() {}
