use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    by_line: HashMap<u32, String>,
}

fn main() {}
