use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename = "Prüfung", dialects(openai))]
struct Review {
    summary: String,
}

fn main() {}
