use std::collections::BTreeMap;

use llm_output::LlmOutput;

type Numbers = BTreeMap<String, f64>;

#[derive(LlmOutput)]
#[llm(deny_unknown_fields)]
struct Finding {
    title: String,
    #[llm(flatten)]
    more: BTreeMap<String, f64>,
}

#[derive(LlmOutput)]
#[llm(deny_unknown_fields)]
struct Other {
    title: String,
    #[llm(flatten)]
    more: Numbers,
}

fn main() {}
