use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Body {
    #[llm(content)]
    text: String,
}

#[derive(LlmOutput)]
struct Article {
    #[llm(content)]
    summary: String,
    #[llm(flatten)]
    body: Body,
}

fn main() {}
