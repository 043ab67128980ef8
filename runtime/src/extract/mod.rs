//! Text to where the answer may stand, and the choice among several.
//!
//! The whole text is tried first, or the first value in it where it begins with prose or a fence. Only then are fences, tags,
//! reasoning and bare brackets looked at, in one walk: each candidate is read against the type as it is met, so that a reader
//! who knows strings decides where it ends.
//!
//! What is generic over the type is in this file, and short: every type pays for it at compile time.

mod attempt;
mod envelope;
#[cfg(test)]
mod linear;
mod lines;
mod outside;
mod scalar;
mod search;
mod select;
mod single;
mod skeleton;
mod walk;
mod wrapper;

use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::Cursor;
#[cfg(feature = "serde")]
use crate::read::cursor::Read;
use crate::record::Sink;
use crate::spec::{Accepts, Facts, Form, ObjectSpec};
#[cfg(feature = "serde")]
use crate::visit::{Slot, put};
use crate::{LlmOutput, Options, ParseError, Parsed};
use search::Root;
use single::Place;

/// Reads `T` from `text`, wherever in it the answer stands.
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let mut first = None;
    let mut place = begin(&mut cursor, options, T::__FACTS, T::__OBJECT);
    if let Some(place) = &mut place {
        let read = T::__read(&mut cursor, &Frame::root());
        place.end = cursor.pos;
        // The value goes from here to where it is wanted, and the report is put together there: what is moved once more,
        // soon after it was written, costs more than all that is looked at around it.
        if let Ok(value) = read {
            match place.settle(&mut cursor, options, T::__FACTS.form) {
                Some(settled) => return Ok(Parsed::new(value, settled)),
                None => first = Some(value),
            }
        }
    }
    search(&mut cursor, options, place, &mut first)
}

/// Where the text's first value begins: with the text, if that may be a document, or behind prose and the opening of a fence.
/// The cursor stands there then.
fn begin(cursor: &mut Cursor<'_>, options: &Options<'_>, facts: Facts, object: &'static ObjectSpec) -> Option<Place> {
    if cursor.text.len() > options.limits.bytes {
        return None;
    }
    cursor.space();
    let is_document = match cursor.peek() {
        // A bracket differs from a brace in that one bit.
        byte if byte | 0x20 == b'{' => facts.accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)),
        b'"' => !cursor.rest().starts_with("\"\"\""),
        byte => begins(byte, facts.accepts),
    };
    if is_document {
        return Some(Place::document(cursor.pos));
    }
    // What is no object of fields may stand in an object that a provider asks for: that comes first.
    if facts.form == Form::Struct {
        single::begin(cursor, options, facts.accepts, object)
    } else {
        None
    }
}

/// Whether a value of such a type may begin with this byte, which opens neither a bracket nor a string, at the very start of
/// a text.
fn begins(byte: u8, accepts: Accepts) -> bool {
    match byte {
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

/// How the reading of one value ended that is a part of the answer, and was read without its surroundings.
pub(crate) fn settle_part(
    cursor: Cursor<'_>,
    start: usize,
    has_value: bool,
    options: &Options<'_>,
) -> Result<Settled, ParseError> {
    let text = cursor.whole();
    let attempt = attempt::Attempt {
        has_value,
        start,
        end: cursor.pos,
        unrecognized: cursor.unrecognized,
        sink: cursor.sink,
    };
    attempt.settle(options, text)
}

/// The text is no exact document: looks for the answer in all of it. What was read from its start, and the value that
/// came of it, are one candidate among others.
#[cold]
#[inline(never)]
fn search<T: LlmOutput>(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<Place>,
    first: &mut Option<T>,
) -> Result<Parsed<T>, ParseError> {
    let mut second = None;
    let has_value = first.is_some();
    let mut root = Root::new(T::__FACTS, T::__OBJECT, first, &mut second);
    let settled = search::run(cursor, options, place, has_value, T::__FACTS, &mut root);
    let kept = if root.in_second { &mut second } else { first };
    match settled {
        Ok(settled) => match kept.take() {
            Some(value) => Ok(Parsed::new(value, settled)),
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
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let mut value = None;
    let mut place = begin(&mut cursor, options, target.facts(), target.object());
    if let Some(place) = &mut place {
        value = target.read(&mut cursor, &Frame::root()).ok();
        place.end = cursor.pos;
        if value.is_some()
            && let Some(settled) = place.exact(&mut cursor)
            && let Some(value) = value.take()
        {
            return Ok(Parsed::new(value, settled));
        }
    }
    let has_value = value.is_some();
    let (mut first, mut second) = (TargetSlot { target, value }, TargetSlot { target, value: None });
    let mut root = Root::new(target.facts(), target.object(), &mut first, &mut second);
    let settled = search::run(&mut cursor, options, place, has_value, target.facts(), &mut root)?;
    let kept = if root.in_second { second.value } else { first.value };
    match kept {
        Some(value) => Ok(Parsed::new(value, settled)),
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
