//! A value that has no place in its column is a row with an error, and leaves nothing behind.

use std::collections::BTreeMap;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, TimestampMicrosecondType};
use chrono::{DateTime, NaiveDate, Utc};
use llm_output::LlmOutput;
use llm_output_arrow::{Rows, Values};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// A number that cannot be written if it is 13.
#[derive(Debug, Clone, LlmOutput)]
struct Picky(u8);

impl Serialize for Picky {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            13 => Err(serde::ser::Error::custom("13 brings bad luck")),
            number => number.serialize(serializer),
        }
    }
}

#[derive(Debug, Serialize, LlmOutput)]
struct Inner {
    text: String,
    is_set: Option<bool>,
    picky: Picky,
    after: Option<String>,
}

#[derive(Debug, Serialize, LlmOutput)]
#[serde(tag = "kind")]
enum Internal {
    One { text: String, picky: Picky },
    Two,
}

#[derive(Debug, Serialize, LlmOutput)]
#[llm(external)]
enum External {
    Pair { text: String, picky: Picky },
    Single(Picky),
}

#[derive(Debug, Serialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Debug, Serialize, LlmOutput)]
struct Everything {
    text: String,
    flag: bool,
    level: Option<Level>,
    date: NaiveDate,
    amount: Decimal,
    score: f64,
    inner: Option<Inner>,
    list: Vec<Inner>,
    map: BTreeMap<String, Picky>,
    internal: Internal,
    external: External,
    last: Picky,
}

/// A value with one number of its own in each place where the number may be refused.
fn value(numbers: [u8; 7]) -> String {
    let [inner, first, second, entry, internal, external, last] = numbers;
    format!(
        r#"{{"text": "t", "flag": true, "level": "high", "date": "2026-01-31", "amount": "1.5", "score": 0.5,
        "inner": {{"text": "i", "is_set": true, "picky": {inner}, "after": "a"}},
        "list": [{{"text": "e", "picky": {first}}}, {{"text": "f", "is_set": false, "picky": {second}}}],
        "map": {{"x": 1, "y": {entry}}},
        "internal": {{"kind": "One", "text": "u", "picky": {internal}}},
        "external": {{"Pair": {{"text": "p", "picky": {external}}}}},
        "last": {last}}}"#
    )
}

#[test]
fn a_value_that_is_refused_leaves_nothing_behind() {
    let good = value([1, 2, 3, 4, 5, 6, 7]);
    let mut rows = Rows::<Everything>::new().unwrap();
    let mut expected = Rows::<Everything>::new().unwrap();
    // Twice, since a builder that is used again knows the names and the sizes.
    for _ in 0..2 {
        for place in 0..7 {
            let mut numbers = [1; 7];
            numbers[place] = 13;
            for text in [&good, &value(numbers), &value(numbers), &good] {
                let parsed = Everything::parse_llm(text);
                rows.append(&parsed).unwrap();
                if *text == good {
                    expected.append(&parsed).unwrap();
                } else {
                    let field = [
                        "inner.picky",
                        "list.item.picky",
                        "list.item.picky",
                        "map.value",
                        "internal.picky",
                        "external.picky",
                        "last",
                    ][place];
                    let reason = format!("value.{field}: 13 brings bad luck");
                    expected.append_error("unwritable", &reason).unwrap();
                }
            }
        }
        assert_eq!(rows.finish().unwrap(), expected.finish().unwrap());
    }
}

#[test]
fn values_after_a_refused_one_are_the_same_as_without_it() {
    let parsed = |text: String| Everything::parse_llm(&text).unwrap().value;
    let good = parsed(value([1, 2, 3, 4, 5, 6, 7]));
    let single = External::Single(Picky(13));
    let bad = [
        parsed(value([1, 2, 13, 4, 5, 6, 7])),
        Everything {
            external: single,
            ..parsed(value([1; 7]))
        },
    ];
    let (mut values, mut expected) = (Values::new().unwrap(), Values::new().unwrap());
    for bad in &bad {
        let error = values.append(bad).unwrap_err();
        assert!(error.is_about_value(), "{error}");
        for values in [&mut values, &mut expected] {
            values.append(&good).unwrap();
            values.append_null();
        }
    }
    assert_eq!(&values.finish().unwrap(), &expected.finish().unwrap());
}

#[test]
fn many_refused_values_cost_no_more_than_others() {
    #[derive(Debug, Serialize, LlmOutput)]
    struct Long {
        text: String,
        picky: Picky,
    }

    // Copying all texts for each refused value would take minutes.
    let text = "x".repeat(10_000);
    let long = |picky| Long {
        text: text.clone(),
        picky: Picky(picky),
    };
    let (good, bad) = (long(1), long(13));
    let mut values = Values::new().unwrap();
    for _ in 0..10_000 {
        values.append(&good).unwrap();
        values.append(&bad).unwrap_err();
    }
    let array = values.finish().unwrap();
    assert_eq!(array.len(), 10_000);
    let texts = array.as_struct().column(0).as_string::<i32>();
    assert!(texts.iter().all(|kept| kept == Some(&text)));
}

#[test]
fn years_of_five_digits_have_a_place() {
    let parsed = DateTime::<Utc>::parse_llm("\"+12026-01-31T08:30:00Z\"").unwrap();
    let mut values = Values::<DateTime<Utc>>::new().unwrap();
    values.append(&parsed.value).unwrap();
    let array = values.finish().unwrap();
    assert_eq!(
        array.as_primitive::<TimestampMicrosecondType>().value(0),
        parsed.value.timestamp_micros()
    );
}

#[test]
fn what_serde_writes_otherwise_than_the_shape_says_is_an_error_of_the_job() {
    #[derive(LlmOutput)]
    struct Number(u8);

    impl Serialize for Number {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bool(self.0 > 0)
        }
    }

    let mut rows = Rows::<Number>::new().unwrap();
    let error = rows.append(&Number::parse_llm("1")).unwrap_err();
    assert!(!error.is_about_value(), "{error}");
    assert_eq!(rows.finish().unwrap().len(), 0);
}

#[test]
fn a_name_that_the_enum_does_not_declare_is_an_error_unless_a_variant_collects_them() {
    // Only llm_output knows of the lower case.
    #[derive(Debug, Serialize, LlmOutput)]
    #[llm(rename_all = "lowercase")]
    enum Strict {
        Critical,
    }

    #[derive(Debug, Serialize, LlmOutput)]
    #[llm(rename_all = "lowercase")]
    enum Open {
        Critical,
        #[llm(other)]
        Unknown,
    }

    let mut strict = Values::<Vec<Strict>>::new().unwrap();
    let error = strict.append(&vec![Strict::Critical]).unwrap_err();
    assert!(!error.is_about_value());
    let message = error.to_string();
    assert!(
        message.starts_with("value.item: ") && message.contains("`Critical`"),
        "{message}"
    );

    let mut open = Values::<Open>::new().unwrap();
    open.append(&Open::Critical).unwrap();
    let array = open.finish().unwrap();
    let names = array.as_dictionary::<Int16Type>();
    let names = names.downcast_dict::<arrow_array::StringArray>().unwrap();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), [Some("Critical")]);
}
