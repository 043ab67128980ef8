//! A flattened map.

use std::collections::{BTreeMap, HashMap};

use llm_output::{LlmOutput, Options, Severity};
use llm_output_tests::flat::{Numbered, Open};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Outcome;

/// Documents beside a file and a line, and the members that the map takes.
const RESTS: [(&str, Outcome<&str>, &[&str]); 10] = [
    (r#""title": "t""#, Ok("{}"), &[]),
    (
        r#""x": 1, "title": "t", "y": [true]"#,
        Ok(r#"{"x": 1, "y": [true]}"#),
        &[],
    ),
    // Only the name itself is the field's, if that stands anywhere.
    (r#""Title": "u", "title": "t""#, Ok(r#"{"Title": "u"}"#), &[]),
    (r#""title": "t", "TITLE": "u""#, Ok(r#"{"TITLE": "u"}"#), &[]),
    (r#""Title": "t""#, Ok("{}"), &["title: key_case"]),
    (
        r#""Title": "t", "TITLE": "u""#,
        Ok(r#"{"TITLE": "u"}"#),
        &["title: key_case"],
    ),
    // A field that may be absent is never meant by another case, nor any field by another word.
    (r#""title": "t", "Column": 3"#, Ok(r#"{"Column": 3}"#), &[]),
    (r#""titel": "t""#, Err(&["title"]), &[]),
    (
        r#"title: "t", other: 1"#,
        Ok(r#"{"other": 1}"#),
        &["$: unquoted_key", "$: unquoted_key"],
    ),
    (
        r#""title": "t", "said": "a "b" c", "x": 1"#,
        Ok(r#"{"said": "a \"b\" c", "x": 1}"#),
        &["said: quote_escaped", "said: quote_escaped"],
    ),
];

#[test]
fn a_map_takes_what_no_field_knows() {
    for (members, expected, repairs) in RESTS {
        let text = format!(r#"{{{members}, "file": "f", "line": 7}}"#);
        match (Open::parse_llm(&text), expected) {
            (Ok(parsed), Ok(more)) => {
                let more: BTreeMap<String, Value> = serde_json::from_str(more).expect("members");
                assert_eq!((&*parsed.value.title, &parsed.value.more), ("t", &more), "{text}");
                let found: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
                assert_eq!(found, repairs, "{text}");
            }
            (Err(error), Err(paths)) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                assert_eq!(found, paths, "{text}: {error}");
            }
            (parsed, _) => panic!("{text}: {parsed:?}"),
        }
    }
}

#[test]
fn a_bad_value_in_the_map_has_its_key_as_its_path() {
    let text = r#"{"number": 1, "a": 2, "b": "many", "c": 3}"#;
    let error = <Numbered<HashMap<String, u8>>>::parse_llm(text).expect_err("text is no number");
    assert_eq!(error.violations()[0].path().to_string(), "b");
    let parsed = <Numbered<HashMap<String, u8>>>::parse_llm_with(text, &Options::lenient()).expect("it is left out");
    assert_eq!(parsed.value.of, HashMap::from([("a".into(), 2), ("c".into(), 3)]));
    assert_eq!(parsed.repairs()[0].to_string(), "b: dropped_invalid_element");
}

#[test]
fn any_value_takes_the_rest_as_an_object() {
    let text = r#"{"a": {"b": [null]}, "number": 1, "c": 2}"#;
    let parsed = <Numbered<Value>>::parse_llm(text).expect("a document");
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).expect("a document"));
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Parcel {
    id: u32,
    #[serde(default)]
    tags: Vec<String>,
    discount: Option<f32>,
    #[serde(flatten)]
    extra: BTreeMap<String, String>,
}

/// What the flattened map takes may be an element or a field: below `Guess`, nothing is moved into it.
#[test]
fn nothing_is_moved_into_the_map_below_a_guess() {
    for text in [
        r#"{"id":1,"tags":["new": "vip"],"color":"red"}"#,
        r#"{"id":1,"tags":["x","new": "vip"],"color":"red"}"#,
        r"{'id':1,'tags':[],discount':0.5}",
        r#"{"id":1,"Discount":0.5}"#,
        r#"{"id":1,"discont":0.5}"#,
    ] {
        let severity = Parcel::parse_llm(text).map(|parsed| parsed.severity());
        assert!(
            severity
                .as_ref()
                .is_ok_and(|severity| *severity >= Some(Severity::Guess))
                || severity.is_err(),
            "{text}: {severity:?}"
        );
    }
    for text in [
        r#"{"id":1,// "note": "x"
"b":"y"}"#,
        r#"{"id":1/*, "c":"z"*/}"#,
        r#"{"id":1, # "c": "z"
"b":"y"}"#,
    ] {
        let error = Parcel::parse_llm(text).unwrap_err();
        assert_eq!(error.would_need(), Some(Severity::Invented), "{text}");
    }
}

#[test]
fn what_leaves_no_doubt_is_no_guess() {
    let below_guess = |text: &str| {
        let parsed = Parcel::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(
            parsed.severity() < Some(Severity::Guess),
            "{text}: {:?}",
            parsed.repairs()
        );
        parsed.value
    };
    assert!(Parcel::parse_llm(r#"{"id":1,"Discount":"0.5"}"#).unwrap().is_exact());
    assert_eq!(below_guess(r#"{"id":1,"weight":0.5}"#).extra["weight"], "0.5");
    assert_eq!(
        below_guess(r#"{"id":1,"discount":0.5,"Discount":1}"#).extra["Discount"],
        "1"
    );
    assert_eq!(below_guess("{\"id\":1,\"b\":\"y\", // a remark\n}").extra["b"], "y");
    assert_eq!(below_guess(r#"{"tags":["a","b","id":1}"#).tags, ["a", "b"]);
    assert_eq!(below_guess(r"{'id':1,'color':'red'}").extra["color"], "red");
}
