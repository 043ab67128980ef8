use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(open_ai, antropic, mistral))]
struct Answer {
    summary: String,
}

fn main() {}
