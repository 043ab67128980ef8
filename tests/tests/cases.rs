//! The cases that are data, a test for each topic.

use std::path::Path;

use llm_output_tests::case::run_folder;

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
    topics.sort();
    let tested = [
        "coercion",
        "declared",
        "framing",
        "guess",
        "incomplete",
        "invented",
        "syntax",
        "untouched",
        "worked",
    ];
    assert_eq!(topics, tested);
}
