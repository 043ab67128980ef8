use std::marker::PhantomData;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Id<T> {
    value: u64,
    of: PhantomData<T>,
}

fn main() {}
