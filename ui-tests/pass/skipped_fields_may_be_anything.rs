use std::marker::PhantomData;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    title: String,
    #[llm(skip)]
    span: (u32, u32),
    #[llm(skip, default = "Ok(1)")]
    line: Result<u32, String>,
    #[serde(skip)]
    title_again: Option<Option<String>>,
}

#[derive(LlmOutput)]
struct Id<T>(u64, #[llm(skip)] PhantomData<T>);

#[derive(LlmOutput)]
#[serde(transparent)]
struct Key<T> {
    value: String,
    #[llm(skip)]
    of: PhantomData<T>,
}

fn main() {}
