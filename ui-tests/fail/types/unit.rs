use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    nothing: (),
}

fn main() {}
