use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Plan {
    end: !,
}

fn main() {}
