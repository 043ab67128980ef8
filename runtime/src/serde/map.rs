//! Maps, whose keys the type does not know, and every object that serde takes in whole before it looks at it.

mod pairs;
mod resume;
mod spelling;

use std::any::type_name;
use std::borrow::Cow;
use std::ops::Range;

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};

use pairs::are_pairs;
pub(super) use resume::Stop;

use super::failure::{Cause, Failure};
use super::list::Nothing;
use super::pass::{self, Began, Catch, Known, Pass};
use super::reader::{Reader, Slot};
use super::text::Text;
use super::{blank, list, object};
use crate::error::Expected;
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::{Key, Member};
use crate::read::literal::NoValue;
use crate::record::Mark;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts};
use crate::visit::{coerce, loose, may_unwrap};

/// The members of a map, each read when the visitor asks for it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
struct Entries<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    pass: &'c Pass<'de>,
    at: &'c Frame<'c>,
    catch: Option<Catch>,
    /// No type is known for the values: none is left out.
    untyped: bool,
    /// Pairs of a list instead of the members of an object.
    pairs: bool,
    key: Option<Key<'x>>,
    /// The object's own bytes begin here.
    start: usize,
    /// Keys that the visitor asked for in an earlier pass.
    asked: Vec<&'static str>,
    /// Those of them that came.
    came: Vec<&'static str>,
    missing: Option<&'static str>,
    /// The last of the missing ones that the visitor was given something for, and the state of the record there.
    blank: Option<(&'static str, Mark)>,
    pair_end: usize,
    /// It goes on from where it was left, and its visitor sees only part of it.
    resumed: bool,
    /// The member of this key comes next, whose value stands at the cursor.
    ahead: Option<Key<'x>>,
    /// A value was refused.
    refused: bool,
    begun: bool,
    done: bool,
}

impl<'x> Entries<'_, 'x, '_> {
    /// Passes over what the visitor did not ask for.
    fn finish(&mut self) {
        while !self.done {
            let Some(key) = self.advance() else { break };
            let frame = Frame::below(self.at, Level::Map { key: Some(&key.name) });
            self.cursor.skip(&frame);
        }
    }

    /// Passes over what is left of an object that its visitor has refused, and says nothing of it.
    #[cold]
    fn pass_to_end(&mut self) {
        let (mark, text, cut) = (self.cursor.sink.mark(), self.cursor.text, self.cursor.sink.cut);
        self.finish();
        self.cursor.sink.rewind(mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
    }

    /// Goes on to the next key, or finds that there is none.
    fn advance(&mut self) -> Option<Key<'x>> {
        if self.pairs {
            return self.advance_pair();
        }
        let mut comma = false;
        if std::mem::replace(&mut self.begun, true) {
            // What stands behind a member of a known type is told of that member.
            let last = self.key.as_ref().filter(|_| !self.untyped);
            let key = last.map(|key| &*key.name);
            comma = separator(self.cursor, &Frame::below(self.at, Level::Map { key }));
        }
        let level = Frame::below(self.at, Level::Map { key: None });
        loop {
            if self.cursor.peek() == b'}' && !comma && !self.untyped {
                self.cursor.pos += 1;
                break;
            }
            let key = match self.cursor.simple_key() {
                Some(key) => key,
                None => match self.cursor.member(comma, &level) {
                    Member::Key(key) => key,
                    Member::Closed if self.untyped && loose::reopens(self.cursor, self.at, &level) => {
                        comma = true;
                        continue;
                    }
                    Member::Closed => break,
                    Member::Unclosed => {
                        self.cursor.unclosed(comma, self.at);
                        break;
                    }
                },
            };
            if key.has_value && !(self.pass.has_lessons() && self.leave_out(&key)) {
                return Some(key);
            }
            comma = separator(self.cursor, &level);
        }
        self.done = true;
        None
    }

    /// Whether nothing that stands between the braces was a member.
    fn is_junk(&self, mark: Mark) -> bool {
        self.done && self.key.is_none() && self.cursor.sink.holds_since(mark, RepairKind::JunkRemoved)
    }

    /// Passes over a value that an earlier pass could not read.
    #[cold]
    fn leave_out(&mut self, key: &Key<'_>) -> bool {
        let start = self.cursor.pos;
        let frame = Frame::below(self.at, Level::Map { key: Some(&key.name) });
        if self.pass.is(self.cursor, start, Known::Cut) {
            self.cursor.cut(&frame);
            self.cursor.pos = self.cursor.text.len();
            return true;
        }
        if self.pass.is(self.cursor, start, Known::Nothing) {
            self.cursor.trivia(&frame);
            let here = self.cursor.pos;
            self.cursor.repaired(RepairKind::MissingValue, &frame, here..here);
            return true;
        }
        if !self.pass.is(self.cursor, start, Known::BadValue) {
            return false;
        }
        let mark = self.cursor.sink.mark();
        self.cursor.skip(&frame);
        self.cursor.sink.rewind(mark);
        let end = self.cursor.pos;
        self.cursor
            .repaired(RepairKind::DroppedInvalidElement, &frame, start..end);
        true
    }
}

impl<'x, 'de> Entries<'_, 'x, 'de> {
    /// Gives the visitor a key.
    fn hand_over<S: DeserializeSeed<'de>>(&mut self, key: Key<'x>, seed: S) -> Result<S::Value, Failure> {
        let began = Began::with(key.span.clone(), self.cursor, self.pass);
        let catch = self.catch;
        let respelt = if self.asked.is_empty() {
            None
        } else {
            self.respelt(&key)
        };
        let key = self.key.insert(key);
        if let Some(name) = respelt {
            return seed.deserialize(BorrowedStrDeserializer::new(name));
        }
        let frame = Frame::below(self.at, Level::Map { key: Some(&key.name) });
        let borrowed = match &key.name {
            Cow::Borrowed(name) => {
                let source = self.pass.source(self.cursor);
                let text = source.and_then(|source| source.get(key.span.clone()));
                text.filter(|text| text == name)
            }
            Cow::Owned(_) => None,
        };
        let result = seed.deserialize(Text {
            cursor: &mut *self.cursor,
            at: &frame,
            pass: self.pass,
            content: &key.name,
            borrowed,
            span: key.span.clone(),
            is_key: true,
            wraps: None,
            catch,
        });
        let result = result.map_err(|failure| self.pass.tell_whole(self.cursor, &frame, failure, catch, &began));
        if result.as_ref().is_err_and(Failure::is_told) {
            self.leave_key();
        }
        result
    }
}

impl<'de> MapAccess<'de> for Entries<'_, '_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        if std::mem::take(&mut self.refused) {
            // The visitor makes do without that member.
            self.pass.lose();
        }
        if !self.done
            && let Some(key) = self.ahead.take().or_else(|| self.advance())
        {
            return self.hand_over(key, seed).map(Some);
        }
        let came = &self.came;
        self.missing = self.asked.iter().find(|name| !came.contains(name)).copied();
        let Some(name) = self.missing else { return Ok(None) };
        self.came.push(name);
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Failure> {
        if let Some(name) = self.missing.take() {
            let frame = Frame::below(self.at, Level::Map { key: Some(name) });
            let span = self.start..self.cursor.pos;
            self.blank = Some((name, self.cursor.sink.mark()));
            return blank::missing(seed, self.cursor, &frame, self.pass, self.catch, span);
        }
        let name = self.key.as_ref().map_or("", |key| &*key.name);
        let frame = Frame::below(self.at, Level::Map { key: Some(name) });
        let here = self.cursor.pos;
        let began = Began::at(self.cursor, self.pass);
        let lenient = self.cursor.sink.accept() >= Some(Severity::Invented);
        let catch = if lenient && !self.untyped {
            Some(Catch::new(self.cursor, self.cursor.pos, Known::BadValue))
        } else {
            self.catch
        };
        let mut value = Reader::new(self.cursor, &frame, self.pass);
        value.slot = Slot::Value;
        value.catch = catch;
        value.untyped = self.untyped;
        let result = seed.deserialize(value);
        let result = result.map_err(|failure| self.pass.tell_whole(self.cursor, &frame, failure, catch, &began));
        if result.as_ref().is_err_and(Failure::is_told) {
            self.leave(here);
        }
        result
    }
}

/// Passes over the comma behind a value. Returns whether one was there.
fn separator(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    cursor.space();
    match cursor.peek() {
        b',' => {
            cursor.pos += 1;
            cursor.space();
            if cursor.peek() != b'"' {
                cursor.trivia(at);
            }
            true
        }
        b'}' => false,
        _ => cursor.separator(at),
    }
}

/// Reads a map, or any object.
pub(super) fn read<'de, V: Visitor<'de>>(mut reader: Reader<'_, '_, 'de>, visitor: V) -> Result<V::Value, Failure> {
    if reader.stands_for_none(Accepts::OBJECT) {
        return reader.blank().deserialize_map(visitor);
    }
    let fresh = reader.expect(Accepts::OBJECT);
    let at = fresh.as_ref().unwrap_or(reader.at);
    let reader = Reader { at, ..reader };
    if reader.cursor.peek() != b'{' {
        reader.cursor.trivia(at);
        if reader.cursor.peek() != b'{' {
            return convert(reader, visitor);
        }
    }
    let start = reader.cursor.pos;
    reader.cursor.pos += 1;
    reader.cursor.space();
    entries(reader, start, false, visitor)
}

fn entries<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    start: usize,
    pairs: bool,
    visitor: V,
) -> Result<V::Value, Failure> {
    if !reader.descend() {
        reader.cursor.pos = start;
        return Err(reader.too_deep());
    }
    let visited = type_name::<V>();
    let Reader {
        cursor,
        at,
        pass,
        catch,
        untyped,
        ..
    } = reader;
    let mut entries = Entries {
        cursor: &mut *cursor,
        pass,
        at,
        catch,
        untyped,
        pairs,
        key: None,
        start,
        asked: pass.asked(visited),
        came: Vec::new(),
        missing: None,
        blank: None,
        pair_end: start,
        resumed: false,
        ahead: None,
        refused: false,
        begun: false,
        done: false,
    };
    if !pairs && let Some(pass::Stop::Entries(stop)) = pass.resume(entries.cursor, start) {
        entries.go_on(stop);
    }
    let resumed = entries.resumed;
    let mark = entries.cursor.sink.mark();
    let result = visitor.visit_map(&mut entries);
    Reader::ascend(pass);
    match result {
        Ok(_) if untyped && entries.is_junk(mark) => {
            // Nothing that stands between the braces is a member: that is no empty object.
            let end = cursor.pos;
            cursor.unrecognized |= at.is_root();
            cursor.violated(Expected::Object, at, start..end);
            pass.drop_caught(cursor, catch);
            Err(Failure::TOLD)
        }
        Ok(value) => {
            // A visitor that has what it wants leaves the rest.
            entries.finish();
            Ok(value)
        }
        Err(failure) if entries.refused => {
            if !pass.has_stopped() {
                list::end_of(cursor, at, start);
            }
            Err(failure)
        }
        Err(failure) => {
            let (done, blank) = (entries.done, entries.blank);
            entries.pass_to_end();
            if resumed {
                return Err(Failure::TOLD);
            }
            let failure = match failure.cause() {
                // The next pass looks for the key in other spellings, and says that it is missing.
                Some(Cause::Missing(name)) if done && pass.ask(visited, name) => Failure::TOLD,
                // It has taken the members in first, and now looks at what stands for one that is missing.
                Some(cause @ (Cause::Wanted(_) | Cause::Said(_))) if let Some((name, mark)) = blank => {
                    let frame = Frame::below(at, Level::Map { key: Some(name) });
                    let span = start..cursor.pos;
                    blank::refused(Failure::new(cause), cursor, &frame, pass, catch, span, mark)
                }
                Some(cause) => Failure::new(cause),
                None => Failure::TOLD,
            };
            let end = cursor.pos;
            Err(pass.tell(cursor, at, failure, catch, start..end))
        }
    }
}

/// A map out of something that is none: a list of pairs, or a text that holds an object.
#[cold]
fn convert<'de, V: Visitor<'de>>(mut reader: Reader<'_, '_, 'de>, visitor: V) -> Result<V::Value, Failure> {
    let at = reader.at;
    let facts = Facts::leaf(Accepts::OBJECT);
    let (start, mark) = (reader.cursor.pos, reader.cursor.sink.mark());
    if let Err(halt) = coerce::some_value(reader.cursor, at) {
        reader.stopped(halt, start, mark, facts)?;
        return reader.blank().deserialize_map(visitor);
    }
    if reader.cursor.peek() == b'[' {
        let is_map = are_pairs(reader.cursor, at);
        reader.cursor.return_to(start, mark);
        if is_map && reader.cursor.pos == start {
            reader.cursor.pos += 1;
            let (pass, catch) = (reader.pass, reader.catch);
            let Reader { cursor, slot, .. } = reader;
            let mut inner = Reader::new(&mut *cursor, at, pass);
            inner.slot = slot;
            inner.catch = catch;
            let value = entries(inner, start, true, visitor)?;
            let end = cursor.pos;
            cursor.repaired(RepairKind::PairsToMap, at, start..end);
            return Ok(value);
        }
        reader.mistyped(Expected::Map, facts)?;
        return reader.blank().deserialize_map(visitor);
    }
    match reader.cursor.no_value(at) {
        Some(NoValue::Null) => {
            reader.null(start, facts, Expected::Map)?;
            return visitor.visit_map(Nothing);
        }
        Some(NoValue::Undefined) => {
            let end = reader.cursor.pos;
            let halt = reader.cursor.violated(Expected::Map, at, start..end);
            reader.stopped(halt, start, mark, facts)?;
            return reader.blank().deserialize_map(visitor);
        }
        None => {}
    }
    if reader.cursor.is_string()
        && let Some(text) = reader.cursor.string(at)
    {
        let text = text.into_owned();
        let span: Range<usize> = start..reader.cursor.pos;
        let trimmed = text.trim();
        if trimmed.starts_with('{') && may_unwrap(at) {
            return object::inner_document(reader, trimmed, span, Expected::Map, |inner| read(inner, visitor));
        }
        let halt = reader.cursor.violated(Expected::Map, at, span);
        reader.stopped(halt, start, mark, facts)?;
        return reader.blank().deserialize_map(visitor);
    }
    reader.mistyped(Expected::Map, facts)?;
    reader.blank().deserialize_map(visitor)
}
