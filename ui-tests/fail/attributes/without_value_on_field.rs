use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(alias, join, length, range, rename, split, null_alias, with, validate, recursive, default())]
    title: String,
}

fn main() {}
