//! JSON Lines and Parquet have the same rows.
#![cfg(feature = "parquet")]

#[path = "support/parquet.rs"]
mod parquet_rows;

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZeroU64;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use llm_output::LlmOutput;
use llm_output_batch::{Error, Job, LineError, Place, Summary, run};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The rows of an input as JSON Lines and as Parquet, and the summaries.
fn both<T: LlmOutput + Serialize>(input: impl AsRef<[u8]>, rows_per_part: u64) -> [(Vec<Value>, Summary); 2] {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in"), input).unwrap();
    let job = |output: &str| Job::new(path("in"), path(output)).place(Place::new("text").unwrap().id("id").unwrap());
    let lines = run::<T>(&job("lines")).unwrap();
    let parts = run::<T>(&job("parts").parquet(NonZeroU64::new(rows_per_part).unwrap())).unwrap();
    let text = fs::read_to_string(path("lines")).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    [(rows, lines), (parquet_rows::rows(&path("parts")), parts)]
}

/// Lines with these replies, whose ids are their positions.
fn lines(replies: &[String]) -> String {
    let line = |(id, text): (usize, &String)| format!("{}\n", json!({"id": id, "text": text}));
    replies.iter().enumerate().map(line).collect()
}

#[derive(Debug, Serialize, LlmOutput)]
struct Label {
    spam: bool,
    score: Option<f64>,
    severity: Option<Severity>,
}

#[derive(Debug, Serialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Low,
    High,
}

#[test]
fn broken_lines_are_the_same_rows_in_both_formats() {
    let mut input = Vec::new();
    input.extend_from_slice(b"{\"id\": 1, \"text\": \"{\\\"spam\\\": true, \\\"severity\\\": \\\"high\\\"}\"}\n");
    input.extend_from_slice(b"{\"id\": 2, \"text\": \n");
    input.extend_from_slice(b"\n   \n");
    input.extend_from_slice(b"{\"id\": 3, \"text\": \"\xff\xfe\"}\n");
    input.extend_from_slice(b"{\"id\": 4, \"other\": \"{}\"}\n");
    input.extend_from_slice(b"{\"id\": 5, \"text\": \"");
    input.resize(input.len() + (17 << 20), b'a');
    input.extend_from_slice(b"\"}\r\n");
    input.extend_from_slice(b"{\"id\": 6, \"text\": \"Sure: {'spam': 'no', 'score': '0.5'}\"}\r\n");
    input.extend_from_slice(b"{\"id\": 7, \"text\": \"no\"}");
    let [(lines, of_lines), (parts, of_parts)] = both::<Label>(input, 2);
    assert_eq!(lines.len(), 7);
    for (line, part) in lines.iter().zip(&parts) {
        assert_eq!(line, part);
    }
    assert_eq!(lines.len(), parts.len());
    assert_eq!(
        parts[0]["value"],
        json!({"spam": true, "score": null, "severity": "high"})
    );
    assert_eq!(parts[5]["status"], "repaired");
    assert_eq!(parts[5]["severity"], "coercion");
    assert!(parts[5]["repairs"].as_array().is_some_and(|repairs| repairs.len() > 2));
    for summary in [of_lines, of_parts] {
        assert_eq!((summary.exact(), summary.repaired(), summary.failed()), (1, 1, 5));
    }
}

#[test]
fn the_error_of_a_broken_line_says_which_line_it_is() {
    let mut input = b"{\"id\": 1, \"text\": \"{\\\"spam\\\": true}\"}\n".repeat(9_000);
    input.extend_from_slice(b"\n{\"id\": 2,\n{\"id\": 3}\n\xff\n");
    let [(lines, _), (parts, _)] = both::<Label>(input, 4_000);
    let errors: Vec<&Value> = parts[9_000..].iter().map(|row| &row["error"]).collect();
    assert_eq!(
        errors,
        [
            "line 9002: the line is not valid JSON: EOF while parsing a value at column 9",
            "line 9003: there is no string where the reply should be",
            "line 9004: the line is not valid UTF-8: invalid utf-8 sequence of 1 bytes from index 0",
        ]
    );
    assert!(lines == parts);
}

#[derive(Debug, Serialize, LlmOutput)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Empty,
}

#[derive(Debug, LlmOutput)]
enum Color {
    Red,
    #[llm(other)]
    Other,
}

/// Another name than the declared ones: the dictionary gets it from the values.
impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Red => "Red",
            Self::Other => "another",
        })
    }
}

#[derive(Debug, Serialize, LlmOutput)]
struct Everything {
    flag: bool,
    count: u8,
    score: f64,
    name: Option<String>,
    color: Color,
    tags: Vec<Option<String>>,
    shapes: Vec<Shape>,
    scores: BTreeMap<String, f64>,
    nested: BTreeMap<String, Vec<Color>>,
    price: Decimal,
    date: NaiveDate,
    time: NaiveTime,
    local: NaiveDateTime,
    instant: Option<DateTime<Utc>>,
    any: Value,
}

#[test]
fn every_kind_of_column_is_written_to_parquet_and_read_back() {
    let first = json!({
        "flag": true, "count": 255, "score": 0.5, "name": "é", "color": "Red", "tags": ["a", null],
        "shapes": [{"kind": "circle", "radius": 1.5}, {"kind": "empty"}], "scores": {"x": 1.0, "y": -2.0},
        "nested": {"n": ["Red", "another"], "none": []}, "price": "79228162514264337593543950.335",
        "date": "1969-12-31", "time": "23:59:59.000001", "local": "2026-01-31T08:30:00",
        "instant": "+12026-01-31T08:30:00Z", "any": {"a": [1]},
    });
    let second = json!({
        "flag": false, "count": 0, "score": -1e300, "name": null, "color": "another", "tags": [], "shapes": [], "scores": {},
        "nested": {}, "price": "-0.0000000000000000000000000001", "date": "2026-01-31", "time": "00:00:00",
        "local": "1969-12-31T23:59:59", "instant": null, "any": null,
    });
    let replies = [first.to_string(), "no".to_owned(), second.to_string()];
    let [(lines, _), (mut parts, _)] = both::<Everything>(lines(&replies), 10);
    assert_eq!(
        lines.iter().map(|row| &row["value"]).collect::<Vec<_>>(),
        [&first, &Value::Null, &second]
    );

    // What has another form in Arrow than in JSON: tagged enums have a column for each variant, and any JSON is text.
    let value = &mut parts[0]["value"];
    assert_eq!(
        value["shapes"].take(),
        json!([{"kind": "circle", "circle": {"radius": 1.5}}, {"kind": "empty", "circle": null}])
    );
    value["shapes"] = first["shapes"].clone();
    assert_eq!(value["any"].take(), r#"{"a":[1]}"#);
    value["any"] = first["any"].clone();
    assert_eq!(lines, parts);
}

/// A number that cannot be written if it is 13.
#[derive(Debug, LlmOutput)]
struct Picky(u8);

impl Serialize for Picky {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            13 => Err(serde::ser::Error::custom("13 brings bad luck")),
            number => number.serialize(serializer),
        }
    }
}

#[test]
fn a_value_that_cannot_be_written_is_a_row_with_an_error() {
    let replies: Vec<String> = (0..20).map(|number| format!("[\"1\", {number}]")).collect();
    for (rows, summary) in both::<Vec<Picky>>(lines(&replies), 6) {
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row["id"], number.to_string());
            if number != 13 {
                assert_eq!(
                    (&row["value"], &row["status"]),
                    (&json!([1, number]), &json!("repaired"))
                );
                continue;
            }
            assert_eq!(
                (&row["value"], &row["status"], &row["error_kind"], &row["repairs"]),
                (&Value::Null, &json!("error"), &json!("unwritable"), &json!([]))
            );
            let error = row["error"].as_str().unwrap();
            assert!(
                error.starts_with("line 14: ") && error.ends_with("13 brings bad luck"),
                "{error}"
            );
        }
        assert_eq!((summary.rows(), summary.repaired(), summary.failed()), (20, 19, 1));
        assert!(summary.lines().eq([(LineError::Unwritable, 1)]));
    }
}

/// A column without nulls has no place for a field that is left out.
#[cfg(feature = "parquet")]
#[test]
fn a_field_that_is_left_out_of_one_value_is_a_row_with_an_error_in_parquet() {
    #[derive(Debug, Serialize, LlmOutput)]
    struct Note {
        stars: u8,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    }

    let folder = TempDir::new().unwrap();
    let input = folder.path().join("in");
    let replies = [
        r#"{"stars": 1, "text": "a"}"#,
        r#"{"stars": 2}"#,
        r#"{"stars": 3, "text": "b"}"#,
    ];
    fs::write(&input, lines(&replies.map(str::to_owned))).unwrap();
    let job = Job::new(&input, folder.path().join("parts")).parquet(NonZeroU64::MAX);
    let summary = run::<Note>(&job).unwrap();
    assert_eq!((summary.rows(), summary.failed()), (3, 1));
    assert!(summary.lines().eq([(LineError::Unwritable, 1)]));
}

#[test]
fn a_type_that_cannot_be_written_ends_the_run() {
    #[derive(Debug, LlmOutput)]
    struct Keys(Vec<u8>);

    // JSON has no such keys, and neither has Arrow.
    impl Serialize for Keys {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().map(|key| ([key], key)))
        }
    }

    let folder = TempDir::new().unwrap();
    let input = folder.path().join("in");
    fs::write(&input, "{\"text\": \"[1]\"}\n").unwrap();
    let job = |output: &str| Job::new(&input, folder.path().join(output));
    assert!(matches!(run::<Keys>(&job("lines")), Err(Error::Value(_))));
    let parts = run::<Keys>(&job("parts").parquet(NonZeroU64::MAX));
    assert!(matches!(parts, Err(Error::Value(_))));
}
