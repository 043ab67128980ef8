use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Sum {
    #[llm(recursive(max_depth = 4))]
    terms: Vec<Term>,
}

#[derive(LlmOutput)]
#[llm(untagged)]
enum Term {
    Number(f64),
    Nested(Box<Sum>),
}

const _: &str = Sum::SCHEMA;

fn main() {}
