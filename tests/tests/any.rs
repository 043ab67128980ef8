//! `serde_json::Value` as a field and as the whole answer: any JSON, as `serde_json` reads it.

use std::collections::BTreeMap;
use std::fmt::Write;

use llm_output::{ErrorKind, LlmOutput, Options, RepairKind};
use llm_output_tests::sample::Random;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, LlmOutput)]
struct Call {
    name: String,
    arguments: Value,
}

/// White space between tokens, sometimes a lot of it.
fn space() -> impl Strategy<Value = String> {
    prop_oneof![19 => "[ \n\t\r]{0,2}", 1 => "[ \n\t\r]{60,200}"]
}

/// JSON as text, in spellings that a serializer would not choose.
fn document() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        any::<f64>()
            .prop_filter("JSON has no others", |number| number.is_finite())
            .prop_map(|number| format!("{number:e}")),
        "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,12})?([eE][+-]?[0-9]{1,2})?",
    ];
    let text = prop_oneof![
        any::<String>().prop_map(|text| Value::String(text).to_string()),
        "\"([a-z ,:{}\\[\\]]|\\\\[nrt\"\\\\/]|\\\\u00[0-9a-f]{2})*\"",
    ];
    let leaf = prop_oneof![
        number,
        text.clone(),
        Just("true".to_owned()),
        Just("false".to_owned()),
        Just("null".to_owned())
    ];
    leaf.prop_recursive(6, 40, 6, move |inner| {
        let list = prop::collection::vec((space(), inner.clone(), space()), 0..6).prop_map(|elements| {
            let elements: Vec<_> = elements.into_iter().map(|(a, value, b)| a + &value + &b).collect();
            format!("[{}]", elements.join(","))
        });
        let object = prop::collection::vec((space(), text.clone(), space(), inner), 0..6).prop_map(|members| {
            let members: Vec<_> = members
                .into_iter()
                .map(|(a, key, b, value)| format!("{a}{key}{b}:{a}{value}{b}"))
                .collect();
            format!("{{{}}}", members.join(","))
        });
        prop_oneof![list, object]
    })
}

/// A field of any value, and others whose names its texts may contain.
#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
struct Record {
    data: Value,
    mode: Option<String>,
    n: Option<i64>,
    parts: Option<Vec<Value>>,
    by_name: Option<BTreeMap<String, Vec<Value>>>,
}

/// A text of what a reader of broken JSON looks for.
fn pieces_of_json(random: &mut Random) -> String {
    const PIECES: &[&str] = &[
        "mode", "data", "n", "parts", ": ", ":", "\"", "\\", "'", ", ", "{", "}", "[", "]", " ", "\n", "a", "7",
        "null", "“", "```", "// ",
    ];
    (0..random.below(9))
        .map(|_| *random.pick(&PIECES.iter().collect::<Vec<_>>()))
        .collect()
}

fn any_value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 3 } else { 6 }) {
        0 => json!(random.below(1_000)),
        1 | 2 => Value::String(pieces_of_json(random)),
        3 => (0..random.below(4))
            .map(|_| (pieces_of_json(random), any_value(random, depth - 1)))
            .collect(),
        _ => (0..random.below(4)).map(|_| any_value(random, depth - 1)).collect(),
    }
}

#[test]
fn valid_json_with_the_names_of_fields_in_its_texts_is_read_as_serde_json_reads_it() {
    let mut random = Random::new(11);
    for _ in 0..20_000 {
        let list = |random: &mut Random| json!((0..random.below(3)).map(|_| any_value(random, 1)).collect::<Vec<_>>());
        let document = json!({
            "data": any_value(&mut random, 2),
            "mode": pieces_of_json(&mut random),
            "n": random.below(9),
            "parts": list(&mut random),
            "by_name": {pieces_of_json(&mut random): list(&mut random)},
        });
        let text = document.to_string();
        let parsed = Record::parse_llm(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(parsed.is_exact(), "{:?}\n{text}", parsed.repairs());
        assert_eq!(parsed.value, serde_json::from_str(&text).unwrap(), "{text}");
    }
}

#[test]
fn a_missing_comma_is_reported_before_any_key() {
    let long = "k".repeat(300);
    for key in ["", "b", &long] {
        for before in ["[]", "{}", "\"a\""] {
            let text = format!("{{\"a\": {before} \"{key}\": 1}}");
            let parsed = Value::parse_llm(&text).unwrap();
            assert_eq!(parsed.repairs()[0].kind(), RepairKind::MissingComma, "{text}");
        }
    }
}

proptest! {
    #[test]
    fn valid_json_is_read_as_serde_json_reads_it(text in document()) {
        let expected = serde_json::from_str::<Value>(&text);
        prop_assume!(expected.is_ok());
        let parsed = Value::parse_llm(&text).unwrap();
        prop_assert!(parsed.is_exact(), "{:?}", parsed.repairs());
        let expected = expected.unwrap();
        prop_assert_eq!(parsed.value.to_string(), expected.to_string());
        prop_assert_eq!(parsed.value, expected);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\]{}\",:a1 \\\\tn'-]{0,40}") {
        let _ = Value::parse_llm(&text);
        let _ = Value::parse_llm_with(&text, &Options::lenient());
    }
}

#[test]
fn a_leading_zero_is_lost_only_as_a_guess() {
    llm_output_tests::tells::tells::<Value>(&[(r#"{"zip": 01234}"#, r#"{"zip": "01234"}"#), ("[01, 02]", "[+1, .5]")]);
    // These are thousands, and not two numbers.
    Value::parse_llm("[1,000]").unwrap_err();
}

#[test]
fn numbers_and_the_order_of_members_are_kept() {
    let text =
        r#"{"z": 18446744073709551615, "a": -9223372036854775808, "m": [-0, 1E2, 0.1, 12345678901234567890123]}"#;
    let parsed = Value::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(
        parsed.value.to_string(),
        serde_json::from_str::<Value>(text).unwrap().to_string()
    );
    assert!(
        parsed
            .value
            .to_string()
            .starts_with(r#"{"z":18446744073709551615,"a":"#)
    );
}

#[test]
fn broken_json_is_repaired_as_everywhere() {
    let text =
        "Here you are:\n```json\n{name: 'run', \"arguments\": {'path': \"a.txt\", recursive: True, depth: 007,}}\n```";
    let parsed = Call::parse_llm(text).unwrap();
    assert_eq!(parsed.value.name, "run");
    assert_eq!(
        parsed.value.arguments,
        json!({"path": "a.txt", "recursive": true, "depth": 7})
    );
    let kinds: Vec<_> = parsed.repairs().iter().map(llm_output::Repair::kind).collect();
    assert!(kinds.contains(&RepairKind::PythonLiteral) && kinds.contains(&RepairKind::NumberFormat));
}

#[test]
fn parentheses_of_python_group_unless_a_comma_makes_a_tuple() {
    let cases = [
        ("(1)", json!(1)),
        ("(1,)", json!([1])),
        ("((1,))", json!([1])),
        ("( (1,) )", json!([1])),
        ("((1,),)", json!([[1]])),
        ("((1), 2)", json!([1, 2])),
    ];
    for (written, value) in cases {
        let text = format!("{{\"name\": \"run\", \"arguments\": {written}}}");
        assert_eq!(Call::parse_llm(&text).unwrap().value.arguments, value, "{written}");
    }
}

#[test]
fn a_text_that_looks_like_json_stays_a_text() {
    let parsed = Call::parse_llm(r#"{"name": "run", "arguments": "{\"a\": 1}"}"#).unwrap();
    assert_eq!(parsed.value.arguments, json!("{\"a\": 1}"));
    assert!(parsed.is_exact());
}

#[test]
fn beyond_128_levels_is_a_violation_and_no_crash() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(Value::parse_llm(&nested(128)).is_ok());
    let error = Value::parse_llm(&nested(129)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert!(error.to_string().contains("no more than 128 levels"), "{error}");
    assert!(Value::parse_llm(&nested(1_000_000)).is_err());
    assert!(Value::parse_llm(&"[".repeat(1_000_000)).is_err());
    let mut text = String::from("{\"name\": \"x\", \"arguments\": ");
    for level in 0..200_000 {
        write!(text, "{{\"k{level}\":").unwrap();
    }
    assert!(Call::parse_llm(&text).is_err());
}

#[test]
fn a_number_that_no_number_type_holds_is_a_violation() {
    let error = Value::parse_llm("[1e999]").unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "[0]");
}

/// Found by drawing sentences from the schema.
#[test]
fn a_number_that_no_number_holds_is_an_error_and_no_text() {
    for text in ["{\"a\":-1E565}", "[1e999]"] {
        let error = Value::parse_llm(text).unwrap_err();
        assert_eq!(error.violations()[0].expected(), "a number", "{text}");
    }
}

#[test]
fn a_member_among_elements_is_a_violation_in_quotes_of_any_kind() {
    for text in [
        r#"{"q": [1, "name": 2]}"#,
        r#"{"q": [1, 'name': 2]}"#,
        r#"['name': 2, "b"]"#,
    ] {
        let expected = "an element, or an object around this field";
        let error = Value::parse_llm(text).unwrap_err();
        assert_eq!(error.violations()[0].expected(), expected, "{text}");
        let error = llm_output::from_str::<Value>(text).unwrap_err();
        assert_eq!(error.violations()[0].expected(), expected, "{text}");
    }
}
