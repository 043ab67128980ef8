use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(stream)]
struct Labels(#[llm(stream(whole))] Vec<String>);

#[derive(LlmOutput)]
#[llm(tag = "type", stream)]
enum Step {
    Write {
        #[llm(stream(needed))]
        text: String,
    },
    Wait,
}

fn main() {}
