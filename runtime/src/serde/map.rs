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
pub(super) use resume::EntriesStop;

use super::choice::single;
use super::failure::{Cause, Failure};
use super::list::Nothing;
use super::pass::{self, Began, Catch, Lesson, Pass};
use super::reader::{Reader, Slot};
use super::text::Text;
use super::{blank, list, object};
use crate::error::Expected;
use crate::fold;
use crate::path::{Frame, Level};
use crate::read::conserve::follows_comma;
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
    /// No comma stands before the next member of an element of which no type is known: it may be the next element's.
    is_run_on: bool,
    /// The keys are those of a struct: one that it does not know is left out.
    is_struct: bool,
    /// The last key stands in quotes, as JSON has it.
    is_quoted: bool,
    /// How many members came, and how many of them have a value.
    met: usize,
    kept: usize,
    /// The text ends within it.
    is_open: bool,
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
            let mark = self.cursor.sink.mark();
            comma = separator(self.cursor, &Frame::below(self.at, Level::Map { key }));
            self.is_run_on = self.untyped
                && matches!(self.at.place().level, Level::List { .. })
                && self.cursor.sink.holds_since(mark, RepairKind::MissingComma);
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
                        self.cursor.unclosed(comma, true, self.at);
                        self.is_open = true;
                        break;
                    }
                },
            };
            self.met += 1;
            if key.has_value {
                self.kept += 1;
                if !(self.pass.has_lessons() && self.leave_out(&key)) {
                    return Some(key);
                }
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
        if self.pass.is(self.cursor, start, Lesson::Cut) {
            self.cursor.cut(&frame);
            self.cursor.pos = self.cursor.text.len();
            return true;
        }
        if self.pass.is(self.cursor, start, Lesson::Nothing) {
            self.cursor.trivia(&frame);
            let here = self.cursor.pos;
            self.cursor.repaired(RepairKind::MissingValue, &frame, here..here);
            self.cursor.conserve_value(here, &frame);
            return true;
        }
        if !self.pass.is(self.cursor, start, Lesson::BadValue) {
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

impl Entries<'_, '_, '_> {
    /// Records a guess where a key may be a field's in another spelling: the visitor leaves out what it does not know, and does
    /// not say so.
    fn conserve(&mut self, key: &Key<'_>) {
        let text = self.cursor.text;
        let is_quoted = text[..key.span.start].ends_with('"') && text[key.span.end..].starts_with('"');
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let is_odd_one = !is_quoted && std::mem::replace(&mut self.is_quoted, is_quoted);
        self.is_quoted = is_quoted;
        let is_marked = !key.name.starts_with(char::is_alphanumeric) || !key.name.ends_with(char::is_alphanumeric);
        let is_known = self.asked.iter().any(|name| fold::folds_to(name, &key.name));
        let is_broken = if is_quoted {
            // A key that is valid JSON is what it says, unless others of this object are not.
            let is_respelt = !self.asked.is_empty() && (is_marked || key.name.starts_with(char::is_uppercase));
            text[key.span.clone()].contains(|c: char| c.is_control())
                || is_respelt
                || (is_marked && !follows_comma(text, key.span.start))
        } else {
            is_odd_one || is_marked || !key.name.chars().all(is_word)
        };
        // Valid JSON says what it says.
        if is_broken && !is_known && !self.cursor.sink.is_clean() {
            self.cursor.repaired(RepairKind::JunkRemoved, self.at, key.span.clone());
        }
        if std::mem::take(&mut self.is_run_on) {
            self.cursor
                .repaired(RepairKind::ObjectReopened, self.at, key.span.clone());
        }
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
        if respelt.is_none() && self.is_struct {
            self.conserve(&key);
        }
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
            Some(Catch::new(self.cursor, self.cursor.pos, Lesson::BadValue))
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
    if reader.pass.is(reader.cursor, start, Lesson::Wraps) {
        let mark = reader.cursor.sink.mark();
        let found = coerce::only_member_that(reader.cursor, at, b'{', |_| false);
        reader.cursor.look_back_to(start, mark);
        if let Some((value, end)) = found {
            return single(reader, value, end, |inner| read(inner, visitor));
        }
    }
    reader.cursor.open_bracket();
    entries(reader, start, false, visitor)
}

/// Whether the object that begins at `start` has an object as its only member; the cursor stays.
#[cold]
fn wraps_map(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize) -> bool {
    let (end, mark) = (cursor.pos, cursor.sink.mark());
    let (text, cut) = (cursor.text, cursor.sink.cut);
    cursor.go_to(start);
    let is_wrapped = coerce::only_member_that(cursor, at, b'{', |_| false).is_some();
    cursor.sink.rewind(mark);
    cursor.pos = end;
    cursor.restore_text(text);
    cursor.sink.cut = cut;
    is_wrapped
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
        is_struct: visited.contains("__Visitor") || visited.contains("ContentVisitor"),
        is_quoted: false,
        is_run_on: false,
        met: 0,
        kept: 0,
        is_open: false,
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
            let is_lone = entries.met == 1 && !pairs && !untyped && entries.asked.is_empty();
            let is_empty =
                entries.met > 0 && entries.kept == 0 && !entries.is_open && !untyped && entries.asked.is_empty();
            if is_lone && cursor.sink.violated_since(mark) && wraps_map(cursor, at, start) {
                pass.note(cursor, start, Lesson::Wraps);
            } else if is_empty {
                // Nothing of what is written here is a member: that is no empty map.
                let end = cursor.pos;
                cursor.violated(Expected::Map, at, start..end);
                pass.drop_caught(cursor, catch);
                return Err(Failure::TOLD);
            }
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
        if trimmed.is_empty() && !at.is_root() {
            reader.cursor.repaired(RepairKind::NullToEmpty, at, span);
            return visitor.visit_map(Nothing);
        }
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
