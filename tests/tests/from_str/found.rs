//! Texts that came out otherwise through serde than by the derive, or were refused where `serde_json` takes them.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_output::{LlmOutput, Options, from_str, from_str_with};
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

#[test]
fn what_stands_beside_the_key_of_a_variant_is_passed_over() {
    let label = || Shape::Label("x".into());
    reads(
        r#"{"$comment": [1, {"a": 2}], "Label": "x"}"#,
        &label(),
        &["$: junk_removed"],
    );
    reads(
        r#"{"label": "x", "$comment": [1, {"a": 2}]}"#,
        &label(),
        &["Label: key_case", "$: junk_removed"],
    );
    reads(
        r#"[{"a": 1, "b": "Point", "Label": "x"}]"#,
        &vec![label()],
        &["[0]: junk_removed"; 2],
    );
    let error = from_str::<Shape>(r#"{"Label": "x", "Point": null}"#).unwrap_err();
    assert!(
        error.to_string().contains("one key, which names the variant"),
        "{error}"
    );
    let error = from_str::<Shape>(r#"{"a": 1, "b": 2}"#).unwrap_err();
    assert_eq!(error.kind(), llm_output::ErrorKind::UnrecognizedShape);
    // A variant that stands for all other names takes one of them, not any object.
    let error = from_str::<Vec<Open>>(r#"["Known", {"a": null, "b": 2}]"#).unwrap_err();
    assert!(
        error.to_string().contains("one key, which names the variant"),
        "{error}"
    );
}

#[derive(Debug, PartialEq, Deserialize)]
enum Open {
    Known,
    #[serde(other)]
    Other,
}

#[test]
fn a_text_that_looks_like_an_object_is_a_name_where_a_variant_stands_for_every_other() {
    reads(
        r#"["Known", "{ }, {", "{\"Known\": 1}"]"#,
        &vec![Open::Known, Open::Other, Open::Other],
        &[],
    );
    reads(
        r#"["{\"Label\": \"x\"}"]"#,
        &vec![Shape::Label("x".into())],
        &["[0]: unwrap_string_object"],
    );
    let keys: BTreeMap<String, Shape> = BTreeMap::from([("a".into(), Shape::Label("x".into()))]);
    reads(r#"{"a": "{\"Label\": \"x\"}"}"#, &keys, &["a: unwrap_string_object"]);
}

#[test]
fn several_words_in_a_list_are_no_name() {
    assert!(from_str::<Open>("[nul,null]").is_err());
    reads(
        "[known]",
        &Open::Known,
        &["$: envelope_unwrapped", "$: enum_case", "$: unquoted_value"],
    );
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    from: u8,
}

#[test]
fn a_key_that_is_denied_is_told_without_a_value_too() {
    let error = from_str::<Closed>(r#"{"from": 1, "more":}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "more");
}

#[derive(Debug, PartialEq, Deserialize)]
struct Inner {
    title: String,
    weight: u8,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Outer {
    id: u8,
    #[serde(flatten)]
    inner: Inner,
}

#[test]
fn a_misspelt_key_of_a_flattened_member_is_taken_for_it_where_it_is_missing() {
    let outer = |id, weight| Outer {
        id,
        inner: Inner {
            title: "a".into(),
            weight,
        },
    };
    reads(
        r#"{"id": 1, "titel": "b", "Title": "a", "weight": 2}"#,
        &outer(1, 2),
        &["title: key_case"],
    );
    reads(
        r#"{"id": 1, "titles": "a", "weigth": 5, "weight": 2}"#,
        &outer(1, 2),
        &["title: key_fuzzy"],
    );
    // A key in its own spelling counts, wherever it stands.
    reads(
        r#"[{"id": 1, "Title": "a", "weight": 2}, {"id": 2, "Title": "b", "titles": "c", "title": "a", "weight": 3}]"#,
        &vec![outer(1, 2), outer(2, 3)],
        &["[0].title: key_case"],
    );
}

#[test]
fn the_separators_of_a_name_do_not_make_it_long_enough_to_be_misspelt() {
    #[derive(Debug, Deserialize)]
    struct Axes {
        #[serde(rename = "a_b_c")]
        _axes: u8,
    }

    #[derive(Debug, Deserialize)]
    struct Plot {
        #[serde(flatten)]
        _axes: Axes,
    }

    assert!(from_str::<Plot>(r#"{"A B C": 1}"#).is_ok());
    assert!(from_str::<Plot>(r#"{"a_b_d": 1}"#).is_err());
}

#[derive(Debug, PartialEq, Deserialize)]
struct Flags {
    title: String,
    #[serde(default)]
    visible: bool,
}

#[test]
fn the_spelling_of_a_key_is_told_whose_value_counts_as_absent() {
    let flags = Flags {
        title: "a".into(),
        visible: false,
    };
    reads(
        r#"{"title": "a", "Visible": ""}"#,
        &flags,
        &["visible: key_case", "visible: drop_null"],
    );
    reads(
        r#"{"title": "a", "visble": null}"#,
        &flags,
        &["visible: key_fuzzy", "visible: drop_null"],
    );
}

#[derive(Debug, PartialEq, Deserialize)]
struct Team {
    members: Vec<Inner>,
}

#[test]
fn a_misspelt_key_keeps_a_value_of_which_parts_are_left_out() {
    let text = r#"{"membrs": [{"title": "a", "weight": 1}, {"title": "b", "weight": "x"}]}"#;
    let parsed = from_str_with::<Team>(text, &Options::lenient()).unwrap();
    assert_eq!(parsed.value.members.len(), 1);
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["members: key_fuzzy", "members[1]: dropped_invalid_element"]);
}

#[test]
fn a_key_with_nothing_but_a_comment_behind_it_is_left_out() {
    for text in [
        "{\"a\": \"b\", \"c\": // d\"\n}",
        "{\"a\": \"b\", \"c\": /* d */, \"e\": \"f\"}",
    ] {
        let derived = BTreeMap::<String, String>::parse_llm(text).unwrap();
        let told: Vec<String> = derived.repairs().iter().map(ToString::to_string).collect();
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        reads(text, &derived.value, &told);
    }
}

/// Bytes, which serde reads from a list of numbers or from a string.
#[derive(Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut bytes: A) -> Result<Bytes, A::Error> {
                let mut all = Vec::new();
                while let Some(byte) = bytes.next_element()? {
                    all.push(byte);
                }
                Ok(Bytes(all))
            }
        }

        deserializer.deserialize_byte_buf(Visitor)
    }
}

#[derive(Debug, PartialEq, Deserialize)]
struct Packet {
    raw: Bytes,
}

#[test]
fn bytes_are_a_list_of_numbers_whatever_precedes_it() {
    for (text, repair) in [
        ("{\"raw\": \u{a0}[0, 7]}", "raw: unusual_space"),
        ("{\"raw\":/* of them */ [0, 7]}", "raw: comment_removed"),
    ] {
        reads(text, &Packet { raw: Bytes(vec![0, 7]) }, &[repair]);
    }
    reads(
        "{\"raw\": \u{a0}[9]}",
        &Packet { raw: Bytes(vec![9]) },
        &["raw: unusual_space"],
    );
}
