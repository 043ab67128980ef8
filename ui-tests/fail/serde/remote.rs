use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[serde(remote = "other::Review")]
struct Review {
    title: String,
}

fn main() {}
