use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(transparent)]
struct Review {
    title: String,
    summary: String,
}

fn main() {}
