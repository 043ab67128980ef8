use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Nothing {
    #[llm(skip)]
    Gone,
}

fn main() {}
