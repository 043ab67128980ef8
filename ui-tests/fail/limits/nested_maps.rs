use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(max_depth = 2)]
struct Table {
    cells: HashMap<String, HashMap<String, f64>>,
}

fn main() {}
