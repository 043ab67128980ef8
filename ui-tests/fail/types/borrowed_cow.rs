use std::borrow::Cow;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review<'a> {
    title: Cow<'a, str>,
}

fn main() {}
