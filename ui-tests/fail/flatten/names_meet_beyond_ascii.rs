use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    #[llm(rename = "Straße")]
    street: String,
}

#[derive(LlmOutput)]
struct Visit {
    #[llm(flatten)]
    place: Place,
    strasse: String,
}

fn main() {}
