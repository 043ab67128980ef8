use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(deny_unknown_fields, max_fields = 60, max_depth = 7, rename_all_fields = "camelCase", transparent)]
enum Severity {
    High,
    Low,
}

fn main() {}
