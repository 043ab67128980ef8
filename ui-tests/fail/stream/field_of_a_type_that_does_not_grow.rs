use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    #[llm(stream(whole))]
    title: String,
}

fn main() {}
