//! Who ended the text decides what an open bracket at its end means, in both ways of reading.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_output::{ErrorKind, Exchange, Finish, LlmOutput, Options, ParseError, RepairKind, Reply, Severity};
use llm_output_tests::both_ways;
use llm_output_tests::tells::tells;
use llm_output_tests::way::Way;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Person {
    name: String,
    age: Option<u32>,
    #[serde(default)]
    #[llm(default)]
    tags: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Team {
    people: Vec<Person>,
    rooms: BTreeMap<String, u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
#[llm(external, rename_all = "lowercase")]
enum Command {
    Edit { path: String, code: String },
    Stop,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Shift {
    day: u8,
    person: Person,
    rooms: Option<BTreeMap<String, u32>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Booking {
    day: u8,
    seat: Seat,
    note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Seat {
    row: String,
    number: u32,
}

fn stop<'a>() -> Options<'a> {
    Options::default().finish(Finish::Stop)
}

fn length<'a>() -> Options<'a> {
    Options::default().finish(Finish::Length)
}

/// `text` is cut off: an error that `Incomplete` would accept.
fn is_cut<W: Way, T: LlmOutput + DeserializeOwned + Debug>(text: &str, options: &Options<'_>) {
    let error: ParseError = W::read_with::<T>(text, options).expect_err(text);
    assert_eq!(error.kind(), ErrorKind::Truncated, "{text}: {error}");
    assert!(error.would_need() >= Some(Severity::Incomplete), "{text}: {error}");
}

/// `text` is only missing closers.
fn is_whole<W: Way, T: LlmOutput + DeserializeOwned + Serialize>(text: &str, options: &Options<'_>, expected: &Value) {
    let parsed = W::read_with::<T>(text, options).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(serde_json::to_value(&parsed.value).unwrap(), *expected, "{text}");
    assert_eq!(
        parsed.severity(),
        Some(Severity::Syntax),
        "{text}: {:?}",
        parsed.repairs()
    );
    let closers = parsed
        .repairs()
        .iter()
        .filter(|repair| repair.kind() == RepairKind::MissingCloser);
    assert!(closers.count() > 0, "{text}: {:?}", parsed.repairs());
}

/// Every text of a type whose last closers are missing, with the value that it has when the writer had finished.
fn open_texts() -> Vec<(&'static str, Value)> {
    vec![
        (r#"{"name": "Ann""#, json!({"name": "Ann", "age": null, "tags": []})),
        (
            r#"{"name": "Ann", "age": 7, "tags": ["#,
            json!({"name": "Ann", "age": 7, "tags": []}),
        ),
        (
            r#"{"name": "Ann", "age": 7, "tags": ["a""#,
            json!({"name": "Ann", "age": 7, "tags": ["a"]}),
        ),
        (
            r#"{"name": "Ann", "tags": ["a"]"#,
            json!({"name": "Ann", "age": null, "tags": ["a"]}),
        ),
    ]
}

fn what_could_have_grown_is_cut<W: Way>() {
    for (text, _) in open_texts() {
        for options in [Options::default(), length(), Options::default().finish(Finish::Other)] {
            is_cut::<W, Person>(text, &options);
            is_cut::<W, Person>(&format!("{text}\n  \n"), &options);
            is_cut::<W, Person>(&format!("```json\n{text}\n"), &options);
            is_cut::<W, Person>(&format!("Here it is: {text}"), &options);
        }
    }
}

/// The quote that ends the string may as well open the first key or element.
fn a_bracket_alone_in_a_string_is_cut<W: Way>() {
    for options in [Options::default(), stop()] {
        is_cut::<W, BTreeMap<String, u32>>(r#""{""#, &options);
        is_cut::<W, Vec<u32>>(r#""[""#, &options);
        is_cut::<W, Vec<String>>(r#""[ ""#, &options);
        is_cut::<W, Team>(r#"{"people": "[", "rooms": {}}"#, &options);
    }
    assert!(W::read::<BTreeMap<String, u32>>(r#""{}""#).is_ok_and(|parsed| parsed.value.is_empty()));
    assert!(W::read::<Vec<u32>>(r#""[]""#).is_ok_and(|parsed| parsed.value.is_empty()));
}

fn a_model_that_stopped_had_finished<W: Way>() {
    for (text, value) in open_texts() {
        is_whole::<W, Person>(text, &stop(), &value);
        is_whole::<W, Person>(&format!("{text}\n"), &stop(), &value);
        is_whole::<W, Person>(&format!("Here it is: {text}"), &stop(), &value);
    }
}

fn what_follows_shows_that_the_writer_had_finished<W: Way>() {
    let after = ["\n```", "\n```\nLet me know."];
    for (text, value) in open_texts() {
        for after in after {
            is_whole::<W, Person>(&format!("```json\n{text}{after}"), &Options::default(), &value);
            is_cut::<W, Person>(&format!("```json\n{text}{after}"), &length());
        }
        is_whole::<W, Person>(&format!("<output>\n{text}\n</output>"), &Options::default(), &value);
        let ends = [
            "\n<|im_end|>",
            "<|im_end|>",
            "\n<end_of_turn>",
            "\n</s>",
            "\n\nLet me know if you need anything else.",
            "\n\nI hope that's what you wanted!\n",
        ];
        for after in ends {
            is_whole::<W, Person>(&format!("{text}{after}"), &Options::default(), &value);
            is_cut::<W, Person>(&format!("{text}{after}"), &length());
        }
    }
}

/// A number or a literal ends at the end of its line, as a string ends at its quote.
fn what_follows_a_number_shows_that_the_writer_had_finished<W: Way>() {
    let value = json!({"name": "Ann", "age": 7, "tags": []});
    let ends = [
        "\n\nLet me know if you need anything else.",
        "\n\nI hope that's what you wanted!\n",
        "\n</s>",
    ];
    for after in ends {
        is_whole::<W, Person>(
            &format!("{{\"name\": \"Ann\", \"age\": 7{after}"),
            &Options::default(),
            &value,
        );
        is_cut::<W, Person>(&format!("{{\"name\": \"Ann\", \"age\": 7{after}"), &length());
        let lit = format!("{{\"tags\": [], \"name\": \"Ann\", \"age\": null{after}");
        is_whole::<W, Person>(
            &lit,
            &Options::default(),
            &json!({"name": "Ann", "age": null, "tags": []}),
        );
    }
}

/// A word may be a key that was cut off, a paragraph in a string part of the string.
fn what_may_be_part_of_the_answer_is_no_remark<W: Way>() {
    let texts = [
        "{\"name\": \"Ann\"\n\nage",
        "{\"name\": \"Ann\",\n\nAge of the person: 7.",
        "{\"name\": \"Ann said \"hello\"\n\nThen she went home.",
        "{\"name\": \"Ann\nlee\"\n\nThen she went home",
        "{\"name\": \"Ann\n\nLet me know if you need anything else.",
        "{\"name\": \"Ann\", \"tags\": [\"a\",\n\nLet me know if you need anything else.",
    ];
    for text in texts {
        let error = W::read::<Person>(text).expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Truncated, "{text}: {error}");
    }
}

fn an_object_with_all_its_fields_is_whole<W: Way>() {
    let value = json!({"name": "Ann", "age": 7, "tags": ["a"]});
    let text = r#"{"name": "Ann", "age": 7, "tags": ["a"]"#;
    is_whole::<W, Person>(text, &Options::default(), &value);
    is_whole::<W, Person>(text, &stop(), &value);
    is_cut::<W, Person>(text, &length());
    is_cut::<W, Person>(&format!("{text},"), &Options::default());
    is_cut::<W, Person>(&format!("{text},"), &stop());
}

fn an_open_level_around_a_whole_one_is_cut<W: Way>() {
    let person = r#"{"name": "Ann", "age": 7, "tags": []"#;
    for text in [
        format!("[{person}"),
        format!("[{person}}}"),
        format!("{{\"people\": [{person}"),
        format!("{{\"people\": [{person}}}"),
        format!("{{\"people\": [{person}}}], \"rooms\": {{\"a\": 1"),
        format!("{{\"people\": [{person}}}], \"rooms\": {{\"a\": 1 "),
        format!("{{\"people\": [{person}}}], \"rooms\": {{"),
    ] {
        if text.starts_with('[') {
            is_cut::<W, Vec<Person>>(&text, &Options::default());
        } else {
            is_cut::<W, Team>(&text, &Options::default());
            is_cut::<W, Value>(&text, &Options::default());
        }
    }
    let text = format!("{{\"people\": [{person}}}], \"rooms\": {{\"a\": 1}}");
    let value = json!({"people": [{"name": "Ann", "age": 7, "tags": []}], "rooms": {"a": 1}});
    is_whole::<W, Team>(&text, &Options::default(), &value);
    is_cut::<W, Value>(&text, &Options::default());
    is_whole::<W, Value>(&text, &stop(), &value);
}

fn the_only_key_of_a_variant_is_all_there_is<W: Way>() {
    let value = json!({"edit": {"path": "p", "code": "c"}});
    is_whole::<W, Command>(r#"{"edit": {"path": "p", "code": "c"}"#, &Options::default(), &value);
    is_whole::<W, Command>(r#"{"edit": {"path": "p", "code": "c""#, &Options::default(), &value);
    is_cut::<W, Command>(r#"{"edit": {"path": "p""#, &Options::default());
    is_cut::<W, Command>(r#"{"edit": {"path": "p", "code": "c"}"#, &length());
    is_cut::<W, Vec<Command>>(r#"["stop", {"edit": {"path": "p", "code": "c"}}"#, &Options::default());
}

fn a_number_at_the_end_is_whole_if_the_model_stopped<W: Way>() {
    let text = r#"{"name": "Ann", "tags": [], "age": 7"#;
    is_cut::<W, Person>(text, &Options::default());
    is_cut::<W, Person>(text, &length());
    is_whole::<W, Person>(text, &stop(), &json!({"name": "Ann", "age": 7, "tags": []}));
    is_whole::<W, Value>(r#"{"a": [1, 2"#, &stop(), &json!({"a": [1, 2]}));
}

fn a_whole_document_is_exact_however_it_ended<W: Way>() {
    for options in [stop(), length(), Options::default().finish(Finish::Refusal)] {
        assert!(
            W::read_with::<Person>(r#"{"name": "Ann"}"#, &options)
                .unwrap()
                .is_exact()
        );
        assert!(W::read_with::<Vec<u32>>("[1, 2]", &options).unwrap().is_exact());
        assert!(W::read_with::<u32>("12", &options).unwrap().is_exact());
    }
}

/// What is not a closer is missing after a stop as before one.
fn a_cut_string_or_key_is_cut_even_after_a_stop<W: Way>() {
    for text in [
        r#"{"name": "An"#,
        r#"{"name": "Ann", "ag"#,
        r#"{"name": "Ann", "age": "#,
        r#"{"name": "Ann", "age""#,
        r#"{"name": "Ann", "tags": ["a", "b"#,
        r#"{"age": 7"#,
    ] {
        is_cut::<W, Person>(text, &stop());
    }
}

/// A closing bracket came too early, and another one too many at the end.
fn a_field_after_an_early_closer_is_not_lost<W: Way>() {
    let read = |text: &str| W::read::<Shift>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for around in ["", "\n\nLet me know.", "\n```"] {
        let parsed = read(&format!(
            r#"{{"day": 1, "person": {{"name": "Ann"}}, "age": 7}}}}{around}"#
        ));
        assert_eq!(parsed.value.person.age, Some(7), "{:?}", parsed.repairs());
        assert_eq!(parsed.severity(), Some(Severity::Guess));
        // Nothing says what this field belongs to.
        let parsed = read(&format!(
            r#"{{"day": 1, "person": {{"name": "Ann"}}, "seat": 7}}}}{around}"#
        ));
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{:?}", parsed.repairs());
        let map = format!(r#"{{"day": 1, "person": {{"name": "Ann"}}, "rooms": {{"a": 1}}, "b": 2}}}}{around}"#);
        assert_eq!(read(&map).severity(), Some(Severity::Guess));
        // What follows the object is a field of the type, so its own closer is the right one.
        let parsed = read(&format!(
            r#"{{"person": {{"name": "Ann"}}, "rooms": {{"a": 1}}, "day": 1, "seat": 7}}}}{around}"#
        ));
        assert_eq!(parsed.severity(), Some(Severity::Framing), "{:?}", parsed.repairs());
    }
}

/// As many brackets are closed as are opened: one merely came too early, and nothing is cut off, unless the caller says so.
fn brackets_that_match_are_no_cut<W: Way>() {
    let last = r#"{"day": 1, "seat": {"row": "A"}, "number": 7}"#;
    let first = r#"{"seat": {"row": "A"}, "number": 7, "day": 1}"#;
    for around in ["", "\n", "\n\nLet me know.", "\n```"] {
        for options in [Options::default(), stop()] {
            for text in [last, first] {
                let parsed = W::read_with::<Booking>(&format!("{text}{around}"), &options);
                let parsed = parsed.unwrap_or_else(|error| panic!("{text}{around}: {error}"));
                assert_eq!((parsed.value.day, parsed.value.seat.number), (1, 7));
                assert_eq!(parsed.severity(), Some(Severity::Guess), "{:?}", parsed.repairs());
            }
        }
    }
    is_cut::<W, Booking>(last, &length());
    // One bracket fewer, or a comma that promises more.
    is_cut::<W, Booking>(r#"{"day": 1, "seat": {"row": "A"}, "number": 7"#, &Options::default());
    is_cut::<W, Booking>(r#"{"day": 1, "seat": {"row": "A"}, "number": 7},"#, &Options::default());
    // What is missing is missing, and not cut off.
    let missing = r#"{"seat": {"row": "A"}, "number": 7}"#;
    let error = W::read::<Booking>(missing).expect_err(missing);
    assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
    assert!(error.to_string().contains("missing required number `day`"), "{error}");
}

both_ways! {
    brackets_that_match_are_no_cut,
    a_field_after_an_early_closer_is_not_lost,
    what_could_have_grown_is_cut,
    a_bracket_alone_in_a_string_is_cut,
    a_model_that_stopped_had_finished,
    what_follows_shows_that_the_writer_had_finished,
    what_follows_a_number_shows_that_the_writer_had_finished,
    what_may_be_part_of_the_answer_is_no_remark,
    an_object_with_all_its_fields_is_whole,
    an_open_level_around_a_whole_one_is_cut,
    the_only_key_of_a_variant_is_all_there_is,
    a_number_at_the_end_is_whole_if_the_model_stopped,
    a_whole_document_is_exact_however_it_ended,
    a_cut_string_or_key_is_cut_even_after_a_stop,
}

/// An exchange reads each reply with the finish reason that it came with.
#[test]
fn an_exchange_passes_the_finish_reason_on() {
    let read = |finish: Option<Finish>| {
        let mut reply = Reply::new(r#"["a", "b""#);
        reply.finish = finish;
        let exchange = Exchange::<Vec<String>>::new("Name two.").attempts(1);
        exchange.run(|_| Ok::<_, ()>(reply.clone())).unwrap().parsed()
    };
    assert!(read(None).is_none());
    assert!(read(Some(Finish::Length)).is_none());
    assert_eq!(read(Some(Finish::Stop)).unwrap().value, ["a", "b"]);
    let exchange = Exchange::<Vec<String>>::new("Name two.").attempts(1).options(stop());
    let outcome = exchange.run(|_| Ok::<_, ()>(Reply::new(r#"["a", "b""#))).unwrap();
    assert_eq!(outcome.parsed().unwrap().value, ["a", "b"]);
}

#[test]
fn a_model_that_refused_did_not_finish_whatever_the_last_event_says() {
    let open = |finish: &[Finish]| {
        let mut numbers = <Vec<u8>>::stream();
        numbers.push("[1, 2");
        let numbers = finish
            .iter()
            .fold(numbers, |numbers, &finish| numbers.stopped_by(finish));
        numbers.finish().is_ok()
    };
    assert!(open(&[Finish::Stop]));
    assert!(!open(&[Finish::Refusal]));
    assert!(!open(&[Finish::Refusal, Finish::Stop]));
    assert!(open(&[Finish::Other, Finish::Stop]));
}

#[test]
fn an_answer_that_is_taken_back_in_prose_is_a_guess() {
    tells::<Seat>(&[
        (
            "{\"row\": \"a\", \"number\": 3}\n\nCorrection: the row is 4.",
            "{\"row\": \"a\", \"number\": 3}\n\nI made no correction.",
        ),
        (
            "```json\n{\"row\": \"a\", \"number\": 3}\n```\nWait, that is wrong.",
            "```json\n{\"row\": \"a\", \"number\": 3}\n```\nPlease wait for the others.",
        ),
    ]);
}
