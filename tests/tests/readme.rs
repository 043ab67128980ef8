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
