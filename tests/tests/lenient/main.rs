//! `Lenient<T>`: a type that is read with repairs wherever serde reads one.

mod values;

use std::collections::BTreeMap;

use llm_output::lenient::{Calls, Everything, Exact, Lenient, Preset};
use llm_output::{LlmOutput, Options, RepairKind, Severity};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, LlmOutput)]
struct Search {
    query: String,
    limit: u32,
    tags: Vec<String>,
    level: Option<Level>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, LlmOutput)]
#[llm(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

fn search() -> Search {
    Search {
        query: "caches".to_owned(),
        limit: 10,
        tags: vec!["a".to_owned()],
        level: Some(Level::High),
    }
}

const MESSY: &str = r#"{"query": "caches", "limit": "10", "tags": "[\"a\"]", "level": "HIGH"}"#;

fn messy() -> Value {
    serde_json::from_str(MESSY).expect("it is JSON")
}

fn repairs<T, P>(read: &Lenient<T, P>) -> Vec<String> {
    read.repairs().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn is_repaired(read: &Lenient<Search>) {
    assert_eq!(**read, search());
    assert_eq!(
        repairs(read),
        [
            "limit: string_to_number",
            "tags: unwrap_string_array",
            "level: enum_case"
        ]
    );
    assert!(read.repairs().iter().all(|repair| repair.span() == (0..0)));
}

#[test]
fn serde_json_reads_text_bytes_readers_and_values() {
    is_repaired(&serde_json::from_str(MESSY).expect("text"));
    is_repaired(&serde_json::from_slice(MESSY.as_bytes()).expect("bytes"));
    is_repaired(&serde_json::from_reader(MESSY.as_bytes()).expect("a reader"));
    is_repaired(&serde_json::from_value(messy()).expect("a value"));
    is_repaired(&Lenient::deserialize(&messy()).expect("a borrowed value"));
}

#[derive(Debug, Deserialize)]
struct Call {
    name: String,
    arguments: Lenient<Search>,
}

#[derive(Debug, Deserialize)]
struct Flat {
    name: String,
    #[serde(flatten)]
    arguments: Lenient<Search>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Either {
    Search(Lenient<Search, Calls>),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "name", content = "arguments")]
enum Named {
    Search(Lenient<Search>),
}

#[test]
fn it_is_a_field_an_element_and_a_variant_of_types_of_serde() {
    let call: Call = serde_json::from_value(json!({"name": "search", "arguments": messy()})).expect("a field");
    assert_eq!(call.name, "search");
    is_repaired(&call.arguments);

    let calls: Vec<Lenient<Search>> = serde_json::from_str(&format!("[{MESSY}, {MESSY}]")).expect("a list");
    calls.iter().for_each(is_repaired);

    let map: BTreeMap<String, Lenient<Search>> = serde_json::from_str(&format!("{{\"a\": {MESSY}}}")).expect("a map");
    is_repaired(&map["a"]);

    let optional: Option<Lenient<Search>> = serde_json::from_str("null").expect("an option");
    assert!(optional.is_none());

    let mut flat = messy();
    flat["name"] = "search".into();
    let flat: Flat = serde_json::from_value(flat).expect("flattened");
    assert_eq!(flat.name, "search");
    is_repaired(&flat.arguments);

    let either: Either = serde_json::from_str(MESSY).expect("untagged");
    let Either::Search(read) = either else {
        panic!("{either:?}")
    };
    assert_eq!(*read, search());
    let either: Either = serde_json::from_str("\"hello\"").expect("untagged");
    assert!(matches!(either, Either::Text(text) if text == "hello"));

    let Named::Search(read) =
        serde_json::from_value(json!({"arguments": messy(), "name": "Search"})).expect("adjacently tagged");
    is_repaired(&read);
}

#[test]
fn other_formats_are_read_in_the_same_way() {
    let yaml = "query: caches\nlimit: '10'\ntags: '[\"a\"]'\nlevel: HIGH\n";
    is_repaired(&serde_yaml_ng::from_str(yaml).expect("YAML"));
    let toml = "query = 'caches'\nlimit = '10'\ntags = '[\"a\"]'\nlevel = 'HIGH'\n";
    is_repaired(&toml::from_str(toml).expect("TOML"));
    let mut cbor = Vec::new();
    ciborium::into_writer(&messy(), &mut cbor).expect("CBOR is written");
    is_repaired(&ciborium::from_reader(cbor.as_slice()).expect("CBOR"));
    let deserializer = &mut serde_json::Deserializer::from_str(MESSY);
    is_repaired(&serde_path_to_error::deserialize(deserializer).expect("JSON with a path"));
}

#[test]
fn what_json_cannot_express_is_written_as_what_it_means() {
    let days: Lenient<BTreeMap<String, String>> =
        toml::from_str("from = 2026-11-22\nto = 2026-11-23T10:00:00Z").expect("dates");
    assert_eq!(days["from"], "2026-11-22");
    assert_eq!(days["to"], "2026-11-23T10:00:00Z");
    assert!(days.is_exact());

    let keys: Lenient<BTreeMap<String, String>> = serde_yaml_ng::from_str("1: one\ntrue: yes\n").expect("keys");
    assert_eq!(keys["1"], "one");

    let error = serde_yaml_ng::from_str::<Lenient<f64>>(".nan").expect_err("not a number");
    assert!(error.to_string().contains("number"), "{error}");
    let read: Lenient<Vec<f64>> = serde_yaml_ng::from_str("[1e300, -0.0, 5e-324, 2.5]").expect("floats");
    assert_eq!(*read, [1e300, -0.0, 5e-324, 2.5]);
    assert!(read.is_exact());

    let mut cbor = Vec::new();
    ciborium::into_writer(&ciborium::Value::Bytes(b"text".to_vec()), &mut cbor).expect("CBOR is written");
    assert_eq!(
        *ciborium::from_reader::<Lenient<String>, _>(cbor.as_slice()).expect("bytes of a string"),
        "text"
    );
    let mut cbor = Vec::new();
    ciborium::into_writer(&ciborium::Value::Bytes(vec![0xff]), &mut cbor).expect("CBOR is written");
    let error = ciborium::from_reader::<Lenient<String>, _>(cbor.as_slice()).expect_err("not a string");
    assert!(error.to_string().contains("a value that JSON can express"), "{error}");
}

#[test]
fn serde_json_hands_over_the_text_so_all_digits_are_kept() {
    let numbers = "[1.10, 12345678901234567.89, 0.1000000000000000000000001]";
    let texts: Lenient<Vec<String>> = serde_json::from_str(numbers).expect("strings");
    assert_eq!(*texts, ["1.10", "12345678901234567.89", "0.1000000000000000000000001"]);
    let decimals: Lenient<Vec<Decimal>> = serde_json::from_str(numbers).expect("decimals");
    assert_eq!(decimals[1].to_string(), "12345678901234567.89");
    let wide: Lenient<Vec<u64>> = serde_json::from_str("[18446744073709551615]").expect("integers");
    assert_eq!(*wide, [u64::MAX]);
}

#[test]
fn a_repeated_key_is_reported() {
    let read: Lenient<Search> =
        serde_json::from_str(r#"{"query": "a", "limit": 1, "limit": 2, "tags": []}"#).expect("read");
    assert_eq!(read.limit, 2);
    assert_eq!(repairs(&read), ["limit: duplicate_key"]);
    let read = serde_json::from_str::<Lenient<Search, Calls>>(r#"{"query": "a", "limit": 1, "limit": 2, "tags": []}"#);
    assert!(read.is_err());
}

#[test]
fn keys_that_formats_use_themselves_are_ordinary_keys_elsewhere() {
    type Texts = Lenient<BTreeMap<String, String>>;
    for key in [
        "$serde_json::private::RawValue",
        "$serde_json::private::Number",
        "$__toml_private_datetime",
    ] {
        let object = json!({key: "1", "other": "2"});
        let read: Texts = serde_json::from_value(object).expect("a map");
        assert_eq!(read.len(), 2, "{key}");
        let mut cbor = Vec::new();
        ciborium::into_writer(&BTreeMap::from([(key, "x"), ("z", "y")]), &mut cbor).expect("CBOR is written");
        let read: Texts = ciborium::from_reader(cbor.as_slice()).expect("a map");
        assert_eq!(read.len(), 2, "{key}");
    }
}

#[test]
fn an_object_with_only_such_a_key_is_an_object() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Kept {
        Object(Lenient<Value, Exact>),
    }
    for key in ["$serde_json::private::Number", "$__toml_private_datetime"] {
        // `serde_json` itself knows only its own key, and only with the feature.
        let object = Value::Object([(key.to_owned(), json!("1"))].into_iter().collect());
        let text = format!(r#"{{"{key}": "1"}}"#);
        let yaml = format!("\"{key}\": \"1\"");
        let mut cbor = Vec::new();
        ciborium::into_writer(&BTreeMap::from([(key, "1")]), &mut cbor).expect("CBOR is written");
        let Kept::Object(kept) = serde_json::from_str(&text).expect("kept content");
        let read: [Lenient<Value, Exact>; 6] = [
            serde_json::from_str(&text).expect("text"),
            serde_json::from_reader(text.as_bytes()).expect("a reader"),
            serde_json::from_value(object.clone()).expect("a value"),
            serde_yaml_ng::from_str(&yaml).expect("YAML"),
            ciborium::from_reader(cbor.as_slice()).expect("CBOR"),
            kept,
        ];
        for (at, read) in read.iter().enumerate() {
            assert_eq!(**read, object, "{key} {at}");
        }
    }
}

/// The text `-0` is the integer 0. A value of `serde_json` holds it as the float `-0.0`, which is one that was converted.
#[test]
fn minus_zero_is_zero() {
    let float_to_int = ["$: float_to_int"];
    for (json, of_text, of_value) in [
        ("0", &[][..], &[][..]),
        ("-0", &[], &float_to_int),
        ("-0.0", &float_to_int, &float_to_int),
    ] {
        let value: Value = serde_json::from_str(json).expect("JSON");
        for (read, expected) in [
            (u64::parse_llm(json).expect("text"), of_text),
            (
                serde_json::from_str::<Lenient<u64>>(json).expect("text").into_parsed(),
                of_text,
            ),
            (u64::from_value(&value).expect("a value"), of_value),
            (
                serde_json::from_value::<Lenient<u64>>(value.clone())
                    .expect("a value")
                    .into_parsed(),
                of_value,
            ),
        ] {
            let reports: Vec<_> = read.repairs().iter().map(ToString::to_string).collect();
            assert_eq!(
                (read.value, &*reports),
                (0, &*expected.iter().map(ToString::to_string).collect::<Vec<_>>()),
                "{json}"
            );
        }
        let exact = serde_json::from_str::<Lenient<u64, Exact>>(json);
        assert_eq!(exact.is_ok(), of_text.is_empty(), "{json}");
        let exact = serde_json::from_value::<Lenient<u64, Exact>>(value.clone());
        assert_eq!(exact.is_ok(), of_value.is_empty(), "{json}");
        let read: Lenient<f64, Exact> = serde_json::from_value(value).expect("a float");
        assert_eq!(read.is_sign_negative(), json.starts_with('-'));
    }
    assert!(u64::parse_llm("-0.5").is_err());
}

/// The content of a string is read like a reply if the type cannot be read from the string itself.
#[test]
fn a_string_is_read_as_itself_or_as_a_reply() {
    let stringified = serde_json::to_string(MESSY).expect("a string");
    let read: Lenient<Search> = serde_json::from_str(&stringified).expect("an object in a string");
    assert_eq!(*read, search());
    assert_eq!(read.repairs().len(), 4);
    assert_eq!(repairs(&read)[0], "$: unwrap_string_object");

    let fenced = serde_json::to_string(&format!("Here you go:\n```json\n{MESSY}\n```\nDone.")).expect("a string");
    let read: Lenient<Search> = serde_json::from_str(&fenced).expect("a reply in a string");
    assert_eq!(*read, search());
    assert_eq!(
        repairs(&read)[..3],
        ["$: unwrap_string_object", "$: prose_trimmed", "$: fence_unwrapped"]
    );
    assert!(read.repairs().iter().all(|repair| repair.span() == (0..0)));

    for text in [
        "hello",
        "{\"a\": 1}",
        "[1]",
        "",
        "null",
        "\"quoted\"",
        "```json\n\"x\"\n```",
    ] {
        let read: Lenient<String> = serde_json::from_value(text.into()).expect("a string is itself");
        assert_eq!(*read, text);
        assert!(read.is_exact());
    }
    assert_eq!(
        *serde_json::from_str::<Lenient<Level>>("\"HIGH\"").expect("a name"),
        Level::High
    );
    assert_eq!(*serde_json::from_str::<Lenient<u8>>("\"7\"").expect("a number"), 7);
    let read: Lenient<Vec<String>> = serde_json::from_str(r#""[\"a\", \"b\"]""#).expect("a list in a string");
    assert_eq!(*read, ["a", "b"]);
    assert!(serde_json::from_str::<Lenient<Search, Exact>>(&stringified).is_err());
}

/// Whatever a document of the type is, the value of the same JSON is the same.
#[test]
fn a_value_is_read_as_from_value_reads_it() {
    for text in [
        MESSY,
        r#"{"query": 1, "limit": 2.0, "tags": null}"#,
        r#"{"query": "a", "limit": -1, "tags": []}"#,
        "[]",
        "1",
    ] {
        let value: Value = serde_json::from_str(text).expect("JSON");
        let read = serde_json::from_value::<Lenient<Search>>(value.clone());
        match Search::from_value(&value) {
            Ok(parsed) => {
                let read = read.expect("both are read");
                assert_eq!(
                    repairs(&read),
                    parsed.repairs().iter().map(ToString::to_string).collect::<Vec<_>>()
                );
                assert_eq!(*read, parsed.value);
            }
            Err(error) => assert_eq!(read.expect_err("neither is read").to_string(), error.feedback()),
        }
    }
}

#[test]
fn an_error_is_the_feedback_and_says_no_more() {
    let text = r#"{"query": "caches", "limit": "many", "tags": [], "secret": "hunter2"}"#;
    let error =
        serde_json::from_value::<Lenient<Search>>(serde_json::from_str(text).expect("JSON")).expect_err("a word");
    let feedback = Search::from_value(&serde_json::from_str(text).expect("JSON"))
        .expect_err("a word")
        .feedback();
    assert_eq!(error.to_string(), feedback);
    assert!(!error.to_string().contains("hunter2"));
    let error = serde_json::from_str::<Lenient<Search>>(text).expect_err("a word");
    assert!(error.to_string().starts_with(&feedback), "{error}");
}

struct Framed;

impl Preset for Framed {
    fn options() -> Options<'static> {
        Options::default().accept(Severity::Framing)
    }
}

#[test]
fn the_second_parameter_chooses_the_options() {
    assert!(serde_json::from_str::<Lenient<Search, Exact>>(MESSY).is_err());
    assert!(serde_json::from_str::<Lenient<Search, Framed>>(MESSY).is_err());
    assert!(serde_json::from_str::<Lenient<Search, Calls>>(MESSY).is_ok());
    let read: Lenient<Search, Everything> = serde_json::from_str(r#"{"query": "a"}"#).expect("the rest is made up");
    assert_eq!((read.limit, read.tags.len()), (0, 0));
    assert_eq!(read.repairs()[0].kind(), RepairKind::MissingToDefault);
    assert_eq!(read.severity(), Some(Severity::Invented));
    let exact: Lenient<Search, Exact> =
        serde_json::from_value(json!({"query": "a", "limit": 1, "tags": []})).expect("valid");
    assert!(exact.is_exact());
}

#[test]
fn it_is_the_value_for_everything_else() {
    let mut read: Lenient<Search> = serde_json::from_str(MESSY).expect("read");
    assert_eq!(
        serde_json::to_value(&read).expect("written"),
        serde_json::to_value(search()).expect("written")
    );
    assert_eq!(read, Lenient::from(search()));
    assert_eq!(read.clone().repairs().len(), 3);
    read.limit += 1;
    assert_ne!(read, Lenient::new(search()));
    assert!(format!("{read:?}").starts_with("Lenient { value: Search { query: \"caches\""));
    assert_eq!(read.clone().into_parsed().repairs().len(), 3);
    assert_eq!(read.into_inner().limit, 11);
    assert!(Lenient::<Search>::new(search()).is_exact());
}

fn is_for_frameworks<T: DeserializeOwned + Serialize + Send + Sync + Clone + 'static>() {}

#[test]
fn it_has_what_frameworks_ask_for() {
    is_for_frameworks::<Lenient<Search>>();
    is_for_frameworks::<Lenient<Search, Exact>>();
}

/// Values that nest too deep for the format's own recursion are errors.
#[test]
fn deep_values_are_errors() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(serde_json::from_str::<Lenient<Vec<u8>>>(&deep).is_err());
    let value = (0..1000).fold(json!(1), |value, _| json!([value]));
    assert!(serde_json::from_value::<Lenient<Vec<u8>>>(value).is_err());
    let mut cbor = Vec::new();
    let value = (0..200).fold(ciborium::Value::Null, |value, _| ciborium::Value::Array(vec![value]));
    ciborium::into_writer(&value, &mut cbor).expect("CBOR is written");
    let error = ciborium::from_reader::<Lenient<Vec<u8>>, _>(cbor.as_slice()).expect_err("too deep");
    assert!(error.to_string().contains("recursion limit"), "{error}");
}

/// Any JSON whose numbers every format can hold.
fn any_json() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        proptest::num::f64::NORMAL.prop_map(Value::from),
        "\\PC{0,8}|[\\x00-\\x20\"\\\\]{0,4}|\\$serde_json::private::Number".prop_map(Value::from),
    ];
    plain.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("[a-z\"\\\\]{0,3}", inner), 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    /// No format changes a value on its way to the reader.
    #[test]
    fn any_value_is_read_unchanged(value in any_json()) {
        let read: Lenient<Value, Exact> = serde_json::from_str(&value.to_string()).expect("text");
        prop_assert_eq!(&*read, &value);
        let read: Lenient<Value, Exact> = serde_json::from_value(value.clone()).expect("a value");
        prop_assert_eq!(&*read, &value);
        let mut cbor = Vec::new();
        ciborium::into_writer(&value, &mut cbor).expect("CBOR is written");
        let read: Lenient<Value, Exact> = ciborium::from_reader(cbor.as_slice()).expect("CBOR");
        prop_assert_eq!(&*read, &value);
        prop_assert!(read.is_exact());
    }
}
