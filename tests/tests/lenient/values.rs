//! Values by themselves, and numbers that a format has rounded.

use std::borrow::Cow;
use std::collections::BTreeMap;

use llm_output::lenient::{Calls, Everything, Exact, Lenient, Preset};
use llm_output::{LlmOutput, Severity};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::*;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Name(String);

/// A value of a framework is read at the root as in a field: what is not a string is no raw text.
#[test]
fn a_string_at_the_root_is_converted_as_in_a_field() {
    #[track_caller]
    fn check<T: LlmOutput + AsText>(json: &Value, expected: Option<(&str, &str)>) {
        let read = serde_json::from_value::<Lenient<T>>(json.clone());
        let of_value = T::from_value(json);
        let Some((text, repair)) = expected else {
            assert!(
                read.is_err() && of_value.is_err(),
                "{json}: {:?}",
                of_value.map(|read| read.value.text())
            );
            return;
        };
        let read = read.unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(
            (read.text(), repairs(&read)),
            (text.to_owned(), vec![repair.to_owned()]),
            "{json}"
        );
        let of_value = of_value.expect("the same");
        assert_eq!(of_value.value.text(), text);
        let severity = read.severity().expect("a repair");
        let refused = serde_json::from_value::<Lenient<T, Calls>>(json.clone()).is_err();
        assert_eq!(refused, severity > Severity::Coercion, "{json}");
    }
    fn check_all<T: LlmOutput + AsText>() {
        check::<T>(&json!(null), None);
        check::<T>(&json!({"error": "no"}), Some((r#"{"error":"no"}"#, "$: json_as_text")));
        check::<T>(&json!([1, 2]), Some(("[1,2]", "$: json_as_text")));
        check::<T>(&json!(12), Some(("12", "$: number_to_string")));
        check::<T>(&json!(true), Some(("true", "$: bool_to_string")));
        check::<T>(&json!(["a"]), Some(("a", "$: unwrap_single_element")));
    }
    check_all::<String>();
    check_all::<Cow<'static, str>>();
    check_all::<Name>();
    for text in ["null", "{}", "12", ""] {
        let read: Lenient<String, Exact> = serde_json::from_value(json!(text)).expect("a string");
        assert_eq!(*read, text);
    }
    assert_eq!(
        **serde_json::from_str::<Lenient<Option<String>, Exact>>("null")
            .as_ref()
            .expect("none"),
        None
    );
    let filled: Lenient<String, Everything> = serde_json::from_str("null").expect("filled in");
    assert_eq!(repairs(&filled), ["$: null_to_default"]);
    // A reply of a model is a string without quotes all the same.
    assert_eq!(String::parse_llm("null").expect("a reply").value, "null");
}

trait AsText {
    fn text(&self) -> String;
}

impl AsText for String {
    fn text(&self) -> String {
        self.clone()
    }
}

impl AsText for Cow<'static, str> {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl AsText for Name {
    fn text(&self) -> String {
        self.0.clone()
    }
}

/// A float of 2^52 or more may have had a fraction in the text, and one of 2^53 or more may have been another whole number.
#[test]
fn a_rounded_float_is_no_integer() {
    fn from_cbor<T: LlmOutput, P: Preset>(value: f64) -> Result<Lenient<T, P>, ciborium::de::Error<std::io::Error>> {
        let mut cbor = Vec::new();
        ciborium::into_writer(&value, &mut cbor).expect("CBOR is written");
        ciborium::from_reader(cbor.as_slice())
    }
    for value in [
        4_503_599_627_370_496.0,
        -4_503_599_627_370_498.0,
        9_007_199_254_740_992.0,
        9.2e18,
        -9_007_199_254_740_994.0,
    ] {
        assert!(i64::from_value(&json!(value)).is_err(), "{value}");
        assert!(serde_json::from_value::<Lenient<i64>>(json!(value)).is_err(), "{value}");
        assert!(from_cbor::<i64, Everything>(value).is_err(), "{value}");
        assert!(
            serde_json::from_value::<Lenient<f64, Exact>>(json!(value)).is_ok(),
            "{value}"
        );
        let text: Lenient<String> = serde_json::from_value(json!(value)).expect("a string");
        assert_eq!(text.severity(), Some(Severity::Guess), "{value}");
    }
    let small = from_cbor::<i64, Calls>(4_503_599_627_370_495.0).expect("an exact integer");
    assert_eq!(*small, 4_503_599_627_370_495);
    // Its fraction is lost in a value.
    let fraction = "4503599627370497.5";
    let value: Value = serde_json::from_str(fraction).expect("JSON");
    assert!(i64::parse_llm(fraction).is_err());
    assert!(i64::from_value(&value).is_err());
    assert!(serde_json::from_value::<Lenient<i64, Everything>>(value).is_err());
    // With the text of the number, every digit is there.
    assert_eq!(
        *serde_json::from_str::<Lenient<i64, Calls>>("9007199254740993.0").expect("its digits"),
        9_007_199_254_740_993
    );
    for (json, value) in [("9007199254740991.0", 9_007_199_254_740_991), ("3.0", 3), ("1e3", 1000)] {
        let read: Lenient<i64, Calls> = serde_json::from_str(json).expect(json);
        assert_eq!((*read, repairs(&read)), (value, vec!["$: float_to_int".to_owned()]));
    }
    let exact: Lenient<i64, Exact> = serde_json::from_str("9007199254740993").expect("an integer");
    assert_eq!(*exact, 9_007_199_254_740_993);
    assert_eq!(
        i64::parse_llm("9007199254740993.0").expect("its digits").value,
        9_007_199_254_740_993
    );
}

/// A string of the value holds each digit as it was written, so a number in it is read as in any other text.
#[test]
fn a_number_inside_a_string_is_not_rounded() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Lists {
        tags: Vec<String>,
        counts: Vec<i64>,
        prices: Vec<Decimal>,
    }
    let value = json!({
        "tags": "[1.5]",
        "counts": "[9007199254740994.0]",
        "prices": "[12345678901234567890.123456]",
    });
    let text = value.to_string();
    let parsed = Lists::parse_llm(&text).expect("of the text");
    assert_eq!(parsed.value.tags, ["1.5"]);
    let reports: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
    for read in [
        serde_json::from_str::<Lenient<Lists>>(&text),
        serde_json::from_value(value.clone()),
        Lenient::deserialize(&value),
    ] {
        let read = read.expect("the same");
        assert_eq!((&*read, repairs(&read)), (&parsed.value, reports.clone()));
    }
    // A number next to the string is still a float.
    let read = serde_json::from_value::<Lenient<Vec<Vec<String>>>>(json!(["[1.5]", [1.5]])).expect("a guess");
    assert_eq!(read.severity(), Some(Severity::Guess));
}

/// A float holds 15 digits of what was written: if it has more, more may be missing.
#[test]
fn a_rounded_float_is_no_decimal() {
    for value in [
        12_345_678_901_234_567_890.123_456,
        0.123_456_789_012_345_67,
        1.234_567_890_123_456_7e-5,
    ] {
        for error in [
            serde_json::from_value::<Lenient<Decimal, Exact>>(json!(value)).err(),
            serde_json::from_value::<Lenient<Decimal>>(json!(value)).err(),
            serde_json::from_value::<Lenient<Vec<Decimal>>>(json!([value])).err(),
        ] {
            let error = error.unwrap_or_else(|| panic!("{value} is read")).to_string();
            assert!(error.contains("a decimal number"), "{error}");
        }
    }
    for (json, written) in [
        ("1.10", "1.1"),
        ("0.000001234", "0.000001234"),
        ("12345678901234567", "12345678901234567"),
    ] {
        let value: serde_json::Value = serde_json::from_str(json).expect(json);
        let read: Lenient<Decimal, Exact> = serde_json::from_value(value).expect(json);
        assert_eq!(
            (read.to_string(), repairs(&read)),
            (written.to_owned(), vec![]),
            "{json}"
        );
    }
    // With the text of the number, every digit is there.
    let exact: Lenient<Decimal, Exact> = serde_json::from_str("12345678901234567890.123456").expect("its digits");
    assert_eq!(exact.to_string(), "12345678901234567890.123456");
    let clean = Decimal::parse_llm("12345678901234567890.123456").expect("its digits");
    assert_eq!(clean.severity(), None, "{:?}", clean.repairs());
}

/// A value by itself is read as a field is: an empty string, or `null`, is an empty list or map.
#[test]
fn an_empty_string_is_an_empty_list() {
    #[derive(Debug, serde::Deserialize)]
    struct Page {
        tags: Lenient<Vec<String>>,
        counts: Lenient<BTreeMap<String, u8>>,
    }
    for empty in ["\"\"", "null"] {
        let text = format!(r#"{{"tags": {empty}, "counts": {empty}}}"#);
        let page: Page = serde_json::from_str(&text).expect(&text);
        assert_eq!((page.tags.len(), page.counts.len()), (0, 0), "{text}");
        assert_eq!(repairs(&page.tags), ["$: null_to_empty"], "{text}");
        assert_eq!(repairs(&page.counts), ["$: null_to_empty"], "{text}");
        // As a whole reply, it is no answer.
        assert!(<Vec<String>>::parse_llm(empty).is_err(), "{empty}");
        assert!(<BTreeMap<String, u8>>::parse_llm(empty).is_err(), "{empty}");
    }
}

/// A float says no more than its value: how it was written is not known, and from 2^52 on neither is the value.
#[test]
fn a_float_is_no_exact_text_or_number() {
    let text = serde_json::from_value::<Lenient<String>>(json!(3.10)).expect("a guess");
    assert_eq!((text.as_str(), text.severity()), ("3.1", Some(Severity::Guess)));
    assert!(serde_json::from_value::<Lenient<String, Calls>>(json!(3.10)).is_err());
    let digits = serde_json::from_value::<Lenient<String, Calls>>(json!(310)).expect("the same content");
    assert_eq!(digits.severity(), Some(Severity::Coercion));
    for number in [99_999_999_999_999_999_999.99, 20_000_000_000_000_000.01, 1e20] {
        let error = serde_json::from_value::<Lenient<Decimal>>(json!(number)).expect_err("digits may be missing");
        assert!(
            error.to_string().contains("in quotes, so that no digit is lost"),
            "{error}"
        );
    }
    let error = serde_json::from_value::<Lenient<u64>>(json!(1e19)).expect_err("digits may be missing");
    assert!(
        error.to_string().contains("without a fraction or an exponent"),
        "{error}"
    );
}

/// What is in a string is not what was asked for, and the report says so.
#[test]
fn an_object_in_a_string_is_reported() {
    let json = serde_json::to_string(r#"{"query": "a", "limit": 1, "tags": []}"#).expect("a string");
    let read = serde_json::from_str::<Lenient<Search, Calls>>(&json).expect("an object in a string");
    assert_eq!(repairs(&read), ["$: unwrap_string_object"]);
    assert_eq!(read.severity(), Some(Severity::Coercion));
    assert!(serde_json::from_str::<Lenient<Search, Exact>>(&json).is_err());
    let read = serde_json::from_str::<Lenient<char>>(r#""\"5\"""#).expect("a string in a string");
    assert_eq!(read.severity(), Some(Severity::Guess));
}
