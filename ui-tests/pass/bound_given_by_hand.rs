use std::marker::PhantomData;

use llm_output::LlmOutput;

trait Unit {}

#[derive(LlmOutput)]
#[llm(bound = "T: Unit")]
struct Measure<T> {
    value: f64,
    #[llm(skip)]
    unit: PhantomData<T>,
}

fn main() {}
