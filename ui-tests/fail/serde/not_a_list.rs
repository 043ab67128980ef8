use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde = "transparent"]
struct Review {
    #[serde(rename)]
    title: String,
    #[serde(rename(reading = "a"), default = 3)]
    summary: String,
}

fn main() {}
