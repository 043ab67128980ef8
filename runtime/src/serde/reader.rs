//! A value as serde asks for it: what it stands in, and what becomes of one that cannot be read. Each of serde's hints
//! is a type of ours, which is read as everywhere.

mod hints;
mod leaf;

use super::blank::Blank;
use super::failure::{Cause, Failure};
use super::pass::{Catch, DEEPEST, Lesson, Pass, TypeKey};
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt};
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts};
use crate::visit::{coerce, is_absent};

/// The value at the cursor, to be read as what its visitor asks for.
#[derive(Debug)]
pub struct Reader<'c, 'x, 'de> {
    pub(super) cursor: &'c mut Cursor<'x>,
    pub(super) at: &'c Frame<'c>,
    pub(super) pass: &'c Pass<'de>,
    pub(super) slot: Slot,
    /// What is left out where this cannot be read.
    pub(super) catch: Option<Catch>,
    /// The option that the value stands in, by its visitor.
    pub(super) option: Option<&'static str>,
    /// Where a list notes what its elements are.
    pub(super) elements: Option<&'c std::cell::Cell<Accepts>>,
    /// The value stands where a list of it belongs, whose place this is.
    pub(super) wraps: Option<&'c Frame<'c>>,
    /// It stands in a value of which no type is known.
    pub(super) untyped: bool,
}

/// What a value is in what holds it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slot {
    Alone,
    Member(TypeKey, u32),
    Element,
    Value,
}

impl<'c, 'x, 'de> Reader<'c, 'x, 'de> {
    pub(super) fn new(cursor: &'c mut Cursor<'x>, at: &'c Frame<'c>, pass: &'c Pass<'de>) -> Self {
        Self {
            cursor,
            at,
            pass,
            slot: Slot::Alone,
            catch: None,
            option: None,
            elements: None,
            wraps: None,
            untyped: false,
        }
    }

    /// Has what was learnt of the elements' type looked at by the string reader too: it knows what may follow by it.
    pub(super) fn expect(&self, accepts: Accepts) -> Option<Frame<'c>> {
        let noted = self.elements?;
        let accepts = if self.untyped { Accepts::ANY } else { accepts };
        let accepts = if self.option.is_some() {
            accepts.or(Accepts::NULL)
        } else {
            accepts
        };
        if noted.replace(accepts) == accepts {
            return None;
        }
        match (self.at.level, self.at.parent) {
            (Level::List { index, .. }, Some(list)) => Some(Frame::below(list, Level::List { accepts, index })),
            _ => None,
        }
    }

    /// Whether an empty value of another kind stands in an option here: then it stands for none, as the next pass knows.
    #[cold]
    #[inline(never)]
    fn is_blank(&mut self, accepts: Accepts) -> bool {
        let Some(option) = self.option else { return false };
        if self.pass.held(option).is_some() {
            return false;
        }
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        let blank = is_absent(self.cursor, self.at, Facts::leaf(accepts));
        if blank {
            self.cursor.sink.rewind(mark);
            self.pass.hold(option, accepts);
        } else {
            self.cursor.return_to(start, mark);
        }
        blank
    }

    /// Whether a closer look is due before the value of an option is read.
    #[inline]
    fn may_be_blank(&self, accepts: Accepts) -> bool {
        self.option.is_some()
            && match self.cursor.peek() {
                quote @ (b'"' | b'\'') => {
                    !accepts.has(Accepts::STRING) && self.cursor.byte(self.cursor.pos + 1) == quote
                }
                b'[' => !accepts.has(Accepts::ARRAY),
                b'{' => !accepts.has(Accepts::OBJECT),
                _ => false,
            }
    }

    /// Deals with a value that could not be read. `Ok` where the visitor gets a stand-in.
    #[cold]
    #[inline(never)]
    pub(super) fn stopped(&mut self, halt: Halt, start: usize, mark: Mark, facts: Facts) -> Result<(), Failure> {
        match (halt, self.slot) {
            (Halt::Absent, Slot::Alone) => return Err(Failure::new(Cause::Absent)),
            (Halt::Ascend, Slot::Element) => {
                self.pass.note(self.cursor, start, Lesson::Ends);
                self.pass.ascends.set(start);
            }
            (Halt::Ascend, _) => return Err(Failure::new(Cause::Ascend)),
            (Halt::Absent, _) if self.cursor.sink.cut => self.pass.note(self.cursor, start, Lesson::Cut),
            (Halt::Absent, Slot::Member(of, field)) => {
                if self.pass.requires(of, field) {
                    let end = self.cursor.pos;
                    self.cursor.sink.rewind(mark);
                    if facts.invents {
                        let kind = if facts.accepts.has(Accepts::ARRAY.or(Accepts::OBJECT)) {
                            RepairKind::NullToEmpty
                        } else {
                            RepairKind::NullToDefault
                        };
                        self.cursor.repaired(kind, self.at, start..end);
                        return Ok(());
                    }
                    self.cursor
                        .violated(Expected::Member(Accepts::ANY), self.at, start..end);
                    self.pass.drop_caught(self.cursor, self.catch);
                } else {
                    self.pass.refuse_null(of, field, facts.accepts);
                }
            }
            (Halt::Absent, Slot::Value) => {
                self.pass.note(self.cursor, start, Lesson::Nothing);
                self.pass.drop_caught(self.cursor, self.catch);
            }
            (Halt::Absent | Halt::Invalid, _) => self.pass.drop_caught(self.cursor, self.catch),
        }
        self.pass.stand_in(self.cursor, start);
        Ok(())
    }

    /// What the visitor made of the value that began at `start`.
    #[inline]
    pub(super) fn judged<T>(self, result: Result<T, Failure>, start: usize) -> Result<T, Failure> {
        result.map_err(|failure| {
            if self.pass.is_stand_in(self.cursor, start) {
                return Failure::TOLD;
            }
            let end = self.cursor.pos;
            self.pass
                .tell(self.cursor, self.at, failure, self.catch, start..end.max(start))
        })
    }

    /// Reads the text of `span` as the document that it holds.
    pub(super) fn inside<T>(
        self,
        text: &str,
        span: std::ops::Range<usize>,
        expected: Expected,
        read: impl FnOnce(Reader<'_, '_, 'de>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let inside = Frame::below(self.at, Level::Inside(Conversion::Text));
        let Self {
            cursor,
            at,
            pass,
            slot,
            catch,
            ..
        } = self;
        let mark = cursor.sink.mark();
        let (result, whole) = cursor.within(text, span.clone(), |inner| {
            let mut reader = Reader::new(&mut *inner, &inside, pass);
            reader.slot = slot;
            reader.catch = catch;
            let result = read(reader);
            inner.trivia(&inside);
            (result, inner.at_end())
        });
        match result {
            Ok(value) if whole => Ok(value),
            result => {
                // What stands in a text is not gone on with.
                pass.lose();
                if !cursor.sink.violated_since(mark) {
                    cursor.violated(expected, at, span);
                }
                pass.drop_caught(cursor, catch);
                result.and(Err(Failure::TOLD))
            }
        }
    }

    /// Whether there is room for one more level; it is then counted.
    pub(super) fn descend(&mut self) -> bool {
        let depth = self.pass.depth.get();
        if depth >= DEEPEST {
            return false;
        }
        self.pass.depth.set(depth + 1);
        true
    }

    pub(super) fn ascend(pass: &Pass<'_>) {
        pass.depth.set(pass.depth.get().saturating_sub(1));
    }

    /// Passes over a value that lies too deep, without recursion, and puts it on record.
    #[cold]
    pub(super) fn too_deep(self) -> Failure {
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        self.cursor.skip(self.at);
        self.cursor.sink.rewind(mark);
        let expected = Expected::Words(format!("no more than {DEEPEST} levels of lists and objects"));
        let end = self.cursor.pos;
        self.cursor
            .violated_by(expected, Found::Words("a deeper one".into()), self.at, start..end);
        self.pass.drop_caught(self.cursor, self.catch);
        Failure::TOLD
    }

    /// Passes over a value that is not of the type, and puts it on record; the visitor gets a stand-in.
    #[cold]
    pub(super) fn mistyped(&mut self, expected: Expected, facts: Facts) -> Result<(), Failure> {
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let halt = match self.wraps {
            Some(list) => coerce::mistyped(self.cursor, list, Expected::List),
            None => coerce::mistyped(self.cursor, self.at, expected),
        };
        self.stopped(halt, start, mark, facts)
    }

    /// The stand-in for a value that could not be read.
    pub(super) fn blank(self) -> Blank<'c, 'x, 'de> {
        Blank::stand_in(self.cursor, self.at, self.pass)
    }

    /// What `null` amounts to here: a visitor of lists, maps or structs does not take it. `Ok` where the visitor gets
    /// a stand-in, which is the value itself where the options allow one to be made up.
    #[cold]
    pub(super) fn null(&mut self, start: usize, facts: Facts, expected: Expected) -> Result<(), Failure> {
        let mark = self.cursor.sink.mark();
        let absent = if facts.invents && facts.accepts.has(Accepts::ARRAY.or(Accepts::OBJECT)) {
            coerce::emptied(self.cursor, self.at, start, expected)
        } else {
            coerce::absent(self.cursor, self.at, start, facts.invents, expected)
        };
        match absent {
            Ok(()) => Ok(()),
            Err(halt) => self.stopped(halt, start, mark, facts),
        }
    }

    /// Whether a list belongs here, and the object at the cursor has one as its only member, under a key that is none of
    /// its elements'. The next pass opens it.
    #[cold]
    pub(super) fn wraps_list(&mut self, knows: impl FnOnce(&str) -> bool) -> bool {
        let Some(list) = self.wraps.filter(|_| self.cursor.peek() == b'{') else {
            return false;
        };
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let (text, cut) = (self.cursor.text, self.cursor.sink.cut);
        let is_wrapped = coerce::only_list(self.cursor, list, knows).is_some();
        self.cursor.look_back_to(start, mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
        if is_wrapped {
            self.pass.note(self.cursor, start, Lesson::Wraps);
            self.pass.drop_caught(self.cursor, None);
        }
        is_wrapped
    }

    /// Whether the value is that of an option.
    pub(super) fn stands_in_option(&self) -> bool {
        self.option.is_some()
    }

    /// As [`Reader::is_blank`], where a look at the first byte does not rule it out.
    pub(super) fn stands_for_none(&mut self, accepts: Accepts) -> bool {
        self.may_be_blank(accepts) && self.is_blank(accepts)
    }
}
