use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename, rename_all, rename_all_fields, tag, content, from, bound, crate, validate, max_depth, max_fields)]
#[llm(max_variants)]
enum Severity {
    High,
}

fn main() {}
