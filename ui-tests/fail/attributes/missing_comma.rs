use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(default lenient)]
    summary: String,
}

fn main() {}
