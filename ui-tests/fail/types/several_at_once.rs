use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    line: Result<u32, String>,
    span: (u32, u32),
    summary: Option<Option<String>>,
}

fn main() {}
