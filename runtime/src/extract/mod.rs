//! Text to where the answer may stand, and the choice among several.
//!
//! The whole text is tried first. Only then are fences, tags, reasoning and bare brackets looked at, in one walk: each
//! candidate is read against the type as it is met, so that a reader who knows strings decides where it ends.
//!
//! What is generic over the type is in this file, and short: every type pays for it at compile time.

mod envelope;
#[cfg(test)]
mod linear;
mod scalar;
mod search;
mod select;
mod single;
mod walk;
mod wrapper;

use std::ops::Range;

use crate::path::Frame;
use crate::read::cursor::Cursor;
#[cfg(feature = "serde")]
use crate::read::cursor::Read;
use crate::record::Sink;
use crate::spec::{Accepts, Form};
#[cfg(feature = "serde")]
use crate::spec::{Facts, ObjectSpec};
#[cfg(feature = "serde")]
use crate::visit::{Slot, put};
use crate::{LlmOutput, Options, ParseError, Parsed};
use search::Root;

/// Reads `T` from `text`, wherever in it the answer stands.
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    let (mut first, mut whole) = (None, None);
    if let Some(start) = begin(&mut cursor, options, T::__FACTS.accepts) {
        let read = T::__read(&mut cursor, &Frame::root());
        let span = start..cursor.pos;
        if let Ok(value) = read {
            if cursor.is_done() {
                return Ok(Parsed::new(value, None, span));
            }
            first = Some(value);
        }
        whole = Some(span);
    }
    search(&mut cursor, options, whole, &mut first)
}

/// Where the text's first value begins, if the text may be a document from there on.
fn begin(cursor: &mut Cursor<'_>, options: &Options<'_>, accepts: Accepts) -> Option<usize> {
    if cursor.text.len() > options.limits.bytes {
        return None;
    }
    cursor.space();
    let begins = match cursor.peek() {
        b'"' => !cursor.rest().starts_with("\"\"\""),
        byte => begins(byte, accepts),
    };
    begins.then_some(cursor.pos)
}

/// Whether a value of such a type may begin with this byte at the very start of a text.
fn begins(byte: u8, accepts: Accepts) -> bool {
    match byte {
        b'{' | b'[' => accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)),
        // A comment, behind which anything may stand.
        b'/' => true,
        b'-' | b'0'..=b'9' => accepts.has(Accepts::NUMBER),
        b't' | b'f' => accepts.has(Accepts::BOOLEAN),
        b'n' => accepts.has(Accepts::NULL),
        // Any JSON value in other spellings.
        b'\'' | b'N' | b'T' | b'F' | b'.' | b'+' | b'(' => accepts == Accepts::ANY,
        _ => false,
    }
}

/// The text is no exact document: looks for the answer in all of it. What was read from its start, and the value that
/// came of it, are one candidate among others.
#[cold]
#[inline(never)]
fn search<T: LlmOutput>(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    whole: Option<Range<usize>>,
    first: &mut Option<T>,
) -> Result<Parsed<T>, ParseError> {
    if first.is_some()
        && T::__FACTS.form == Form::Struct
        && let Some(settled) = search::whole(cursor, options, whole.as_ref())
        && let Some(value) = first.take()
    {
        return Ok(Parsed::new(value, settled.report, settled.span));
    }
    let mut second = None;
    let has_value = first.is_some();
    let mut root = Root::new(T::__FACTS, T::__OBJECT, first, &mut second);
    let settled = search::answer(cursor, options, whole, has_value, &mut root);
    let kept = if root.in_second { &mut second } else { first };
    match settled {
        Ok(settled) => match kept.take() {
            Some(value) => Ok(Parsed::new(value, settled.report, settled.span)),
            None => settled.lost(),
        },
        Err(error) => Err(error),
    }
}

/// What a text is read as, where no type says it at compile time.
#[cfg(feature = "serde")]
pub(crate) trait Target {
    type Value;

    /// The JSON values that stand for it, and whether it is an object of fields.
    fn facts(&self) -> Facts;

    /// Its members, where it is an object that knows them.
    fn object(&self) -> &'static ObjectSpec;

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;

    /// The value that a text without quotes stands for.
    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;
}

/// Reads the target from `text`, wherever in it the answer stands.
#[cfg(feature = "serde")]
pub(crate) fn parse_target<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
) -> Result<Parsed<T::Value>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    let (mut value, mut whole) = (None, None);
    if let Some(start) = begin(&mut cursor, options, target.facts().accepts) {
        value = target.read(&mut cursor, &Frame::root()).ok();
        let span = start..cursor.pos;
        if let Some(value) = value.take_if(|_| cursor.is_done()) {
            return Ok(Parsed::new(value, None, span));
        }
        whole = Some(span);
    }
    let has_value = value.is_some();
    let (mut first, mut second) = (TargetSlot { target, value }, TargetSlot { target, value: None });
    let mut root = Root::new(target.facts(), target.object(), &mut first, &mut second);
    let settled = search::answer(&mut cursor, options, whole, has_value, &mut root)?;
    let kept = if root.in_second { second.value } else { first.value };
    match kept {
        Some(value) => Ok(Parsed::new(value, settled.report, settled.span)),
        None => settled.lost(),
    }
}

/// A place for a value of a target.
#[cfg(feature = "serde")]
struct TargetSlot<'t, T: Target> {
    target: &'t T,
    value: Option<T::Value>,
}

#[cfg(feature = "serde")]
impl<T: Target> Slot for TargetSlot<'_, T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, self.target.read(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, self.target.read_text(text, cursor, at))
    }
}
