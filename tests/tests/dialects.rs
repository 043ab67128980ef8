//! The undoing of what a provider's dialect asks for: a map as a list of pairs, a wrapped root, null for an absent member.

use std::collections::BTreeMap;

use llm_output::{ErrorKind, LlmOutput, Options, Severity as Ladder};
use llm_output_tests::types::{Finding, Note, Severity};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "kind", content = "value")]
enum Event {
    Moved { line: u32 },
    Renamed(String),
    Closed,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "type")]
enum Figure {
    Circle { value: f64 },
    Nothing,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Counts {
    counts: BTreeMap<String, i32>,
    maybe: Option<BTreeMap<String, i32>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Held {
    value: Option<Vec<u8>>,
}

/// Reads `text` with the repairs `kinds` alone, `place: kind` each.
fn read<T: LlmOutput + PartialEq + std::fmt::Debug>(text: &str, value: &T, kinds: &[&str]) {
    let parsed = T::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&parsed.value, value, "{text}");
    let repairs: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(repairs, kinds, "{text}");
}

const WRAPPED: &[&str] = &["$: envelope_unwrapped"];

#[test]
fn a_wrapped_root_is_unwrapped_whatever_stands_in_it() {
    read(r#"{"value":["a","b"]}"#, &vec!["a".to_owned(), "b".to_owned()], WRAPPED);
    read::<Vec<String>>(r#"{"value":[]}"#, &vec![], WRAPPED);
    read("{ \"value\" :\n\"low\"}", &Severity::Low, WRAPPED);
    read(r#"{"value":true}"#, &true, WRAPPED);
    read(r#"{"value":-7}"#, &-7_i32, WRAPPED);
    read(r#"{"value":"{\"value\":1}"}"#, &r#"{"value":1}"#.to_owned(), WRAPPED);
    read::<Option<Finding>>(r#"{"value":null}"#, &None, WRAPPED);
    read(
        r#"{"value":{"kind":"Moved","value":{"line":3}}}"#,
        &Event::Moved { line: 3 },
        WRAPPED,
    );
    read(
        r#"{"value":{"kind":"Renamed","value":"x"}}"#,
        &Event::Renamed("x".into()),
        WRAPPED,
    );
    read(r#"{"value":{"kind":"Closed"}}"#, &Event::Closed, WRAPPED);
    read(
        r#"{"value":{"type":"Circle","value":1.5}}"#,
        &Figure::Circle { value: 1.5 },
        WRAPPED,
    );
    read(
        r#"{"value":[{"key":"a","value":1}]}"#,
        &BTreeMap::from([("a".to_owned(), 1_u8)]),
        &["$: envelope_unwrapped", "$: pairs_to_map"],
    );
    read(
        r#"{"value":[]}"#,
        &BTreeMap::<Severity, bool>::new(),
        &["$: envelope_unwrapped", "$: pairs_to_map"],
    );
}

#[test]
fn what_is_wrong_inside_a_wrapper_is_said_of_the_value() {
    let error = <Vec<u8>>::parse_llm(r#"{"value":[1,300]}"#).unwrap_err();
    assert_eq!(error.violations().len(), 1);
    assert_eq!(error.violations()[0].path().to_string(), "[1]");
    let error =
        Severity::parse_llm_with(r#"{"value":"low"}"#, &Options::default().accept(Ladder::Coercion)).unwrap_err();
    assert_eq!(error.would_need(), Some(Ladder::Guess));
}

#[test]
fn a_member_called_value_is_no_wrapper() {
    read(r#"{"value":[1]}"#, &Held { value: Some(vec![1]) }, &[]);
    read(
        r#"{"value":1}"#,
        &Held { value: Some(vec![1]) },
        &["value: wrap_in_array"],
    );
    read(r#"{"type":"Circle","value":1}"#, &Figure::Circle { value: 1.0 }, &[]);
    read(r#"{"value":1}"#, &BTreeMap::from([("value".to_owned(), 1_u8)]), &[]);
    read(
        r#"{"value":"1"}"#,
        &BTreeMap::from([("value".to_owned(), 1_u8)]),
        &["value: string_to_number"],
    );
}

#[test]
fn a_list_of_pairs_is_a_map_to_the_last_value() {
    let counts = |members: &[(&str, i32)]| members.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
    read(
        r#"{"counts":[{"key":"a","value":-0},{"key":"","value":-1}],"maybe":[]}"#,
        &Counts {
            counts: counts(&[("a", 0), ("", -1)]),
            maybe: Some(BTreeMap::new()),
        },
        &["counts: pairs_to_map", "maybe: pairs_to_map"],
    );
    read(
        r#"{"counts":[{"key":"a","note":{"key":1},"value":-0}],"maybe":null}"#,
        &Counts {
            counts: counts(&[("a", 0)]),
            maybe: None,
        },
        &["counts: pairs_to_map"],
    );
}

#[test]
fn what_is_wrong_in_a_pair_is_said_of_its_value() {
    let text =
        r#"{"counts":[{"key":"a","value":1},{"key":"b","value":"x"},{"key":"c","value":9999999999}],"maybe":null}"#;
    let error = Counts::parse_llm(text).unwrap_err();
    let paths: Vec<String> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["counts.b", "counts.c"]);
    let parsed = Counts::parse_llm_with(text, &Options::lenient()).unwrap();
    assert_eq!(parsed.counts, BTreeMap::from([("a".to_owned(), 1)]));
}

#[test]
fn a_list_that_is_none_of_pairs_is_no_map() {
    for list in [
        "[1]",
        r#"[{"key":"a"}]"#,
        r#"[{"key":"a","name":"b","value":1}]"#,
        r#"[{"key":"a","value":1,"value":2}]"#,
        r#"[["a",1,2]]"#,
        r#"[["a"]]"#,
        r#"[["a",1],"b"]"#,
        r#"[[1,"a"]]"#,
    ] {
        let text = format!(r#"{{"counts":{list},"maybe":null}}"#);
        let error = Counts::parse_llm(&text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{text}");
        assert_eq!(error.violations()[0].path().to_string(), "counts", "{text}");
    }
}

#[test]
fn null_stands_for_an_absent_member_that_has_a_default() {
    let parsed = Note::parse_llm(r#"{"title":"t","message":"m","tags":null,"count":null}"#).unwrap();
    let repairs: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(repairs, ["tags: drop_null", "count: drop_null"]);
}

/// Found by drawing sentences from the schema: members that the type does not know may have any name, the empty one too.
#[test]
fn keys_that_no_model_would_write_are_keys() {
    let long = "k".repeat(400);
    for key in ["", "\\\"", "a\\nb", long.as_str()] {
        let text = format!(r#"{{"severity":"low","file":"f","line":1,"title":"","{key}":true}}"#);
        let parsed = Finding::parse_llm(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(parsed.is_exact(), "{text}: {:?}", parsed.repairs());
    }
}
