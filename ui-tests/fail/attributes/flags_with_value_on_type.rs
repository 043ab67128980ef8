use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(deny_unknown_fields = true, transparent(), untagged = "yes", external(tag))]
struct Review {
    title: String,
}

fn main() {}
