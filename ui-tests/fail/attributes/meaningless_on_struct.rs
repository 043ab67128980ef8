use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(max_variants = 120, rename_all_fields = "camelCase", content = "value", untagged, external, tag = "type")]
struct Review {
    title: String,
}

fn main() {}
