use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(rename = "a", rename = "b")]
    summary: String,
}

fn main() {}
