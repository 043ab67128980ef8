use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Open {
    title: String,
    #[llm(flatten)]
    more: BTreeMap<String, f64>,
}

#[derive(LlmOutput)]
struct Finding {
    #[llm(flatten)]
    open: Open,
    #[llm(flatten)]
    others: BTreeMap<String, f64>,
}

fn main() {}
