use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Answer {
    No,
    NO,
}

fn main() {}
