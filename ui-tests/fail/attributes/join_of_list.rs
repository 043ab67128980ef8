use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(join = ", ")]
    tags: Vec<String>,
}

fn main() {}
