use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Level {
    Low,
    High,
}

fn calls() {
    let _ = Level::parse_calls("");
}

fn main() {}
