use llm_output::LlmOutput;

struct Place {
    file: String,
}

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten)]
    place: Place,
}

fn main() {}
