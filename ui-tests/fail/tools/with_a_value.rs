use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools = "name")]
enum Tool {
    Search { query: String },
}

fn main() {}
