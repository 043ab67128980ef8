use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename = 1, rename_all = snake_case, tag = type_of, bound = "T is Debug", validate = "a b", max_depth = "7")]
#[llm(max_fields = -1, max_variants = 0.5, try_from = 3, crate = "1")]
enum Severity {
    High,
}

fn main() {}
