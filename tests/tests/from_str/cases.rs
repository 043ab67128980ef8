//! The cases that are data, read by `from_str` and by the derive: the same value, the same repairs, the same error.

use std::fmt::Write as _;
use std::path::Path;

use llm_output::{Options, ParseError};
use llm_output_tests::case::{Case, Reading, SERDE_TYPES, read_through_serde};

/// Cases that turn on an attribute that serde does not know.
const DECLARED: [&str; 4] = [
    "a number out of range",
    "a number below its range",
    "a number as text below its range",
    "each invalid element is dropped with its index",
];

fn shown(outcome: &Result<Reading, ParseError>) -> String {
    match outcome {
        Ok(reading) => {
            let mut repairs = reading.told();
            repairs.sort();
            format!("{} {repairs:?}", reading.value)
        }
        Err(error) => {
            let paths: Vec<_> = error
                .violations()
                .iter()
                .map(|violation| violation.path().to_string())
                .collect();
            format!("{:?} {paths:?} {:?}", error.kind(), error.would_need())
        }
    }
}

#[test]
fn every_case_comes_out_as_for_the_derived_type() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let (mut count, mut differ, mut table) = (0, 0, String::new());
    let list = |folder: &Path| {
        std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect::<Vec<_>>()
    };
    let mut files: Vec<_> = list(&folder).iter().flat_map(|folder| list(folder)).collect();
    files.sort();
    for file in files
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
    {
        let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        for case in cases {
            let Some((_, reader)) = SERDE_TYPES.iter().find(|(name, _)| *name == case.type_name) else {
                continue;
            };
            // The declared bounds of a field are the derive's alone.
            if DECLARED.contains(&&*case.name) {
                continue;
            }
            let options = case.options();
            let derived = shown(&llm_output_tests::case::reader(&case.type_name)(&case.input, &options));
            let serde = shown(&reader(&case.input, &options));
            count += 1;
            if derived != serde {
                differ += 1;
                writeln!(
                    table,
                    "{} {:?}\n  {:?}\n    derived {derived}\n    serde   {serde}",
                    case.type_name, case.name, case.input
                )
                .unwrap();
            }
        }
    }
    println!("{count} cases");
    assert!(differ == 0 && count > 400, "{differ} of {count} cases differ\n{table}");
}

/// A record of `repair.jsonl`, where that collection is at hand.
#[derive(serde::Deserialize)]
struct Record {
    id: String,
    input: String,
}

#[test]
fn recorded_repairs_come_out_as_for_any_json_value() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases/repair.jsonl"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("the collection of recorded cases is not at hand: 0 cases ran");
        return;
    };
    let (mut count, mut differ, mut table) = (0, 0, String::new());
    for line in text.lines() {
        let record: Record = serde_json::from_str(line).expect("a record");
        for options in [Options::default(), Options::lenient()] {
            let derived = shown(&llm_output_tests::case::read::<serde_json::Value>(
                &record.input,
                &options,
            ));
            let serde = shown(&read_through_serde::<serde_json::Value>(&record.input, &options));
            count += 1;
            if derived != serde {
                differ += 1;
                writeln!(
                    table,
                    "{} {:?}\n    derived {derived}\n    serde   {serde}",
                    record.id, record.input
                )
                .unwrap();
            }
        }
    }
    println!("{count} readings, {differ} differ\n{table}");
    assert!(
        count > 0 && differ * 100 <= count,
        "{differ} of {count} readings differ"
    );
}
