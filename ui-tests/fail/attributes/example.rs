use std::collections::BTreeMap;

use llm_output::LlmOutput;

const NAME: &str = "name";

#[derive(LlmOutput)]
struct Finding {
    #[llm(example = 12)]
    file: String,
    #[llm(example = "12")]
    line: u32,
    #[llm(example = 300)]
    column: Option<u8>,
    #[llm(example = 11, range(min = 1, max = 10))]
    effort: i64,
    #[llm(example = "too long", length(max = 3))]
    code: String,
    #[llm(example = ["a", 1])]
    tags: Vec<String>,
    #[llm(example = NAME)]
    name: String,
    #[llm(example = "x")]
    counts: BTreeMap<String, u8>,
    #[llm(example)]
    done: bool,
    #[llm(skip, example = 1)]
    skipped: u8,
}

#[derive(LlmOutput)]
#[llm(example = "{}")]
struct Review {
    summary: String,
}

#[derive(LlmOutput)]
#[llm(rename_all = "lowercase", example = "hihg")]
enum Severity {
    Low,
    High,
}

#[derive(LlmOutput)]
#[llm(example = true)]
struct Percent(f64);

fn main() {}
