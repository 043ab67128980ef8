use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    kind: String,
}

#[derive(LlmOutput)]
#[llm(tag = "kind")]
enum Change {
    Added {
        #[llm(flatten)]
        place: Place,
    },
    Removed,
}

fn main() {}
