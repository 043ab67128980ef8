//! Structs: objects whose keys serde hands over with them.

use std::ops::Range;

use serde_core::de::{Deserializer, Visitor};

use super::choice::single;
use super::failure::{Cause, Failure};
use super::list;
use super::members::{self, Members};
use super::pass::TypeKey;
use super::reader::Reader;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::literal::NoValue;
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::visit::{coerce, may_unwrap};

/// Reads a struct.
pub(super) fn read<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    names: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    if reader.stands_for_none(Accepts::OBJECT) {
        return reader.blank().deserialize_struct("", names, visitor);
    }
    let fresh = reader.expect(Accepts::OBJECT);
    let at = fresh.as_ref().unwrap_or(reader.at);
    let mut reader = Reader { at, ..reader };
    if reader.cursor.headless_at != reader.cursor.pos && reader.cursor.peek() != b'{' {
        reader.cursor.trivia(at);
        if reader.cursor.peek() != b'{' {
            return convert(reader, names, visitor);
        }
    }
    let spec = reader.pass.spec(names);
    if reader.wraps.is_some() && reader.wraps_list(|name| members::find(spec, name, true).0.is_some()) {
        return Err(Failure::TOLD);
    }
    if !reader.descend() {
        return Err(reader.too_deep());
    }
    let of = TypeKey::of::<V>(names);
    let Reader {
        cursor,
        at,
        pass,
        catch,
        ..
    } = reader;
    let start = cursor.pos;
    if matches!(at.level, Level::List { .. }) {
        pass.rows.set(Some(spec));
    }
    let news = pass.news();
    let mut members = Members::new(&mut *cursor, at, pass, catch, spec, of);
    let result = visitor.visit_map(&mut members);
    Reader::ascend(pass);
    match result {
        Ok(value) => {
            // A visitor that has what it wants leaves the rest.
            members.finish();
            if members.is_part() {
                return Ok(value);
            }
            members.learns_split(Ok(()), news);
            members.counts_stranger();
            if members.is_foreign() && members.has_unknown() {
                unrecognized(cursor, at, spec, start);
                pass.fail();
            }
            Ok(value)
        }
        Err(failure) => {
            let cause = failure.cause();
            if members.is_refused() {
                if !pass.has_stopped() {
                    list::end_of(cursor, at, start);
                }
                return Err(cause.map_or(Failure::TOLD, Failure::new));
            }
            if !members.is_done() {
                members.pass_to_end();
            }
            if members.is_part() {
                return Err(Failure::TOLD);
            }
            let is_split = members.learns_split(Err(cause.as_ref()), news);
            let Some(cause) = cause
                .filter(|_| !is_split)
                .and_then(|cause| learnt(&mut members, cause))
            else {
                return Err(Failure::TOLD);
            };
            if matches!(cause, Cause::Missing(_)) && members.is_foreign() && !members.is_unclosed() {
                unrecognized(cursor, at, spec, start);
                pass.fail();
                return Err(Failure::TOLD);
            }
            let end = cursor.pos;
            Err(pass.tell(cursor, at, Failure::new(cause), catch, start..end))
        }
    }
}

/// What a visitor has against its object, unless another pass will mend it.
#[cold]
fn learnt(members: &mut Members<'_, '_, '_>, cause: Cause) -> Option<Cause> {
    let is_news = match &cause {
        Cause::Missing(_) if members.learns_reopening() => true,
        Cause::Missing(_) if members.is_foreign() && !members.is_unclosed() => false,
        Cause::Missing(name) => {
            let is_news = members.is_done() && members.learns_missing(name);
            if is_news {
                members.asks_on();
            }
            is_news
        }
        Cause::Duplicate(name) => members.learns_same(name),
        Cause::UnknownField(..) => members.learns_closed(),
        _ => false,
    };
    (!is_news).then_some(cause)
}

/// The object has none of the type's keys: it is another thing.
#[cold]
fn unrecognized(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static ObjectSpec, start: usize) {
    let end = cursor.pos;
    cursor.unrecognized = true;
    cursor.violated(Expected::Shape(spec), at, start..end);
}

/// What stands where an object belongs and is none: `null`, a list of one, a text that holds an object.
#[cold]
fn convert<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    names: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    let facts = Facts::object(&[]);
    let (start, mark) = (reader.cursor.pos, reader.cursor.sink.mark());
    if let Err(halt) = coerce::some_value(reader.cursor, at) {
        reader.stopped(halt, start, mark, facts)?;
        return reader.blank().deserialize_struct("", names, visitor);
    }
    match reader.cursor.no_value(at) {
        Some(NoValue::Null) => {
            reader.null(start, facts, Expected::Object)?;
            return reader.blank().deserialize_struct("", names, visitor);
        }
        Some(NoValue::Undefined) => {
            let end = reader.cursor.pos;
            let halt = reader.cursor.violated(Expected::Object, at, start..end);
            reader.stopped(halt, start, mark, facts)?;
            return reader.blank().deserialize_struct("", names, visitor);
        }
        None => {}
    }
    if reader.cursor.peek() == b'['
        && let Some((value, end)) = lone_element(reader.cursor, at)
    {
        return single(reader, value, end, |inner| read(inner, names, visitor));
    }
    if reader.cursor.is_string()
        && let Some(text) = reader.cursor.string(at)
    {
        let text = text.into_owned();
        let span = start..reader.cursor.pos;
        let trimmed = text.trim();
        if trimmed.starts_with(['{', '"']) && may_unwrap(at) {
            return inner_document(reader, trimmed, span, Expected::Object, |inner| {
                read(inner, names, visitor)
            });
        }
        let halt = reader.cursor.violated(Expected::Object, at, span);
        reader.stopped(halt, start, mark, facts)?;
        return reader.blank().deserialize_struct("", names, visitor);
    }
    reader.mistyped(Expected::Object, facts)?;
    reader.blank().deserialize_struct("", names, visitor)
}

/// Reads the object that a text holds, and says that it was one.
pub(super) fn inner_document<'de, T>(
    reader: Reader<'_, '_, 'de>,
    text: &str,
    span: Range<usize>,
    expected: Expected,
    read: impl FnOnce(Reader<'_, '_, 'de>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (at, pass, slot, catch) = (reader.at, reader.pass, reader.slot, reader.catch);
    let cursor = reader.cursor;
    let strangers = cursor.sink.strangers();
    let mut inner = Reader::new(&mut *cursor, at, pass);
    inner.slot = slot;
    inner.catch = catch;
    let value = inner.inside(text, span.clone(), expected, read)?;
    cursor.conserve_strangers(strangers, &span, at);
    let kind = if at.is_root() {
        RepairKind::EnvelopeUnwrapped
    } else {
        RepairKind::UnwrapStringObject
    };
    cursor.repaired(kind, at, span);
    Ok(value)
}

/// The only element of the list at the cursor, and where the list ends; the cursor stays.
pub(super) fn lone_element(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    if at.is_inside(Conversion::Element) {
        return None;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let value = cursor.after_space(start + 1);
    let mut found = None;
    if !matches!(cursor.byte(value), b']' | 0) {
        cursor.pos = value;
        let accepts = Accepts::ANY;
        cursor.skip(&Frame::below(at, Level::List { accepts, index: 0 }));
        cursor.space();
        if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
        }
        if cursor.peek() == b']' {
            found = Some((value, cursor.pos + 1));
        }
    }
    cursor.return_to(start, mark);
    found
}
