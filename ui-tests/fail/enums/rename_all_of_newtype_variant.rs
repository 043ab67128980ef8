use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Reply {
    #[llm(rename_all = "camelCase")]
    Text(String),
    Number(u32),
}

fn main() {}
