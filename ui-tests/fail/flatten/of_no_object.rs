use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten)]
    tags: Vec<String>,
    #[llm(flatten)]
    note: Option<String>,
    #[llm(flatten)]
    count: u32,
}

fn main() {}
