use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(PartialEq, Eq, Hash, LlmOutput)]
struct Place {
    line: u32,
}

#[derive(LlmOutput)]
struct Review {
    by_place: HashMap<Place, String>,
}

fn main() {}
