//! The members of a struct, as its visitor asks for them: which field a key stands for, and which keys count.

mod fates;

use std::collections::HashMap;

use serde_core::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde_core::de::{DeserializeSeed, MapAccess};

use self::fates::Fate;
use super::blank::Blank;
use super::failure::Failure;
use super::pass::{Catch, Known, Pass, TypeKey};
use super::reader::{Reader, Slot};
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::key::{Key, Member};
use crate::read::literal::NoValue;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};

/// The fields that were seen. Structs of more than 128 names are rare, and theirs are counted one by one.
#[derive(Debug, Default)]
struct Seen {
    first: u128,
    more: Vec<u32>,
}

impl Seen {
    fn add(&mut self, field: u32) {
        if field < u128::BITS {
            self.first |= 1 << field;
        } else {
            self.more.push(field);
        }
    }

    fn has(&self, field: u32) -> bool {
        if field < u128::BITS {
            self.first & (1 << field) != 0
        } else {
            self.more.contains(&field)
        }
    }

    fn is_empty(&self) -> bool {
        self.first == 0 && self.more.is_empty()
    }
}

/// What was read last, and is the visitor's turn.
#[derive(Debug)]
enum Turn<'x> {
    Nothing,
    Field(u32),
    Unknown(std::borrow::Cow<'x, str>),
    Missing(u32),
}

/// The members of a struct, each read when the visitor asks for it.
pub(super) struct Members<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    pass: &'c Pass<'de>,
    parent: &'c Frame<'c>,
    frame: Frame<'c>,
    spec: &'static ObjectSpec,
    of: TypeKey,
    catch: Option<Catch>,
    start: usize,
    seen: Seen,
    /// The field that came first.
    first: u32,
    /// The field that came last.
    last: u32,
    unknown: usize,
    turn: Turn<'x>,
    /// Where the last value began, and the state of the record there.
    value_at: usize,
    value_mark: Mark,
    /// The key of the last value only resembles its field's.
    near: Option<usize>,
    /// What becomes of keys that are one of several, by where they begin.
    fates: Option<HashMap<usize, Fate>>,
    begun: bool,
    done: bool,
    /// The object ended with a brace of its own, which stands here.
    brace: Option<usize>,
    /// The text ended within it.
    unclosed: Option<bool>,
    /// The next field that may be missing.
    next: u32,
}

/// The field that a key stands for, and the repair that takes it for the field's.
pub(super) fn find(spec: &'static ObjectSpec, name: &str, fuzzy: bool) -> (Option<u32>, Option<RepairKind>) {
    if let Some(field) = spec.exact(name) {
        return (Some(field), None);
    }
    if let Some(field) = spec.folded(name) {
        return (Some(field), Some(RepairKind::KeyCase));
    }
    match spec.near(name).filter(|_| fuzzy) {
        Some(field) => (Some(field), Some(RepairKind::KeyFuzzy)),
        None => (None, None),
    }
}

impl<'c, 'x, 'de> Members<'c, 'x, 'de> {
    /// The members of the object at the cursor, which is passed into.
    pub(super) fn new(
        cursor: &'c mut Cursor<'x>,
        parent: &'c Frame<'c>,
        pass: &'c Pass<'de>,
        catch: Option<Catch>,
        spec: &'static ObjectSpec,
        of: TypeKey,
    ) -> Self {
        let start = cursor.pos;
        if cursor.headless_at == start {
            cursor.headless_at = NOWHERE;
        } else {
            cursor.pos += 1;
            cursor.space();
        }
        let value_mark = cursor.sink.mark();
        let mut members = Self {
            cursor,
            pass,
            parent,
            frame: Frame::below(parent, Level::Object { spec, field: NO_FIELD }),
            spec,
            of,
            catch,
            start,
            seen: Seen::default(),
            first: NO_FIELD,
            last: NO_FIELD,
            unknown: 0,
            turn: Turn::Nothing,
            value_at: NOWHERE,
            value_mark,
            near: None,
            fates: None,
            begun: false,
            done: false,
            brace: None,
            unclosed: None,
            next: 0,
        };
        if pass.is(members.cursor, start, Known::Twice) {
            members.survey();
        }
        members
    }

    /// Passes over what the visitor did not ask for.
    pub(super) fn finish(&mut self) {
        while !self.done {
            self.advance();
            if !matches!(self.turn, Turn::Nothing) {
                self.pass_over();
            }
        }
    }

    /// Whether the whole answer is an object with none of the type's keys.
    pub(super) fn is_foreign(&self) -> bool {
        self.seen.is_empty() && !self.spec.fields.is_empty() && self.parent.is_root() && !self.cursor.sink.cut
    }

    /// Whether the text ended before the whole answer had a member: nothing of it is made up.
    fn is_cut_off(&self) -> bool {
        self.seen.is_empty() && self.parent.is_root() && self.cursor.sink.cut
    }

    pub(super) fn has_unknown(&self) -> bool {
        self.unknown > 0
    }

    /// Whether the text ended within the object.
    pub(super) fn is_unclosed(&self) -> bool {
        self.unclosed.is_some()
    }

    /// Whether the object was read to its end.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }
}

impl<'x> Members<'_, 'x, '_> {
    fn at(&mut self, field: u32) {
        self.frame.level = Level::Object { spec: self.spec, field };
    }

    /// Whether the field is known and comes in its turn.
    fn find(&self, key: &Key<'_>) -> (Option<u32>, Option<RepairKind>) {
        let next = self.last.wrapping_add(1);
        if let Some(field) = self.spec.fields.get(next as usize)
            && field.name == key.name
        {
            return (Some(self.pass.united(self.of, next)), None);
        }
        let (field, kind) = find(self.spec, &key.name, true);
        let field = field.map(|field| self.pass.united(self.of, field));
        if kind == Some(RepairKind::KeyFuzzy) && self.pass.is(self.cursor, key.span.start, Known::Far) {
            return (None, None);
        }
        (field, kind)
    }

    /// Goes on to the next key that is the visitor's. Leaves the cursor at its value.
    fn advance(&mut self) {
        self.turn = Turn::Nothing;
        let mut comma = false;
        if std::mem::replace(&mut self.begun, true) {
            comma = self.separator();
        }
        while !self.done {
            self.at(NO_FIELD);
            let before = self.cursor.pos;
            let Some(key) = self.key(comma) else { return };
            self.value_at = NOWHERE;
            if self.take(key, before) {
                return;
            }
            if self.done {
                return;
            }
            self.at(NO_FIELD);
            comma = self.separator();
        }
    }

    /// Passes over the comma behind a value. Returns whether one was there.
    #[inline]
    fn separator(&mut self) -> bool {
        self.cursor.space();
        match self.cursor.peek() {
            b',' => {
                self.cursor.pos += 1;
                self.cursor.space();
                true
            }
            b'}' => false,
            _ => {
                self.at(NO_FIELD);
                self.overran(false);
                self.cursor.separator(&self.frame)
            }
        }
    }

    /// The next key, or `None` at the object's end.
    fn key(&mut self, mut comma: bool) -> Option<Key<'x>> {
        loop {
            if let Some(key) = self.cursor.simple_key() {
                return Some(key);
            }
            if self.cursor.peek() == b'}' && !comma {
                self.brace = Some(self.cursor.pos);
                self.cursor.pos += 1;
            } else {
                if self.overran(comma) {
                    comma = self.cursor.separator(&self.frame);
                    continue;
                }
                if let Some(key) = self.cursor.bare_key(&self.frame) {
                    return Some(key);
                }
                if self.is_cut_behind_key() {
                    self.done = true;
                    return None;
                }
                match self.cursor.member(comma, &self.frame) {
                    Member::Key(key) => return Some(key),
                    Member::Closed => {
                        let brace = self.cursor.pos.wrapping_sub(1);
                        self.brace = (self.cursor.byte(brace) == b'}').then_some(brace);
                    }
                    Member::Unclosed => self.unclosed = Some(comma),
                }
            }
            match self.brace {
                Some(brace) if self.pass.is(self.cursor, brace, Known::Reopens) => {
                    let next = self.reopening(brace)?;
                    self.cursor
                        .repaired(RepairKind::ObjectReopened, &self.frame, brace..brace + 1);
                    self.cursor.pos = next;
                    self.brace = None;
                    comma = true;
                }
                _ => {
                    self.done = true;
                    self.end();
                    return None;
                }
            }
        }
    }

    /// Whether the text ends behind the next field's key; that is then on record as the field's.
    #[cold]
    fn is_cut_behind_key(&mut self) -> bool {
        let next = self.last.wrapping_add(1);
        let Some(field) = self.spec.fields.get(next as usize) else {
            return false;
        };
        let Some(key) = self.cursor.key_ahead(self.cursor.pos) else {
            return false;
        };
        let end = self.cursor.after_space(key.colon + 1);
        // Behind a member that the type does not know, no field is expected.
        let in_turn = self.value_at != NOWHERE || (self.unknown == 0 && self.seen.is_empty());
        let glued = key.name.end + 1 == key.colon;
        if end < self.cursor.text.len() || !in_turn || !glued || self.cursor.text[key.name] != *field.name {
            return false;
        }
        self.cursor.pos = end;
        self.at(next);
        self.cursor.cut(&self.frame);
        self.at(NO_FIELD);
        self.unclosed = Some(true);
        true
    }

    /// Where members of this object go on behind its end, which then came too early.
    fn reopening(&self, brace: usize) -> Option<usize> {
        let comma = self.cursor.after_space(brace + 1);
        let next = self.cursor.after_space(comma + 1);
        if self.cursor.byte(comma) != b',' || self.cursor.is_key_above(next, &self.frame) {
            return None;
        }
        let key = self.cursor.key_ahead(next)?;
        let field = self.spec.exact(&self.cursor.text[key.name])?;
        (!self.seen.has(field)).then_some(next)
    }

    /// Puts on record that the text ended within the object: cut off, or merely not closed.
    fn end(&mut self) {
        let Some(comma) = self.unclosed else { return };
        let fields = 0..u32::try_from(self.spec.fields.len()).unwrap_or(u32::MAX);
        let mut missing = fields.filter(|&field| !self.seen.has(field) && self.pass.requires(self.of, field));
        if comma || missing.next().is_some() {
            self.cursor.cut(&self.frame);
        } else {
            self.cursor.unclosed(false, &self.frame);
        }
    }

    /// Whether the last value was a string that went on beyond its first quote. The next pass reads it with care; this
    /// one goes on behind it.
    fn overran(&mut self, comma: bool) -> bool {
        let start = self.value_at;
        if start == NOWHERE
            || self.cursor.careful_at == start
            || !matches!(self.cursor.byte(start), b'"' | b'0'..=b'9' | b'-')
            || self.cursor.at_end()
            || !self.cursor.is_overrun(comma)
        {
            return false;
        }
        self.pass.note(self.cursor, start, Known::Careful);
        self.cursor.return_to(start, self.value_mark);
        self.cursor.careful_at = start;
        self.at(self.last);
        if self.cursor.string(&self.frame).is_none() {
            let _ = self.cursor.bare(&self.frame);
        }
        self.at(NO_FIELD);
        true
    }

    /// Whether the key is the visitor's.
    fn take(&mut self, key: Key<'x>, before: usize) -> bool {
        let (field, kind) = self.find(&key);
        let Some(field) = field else {
            return self.take_unknown(key);
        };
        if !key.has_value {
            return false;
        }
        self.at(field);
        if kind.is_some() && self.fates.is_none() {
            self.survey();
        }
        let fate = self.fates.as_ref().and_then(|fates| fates.get(&key.span.start));
        let replaces = match fate {
            Some(Fate::PassOver) => return self.pass_over(),
            Some(Fate::Replaces) => true,
            None => false,
        };
        if self.seen.has(field) {
            return self.again(&key, field, kind, before);
        }
        if self.pass.has_lessons() && self.leave_out(field) {
            return false;
        }
        if replaces {
            self.cursor
                .repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
        }
        if let Some(kind) = kind {
            self.cursor.repaired(kind, &self.frame, key.span.clone());
        }
        self.near = (kind == Some(RepairKind::KeyFuzzy)).then_some(key.span.start);
        if self.seen.is_empty() {
            self.first = field;
        }
        self.seen.add(field);
        self.last = field;
        self.turn = Turn::Field(field);
        true
    }

    fn take_unknown(&mut self, key: Key<'x>) -> bool {
        self.unknown += 1;
        if self.pass.is_closed(self.of) {
            let member = Frame::below(self.parent, Level::Map { key: Some(&key.name) });
            let found = Found::Words(format!("{:?}", key.name));
            self.cursor
                .violated_by(Expected::Keys(self.spec), found, &member, key.span.clone());
            self.pass.drop_caught(self.cursor, self.catch);
            return key.has_value && self.pass_over();
        }
        if !key.has_value {
            return false;
        }
        self.turn = Turn::Unknown(key.name);
        true
    }

    /// Passes over a member's value.
    fn pass_over(&mut self) -> bool {
        self.cursor
            .skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        false
    }

    /// A key came a second time.
    #[cold]
    fn again(&mut self, key: &Key<'_>, field: u32, kind: Option<RepairKind>, before: usize) -> bool {
        if kind.is_some() {
            // A key in its own spelling came before: this is another one.
            self.unknown += 1;
            return self.pass_over();
        }
        let in_list = matches!(self.parent.level, Level::List { .. });
        if in_list && field == self.first && self.seen.first.count_ones() as usize + self.seen.more.len() > 1 {
            // The next element of the list begins here: its braces are lost.
            self.cursor
                .repaired(RepairKind::ElementSplit, &self.frame, key.span.clone());
            self.cursor.pos = before;
            self.cursor.headless_at = before;
            self.done = true;
            return false;
        }
        if self.fates.is_some() {
            // The object could not be looked at as a whole, so that which one counts is not known.
            self.cursor.violated_by(
                Expected::Words("one value".into()),
                Found::Words("several".into()),
                &self.frame,
                key.span.clone(),
            );
            self.pass.drop_caught(self.cursor, self.catch);
        } else {
            self.pass.note(self.cursor, self.start, Known::Twice);
        }
        self.pass_over()
    }

    /// Passes over a value that counts as absent, as an earlier pass showed.
    #[cold]
    fn leave_out(&mut self, field: u32) -> bool {
        let start = self.cursor.pos;
        if self.pass.is(self.cursor, start, Known::Cut) {
            self.cursor.cut(&self.frame);
            self.cursor.pos = self.cursor.text.len();
            return true;
        }
        let Some(accepts) = self.pass.refuses_null(self.of, field) else {
            return false;
        };
        if self.pass.requires(self.of, field) {
            return false;
        }
        let mark = self.cursor.sink.mark();
        self.cursor.trivia(&self.frame);
        let is_null = matches!(self.cursor.no_value(&self.frame), Some(NoValue::Null))
            || (!accepts.has(Accepts::STRING.or(Accepts::NAME)) && self.is_empty_text());
        if is_null {
            let end = self.cursor.pos;
            self.cursor.repaired(RepairKind::DropNull, &self.frame, start..end);
        } else {
            self.cursor.return_to(start, mark);
        }
        is_null
    }

    /// Passes over a text with nothing in it.
    fn is_empty_text(&mut self) -> bool {
        self.cursor.is_string()
            && self
                .cursor
                .string(&self.frame)
                .is_some_and(|text| text.trim().is_empty())
    }

    /// Notes that the object ended too early, if members of it follow its end.
    #[cold]
    pub(super) fn learns_reopening(&mut self) -> bool {
        let brace = self.brace.filter(|&brace| self.reopening(brace).is_some());
        if let Some(brace) = brace {
            self.pass.note(self.cursor, brace, Known::Reopens);
        }
        brace.is_some()
    }

    /// Notes that this field must be there. Returns whether that is news.
    #[cold]
    pub(super) fn learns_missing(&mut self, name: &str) -> bool {
        match self.spec.exact(name) {
            Some(field) if !self.pass.requires(self.of, field) => {
                self.pass.require(self.of, field);
                true
            }
            _ => false,
        }
    }

    /// Notes that the last key is another name of this field. Returns whether that is news.
    #[cold]
    pub(super) fn learns_same(&mut self, name: &str) -> bool {
        let Some(field) = self.spec.exact(name).filter(|&field| field != self.last) else {
            return false;
        };
        let first = if self.seen.has(field) { field } else { self.first };
        if self.pass.united(self.of, self.last) != self.last {
            return false;
        }
        self.pass.unite(self.of, first, self.last);
        self.pass.note(self.cursor, self.start, Known::Twice);
        true
    }

    /// Notes that the type takes no unknown key. Returns whether that is news.
    #[cold]
    pub(super) fn learns_closed(&self) -> bool {
        let is_news = !self.pass.is_closed(self.of);
        self.pass.close(self.of);
        is_news
    }
}

impl<'de> MapAccess<'de> for Members<'_, '_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        if !self.done {
            self.advance();
        }
        let field = match &self.turn {
            Turn::Field(field) => Some(*field),
            Turn::Unknown(name) => {
                let name = &**name;
                return seed.deserialize(StrDeserializer::<Failure>::new(name)).map(Some);
            }
            Turn::Missing(_) | Turn::Nothing => None,
        };
        let field = field.or_else(|| {
            let rest = self.next..u32::try_from(self.spec.fields.len()).unwrap_or(u32::MAX);
            let missing = |field: &u32| !self.seen.has(*field) && self.pass.requires(self.of, *field);
            let found = rest.into_iter().find(missing)?;
            self.next = found + 1;
            self.turn = Turn::Missing(found);
            Some(found)
        });
        let Some(field) = field else { return Ok(None) };
        if matches!(self.turn, Turn::Missing(_)) && self.is_cut_off() {
            self.pass.fail();
            return Err(Failure::TOLD);
        }
        seed.deserialize(BorrowedStrDeserializer::<Failure>::new(
            self.spec.fields[field as usize].name,
        ))
        .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Failure> {
        match std::mem::replace(&mut self.turn, Turn::Nothing) {
            Turn::Field(field) => {
                self.at(field);
                let here = self.cursor.pos;
                self.value_at = here;
                self.value_mark = self.cursor.sink.mark();
                if self.pass.is(self.cursor, here, Known::Careful) {
                    self.cursor.careful_at = here;
                }
                let mut reader = Reader::new(self.cursor, &self.frame, self.pass);
                reader.slot = Slot::Member(self.of, field);
                reader.catch = self.catch;
                let result = seed.deserialize(reader);
                if let Some(key) = self.near.take()
                    && (result.is_err() || self.cursor.sink.violated_since(self.value_mark))
                {
                    // A key that only resembles a field's, with a value that does not fit it, is another key.
                    self.pass.note(self.cursor, key, Known::Far);
                }
                result
            }
            Turn::Unknown(name) => {
                self.at(NO_FIELD);
                // Where the type names its keys, what stands in others is looked at by those.
                let frame = if self.spec.fields.is_empty() {
                    Frame::below(self.parent, Level::Map { key: Some(&name) })
                } else {
                    Frame::below(&self.frame, Level::Inside(Conversion::Member))
                };
                let mut reader = Reader::new(self.cursor, &frame, self.pass);
                reader.slot = Slot::Value;
                reader.catch = self.catch;
                seed.deserialize(reader)
            }
            Turn::Missing(field) => {
                self.at(field);
                let span = self.start..self.cursor.pos;
                seed.deserialize(Blank::missing(self.cursor, &self.frame, self.pass, self.catch, span))
            }
            Turn::Nothing => Err(Failure::TOLD),
        }
    }
}
