use std::collections::{BTreeMap, HashMap};

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten)]
    texts: HashMap<String, String>,
    #[llm(flatten)]
    numbers: BTreeMap<String, f64>,
}

fn main() {}
