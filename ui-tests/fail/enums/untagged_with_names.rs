use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Id {
    #[llm(rename = "name")]
    Name(String),
    #[llm(alias = "no")]
    Number(u64),
}

fn main() {}
