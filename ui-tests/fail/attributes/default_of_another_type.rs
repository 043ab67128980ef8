use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(default = 5)]
    severity: String,
}

fn main() {}
