//! The members of a struct, as its visitor asks for them: which field a key stands for, and which keys count.

mod fates;
mod keys;
mod lessons;
mod resume;
mod seen;

use serde_core::de::value::{BorrowedStrDeserializer, StrDeserializer, UnitDeserializer};
use serde_core::de::{DeserializeSeed, MapAccess};

use self::fates::{Fate, Fates};
pub(super) use self::resume::MembersStop;
use self::resume::Mode;
use self::seen::Seen;
use super::blank::{self, Blank};
use super::failure::Failure;
use super::pass::{Began, Catch, Lesson, Pass, TypeKey};
use super::reader::{Reader, Slot};
use crate::error::{Expected, Found, excerpt};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::key::Key;
use crate::read::literal::NoValue;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};

/// What was read last, and is the visitor's turn.
#[derive(Debug)]
enum Turn<'x> {
    Nothing,
    Field(u32),
    /// A key that the type does not name, and whether a value follows.
    Unknown(std::borrow::Cow<'x, str>, bool),
    Missing(u32),
    /// A field that the visitor was given in an earlier run.
    Given(u32),
}

/// A member that the type does not know.
struct Stranger<'x> {
    /// Where its key was looked for.
    start: usize,
    key: Key<'x>,
    /// Its key resembles that of a field, whose value it is not.
    is_near: bool,
    /// Where its value begins, and the state of the record there.
    value: usize,
    mark: Mark,
}

/// The members of a struct, each read when the visitor asks for it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
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
    /// The member that was passed over last, if nothing is known of its key.
    stranger: Option<Stranger<'x>>,
    /// Where the last value began, and the state of the record there.
    value_at: usize,
    value_mark: Mark,
    /// The key of the last value only resembles its field's.
    near: Option<usize>,
    /// Which of several keys counts, once all keys were looked at.
    fates: Option<Fates>,
    /// They were looked at before the first of them was handed over.
    looked: bool,
    begun: bool,
    done: bool,
    /// The object ended with a brace of its own, which stands here.
    brace: Option<usize>,
    /// The text ended within it.
    unclosed: Option<bool>,
    /// The next field that may be missing.
    next: u32,
    mode: Mode,
    /// The next field that the visitor was given in an earlier run.
    given: u32,
    /// The value of a member was refused.
    refused: bool,
    /// The state of the record where the object ended.
    end_mark: Option<Mark>,
    /// A key is the type's, though its value counts as absent.
    knows_key: bool,
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
            cursor.open_bracket();
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
            stranger: None,
            value_at: NOWHERE,
            value_mark,
            near: None,
            fates: None,
            looked: false,
            begun: false,
            done: false,
            brace: None,
            unclosed: None,
            next: 0,
            mode: Mode::Whole,
            given: 0,
            refused: false,
            end_mark: None,
            knows_key: false,
        };
        if let Some(stop) = pass.resume(members.cursor, start) {
            members.go_on(stop);
            return members;
        }
        let cursor = &*members.cursor;
        members.looked = pass.is(cursor, start, Lesson::RepeatedKey) || pass.is(cursor, start, Lesson::OpenSplit);
        if members.looked {
            members.survey();
        }
        members
    }

    /// Passes over what the visitor did not ask for.
    pub(super) fn finish(&mut self) {
        while !self.done {
            self.advance();
            if !matches!(self.turn, Turn::Nothing | Turn::Unknown(_, false)) {
                self.pass_over();
            }
        }
    }

    /// Passes over what is left of an object that its visitor has refused, and says nothing of it.
    #[cold]
    pub(super) fn pass_to_end(&mut self) {
        let (mark, text, cut) = (self.cursor.sink.mark(), self.cursor.text, self.cursor.sink.cut);
        self.finish();
        self.cursor.sink.rewind(mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
    }

    /// Whether the whole answer is an object with none of the type's keys.
    pub(super) fn is_foreign(&self) -> bool {
        let knows_none = self.seen.is_empty() && !self.knows_key;
        knows_none && !self.spec.fields.is_empty() && self.parent.is_root() && !self.cursor.sink.cut
    }

    /// Whether the text ended before the whole answer had a member: nothing of it is made up.
    fn is_cut_off(&self) -> bool {
        self.seen.is_empty() && self.parent.is_root() && self.cursor.sink.cut
    }

    /// Whether an object inside the answer has members, and none that the type knows.
    fn is_alien(&self) -> bool {
        let knows_none = self.seen.is_empty() && !self.knows_key;
        knows_none && self.unknown > 0 && !self.parent.is_root() && !self.cursor.sink.cut
    }

    /// Counts the object if it has members, and none that the type knows.
    pub(super) fn counts_stranger(&mut self) {
        if self.is_alien() {
            self.cursor.sink.doubts().strangers += 1;
        }
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
        if kind == Some(RepairKind::KeyFuzzy) && self.pass.is(self.cursor, key.span.start, Lesson::OtherKey) {
            return (None, None);
        }
        (field, kind)
    }

    /// Whether the key is the visitor's.
    fn take(&mut self, key: Key<'x>, before: usize) -> bool {
        let (field, kind) = self.find(&key);
        let Some(field) = field else {
            if key.has_value {
                self.stranger = Some(Stranger {
                    start: before,
                    key: Key {
                        name: key.name.clone(),
                        span: key.span.clone(),
                        has_value: true,
                    },
                    is_near: find(self.spec, &key.name, true).0.is_some(),
                    value: self.cursor.pos,
                    mark: self.cursor.sink.mark(),
                });
            }
            return self.take_unknown(key);
        };
        if !key.has_value {
            return false;
        }
        self.at(field);
        if (kind.is_some() || self.seen.has(field)) && self.fates.is_none() {
            self.survey();
        }
        let mut replaces = false;
        if let Some(fates) = &self.fates {
            let start = key.span.start;
            if let Some(omitted) = fates.omitted {
                if omitted == field || fates.split.is_some_and(|split| start >= split) {
                    return self.pass_over();
                }
            } else if fates.split == Some(start) {
                return self.split(&key, before);
            }
            match fates.keys.get(&start) {
                Some(Fate::PassOver) => return self.pass_over(),
                Some(Fate::Other) => return self.take_unknown(key),
                Some(Fate::Void) => {
                    self.cursor
                        .repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
                    return self.pass_over();
                }
                Some(Fate::Replaces) => replaces = true,
                None => {}
            }
        }
        if self.seen.has(field) {
            return self.again(&key);
        }
        if replaces {
            self.cursor
                .repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
        }
        if let Some(kind) = kind {
            self.cursor.repaired(kind, &self.frame, key.span.clone());
        }
        if self.pass.has_lessons() && self.leave_out(field) {
            self.knows_key = true;
            return false;
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
            let found = Found::Words(format!("{:?}", excerpt(&key.name)));
            self.cursor
                .violated_by(Expected::Keys(self.spec), found, &member, key.span.clone());
            self.pass.drop_caught(self.cursor, self.catch);
            return key.has_value && self.pass_over();
        }
        self.turn = Turn::Unknown(key.name, key.has_value);
        true
    }

    /// Passes over a member's value.
    fn pass_over(&mut self) -> bool {
        self.cursor
            .skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        false
    }

    /// The next element of the list begins here: its braces are lost.
    #[cold]
    fn split(&mut self, key: &Key<'_>, before: usize) -> bool {
        self.cursor
            .repaired(RepairKind::ElementSplit, &self.frame, key.span.clone());
        self.cursor.pos = before;
        self.cursor.headless_at = before;
        self.done = true;
        false
    }

    /// A key came a second time, and the visitor has the first one's value already.
    #[cold]
    fn again(&mut self, key: &Key<'_>) -> bool {
        if self.looked {
            // The object could not be looked at as a whole, so that which one counts is not known.
            self.cursor.violated_by(
                Expected::Words("one value".into()),
                Found::Words("several".into()),
                &self.frame,
                key.span.clone(),
            );
            self.pass.drop_caught(self.cursor, self.catch);
        } else {
            self.pass.note(self.cursor, self.start, Lesson::RepeatedKey);
        }
        self.pass_over()
    }

    /// Passes over a value that counts as absent, as an earlier pass showed.
    #[cold]
    fn leave_out(&mut self, field: u32) -> bool {
        let start = self.cursor.pos;
        if self.pass.is(self.cursor, start, Lesson::Cut) {
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
            || (accepts == Accepts::NUMBER || accepts == Accepts::BOOLEAN) && self.is_empty_text();
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
}

impl<'de> MapAccess<'de> for Members<'_, '_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        if std::mem::take(&mut self.refused) {
            // The visitor makes do without that member.
            self.pass.lose();
        }
        if self.mode == Mode::AtMember {
            self.mode = Mode::Part;
        } else if !self.done {
            self.advance();
        }
        if self.done {
            self.end_mark.get_or_insert(self.cursor.sink.mark());
        }
        if let Some(field) = self.next_given() {
            self.turn = Turn::Given(field);
        }
        let field = match &self.turn {
            Turn::Field(field) | Turn::Given(field) => Some(*field),
            Turn::Unknown(name, _) => {
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
        if matches!(self.turn, Turn::Missing(_)) && self.is_alien() {
            // Nothing shows that this object is of the type: no member of it is made up.
            let span = self.start..self.cursor.pos;
            self.cursor.violated(Expected::Shape(self.spec), self.parent, span);
            self.pass.drop_caught(self.cursor, self.catch);
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
                let began = Began::at(self.cursor, self.pass);
                let news = self.pass.news();
                if self.pass.is(self.cursor, here, Lesson::Careful) {
                    self.cursor.careful_at = here;
                }
                let mut reader = Reader::new(self.cursor, &self.frame, self.pass);
                reader.slot = Slot::Member(self.of, field);
                reader.catch = self.catch;
                let result = seed.deserialize(reader);
                let result = result.map_err(|failure| {
                    self.pass
                        .tell_whole(self.cursor, &self.frame, failure, self.catch, &began)
                });
                if let Some(key) = self.near.take()
                    && (result.is_err() || self.cursor.sink.violated_since(self.value_mark))
                    && self.pass.news() == news
                {
                    // A key that only resembles a field's, with a value that does not fit it, is another key.
                    self.pass.note(self.cursor, key, Lesson::OtherKey);
                }
                if result.as_ref().is_err_and(Failure::is_told) {
                    self.leave(here, field);
                }
                result
            }
            Turn::Unknown(_, false) => seed.deserialize(UnitDeserializer::new()),
            Turn::Unknown(name, true) => {
                self.at(NO_FIELD);
                // Where the type names its keys, what stands in others is looked at by those.
                let frame = if self.spec.fields.is_empty() {
                    Frame::below(self.parent, Level::Map { key: Some(&name) })
                } else {
                    Frame::below(&self.frame, Level::Inside(Conversion::Member))
                };
                let began = Began::at(self.cursor, self.pass);
                let mut reader = Reader::new(self.cursor, &frame, self.pass);
                reader.slot = Slot::Value;
                reader.catch = self.catch;
                let result = seed.deserialize(reader);
                let result =
                    result.map_err(|failure| self.pass.tell_whole(self.cursor, &frame, failure, self.catch, &began));
                if result.is_err() {
                    self.refused = true;
                    self.pass.lose();
                }
                result
            }
            Turn::Given(field) => {
                self.at(field);
                seed.deserialize(Blank::stand_in(self.cursor, &self.frame, self.pass))
            }
            Turn::Missing(field) => {
                self.at(field);
                let span = self.start..self.cursor.pos;
                let result = blank::missing(seed, self.cursor, &self.frame, self.pass, self.catch, span);
                if result.is_err() {
                    self.leave_behind(field);
                }
                result
            }
            Turn::Nothing => Err(Failure::TOLD),
        }
    }
}
