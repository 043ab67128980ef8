//! `from_str` for every type that `serde` can read.
//!
//! A text that needs no repair is read strictly. Otherwise the type is learnt, part by part, into a plan; the text is read by
//! that plan with the functions that read derived types; and what was read is shown to the type's visitors.

mod field;
mod judge;
mod learn;
mod names;
mod refusal;
mod show;
mod strict;

use std::marker::PhantomData;

use serde_core::Deserialize;

pub use field::{Anything, ByFunction, Serde, Shown, by_function};
use refusal::Refusal;
use show::Reader;

use crate::extract::{Target, parse_target};
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::{Facts, ObjectSpec};
use crate::{Options, ParseError, Parsed};

/// Reads any type of serde's from what a model wrote: the one-line switch from `serde_json::from_str`.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Ticket {
///     title: String,
///     #[serde(default)]
///     labels: Vec<String>,
/// }
///
/// let text = "Here you go:\n```json\n{'Title': 'Cache misses', \"labels\": \"perf\"}\n```";
/// let ticket = llm_output::from_str::<Ticket>(text)?;
/// assert_eq!(ticket.value.title, "Cache misses");
/// assert_eq!(ticket.value.labels, ["perf"]);
/// # Ok::<(), llm_output::ParseError>(())
/// ```
///
/// All that is wrong is told at once, what other crates' types have against their values included:
///
/// ```
/// use std::net::IpAddr;
///
/// let text = r#"["10.0.0.1", "nowhere", "::1", "10.0.0.256"]"#;
/// let error = llm_output::from_str::<Vec<IpAddr>>(text).unwrap_err();
/// assert_eq!(error.violations().len(), 2);
/// assert_eq!(
///     error.violations()[0].to_string(),
///     r#"[1]: got "nowhere": invalid IP address syntax"#
/// );
/// let parsed = llm_output::from_str_with::<Vec<IpAddr>>(text, &llm_output::Options::lenient())?;
/// assert_eq!(parsed.value.len(), 2);
/// # Ok::<(), llm_output::ParseError>(())
/// ```
///
/// # What serde does not tell
///
/// What a type wants is learnt from its visitors, once, before any text is read. Then the text is read as if the type were
/// derived, and gives the same value. Some types do not tell all of it:
///
/// - What serde takes in whole before it looks at it has its JSON repaired, but not its types: enums with `tag` or `untagged`,
///   structs with a field under `flatten`, and the fields of a variant where `tag` and `content` are set. There a key in another
///   spelling is found only for a field that must be there.
/// - A date, an address or a version is a string to serde: other spellings of it are not converted.
/// - The fields of a struct after one whose type refuses every made-up value are not known to be required. Their absence is an
///   error all the same, but `Options::lenient` makes nothing up for them.
/// - A struct with more than 127 fields is read as any JSON.
///
/// # Errors
///
/// As [`LlmOutput::parse_llm`](crate::LlmOutput::parse_llm).
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<Parsed<T>, ParseError> {
    from_str_with(text, &Options::default())
}

/// As [`from_str`], with `options`.
///
/// # Errors
///
/// As [`LlmOutput::parse_llm_with`](crate::LlmOutput::parse_llm_with).
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    if let Some((value, span)) = strict::document(text, options.limits) {
        return Ok(Parsed::new(value, Settled::exact(span)));
    }
    let outcome = search(text, options);
    #[cfg(feature = "tracing")]
    crate::telemetry::tell(&outcome, std::any::type_name::<T>(), options);
    outcome
}

/// Reads the type from `text`, wherever in it the answer is and whatever has to be repaired.
#[cold]
#[inline(never)]
fn search<'de, T: Deserialize<'de>>(text: &'de str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let (facts, object) = known::<T>();
    let target = Foreign {
        facts,
        object,
        source: text,
        value: PhantomData,
    };
    parse_target(&target, text, options)
}

/// A type that only serde knows.
struct Foreign<'de, T> {
    facts: Facts,
    object: &'static ObjectSpec,
    source: &'de str,
    value: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Target for Foreign<'de, T> {
    type Value = T;

    fn facts(&self) -> Facts {
        self.facts
    }

    fn object(&self) -> &'static ObjectSpec {
        self.object
    }

    fn read_strictly(&self, cursor: &mut Cursor<'_>) -> Option<T> {
        let (value, end) = strict::inside(self.source, cursor.pos, cursor.fenced)?;
        cursor.pos = end;
        Some(value)
    }

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        read(cursor, at, Some(self.source), None)
    }

    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        read(cursor, at, Some(self.source), Some(text))
    }
}

/// Makes a value of what it is shown. Its address stands for the type.
fn visit<'de, T: Deserialize<'de>>(reader: Reader<'_, 'de>) -> Result<T, Refusal> {
    T::deserialize(reader)
}

/// What is known of a type before it is read.
fn known<'de, T: Deserialize<'de>>() -> (Facts, &'static ObjectSpec) {
    let visit: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = visit::<T>;
    let plan = learn::plan_of(visit as usize, &mut |item, show| {
        visit(Reader::new(item, show)).map(drop)
    })
    .plan();
    (plan.facts, plan.object)
}

/// Reads the value at the cursor, or the one that a decoded text stands for, with the type's own visitors.
fn read<'de, T: Deserialize<'de>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    text: Option<&str>,
) -> Read<T> {
    let visit: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = visit::<T>;
    let mut value = None;
    judge::read(cursor, at, source, text, visit as usize, &mut |item, show| {
        value = None;
        value = Some(visit(Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}

/// Reads the value at the cursor with a function of serde's form, which is a type of its own.
fn read_by<T, F: for<'x> Fn(Reader<'x, 'static>) -> Result<T, Refusal>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    visit: F,
) -> Read<T> {
    let call: for<'x> fn(&F, Reader<'x, 'static>) -> Result<T, Refusal> = |visit, reader| visit(reader);
    let mut value = None;
    judge::read(cursor, at, None, None, call as usize, &mut |item, show| {
        value = None;
        value = Some(call(&visit, Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}
