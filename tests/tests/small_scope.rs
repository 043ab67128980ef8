//! All texts of a few tokens, for three types: the laws hold for each of them, not only for those that somebody thought of.
//!
//! `SCOPE_TOKENS=7 cargo test -p llm_output_tests --release --test small_scope -- --nocapture` runs all texts of up to 7 tokens,
//! 39 million for each type. `cargo test` runs those of up to 4. The laws:
//!
//! - **Rule 1**: what `serde_json` reads is read with the same value and no repair.
//! - **Conservation** (rule 12): below a guess, every digit and every letter of the answer is in the value, and no other.
//! - **Settled reading** (rule 7): pushed token by token, what is shown only grows, and the result is that of the whole. For texts
//!   of up to 5 tokens, or `SCOPE_STREAMED`, since it reads each text many times.
//! - **Going back**: below a guess, a choice between another type and this one, which tries the other one first, reads the text as this
//!   one alone does and reports the same repairs.

use std::fmt::Debug;

use llm_output::{ErrorKind, LlmOutput, Parsed, Repair, RepairKind, Severity, Streamed};
use llm_output_tests::follow::follow;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const TOKENS: [&str; 12] = ["{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "1", "2", "null", "'"];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
struct Fields {
    a: Option<u8>,
    b: Option<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
struct Words {
    a: String,
    #[serde(default)]
    b: Vec<String>,
}

/// Something that no text of these tokens is.
#[derive(Debug, Clone, PartialEq, LlmOutput)]
struct Never {
    never_written: bool,
}

#[derive(Debug, LlmOutput)]
#[llm(untagged)]
enum Choice<T> {
    #[expect(dead_code, reason = "no text is read as this one")]
    Never(Never),
    It(T),
}

fn limit(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The text of this number, token by token, and where each token ends.
fn write(mut number: u64, length: u32, text: &mut String, ends: &mut Vec<usize>) {
    text.clear();
    ends.clear();
    for _ in 0..length {
        let token = usize::try_from(number % TOKENS.len() as u64).expect("less than 12");
        number /= TOKENS.len() as u64;
        text.push_str(TOKENS[token]);
        ends.push(text.len());
    }
}

/// How often each digit and each letter of the tokens occurs.
type Content = [usize; 4];

fn count(text: &str, content: &mut Content) {
    for (count, character) in content.iter_mut().zip(['1', '2', 'a', 'b']) {
        *count += text.matches(character).count();
    }
}

/// What occurs in the numbers and strings of a value.
fn count_values(value: &Value, content: &mut Content) {
    match value {
        Value::Number(number) => count(&number.to_string(), content),
        Value::String(text) => count(text, content),
        Value::Array(elements) => elements.iter().for_each(|element| count_values(element, content)),
        Value::Object(fields) => fields.values().for_each(|field| count_values(field, content)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Checks that a value holds each digit and each letter of the text that it was read from, and no other. The keys of its fields
/// are in the text too: once, or not at all where the value has nothing in the field.
fn check_content<T: Serialize>(text: &str, parsed: &Parsed<T>) {
    let value = serde_json::to_value(&parsed.value).expect("it is written as JSON");
    let (mut least, mut written) = (Content::default(), Content::default());
    count_values(&value, &mut least);
    count(&text[parsed.span()], &mut written);
    let mut most = least;
    for (place, key) in [(2, "a"), (3, "b")] {
        let Some(field) = value.get(key) else { continue };
        let is_empty = field.is_null() || field.as_array().is_some_and(Vec::is_empty);
        least[place] += usize::from(!is_empty);
        most[place] += 1;
    }
    // Keys that are in no field: of an object with one field that was read as a list of its value, and those without a value.
    let is_key = |repair: &&Repair| matches!(repair.kind(), RepairKind::WrapObjectInArray | RepairKind::MissingValue);
    let others = parsed.repairs().iter().filter(is_key).count();
    let keys = written[2] + written[3];
    let most_keys = most[2] + most[3] + others;
    for place in 0..4 {
        let more = if place < 2 { 0 } else { others };
        let is_kept = (least[place]..=most[place] + more).contains(&written[place]);
        assert!(
            is_kept && keys <= most_keys,
            "{text:?}: {:?} for {value}",
            parsed.repairs()
        );
    }
}

/// Checks that a choice, which first reads the text as [`Never`] and goes back, reads it as the type alone does and reports the same.
fn check_choice<T: LlmOutput + PartialEq + Debug>(text: &str, parsed: &Parsed<T>) {
    // What is outside of the answer is compared with what each type expects, not read and gone back to.
    if parsed.span() != (0..text.len()) {
        return;
    }
    let first = text.as_bytes()[0];
    // For a choice, only objects begin with a brace; a list may be a Python set.
    let is_set = first == b'{'
        && parsed
            .repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::PythonLiteral);
    if !matches!(first, b'{' | b'[') || is_set {
        return;
    }
    let choice = <Choice<T>>::parse_llm(text).unwrap_or_else(|error| panic!("{text:?}: {error}, but {parsed:?}"));
    assert!(
        choice.repairs() == parsed.repairs() && choice.span() == parsed.span(),
        "{text:?}: {choice:?}, but {parsed:?}"
    );
    assert!(
        matches!(&choice.value, Choice::It(value) if *value == parsed.value),
        "{text:?}: {choice:?}, but {parsed:?}"
    );
}

fn check<T>(text: &str, ends: &[usize], is_streamed: bool)
where
    T: Streamed<Partial: Clone + Debug> + DeserializeOwned + Serialize + PartialEq + Debug,
{
    let parsed = T::parse_llm(text);
    // Serde also reads the fields of a struct from an array, by position: order is no evidence here.
    let is_own_form = text.starts_with('[') == std::any::type_name::<T>().contains("Vec<");
    if let Some(oracle) = serde_json::from_str::<T>(text).ok().filter(|_| is_own_form) {
        match &parsed {
            Ok(parsed) => assert!(parsed.value == oracle && parsed.is_exact(), "{text:?}: {parsed:?}"),
            Err(error) => assert_eq!(error.kind(), ErrorKind::UnrecognizedShape, "{text:?}: {error}"),
        }
    }
    if let Ok(parsed) = &parsed {
        assert!(text.get(parsed.span()).is_some(), "{text:?}: {parsed:?}");
        if parsed.severity() < Some(Severity::Guess) {
            check_content(text, parsed);
            check_choice(text, parsed);
        }
    }
    if is_streamed {
        let cuts = &ends[..ends.len().saturating_sub(1)];
        if let Err(broken) = follow::<T>(text, cuts, &llm_output::Options::default()) {
            panic!("{text:?}: {broken}");
        }
    }
}

fn every_text<T>(name: &str)
where
    T: Streamed<Partial: Clone + Debug> + DeserializeOwned + Serialize + PartialEq + Debug,
{
    let (mut text, mut ends, mut count) = (String::new(), Vec::new(), 0_u64);
    let streamed = limit("SCOPE_STREAMED", limit("SCOPE_TOKENS", 4).min(5));
    for length in 0..=limit("SCOPE_TOKENS", 4) {
        for number in 0..(TOKENS.len() as u64).pow(length) {
            write(number, length, &mut text, &mut ends);
            check::<T>(&text, &ends, length <= streamed);
            count += 1;
        }
        println!("{name}: {count} texts of up to {length} tokens");
    }
    assert!(count > 20_000);
}

#[test]
fn every_small_text_as_fields() {
    every_text::<Fields>("fields");
}

#[test]
fn every_small_text_as_words() {
    every_text::<Words>("words");
}

#[test]
fn every_small_text_as_numbers() {
    every_text::<Vec<u8>>("numbers");
}
