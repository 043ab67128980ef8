use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(anthropic))]
struct Review {
    #[llm(rename = "filter[id]")]
    filter: String,
}

fn main() {}
