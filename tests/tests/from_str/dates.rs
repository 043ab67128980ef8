//! Dates of chrono, whose own reader accepts years of fewer than four digits.

use std::fmt::Debug;

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, Utc};
use llm_output::{ErrorKind, Options, from_str, from_str_with};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Debug, Deserialize)]
struct Dated<T> {
    #[allow(dead_code, reason = "it is shown in messages")]
    day: T,
}

fn refuses<T: DeserializeOwned + Debug>(text: &str) {
    for document in [
        format!(r#"{{"day": "{text}"}}"#),
        format!(r#"{{"day": "{text}",}}"#),
        format!("```json\n{{\"day\": \"{text}\"}}\n```"),
    ] {
        let error = from_str::<Dated<T>>(&document).expect_err(&document);
        assert_eq!(error.kind(), ErrorKind::Schema, "{document}: {error}");
        assert!(error.to_string().contains("as in 2025-01-31"), "{error}");
        let optional = from_str_with::<Dated<Option<T>>>(&document, &Options::exact());
        assert!(optional.is_err(), "{document}: {optional:?}");
    }
}

#[test]
fn a_year_of_fewer_than_four_digits_is_refused() {
    for day in ["90-02-03", "31-01-25", "025-01-31", " 25 - 01 - 31", "-25-01-31"] {
        refuses::<NaiveDate>(day);
    }
    refuses::<NaiveDateTime>("90-02-03T10:00:00");
    refuses::<DateTime<Utc>>("90-02-03T10:00:00Z");
    refuses::<DateTime<FixedOffset>>("90-02-03T10:00:00+02:00");
}

#[test]
fn other_years_and_other_strings_are_read() {
    let is_exact = |text: &str| from_str::<Dated<NaiveDate>>(text).is_ok_and(|dated| dated.is_exact());
    assert!(is_exact(r#"{"day": "0090-02-03"}"#));
    assert!(is_exact(r#"{"day": "2025-1-5"}"#));
    let text = from_str::<Dated<String>>(r#"{"day": "90-02-03"}"#).unwrap();
    assert!(text.is_exact());
    assert_eq!(text.day, "90-02-03");
}
