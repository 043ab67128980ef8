//! The bodies of the fuzz targets. `tests/fuzz` runs them with libFuzzer, and the test `fuzz` of this crate replays its corpus.
//!
//! Each body panics if a rule is broken. Of the input, the first bytes choose the type and the options, and the rest is the text.

#![expect(clippy::missing_panics_doc, reason = "a panic is how a body fails")]

mod declared;
mod shapes;

use std::fmt::{self, Write};

use llm_output::exchange::Reply;
use llm_output::{
    Calls, ErrorKind, Exchange, Finish, Format, Limits, LlmOutput, Options, Outcome, ParseError, Parsed, Prefer,
    Registry, RegistryError, Repair, RepairKind, Severity,
};
use serde::Serialize;
use serde_json::Value;

pub use shapes::shapes;

use crate::case::{Reading, TYPES, told};
use crate::corruption::subjects::SUBJECTS;
use crate::corruption::{self, Reader};
use crate::follow::STREAMED;
use crate::sample::Random;
use crate::types::{Assessment, CommitMessage, Invoice, Membership, Note, Preferences, Review};
use crate::way::{Subject, ThroughSerde, Way};

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
    match second % 8 {
        0 => options.limits(Limits::default().elements(second / 8)),
        1 => options.limits(Limits::default().reports(second / 8)),
        2 => options.limits(Limits::default().violations(second / 8)),
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
    let outcome = read(text, &options);
    check(text, &options, &outcome, |options| read(text, options));
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

fn same_as_serde_json<T: Subject>(text: &str) {
    let Ok(oracle) = serde_json::from_str::<T>(text) else {
        return;
    };
    let document = serde_json::from_str(text).unwrap_or_default();
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
    let outcome = (subject.through_serde)(text, &options);
    check(text, &options, &outcome, |options| {
        (subject.through_serde)(text, options)
    });
    let derived = (subject.derived)(text, &options);
    if let (Ok(derived), Ok(through)) = (&derived, &outcome) {
        let sure = |reading: &Reading| reading.repairs.iter().all(|repair| repair.severity < Severity::Guess);
        if sure(derived) && sure(through) {
            assert_eq!(derived.value, through.value);
        }
    }
}

/// A text that arrives in chunks is read like the whole, and what is shown only grows.
pub fn stream(data: &[u8]) {
    let mut input = Input(data);
    let (_, follow) = input.pick(STREAMED);
    let options = options(&mut input);
    let cuts = input.cuts();
    let Some(text) = input.text() else { return };
    if let Err(broken) = follow(text, &places(text, &cuts), &options) {
        panic!("{broken}");
    }
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

/// Tools of an agent.
#[derive(Debug, Serialize, LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
enum Tool {
    /// Reads a file.
    ReadFile { path: String, lines: Option<Vec<u32>> },
    /// Changes a file.
    Edit {
        path: String,
        old: String,
        new: String,
        all: Option<bool>,
    },
    /// Ends the work.
    Done,
}

/// Calls in a text that arrives in chunks are those in the whole text.
pub fn calls(data: &[u8]) {
    let mut input = Input(data);
    let mut options = options(&mut input);
    let is_named = input.0.first().is_some_and(|&byte| byte >= 128);
    let cuts = input.cuts();
    if is_named {
        options = options.format(*input.pick(Format::ALL));
    }
    let Some(text) = input.text() else { return };
    let whole = Tool::parse_calls_with(text, &options);
    for span in whole.text_spans() {
        assert!(text.get(span.clone()).is_some(), "{span:?}");
    }
    for call in &whole {
        assert!(text.get(call.span()).is_some(), "{call:?}");
        let reading = match &call.result {
            Ok(parsed) => {
                assert!(
                    parsed.repairs().iter().all(|repair| text.get(repair.span()).is_some()),
                    "{call:?}"
                );
                continue;
            }
            Err(error) => error,
        };
        drop((reading.to_string(), reading.feedback(), reading.excerpt(text)));
    }
    let mut stream = Tool::call_stream_with(&options);
    let mut shown = 0;
    let mut start = 0;
    for end in places(text, &cuts).into_iter().chain([text.len()]) {
        shown += stream.push(&text[start..end]).map(|call| drop(call.result)).count();
        start = end;
    }
    let rest = stream.finish();
    assert_eq!(shown + rest.len(), whole.len(), "{}", said(&whole));
    if shown == 0 {
        assert_eq!(said(&rest), said(&whole));
    }
    assert_eq!(rest.text(), whole.text());
}

fn said(calls: &Calls<Tool>) -> String {
    let mut said = String::new();
    for call in calls {
        let result = match &call.result {
            Ok(parsed) => told(&Ok(Reading::of(parsed))),
            Err(error) => error.to_string(),
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(said, "{} {:?} {:?} {result}", call.name(), call.id(), call.span());
    }
    said
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
    let exact = T::parse_llm_with(&value.to_string(), &Options::exact());
    if let (Ok(exact), Ok(parsed)) = (exact, outcome) {
        let texts =
            [&exact.value, &parsed.value].map(|value| serde_json::to_string(value).expect("a value is written"));
        assert_eq!(texts[0], texts[1]);
        assert!(parsed.is_exact(), "{:?}", parsed.repairs());
    }
}

/// An exchange with a closure that answers anything, and a registry that is asked for anything, keep their promises.
pub fn exchange(data: &[u8]) {
    let mut input = Input(data);
    let attempts = input.byte() % 6;
    let options = options(&mut input);
    let ends = [None, Some(Finish::Stop), Some(Finish::Length), Some(Finish::Refusal)];
    let finish = *input.pick(&ends);
    let Some(text) = input.text() else { return };
    let mut replies = text.split('\u{1}');
    let mut asked = 0;
    let outcome = Exchange::<CommitMessage>::new("?")
        .attempts(attempts)
        .options(options)
        .run(|turn| {
            asked += 1;
            assert_eq!(turn.number(), asked);
            assert!(!turn.messages().is_empty());
            let mut reply = Reply::new(replies.next().ok_or("closed")?);
            reply.finish = finish;
            Ok::<_, &str>(reply)
        });
    assert!(asked <= attempts.max(1));
    match outcome {
        Ok(Outcome::Structured { parsed, text: read, .. }) => {
            assert!(read.get(parsed.span()).is_some());
        }
        Ok(Outcome::Degraded {
            text: first, attempts, ..
        }) => {
            assert_eq!(Some(&*first), text.split('\u{1}').next());
            assert!(attempts.iter().all(|attempt| attempt.error().is_some()));
        }
        Ok(_) => panic!("another outcome"),
        Err(interrupted) => assert_eq!(interrupted.error, "closed"),
    }
    let mut registry = Registry::new();
    registry
        .register::<CommitMessage>("commit")
        .expect("the name is free")
        .values();
    let name = if text.contains('\u{1}') { "commit" } else { text };
    let parsed: Result<Parsed<CommitMessage>, _> = registry.parse(name, text);
    assert_eq!(
        registry.has(name),
        !matches!(parsed, Err(RegistryError::Unknown { .. }))
    );
    assert!(
        registry
            .parse::<Review>("commit", text)
            .is_err_and(|error| error.parse_error().is_none())
    );
    let value = registry.parse_value("commit", text);
    assert_eq!(value.is_ok(), CommitMessage::parse_llm(text).is_ok());
}
