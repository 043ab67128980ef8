//! Every shape that serde reads: on valid text as `serde_json`, on broken text with repairs.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use llm_output::{ErrorKind, Options, RepairKind, Severity, from_str, from_str_with};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Reads like `serde_json`, without a repair.
fn same<'de, T: Deserialize<'de> + PartialEq + Debug>(text: &'de str) -> T {
    let expected: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let parsed = from_str::<T>(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(parsed.is_exact(), "{:?}\n{text}", parsed.repairs());
    assert_eq!(parsed.value, expected, "{text}");
    parsed.value
}

/// Reads as `expected`, with these repairs.
fn repaired<'de, T: Deserialize<'de> + PartialEq + Debug>(text: &'de str, expected: &T, repairs: &[&str]) {
    let parsed = from_str::<T>(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(parsed.value, *expected, "{text}");
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(told, repairs, "{text}");
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Shape {
    Point,
    Radius(f64),
    Pair(i32, String),
    Rect { width: u32, height: u32 },
    Maybe(Option<u8>),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Internal {
    Stop,
    Move { by: i64, fast: Option<bool> },
    Say(Said),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Said {
    text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    Number(u64),
    Both(u8, u8),
    Named { a: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Said(Said),
    List(Vec<u8>),
    Nothing,
}

#[test]
fn enums_of_all_four_representations() {
    for text in [
        r#""Point""#,
        r#"{"Radius": 1.5}"#,
        r#"{"Radius": 2}"#,
        r#"{"Pair": [1, "a"]}"#,
        r#"{"Rect": {"height": 2, "width": 1}}"#,
        r#"{"Maybe": null}"#,
        r#"{"Maybe": 3}"#,
        r#"{"Point": null}"#,
    ] {
        same::<Shape>(text);
        same::<Vec<Shape>>(&format!("[{text}, {text}]"));
        same::<BTreeMap<String, Shape>>(&format!("{{\"k\": {text}}}"));
    }
    for text in [
        r#"{"type": "stop"}"#,
        r#"{"by": -3, "type": "move"}"#,
        r#"{"type": "move", "by": 3, "fast": true, "more": [1, {"a": null}]}"#,
        r#"{"text": "a\"b", "type": "say"}"#,
    ] {
        same::<Internal>(text);
        same::<Vec<Internal>>(&format!("[{text}, {text}]"));
    }
    for text in [
        r#"{"t": "Unit"}"#,
        r#"{"t": "Number", "c": 18446744073709551615}"#,
        r#"{"c": 7, "t": "Number"}"#,
        r#"{"t": "Both", "c": [1, 2]}"#,
        r#"{"c": {"a": "x"}, "t": "Named"}"#,
    ] {
        same::<Adjacent>(text);
    }
    for text in ["-3", r#""x""#, r#"{"text": "x"}"#, "[1, 2]", "null"] {
        same::<Untagged>(text);
        same::<Vec<Untagged>>(&format!("[{text}, {text}]"));
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
struct Newtype(u32);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair(i8, String);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Key {
    FirstOne,
    Other,
}

#[test]
fn scalars_and_containers() {
    same::<u128>("340282366920938463463374607431768211455");
    same::<i128>("-170141183460469231731687303715884105728");
    same::<Vec<u128>>("[0, 18446744073709551616]");
    same::<Vec<f64>>("[-0.0, 1e-7, 0.1, 123456789012345678901234567890, -0]");
    same::<Vec<f32>>("[0.1, 16777217, 3.4e38]");
    same::<char>(r#""é""#);
    same::<Vec<char>>(r#"["a", "\n"]"#);
    same::<()>("null");
    same::<Unit>("null");
    same::<Newtype>("7");
    same::<Pair>(r#"[-1, "a"]"#);
    same::<(u8, Option<bool>, (String,))>(r#"[1, null, ["x"]]"#);
    same::<[u8; 3]>("[1, 2, 3]");
    same::<[u8; 0]>("[]");
    same::<Option<Option<u8>>>("null");
    same::<Box<Option<Box<str>>>>(r#""x""#);
    assert_eq!(same::<Result<u8, String>>(r#"{"Ok": 1}"#), Ok(1));
    assert_eq!(same::<Result<u8, String>>(r#"{"Err": "no"}"#), Err("no".into()));
    same::<std::ops::Range<u32>>(r#"{"start": 1, "end": 2}"#);
    same::<std::time::Duration>(r#"{"secs": 1, "nanos": 2}"#);
    same::<std::net::IpAddr>(r#""127.0.0.1""#);
    same::<std::num::NonZeroU8>("3");
    same::<std::path::PathBuf>(r#""/tmp/a""#);
    same::<Value>(r#"{"b": [1, -2, 3.5, "x\u0041", null, true], "a": {"": {}}}"#);
    same::<serde::de::IgnoredAny>("3");
}

#[test]
fn keys_of_every_kind() {
    same::<BTreeMap<u64, String>>(r#"{"1": "a", "18446744073709551615": "b"}"#);
    same::<HashMap<i8, u8>>(r#"{"-1": 1, "5": 2}"#);
    same::<BTreeMap<u128, u8>>(r#"{"340282366920938463463374607431768211455": 1}"#);
    same::<BTreeMap<bool, u8>>(r#"{"true": 1, "false": 2}"#);
    same::<BTreeMap<Key, u8>>(r#"{"first-one": 1, "other": 2}"#);
    same::<BTreeMap<Newtype, u8>>(r#"{"3": 1}"#);
    same::<BTreeMap<char, u8>>(r#"{"a": 1}"#);
    same::<BTreeMap<Option<String>, u8>>(r#"{"a": 1}"#);
    same::<BTreeMap<String, BTreeMap<String, Vec<u8>>>>(r#"{"a\"b": {"c": [1]}, "": {}}"#);
    repaired::<BTreeMap<Key, u8>>(
        r#"{"First One": 1}"#,
        &BTreeMap::from([(Key::FirstOne, 1)]),
        &[r#"["First One"]: enum_case"#],
    );
    repaired::<BTreeMap<u32, u8>>(
        r#"{"1,000": 1}"#,
        &BTreeMap::from([(1000, 1)]),
        &[r#"["1,000"]: number_in_text"#],
    );
    let error = from_str::<BTreeMap<u8, u8>>(r#"{"300": 1}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.violations()[0].path().to_string(), "300");
}

#[derive(Debug, PartialEq, Deserialize)]
struct Borrowed<'a> {
    text: &'a str,
    #[serde(borrow)]
    cow: Cow<'a, str>,
    bytes: &'a [u8],
    rest: Option<&'a str>,
}

#[test]
fn text_is_borrowed_where_it_stands_there_as_it_is() {
    let text = String::from(r#"{"text": "plain", "cow": "a\nb", "bytes": "raw", "rest": null}"#);
    let value = same::<Borrowed<'_>>(&text);
    assert!(text.as_bytes().as_ptr_range().contains(&value.text.as_ptr()));
    assert!(matches!(value.cow, Cow::Owned(_)));
    let fenced = format!("Here:\n```json\n{}\n```", text.replace("a\\nb", "ab"));
    let parsed = from_str::<Borrowed<'_>>(&fenced).unwrap();
    assert!(matches!(parsed.value.cow, Cow::Borrowed("ab")));
    // What has to be decoded cannot be borrowed, as in serde_json.
    let error = from_str::<Borrowed<'_>>(r#"{"text": "a\tb", "cow": "", "bytes": "", "rest": null}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "text");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Outer {
    id: u32,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Inner {
    name: String,
    #[serde(default)]
    tags: Vec<String>,
}

#[test]
fn flattened_members() {
    same::<Outer>(r#"{"name": "x", "more": [1, {"a": 2}], "id": 3, "tags": ["a"], "y": null}"#);
    let parsed = from_str::<Outer>("{'name': 'x', id: 3, \"tags\": [\"a\",], \"y\": True}").unwrap();
    assert_eq!(parsed.value.inner.name, "x");
    assert_eq!(parsed.value.rest["y"], json!(true));
    // The keys of flattened members show once one is missed.
    let parsed = from_str::<Outer>(r#"{"Name": "x", "ID": 3}"#).unwrap();
    assert_eq!((parsed.value.id, &*parsed.value.inner.name), (3, "x"));
    let error = from_str::<Outer>(r#"{"id": 3}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "name");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(default)]
struct AllDefault {
    a: u8,
    b: String,
}

impl Default for AllDefault {
    fn default() -> Self {
        Self {
            a: 7,
            b: "b".to_owned(),
        }
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    a: u8,
    #[serde(alias = "bee", alias = "BB")]
    b: Option<String>,
}

#[test]
fn attributes_of_serde_hold() {
    same::<AllDefault>(r#"{"a": 1}"#);
    repaired(
        r#"{"a": null, "b": "x"}"#,
        &AllDefault { a: 7, b: "x".into() },
        &["a: drop_null"],
    );
    same::<Strict>(r#"{"a": 1, "bee": "x"}"#);
    let error = from_str::<Strict>(r#"{"a": 1, "c": 2, "d": 3}"#).unwrap_err();
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["c", "d"]);
    assert!(error.violations()[0].expected().contains("only the keys"), "{error}");
    repaired(
        r#"{"a": 1, "b": "x", "bee": "y"}"#,
        &Strict {
            a: 1,
            b: Some("y".into()),
        },
        &["b: duplicate_key"],
    );
    repaired(r#"{"a": 1, "a": 2}"#, &Strict { a: 2, b: None }, &["a: duplicate_key"]);
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    High,
    Low,
    #[serde(other)]
    Other,
}

#[test]
fn names_are_repaired_before_a_variant_for_others_takes_them() {
    same::<Vec<Level>>(r#"["high", "unheard of"]"#);
    repaired::<Level>(r#""HIGH""#, &Level::High, &["$: enum_case"]);
    repaired::<Key>("Other", &Key::Other, &["$: enum_case", "$: unquoted_value"]);
    repaired::<Key>(r#""It is first-one.""#, &Key::FirstOne, &["$: enum_in_text"]);
    let error = from_str::<Vec<Key>>(r#"["first-one", "third", "none"]"#).unwrap_err();
    assert_eq!(error.violations().len(), 2, "{error:?}");
    assert_eq!(error.violations()[1].expected(), r#"one of "first-one", "other""#);
    repaired::<Vec<Internal>>(
        r#"[{"type": "MOVE", "by": 1}, {"Type": "stop"}]"#,
        &vec![Internal::Move { by: 1, fast: None }, Internal::Stop],
        &["[0].type: enum_case", "[1].type: key_case"],
    );
    repaired::<Adjacent>(
        r#"{"T": "number", "C": "7"}"#,
        &Adjacent::Number(7),
        &["t: key_case", "t: enum_case", "c: key_case", "c: string_to_number"],
    );
    repaired::<Shape>(
        r#"{"rect": {"Width": "3", "height": 4.0}}"#,
        &Shape::Rect { width: 3, height: 4 },
        &[
            "Rect: key_case",
            "Rect.width: key_case",
            "Rect.width: string_to_number",
            "Rect.height: float_to_int",
        ],
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[test]
fn what_stands_inside_itself_goes_as_deep_as_serde_json_does() {
    let nested =
        |depth: usize| r#"{"name": "x", "children": ["#.repeat(depth) + r#"{"name": "leaf"}"# + &"]}".repeat(depth);
    same::<Tree>(&nested(60));
    let error = from_str::<Tree>(&nested(64)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert!(error.to_string().contains("no more than 128 levels"), "{error}");
    for depth in [1_000, 100_000] {
        assert!(from_str::<Tree>(&nested(depth)).is_err());
        assert!(from_str::<Value>(&"[".repeat(depth)).is_err());
        assert!(from_str::<Value>(&format!("[{}1{}]", "(".repeat(depth), ")".repeat(depth))).is_err());
        assert!(from_str_with::<Value>(&"{\"a\":".repeat(depth), &Options::lenient()).is_err());
    }
}

#[test]
fn every_violation_is_told() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "it is never made")]
    struct Line {
        article: String,
        quantity: u8,
        level: Key,
        price: f64,
        note: Option<String>,
    }
    let text = r#"[
        {"article": "a", "quantity": 300, "level": "third", "price": "much"},
        {"article": "b", "quantity": 3.7, "level": "other", "price": 1, "note": 5},
        {"quantity": "x", "price": 1}
    ]"#;
    let error = from_str::<Vec<Line>>(text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(
        paths,
        [
            "[0].quantity",
            "[0].level",
            "[0].price",
            "[1].quantity",
            "[2].article",
            "[2].level",
            "[2].quantity"
        ]
    );
    assert!(
        error
            .feedback()
            .contains("[0].quantity: expected a whole number from 0 to 255, found 300")
    );
}

#[test]
fn a_visitor_of_the_users_own_says_what_it_wants() {
    let error = from_str::<Vec<std::net::Ipv4Addr>>(r#"["127.0.0.1", "x"]"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "[1]");
    assert_eq!(error.violations()[0].expected(), "invalid IPv4 address syntax");
    assert_eq!(error.violations()[0].found(), r#""x""#);
    assert!(
        error
            .feedback()
            .contains(r#"- [1]: got "x": invalid IPv4 address syntax"#),
        "{}",
        error.feedback()
    );
    let error = from_str::<Vec<std::num::NonZeroU8>>("[1, 0]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "[1]: expected a nonzero u8, found 0 (line 1, column 5)"
    );
}

#[test]
fn lenient_options_fill_in_and_leave_out() {
    let parsed = from_str_with::<Vec<Inner>>(
        r#"[{"tags": ["a"]}, {"name": 1, "tags": []}, {"name": {"type": "string"}}]"#,
        &Options::lenient(),
    )
    .unwrap();
    assert_eq!(parsed.value.len(), 2);
    assert_eq!(parsed.value[0].name, "");
    let kinds: Vec<_> = parsed.repairs().iter().map(llm_output::Repair::kind).collect();
    assert_eq!(
        kinds,
        [
            RepairKind::MissingToDefault,
            RepairKind::NumberToString,
            RepairKind::DroppedInvalidElement
        ]
    );
    let error = from_str::<Inner>(r#"{"tags": []}"#).unwrap_err();
    assert_eq!(error.would_need(), Some(Severity::Invented));
    assert_eq!(error.violations()[0].path().to_string(), "name");
}

#[test]
fn it_is_found_wherever_it_stands() {
    repaired::<Inner>(
        "<think>{\"name\": \"draft\"}</think>Sure:\n```json\n{\"name\": \"x\",}\n```\nDone.",
        &Inner {
            name: "x".into(),
            tags: vec![],
        },
        &[
            "$: reasoning_block_skipped",
            "$: prose_trimmed",
            "$: fence_unwrapped",
            "$: extra_comma",
        ],
    );
    repaired::<Inner>(
        r#"{"result": {"name": "x"}}"#,
        &Inner {
            name: "x".into(),
            tags: vec![],
        },
        &["$: envelope_unwrapped"],
    );
    assert_eq!(
        from_str::<Inner>("I cannot do that.").unwrap_err().kind(),
        ErrorKind::Prose
    );
    assert_eq!(from_str::<Inner>("").unwrap_err().kind(), ErrorKind::Empty);
    assert_eq!(
        from_str::<Inner>(r#"{"error": "no"}"#).unwrap_err().kind(),
        ErrorKind::UnrecognizedShape
    );
    assert_eq!(
        from_str::<Inner>(r#"{"name": "x", "tags": ["a"#).unwrap_err().kind(),
        ErrorKind::Truncated
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c", deny_unknown_fields)]
enum Closed {
    Unit,
    Counts(BTreeMap<String, u8>),
    #[serde(other)]
    Unknown,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Open {
    Stop,
    #[serde(other)]
    Unknown,
}

#[test]
fn what_serde_refuses_of_a_tagged_enum_is_not_read_without_a_repair() {
    fn refuses<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) {
        assert!(serde_json::from_str::<T>(text).is_err(), "{text}");
        let read = from_str::<T>(text);
        assert!(!read.is_ok_and(|parsed| parsed.is_exact()), "{text}");
    }
    refuses::<Open>(r#"{"type": 0}"#);
    refuses::<Open>(r#"{"type": 12, "x": 1}"#);
    refuses::<Closed>(r#"{"t": 0}"#);
    refuses::<Closed>(r#"{"t": "Unit", "$comment": 1}"#);
    refuses::<Closed>(r#"{"t": "Counts", "cc": true}"#);
    refuses::<Closed>(r#"{"t": "Counts"}"#);
    refuses::<Adjacent>(r#"{"t": "Number", "C": "x"}"#);
    assert_eq!(from_str::<Open>(r#"{"type": "gone"}"#).unwrap().value, Open::Unknown);
    assert_eq!(from_str::<Closed>(r#"{"t": "gone"}"#).unwrap().value, Closed::Unknown);
}

#[test]
fn an_optional_field_in_the_style_of_a_respelled_key_is_not_dropped_in_silence() {
    let severity = |text: &str| from_str::<Internal>(text).expect(text).severity();
    let guess = Some(llm_output::Severity::Guess);
    // serde does not say that `fast` is a field.
    for text in [
        r#"{"Type": "move", "By": 3, "Fast": true}"#,
        r#"{"TYPE": "move", "BY": 3, "FAST": true}"#,
        r#"{"type:": "move", "by:": 3, "fast:": true}"#,
        r#"{"__type__": "move", "__by__": 3, "__fast__": true}"#,
    ] {
        assert!(severity(text) >= guess, "{text}");
    }
    for text in [
        r#"{"Type": "move", "By": 3, "fast": true}"#,
        r#"{"type": "move", "BY": 3, "more": true}"#,
    ] {
        assert!(severity(text) < guess, "{text}");
    }
}

#[test]
fn the_keys_of_a_map_are_not_converted_in_silence() {
    for text in [r#"{"1.0": "a"}"#, r#"{"1e1": "a"}"#, r#"{"1": "a", "1.0": "b"}"#] {
        assert!(serde_json::from_str::<BTreeMap<u32, String>>(text).is_err(), "{text}");
        let read = from_str::<BTreeMap<u32, String>>(text);
        assert!(!read.is_ok_and(|parsed| parsed.is_exact()), "{text}");
    }
    for text in [r#"{"a": 1,, "a": 2}"#, r#"{"a": 1, 'a': 2}"#] {
        let read = from_str::<BTreeMap<String, i64>>(text).expect(text);
        assert!(read.severity() >= Some(llm_output::Severity::Guess), "{text}");
    }
    let read = from_str::<BTreeMap<u32, String>>(r#"{"1": "a", "+1": "b",}"#);
    assert!(!read.is_ok_and(|parsed| parsed.severity() < Some(llm_output::Severity::Guess)));
    same::<BTreeMap<u32, String>>(r#"{"1": "a", "1": "b"}"#);
    same::<BTreeMap<String, f64>>(r#"{"1.0": 1, "1e1": 2}"#);
}
