//! Texts that came out otherwise through serde than by the derive, or were refused where `serde_json` takes them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_output::from_str;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Reads as `expected`, with these repairs.
#[track_caller]
fn reads<T: DeserializeOwned + PartialEq + Debug>(text: &str, expected: &T, repairs: &[&str]) {
    let parsed = from_str::<T>(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.value, *expected, "{text}");
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(told, repairs, "{text}");
}

#[derive(Debug, PartialEq, Deserialize)]
enum Shape {
    Point,
    Label(String),
}

#[test]
fn the_name_of_a_variant_may_be_written_with_escapes() {
    reads(r#"{"L\u0061bel": "x"}"#, &Shape::Label("x".into()), &[]);
    reads(
        r#"[{"L\u0061bel": "Point"}, "P\u006fint"]"#,
        &vec![Shape::Label("Point".into()), Shape::Point],
        &[],
    );
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Kind {
    Truth(bool),
    Number(i64),
    Text(String),
    Map(BTreeMap<String, i64>),
}

#[test]
fn a_comma_that_is_missing_is_told_whatever_stands_around_it() {
    let map = || Kind::Map(BTreeMap::from([("a".into(), 1)]));
    let expected = vec![map(), Kind::Truth(false), map(), Kind::Number(1)];
    reads(
        "[{\"a\": 1}\n false\n {\"a\": 1}\n 1]",
        &expected,
        &["$: missing_comma"; 3],
    );
    reads(
        "[[2] \"a\", true]",
        &(vec![2], "a".to_owned(), true),
        &["$: missing_comma"],
    );
}
