use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools)]
enum Tool {
    Search { query: String },
    #[llm(other)]
    Unknown,
}

fn main() {}
