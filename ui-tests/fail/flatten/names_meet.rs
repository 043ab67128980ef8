use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Finding {
    line: String,
    #[llm(flatten)]
    place: Place,
}

fn main() {}
