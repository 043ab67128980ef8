//! What models write for a list: one value, a text that holds a list, an object of one.

use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::visit::coerce;
use crate::visit::text::may_unwrap;

/// A list out of something that is none.
#[cold]
#[inline(never)]
pub(super) fn convert<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let accepts = T::__FACTS.accepts;
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.no_value(at) {
        Some(NoValue::Null) if !accepts.has(Accepts::NULL) => return coerce::null(cursor, at, start, Expected::List),
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
        return from_text(&text, cursor, at, span);
    }
    if cursor.peek() == b'{' {
        return from_object(cursor, at);
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
        wrapped(cursor, at, RepairKind::WrapInArray)
    } else {
        Err(coerce::mistyped(cursor, at, Expected::List))
    }
}

/// The value that stands here, as a list of one.
fn wrapped<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, kind: RepairKind) -> Read<Vec<T>> {
    let start = cursor.pos;
    let frame = Frame::below(
        at,
        Level::List {
            accepts: T::__FACTS.accepts,
            index: 0,
        },
    );
    let value = T::__read(cursor, &frame)?;
    let end = cursor.pos;
    cursor.repaired(kind, at, start..end);
    Ok(vec![value])
}

/// A list out of a text: one that holds a list, one that is split as the field declares, or one element.
pub(super) fn from_text<T: LlmOutput>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: std::ops::Range<usize>,
) -> Read<Vec<T>> {
    let accepts = T::__FACTS.accepts;
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
            let read = Vec::<T>::__read(inner, &inside);
            inner.trivia(&inside);
            if inner.at_end() { read } else { Err(Halt::Invalid) }
        });
        match read {
            Ok(elements) if !cursor.sink.violated_since(mark) => {
                cursor.repaired(RepairKind::UnwrapStringArray, at, span);
                return Ok(elements);
            }
            // A text may look like a list and be none.
            _ if accepts.has(Accepts::STRING) => cursor.sink.rewind(mark),
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
            return from_text(&inner, cursor, &inside, span);
        }
    }
    if let Some(separator) = at.field().and_then(|field| field.split) {
        return split(text, separator, cursor, at, span);
    }
    if !accepts.has(
        Accepts::STRING
            .or(Accepts::NAME)
            .or(Accepts::NUMBER)
            .or(Accepts::BOOLEAN),
    ) || (trimmed.is_empty() && !accepts.has(Accepts::STRING))
    {
        return Err(cursor.violated(Expected::List, at, span));
    }
    let element = Frame::below(at, Level::List { accepts, index: 0 });
    cursor.token = span.clone();
    let value = T::__from_text(text, cursor, &element)?;
    cursor.repaired(RepairKind::WrapInArray, at, span);
    Ok(vec![value])
}

fn split<T: LlmOutput>(
    text: &str,
    separator: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: std::ops::Range<usize>,
) -> Read<Vec<T>> {
    let mut elements = Vec::new();
    let mut invalid = false;
    for (index, piece) in (0..).zip(text.split(separator).map(str::trim).filter(|piece| !piece.is_empty())) {
        let frame = Frame::below(
            at,
            Level::List {
                accepts: T::__FACTS.accepts,
                index,
            },
        );
        cursor.token = span.clone();
        match T::__from_text(piece, cursor, &frame) {
            Ok(element) => elements.push(element),
            Err(_) => invalid = true,
        }
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    cursor.repaired(RepairKind::StringSplit, at, span);
    Ok(elements)
}

/// A list out of an object: the only element, several objects in a row, numbered members, or a wrapper of one member.
fn from_object<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    let accepts = T::__FACTS.accepts;
    if accepts.has(Accepts::OBJECT) {
        let read = if at.is_root() {
            collected(cursor, at)
        } else {
            wrapped(cursor, at, RepairKind::WrapInArray)
        };
        if read.is_ok() {
            return read;
        }
        let end = cursor.pos;
        let failed = cursor.sink.mark();
        cursor.pos = start;
        if let Some(elements) = numbered(cursor, at) {
            cursor.sink.retract(mark, failed);
            return Ok(elements);
        }
        cursor.return_to(end, failed);
        return read;
    }
    if let Some((value, end)) = coerce::member_position(cursor, at) {
        let first = cursor.byte(value);
        if !matches!(first, b'{' | b'[' | b'n') {
            cursor.return_to(value, mark);
            let only = Frame::below(at, Level::Inside(Conversion::Only));
            let element = Frame::below(&only, Level::List { accepts, index: 0 });
            let read = T::__read(cursor, &element);
            if let Ok(value) = read {
                cursor.pos = end;
                cursor.repaired(RepairKind::WrapObjectInArray, at, start..end);
                return Ok(vec![value]);
            }
        }
    }
    cursor.return_to(start, mark);
    Err(coerce::mistyped(cursor, at, Expected::List))
}

/// Objects in a row where the whole answer is to be a list of them.
fn collected<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let start = cursor.pos;
    let mut elements = Vec::new();
    let mut end;
    loop {
        let index = u32::try_from(elements.len()).unwrap_or(u32::MAX);
        let frame = Frame::below(
            at,
            Level::List {
                accepts: T::__FACTS.accepts,
                index,
            },
        );
        elements.push(T::__read(cursor, &frame)?);
        end = cursor.pos;
        cursor.space();
        if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
        }
        if cursor.peek() != b'{' {
            // Words between the objects, or a fence around each, part them as well as commas do.
            let Some(next) = cursor.next_object(T::__OBJECT) else {
                break;
            };
            cursor.pos = next;
        }
    }
    cursor.pos = end;
    let kind = if elements.len() == 1 {
        RepairKind::WrapInArray
    } else {
        RepairKind::ObjectsCollected
    };
    cursor.repaired(kind, at, start..end);
    Ok(elements)
}

/// The members of an object whose keys count from 0 or 1.
fn numbered<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<Vec<T>> {
    let start = cursor.pos;
    let mut elements = Vec::new();
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: None });
    let mut first = 0;
    cursor.pos += 1;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                let number: usize = key.name.parse().ok().filter(|_| key.has_value)?;
                if elements.is_empty() && number == 1 {
                    first = 1;
                }
                if number != elements.len() + first {
                    return None;
                }
                let index = u32::try_from(elements.len()).ok()?;
                let frame = Frame::below(
                    at,
                    Level::List {
                        accepts: T::__FACTS.accepts,
                        index,
                    },
                );
                elements.push(T::__read(cursor, &frame).ok()?);
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    if elements.is_empty() {
        return None;
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
    Some(elements)
}
