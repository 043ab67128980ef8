//! The front page says what the code does: its lists are held against those of the code.

use llm_output::{RepairKind, Severity};

const README: &str = include_str!("../../README.md");

/// The names in backticks in the second column of the row for `first` in the table under `heading`.
fn row<'a>(heading: &str, first: &str) -> Vec<&'a str> {
    let table = README.split(heading).nth(1).expect("the table's heading");
    let start = format!("| `{first}` | ");
    let row = table.lines().find_map(|line| line.strip_prefix(&start));
    let cell = row.unwrap_or_else(|| panic!("no row for {first}"));
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_kind_of_repair_is_listed_under_its_severity() {
    for severity in [
        Severity::Framing,
        Severity::Syntax,
        Severity::Coercion,
        Severity::Guess,
        Severity::Incomplete,
        Severity::Invented,
    ] {
        let kinds = RepairKind::ALL.iter().filter(|kind| kind.severity() == severity);
        let names: Vec<_> = kinds.map(|kind| kind.name()).collect();
        assert_eq!(row("| severity | kinds |", &format!("{severity:?}")), names);
    }
}

/// The examples of the table that explains the ladder are kinds of the severity in whose row they stand.
#[test]
fn every_example_of_a_severity_is_one() {
    for kind in RepairKind::ALL {
        let explained = README.split("| severity | what it means |").nth(1).expect("the ladder");
        let ladder = explained.split("\n\n").next().expect("a table ends");
        let quoted = format!("`{}`", kind.name());
        for line in ladder.lines().filter(|line| line.contains(&quoted)) {
            assert!(line.starts_with(&format!("| `{:?}`", kind.severity())), "{line}");
        }
    }
}

/// Every package has its row, and says how it runs: by `cargo test` alone if it is one of those that are built by default.
#[test]
fn every_package_is_listed_with_how_it_runs() {
    const MANIFEST: &str = include_str!("../../Cargo.toml");
    let list = |key: &str| -> Vec<&str> {
        let line = MANIFEST
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{key} = [")));
        let line = line.unwrap_or_else(|| panic!("the manifest has no {key}"));
        line.split('"').skip(1).step_by(2).collect()
    };
    let table = README
        .split("| folder | what it is |")
        .nth(1)
        .expect("the table of packages");
    let table = table.split("\n\n").next().expect("a table ends");
    let (members, by_default) = (list("members"), list("default-members"));
    assert_eq!(table.lines().skip(2).count(), members.len());
    for member in members {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{member}` |")));
        let row = row.unwrap_or_else(|| panic!("{member} has no row"));
        assert_eq!(row.ends_with("| `cargo test` |"), by_default.contains(&member), "{row}");
    }
}
