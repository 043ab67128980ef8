use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(rename = name)]
    summary: String,
    #[llm(rename("headline"))]
    title: String,
}

fn main() {}
