//! Two types have one name, and each is referred to by a field of another type: the name alone does not say which one is meant.

use llm_output::prelude::*;

mod numbers {
    use llm_output::prelude::*;

    #[derive(LlmOutput)]
    pub struct Node {
        pub value: i64,
        pub edges: Vec<Edge>,
    }

    #[derive(LlmOutput)]
    pub struct Edge {
        #[llm(recursive(max_depth = 4))]
        pub to: Option<Box<Node>>,
    }
}

mod words {
    use llm_output::prelude::*;

    #[derive(LlmOutput)]
    pub struct Node {
        pub value: String,
        pub edges: Vec<Edge>,
    }

    #[derive(LlmOutput)]
    pub struct Edge {
        #[llm(recursive(max_depth = 4))]
        pub to: Option<Box<Node>>,
    }
}

#[derive(LlmOutput)]
struct Both {
    numbers: numbers::Node,
    words: words::Node,
}

const _: &str = Both::SCHEMA;

fn main() {}
