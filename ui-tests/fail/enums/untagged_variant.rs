use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(tag = "type")]
enum Reply {
    Done { line: u32 },
    #[serde(untagged)]
    Text(String),
}

fn main() {}
