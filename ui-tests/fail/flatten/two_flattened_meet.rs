use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Range {
    first: u32,
    #[llm(alias = "line")]
    last: u32,
}

#[derive(LlmOutput)]
struct Finding {
    #[llm(flatten)]
    place: Place,
    title: String,
    #[llm(flatten)]
    range: Range,
}

fn main() {}
