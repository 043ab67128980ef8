//! What is written where an object is expected and is not one: `null`, a list with one element, a string that
//! contains an object.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use super::coerce;
use super::slot::{Slot, put, taken};
use super::text::may_unwrap;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::literal::NoValue;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// An object out of something that is none: a list of one, a text that holds an object.
#[cold]
pub fn divert<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let mut slot = None::<T>;
    let read = diverted(cursor, at, T::__FACTS.accepts, &mut slot);
    taken(read, &mut slot)
}

#[cold]
pub(crate) fn diverted(cursor: &mut Cursor<'_>, at: &Frame<'_>, accepts: Accepts, slot: &mut dyn Slot) -> Read<()> {
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    if cursor.pos > start && cursor.peek() == b'{' {
        return slot.read(cursor, at);
    }
    match cursor.no_value(at) {
        Some(NoValue::Null) => {
            // No object is made up.
            coerce::absent(cursor, at, start, false, Expected::Object)?;
            return Err(Halt::Invalid);
        }
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::Object, at, start..end));
        }
        None => {}
    }
    if cursor.peek() == b'[' {
        return coerce::only_element(cursor, at, Expected::Object, accepts, slot);
    }
    if cursor.is_string()
        && let Some(text) = cursor.string(at)
    {
        cursor.token = start..cursor.pos;
        return slot.read_text(&text, cursor, at);
    }
    Err(coerce::mistyped(cursor, at, Expected::Object))
}

/// An object out of a text that holds one.
#[cold]
pub fn object_from_text<T: LlmOutput>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let mut slot = None::<T>;
    let read = slot_from_text(text, cursor, at, &mut slot);
    taken(read, &mut slot)
}

#[cold]
pub(crate) fn slot_from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, slot: &mut dyn Slot) -> Read<()> {
    from_text(text, cursor, at, &mut |inner, inside| slot.read(inner, inside))
}

/// What `read` makes of a text that holds an object.
#[cold]
pub(super) fn variant_from_text<T>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    read: fn(&mut Cursor<'_>, &Frame<'_>) -> Read<T>,
) -> Read<T> {
    let mut slot = None;
    let read = from_text(text, cursor, at, &mut |inner, inside| {
        put(&mut slot, read(inner, inside))
    });
    taken(read, &mut slot)
}

/// Reads a value that is inside another one.
pub(super) type InnerReader<'r> = dyn FnMut(&mut Cursor<'_>, &Frame<'_>) -> Read<()> + 'r;

/// Reads an object that is written in a text.
fn from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, read: &mut InnerReader<'_>) -> Read<()> {
    let span = cursor.token.clone();
    let trimmed = text.trim();
    if !trimmed.starts_with(['{', '"']) || !may_unwrap(at) {
        return Err(cursor.violated(Expected::Object, at, span));
    }
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let mark = cursor.sink.mark();
    let strangers = cursor.sink.strangers();
    let read = cursor.within(trimmed, span.clone(), |inner| {
        let read = read(inner, &inside);
        inner.trivia(&inside);
        if inner.at_end() { read } else { Err(Halt::Invalid) }
    });
    match read {
        Ok(()) if cursor.sink.strangers() == strangers => {
            let kind = if at.is_root() {
                RepairKind::EnvelopeUnwrapped
            } else {
                RepairKind::UnwrapStringObject
            };
            cursor.repaired(kind, at, span.clone());
            cursor.conserve_unwrapped(span, at);
            Ok(())
        }
        Err(_) if cursor.sink.violated_since(mark) => Err(Halt::Invalid),
        _ => Err(cursor.violated(Expected::Object, at, span)),
    }
}
