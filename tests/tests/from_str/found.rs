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
