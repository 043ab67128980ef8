//! Documents that the two readers once disagreed about.

use std::fmt::Debug;

use llm_output::{LlmOutput, Options};
use llm_output_matrix_tests::Name;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Plain {
    before: u8,
    text: String,
    after: Option<bool>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(deny_unknown_fields, default)]
struct Closed {
    aliased_field: bool,
    name: Option<Name>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
enum WithOther {
    First,
    #[serde(other)]
    Other,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(deny_unknown_fields)]
#[llm(external)]
enum ClosedUnion {
    Held(u8),
    Nothing,
}

/// serde takes the document, so it is read to the same value and without a repair.
fn taken<'t, T: LlmOutput + Deserialize<'t> + PartialEq + Debug>(text: &'t str) {
    let parsed = T::parse_llm_with(text, &Options::exact()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed.value, serde_json::from_str(text).expect("serde takes it"));
}

/// serde refuses the document, and so does a reader that takes no repair.
fn refused<'t, T: LlmOutput + Deserialize<'t> + Debug>(text: &'t str) {
    assert!(serde_json::from_str::<T>(text).is_err());
    let parsed = T::parse_llm_with(text, &Options::exact());
    assert!(parsed.is_err(), "{text}: {parsed:?}");
}

#[test]
fn a_key_may_be_empty_or_long() {
    taken::<Plain>(r#"{"before": 1, "text": "a", "": "b"}"#);
    taken::<Plain>(r#"{"before": 1, "text": "a","":"b", "after": true}"#);
    taken::<Plain>(r#"{"text": "a", "": [], "before": 1}"#);
    taken::<Closed>(r#"{"name": "not-found"}"#);
    let long = "k\\u00e9y ".repeat(100);
    taken::<Plain>(&format!(r#"{{"text": "a", "{long}": "b", "before": 1}}"#));
}

#[test]
fn a_key_that_is_nearly_a_field_with_a_value_of_another_kind_is_an_unknown_key() {
    taken::<Plain>(r#"{"before": 1, "text": "a", "aftr": "b"}"#);
    refused::<Closed>(r#"{"name": "not-found", "aliaed_field": "x"}"#);
    refused::<Closed>(r#"{"aliaed_field": [1], "aliased_field": true}"#);
    refused::<Plain>(r#"{"before": 1, "text": "a", "afterx": alse}"#);
}

#[test]
fn a_number_and_null_are_no_names() {
    taken::<WithOther>(r#""Second""#);
    refused::<WithOther>("117");
    refused::<WithOther>("null");
    taken::<Option<WithOther>>("null");
    refused::<Option<WithOther>>("117");
}

#[test]
fn unknown_keys_beside_the_key_of_a_variant_are_refused_where_that_is_declared() {
    taken::<ClosedUnion>(r#"{"Held": 1}"#);
    taken::<ClosedUnion>(r#""Nothing""#);
    refused::<ClosedUnion>(r#"{"Held": 1, "more": 2}"#);
}
