//! All texts of a few tokens, for three types: the laws hold for each of them, not only for those that somebody thought of.
//!
//! `SCOPE_TOKENS=7 cargo test -p llm_output_tests --release --test small_scope -- --nocapture` runs all texts of up to 7 tokens,
//! 39 million for each type. `cargo test` runs those of up to 4. The laws:
//!
//! - **Rule 1**: what `serde_json` reads is read with the same value and no repair.
//! - **Conservation** (rule 12): below a guess, every digit of the answer is in the value, and no other.
//! - **Settled reading** (rule 7): pushed token by token, what is shown only grows, and the result is that of the whole. For texts
//!   of up to 5 tokens, or `SCOPE_STREAMED`, since it reads each text many times.
//! - **Going back**: a choice between the type and another one, which tries both, reads what the type alone reads exactly.

use std::fmt::Debug;

use llm_output::{ErrorKind, LlmOutput, Severity, Streamed};
use llm_output_tests::follow::follow;
use serde::Deserialize;
use serde::de::DeserializeOwned;

const TOKENS: [&str; 12] = ["{", "}", "[", "]", ":", ",", "\"a\"", "\"b\"", "1", "2", "null", "'"];

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[llm(stream)]
struct Fields {
    a: Option<u8>,
    b: Option<Vec<u8>>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
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

/// How often each digit occurs.
fn digits(text: &str) -> [usize; 2] {
    [b'1', b'2'].map(|digit| text.bytes().filter(|&byte| byte == digit).count())
}

fn check<T>(text: &str, ends: &[usize], is_streamed: bool)
where
    T: Streamed<Partial: Clone + Debug> + DeserializeOwned + PartialEq + Debug,
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
        let span = text.get(parsed.span()).expect("a span of the text");
        if parsed.severity() < Some(Severity::Guess) {
            let kept = digits(&format!("{:?}", parsed.value));
            assert_eq!(digits(span), kept, "{text:?}: {parsed:?}");
        }
        if parsed.is_exact() && matches!(span.as_bytes()[0], b'{' | b'[') {
            let choice = <Choice<T>>::parse_llm(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert!(
                choice.is_exact() && choice.span() == parsed.span(),
                "{text:?}: {choice:?}"
            );
            assert!(
                matches!(&choice.value, Choice::It(value) if *value == parsed.value),
                "{text:?}"
            );
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
    T: Streamed<Partial: Clone + Debug> + DeserializeOwned + PartialEq + Debug,
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
