use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(default = "medium")]
    severity: String,
}

fn main() {}
