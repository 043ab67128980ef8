use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    title: String,
    #[llm(skip, alias = "hits")]
    count: u32,
}

fn main() {}
