use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Status {
    NotFound,
    #[llm(rename = "not-found")]
    Missing,
}

fn main() {}
