use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten, rename = "where", default, lenient)]
    place: Place,
}

fn main() {}
