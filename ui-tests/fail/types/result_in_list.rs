use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    findings: Vec<std::io::Result<String>>,
}

fn main() {}
