use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename_al = "camelCase")]
struct Review {
    summary: String,
}

fn main() {}
