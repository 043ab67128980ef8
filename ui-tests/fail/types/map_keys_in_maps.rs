use llm_output::LlmOutput;

use std::collections::BTreeMap;

#[derive(LlmOutput)]
struct Review {
    by_flag: BTreeMap<bool, BTreeMap<f64, String>>,
}

fn main() {}
