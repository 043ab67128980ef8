//! Lists and tuples, and what models write for them: one value, a text that holds a list, an object of one.

mod resume;

use std::cell::Cell;

use serde_core::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

pub(super) use resume::{ListStop, end_of};

use super::failure::Failure;
use super::lists;
use super::pass::{self, Began, Catch, Lesson, Pass};
use super::reader::{Reader, Slot};
use crate::error::{Expected, Found};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::key::Member;
use crate::read::skip::Next;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::visit::listed::dropped_all;
use crate::visit::loose;

/// What the elements are as long as none was read.
pub(super) const UNKNOWN: Accepts = Accepts::ANY;

/// The elements of a list, each read when the visitor asks for it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
struct Elements<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    pass: &'c Pass<'de>,
    list: &'c Frame<'c>,
    frame: Frame<'c>,
    accepts: Cell<Accepts>,
    catch: Option<Catch>,
    /// No type is known for the elements: none is left out.
    untyped: bool,
    index: u32,
    form: Enclosure,
    /// Where the list begins.
    start: usize,
    /// All elements are of one type, as far as anybody knows, so that some of them can be left out.
    is_even: bool,
    /// It goes on from where it was left, and its visitor sees only part of it.
    resumed: bool,
    /// The element at the cursor comes next.
    at_element: bool,
    /// An element was refused.
    refused: bool,
    begun: bool,
    done: bool,
}

/// What the elements stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enclosure {
    /// Brackets with this closer.
    Brackets(u8),
    /// Nothing: the one element stands where the list belongs.
    Lone,
    /// Nothing: objects stand in a row where the whole answer belongs.
    Row,
    /// An object whose keys count.
    Numbered,
}

impl<'c, 'x, 'de> Elements<'c, 'x, 'de> {
    fn new(
        cursor: &'c mut Cursor<'x>,
        pass: &'c Pass<'de>,
        list: &'c Frame<'c>,
        catch: Option<Catch>,
        form: Enclosure,
    ) -> Self {
        let level = Level::List {
            accepts: UNKNOWN,
            index: 0,
        };
        Self {
            cursor,
            pass,
            list,
            frame: Frame::below(list, level),
            accepts: Cell::new(UNKNOWN),
            catch,
            untyped: false,
            index: 0,
            form,
            start: 0,
            is_even: false,
            resumed: false,
            at_element: false,
            refused: false,
            begun: false,
            done: false,
        }
    }

    fn look(&mut self) {
        self.frame.level = Level::List {
            accepts: self.accepts.get(),
            index: self.index,
        };
    }

    /// Goes on to the next element, or finds that there is none.
    #[inline]
    fn advance(&mut self) {
        let closer = match self.form {
            Enclosure::Brackets(closer) => closer,
            form => return self.advance_unbracketed(form),
        };
        let mut comma = false;
        let (was_first, start, mark) = (!self.begun, self.cursor.pos, self.cursor.sink.mark());
        if self.begun {
            if self.pass.ascends.get() == self.cursor.pos && self.pass.has_failed() {
                return self.end_early();
            }
            self.index += 1;
            if self.cursor.headless_at == self.cursor.pos {
                return self.look();
            }
            self.cursor.space();
            if self.cursor.peek() == b',' {
                self.cursor.pos += 1;
                self.cursor.space();
                comma = true;
            } else if self.cursor.peek() != b']' {
                comma = self.cursor.separator(&self.frame);
            }
        }
        self.begun = true;
        self.look();
        match self.cursor.peek() {
            b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n' if comma || self.index == 0 => {}
            b']' if !comma && closer == b']' => {
                self.cursor.pos += 1;
                self.done = true;
            }
            _ => match self.cursor.element(comma, closer, &self.frame) {
                // What follows is of another kind than what stood before, as in a tuple.
                Next::Value if !comma && !was_first && !self.cursor.sink.has_moved(mark) => {
                    let here = self.cursor.pos;
                    self.cursor.repaired(RepairKind::MissingComma, self.list, here..here);
                }
                Next::Value => {}
                Next::Closed => {
                    self.cursor.close_tuple(closer);
                    self.done = true;
                    let span = start..self.cursor.pos;
                    if was_first && !self.untyped && dropped_all(self.cursor, span.clone(), mark) {
                        self.cursor.violated(Expected::List, self.list, span);
                        self.pass.drop_caught(self.cursor, self.catch);
                    }
                }
                Next::Unclosed => {
                    self.cursor.unclosed(comma, true, self.list);
                    self.done = true;
                }
            },
        }
        if self.done && self.cursor.wary && closer == b']' {
            self.done = !self.reopens();
        }
        if !self.done && self.pass.is(self.cursor, self.cursor.pos, Lesson::Ends) {
            self.end_early();
        }
    }

    /// Whether elements of this list follow its closer, which then came too early.
    #[cold]
    fn reopens(&mut self) -> bool {
        let bracket = self.cursor.pos.wrapping_sub(1);
        let mut comma = self.cursor.after_space(self.cursor.pos);
        while matches!(self.cursor.byte(comma), b'}' | b']') {
            comma = self.cursor.after_space(comma + 1);
        }
        if self.cursor.byte(bracket) != b']' || self.cursor.byte(comma) != b',' {
            return false;
        }
        let next = self.cursor.gap(comma + 1);
        let above =
            matches!(self.list.place().level, Level::List { accepts, .. } if self.cursor.fits_value(next, accepts));
        if above || !self.cursor.fits_value(next, self.accepts.get()) || self.cursor.key_ahead(next).is_some() {
            return false;
        }
        self.cursor
            .repaired(RepairKind::ObjectReopened, self.list, bracket..bracket + 1);
        self.cursor.pos = next;
        true
    }

    /// A member of an object further up stands here.
    #[cold]
    fn end_early(&mut self) {
        self.cursor.back_to_comma(self.cursor.pos);
        let here = self.cursor.pos;
        self.cursor.repaired(RepairKind::MissingCloser, self.list, here..here);
        self.done = true;
    }

    #[cold]
    fn advance_unbracketed(&mut self, form: Enclosure) {
        if !std::mem::replace(&mut self.begun, true) {
            return;
        }
        self.index += 1;
        self.look();
        match form {
            // Only objects stand in a row: anything else was the value of a wrapper.
            Enclosure::Row if !self.accepts.get().has(Accepts::OBJECT) => self.done = true,
            Enclosure::Row => {
                let end = self.cursor.pos;
                self.cursor.space();
                if self.cursor.peek() == b',' {
                    self.cursor.pos += 1;
                    self.cursor.space();
                }
                if self.cursor.peek() != b'{' {
                    let spec = self.pass.rows.get().unwrap_or(&ObjectSpec::NONE);
                    if let Some(next) = self.cursor.next_object(spec) {
                        self.cursor.pos = next;
                    } else {
                        self.cursor.pos = end;
                        self.done = true;
                    }
                }
            }
            Enclosure::Numbered => {
                let level = Frame::below(self.list, Level::Map { key: None });
                let comma = self.cursor.separator(&level);
                self.done = !matches!(self.cursor.member(comma, &level), Member::Key(_));
            }
            Enclosure::Lone => self.done = !self.passes_to_next(),
            Enclosure::Brackets(_) => self.done = true,
        }
    }

    /// Passes over the comma after the only element of a list in an object, where another element follows: the list has
    /// lost its brackets.
    fn passes_to_next(&mut self) -> bool {
        let Some(next) = unbracketed(self.cursor, self.list, self.accepts.get()) else {
            return false;
        };
        if self.index == 1 {
            let end = self.cursor.pos;
            self.cursor
                .repaired(RepairKind::WrapInArray, self.list, self.start..end);
        }
        self.cursor.pos = next;
        true
    }

    /// Passes over a key and its value where an element belongs, as for every value of which no type is known.
    fn passes_lone_member(&mut self) -> bool {
        let halt = loose::lone_member(self.cursor, &self.frame);
        if halt.is_some() {
            self.pass.drop_caught(self.cursor, self.catch);
        }
        halt.is_some()
    }

    /// Passes over an element that an earlier pass could not read.
    #[cold]
    fn leave_out(&mut self) -> bool {
        let start = self.cursor.pos;
        let is_bad = self.pass.is(self.cursor, start, Lesson::BadElement);
        if !is_bad && !self.pass.is(self.cursor, start, Lesson::Cut) {
            return false;
        }
        let mark = self.cursor.sink.mark();
        if !is_bad {
            self.cursor.cut(&self.frame);
            self.cursor.pos = self.cursor.text.len();
            return true;
        }
        // An element without a brace of its own ends where its reading did.
        self.cursor.headless_at = NOWHERE;
        if let Some((end, goes_on)) = self.pass.end(self.cursor, start) {
            self.cursor.pos = end;
            if goes_on {
                self.cursor.headless_at = end;
            }
        } else {
            self.cursor.skip(&self.frame);
            self.cursor.sink.rewind(mark);
        }
        let end = self.cursor.pos;
        self.cursor
            .declared(RepairKind::DroppedInvalidElement, &self.frame, start..end);
        true
    }

    /// Passes over what the visitor did not ask for. Returns how many elements there are.
    fn finish(&mut self) -> usize {
        while !self.done {
            self.advance();
            if !self.done {
                self.cursor.skip(&self.frame);
            }
        }
        self.index as usize
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, '_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        if std::mem::take(&mut self.refused) {
            // The visitor makes do without that element.
            self.pass.lose();
        }
        while !std::mem::take(&mut self.at_element) {
            if self.done {
                return Ok(None);
            }
            self.advance();
            if self.done {
                return Ok(None);
            }
            if self.untyped && self.passes_lone_member() {
                continue;
            }
            if !self.pass.has_lessons() || !self.leave_out() {
                break;
            }
        }
        let here = self.cursor.pos;
        let began = Began::at(self.cursor, self.pass);
        let headless = self.cursor.headless_at == here;
        let lenient = self.cursor.sink.accept() >= Some(Severity::Invented);
        let catch = if lenient && !self.untyped && !matches!(self.form, Enclosure::Lone | Enclosure::Row) {
            Some(Catch::new(self.cursor, here, Lesson::BadElement))
        } else {
            self.catch
        };
        let mut element = Reader::new(self.cursor, &self.frame, self.pass);
        element.slot = Slot::Element;
        element.catch = catch;
        element.untyped = self.untyped;
        element.elements = Some(&self.accepts);
        if matches!(self.form, Enclosure::Lone | Enclosure::Row) && self.index == 0 {
            element.wraps = Some(self.list);
        }
        let result = seed.deserialize(element);
        let result = result.map_err(|failure| self.pass.tell_whole(self.cursor, &self.frame, failure, catch, &began));
        if lenient && self.pass.has_failed() && !self.pass.has_stopped() {
            self.pass.note_end(self.cursor, here);
        }
        if result.as_ref().is_err_and(Failure::is_told) {
            self.leave(here, headless);
        }
        result.map(Some)
    }
}

/// A list or map with nothing in it.
pub(super) struct Nothing;

impl<'de> MapAccess<'de> for Nothing {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<Option<S::Value>, Failure> {
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<S::Value, Failure> {
        Err(Failure::TOLD)
    }
}

impl<'de> SeqAccess<'de> for Nothing {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, _: S) -> Result<Option<S::Value>, Failure> {
        Ok(None)
    }
}

/// Reads a list, or a tuple of `length`.
pub(super) fn read<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    if reader.stands_for_none(Accepts::ARRAY) {
        return blank(reader, length, visitor);
    }
    let fresh = reader.expect(Accepts::ARRAY);
    let at = fresh.as_ref().unwrap_or(reader.at);
    let reader = Reader { at, ..reader };
    if reader.cursor.peek() == b'[' {
        return bracketed(reader, b']', length, visitor);
    }
    read_slow(reader, length, visitor)
}

#[cold]
fn read_slow<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    reader.cursor.trivia(at);
    let start = reader.cursor.pos;
    let first = reader.cursor.after_space(start + 1);
    match reader.cursor.peek() {
        b'[' => return bracketed(reader, b']', length, visitor),
        b'(' => return bracketed(reader, b')', length, visitor),
        // A set of Python's: values without keys.
        b'{' if reader.cursor.fits_value(first, UNKNOWN) && reader.cursor.key_ahead(first).is_none() => {
            return bracketed(reader, b'}', length, visitor);
        }
        _ => {}
    }
    lists::convert(reader, length, visitor)
}

pub(super) fn facts(length: Option<usize>) -> Facts {
    Facts {
        accepts: Accepts::ARRAY,
        invents: length.is_none_or(|length| length == 0),
        ..Facts::leaf(Accepts::ARRAY)
    }
}

/// What a visitor gets where no list can be had.
#[cold]
pub(super) fn blank<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    match length {
        Some(length) => reader.blank().deserialize_tuple(length, visitor),
        None => visitor.visit_seq(Nothing),
    }
}

/// The elements between brackets.
fn bracketed<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    closer: u8,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    if !reader.descend() {
        return Err(reader.too_deep());
    }
    let start = reader.cursor.pos;
    if closer == b']' {
        reader.cursor.open_bracket();
    } else {
        reader.cursor.open_tuple(closer, reader.at);
    }
    elements(reader, Enclosure::Brackets(closer), start, length, visitor)
}

/// Where the next element of a list in an object stands that has no brackets: after a comma, and it is no key.
#[cold]
pub(super) fn unbracketed(cursor: &Cursor<'_>, list: &Frame<'_>, accepts: Accepts) -> Option<usize> {
    if !matches!(list.level, Level::Object { .. }) {
        return None;
    }
    let comma = cursor.after_space(cursor.pos);
    let next = cursor.gap(comma + 1);
    let follows = cursor.byte(comma) == b',' && cursor.fits_value(next, accepts) && cursor.key_ahead(next).is_none();
    follows.then_some(next)
}

/// Hands the elements over, and judges what the visitor made of them.
pub(super) fn elements<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    form: Enclosure,
    start: usize,
    length: Option<usize>,
    visitor: V,
) -> Result<V::Value, Failure> {
    counted(reader, form, start, length, visitor).map(|(value, _)| value)
}

/// As [`elements`], with how many of them there were.
pub(super) fn counted<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    form: Enclosure,
    start: usize,
    length: Option<usize>,
    visitor: V,
) -> Result<(V::Value, u32), Failure> {
    let Reader {
        cursor,
        at,
        pass,
        catch,
        untyped,
        ..
    } = reader;
    let mut elements = Elements::new(&mut *cursor, pass, at, catch, form);
    elements.untyped = untyped;
    elements.start = start;
    elements.is_even = length.is_none();
    if let Some(pass::Stop::List(stop)) = pass.resume(elements.cursor, start) {
        elements.go_on(&stop);
    }
    let resumed = elements.resumed;
    let result = visitor.visit_seq(&mut elements);
    if matches!(form, Enclosure::Brackets(_)) {
        Reader::ascend(pass);
    }
    let failure = match result {
        Ok(value) if elements.done => return Ok((value, elements.index)),
        Err(failure) if elements.refused => {
            if !pass.has_stopped() {
                end_of(cursor, at, start);
            }
            return Err(failure);
        }
        Err(_) if resumed => {
            elements.finish();
            return Err(Failure::TOLD);
        }
        Ok(value) => {
            // The visitor has what it wants: nothing more may stand there.
            let asked = elements.index as usize + usize::from(elements.begun);
            let count = elements.finish();
            if count > asked && !resumed {
                let found = Found::Words(format!(
                    "an array of {}",
                    crate::error::counted(count, "element", "elements")
                ));
                let end = cursor.pos;
                cursor.violated_by(Expected::Elements(asked), found, at, start..end);
                pass.drop_caught(cursor, catch);
            }
            return Ok((value, u32::try_from(count).unwrap_or(u32::MAX)));
        }
        Err(failure) => failure,
    };
    let count = elements.index as usize;
    let is_done = elements.done;
    if !is_done {
        let (told, text) = (elements.cursor.sink.mark(), elements.cursor.text);
        elements.finish();
        cursor.sink.rewind(told);
        cursor.restore_text(text);
    }
    let is_short = is_done && length.is_some_and(|length| count < length);
    let end = cursor.pos;
    match (failure.cause(), length) {
        (None, _) => Err(Failure::TOLD),
        (Some(_), Some(length)) if is_short && !cursor.sink.cut => {
            let found = Found::Words(format!(
                "an array of {}",
                crate::error::counted(count, "element", "elements")
            ));
            cursor.violated_by(Expected::Elements(length), found, at, start..end);
            if cursor.at_end() {
                cursor.cut(at);
            }
            pass.drop_caught(cursor, catch);
            Err(Failure::TOLD)
        }
        (Some(cause), _) => Err(pass.tell(cursor, at, Failure::new(cause), catch, start..end)),
    }
}
