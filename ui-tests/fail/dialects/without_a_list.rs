use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects = "openai")]
struct Answer {
    summary: String,
}

#[derive(LlmOutput)]
#[llm(dialects())]
struct Nothing {
    summary: String,
}

fn main() {}
