use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Reply {
    #[llm(alias, rename = 1, rename_all = "camel")]
    Text { body: String },
    #[llm(other = true, skip())]
    Nothing,
}

fn main() {}
