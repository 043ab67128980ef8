use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Reply {
    Done { line: Result<u32, String> },
    Nothing,
}

fn main() {}
