//! A value that is already parsed is read as its text is, and nothing points to a place in a text that nobody has.

use std::error::Error;
use std::sync::Mutex;

use llm_output::{ErrorKind, Limits, LlmOutput, Options, ParseError, Parsed};
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types::{CommitMessage, EditArgs, Invoice, Leaves, Membership, Preferences, Review, Step};
use llm_output_tests::way::Subject;
use serde_json::{Value, json};

/// What came of a reading, without the places in a text.
fn outcome<T: serde::Serialize>(read: &Result<Parsed<T>, ParseError>) -> String {
    match read {
        Ok(parsed) => {
            let repairs: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
            let value = serde_json::to_string(&parsed.value).expect("every shared type is written as JSON");
            format!("{value} {:?} {repairs:?}", parsed.severity())
        }
        Err(error) => {
            let violations: Vec<_> = error.violations().iter().map(ToString::to_string).collect();
            let refused: Vec<_> = error.refused().iter().map(ToString::to_string).collect();
            format!("{} {violations:?} {refused:?} {:?}", error.kind(), error.would_need())
        }
    }
}

/// Nothing that the reading says speaks of a place.
fn has_no_places<T>(read: &Result<Parsed<T>, ParseError>) -> bool {
    match read {
        Ok(parsed) => parsed.span() == (0..0) && parsed.repairs().iter().all(|repair| repair.span() == (0..0)),
        Err(error) => {
            let repairs = error.repairs().iter().chain(error.refused());
            let source = error
                .source()
                .expect("the place where strict reading stops")
                .to_string();
            repairs.map(llm_output::Repair::span).all(|span| span == (0..0))
                && error.violations().iter().all(|violation| violation.span() == (0..0))
                && !error.to_string().contains("(line ")
                && !source.contains(" byte ")
        }
    }
}

/// One value of those inside, written as a model might write it instead.
fn disturb(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(elements) if !elements.is_empty() && !random.one_in(3) => {
            let index = random.below(elements.len());
            return disturb(&mut elements[index], random);
        }
        Value::Object(entries) if !entries.is_empty() && !random.one_in(4) => {
            let index = random.below(entries.len());
            let key = entries.keys().nth(index).cloned().unwrap_or_default();
            match random.below(8) {
                0 => drop(entries.remove(&key)),
                1 => {
                    let value = entries.remove(&key).unwrap_or_default();
                    entries.insert(key.to_uppercase(), value);
                }
                _ => entries
                    .values_mut()
                    .nth(index)
                    .into_iter()
                    .for_each(|value| disturb(value, random)),
            }
            return;
        }
        _ => {}
    }
    *value = match random.below(9) {
        0 => Value::Null,
        1 => json!(value.to_string()),
        2 => json!([value.take()]),
        3 => json!({ "value": value.take() }),
        4 => json!("N/A"),
        5 => json!(""),
        6 => json!(1e30),
        7 => json!(-3.0),
        _ => json!(value.to_string().to_uppercase()),
    };
}

/// Values near those of the type.
fn values<T: Subject>(random: &mut Random) -> Vec<Value> {
    let value = serde_json::to_value(T::sample(random, Texts::Hostile)).expect("every shared type is written as JSON");
    let mut values = vec![
        value.clone(),
        json!({ "result": value }),
        json!(value.to_string()),
        json!([value]),
    ];
    let mut disturbed = value;
    for _ in 0..4 {
        disturb(&mut disturbed, random);
        values.push(disturbed.clone());
    }
    values
}

fn agree<T: Subject>(rounds: usize) {
    let mut random = Random::new(7);
    for _ in 0..rounds {
        for value in values::<T>(&mut random) {
            for options in [Options::default(), Options::lenient(), Options::exact()] {
                let read = T::from_value_with(&value, &options);
                let of_text = T::parse_llm_with(&value.to_string(), &options);
                assert_eq!(outcome(&read), outcome(&of_text), "{value}");
                assert!(has_no_places(&read), "{value}: {read:?}");
            }
        }
    }
}

#[test]
fn a_value_is_read_as_its_text_is() {
    agree::<CommitMessage>(60);
    agree::<EditArgs>(60);
    agree::<Invoice>(60);
    agree::<Leaves>(60);
    agree::<Membership>(60);
    agree::<Preferences>(60);
    agree::<Review>(30);
    agree::<Step>(60);
}

#[derive(Debug, LlmOutput)]
struct Call {
    path: String,
    count: Option<u64>,
    #[llm(default)]
    lines: Vec<i64>,
    #[llm(default)]
    ratio: f64,
}

fn call(value: &Value) -> Parsed<Call> {
    Call::from_value(value).unwrap_or_else(|error| panic!("{value}: {error}"))
}

#[test]
fn numbers_keep_every_digit() {
    let read = call(&json!({"path": "a", "count": u64::MAX, "lines": [i64::MIN, -1, i64::MAX], "ratio": 0.1}));
    assert!(read.is_exact());
    assert_eq!(read.count, Some(u64::MAX));
    assert_eq!(read.lines, [i64::MIN, -1, i64::MAX]);
    assert_eq!(read.ratio.to_bits(), 0.1f64.to_bits());
    let error = Call::from_value(&json!({"path": "a", "lines": [1e300]})).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "lines[0]");
}

#[test]
fn a_string_that_looks_like_json_stays_a_string() {
    let text = "```json\n{\"path\": \"b\", \"count\": 1}\n```";
    let read = call(&json!({ "path": text, "lines": "[1, \"2\"]" }));
    assert_eq!(read.path, text);
    assert_eq!(read.lines, [1, 2]);
    assert_eq!(
        Value::from_value(&json!({ "a": text })).unwrap().value,
        json!({ "a": text })
    );
    let error = Call::from_value(&json!({ "note": text })).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnrecognizedShape);
}

#[test]
fn a_string_at_the_root_that_holds_an_object_is_an_envelope() {
    let read = call(&json!("{\"path\": \"a\"}"));
    assert_eq!(read.repairs()[0].to_string(), "$: envelope_unwrapped");
    let read = String::from_value(&json!("{\"path\": \"a\"}")).expect("a string");
    assert!(read.is_exact());
}

#[test]
fn the_order_of_keys_does_not_matter() {
    let one = call(&json!({"ratio": 1.5, "path": "a", "count": 3}));
    let other = call(&json!({"count": 3, "ratio": 1.5, "path": "a"}));
    assert_eq!(format!("{:?}", one.value), format!("{:?}", other.value));
}

#[test]
fn messages_name_the_path_alone() {
    let error = Call::from_value(&json!({"Path": "a", "count": "many", "lines": [1]})).unwrap_err();
    assert_eq!(
        error.to_string(),
        "count: expected a whole number from 0 to 18446744073709551615, found \"many\""
    );
    let source = error.source().unwrap().to_string();
    assert_eq!(
        source,
        "the value needs a repair to fit the type: path: a key was written in another case or style (key_case)"
    );
    assert!(error.feedback().contains("\n- count: expected"), "{}", error.feedback());
}

#[test]
fn the_observer_sees_no_places_either() {
    let seen = Mutex::new(Vec::new());
    let observer = |repair: &llm_output::Repair| seen.lock().unwrap().push((repair.to_string(), repair.span()));
    let options = Options::default().on_repair(&observer);
    let read = Call::from_value_with(&json!({"path": "a", "count": "3"}), &options).expect("a call");
    assert_eq!(read.count, Some(3));
    assert_eq!(*seen.lock().unwrap(), [("count: string_to_number".to_owned(), 0..0)]);
}

#[test]
fn a_value_needs_no_block_and_keeps_to_the_limits() {
    let value = json!({ "result": {"path": "a"} });
    let read = Call::from_value_with(&value, &Options::default().marker("call")).expect("a call");
    assert_eq!(read.path, "a");
    let error = Call::from_value_with(&value, &Options::default().limits(Limits::default().bytes(8))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn a_value_may_be_deeper_than_the_stack() {
    let mut value = json!(1);
    for _ in 0..100_000 {
        value = Value::Array(vec![value]);
    }
    assert!(Call::from_value(&value).is_err());
    // A `Value` drops itself level by level.
    while let Value::Array(mut inner) = value {
        value = inner.pop().unwrap_or_default();
    }
}
