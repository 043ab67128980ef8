//! Two types have one name and fields of the same names, and one of them contains itself: a reference by name would be to the
//! wrong one.

use llm_output::prelude::*;

mod numbers {
    use llm_output::prelude::*;

    #[derive(LlmOutput)]
    pub struct Node {
        pub value: i64,
        #[llm(recursive(max_depth = 4))]
        pub next: Option<Box<Node>>,
    }
}

mod words {
    use llm_output::prelude::*;

    #[derive(LlmOutput)]
    pub struct Node {
        pub value: String,
        #[llm(recursive(max_depth = 4))]
        pub next: Option<Box<Node>>,
    }
}

#[derive(LlmOutput)]
struct Both {
    numbers: numbers::Node,
    words: words::Node,
}

const _: &str = Both::SCHEMA;

fn main() {}
