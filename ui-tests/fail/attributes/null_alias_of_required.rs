use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(null_alias("N/A"))]
    title: String,
}

fn main() {}
