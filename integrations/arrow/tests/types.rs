//! What each kind of type becomes, and what its values become.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../batch/examples/support/replies.rs"]
mod replies;

use std::collections::{BTreeMap, BTreeSet};

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal256Type, Int16Type, Time64MicrosecondType, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::i256;
use arrow_schema::{DataType, TimeUnit};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use llm_output::{LlmOutput, Severity};
use llm_output_arrow::{Error, Rows, Values, data_type};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Value, json};

fn array<T: LlmOutput + Serialize>(values: &[T]) -> ArrayRef {
    let mut builder = Values::<T>::new().unwrap();
    for value in values {
        builder.append(value).unwrap();
    }
    builder.append_null();
    let array = builder.finish().unwrap();
    assert_eq!(array.len(), values.len() + 1);
    assert!(array.is_null(values.len()));
    assert_eq!(*array.data_type(), data_type::<T>().unwrap());
    array
}

/// The values as JSON, as far as the tests need it: what a reader of the array sees.
fn seen(array: &dyn Array, at: usize) -> Value {
    if array.is_null(at) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Boolean => json!(array.as_boolean().value(at)),
        DataType::Utf8 => json!(array.as_string::<i32>().value(at)),
        DataType::Float64 => json!(array.as_primitive::<arrow_array::types::Float64Type>().value(at)),
        DataType::Float32 => json!(array.as_primitive::<arrow_array::types::Float32Type>().value(at)),
        DataType::UInt8 => json!(array.as_primitive::<arrow_array::types::UInt8Type>().value(at)),
        DataType::UInt32 => json!(array.as_primitive::<arrow_array::types::UInt32Type>().value(at)),
        DataType::UInt64 => json!(array.as_primitive::<arrow_array::types::UInt64Type>().value(at)),
        DataType::Dictionary(..) => {
            let names = array.as_dictionary::<Int16Type>();
            seen(names.values(), names.keys().value(at).try_into().unwrap())
        }
        DataType::List(_) => {
            let elements = array.as_list::<i32>().value(at);
            (0..elements.len()).map(|at| seen(&elements, at)).collect()
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(at);
            let entry = |at| {
                (
                    entries.column(0).as_string::<i32>().value(at).to_owned(),
                    seen(entries.column(1), at),
                )
            };
            (0..entries.len()).map(entry).collect::<serde_json::Map<_, _>>().into()
        }
        DataType::Struct(_) => of_struct(array.as_struct(), at),
        other => panic!("no test needs {other}"),
    }
}

fn of_struct(array: &StructArray, at: usize) -> Value {
    let fields = array.fields().iter().zip(array.columns());
    fields
        .map(|(field, column)| (field.name().clone(), seen(column, at)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
fn integers_have_the_smallest_type() {
    #[derive(Serialize, LlmOutput)]
    struct Percent(#[llm(range(min = 0, max = 100))] u64);

    let types = [
        (data_type::<u8>(), DataType::UInt8),
        (data_type::<i8>(), DataType::Int8),
        (data_type::<u16>(), DataType::UInt16),
        (data_type::<i16>(), DataType::Int16),
        (data_type::<u32>(), DataType::UInt32),
        (data_type::<i32>(), DataType::Int32),
        (data_type::<u64>(), DataType::UInt64),
        (data_type::<i64>(), DataType::Int64),
        (data_type::<f32>(), DataType::Float32),
        (data_type::<Percent>(), DataType::UInt64),
    ];
    for (found, expected) in types {
        assert_eq!(found, Ok(expected));
    }
    assert_eq!(
        array(&[u64::MAX])
            .as_primitive::<arrow_array::types::UInt64Type>()
            .value(0),
        u64::MAX
    );
    assert_eq!(
        array(&[i64::MIN])
            .as_primitive::<arrow_array::types::Int64Type>()
            .value(0),
        i64::MIN
    );
}

#[derive(Serialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

#[derive(Serialize, LlmOutput)]
struct Nothing {}

#[derive(Serialize, LlmOutput)]
struct Head {
    id: u8,
}

#[derive(Serialize, LlmOutput)]
struct Whole {
    name: String,
    level: Option<Level>,
    tags: Vec<Option<String>>,
    set: BTreeSet<u8>,
    scores: BTreeMap<String, f64>,
    nothing: Nothing,
    any: Value,
    head: Option<Head>,
}

#[test]
fn structs_lists_and_maps_keep_their_content() {
    let values = [
        Whole {
            name: "é".into(),
            level: Some(Level::High),
            tags: vec![Some("a".into()), None],
            set: [3, 1].into(),
            scores: [("x".to_owned(), 0.5)].into(),
            nothing: Nothing {},
            any: json!({"b": [1]}),
            head: Some(Head { id: 7 }),
        },
        Whole {
            name: String::new(),
            level: None,
            tags: vec![],
            set: BTreeSet::new(),
            scores: BTreeMap::new(),
            nothing: Nothing {},
            any: Value::Null,
            head: None,
        },
    ];
    let array = array(&values);
    let first = json!({"name": "é", "level": "high", "tags": ["a", null], "set": [1, 3], "scores": {"x": 0.5}, "nothing": true,
        "any": "{\"b\":[1]}", "head": {"id": 7}});
    let second = json!({"name": "", "level": null, "tags": [], "set": [], "scores": {}, "nothing": true, "any": null, "head": null});
    assert_eq!(seen(&array, 0), first);
    assert_eq!(seen(&array, 1), second);
    let fields = array.as_struct().fields();
    let nullable: Vec<bool> = fields.iter().map(|field| field.is_nullable()).collect();
    assert_eq!(nullable, [false, true, false, false, false, false, true, true]);
}

#[derive(Serialize, LlmOutput)]
struct Flat {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    part: Option<Part>,
    #[serde(flatten)]
    more: BTreeMap<String, f64>,
}

#[derive(Serialize, LlmOutput)]
struct Part {
    rest: String,
}

#[test]
fn flattened_fields_are_columns_and_the_others_a_map() {
    let more: BTreeMap<_, _> = [("x".to_owned(), 1.5)].into();
    let part = Some(Part { rest: "r".into() });
    let head = Head { id: 1 };
    let array = array(&[
        Flat { head, part, more },
        Flat {
            head: Head { id: 2 },
            part: None,
            more: BTreeMap::new(),
        },
    ]);
    assert_eq!(seen(&array, 0), json!({"id": 1, "rest": "r", "_rest": {"x": 1.5}}));
    assert_eq!(seen(&array, 1), json!({"id": 2, "rest": null, "_rest": {}}));
}

#[derive(Serialize, LlmOutput)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Circle { radius: f64 },
    Named(Head),
    Empty,
}

#[derive(Serialize, LlmOutput)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Number(u8),
    Empty,
}

#[derive(Serialize, LlmOutput)]
#[llm(external)]
enum External {
    Point { x: u8 },
    Text(String),
    Empty,
}

#[derive(Serialize, LlmOutput)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
}

#[test]
fn tagged_enums_have_a_nullable_column_for_each_variant() {
    let internal = array(&[
        Internal::Circle { radius: 2.0 },
        Internal::Named(Head { id: 3 }),
        Internal::Empty,
    ]);
    assert_eq!(
        seen(&internal, 0),
        json!({"kind": "circle", "circle": {"radius": 2.0}, "named": null})
    );
    assert_eq!(
        seen(&internal, 1),
        json!({"kind": "named", "circle": null, "named": {"id": 3}})
    );
    assert_eq!(
        seen(&internal, 2),
        json!({"kind": "empty", "circle": null, "named": null})
    );

    let adjacent = array(&[Adjacent::Number(4), Adjacent::Empty]);
    assert_eq!(seen(&adjacent, 0), json!({"t": "Number", "Number": 4}));
    assert_eq!(seen(&adjacent, 1), json!({"t": "Empty", "Number": null}));

    let external = array(&[External::Point { x: 1 }, External::Text("t".into()), External::Empty]);
    assert_eq!(
        seen(&external, 0),
        json!({"variant": "Point", "Point": {"x": 1}, "Text": null})
    );
    assert_eq!(
        seen(&external, 1),
        json!({"variant": "Text", "Point": null, "Text": "t"})
    );
    assert_eq!(
        seen(&external, 2),
        json!({"variant": "Empty", "Point": null, "Text": null})
    );

    let untagged = array(&[Untagged::Number(1.5), Untagged::Text("t".into())]);
    assert_eq!((seen(&untagged, 0), seen(&untagged, 1)), (json!("1.5"), json!("\"t\"")));
}

#[derive(Serialize, LlmOutput)]
struct Comment {
    text: String,
    #[llm(recursive(max_depth = 3))]
    replies: Vec<Comment>,
}

#[test]
fn the_inner_levels_of_a_recursive_type_are_json() {
    let inner = Comment {
        text: "b".into(),
        replies: vec![],
    };
    let array = array(&[Comment {
        text: "a".into(),
        replies: vec![inner],
    }]);
    assert_eq!(
        seen(&array, 0),
        json!({"text": "a", "replies": ["{\"text\":\"b\",\"replies\":[]}"]})
    );
}

#[test]
fn dates_times_and_decimals_have_their_types() {
    let date: NaiveDate = "1969-12-31".parse().unwrap();
    assert_eq!(array(&[date]).as_primitive::<Date32Type>().value(0), -1);
    let time: NaiveTime = "00:00:01.000002".parse().unwrap();
    assert_eq!(
        array(&[time]).as_primitive::<Time64MicrosecondType>().value(0),
        1_000_002
    );
    let date_time: NaiveDateTime = "1970-01-01T00:01:00".parse().unwrap();
    assert_eq!(
        array(&[date_time]).as_primitive::<TimestampMicrosecondType>().value(0),
        60_000_000
    );
    let utc: DateTime<Utc> = "1970-01-01T00:00:00.5Z".parse().unwrap();
    assert_eq!(
        array(&[utc]).as_primitive::<TimestampMicrosecondType>().value(0),
        500_000
    );
    let offset: DateTime<FixedOffset> = "1970-01-01T01:00:00+01:00".parse().unwrap();
    let offset = array(&[offset]);
    assert_eq!(offset.as_primitive::<TimestampMicrosecondType>().value(0), 0);
    assert_eq!(
        *offset.data_type(),
        DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()))
    );

    let texts = [
        "0",
        "-0.5",
        "79228162514264337593543950335",
        "-0.0000000000000000000000000001",
    ];
    let decimals = array(&texts.map(|text| text.parse::<Decimal>().unwrap()));
    let scale = "0".repeat(28);
    let scaled = [
        "0",
        &format!("-5{}", &scale[1..]),
        &format!("{}{scale}", texts[2]),
        "-1",
    ];
    for (at, scaled) in scaled.into_iter().enumerate() {
        let value = decimals.as_primitive::<Decimal256Type>().value(at);
        assert_eq!(Some(value), i256::from_string(scaled), "{}", texts[at]);
    }
}

#[test]
fn names_that_serde_writes_otherwise_are_an_error_that_says_where() {
    #[derive(LlmOutput)]
    struct Outer {
        inner: Vec<u8>,
    }

    // A type whose `Serialize` was written by hand, and that leaves out a field.
    impl Serialize for Outer {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("other", self.inner.len())])
        }
    }

    let appended = |result: Result<(), Error>| result.unwrap_err().to_string();
    let mut values = Values::<Outer>::new().unwrap();
    let message = appended(values.append(&Outer { inner: vec![] }));
    assert!(message.contains("`Serialize` wrote `other`"), "{message}");
}

#[test]
fn a_row_that_is_an_error_is_null_with_its_status_beside_it() {
    let mut rows = Rows::<Head>::new().unwrap();
    for text in ["no", "{\"id\": \"7\"}"] {
        rows.append(&Head::parse_llm(text)).unwrap();
    }
    rows.append_error("invalid_json", &"no JSON").unwrap();
    rows.append_null().unwrap();
    let array = rows.finish().unwrap();
    let column = |name: &str, at| seen(array.column_by_name(name).unwrap(), at);
    assert_eq!(column("status", 0), "error");
    assert_eq!(column("error_kind", 0), "prose");
    assert_eq!(column("value", 0), Value::Null);
    assert_eq!(
        (column("status", 1), column("severity", 1)),
        (json!("repaired"), json!("coercion"))
    );
    assert_eq!(column("value", 1), json!({"id": 7}));
    let listed = array.column_by_name("repairs").unwrap().as_list::<i32>().value(1);
    assert_eq!(seen(listed.as_struct().column(0), 0), "string_to_number");
    assert_eq!(seen(listed.as_struct().column(1), 0), "id");
    assert_eq!(
        (column("status", 2), column("error_kind", 2), column("error", 2)),
        (json!("error"), json!("invalid_json"), json!("no JSON"))
    );
    assert!(array.is_null(3));
    // The builder is empty again, and knows only its own names.
    rows.append(&Head::parse_llm("no")).unwrap();
    assert_eq!(rows.finish().unwrap().len(), 1);
}

#[test]
fn a_row_is_what_parsing_its_reply_gives() {
    let replies: Vec<String> = (0..2_000).map(|row| replies::reply(3, row)).collect();
    let mut rows = Rows::<replies::Review>::new().unwrap();
    for reply in &replies {
        rows.append(&replies::Review::parse_llm(reply)).unwrap();
    }
    let array = rows.finish().unwrap();
    for (at, reply) in replies.iter().enumerate() {
        let expected = match replies::Review::parse_llm(reply) {
            Ok(parsed) => json!({
                "value": parsed.value,
                "status": if parsed.repairs().is_empty() { "exact" } else { "repaired" },
                "severity": parsed.severity().map(Severity::name),
                "error_kind": null,
                "error": null,
                "repairs": parsed.repairs().iter().map(|repair| json!({
                    "kind": repair.kind().name(),
                    "path": repair.path().to_string(),
                    "start": repair.span().start,
                    "end": repair.span().end,
                })).collect::<Vec<_>>(),
            }),
            Err(error) => json!({
                "value": null,
                "status": "error",
                "severity": null,
                "error_kind": error.kind().name(),
                "error": error.to_string(),
                "repairs": [],
            }),
        };
        assert_eq!(seen(&array, at), expected, "{reply}");
    }
}

#[test]
fn a_row_among_others_is_what_it_is_alone() {
    let texts = [
        Some("{\"id\": 1}"),
        Some("{\"id\": \"2\"}"),
        Some("I cannot say."),
        None,
        Some("Here it is: {'id': 3,}"),
    ];
    let add = |rows: &mut Rows<Head>, row: usize| match texts[row * row % 7 % texts.len()] {
        Some(text) => rows.append(&Head::parse_llm(text)).unwrap(),
        None if row.is_multiple_of(2) => rows.append_null().unwrap(),
        None => rows.append_error("no_reply", &row).unwrap(),
    };
    let mut rows = Rows::<Head>::new().unwrap();
    for length in [50, 0, 3, 200] {
        for row in 0..length {
            add(&mut rows, row);
        }
        let array = rows.finish().unwrap();
        assert_eq!(array.len(), length);
        for row in 0..length {
            let mut alone = Rows::<Head>::new().unwrap();
            add(&mut alone, row);
            assert_eq!(array.slice(row, 1), alone.finish().unwrap(), "row {row} of {length}");
        }
    }
}

#[test]
fn variants_may_be_counted_in_another_way() {
    #[derive(LlmOutput)]
    enum Direction {
        Up,
        Down,
        #[llm(other)]
        Other,
    }

    impl Serialize for Direction {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                Self::Up => serializer.serialize_unit_variant("Direction", 0, "Up"),
                Self::Down => serializer.serialize_unit_variant("Direction", 0, "Down"),
                Self::Other => serializer.serialize_str("Left"),
            }
        }
    }

    let mut values = Values::<Vec<Option<Direction>>>::new().unwrap();
    for _ in 0..3 {
        values
            .append(&vec![
                Some(Direction::Up),
                Some(Direction::Down),
                None,
                Some(Direction::Other),
                Some(Direction::Down),
            ])
            .unwrap();
    }
    let array = values.finish().unwrap();
    for row in 0..3 {
        assert_eq!(seen(&array, row), json!(["Up", "Down", null, "Left", "Down"]));
    }
}

#[test]
fn a_builder_that_is_used_again_makes_the_same_arrays() {
    #[derive(Serialize, LlmOutput)]
    struct Row {
        text: Option<String>,
        level: Option<Level>,
        numbers: Vec<Option<u8>>,
        scores: BTreeMap<String, f64>,
        any: Value,
        shape: Option<Internal>,
    }

    let row = |at: u8| Row {
        text: (!at.is_multiple_of(3)).then(|| "t".repeat(at.into())),
        level: (at % 5 > 1).then_some(if at.is_multiple_of(2) { Level::Low } else { Level::High }),
        numbers: (0..at % 4).map(|number| (number != 2).then_some(number)).collect(),
        scores: (0..at % 3).map(|key| (key.to_string(), 0.5)).collect(),
        any: if at.is_multiple_of(7) { Value::Null } else { json!(at) },
        shape: match at % 4 {
            0 => None,
            1 => Some(Internal::Empty),
            2 => Some(Internal::Named(Head { id: at })),
            _ => Some(Internal::Circle { radius: 1.0 }),
        },
    };
    let mut used = Values::<Row>::new().unwrap();
    for length in [200, 3, 0, 255, 1] {
        let mut fresh = Values::<Row>::new().unwrap();
        for at in 0..length {
            for values in [&mut used, &mut fresh] {
                if at % 11 == 10 {
                    values.append_null();
                } else {
                    values.append(&row(at)).unwrap();
                }
            }
        }
        let (used, fresh) = (used.finish().unwrap(), fresh.finish().unwrap());
        assert_eq!(used.len(), usize::from(length));
        assert_eq!(&used, &fresh);
    }
}

#[test]
fn fields_may_be_written_in_any_order() {
    #[derive(LlmOutput)]
    struct Unordered {
        first: Option<u8>,
        second: String,
        third: Vec<u8>,
        last: Value,
    }

    // Another order for each value, and fields that are left out.
    impl Serialize for Unordered {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeStruct;
            let mut fields = serializer.serialize_struct("Unordered", 4)?;
            if self.first.is_some() {
                fields.serialize_field("third", &self.third)?;
                fields.serialize_field("second", &self.second)?;
                fields.serialize_field("last", &self.last)?;
                fields.serialize_field("first", &self.first)?;
            } else {
                fields.serialize_field("second", &self.second)?;
                fields.serialize_field("last", &self.last)?;
            }
            fields.end()
        }
    }

    let value = |first: Option<u8>| Unordered {
        first,
        second: "s".into(),
        third: vec![3],
        last: json!([4]),
    };
    let array = array(&[value(Some(1)), value(None), value(Some(2))]);
    let whole = |first: u8| json!({"first": first, "second": "s", "third": [3], "last": "[4]"});
    assert_eq!((seen(&array, 0), seen(&array, 2)), (whole(1), whole(2)));
    assert_eq!(
        seen(&array, 1),
        json!({"first": null, "second": "s", "third": [], "last": "[4]"})
    );
}
