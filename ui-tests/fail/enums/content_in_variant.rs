use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Reply {
    Text {
        #[llm(content)]
        body: String,
    },
    Nothing,
}

fn main() {}
