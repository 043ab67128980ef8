//! The cases that are data, a test for each topic.

use std::collections::BTreeSet;
use std::path::Path;

use llm_output::RepairKind;
use llm_output_tests::case::{Case, run_folder};

fn run(topic: &str) {
    let count = run_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(topic));
    println!("{topic}: {count} cases");
}

/// Text around the answer: prose, markers, tags, fences, reasoning, several candidates, nothing at all.
#[test]
fn framing() {
    run("framing");
}

/// Same content, written in broken JSON.
#[test]
fn syntax() {
    run("syntax");
}

/// Same content in another type.
#[test]
fn coercion() {
    run("coercion");
}

/// The most likely of several readings.
#[test]
fn guess() {
    run("guess");
}

/// Texts that end early.
#[test]
fn incomplete() {
    run("incomplete");
}

/// Values that the model never wrote.
#[test]
fn invented() {
    run("invented");
}

/// What is declared on a field or type: bounds, defaults, aliases, grades.
#[test]
fn declared() {
    run("declared");
}

/// Answers in another form than JSON, and texts that only look like one.
#[test]
fn surfaces() {
    run("surfaces");
}

/// What must be left as it stands.
#[test]
fn untouched() {
    run("untouched");
}

/// The worked examples that the project began with.
#[test]
fn worked() {
    run("worked");
}

/// Every folder of cases has a test.
#[test]
fn no_topic_is_left_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut topics: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases can be listed")
        .map(|entry| {
            entry
                .expect("a folder of cases can be listed")
                .file_name()
                .into_string()
                .expect("UTF-8 name")
        })
        .collect();
    // Texts with tool calls have a runner of their own: `tests/calls`.
    topics.retain(|topic| topic != "calls");
    topics.sort();
    let tested = [
        "coercion",
        "declared",
        "defects",
        "framing",
        "guess",
        "incomplete",
        "invented",
        "surfaces",
        "syntax",
        "untouched",
        "worked",
    ];
    assert_eq!(topics, tested);
}

/// Kinds of repair that only the types behind features need; `foreign.rs` tells of them.
const FOREIGN: [&str; 7] = [
    "date_format",
    "offset_assumed",
    "scheme_assumed",
    "space_trimmed",
    "time_dropped",
    "url_unwrapped",
    "uuid_format",
];

/// Every row of the table of repairs is asked for by a case.
#[test]
fn no_kind_of_repair_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut told: BTreeSet<String> = FOREIGN.into_iter().map(str::to_owned).collect();
    let mut folders = vec![root.join("cases"), root.join("rulings")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of cases can be listed") {
            let path = entry.expect("a folder of cases can be listed").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a file of cases can be read");
            let cases: Vec<Case> = serde_json::from_str(&text).expect("a file of cases is JSON");
            let repairs = cases.into_iter().filter_map(|case| case.repairs).flatten();
            told.extend(repairs.map(|entry| entry.rsplit(": ").next().unwrap_or_default().to_owned()));
        }
    }
    let kinds: BTreeSet<String> = RepairKind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
    assert_eq!(told, kinds);
}
