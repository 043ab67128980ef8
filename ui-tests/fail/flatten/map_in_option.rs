use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten)]
    more: Option<BTreeMap<String, f64>>,
}

fn main() {}
