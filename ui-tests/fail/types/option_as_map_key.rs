use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    by_name: HashMap<Option<String>, u32>,
}

fn main() {}
