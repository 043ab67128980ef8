//! A flattened map.

use std::collections::{BTreeMap, HashMap};

use llm_output::{LlmOutput, Options};
use llm_output_tests::flat::{Numbered, Open};
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
