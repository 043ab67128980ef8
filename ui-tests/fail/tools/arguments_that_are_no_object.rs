use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools)]
enum Tool {
    Search(String),
    Open(Vec<u32>),
}

fn main() {}
