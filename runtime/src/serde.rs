//! `from_str` for every type that `serde` can read.
//!
//! Text that needs no repair is read strictly. Otherwise the type is learned, part by part, as a plan; the text is read by
//! that plan, with the functions that also read derived types; and the result is shown to the type's visitors.

#[macro_use]
mod methods;

mod field;
mod judge;
mod learn;
mod names;
mod parts;
mod refusal;
mod show;
mod strict;

use std::marker::PhantomData;

use serde_core::Deserialize;

pub use field::{Anything, Serde, Shown, by_function};
use refusal::OrRefused;
use show::ValueReader;

use crate::bounds::DEEPEST;
use crate::extract::{Target, parse_target};
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::{Facts, ObjectSpec};
use crate::surface::{self, Outline};
use crate::visit::planned::Type;
use crate::visit::{Slot, put};
use crate::{Options, ParseError, Parsed};

/// Reads any type that serde can deserialize from what a model wrote: the one-line switch from `serde_json::from_str`.
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
/// Everything that is wrong is reported at once, including values that only the type's own `Deserialize` rejects:
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
/// // With all repairs, the two invalid elements are dropped.
/// let parsed = llm_output::from_str_with::<Vec<IpAddr>>(text, &llm_output::Options::lenient())?;
/// assert_eq!(parsed.value.len(), 2);
/// # Ok::<(), llm_output::ParseError>(())
/// ```
///
/// # What serde does not reveal
///
/// Before any text is read, the type is deserialized once from placeholders such as `""` and `0`, to learn what it
/// expects. The text is then read as if the type derived `LlmOutput`, and gives the same value. Some types do not
/// reveal everything:
///
/// - Enums with `tag` or `untagged`, structs with a field under `flatten`, and the fields of a variant where `tag` and
///   `content` are set are buffered by serde first. Their JSON is repaired, but values of the wrong type are not converted,
///   a misspelled key is only corrected if the field is required, and an object around the answer (`{"result": {..}}`) is
///   only removed if it is a tool call: `{"name": "..", "arguments": {..}}`.
/// - A date, an address or a version is a string to serde, so other spellings of it are not converted.
/// - Variants whose names differ only in case must be written exactly.
/// - If a field's type rejects every placeholder, the fields after it are not known to be required. They are still
///   reported if they are missing, but `Options::lenient` does not fill them in.
/// - A struct with more than 127 fields is read like untyped JSON.
///
/// # Errors
///
/// The same as for [`LlmOutput::parse_llm`](crate::LlmOutput::parse_llm).
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<Parsed<T>, ParseError> {
    from_str_with(text, &Options::default())
}

/// Like [`from_str`], with `options`.
///
/// # Errors
///
/// The same as for [`LlmOutput::parse_llm_with`](crate::LlmOutput::parse_llm_with).
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    if let Some((value, span)) = strict::document(text, options.limits) {
        return Ok(Parsed::new(value, Settled::exact(span)));
    }
    let outcome = search(text, options);
    #[cfg(feature = "tracing")]
    crate::telemetry::tell(&outcome, std::any::type_name::<T>(), options);
    outcome
}

/// Reads the type from `text`, wherever the answer is in it and whatever repairs it needs.
#[cold]
#[inline(never)]
fn search<'de, T: Deserialize<'de>>(text: &'de str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let known = learn::plan_of(address(visit::<T>), &mut |item, show| {
        visit::<T>(ValueReader::new(item, show)).map(drop)
    });
    let target: Foreign<'_, T> = Foreign {
        known,
        source: text,
        value: PhantomData,
    };
    let quiet = surface::quiet(options);
    let mut outcome = parse_target(&target, text, &quiet);
    let span = outcome.as_ref().map(Parsed::span);
    let outline = Outline::Planned(known);
    let may_be_another = |parsed: &Parsed<T>| surface::may_be_another(text, &parsed.span(), parsed.severity(), outline);
    if outcome.as_ref().map_or(true, may_be_another) {
        let mut json = |options: &Options<'_>| parse_target(&target, text, options).map(|parsed| parsed.span());
        let mut slot = Owned(None);
        let ruling = surface::settle(text, &quiet, &span, outline, &mut slot, &mut json);
        ruling.apply(&mut outcome, slot.0, text, &quiet);
    }
    if let Ok(parsed) = &outcome {
        surface::tell(parsed.repairs(), options);
    }
    outcome
}

/// A value that is read from text of our own, so nothing in it is borrowed from the caller's.
struct Owned<T>(Option<T>);

impl<'de, T: Deserialize<'de>> Slot for Owned<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.0, read(cursor, at, None, None, visit))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.0, read(cursor, at, None, Some(text), visit))
    }
}

/// A type that only implements `Deserialize`.
struct Foreign<'de, T> {
    known: Type,
    source: &'de str,
    value: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Target for Foreign<'de, T> {
    type Value = T;

    fn facts(&self) -> Facts {
        self.known.plan().facts
    }

    fn object(&self) -> &'static ObjectSpec {
        self.known.plan().object
    }

    /// A value has so many levels at most. One level more shows that the value is a part of something.
    fn deepest(&self) -> usize {
        DEEPEST as usize + 1
    }

    fn read_strictly(&self, cursor: &mut Cursor<'_>) -> Option<T> {
        let (value, end) = strict::inside(self.source, cursor.pos, cursor.fenced, cursor.sink.elements_left())?;
        cursor.pos = end;
        Some(value)
    }

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        read(cursor, at, Some(self.source), None, visit)
    }

    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        read(cursor, at, Some(self.source), Some(text), visit)
    }
}

/// Makes a value from what the reader shows.
fn visit<'de, T: Deserialize<'de>>(reader: ValueReader<'_, 'de>) -> OrRefused<T> {
    T::deserialize(reader)
}

/// The address of a function that calls `visit`, which identifies what it reads: a type, or what a function of the user's
/// returns.
fn address<'de, T, F: for<'x> Fn(ValueReader<'x, 'de>) -> OrRefused<T>>(_: F) -> usize {
    let call: for<'x> fn(&F, ValueReader<'x, 'de>) -> OrRefused<T> = |visit, reader| visit(reader);
    call as usize
}

/// Reads the value at the cursor, or a decoded string, with the visitors that `visit` passes to serde.
fn read<'de, T, F: for<'x> Fn(ValueReader<'x, 'de>) -> OrRefused<T> + Copy>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    text: Option<&str>,
    visit: F,
) -> Read<T> {
    let mut value = None;
    judge::read(cursor, at, source, text, address(visit), &mut |item, show| {
        value = None;
        value = Some(visit(ValueReader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}
