use std::collections::HashMap;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Line {
    number: u32,
}

#[derive(LlmOutput)]
struct Place {
    lines: Vec<Line>,
}

#[derive(LlmOutput)]
struct Finding {
    title: String,
    places: HashMap<String, Place>,
}

#[derive(LlmOutput)]
struct Review {
    summary: String,
    finding: Finding,
}

#[derive(LlmOutput)]
#[llm(max_depth = 7)]
struct Audit {
    review: Review,
}

fn main() {}
