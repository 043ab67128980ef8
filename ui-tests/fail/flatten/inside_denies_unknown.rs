use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(deny_unknown_fields)]
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
