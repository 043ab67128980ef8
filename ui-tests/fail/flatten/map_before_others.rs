use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Finding {
    #[llm(flatten)]
    more: BTreeMap<String, f64>,
    #[llm(flatten)]
    place: Place,
}

fn main() {}
