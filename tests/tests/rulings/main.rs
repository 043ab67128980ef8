//! The rulings on what good tools disagree about: a test for each, named after it, with its cases as data.

mod around_the_answer;
mod contract;
mod guesses;
mod inside_the_document;

use std::path::{Path, PathBuf};

use llm_output_tests::board::deviations;

/// A test for each ruling of a section, and the list of them: the name of the test and its file, and the case that it
/// settles.
#[macro_export]
macro_rules! rulings {
    ($section:literal; $($name:ident = $row:literal;)*) => {
        pub(crate) const RULINGS: &[(&str, &str)] = &[$((stringify!($name), $row),)*];

        $(
            #[test]
            fn $name() {
                let file = $crate::folder($section).join(concat!(stringify!($name), ".json"));
                println!("{}: {} cases", $row, llm_output_tests::case::run_file(&file));
            }
        )*
    };
}

fn folder(section: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings").join(section)
}

/// Every file of cases has a test.
#[test]
fn no_file_is_left_out() {
    let sections = [
        ("around_the_answer", around_the_answer::RULINGS),
        ("inside_the_document", inside_the_document::RULINGS),
    ];
    for (section, rulings) in sections {
        let mut files: Vec<_> = std::fs::read_dir(folder(section))
            .expect("the folder of a section can be listed")
            .map(|entry| entry.expect("a folder can be listed").path())
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        let mut names: Vec<_> = rulings.iter().map(|(name, _)| (*name).to_owned()).collect();
        files.sort();
        names.sort();
        assert_eq!(files, names, "{section}");
    }
}

/// A deviation from recorded cases rests on a ruling that has a test, or on a rule of the contract.
#[test]
fn every_deviation_names_its_rule() {
    let rulings = || around_the_answer::RULINGS.iter().chain(inside_the_document::RULINGS);
    for deviation in deviations() {
        let is_ruling = |row: &str| rulings().any(|(_, known)| *known == row);
        let rule = &*deviation.rule;
        let is_known = rule.strip_prefix("RULINGS ").is_some_and(is_ruling)
            || rule
                .strip_prefix("CONTRACT ")
                .is_some_and(|rule| contract::RULES.contains(&rule));
        assert!(is_known, "{rule} is no rule ({:?})", deviation.cases);
        assert!(
            !deviation.reason.is_empty() && !deviation.cases.is_empty(),
            "{rule}: without a reason or a case"
        );
    }
}
