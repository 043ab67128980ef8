use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    title: String,
    line: Result<u32, String>,
}

fn main() {}
