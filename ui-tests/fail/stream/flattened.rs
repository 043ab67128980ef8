use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
}

#[derive(LlmOutput)]
#[llm(stream)]
struct Finding {
    title: String,
    #[llm(flatten)]
    place: Place,
}

fn main() {}
