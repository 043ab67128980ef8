//! A list out of what is none: one value, a text that holds a list, an object of one. Compiled once for all types.

use std::ops::Range;

use super::coerce;
use super::list::{self, Elements};
use super::text::may_unwrap;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// A list out of something that is none.
#[cold]
#[inline(never)]
pub(super) fn convert(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>) -> Read<()> {
    let accepts = elements.accepts;
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.no_value(at) {
        Some(NoValue::Null) if !accepts.has(Accepts::NULL) => {
            return coerce::absent(cursor, at, start, true, Expected::List);
        }
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::List, at, start..end));
        }
        Some(NoValue::Null) => cursor.pos = start,
        None => {}
    }
    if cursor.is_string() {
        let Some(text) = cursor.string(at) else {
            return Err(coerce::mistyped(cursor, at, Expected::List));
        };
        let span = start..cursor.pos;
        return from_text_at(span, &text, cursor, at, elements);
    }
    if cursor.peek() == b'{' {
        return from_object(cursor, at, elements);
    }
    let number = matches!(cursor.peek(), b'0'..=b'9' | b'-' | b'+' | b'.');
    let wanted = Accepts::NUMBER.or(Accepts::STRING);
    let literal = matches!(cursor.word(), "true" | "false" | "True" | "False");
    let fits = if number {
        accepts.has(wanted)
    } else if literal {
        accepts.has(Accepts::BOOLEAN)
    } else {
        accepts.has(Accepts::STRING.or(Accepts::NAME))
    };
    if fits {
        wrapped(cursor, at, elements, RepairKind::WrapInArray)
    } else {
        Err(coerce::mistyped(cursor, at, Expected::List))
    }
}

/// The value that stands here, as a list of one.
fn wrapped(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>, kind: RepairKind) -> Read<()> {
    let start = cursor.pos;
    elements.read(cursor, at, 0)?;
    let end = cursor.pos;
    cursor.repaired(kind, at, start..end);
    Ok(())
}

/// A list out of a decoded text, which stands where the cursor's last token does.
pub(super) fn from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>) -> Read<()> {
    let span = cursor.token.clone();
    from_text_at(span, text, cursor, at, elements)
}

/// A list out of the text at `span`: one that holds a list, one that is split as the field declares, or one element.
fn from_text_at(
    span: Range<usize>,
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    elements: &mut Elements<'_>,
) -> Read<()> {
    let accepts = elements.accepts;
    let trimmed = text.trim();
    let mark = cursor.sink.mark();
    let brackets = if accepts.has(Accepts::OBJECT) {
        &['[', '{'][..]
    } else {
        &['['][..]
    };
    if trimmed.starts_with(brackets) && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let read = cursor.within(trimmed, span.clone(), |inner| {
            let read = list::read(inner, &inside, elements);
            inner.trivia(&inside);
            if inner.at_end() { read } else { Err(Halt::Invalid) }
        });
        match read {
            Ok(()) if !cursor.sink.violated_since(mark) => {
                cursor.repaired(RepairKind::UnwrapStringArray, at, span);
                return Ok(());
            }
            // A text may look like a list and be none.
            _ if accepts.has(Accepts::STRING) => {
                elements.slot.clear();
                cursor.sink.rewind(mark);
            }
            read => {
                cursor.repaired(RepairKind::UnwrapStringArray, at, span.clone());
                if read.is_err() && !cursor.sink.violated_since(mark) {
                    return Err(cursor.violated(Expected::List, at, span));
                }
                return Err(Halt::Invalid);
            }
        }
    }
    if trimmed.starts_with('"') && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let inner = cursor.within(trimmed, span.clone(), |inner| {
            inner
                .string(&inside)
                .filter(|_| inner.at_end())
                .map(std::borrow::Cow::into_owned)
        });
        if let Some(inner) = inner.filter(|inner| inner.trim_start().starts_with('[')) {
            cursor.token = span.clone();
            return from_text_at(span, &inner, cursor, &inside, elements);
        }
    }
    if let Some(separator) = at.field().and_then(|field| field.split) {
        return split(span, text.split(separator), cursor, at, elements);
    }
    let of_text = Accepts::STRING
        .or(Accepts::NAME)
        .or(Accepts::NUMBER)
        .or(Accepts::BOOLEAN);
    if !accepts.has(of_text) || (trimmed.is_empty() && !accepts.has(Accepts::STRING)) {
        return Err(cursor.violated(Expected::List, at, span));
    }
    cursor.token = span.clone();
    elements.read_text(text, cursor, at, 0)?;
    cursor.repaired(RepairKind::WrapInArray, at, span);
    Ok(())
}

/// The pieces of a text that is split as the field declares.
fn split<'t>(
    span: Range<usize>,
    pieces: impl Iterator<Item = &'t str>,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    elements: &mut Elements<'_>,
) -> Read<()> {
    let mut invalid = false;
    let pieces = pieces.map(str::trim).filter(|piece| !piece.is_empty());
    for (index, piece) in (0..).zip(pieces) {
        cursor.token = span.clone();
        invalid |= elements.read_text(piece, cursor, at, index).is_err();
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    cursor.repaired(RepairKind::StringSplit, at, span);
    Ok(())
}

/// A list out of an object: the only element, several objects in a row, numbered members, or a wrapper of one member.
fn from_object(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>) -> Read<()> {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    if elements.accepts.has(Accepts::OBJECT) {
        let first = cursor.key_ahead(cursor.after_space(start + 1));
        if first.is_some_and(|key| matches!(&cursor.text[key.name], "0" | "1")) {
            if numbered(cursor, at, elements).is_some() {
                return Ok(());
            }
            cursor.look_back_to(start, mark);
            elements.slot.clear();
        }
        return if at.is_root() {
            collected(cursor, at, elements)
        } else {
            wrapped(cursor, at, elements, RepairKind::WrapInArray)
        };
    }
    if cursor.lookahead > 0
        && let Some((value, end)) = coerce::member_position(cursor, at)
    {
        let first = cursor.byte(value);
        if !matches!(first, b'{' | b'[' | b'n') {
            cursor.look_back_to(value, mark);
            let only = Frame::below(at, Level::Inside(Conversion::Only));
            if elements.read(cursor, &only, 0).is_ok() {
                cursor.go_to(end);
                cursor.repaired(RepairKind::WrapObjectInArray, at, start..end);
                return Ok(());
            }
        }
    }
    cursor.look_back_to(start, mark);
    Err(coerce::mistyped(cursor, at, Expected::List))
}

/// Objects in a row where the whole answer is to be a list of them.
fn collected(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>) -> Read<()> {
    let start = cursor.pos;
    let mut count = 0u32;
    let mut end;
    loop {
        elements.read(cursor, at, count)?;
        count = count.saturating_add(1);
        end = cursor.pos;
        cursor.space();
        if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
        }
        if cursor.peek() != b'{' {
            // Words between the objects, or a fence around each, part them as well as commas do.
            let Some(next) = cursor.next_object(elements.object) else {
                break;
            };
            cursor.pos = next;
        }
    }
    cursor.go_to(end);
    let kind = if count == 1 {
        RepairKind::WrapInArray
    } else {
        RepairKind::ObjectsCollected
    };
    cursor.repaired(kind, at, start..end);
    Ok(())
}

/// The members of an object whose keys count from 0 or 1.
fn numbered(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut Elements<'_>) -> Option<()> {
    let start = cursor.pos;
    let mut count = 0u32;
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: None });
    let mut first = 0;
    cursor.pos += 1;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                let number: u32 = key.name.parse().ok().filter(|_| key.has_value)?;
                if count == 0 && number == 1 {
                    first = 1;
                }
                if Some(number) != count.checked_add(first) {
                    return None;
                }
                elements.read(cursor, at, count).ok()?;
                count += 1;
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    if count == 0 {
        return None;
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
    Some(())
}
