use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged, stream)]
enum Id {
    Number(u64),
    Name(String),
}

fn main() {}
