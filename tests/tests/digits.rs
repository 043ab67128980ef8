//! Numbers of a `serde_json::Value`: how many digits are there depends on a feature of `serde_json`. CONTRIBUTING.md has
//! the command that enables it.

use llm_output::lenient::{Exact, Lenient};
use llm_output::{LlmOutput, RepairKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::Value;

/// Whether the value of a number has its digits.
const ARE_KEPT: bool = cfg!(feature = "arbitrary_precision");

/// serde keeps the content of these before it reads them.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", content = "content")]
enum Kept {
    Decimal(Lenient<Decimal, Exact>),
    Any(Lenient<Value, Exact>),
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect(json)
}

#[test]
fn a_decimal_is_read_if_no_digit_is_missing() {
    for json in [
        "12345678901234567890.123456",
        "0.123456789012345678",
        "-20000000000000000.01",
    ] {
        let kept = serde_json::from_str::<Kept>(&format!(r#"{{"content": {json}, "kind": "Decimal"}}"#));
        let kept = kept.ok().map(|kept| match kept {
            Kept::Decimal(decimal) => decimal.into_inner(),
            Kept::Any(any) => panic!("{any:?}"),
        });
        let of_value = Decimal::from_value(&value(json))
            .ok()
            .map(llm_output::Parsed::into_value);
        let of_framework = serde_json::from_value::<Lenient<Decimal, Exact>>(value(json));
        for read in [kept, of_value, of_framework.ok().map(Lenient::into_inner)] {
            assert_eq!(read.map(|read| read.to_string()), ARE_KEPT.then(|| json.to_owned()));
        }
    }
}

#[test]
fn a_number_for_a_string_is_a_guess_if_it_may_have_been_another() {
    let read: Lenient<String> = serde_json::from_value(value("1.10")).expect("a string");
    let (text, kind) = if ARE_KEPT {
        ("1.10", RepairKind::NumberToString)
    } else {
        ("1.1", RepairKind::UnquotedValue)
    };
    assert_eq!((read.as_str(), read.repairs()[0].kind()), (text, kind));
}

#[test]
fn an_integer_is_read_if_it_cannot_have_been_another() {
    let read = serde_json::from_value::<Lenient<u64>>(value("9007199254740993.0"));
    assert_eq!(
        read.ok().map(Lenient::into_inner),
        ARE_KEPT.then_some(9_007_199_254_740_993)
    );
    let read: Lenient<u64, Exact> = serde_json::from_value(value("18446744073709551615")).expect("an integer");
    assert_eq!(*read, u64::MAX);
}

#[test]
fn any_value_is_kept() {
    let json = r#"{"a": [1.10, -0, 18446744073709551616, 1e-7, {"b": 0.1}], "c": "1.10"}"#;
    let read: Lenient<Value, Exact> = serde_json::from_value(value(json)).expect("a value");
    assert_eq!(*read, value(json));
    let kept = serde_json::from_str::<Kept>(&format!(r#"{{"content": {json}, "kind": "Any"}}"#));
    let Ok(Kept::Any(kept)) = kept else { panic!("{kept:?}") };
    assert_eq!(*kept, value(json));
}
