//! The golden expansions are what runs: each is included here beside its type, written without the derive, and reads.

// The expansions are shown as the derive writes them, which is for the compiler to read.
#![allow(clippy::all, clippy::pedantic)]

/// The golden expansion of this name.
macro_rules! golden {
    ($name:literal) => {
        include!(concat!("../../../derive/golden/", $name, ".rs"));
    };
}

mod enums;
mod flattened;
mod growing;
mod made_from_others;
mod newtypes;
mod structs;

use llm_output::LlmOutput;

/// Reads `text`, which needs no repair.
fn read<T: LlmOutput>(text: &str) -> T {
    let parsed = T::parse_llm(text).expect("the text is an answer");
    assert!(parsed.is_exact(), "{text}: {:?}", parsed.repairs());
    parsed.into_value()
}

/// What is wrong with `text`, at how many places.
fn refused<T: LlmOutput>(text: &str) -> usize {
    match T::parse_llm(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error.violations().len(),
    }
}

/// The rooms that include the golden files.
const ROOMS: [&str; 6] = [
    include_str!("enums.rs"),
    include_str!("flattened.rs"),
    include_str!("growing.rs"),
    include_str!("made_from_others.rs"),
    include_str!("newtypes.rs"),
    include_str!("structs.rs"),
];

/// A golden file that no room includes would be text that nobody runs.
#[test]
fn every_golden_expansion_is_run() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../derive/golden");
    for file in std::fs::read_dir(directory).expect("the directory can be read") {
        let path = file.expect("the directory can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let included = format!("golden!(\"{name}\");");
        // The stub stands beside an error, so it cannot be compiled.
        assert!(
            name == "stub" || ROOMS.iter().any(|room| room.contains(&included)),
            "{name} is not run"
        );
    }
}
