//! What other crates say about a type is followed, whether or not their macros are there.

use llm_output::LlmOutput;

const ABOUT: &str = "A review.";

#[derive(LlmOutput)]
#[schemars(description = ABOUT)]
struct Review {
    #[schemars(title = "Line", description = concat!("From ", "one."), range(min = 1, max = 9), example = 3)]
    line: u32,
    #[schemars(length(min = 1), regex(pattern = "^a"), required)]
    summary: Option<String>,
    #[schemars(skip)]
    hidden: String,
    #[llm(native)]
    #[schemars(schema_with = "nothing", extend("x-y" = {"a": [null]}))]
    #[serde(deserialize_with = "nothing")]
    count: u32,
    #[schemars(rename = "shown", email, url)]
    mail: String,
}

#[derive(LlmOutput)]
#[llm(native)]
struct Report {
    #[serde(deserialize_with = "nothing", default)]
    files: u32,
    #[serde(with = "nothing")]
    lines: Option<u32>,
}

fn main() {
    assert!(Review::SCHEMA.contains("A review.") && !Review::SCHEMA.contains("hidden"));
    assert!(Report::parse_llm(r#"{"files": "3"}"#).is_ok());
}
