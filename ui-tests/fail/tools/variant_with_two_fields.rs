use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools)]
enum Tool {
    Search(String, u32),
}

fn main() {}
