//! Types of other crates that are written as one text.

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use llm_output::{LlmOutput, Repair, RepairKind, Severity};
use rust_decimal::Decimal;
use url::Url;
use uuid::Uuid;

#[derive(Debug, PartialEq, LlmOutput)]
struct Record {
    at: DateTime<Utc>,
    day: Option<NaiveDate>,
    id: Uuid,
    link: Url,
    price: Decimal,
}

/// What `text` (a JSON string's content) is read as, and the one repair that it takes.
fn read<T: LlmOutput + ToString>(text: &str) -> Result<(String, Option<RepairKind>), String> {
    let document = serde_json::json!([text]).to_string();
    let parsed = <Vec<T>>::parse_llm(&document).map_err(|error| error.to_string())?;
    let repairs = parsed.repairs();
    assert!(repairs.len() <= 1, "{repairs:?}");
    Ok((parsed.value[0].to_string(), repairs.first().map(Repair::kind)))
}

fn check<T: LlmOutput + ToString>(cases: &[(&str, &str, Option<RepairKind>)], wrong: &[&str]) {
    for &(text, value, kind) in cases {
        assert_eq!(read::<T>(text), Ok((value.to_owned(), kind)), "{text}");
    }
    for text in wrong {
        assert!(read::<T>(text).is_err(), "{text}: {:?}", read::<T>(text));
    }
}

#[test]
fn dates() {
    check::<NaiveDate>(
        &[
            ("2025-01-31", "2025-01-31", None),
            (" 2025-01-31\n", "2025-01-31", None),
            ("2025/01/31", "2025-01-31", Some(RepairKind::DateFormat)),
            ("January 31, 2025", "2025-01-31", Some(RepairKind::DateFormat)),
            ("31 Jan 2025", "2025-01-31", Some(RepairKind::DateFormat)),
            ("2025-01-31T00:00:00Z", "2025-01-31", Some(RepairKind::DateFormat)),
            ("2025-01-31T08:30:00Z", "2025-01-31", Some(RepairKind::TimeDropped)),
            ("2025-01-31 08:30", "2025-01-31", Some(RepairKind::TimeDropped)),
        ],
        &["3/4/2025", "2025-02-30", "tomorrow", "2025", "20"],
    );
    check::<NaiveTime>(
        &[
            ("08:30:00", "08:30:00", None),
            ("8:30 pm", "20:30:00", Some(RepairKind::DateFormat)),
        ],
        &["25:00:00", "noon"],
    );
}

/// A year of fewer than four digits, or a month without a day, is no date; chrono alone reads one of the first century.
#[test]
fn no_date_is_of_the_first_century() {
    let dates = [
        "Jan 2025",
        "January 2025",
        "Sep 1999",
        "Mar 2024",
        "Dec 3100",
        "3 Feb 90",
        "Feb 3, 90",
        "5 Mar 24",
        "Jan 5 25",
        "Jan 20 2",
        "12.03.25",
        "12/03/25",
        "01.02.03",
        "90-02-03",
        "31-01-25",
        "25-01-31",
        "025-01-31",
        " 25 - 01 - 31",
        "-25-01-31",
        "2025-01",
    ];
    check::<NaiveDate>(&[], &dates);
    check::<NaiveDateTime>(&[], &dates);
    check::<DateTime<Utc>>(&[], &dates);
    check::<DateTime<FixedOffset>>(&[], &dates);
    let moments = [
        "12.03.25 10:00",
        "90-02-03T10:00:00",
        "90-02-03T10:00:00Z",
        "90-02-03 10:00 UTC",
        "25-01-31T10:00+02:00",
        "Fri, 31 Jan 25 08:30:00 +0000",
    ];
    check::<NaiveDate>(&[], &moments);
    check::<NaiveDateTime>(&[], &moments);
    check::<DateTime<Utc>>(&[], &moments);
    check::<DateTime<FixedOffset>>(&[], &moments);
    let error = NaiveDate::parse_llm("\"25-01-31\"").unwrap_err();
    assert!(error.to_string().contains("a date, as in 2025-01-31"), "{error}");
}

/// Four digits are a year, whatever it is, and a sign before more of them is chrono's own form.
#[test]
fn a_year_of_four_digits_is_read() {
    check::<NaiveDate>(
        &[
            ("0090-02-03", "0090-02-03", None),
            ("2025-1-5", "2025-01-05", None),
            ("+12025-01-31", "+12025-01-31", None),
            ("Feb 3, 1990", "1990-02-03", Some(RepairKind::DateFormat)),
            ("3 February 1990", "1990-02-03", Some(RepairKind::DateFormat)),
            ("2025.03.12", "2025-03-12", Some(RepairKind::DateFormat)),
            ("Friday, January 31, 2025", "2025-01-31", Some(RepairKind::DateFormat)),
        ],
        &[],
    );
    check::<DateTime<Utc>>(
        &[
            (
                "2025-01-31T10:00Z",
                "2025-01-31 10:00:00 UTC",
                Some(RepairKind::DateFormat),
            ),
            (
                "2025-01-31T10:00+02:00",
                "2025-01-31 08:00:00 UTC",
                Some(RepairKind::DateFormat),
            ),
            (
                "2025-01-31T10:00",
                "2025-01-31 10:00:00 UTC",
                Some(RepairKind::OffsetAssumed),
            ),
        ],
        &["2025-01-31T10Z", "2025-01-31T10:00 5"],
    );
}

#[test]
fn moments() {
    check::<DateTime<Utc>>(
        &[
            ("2025-01-31T08:30:00Z", "2025-01-31 08:30:00 UTC", None),
            ("2025-01-31T10:30:00+02:00", "2025-01-31 08:30:00 UTC", None),
            ("2025-01-31 08:30:00 UTC", "2025-01-31 08:30:00 UTC", None),
            (
                "2025-01-31T08:30:00",
                "2025-01-31 08:30:00 UTC",
                Some(RepairKind::OffsetAssumed),
            ),
            ("2025-01-31", "2025-01-31 00:00:00 UTC", Some(RepairKind::OffsetAssumed)),
            (
                "Fri, 31 Jan 2025 08:30:00 +0000",
                "2025-01-31 08:30:00 UTC",
                Some(RepairKind::DateFormat),
            ),
        ],
        &["1738312200", "yesterday", "2025-13-01T00:00:00Z"],
    );
    check::<DateTime<FixedOffset>>(
        &[("2025-01-31T10:30:00+02:00", "2025-01-31 10:30:00 +02:00", None)],
        &["x"],
    );
    check::<NaiveDateTime>(
        &[
            ("2025-01-31T08:30:00", "2025-01-31 08:30:00", None),
            (
                "2025-01-31T08:30:00Z",
                "2025-01-31 08:30:00",
                Some(RepairKind::OffsetAssumed),
            ),
            ("2025-01-31", "2025-01-31 00:00:00", Some(RepairKind::DateFormat)),
        ],
        &["08:30"],
    );
}

#[test]
fn identifiers_and_addresses() {
    let id = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    check::<Uuid>(
        &[
            (id, id, None),
            (&format!("{{{id}}}"), id, None),
            (&format!("urn:uuid:{id}"), id, None),
            (&format!(" {id} "), id, Some(RepairKind::SpaceTrimmed)),
            (&format!("<{id}>"), id, Some(RepairKind::UuidFormat)),
            (&format!("uuid:{id}"), id, Some(RepairKind::UuidFormat)),
        ],
        &["67e55044-10b1-426f-9247", "none"],
    );
    let link = "https://example.com/a";
    check::<Url>(
        &[
            (link, link, None),
            ("<https://example.com/a>", link, Some(RepairKind::UrlUnwrapped)),
            ("[here](https://example.com/a)", link, Some(RepairKind::UrlUnwrapped)),
            (
                "www.example.com/a",
                "https://www.example.com/a",
                Some(RepairKind::SchemeAssumed),
            ),
        ],
        &["example", "see the docs", "[a](b)"],
    );
}

#[test]
fn decimals_keep_every_digit() {
    check::<Decimal>(
        &[
            ("0.10", "0.10", None),
            ("1,234.50", "1234.50", Some(RepairKind::NumberInText)),
            ("$5.25", "5.25", Some(RepairKind::NumberInText)),
        ],
        &["five", "1.234,50", "NaN"],
    );
    let parsed = <Vec<Decimal>>::parse_llm("[0.1000000000000000000001, 7, 1e2]").unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value[0].to_string(), "0.1000000000000000000001");
    assert!(<Vec<Decimal>>::parse_llm("[0.00000000000000000000000000000000001]").is_err());
}

#[test]
fn all_of_them_in_one_answer() {
    let text = "{at: 2025-01-31T08:30:00Z, 'day': null, \"id\": \"67e5504410b1426f9247bb680e5fe0c8\",
        \"link\": \"https://example.com\", \"price\": 12.50}";
    let parsed = Record::parse_llm(text).unwrap();
    assert_eq!(parsed.value.at.to_rfc3339(), "2025-01-31T08:30:00+00:00");
    assert_eq!(parsed.value.price.to_string(), "12.50");
    assert!(parsed.severity() <= Some(Severity::Guess));
    let error = Record::parse_llm(r#"{"at": "now", "id": 5, "link": "x", "price": "?"}"#).unwrap_err();
    assert_eq!(error.violations().len(), 4);
    assert!(Record::SCHEMA.contains(r#""format":"date-time""#) && Record::SCHEMA.contains(r#""format":"uuid""#));
}
