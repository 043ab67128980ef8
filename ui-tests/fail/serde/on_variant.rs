use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(tag = "type")]
enum Reply {
    #[serde(with = "module")]
    Text(Body),
    #[serde(deserialize_with = "path")]
    Number(Body),
    #[serde(borrow)]
    Lent(Body),
    #[serde(colour = "red")]
    Nothing,
}

#[derive(LlmOutput)]
struct Body {
    text: String,
}

fn main() {}
