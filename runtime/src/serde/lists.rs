//! Lists out of what is none: one value, a text that holds a list, an object of one.

use std::ops::Range;

use serde_core::de::{DeserializeSeed, SeqAccess, Visitor};

use super::choice::single;
use super::failure::Failure;
use super::list::{Enclosure, blank, counted, elements, facts, read, unbracketed};
use super::pass::{Began, Catch, Lesson, Pass};
use super::reader::{Reader, Slot};
use super::text::Text;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::visit::listed::{fenced, unescaped_list};
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
        if length.is_none()
            && let Some((list, end)) = unescaped(reader.cursor, at)
        {
            return from_unescaped(reader, list, end, visitor);
        }
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
    lone(reader, Enclosure::Lone, visitor)
}

/// The value that stands here, as a list of one.
fn lone<'de, V: Visitor<'de>>(reader: Reader<'_, '_, 'de>, form: Enclosure, visitor: V) -> Result<V::Value, Failure> {
    let (start, pass) = (reader.cursor.pos, reader.pass);
    let Reader {
        cursor,
        at,
        slot,
        catch,
        ..
    } = reader;
    let mark = cursor.sink.mark();
    let strangers = cursor.sink.strangers();
    let mut inner = Reader::new(&mut *cursor, at, pass);
    inner.slot = slot;
    inner.catch = catch;
    let (value, count) = counted(inner, form, start, None, visitor)?;
    let end = cursor.pos;
    cursor.conserve_strangers(strangers, &(start..end), at);
    let wrapped = cursor.sink.holds_since(mark, RepairKind::WrapObjectInArray);
    if form == Enclosure::Lone && count > 1 {
        cursor.repaired(RepairKind::ObjectsCollected, at, start..end);
    } else if !wrapped && !pass.has_failed() {
        let kind = row_kind(cursor, start, end);
        cursor.repaired(kind, at, start..end);
        cursor.conserve_opener(at);
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
    if length.is_none() && text.is_empty() && !at.is_root() && !reader.stands_in_option() {
        reader.cursor.repaired(RepairKind::NullToEmpty, at, span);
        return blank(reader, length, visitor);
    }
    let trimmed = fenced(trimmed).unwrap_or(trimmed);
    let (trimmed, extra) = without_extra_closers(reader.cursor, at, trimmed, &span);
    let is_document =
        trimmed.starts_with(['[', '{']) && may_unwrap(at) && holds_document(reader.cursor, at, trimmed, &span);
    // A text that is read with a guess only is no list if its elements are texts: it may look like one.
    let is_doubtful = is_document
        && length.is_none()
        && !reader.pass.is(reader.cursor, span.start, Lesson::Wraps)
        && takes_guess(reader.cursor, at, trimmed, &span);
    if is_document && !is_doubtful {
        let (pass, catch) = (reader.pass, reader.catch);
        let Reader { cursor, slot, .. } = reader;
        let mut inner = Reader::new(&mut *cursor, at, pass);
        inner.slot = slot;
        inner.catch = catch;
        let value = inner.inside(trimmed, span.clone(), Expected::List, |inner| {
            read(inner, length, visitor)
        })?;
        for _ in 0..extra {
            cursor.repaired(RepairKind::ExtraCloserRemoved, at, span.clone());
        }
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
    let whole = text.trim();
    if trimmed.starts_with('[')
        && may_unwrap(at)
        && whole.starts_with('[')
        && whole.ends_with(']')
        && whole.contains('"')
    {
        // Its elements would be lost in one.
        cursor.repaired(RepairKind::ContentLost, at, span.clone());
    }
    let failed = pass.has_failed();
    let element = Frame::below(
        at,
        Level::List {
            accepts: Accepts::STRING,
            index: 0,
        },
    );
    let mut one = One {
        cursor: &mut *cursor,
        at: &element,
        list: at,
        pass,
        content: text,
        span: span.clone(),
        catch,
        count: 0,
    };
    let result = visitor.visit_seq(&mut one);
    let count = one.count;
    if is_doubtful && (result.is_err() || pass.has_failed() != failed) {
        pass.note(cursor, span.start, Lesson::Wraps);
    }
    match result {
        Ok(value) => {
            if count > 1 {
                let end = cursor.pos;
                cursor.repaired(RepairKind::ObjectsCollected, at, span.start..end);
            } else if pass.has_failed() == failed {
                cursor.conserve_wrapped(span.clone(), at);
                cursor.repaired(RepairKind::WrapInArray, at, span);
            }
            Ok(value)
        }
        Err(failure) => Err(pass.tell(cursor, at, failure, catch, span)),
    }
}

/// A list of one text, and of the elements that follow it in an object where the list has lost its brackets.
struct One<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    at: &'c Frame<'c>,
    list: &'c Frame<'c>,
    pass: &'c Pass<'de>,
    content: &'c str,
    span: Range<usize>,
    catch: Option<Catch>,
    count: u32,
}

impl<'de> SeqAccess<'de> for One<'_, '_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        let accepts = Accepts::STRING;
        if self.count == 0 {
            self.count = 1;
            let text = Text {
                cursor: &mut *self.cursor,
                at: self.at,
                pass: self.pass,
                content: self.content,
                borrowed: None,
                span: self.span.clone(),
                is_key: false,
                wraps: Some(self.list),
                catch: self.catch,
            };
            return seed.deserialize(text).map(Some);
        }
        let Some(next) = unbracketed(self.cursor, self.list, accepts) else {
            return Ok(None);
        };
        if self.count == 1 {
            self.cursor
                .repaired(RepairKind::WrapInArray, self.list, self.span.clone());
        }
        self.cursor.pos = next;
        let index = self.count;
        self.count = index.saturating_add(1);
        let frame = Frame::below(self.list, Level::List { accepts, index });
        let began = Began::at(self.cursor, self.pass);
        let mut element = Reader::new(self.cursor, &frame, self.pass);
        element.slot = Slot::Element;
        element.catch = self.catch;
        let result = seed.deserialize(element);
        result
            .map(Some)
            .map_err(|failure| self.pass.tell_whole(self.cursor, &frame, failure, self.catch, &began))
    }
}

/// A list in quotes with none of the quotes inside it escaped: where the list begins, and where the closing quote ends.
fn unescaped(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    let list = unescaped_list(cursor)?;
    if at.is_inside(Conversion::Text) || cursor.lookahead == 0 {
        return None;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let (text, cut) = (cursor.text, cursor.sink.cut);
    cursor.pos = list;
    cursor.skip(&Frame::below(at, Level::Inside(Conversion::Text)));
    cursor.space();
    let end = cursor.pos + 1;
    let is_list = cursor.peek() == b'"' && cursor.can_follow(end) && !cursor.sink.cut;
    let is_valid = !cursor.sink.has_moved(mark);
    cursor.look_back_to(start, mark);
    cursor.restore_text(text);
    cursor.sink.cut = cut;
    (is_list && is_valid).then_some((list, end))
}

/// Reads a list in quotes with none of the quotes inside it escaped.
fn from_unescaped<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    list: usize,
    end: usize,
    visitor: V,
) -> Result<V::Value, Failure> {
    let (start, at, pass, catch) = (reader.cursor.pos, reader.at, reader.pass, reader.catch);
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let Reader { cursor, slot, .. } = reader;
    cursor.pos = list;
    let mut inner = Reader::new(&mut *cursor, &inside, pass);
    inner.slot = slot;
    inner.catch = catch;
    let value = read(inner, None, visitor).inspect_err(|_| pass.lose());
    cursor.pos = end;
    let value = value?;
    cursor.repaired(RepairKind::QuoteEscaped, at, start..end);
    cursor.repaired(RepairKind::UnwrapStringArray, at, start..end);
    Ok(value)
}

/// A text without the closing brackets after the list in it, and how many there are.
fn without_extra_closers<'t>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    text: &'t str,
    span: &Range<usize>,
) -> (&'t str, usize) {
    if !text.starts_with('[') || !text.ends_with(']') || !may_unwrap(at) {
        return (text, 0);
    }
    let mark = cursor.sink.mark();
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let end = cursor.within(text, span.clone(), |inner| {
        inner.skip(&inside);
        inner.pos
    });
    cursor.sink.rewind(mark);
    let rest = &text[end..];
    let is_extra = |c: char| c == ']' || c.is_ascii_whitespace();
    if rest.is_empty() || !rest.chars().all(is_extra) {
        return (text, 0);
    }
    (&text[..end], rest.matches(']').count())
}

/// Whether a text can be read as an object or list only with a guess.
fn takes_guess(cursor: &mut Cursor<'_>, at: &Frame<'_>, text: &str, span: &Range<usize>) -> bool {
    let mark = cursor.sink.mark();
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    cursor.within(text, span.clone(), |inner| inner.skip(&inside));
    let worst = cursor.sink.tally_since(mark).worst;
    let is_open = text.starts_with("[[") && cursor.sink.holds_since(mark, RepairKind::MissingCloser);
    cursor.sink.rewind(mark);
    worst >= Some(Severity::Guess) || is_open
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
        let value = elements(inner, Enclosure::Numbered, start, length, visitor)?;
        let end = cursor.pos;
        cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
        return Ok(value);
    }
    if length.is_none() && reader.pass.is(reader.cursor, start, Lesson::Wraps) {
        let mark = reader.cursor.sink.mark();
        let found = coerce::only_list(reader.cursor, at, |_| false);
        reader.cursor.look_back_to(start, mark);
        if let Some((value, end)) = found {
            return single(reader, value, end, |inner| read(inner, None, visitor));
        }
    }
    if length.is_some() || reader.wraps.is_some() {
        reader.mistyped(Expected::List, facts(length))?;
        return blank(reader, length, visitor);
    }
    let form = if at.is_root() { Enclosure::Row } else { Enclosure::Lone };
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
