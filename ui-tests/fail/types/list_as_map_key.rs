use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    by_path: BTreeMap<Vec<String>, u32>,
}

fn main() {}
