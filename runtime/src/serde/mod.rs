//! `from_str` for every type that `serde` can read: the same engine, with serde's hints in the place of the derive.

mod field;
mod judge;
mod learn;
#[cfg(all(test, feature = "derive"))]
mod linear;
mod names;
mod read;
mod refusal;
mod show;
mod strict;
mod tape;

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
/// What a type asks for shows only while it is read, so that a broken text is read in several passes. What serde takes in
/// whole before it looks at it, enums with `tag` or `untagged` and fields under `flatten`, has its JSON repaired, but not
/// its types, and there a key in another spelling is found only for a member that must be there. Of a struct of which
/// one member was refused, it does not show what is missing beside that.
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

/// Reads a value with the type's own visitors.
pub(super) fn read<'de, T: Deserialize<'de>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    text: Option<&str>,
) -> Read<T> {
    let deserialize: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = |reader| T::deserialize(reader);
    let mut value = None;
    judge::read(cursor, at, source, text, deserialize as usize, &mut |item, show| {
        value = None;
        value = Some(deserialize(Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}

/// What is known of a type before it is read.
fn known<'de, T: Deserialize<'de>>() -> (Facts, &'static ObjectSpec) {
    let deserialize: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = |reader| T::deserialize(reader);
    let run: &mut learn::Run<'_, 'de> = &mut |item, show| deserialize(Reader::new(item, show)).map(drop);
    let plan = learn::plan_of(deserialize as usize, run).plan();
    (plan.facts, plan.object)
}

/// Reads a value with a function of serde's form.
pub(super) fn read_by<T, F: for<'x> Fn(Reader<'x, 'static>) -> Result<T, Refusal>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    deserialize: F,
) -> Read<T> {
    let by: for<'x> fn(&F, Reader<'x, 'static>) -> Result<T, Refusal> = |deserialize, reader| deserialize(reader);
    let mut value = None;
    judge::read(cursor, at, None, None, by as usize, &mut |item, show| {
        value = None;
        value = Some(by(&deserialize, Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}
