use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools, tag = "type")]
enum Tool {
    Search { query: String },
}

#[derive(LlmOutput)]
#[llm(tools, untagged)]
enum Other {
    Search { query: String },
}

fn main() {}
