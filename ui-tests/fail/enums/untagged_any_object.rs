use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Answer {
    Found { line: u32 },
    Nothing {},
}

fn main() {}
