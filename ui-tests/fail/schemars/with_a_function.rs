//! Both attributes concern one field: the message is about the one that says how it is read.

use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Entry {
    #[serde(with = "chrono::serde::ts_seconds")]
    #[schemars(with = "i64")]
    at: i64,
    #[schemars(with = "u64")]
    #[serde(default, deserialize_with = "minutes")]
    length: std::time::Duration,
}

#[derive(LlmOutput)]
#[serde(try_from = "String")]
#[schemars(with = "u64")]
struct Slug(String);

fn main() {}
