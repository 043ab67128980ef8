//! Fields of types that serde alone can read, inside types that derive.

use std::net::IpAddr;
use std::time::Duration;

use llm_output::{ErrorKind, LlmOutput, Options, from_str};
use serde::{Deserialize, Deserializer};

#[derive(Debug, PartialEq, Deserialize)]
struct Foreign {
    name: String,
    size: u128,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Host {
    title: String,
    #[llm(with_serde)]
    address: IpAddr,
    #[llm(with_serde)]
    foreign: Option<Foreign>,
    #[llm(with_serde, default)]
    pairs: Vec<(u8, String)>,
    #[llm(deserialize_with = seconds)]
    timeout: Duration,
    #[llm(default, deserialize_with = seconds)]
    pause: Duration,
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_secs)
}

fn host() -> Host {
    Host {
        title: "t".into(),
        address: IpAddr::from([127, 0, 0, 1]),
        foreign: Some(Foreign {
            name: "n".into(),
            size: 1 << 100,
        }),
        pairs: vec![(1, "a".into())],
        timeout: Duration::from_secs(3),
        pause: Duration::ZERO,
    }
}

#[test]
fn a_valid_document_is_read_exactly() {
    let text = r#"{"title": "t", "address": "127.0.0.1", "foreign": {"name": "n", "size": 1267650600228229401496703205376},
        "pairs": [[1, "a"]], "timeout": 3}"#;
    let parsed = Host::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, host());
    let text = r#"{"title": "t", "address": "::1", "timeout": 0, "foreign": null, "pause": 7}"#;
    let parsed = Host::parse_llm_with(text, &Options::exact()).unwrap();
    assert_eq!(parsed.value.foreign, None);
    assert_eq!(parsed.value.pause, Duration::from_secs(7));
}

#[test]
fn repairs_are_made_and_told_with_their_paths() {
    let text =
        "{'title': 't', address: \"127.0.0.1\", foreign: {Name: 'n', \"size\": \"1267650600228229401496703205376\"},
        \"pairs\": [(1, 'a')], \"timeout\": \"3\",}";
    let parsed = Host::parse_llm(text).unwrap();
    assert_eq!(parsed.value, host());
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    for repair in [
        "foreign.name: key_case",
        "foreign.name: single_quoted",
        "foreign.size: string_to_number",
        "pairs[0]: python_literal",
        "timeout: string_to_number",
    ] {
        assert!(told.iter().any(|told| told == repair), "{repair} is not in {told:?}");
    }
}

#[test]
fn violations_are_told_with_their_paths() {
    let text = r#"{"title": 1, "address": "nowhere", "foreign": {"name": {"type": "string"}}, "timeout": -1}"#;
    let error = Host::parse_llm(text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["address", "foreign.size", "foreign.name", "timeout"]);
    let error = Host::parse_llm(r#"{"title": "t", "address": "::1"}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "timeout");
}

#[test]
fn the_schema_takes_any_json_there() {
    let schema: serde_json::Value = serde_json::from_str(Host::SCHEMA).unwrap();
    assert_eq!(schema["properties"]["title"]["type"], "string");
    assert!(schema["properties"]["address"].get("type").is_none(), "{schema}");
    assert!(from_str::<Foreign>(r#"{"name": "n", "size": 1}"#).is_ok());
}

/// One set of attributes for both derives: each reads the field by the same function.
#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Pause {
    #[serde(deserialize_with = "seconds")]
    #[llm(deserialize_with = seconds)]
    length: Duration,
}

#[test]
fn serde_s_own_attribute_may_stand_beside() {
    let text = r#"{"length": 3}"#;
    let parsed = Pause::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).unwrap());
}

/// The function says how the field is read, and `schemars` says what a model sees.
#[derive(Debug, PartialEq, Deserialize, schemars::JsonSchema, LlmOutput)]
struct Break {
    #[serde(deserialize_with = "seconds")]
    #[schemars(with = "u64")]
    #[llm(deserialize_with = seconds)]
    length: Duration,
}

#[test]
fn a_function_s_schema_may_be_that_of_another_type() {
    let schema: serde_json::Value = serde_json::from_str(Break::SCHEMA).unwrap();
    assert_eq!(schema["properties"]["length"]["type"], "integer", "{schema}");
    assert_eq!(
        Break::parse_llm(r#"{"length": 3}"#).unwrap().length,
        Duration::from_secs(3)
    );
}
