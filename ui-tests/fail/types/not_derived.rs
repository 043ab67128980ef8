use llm_output::LlmOutput;

struct Finding;

#[derive(LlmOutput)]
struct Review {
    findings: Vec<Finding>,
}

fn main() {}
