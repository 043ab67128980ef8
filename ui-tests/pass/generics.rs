use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Page<T, const N: usize = 3, K = String>
where
    K: Eq + Hash,
{
    rows: Vec<T>,
    corners: [f64; N],
    by_key: HashMap<K, Option<T>>,
    #[llm(default)]
    next: Option<T>,
}

#[derive(LlmOutput)]
struct Wrapped<T: Debug>(Inner<T>);

#[derive(LlmOutput)]
struct Inner<T> {
    value: T,
}

trait Kind {
    type Value;
}

#[derive(LlmOutput)]
struct Of<T: Kind> {
    value: T::Value,
}

fn needs<T: LlmOutput>() {}

fn generic<T: LlmOutput + Debug>() {
    needs::<Wrapped<T>>();
    needs::<Page<Wrapped<T>, 2>>();
}

fn main() {}
