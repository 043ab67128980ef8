use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(default = "not yet known")]
    severity: String,
}

fn main() {}
