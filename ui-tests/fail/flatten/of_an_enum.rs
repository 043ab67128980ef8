use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Action {
    Open { file: String },
    Close,
}

#[derive(LlmOutput)]
struct Step {
    reason: String,
    #[llm(flatten)]
    action: Action,
}

fn main() {}
