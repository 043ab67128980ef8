//! Guesses have a severity of their own, and never fire where a lower reading exists.

use std::collections::BTreeSet;

use llm_output::{ErrorKind, LlmOutput, Options, RepairKind, Severity};
use llm_output_tests::case::{Reader, reader};

/// Of each guess: a type, a text that needs it, and the same with one sign changed, which does not.
const GUESSES: &[(&str, &str, &str, &str)] = &[
    (
        "candidate_selected",
        "CommitMessage",
        r#"{"title": "a", "message": "m"} {"title": "b", "message": "m"}"#,
        r#"{"title": "b", "message": "m"} {"title": "b", "message": "m"}"#,
    ),
    (
        "envelope_unwrapped",
        "Page",
        r#"{"result": {"content": "x"}}"#,
        r#"{"result": {"content": "y"}, "content": "x"}"#,
    ),
    (
        "objects_collected",
        "Vec<Finding>",
        r#"{"severity": "low", "file": "a", "line": 1, "title": "t"} {"severity": "low", "file": "b", "line": 1, "title": "t"}"#,
        r#"[{"severity": "low", "file": "a", "line": 1, "title": "t"}, {"severity": "low", "file": "b", "line": 1, "title": "t"}]"#,
    ),
    (
        "indexed_object_to_list",
        "EditArgs",
        r#"{"path": "p", "edits": {"0": {"oldText": "a", "newText": "b"}}}"#,
        r#"{"path": "p", "edits": {"oldText": "a", "newText": "b", "0": {"oldText": "x", "newText": "y"}}}"#,
    ),
    (
        "tags_read",
        "CommitMessage",
        "<title>t</title><message>m</message>",
        "<title>t</title><message>m</message> {\"title\": \"t\", \"message\": \"m\"}",
    ),
    (
        "lines_read",
        "CommitMessage",
        "title: t\nmessage: m",
        "title: t\nmessage: m\n{\"title\": \"t\", \"message\": \"m\"}",
    ),
    ("bullets_read", "Vec<String>", "- a\n- b", "- a\n- b\n[\"a\", \"b\"]"),
    (
        "unquoted_value",
        "Page",
        r#"{"content": some words}"#,
        r#"{"content": "some words"}"#,
    ),
    (
        "key_fuzzy",
        "CommitMessage",
        r#"{"title": "t", "mesage": "m"}"#,
        r#"{"title": "t", "mesage": "x", "Message": "m"}"#,
    ),
    ("enum_fuzzy", "Severity", r#""criticl""#, r#""CRITICAL""#),
    ("enum_in_text", "Severity", r#""it is high""#, r#""High!""#),
    ("number_in_text", "i64", r#""5 kg""#, r#""5""#),
    (
        "null_alias",
        "Preferences",
        r#"{"font_size": "N/A"}"#,
        r#"{"font_size": null}"#,
    ),
    (
        "json_as_text",
        "Page",
        r#"{"content": {"a": 1}}"#,
        r#"{"content": {"text": "a"}}"#,
    ),
    (
        "placeholder_kept",
        "Page",
        r#"{"content": f"To {name}"}"#,
        r#"{"content": f"To {{name}}"}"#,
    ),
    (
        "duplicate_key",
        "Page",
        r#"{"content": "a", "content": "b"}"#,
        r#"{"Content": "a", "content": "b"}"#,
    ),
    ("ellipsis_removed", "Vec<String>", r#"["a", ...]"#, r#"["a", "..."]"#),
    (
        "lone_surrogate",
        "Page",
        r#"{"content": "\ud83d"}"#,
        r#"{"content": "\ud83d\ude00"}"#,
    ),
    (
        "element_split",
        "EditArgs",
        r#"{"path": "p", "edits": [{"oldText": "a", "newText": "b", "oldText": "c", "newText": "d"}]}"#,
        r#"{"path": "p", "edits": [{"oldText": "a", "newText": "b"} {"oldText": "c", "newText": "d"}]}"#,
    ),
    (
        "object_reopened",
        "CommitMessage",
        r#"{"title": "t"}, "message": "m"}"#,
        r#"{"title": "t", "message": "m"}, "message": "x"}"#,
    ),
    (
        "ambiguous_quote",
        "CommitMessage",
        r#"{"title": "the "message": field", "message": "m"}"#,
        r#"{"title": "the "message" field", "message": "m"}"#,
    ),
    (
        "ambiguous_escape",
        "Page",
        r#"{"content": "type .\Src\notes"}"#,
        r#"{"content": "type .\Src, \notes"}"#,
    ),
    (
        "missing_opener",
        "CommitMessage",
        r#""title": "t", "message": "m"}"#,
        r#"{"title": "t", "message": "m"}"#,
    ),
    (
        "line_prefix_removed",
        "Page",
        "> {\n> \"content\": \"x\"\n> }",
        "> {\"content\": \"x\"}\n\n> a remark",
    ),
    (
        "junk_removed",
        "ReadArgs",
        r#"{"paths": ["a"], !! "json": true}"#,
        r#"{"paths": ["a"], "json": true}"#,
    ),
    (
        "clamped",
        "Declared",
        r#"{"percent": 120, "words": [], "summary": "s", "colour": "red"}"#,
        r#"{"percent": "100", "words": [], "summary": "s", "colour": "red"}"#,
    ),
];

/// Guesses of types behind features, which are told elsewhere.
const FOREIGN: [&str; 3] = ["time_dropped", "offset_assumed", "scheme_assumed"];

fn kinds(reader: Reader, text: &str) -> Vec<&'static str> {
    let reading = reader(text, &Options::default()).unwrap_or_else(|error| panic!("{error} in {text}"));
    reading.repairs.iter().map(|report| report.kind).collect()
}

#[test]
fn every_guess_fires_where_nothing_else_reads() {
    for (kind, type_name, needs, _) in GUESSES {
        let found = kinds(reader(type_name), needs);
        assert!(found.contains(kind), "{kind}: {found:?} in {needs}");
    }
}

#[test]
fn no_guess_fires_where_a_lower_reading_exists() {
    for (kind, type_name, _, does_not) in GUESSES {
        let found = kinds(reader(type_name), does_not);
        assert!(!found.contains(kind), "{kind}: {found:?} in {does_not}");
    }
}

#[test]
fn every_guess_is_refused_below_its_severity() {
    let options = Options::default().accept(Severity::Coercion);
    for (kind, type_name, needs, _) in GUESSES.iter().filter(|(kind, ..)| *kind != "clamped") {
        let error = reader(type_name)(needs, &options).expect_err(needs);
        assert_eq!(error.would_need(), Some(Severity::Guess), "{kind}: {error}");
        let refused: Vec<_> = error.refused().iter().map(|repair| repair.kind().name()).collect();
        assert!(refused.contains(kind), "{kind}: {refused:?}");
    }
}

/// What a field declares it takes, whatever the options say.
#[test]
fn a_declared_guess_is_taken() {
    let text = r#"{"percent": 120, "words": [], "summary": "s", "colour": "red"}"#;
    let parsed = llm_output_tests::types::Declared::parse_llm(text).unwrap();
    assert_eq!(parsed.value.percent, 100);
}

#[test]
fn no_guess_is_left_out() {
    let guesses = RepairKind::ALL.iter().filter(|kind| kind.severity() == Severity::Guess);
    let known: BTreeSet<_> = guesses.map(|kind| kind.name()).collect();
    let told: BTreeSet<_> = GUESSES.iter().map(|(kind, ..)| *kind).chain(FOREIGN).collect();
    assert_eq!(known, told);
}

/// Another name in the sentence leaves no answer, unless only one of them is written in capitals, as no word is.
#[test]
fn capitals_tell_a_name_from_a_word() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(rename_all = "UPPERCASE")]
    enum Size {
        One,
        Two,
    }
    #[derive(Debug, PartialEq, LlmOutput)]
    enum Level {
        Low,
        Medium,
    }

    let size = Size::parse_llm(r#""TWO is one of them""#).unwrap();
    assert_eq!((size.severity(), size.value), (Some(Severity::Guess), Size::Two));
    for text in ["TWO or one", "two is one of them", "ONE, not two", "both ONE and two"] {
        let error = Size::parse_llm(&format!("{text:?}")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{text}");
    }
    let level = Level::parse_llm(r#""I would call it medium""#).unwrap();
    assert_eq!(level.value, Level::Medium);
    for text in ["Low to medium", "Medium or low", "It is Low, maybe medium"] {
        let error = Level::parse_llm(&format!("{text:?}")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{text}");
    }
}
