//! What stands where an object belongs and is none: `null`, a list of one, a text that holds an object.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use super::coerce;
use super::text::may_unwrap;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::literal::NoValue;
use crate::repair::RepairKind;

/// An object out of something that is none: a list of one, a text that holds an object.
#[cold]
#[inline(never)]
pub fn divert<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.no_value(at) {
        Some(NoValue::Null) => return coerce::null(cursor, at, start, Expected::Object),
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::Object, at, start..end));
        }
        None => {}
    }
    if cursor.peek() == b'[' {
        return coerce::single_element(cursor, at, Expected::Object);
    }
    if cursor.is_string()
        && let Some(text) = cursor.string(at)
    {
        cursor.token = start..cursor.pos;
        return T::__from_text(&text, cursor, at);
    }
    Err(coerce::mistyped(cursor, at, Expected::Object))
}

/// An object out of a text that holds one.
#[cold]
pub fn object_from_text<T: LlmOutput>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    variant_from_text(text, cursor, at, T::__read)
}

/// What `read` makes of a text that holds an object.
#[cold]
pub(super) fn variant_from_text<T>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    read: fn(&mut Cursor<'_>, &Frame<'_>) -> Read<T>,
) -> Read<T> {
    let span = cursor.token.clone();
    let trimmed = text.trim();
    if !trimmed.starts_with(['{', '"']) || !may_unwrap(at) {
        return Err(cursor.violated(Expected::Object, at, span));
    }
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let mark = cursor.sink.mark();
    let read = cursor.within(trimmed, span.clone(), |inner| {
        let read = read(inner, &inside);
        inner.trivia(&inside);
        if inner.at_end() { read } else { Err(Halt::Invalid) }
    });
    match read {
        Ok(value) => {
            let kind = if at.is_root() {
                RepairKind::EnvelopeUnwrapped
            } else {
                RepairKind::UnwrapStringObject
            };
            cursor.repaired(kind, at, span);
            Ok(value)
        }
        Err(_) if cursor.sink.violated_since(mark) => Err(Halt::Invalid),
        Err(_) => Err(cursor.violated(Expected::Object, at, span)),
    }
}
