use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(lenient = true)]
    summary: String,
}

fn main() {}
