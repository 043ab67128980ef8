//! Documents with one, two and three damages of every kind: none is read as another value in silence.
//!
//! `DAMAGE_TEXTS=202000 cargo test -p llm_output_tests --release --test damage -- --nocapture` runs more of them: that many with one
//! damage, a quarter of it with two and with three. (Some kinds fit few documents, so slightly fewer texts are run.) Further variables:
//!
//! - `DAMAGE_KIND=text`: only kinds whose name contains the text.
//! - `DAMAGE_EXAMPLES=5`: how many of the shortest examples to keep of each kind and outcome.
//! - `DAMAGE_DUMP=folder`: writes `<test>.jsonl` (every example that was kept, as a line of JSON) and `<test>.tsv` (the table).
//! - `DAMAGE_BEFORE=folder`: compares the table with the one that an earlier run has written there, and fails where a kind
//!   got worse.

use std::path::PathBuf;

use llm_output_tests::corruption::{
    Outcome, Plan, Reader, Table, UNDOABLE, UNDOABLE_TOGETHER, all, is_named, run, subjects::SUBJECTS,
};

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn number(name: &str) -> Option<usize> {
    variable(name).map(|value| value.parse().unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// Runs a plan, reports what the environment asks for, and asserts that nothing was lost.
fn check(test: &str, damages: usize, reader: Reader, texts: usize) -> Table {
    let table = run(&Plan {
        texts,
        damages,
        reader,
        only: variable("DAMAGE_KIND").unwrap_or_default(),
        examples: number("DAMAGE_EXAMPLES").unwrap_or(3),
    });
    println!("{test}: {}", table.totals());
    if let Some(folder) = variable("DAMAGE_DUMP").map(PathBuf::from) {
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let lines: Vec<String> = (table.examples.values().flatten())
            .map(|example| example.line() + "\n")
            .collect();
        std::fs::write(folder.join(format!("{test}.jsonl")), lines.concat()).expect("the examples can be written");
        std::fs::write(folder.join(format!("{test}.tsv")), table.written()).expect("the table can be written");
    }
    if let Some(folder) = variable("DAMAGE_BEFORE").map(PathBuf::from) {
        let before = std::fs::read_to_string(folder.join(format!("{test}.tsv"))).expect("an earlier run wrote a table");
        let worse = table.compared(&before);
        assert!(worse.is_empty(), "{test}: worse than before\n{worse}");
    }
    let lost = table.all.of(Outcome::Lost);
    assert!(
        lost == 0,
        "{test}: {}\n{}",
        table.totals(),
        table.worst(Outcome::Lost, 40)
    );
    table
}

fn texts(few: usize, share: usize) -> usize {
    number("DAMAGE_TEXTS").map_or(few, |texts| texts / share)
}

#[test]
fn one_damage_loses_nothing_in_silence() {
    let table = check("one", 1, Reader::Derived, texts(20_300, 1));
    let (right, wrong) = (table.all.per_mille(Outcome::Right), table.all.per_mille(Outcome::Wrong));
    assert!(right >= 600, "{}", table.totals());
    assert!(wrong <= 15, "{}\n{}", table.totals(), table.worst(Outcome::Wrong, 40));
}

#[test]
fn two_damages_lose_nothing_in_silence() {
    check("two", 2, Reader::Derived, texts(2_000, 4));
}

#[test]
fn three_damages_lose_nothing_in_silence() {
    check("three", 3, Reader::Derived, texts(2_000, 4));
}

#[test]
fn one_damage_loses_nothing_in_silence_through_serde() {
    check("serde", 1, Reader::ThroughSerde, texts(10_000, 2));
}

/// There are enough kinds and types, every kind applies to some document, and the list of exceptions is short and true.
#[test]
fn the_catalogue_is_complete() {
    let kinds = all();
    assert!(kinds.len() >= 100);
    assert!(SUBJECTS.len() >= 12);
    for (name, reason) in UNDOABLE {
        assert!(
            kinds.iter().any(|kind| kind.name == *name),
            "{name} is no kind: {reason}"
        );
    }
    assert!(UNDOABLE.len() * 100 <= kinds.len());
    for (one, other, reason) in UNDOABLE_TOGETHER {
        for name in [one, other] {
            assert!(
                kinds.iter().any(|kind| is_named(kind, name)),
                "{name} is no kind: {reason}"
            );
        }
    }
    assert!(UNDOABLE_TOGETHER.len() * 100 <= kinds.len());
    let table = run(&Plan {
        texts: 20_300,
        damages: 1,
        reader: Reader::Derived,
        only: String::new(),
        examples: 0,
    });
    let unused: Vec<&str> = (kinds.iter())
        .map(|kind| kind.name.as_str())
        .filter(|name| !table.rows.contains_key(*name))
        .collect();
    assert!(unused.is_empty(), "no document has a place for {unused:?}");
}
