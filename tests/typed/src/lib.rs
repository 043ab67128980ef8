//! Types that the build script makes from recorded cases. Without the records there are none.

#![forbid(unsafe_code)]

use llm_output_tests::case::Reader;

#[allow(
    dead_code,
    non_camel_case_types,
    non_snake_case,
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    reason = "the names and the shapes are those of the records"
)]
mod types {
    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

/// What reads the target of the case with this id, where its type can be said in Rust.
pub fn reader(id: &str) -> Option<Reader> {
    types::READERS
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, reader)| *reader)
}
