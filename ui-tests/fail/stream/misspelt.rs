use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(stream)]
struct Finding {
    #[llm(stream(hole))]
    title: String,
    #[llm(stream)]
    file: String,
    #[llm(stream())]
    note: String,
}

fn main() {}
