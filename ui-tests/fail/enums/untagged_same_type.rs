use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Id {
    Name(String),
    Nick(String),
    Number(u64),
    Index(u32),
}

fn main() {}
