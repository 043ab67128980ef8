use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
enum Tool {
    ReadFile { path: String },
    #[llm(rename = "read-file")]
    OpenFile { path: String },
}

fn main() {}
