use llm_output::LlmOutput;

use std::collections::BTreeMap;

#[derive(LlmOutput)]
struct Place {
    lines: Vec<u32>,
}

#[derive(LlmOutput)]
#[llm(dialects(azure))]
struct Review {
    // A map is a list of pairs here: two levels.
    places: BTreeMap<String, Place>,
    deeper: Vec<Vec<u32>>,
}

#[derive(LlmOutput)]
#[llm(max_depth = 7, dialects(azure))]
struct Reviews {
    reviews: Vec<BTreeMap<String, Place>>,
}

fn main() {}
