//! The bodies of the fuzz targets. `tests/fuzz` runs them with libFuzzer, and the test `fuzz` of this crate replays its corpus.
//!
//! Each body panics if a rule is broken. Of the input, the first bytes choose the type and the options, and the rest is the text.

#![expect(clippy::missing_panics_doc, reason = "a panic is how a body fails")]

mod calls;
mod declared;
mod exchange;
mod items;
mod shapes;

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::sync::Mutex;

use llm_output::{
    ErrorKind, Finish, Limits, LlmOutput, Options, ParseError, Prefer, Repair, RepairKind, Severity, Surface,
};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::Value;

pub use calls::calls;
pub use exchange::exchange;
pub use shapes::shapes;

use crate::case::{Reading, TYPES, told};
use crate::corruption::subjects::{self, SUBJECTS};
use crate::corruption::{self, Reader};
use crate::follow::STREAMED;
use crate::sample::Random;
use crate::types::{Assessment, CommitMessage, Invoice, Membership, Note, Preferences, Review};
use crate::way::{Subject, ThroughSerde, Way};
use crate::work;

/// A fuzz target: its name, and what it does with an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target. The folders in `tests/fuzz/corpus` have these names.
pub const TARGETS: &[Target] = &[
    ("any_text", any_text),
    ("valid_json", valid_json),
    ("damage", damage),
    ("from_str", from_str),
    ("stream", stream),
    ("calls", calls),
    ("from_value", from_value),
    ("exchange", exchange),
    ("shapes", shapes),
];

/// The first bytes of an input, one by one, and the text after them.
struct Input<'d>(&'d [u8]);

impl<'d> Input<'d> {
    fn byte(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first.into()
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.byte() % choices.len()]
    }

    /// The rest, if it is text.
    fn text(self) -> Option<&'d str> {
        std::str::from_utf8(self.0).ok()
    }

    /// So many places to cut a text at.
    fn cuts(&mut self) -> Vec<usize> {
        let count = self.byte() % 16;
        (0..count).map(|_| self.byte()).collect()
    }
}

/// Options of every kind.
fn options(input: &mut Input<'_>) -> Options<'static> {
    const ACCEPTED: [Severity; 6] = [
        Severity::Framing,
        Severity::Syntax,
        Severity::Coercion,
        Severity::Guess,
        Severity::Incomplete,
        Severity::Invented,
    ];
    const SURFACES: [Surface; 3] = [Surface::Tags, Surface::Lines, Surface::Bullets];
    let (first, second) = (input.byte(), input.byte());
    let mut options = match first % 8 {
        0 => Options::exact(),
        7 => Options::default(),
        number => Options::default().accept(ACCEPTED[number - 1]),
    };
    if first & 8 != 0 {
        options = options.marker("answer");
    }
    if first & 16 != 0 {
        options = options.surfaces(&[]);
    }
    options = match first >> 5 {
        1 => options.prefer(Prefer::First),
        2 => options.prefer(Prefer::Last),
        3 => options.prefer(Prefer::Only),
        4 => options.finish(Finish::Stop),
        5 => options.finish(Finish::Length),
        _ => options,
    };
    let number = second / 8;
    match second % 8 {
        0 => options.limits(Limits::default().elements(number)),
        1 => options.limits(Limits::default().reports(number)),
        2 => options.limits(Limits::default().violations(number)),
        3 => options.limits(Limits::default().bytes(8 * number)),
        4 => options.finish([Finish::Refusal, Finish::Other][number % 2]),
        5 => options.surfaces(&[SURFACES[number % SURFACES.len()]]),
        6 => options.marker("result"),
        _ => options,
    }
}

/// Places of an outcome are places of the text, its words can be written, and the severity that it names reads the text.
fn check(
    text: &str,
    options: &Options<'_>,
    outcome: &Result<Reading, ParseError>,
    read: impl Fn(&Options<'_>) -> Result<Reading, ParseError>,
) {
    match outcome {
        Ok(reading) => {
            assert!(text.get(reading.span.clone()).is_some(), "{:?}", reading.span);
            for repair in &reading.repairs {
                assert!(text.get(repair.span.clone()).is_some(), "{repair:?}");
            }
            let starts = || reading.repairs.iter().map(|repair| repair.span.start);
            assert!(starts().is_sorted(), "{:?}", reading.repairs);
        }
        Err(error) => {
            for violation in error.violations() {
                assert!(text.get(violation.span()).is_some(), "{violation:?}");
            }
            for repair in error.repairs() {
                assert!(text.get(repair.span()).is_some(), "{repair:?}");
            }
            let words = [error.to_string(), error.feedback()];
            assert!(words.iter().all(|words| !words.is_empty()));
            error.excerpt(text);
            // It has the path of every repair, which is far more than the text.
            write!(Discarded, "{error:?}").expect("nothing is kept");
            if let Some(severity) = error.would_need() {
                let accepted = read(&options.clone().accept(severity));
                assert!(accepted.is_ok(), "{severity:?} does not read it: {}", told(&accepted));
            }
        }
    }
}

/// Words that are written and not kept.
struct Discarded;

impl Write for Discarded {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// Any text as any type, with any options.
pub fn any_text(data: &[u8]) {
    let mut input = Input(data);
    let (_, read) = input.pick(TYPES);
    let options = options(&mut input);
    let Some(text) = input.text() else { return };
    let read = |options: &Options<'_>| work::reading(text, || read(text, options));
    let outcome = read(&options);
    check(text, &options, &outcome, read);
    // Whoever watches the repairs sees those that the outcome has, and changes nothing.
    let seen = Mutex::new(0);
    let observer = |_: &Repair| *seen.lock().expect("nobody panics") += 1;
    let watched = read(&options.on_repair(&observer));
    assert_eq!(told(&watched), told(&outcome));
    if let Ok(reading) = outcome {
        assert_eq!(*seen.lock().expect("nobody panics"), reading.repairs.len());
    }
}

/// Where `serde_json` reads a text, so do we, with the same value and no repair.
pub fn valid_json(data: &[u8]) {
    const READ: [fn(&str); 7] = [
        same_as_serde_json::<Review>,
        same_as_serde_json::<CommitMessage>,
        same_as_serde_json::<Note>,
        same_as_serde_json::<Assessment>,
        same_as_serde_json::<Invoice>,
        same_as_serde_json::<Membership>,
        same_as_serde_json::<Preferences>,
    ];
    let mut input = Input(data);
    let read = input.pick(&READ);
    if let Some(text) = input.text() {
        read(text);
    }
}

/// The keys of an object with a number that only a member that the type ignores can have: no `f64` is so large.
#[expect(clippy::zero_sized_map_values, reason = "serde reads an object as a map")]
fn keys_of(text: &str) -> Value {
    let members: BTreeMap<String, IgnoredAny> = serde_json::from_str(text).unwrap_or_default();
    members.into_keys().map(|key| (key, Value::Null)).collect()
}

fn same_as_serde_json<T: Subject>(text: &str) {
    let Ok(oracle) = serde_json::from_str::<T>(text) else {
        return;
    };
    let document = serde_json::from_str(text).unwrap_or_else(|_| keys_of(text));
    // Valid JSON that serde reads and we refuse: a value outside a bound that the type declares and serde does not check; an array
    // in place of a struct, which serde reads by position; and an object with fields, but none that the type has. What such
    // an object is instead (a wrapper, or misspelt keys) is a repair, or the error is about that.
    let is_foreign = declared::is_foreign(T::SHAPE, &document);
    let is_excepted = |error: &ParseError| {
        let is_declared = |violation| declared::is_declared(T::SHAPE, violation, &document);
        is_foreign
            || error.kind() == ErrorKind::UnrecognizedShape
            || (!error.violations().is_empty() && error.violations().iter().all(is_declared))
    };
    // A key in another case or style, off by one letter, or with a remark after it (`tags<string>`), belongs to a field that is
    // otherwise missing: a ruling.
    let is_respelt = |repairs: &[Repair]| {
        let mut kinds = repairs.iter().map(Repair::kind);
        kinds.any(|kind| matches!(kind, RepairKind::KeyCase | RepairKind::KeyFuzzy))
    };
    for outcome in [T::parse_llm(text), ThroughSerde::read::<T>(text)] {
        let parsed = match outcome {
            Ok(parsed) if is_foreign && !parsed.is_exact() => continue,
            Ok(parsed) if is_respelt(parsed.repairs()) => continue,
            Ok(parsed) => parsed,
            Err(error) if is_excepted(&error) || is_respelt(error.repairs()) => continue,
            Err(error) => panic!("{error}"),
        };
        let texts = [&parsed.value, &oracle].map(|value| serde_json::to_string(value).expect("a value is written"));
        assert_eq!(texts[0], texts[1]);
        assert!(parsed.is_exact(), "{:?}", parsed.repairs());
    }
}

/// A document that was damaged is never read as another value below a guess.
pub fn damage(data: &[u8]) {
    let mut input = Input(data);
    let damages = 1 + input.byte() % 3;
    let reader = *input.pick(&[Reader::Derived, Reader::ThroughSerde]);
    if let Some(lost) = corruption::lost(&mut Random::chosen(input.0), damages, reader) {
        panic!("{}", lost.line());
    }
}

/// A type reads a text through serde as it does by its derive, if nothing has to be guessed.
pub fn from_str(data: &[u8]) {
    let mut input = Input(data);
    let subject = input.pick(SUBJECTS);
    let options = options(&mut input);
    let Some(text) = input.text() else { return };
    let through_serde = |options: &Options<'_>| work::reading(text, || (subject.through_serde)(text, options));
    let outcome = through_serde(&options);
    check(text, &options, &outcome, through_serde);
    let derived = work::reading(text, || (subject.derived)(text, &options));
    let is_sure = |outcome: &Result<Reading, _>| {
        let mut repairs = outcome.iter().flat_map(|reading| &reading.repairs);
        outcome.is_ok() && repairs.all(|repair| repair.severity < Severity::Guess)
    };
    let (derived_is_sure, through_is_sure) = (is_sure(&derived), is_sure(&outcome));
    match (&derived, &outcome) {
        (Ok(derived), Ok(through)) => {
            let is_told = !subjects::is_untold(subject.name) && (derived_is_sure || through_is_sure);
            if is_told || (derived_is_sure && through_is_sure) {
                assert_eq!(derived.value, through.value);
            }
        }
        (Err(error), Ok(_)) | (Ok(_), Err(error)) if !subjects::is_untold(subject.name) => {
            let is_limit = error.kind() == ErrorKind::Limit;
            assert!(is_limit || !derived_is_sure && !through_is_sure, "{error}");
        }
        _ => {}
    }
}

/// A text that arrives in chunks is read like the whole, and what is shown only grows.
pub fn stream(data: &[u8]) {
    let mut input = Input(data);
    let (_, follow) = input.pick(STREAMED);
    let options = options(&mut input);
    let cuts = input.cuts();
    let Some(text) = input.text() else { return };
    let places = places(text, &cuts);
    if let Err(broken) = follow(text, &places, &options) {
        panic!("{broken}");
    }
    items::items(text, &places, &options);
}

/// Places between two characters of a text, after steps of these lengths.
fn places(text: &str, steps: &[usize]) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::new();
    for step in steps {
        let mut at = places.last().copied().unwrap_or(0) + step.max(&1);
        while at < text.len() && !text.is_char_boundary(at) {
            at += 1;
        }
        if at >= text.len() {
            break;
        }
        places.push(at);
    }
    places
}

/// A value is read like its text.
pub fn from_value(data: &[u8]) {
    const READ: [fn(&Value, &Options<'_>); 6] = [
        same_as_text::<Review>,
        same_as_text::<Note>,
        same_as_text::<Assessment>,
        same_as_text::<Invoice>,
        same_as_text::<Preferences>,
        same_as_text::<Vec<CommitMessage>>,
    ];
    let mut input = Input(data);
    let read = input.pick(&READ);
    let options = options(&mut input);
    if let Some(value) = input.text().and_then(|text| serde_json::from_str(text).ok()) {
        read(&value, &options);
    }
}

fn same_as_text<T: LlmOutput + Serialize>(value: &Value, options: &Options<'_>) {
    let outcome = T::from_value_with(value, options);
    if let Err(error) = &outcome {
        drop((error.to_string(), error.feedback(), error.excerpt("")));
    }
    // A string may hold an answer with text around it; a value has no text around it, and no markers.
    if matches!(value, Value::String(_)) {
        return;
    }
    if has_rough_number(value) {
        return;
    }
    let text = value.to_string();
    for options in [Options::exact(), Options::default()] {
        let read = [T::from_value_with(value, &options), T::parse_llm_with(&text, &options)];
        let [of_value, of_text] = read.map(|outcome| outcome.map(|parsed| Reading::of(&parsed)));
        match (of_value, of_text) {
            (Ok(of_value), Ok(of_text)) => {
                assert_eq!(of_value.value, of_text.value);
                assert_eq!(of_value.told(), of_text.told());
            }
            (Err(_), Err(_)) => {}
            (Err(error), Ok(_)) | (Ok(_), Err(error)) => panic!("one alone: {error}"),
        }
    }
}

/// Whether a number is a float that may not have the digits that were written, or no sign of a zero.
fn has_rough_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number
            .as_f64()
            .is_some_and(|float| number.is_f64() && (float == 0.0 || float.abs() >= 2f64.powi(52))),
        Value::Array(elements) => elements.iter().any(has_rough_number),
        Value::Object(entries) => entries.values().any(has_rough_number),
        _ => false,
    }
}
