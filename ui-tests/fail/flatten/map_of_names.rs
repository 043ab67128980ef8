use std::collections::BTreeMap;

use llm_output::LlmOutput;

#[derive(PartialEq, Eq, PartialOrd, Ord, LlmOutput)]
enum Axis {
    X,
    Y,
}

#[derive(LlmOutput)]
struct Point {
    label: String,
    #[llm(flatten)]
    at: BTreeMap<Axis, f64>,
}

fn main() {}
