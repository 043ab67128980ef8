use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(split = ",")]
    tags: String,
}

fn main() {}
