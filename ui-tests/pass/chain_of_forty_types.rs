#![recursion_limit = "512"]

//! A chain of forty types: the work of the compiler grows with its length, not with a power of it.

use llm_output::LlmOutput;

macro_rules! chain {
    ($name:ident $next:ident $($rest:ident)*) => {
        #[derive(LlmOutput)]
        #[llm(max_depth = 40)]
        struct $name {
            next: $next,
        }
        chain! { $next $($rest)* }
    };
    ($name:ident) => {
        #[derive(LlmOutput)]
        struct $name {
            text: String,
        }
    };
}

chain! {
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9
    T10 T11 T12 T13 T14 T15 T16 T17 T18 T19
    T20 T21 T22 T23 T24 T25 T26 T27 T28 T29
    T30 T31 T32 T33 T34 T35 T36 T37 T38 T39
}

fn main() {
    assert!(T0::SCHEMA.len() > T1::SCHEMA.len());
    let text = format!("{}{{\"text\": \"x\"}}{}", "{\"next\":".repeat(39), "}".repeat(39));
    assert!(T0::parse_llm(&text).is_ok());
}
