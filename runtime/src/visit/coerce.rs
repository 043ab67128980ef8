//! Values inside other values: a list of one, an object with one member that fits, `null` for something else.

use super::slot::{Slot, taken};
use crate::LlmOutput;
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::skip::Next;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Looks whether any value stands here at all: not a member of an object further up, and not the end of the text.
#[cold]
pub(crate) fn some_value(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Result<(), Halt> {
    if matches!(at.level, Level::List { .. }) && cursor.is_key_above(cursor.pos, at) {
        return Err(Halt::Ascend);
    }
    if cursor.ends_here() {
        // Cut off: whoever holds the value decides what is missing.
        cursor.cut(at);
        return Err(Halt::Absent);
    }
    Ok(())
}

/// The value in a list of one.
#[cold]
pub(crate) fn single_element<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Read<T> {
    let mut slot = None::<T>;
    let read = only_element(cursor, at, expected, T::__FACTS.accepts, &mut slot);
    taken(read, &mut slot)
}

/// Reads the one element of a list to `slot`.
#[cold]
pub(crate) fn only_element(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    accepts: Accepts,
    slot: &mut dyn Slot,
) -> Read<()> {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    if !at.is_inside(Conversion::Element) && cursor.lookahead > 0 {
        let inside = Frame::below(at, Level::Inside(Conversion::Element));
        cursor.pos += 1;
        cursor.space();
        if cursor.peek() != b']' {
            let read = slot.read(cursor, &inside);
            let element = Frame::below(at, Level::List { accepts, index: 1 });
            let comma = cursor.separator(&element);
            let closed = cursor.element(comma, b']', &element) == Next::Closed;
            if closed && read.is_ok() {
                let kind = if at.is_root() && accepts.has(Accepts::OBJECT) {
                    RepairKind::EnvelopeUnwrapped
                } else {
                    RepairKind::UnwrapSingleElement
                };
                cursor.repaired(kind, at, start..cursor.pos);
                return read;
            }
        }
    }
    cursor.look_back_to(start, mark);
    Err(mistyped(cursor, at, expected))
}

/// The value in an object of one member, or in its member `value`.
#[cold]
pub(crate) fn selected_member<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Read<T> {
    let mut slot = None::<T>;
    let read = only_member(cursor, at, expected, &mut slot);
    taken(read, &mut slot)
}

/// Reads the one member of an object, or its member `value`, to `slot`.
#[cold]
pub(crate) fn only_member(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    slot: &mut dyn Slot,
) -> Read<()> {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    if !at.is_inside(Conversion::Member)
        && cursor.lookahead > 0
        && let Some((value, end)) = member_position(cursor, at)
    {
        cursor.look_back_to(value, mark);
        let inside = Frame::below(at, Level::Inside(Conversion::Member));
        let read = slot.read(cursor, &inside);
        if read.is_ok() {
            cursor.go_to(end);
            cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
            return read;
        }
    }
    cursor.look_back_to(start, mark);
    Err(mistyped(cursor, at, expected))
}

/// Where the value of an object's only member stands, or that of its member `value`, and where the object ends.
pub(crate) fn member_position(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    let mut only = None;
    let mut named = None;
    let mut count = 0;
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: None });
    cursor.pos += 1;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                count += 1;
                if key.has_value {
                    only = Some(cursor.pos);
                    if key.name == "value" {
                        named = Some(cursor.pos);
                    }
                    cursor.skip(&level);
                }
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    let found = if count == 1 { only } else { named };
    found.map(|value| (value, cursor.pos))
}

/// Passes over a value that is not of the type, and puts it on record.
#[cold]
pub(crate) fn mistyped(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Halt {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    if matches!(at.level, Level::List { .. }) && cursor.is_key_above(start, at) {
        return Halt::Ascend;
    }
    cursor.skip(at);
    if cursor.pos == start && !cursor.at_end() {
        // Nothing was passed over: a closer or comma stands there, and the level above deals with it.
        cursor.sink.rewind(mark);
        if matches!(at.place().level, Level::Object { .. } | Level::Map { .. }) {
            cursor.repaired(RepairKind::MissingValue, at, start..start);
            return Halt::Absent;
        }
        return cursor.violated_by(expected, Found::Nothing, at, start..start);
    }
    let end = cursor.pos;
    cursor.violated(expected, at, start..end)
}

/// A text that does not stand for a value of the type: cut off before it could, or plainly another one.
#[cold]
pub(crate) fn misread(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    span: std::ops::Range<usize>,
) -> Halt {
    if cursor.sink.cut && span.end >= cursor.text.len() {
        return Halt::Absent;
    }
    cursor.violated(expected, at, span)
}

/// What `null` amounts to where a type does not take it: the declared default, a made-up value, or a violation.
#[cold]
pub(crate) fn null<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, expected: Expected) -> Read<T> {
    absent(cursor, at, start, T::__FACTS.invents, expected)?;
    T::__invent().ok_or(Halt::Invalid)
}

/// `Ok` where a value is to be made up, if the type has one.
pub(crate) fn absent(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    invents: bool,
    expected: Expected,
) -> Result<(), Halt> {
    let span = start..cursor.pos;
    if at.field().is_some_and(|field| field.has_default) {
        cursor.repaired(RepairKind::DropNull, at, span);
        return Err(Halt::Absent);
    }
    if invents {
        cursor.repaired(RepairKind::NullToDefault, at, span);
        return Ok(());
    }
    Err(cursor.violated(expected, at, span))
}
