//! Lists out of what is none: one value, a text that holds a list, an object of one.

use std::ops::Range;

use serde_core::de::{DeserializeSeed, SeqAccess, Visitor};

use super::failure::Failure;
use super::list::{Form, blank, elements, facts, read};
use super::reader::Reader;
use super::text::Text;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::visit::{coerce, may_unwrap};

/// A list out of something that is none.
#[cold]
#[inline(never)]
pub(super) fn convert<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    let (start, mark) = (reader.cursor.pos, reader.cursor.sink.mark());
    if let Err(halt) = coerce::some_value(reader.cursor, at) {
        reader.stopped(halt, start, mark, facts(length))?;
        return blank(reader, length, visitor);
    }
    match reader.cursor.no_value(at) {
        Some(NoValue::Null) => {
            reader.null(start, facts(length), Expected::List)?;
            return blank(reader, length, visitor);
        }
        Some(NoValue::Undefined) => {
            let end = reader.cursor.pos;
            let halt = reader.cursor.violated(Expected::List, at, start..end);
            reader.stopped(halt, start, mark, facts(length))?;
            return blank(reader, length, visitor);
        }
        None => {}
    }
    if reader.cursor.is_string() {
        let Some(text) = reader.cursor.string(at) else {
            reader.mistyped(Expected::List, facts(length))?;
            return blank(reader, length, visitor);
        };
        let text = text.into_owned();
        let span = start..reader.cursor.pos;
        return from_text(reader, &text, span, length, visitor);
    }
    if reader.cursor.peek() == b'{' {
        return from_object(reader, length, visitor);
    }
    let is_plain = matches!(reader.cursor.peek(), b'0'..=b'9' | b'-' | b'+' | b'.')
        || reader.cursor.peek().is_ascii_alphabetic()
        || reader.cursor.peek() >= 0x80;
    if length.is_some() || !is_plain || reader.wraps.is_some() {
        reader.mistyped(Expected::List, facts(length))?;
        return blank(reader, length, visitor);
    }
    lone(reader, Form::Lone, visitor)
}

/// The value that stands here, as a list of one.
fn lone<'de, V: Visitor<'de>>(reader: Reader<'_, '_, 'de>, form: Form, visitor: V) -> Result<V::Value, Failure> {
    let (start, pass) = (reader.cursor.pos, reader.pass);
    let Reader {
        cursor,
        at,
        slot,
        catch,
        ..
    } = reader;
    let mark = cursor.sink.mark();
    let mut inner = Reader::new(&mut *cursor, at, pass);
    inner.slot = slot;
    inner.catch = catch;
    let value = elements(inner, form, start, None, visitor)?;
    let end = cursor.pos;
    let wrapped = cursor.sink.holds_since(mark, RepairKind::WrapObjectInArray);
    if !wrapped && !pass.has_failed() {
        let kind = row_kind(cursor, start, end);
        cursor.repaired(kind, at, start..end);
    }
    Ok(value)
}

/// A list out of a text: one that holds a list, or one element.
#[cold]
pub(super) fn from_text<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    text: &str,
    span: Range<usize>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    let trimmed = text.trim();
    if trimmed.starts_with(['[', '{']) && may_unwrap(at) && holds_document(reader.cursor, at, trimmed, &span) {
        let (pass, catch) = (reader.pass, reader.catch);
        let Reader { cursor, slot, .. } = reader;
        let mut inner = Reader::new(&mut *cursor, at, pass);
        inner.slot = slot;
        inner.catch = catch;
        let value = inner.inside(trimmed, span.clone(), Expected::List, |inner| {
            read(inner, length, visitor)
        })?;
        cursor.repaired(RepairKind::UnwrapStringArray, at, span);
        return Ok(value);
    }
    if length.is_some() {
        let mark = reader.cursor.sink.mark();
        let halt = reader.cursor.violated(Expected::List, at, span.clone());
        reader.stopped(halt, span.start, mark, facts(length))?;
        return blank(reader, length, visitor);
    }
    let Reader {
        cursor, pass, catch, ..
    } = reader;
    let failed = pass.has_failed();
    let element = Frame::below(
        at,
        Level::List {
            accepts: Accepts::STRING,
            index: 0,
        },
    );
    let one = One(Some(Text {
        cursor: &mut *cursor,
        at: &element,
        pass,
        content: text,
        borrowed: None,
        span: span.clone(),
        is_key: false,
        wraps: Some(at),
        catch,
    }));
    let result = visitor.visit_seq(one);
    match result {
        Ok(value) => {
            if pass.has_failed() == failed {
                cursor.repaired(RepairKind::WrapInArray, at, span);
            }
            Ok(value)
        }
        Err(failure) => Err(pass.tell(cursor, at, failure, catch, span)),
    }
}

/// A list of one text.
struct One<'c, 'x, 'de>(Option<Text<'c, 'x, 'de>>);

impl<'de> SeqAccess<'de> for One<'_, '_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        self.0.take().map(|text| seed.deserialize(text)).transpose()
    }
}

/// Whether a text can be read to its end as an object or list.
pub(super) fn holds_document(cursor: &mut Cursor<'_>, at: &Frame<'_>, text: &str, span: &Range<usize>) -> bool {
    let mark = cursor.sink.mark();
    let cut = std::mem::replace(&mut cursor.sink.cut, false);
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let whole = cursor.within(text, span.clone(), |inner| {
        inner.skip(&inside);
        inner.trivia(&inside);
        inner.at_end() && !inner.sink.cut
    });
    cursor.sink.rewind(mark);
    cursor.sink.cut = cut;
    whole
}

/// A list out of an object: its only element, several objects in a row, numbered members, or a wrapper of one member.
fn from_object<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    let start = reader.cursor.pos;
    let at = reader.at;
    if is_numbered(reader.cursor, at) && reader.cursor.pos == start {
        let level = Frame::below(at, Level::Map { key: None });
        reader.cursor.pos += 1;
        // The first key, as was seen.
        let _ = reader.cursor.member(false, &level);
        let (pass, catch) = (reader.pass, reader.catch);
        let Reader { cursor, slot, .. } = reader;
        let mut inner = Reader::new(&mut *cursor, at, pass);
        inner.slot = slot;
        inner.catch = catch;
        let value = elements(inner, Form::Numbered, start, length, visitor)?;
        let end = cursor.pos;
        cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
        return Ok(value);
    }
    if length.is_some() || reader.wraps.is_some() {
        reader.mistyped(Expected::List, facts(length))?;
        return blank(reader, length, visitor);
    }
    let form = if at.is_root() { Form::Row } else { Form::Lone };
    lone(reader, form, visitor)
}

/// Several objects in a row are collected; one is wrapped.
fn row_kind(cursor: &mut Cursor<'_>, start: usize, end: usize) -> RepairKind {
    let mark = cursor.sink.mark();
    let root = Frame::root();
    cursor.go_to(start);
    cursor.skip(&root);
    let first = cursor.pos;
    cursor.sink.rewind(mark);
    cursor.go_to(end);
    if first < end {
        RepairKind::ObjectsCollected
    } else {
        RepairKind::WrapInArray
    }
}

/// Whether the keys of the object at the cursor count from 0 or 1.
fn is_numbered(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let level = Frame::below(at, Level::Map { key: None });
    let first = cursor.after_space(start + 1);
    let digit = matches!(cursor.byte(first), b'0'..=b'1')
        || (matches!(cursor.byte(first), b'"' | b'\'') && matches!(cursor.byte(first + 1), b'0'..=b'1'));
    if !digit {
        return false;
    }
    let mut count = 0;
    let mut offset = 0;
    let mut comma = false;
    cursor.pos += 1;
    let counts = loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                let number = key.name.parse::<usize>().ok().filter(|_| key.has_value);
                if count == 0 && number == Some(1) {
                    offset = 1;
                }
                if number != Some(count + offset) {
                    break false;
                }
                count += 1;
                cursor.skip(&level);
                comma = cursor.separator(&level);
            }
            Member::Closed => break count > 0,
            Member::Unclosed => break false,
        }
    };
    cursor.return_to(start, mark);
    counts
}
