//! What a visitor of another crate's type has against a value: told once, at the value, in words that say what to do.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU8;

use llm_output::{ErrorKind, Options, ParseError, from_str, from_str_with};
use serde::Deserialize;

/// Every violation in one line.
fn told(error: &ParseError) -> Vec<String> {
    error.violations().iter().map(ToString::to_string).collect()
}

#[derive(Debug, PartialEq, Deserialize)]
struct Host {
    name: String,
    address: IpAddr,
    port: NonZeroU8,
}

#[test]
fn a_missing_member_that_cannot_be_made_up_is_told_at_the_member() {
    for options in [Options::default(), Options::lenient()] {
        let error = from_str_with::<Host>(r#"{"name": "a", "port": 1}"#, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema);
        assert_eq!(told(&error), ["missing required field `address`"]);
        assert!(error.repairs().is_empty(), "{:?}", error.repairs());
    }
    let error = from_str::<Host>(r#"{"name": "a", "address": "::1"}"#).unwrap_err();
    assert_eq!(told(&error), ["missing required nonzero u8 `port`"]);
}

/// Its members are handed over one by one, with those of another type among them.
#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    host: Host,
}

#[test]
fn a_missing_member_of_a_flattened_type_is_told_at_the_member() {
    let error = from_str::<Flat>(r#"{"id": 1, "name": "a", "port": 1}"#).unwrap_err();
    assert_eq!(told(&error), ["missing required field `address`: IP address"]);
}

#[test]
fn a_stand_in_that_a_visitor_refuses_is_not_told_again() {
    let error = from_str::<NonZeroU8>("[[1], [2]]").unwrap_err();
    assert_eq!(told(&error).len(), 1, "{:?}", told(&error));
    let error = from_str::<Vec<NonZeroU8>>(r#"[1, "x"]"#).unwrap_err();
    assert_eq!(
        told(&error),
        [r#"[1]: expected a whole number from 0 to 255, found "x""#]
    );
    let error = from_str::<Vec<IpAddr>>(r#"["::1", {"a": 1, "b": 2}]"#).unwrap_err();
    assert_eq!(told(&error), [r#"[1]: expected a string, found {"a": 1, "b": 2}"#]);
    let error = from_str::<BTreeMap<NonZeroU8, u8>>(r#"{"1": 1, "x": 2}"#).unwrap_err();
    assert_eq!(told(&error), ["x: expected a whole number from 0 to 255, found x"]);
    let error = from_str::<BTreeMap<String, Host>>(r#"{"a": 7, "b": "x"}"#).unwrap_err();
    assert_eq!(told(&error)[0], "a: expected an object, found 7");
    assert!(
        error.violations().iter().all(|violation| !violation.path().is_root()),
        "{:?}",
        told(&error)
    );
}

#[derive(Debug, PartialEq, Deserialize)]
struct Padded {
    name: String,
    padding: [u8; 0],
    pair: Option<(u8, u8)>,
}

#[test]
fn a_list_of_nothing_is_made_up_where_it_is_missing() {
    let parsed = from_str_with::<Padded>(r#"{"name": "a"}"#, &Options::lenient()).unwrap();
    assert_eq!(parsed.value.name, "a");
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["padding: missing_to_default"]);
    let error = from_str::<Padded>(r#"{"name": "a"}"#).unwrap_err();
    assert_eq!(error.would_need(), Some(llm_output::Severity::Invented));
}

/// Its visitor speaks at length.
#[derive(Debug)]
struct Wordy;

impl<'de> Deserialize<'de> for Wordy {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Err(serde::de::Error::custom(format!("not this:\n\t{}", text.repeat(1_000))))
    }
}

#[test]
fn what_a_visitor_says_stands_on_one_line_and_is_shortened() {
    let error = from_str::<Vec<Wordy>>(r#"["abc"]"#).unwrap_err();
    assert!(!error.to_string().contains(['\n', '\t']), "{error}");
    assert!(
        error.to_string().starts_with(r#"[0]: got "abc": not this: abcabc"#),
        "{error}"
    );
    assert!(error.to_string().len() < 400, "{error}");
}

/// Made of a text that was read, by a rule of its own.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct Short(String);

impl TryFrom<String> for Short {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.len() < 4 {
            Ok(Self(text))
        } else {
            Err("too long")
        }
    }
}

#[derive(Debug, PartialEq, Deserialize)]
struct Labels {
    first: Short,
    all: Vec<Short>,
    #[serde(default)]
    by_name: BTreeMap<String, Short>,
}

#[test]
fn what_a_conversion_refuses_is_told_at_its_value() {
    let text = r#"{"first": "a", "all": ["b", "lengthy", "c"], "by_name": {"d": "e", "f": "lengthy"}}"#;
    let error = from_str::<Labels>(text).unwrap_err();
    assert_eq!(told(&error)[0], r#"all[1]: got "lengthy": too long"#);
    let error = from_str::<Labels>(r#"{"first": "lengthy", "all": []}"#).unwrap_err();
    assert_eq!(told(&error), [r#"first: got "lengthy": too long"#]);
    let parsed = from_str_with::<Labels>(text, &Options::lenient()).unwrap();
    assert_eq!(parsed.value.all, [Short("b".into()), Short("c".into())]);
    assert_eq!(parsed.value.by_name.len(), 1);
    let kinds: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(
        kinds,
        ["all[1]: dropped_invalid_element", "by_name.f: dropped_invalid_element"]
    );
}

#[test]
fn a_key_that_cannot_be_read_is_told_at_its_member() {
    let error = from_str::<BTreeMap<u8, String>>(r#"{"1": "a", "x": "b"}"#).unwrap_err();
    assert_eq!(told(&error), ["x: expected a whole number from 0 to 255, found x"]);
    let text = r#"{"b": {"lengthy": 1, "a": 2}}"#;
    let error = from_str::<BTreeMap<String, BTreeMap<Short, u8>>>(text).unwrap_err();
    assert_eq!(told(&error), ["b.lengthy: got lengthy: too long"]);
}
