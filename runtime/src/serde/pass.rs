//! Reading in passes: a visitor of serde's is asked once and keeps no second thoughts, so what shows too late is learnt
//! and the value is read once more.
//!
//! What a type asks for shows only while it is read: that a field must be there when it is missed, that an `Option`
//! holds a number when one is read into it, that a key comes twice when it comes again. A lesson is about a type or
//! about a place. The clean path learns nothing and is one pass.
//!
//! Where a value cannot be read, the visitor gets a stand-in, and a pass with a stand-in in it never gives a value.
//! Where a visitor refuses what it gets, there is nothing to go on with in this run of the visitors: the pass goes on
//! behind the value with another one, see `trail`. So a pass learns as much as it can, and tells all that is wrong. What
//! it cannot see is what is missing beside a value that was refused, for that is the refused visitor's to say, and what
//! else is wrong in a text inside the text behind the first value that was refused there.

mod lessons;
mod trail;

use std::cell::{Cell, RefCell};

pub(super) use lessons::{Catch, Lesson, TypeKey};
use lessons::{Lessons, place};
pub(super) use trail::Stop;
use trail::Trail;

use super::failure::{Cause, Failure};
use super::reader::Reader;
use super::{list, names};
use crate::error::{Expected, Found, excerpt, said};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::record::Mark;
use crate::spec::{Accepts, ObjectSpec};

/// Passes over one value, at most: each of them is taught by the one before. It bounds the work.
const MOST: usize = 64;

/// All passes together may look ahead and go back as far as so many of them.
const SHARE: usize = 4;

/// Levels of lists and objects in one value, as in `serde_json`: types that stand inside themselves recurse.
pub(super) const DEEPEST: u32 = 128;

/// One pass over a value.
#[derive(Debug)]
pub(crate) struct Pass<'de> {
    /// The text that values may borrow from.
    source: Option<&'de str>,
    lessons: RefCell<Lessons>,
    /// The members of the structs that were met, by the address of their names.
    specs: RefCell<Vec<(&'static [&'static str], &'static ObjectSpec)>>,
    /// Something was learnt before.
    taught: Cell<bool>,
    /// Something was learnt in this pass.
    again: Cell<bool>,
    /// How often something was learnt.
    news: Cell<usize>,
    /// A stand-in was given: this pass gives no value.
    failed: Cell<bool>,
    /// Where the value began that got the last one.
    stand_in: Cell<Option<u64>>,
    pub(super) depth: Cell<u32>,
    /// The members of the struct that was read last as an element.
    pub(super) rows: Cell<Option<&'static ObjectSpec>>,
    /// Where a list turned out to have ended, in this pass.
    pub(super) ascends: Cell<usize>,
    trail: RefCell<Trail>,
    /// A list or object was left that is to go on.
    stopped: Cell<bool>,
    /// This run has yet to come to where the last one has ended.
    resuming: Cell<bool>,
}

impl<'de> Pass<'de> {
    /// The text that values of this cursor may borrow from, the cursor's own text being a beginning of it.
    pub(super) fn source(&self, cursor: &Cursor<'_>) -> Option<&'de str> {
        self.source.filter(|_| cursor.origin.is_none())
    }

    /// The members of a struct with these names.
    pub(super) fn spec(&self, names: &'static [&'static str]) -> &'static ObjectSpec {
        let mut specs = self.specs.borrow_mut();
        if let Some((_, spec)) = specs.iter().find(|(known, _)| std::ptr::eq(*known, names)) {
            return spec;
        }
        let spec = names::object(names);
        specs.push((names, spec));
        spec
    }

    /// Whether anything was learnt in earlier passes.
    #[inline]
    pub(super) fn has_lessons(&self) -> bool {
        self.taught.get()
    }

    /// How much was learnt so far.
    pub(super) fn news(&self) -> usize {
        self.news.get()
    }

    /// Nothing more is to be had of this pass than its report.
    pub(super) fn fail(&self) {
        self.failed.set(true);
    }

    /// The visitor of the value that begins at `start` gets a stand-in, for it could not be read.
    #[cold]
    pub(super) fn stand_in(&self, cursor: &Cursor<'_>, start: usize) {
        self.stand_in.set(Some(place(cursor, start)));
    }

    /// Whether the visitor of the value that begins at `start` got a stand-in: what it has against that is no news.
    #[cold]
    pub(super) fn is_stand_in(&self, cursor: &Cursor<'_>, start: usize) -> bool {
        self.stand_in.get() == Some(place(cursor, start))
    }

    /// Whether a stand-in was given in this pass.
    pub(super) fn has_failed(&self) -> bool {
        self.failed.get()
    }

    /// Puts on record what a visitor has against the value at `span`, and leaves it out next time where that is allowed.
    #[cold]
    pub(super) fn tell(
        &self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        failure: Failure,
        catch: Option<Catch>,
        span: std::ops::Range<usize>,
    ) -> Failure {
        let Some(cause) = failure.cause() else {
            return Failure::TOLD;
        };
        match cause {
            Cause::Absent | Cause::Ascend => return Failure::new(cause),
            Cause::Missing(name) => {
                let member = Frame::below(at, Level::Map { key: Some(name) });
                cursor.violated_by(Expected::Member(Accepts::ANY), Found::Missing, &member, span);
            }
            Cause::Duplicate(name) => {
                let member = Frame::below(at, Level::Map { key: Some(name) });
                let several = Found::Words("several".into());
                cursor.violated_by(Expected::Words("one value".into()), several, &member, span);
            }
            Cause::UnknownField(name, fields) => {
                let member = Frame::below(at, Level::Map { key: Some(&name) });
                let found = Found::Words(format!("{:?}", excerpt(&name)));
                cursor.violated_by(Expected::Keys(names::object(fields)), found, &member, span);
            }
            Cause::UnknownVariant(variants) => {
                cursor.violated(Expected::Names(names::choice(variants)), at, span);
            }
            Cause::Wanted(what) => {
                cursor.violated(Expected::Words(said(&what)), at, span);
            }
            Cause::Said(words) => {
                cursor.violated(Expected::Rule(said(&words)), at, span);
            }
        }
        self.drop_caught(cursor, catch);
        Failure::TOLD
    }

    /// As [`Pass::tell`], for a value that was read from `began` on to its end before it was refused. What is said of one
    /// in which something else is wrong is no news, nor of one that is not known well enough yet.
    #[cold]
    pub(super) fn tell_whole(
        &self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        failure: Failure,
        catch: Option<Catch>,
        began: &Began,
    ) -> Failure {
        if self.news() > began.news || cursor.sink.violated_since(began.mark) {
            return match failure.cause() {
                Some(cause @ (Cause::Absent | Cause::Ascend)) => Failure::new(cause),
                _ => Failure::TOLD,
            };
        }
        let span = match &began.span {
            Some(span) => span.clone(),
            None => began.pos..cursor.pos.max(began.pos),
        };
        self.tell(cursor, at, failure, catch, span)
    }
}

/// The state of things where a value begins.
#[derive(Debug)]
pub(super) struct Began {
    pos: usize,
    /// Its bytes, where they are known.
    span: Option<std::ops::Range<usize>>,
    mark: Mark,
    news: usize,
}

impl Began {
    #[inline]
    pub(super) fn at(cursor: &Cursor<'_>, pass: &Pass<'_>) -> Self {
        Self {
            pos: cursor.pos,
            span: None,
            mark: cursor.sink.mark(),
            news: pass.news(),
        }
    }

    /// As [`Began::at`], for a text that was read before.
    pub(super) fn with(span: std::ops::Range<usize>, cursor: &Cursor<'_>, pass: &Pass<'_>) -> Self {
        Self {
            span: Some(span),
            ..Self::at(cursor, pass)
        }
    }
}

/// The state of a cursor before the first pass.
struct Start<'t> {
    text: &'t str,
    pos: usize,
    careful_at: usize,
    headless_at: usize,
    unrecognized: bool,
    tuples: u32,
    sets: u32,
    bare_keys: bool,
    lookahead: usize,
    returns: usize,
    /// What the pass that took most of them has left of the two.
    least: (usize, usize),
    /// What all passes together may yet take of them.
    left: (usize, usize),
    /// How far any pass has come.
    furthest: usize,
    overflowed: bool,
    mark: Mark,
}

impl<'t> Start<'t> {
    fn of(cursor: &Cursor<'t>) -> Self {
        Self {
            text: cursor.text,
            pos: cursor.pos,
            careful_at: cursor.careful_at,
            headless_at: cursor.headless_at,
            unrecognized: cursor.unrecognized,
            tuples: cursor.tuples,
            sets: cursor.sets,
            bare_keys: cursor.bare_keys,
            lookahead: cursor.lookahead,
            returns: cursor.returns,
            least: (cursor.lookahead, cursor.returns),
            left: (SHARE * cursor.lookahead, SHARE * cursor.returns),
            furthest: cursor.pos,
            overflowed: cursor.sink.overflowed,
            mark: cursor.sink.mark(),
        }
    }

    /// Goes back to where the value begins, as if nothing had been read.
    #[cold]
    fn restore(&mut self, cursor: &mut Cursor<'t>) {
        self.furthest = self.furthest.max(cursor.pos);
        self.left = self.left(cursor);
        // The next pass reads once more what this one has read.
        let again = cursor.pos.saturating_sub(self.pos);
        self.returns = self.returns.saturating_sub(again);
        self.settle(cursor);
        self.least = (cursor.lookahead, cursor.returns);
        cursor.sink.rewind(self.mark);
        self.go_back(cursor);
        cursor.unrecognized = self.unrecognized;
        cursor.bare_keys = self.bare_keys;
        cursor.lookahead = self.lookahead.min(self.left.0);
        cursor.returns = self.returns.min(self.left.1);
        cursor.sink.overflowed = self.overflowed;
    }

    fn left(&self, cursor: &Cursor<'_>) -> (usize, usize) {
        (
            self.left.0.saturating_sub(self.lookahead - cursor.lookahead),
            self.left.1.saturating_sub(self.returns - cursor.returns),
        )
    }

    /// Whether the passes have taken together what they may.
    #[cold]
    fn is_spent(&self, cursor: &Cursor<'_>) -> bool {
        let (lookahead, returns) = self.left(cursor);
        lookahead == 0 || returns == 0
    }

    /// Each pass may look as far ahead as the first one, and what is behind the value only as far as they all have left.
    #[cold]
    fn settle(&self, cursor: &mut Cursor<'t>) {
        let (lookahead, returns) = self.least;
        cursor.lookahead = cursor.lookahead.min(lookahead);
        cursor.returns = cursor.returns.min(returns);
    }

    /// An earlier pass may have come further than the last one: what is read once more was gone back over.
    fn go_on(&self, cursor: &mut Cursor<'t>) {
        self.settle(cursor);
        cursor.charge_reread(self.furthest.saturating_sub(cursor.pos));
    }

    /// Goes back to where the value begins, with all that was read on record.
    #[cold]
    fn go_back(&self, cursor: &mut Cursor<'t>) {
        cursor.pos = self.pos;
        cursor.text = self.text;
        cursor.careful_at = self.careful_at;
        cursor.headless_at = self.headless_at;
        cursor.tuples = self.tuples;
        cursor.sets = self.sets;
    }
}

/// Reads a value in as many passes as it takes.
pub(super) fn read<'de, T>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    run: impl FnMut(Reader<'_, '_, 'de>) -> Result<T, Failure>,
) -> Read<T> {
    let mut start = Start::of(cursor);
    let read = passes(cursor, at, source, &mut start, run);
    start.go_on(cursor);
    read
}

fn passes<'de, 't, T>(
    cursor: &mut Cursor<'t>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    start: &mut Start<'t>,
    mut run: impl FnMut(Reader<'_, '_, 'de>) -> Result<T, Failure>,
) -> Read<T> {
    let pass = Pass {
        source,
        lessons: RefCell::default(),
        specs: RefCell::default(),
        taught: Cell::new(false),
        again: Cell::new(false),
        news: Cell::new(0),
        failed: Cell::new(false),
        stand_in: Cell::new(None),
        depth: Cell::new(0),
        rows: Cell::new(None),
        ascends: Cell::new(NOWHERE),
        trail: RefCell::default(),
        stopped: Cell::new(false),
        resuming: Cell::new(false),
    };
    let mut left = MOST;
    loop {
        left -= 1;
        let from = cursor.pos;
        let result = loop {
            let result = run(Reader::new(cursor, at, &pass));
            if result.is_ok() || !pass.goes_on(cursor, start.pos) {
                break result;
            }
            start.go_back(cursor);
        };
        if pass.again.get() && start.is_spent(cursor) {
            cursor.give_up();
        }
        // What was given up for the work that it takes is not begun again.
        if !pass.again.get() || left == 0 || cursor.gave_up() {
            return match result {
                Ok(value) if !pass.has_failed() => Ok(value),
                Ok(_) => Err(ended(cursor, at, start, from, &pass)),
                Err(failure) => {
                    let end = cursor.pos;
                    match pass.tell(cursor, at, failure, None, from..end.max(from)).cause() {
                        Some(Cause::Absent) => Err(Halt::Absent),
                        Some(Cause::Ascend) => Err(Halt::Ascend),
                        _ => {
                            list::end_of(cursor, at, start.pos);
                            Err(ended(cursor, at, start, from, &pass))
                        }
                    }
                }
            };
        }
        start.restore(cursor);
        pass.taught.set(true);
        pass.again.set(false);
        pass.failed.set(false);
        pass.stand_in.set(None);
        pass.depth.set(0);
        pass.ascends.set(NOWHERE);
        pass.forget_trail();
    }
}

/// A failed reading has a reason on record, whatever became of it on the way.
#[cold]
fn ended(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: &Start<'_>, from: usize, pass: &Pass<'_>) -> Halt {
    if !cursor.sink.violated_since(start.mark) && !cursor.sink.cut {
        let expected = if pass.again.get() {
            "a value in which less is missing or misspelt"
        } else {
            "another value"
        };
        let end = cursor.pos.max(from);
        cursor.violated(Expected::Words(expected.into()), at, from..end);
    }
    Halt::Invalid
}
