use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Inside {
    id: u64,
    #[llm(flatten)]
    place: Place,
}

#[derive(LlmOutput)]
#[llm(rename_all = "camelCase")]
struct Finding {
    #[llm(flatten)]
    inside: Option<Box<Inside>>,
    #[llm(alias = "LINE")]
    first_line: u32,
}

fn main() {}
