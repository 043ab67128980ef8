use llm_output::LlmOutput;

struct Place;

#[derive(LlmOutput)]
struct Review {
    title: String,
    #[serde(flatten)]
    place: Place,
}

fn main() {}
