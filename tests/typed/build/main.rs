//! Makes Rust types from the notation in which the recorded cases name theirs, where the records are at hand.

mod notation;
mod rust;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    id: String,
    types: String,
    target: String,
}

fn main() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/typed.jsonl");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={}", records.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("types.rs");
    let text = std::fs::read_to_string(&records).unwrap_or_default();
    std::fs::write(&out, types(&text)).unwrap_or_else(|error| panic!("{}: {error}", out.display()));
}

/// A module for each set of types, and the table of readers by the ids of their cases.
fn types(records: &str) -> String {
    let mut modules: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for line in records.lines() {
        let record: Record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
        modules
            .entry((record.types, record.target))
            .or_default()
            .push(record.id);
    }
    let mut code = String::new();
    let mut readers = String::new();
    for (index, ((types, target), ids)) in modules.iter().enumerate() {
        let made = notation::parse(types, target).and_then(|file| rust::module(&file));
        match made {
            Ok(module) => {
                writeln!(code, "pub mod m{index} {{\n{module}\n}}").expect("writing to a String cannot fail");
                for id in ids {
                    writeln!(readers, "({id:?}, ::llm_output_tests::case::read::<m{index}::Target>),")
                        .expect("writing to a String cannot fail");
                }
            }
            Err(reason) => eprintln!("no type for {target}: {reason}"),
        }
    }
    format!("{code}\npub const READERS: &[(&str, ::llm_output_tests::case::Reader)] = &[\n{readers}];\n")
}
