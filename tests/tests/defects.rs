//! Minimal texts that were once read as another value in silence, or refused with a report that is not true.

use std::path::{Path, PathBuf};

use llm_output::{Options, Severity};
use llm_output_tests::case::{Case, reader, run_folder};
use llm_output_tests::corruption::{Outcome, subjects::SUBJECTS};

/// Every severity, from the lowest on.
const LADDER: [Severity; 6] = [
    Severity::Framing,
    Severity::Syntax,
    Severity::Coercion,
    Severity::Guess,
    Severity::Incomplete,
    Severity::Invented,
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/defects")
}

fn cases() -> Vec<Case> {
    let files = ["known.json", "or_refused/known.json"];
    let cases = files.map(|file| {
        let text = std::fs::read_to_string(folder().join(file)).expect("a file of cases can be read");
        serde_json::from_str::<Vec<Case>>(&text).expect("a file of cases is JSON")
    });
    cases.into_iter().flatten().collect()
}

/// Fails with all of these messages.
fn none(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn known_defects_are_read() {
    run_folder(&folder());
}

#[test]
fn known_defects_are_read_or_refused() {
    let text = std::fs::read_to_string(folder().join("or_refused/known.json")).expect("a file of cases can be read");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("a file of cases is JSON");
    let failures: Vec<String> = (cases.iter())
        .filter(|case| reader(&case.type_name)(&case.input, &case.options()).is_ok())
        .filter_map(|case| {
            case.run()
                .err()
                .map(|message| format!("{}: {}\n{message}", case.name, case.input))
        })
        .collect();
    none(&failures);
}

#[test]
fn known_defects_lose_nothing_through_serde() {
    let failures: Vec<String> = (cases().iter())
        .filter(|case| case.options.is_empty())
        .filter_map(|case| {
            let subject = SUBJECTS.iter().find(|subject| subject.name == case.type_name);
            let subject = subject.unwrap_or_else(|| panic!("{} is no subject", case.type_name));
            let read = (subject.through_serde)(&case.input, &Options::default());
            let is_lost = match &case.value {
                Some(value) => Outcome::of(value, &read) == Outcome::Lost,
                None => read.is_ok(),
            };
            is_lost.then(|| format!("{}: {}\n  {read:?}", case.name, case.input))
        })
        .collect();
    none(&failures);
}

/// The severity that an error names is the lowest that reads the text, or the error names none.
#[test]
fn would_need_is_true() {
    let mut failures = Vec::new();
    for case in cases() {
        for accepted in LADDER {
            let read = |accepted| reader(&case.type_name)(&case.input, &Options::default().accept(accepted));
            let Err(error) = read(accepted) else { continue };
            let Some(needed) = error.would_need() else { continue };
            let is_lowest = |&rung: &Severity| rung <= accepted || rung >= needed || read(rung).is_err();
            if needed <= accepted || read(needed).is_err() || !LADDER.iter().all(is_lowest) {
                failures.push(format!(
                    "{}: {} at {accepted:?} would need {needed:?}",
                    case.name, case.input
                ));
            }
        }
    }
    none(&failures);
}

/// A value that is accepted at one severity is the same value at every higher one, and accepted there.
#[test]
fn a_value_stays_the_same_at_every_higher_severity() {
    let mut failures = Vec::new();
    for case in cases() {
        let read = |accepted| reader(&case.type_name)(&case.input, &Options::default().accept(accepted));
        let mut value = None;
        for accepted in LADDER {
            let now = read(accepted).ok().map(|reading| reading.value);
            if value.is_some() && now != value {
                failures.push(format!(
                    "{}: {} is {value:?}, and {now:?} at {accepted:?}",
                    case.name, case.input
                ));
            }
            value = now.or(value);
        }
    }
    none(&failures);
}

/// Where the shared collection is at hand, every text of it has a case here.
#[test]
fn no_known_defect_is_left_out() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/defects.jsonl");
    let Ok(lines) = std::fs::read_to_string(shared) else {
        return;
    };
    let cases = cases();
    for line in lines.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        if let Some(text) = record["text"].as_str() {
            assert!(cases.iter().any(|case| case.input == text), "{}: {text}", record["id"]);
        }
    }
}
