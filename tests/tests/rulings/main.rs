//! The rules in `tests/rulings/*.md`: every ruling has a test of its name that runs its cases, and every deliberate
//! deviation names a rule.

mod document;
mod guesses;

use std::collections::BTreeSet;

use llm_output::RepairKind;
use llm_output_tests::board::deviations;
use llm_output_tests::case;

use document::Document;

/// Defines a module with a test for each ruling of a document, and `RULINGS`, the list of their names.
macro_rules! rulings {
    ($document:ident: $($name:ident)*) => {
        mod $document {
            pub(crate) const RULINGS: &[&str] = &[$(stringify!($name)),*];

            $(
                #[test]
                fn $name() {
                    super::check_ruling(stringify!($document), stringify!($name));
                }
            )*
        }
    };
}

rulings! { around_the_answer:
    several_candidates
    reasoning_blocks
    wrappers
    fence_inside_a_string
    stray_brackets
    only_closers_missing
    next_turn
    object_inside_a_broken_one
    begun_again
    opening_brace_missing
    tool_call_envelope
    cut
    after_the_end
    no_json
    template_echoed
    json_lines
    escaped_document
}

rulings! { inside_the_document:
    inner_quote
    closing_quote_lost
    doubled_quotes
    other_quotes
    string_concatenation
    document_in_a_string
    quotes_beside_other_damage
    python
    unquoted_value
    control_character
    invalid_escape
    escaped_apostrophe
    escapes_of_code_points
    lone_surrogate
    latex
    unusual_space
    key_quote_lost
    key_in_brackets
    key_twice
    comma_and_colon_missing
    mismatched_closer
    key_after_an_unclosed_list
    brace_comma_brace_lost
    object_closed_too_early
    missing_colon_in_a_list_of_objects
    remark_after_an_element
    comments
    ellipsis
    value_missing
    duplicate_key
    key_case
    key_misspelt
    undefined
    number_formats
    thousands
    number_in_text
    no_number
    minus
    cut_number
    number_out_of_range
    empty_text_for_a_number
    empty_for_an_option
    bool_in_a_sentence
    enum_names
    enum_by_number
    newtypes
    scalar_in_an_object
    pairs_for_a_map
    braces_without_colons
    bracket_text_for_a_list
    stringified_list_with_extra_closer
    list_in_an_object
    list_for_a_struct
    comma_text
}

fn check_ruling(document: &str, name: &str) {
    let file = document::folder().join(document).join(name).with_extension("json");
    let derived = case::run_file(&file);
    let through_serde = case::run_file_through_serde(&file);
    println!("{document}/{name}: {derived} cases with the derive, {through_serde} through from_str");
}

/// Every ruling has a test and a file of cases, and every test and file has its ruling, in the order of the document.
#[test]
fn every_ruling_has_its_test_and_its_cases() {
    let documents = [
        ("around_the_answer", around_the_answer::RULINGS),
        ("inside_the_document", inside_the_document::RULINGS),
    ];
    for (name, tests) in documents {
        let document = Document::open(name);
        assert_eq!(document.names(), tests, "{name}.md and the list of tests differ");
        let files: BTreeSet<String> = std::fs::read_dir(document::folder().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .map(|entry| entry.expect("the folder can be listed").path())
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .collect();
        let tests: BTreeSet<String> = tests.iter().map(|&test| test.to_owned()).collect();
        assert_eq!(files, tests, "the files in {name} and the list of tests differ");
    }
}

#[test]
fn every_rule_has_a_unique_name_and_a_text() {
    let mut names = BTreeSet::new();
    for document in Document::all() {
        for rule in &document.rules {
            assert!(!rule.text.trim().is_empty(), "{} has no text", rule.name);
            let is_name = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(rule.name.chars().all(is_name), "{:?} is no name", rule.name);
            assert!(names.insert(rule.name.clone()), "{} occurs twice", rule.name);
        }
    }
}

/// A kind of repair that the text of a severity names has that severity.
#[test]
fn repair_kinds_have_the_severity_of_the_contract() {
    let contract = Document::open("contract");
    let mut described = BTreeSet::new();
    for rule in &contract.rules {
        let Some(severity) = rule.name.strip_prefix("severity_") else {
            continue;
        };
        for kind in RepairKind::ALL {
            if rule.text.contains(&format!("`{}`", kind.name())) {
                assert_eq!(kind.severity().name(), severity, "{}", kind.name());
            }
        }
        described.insert(severity.to_owned());
    }
    let severities: BTreeSet<String> = RepairKind::ALL
        .iter()
        .map(|kind| kind.severity().name().to_owned())
        .collect();
    assert_eq!(described, severities);
}

#[test]
fn every_deviation_names_its_rule() {
    let documents = Document::all();
    let names: BTreeSet<&str> = documents.iter().flat_map(Document::names).collect();
    for deviation in deviations() {
        let rule = &*deviation.rule;
        assert!(names.contains(rule), "{rule:?} is no rule ({:?})", deviation.cases);
        assert!(
            !deviation.reason.is_empty() && !deviation.cases.is_empty(),
            "{rule}: a deviation needs a reason and a case"
        );
    }
}
