//! Reading in passes: a visitor of serde's is asked once and keeps no second thoughts, so what shows too late is learnt
//! and the value is read once more.
//!
//! What a type asks for shows only while it is read: that a field must be there when it is missed, that an `Option`
//! holds a number when one is read into it, that a key comes twice when it comes again. A lesson is about a type or
//! about a place. Where a value cannot be read, the visitor gets a stand-in, so that one pass learns as much as it can
//! and all violations are told; a pass with a stand-in in it never gives a value. The clean path learns nothing and is
//! one pass.

use std::any::type_name;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::failure::{Cause, Failure};
use super::names;
use super::reader::Reader;
use crate::error::{Expected, Found, excerpt, said};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::record::Mark;
use crate::repair::Severity;
use crate::spec::{Accepts, ObjectSpec};

/// Passes over one value, at most: more lessons than a type has fields, and then some. It bounds the work.
const MOST: usize = 64;

/// Levels of lists and objects in one value, as in `serde_json`: types that stand inside themselves recurse.
pub(super) const DEEPEST: u32 = 128;

/// A type as its visitor is called, and the address of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeKey(&'static str, usize);

impl TypeKey {
    pub(super) fn of<V>(names: &'static [&'static str]) -> Self {
        Self(type_name::<V>(), names.as_ptr().addr())
    }
}

/// What is known of a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// The string that begins here goes on beyond its first quote.
    Careful,
    /// The list ends before this.
    Ends,
    /// The element, optional value or value of a map that begins here cannot be read, and is left out.
    BadElement,
    BadOption,
    BadValue,
    /// The text ends within what begins here.
    Cut,
    /// A key of the object that begins here comes twice.
    Twice,
    /// A key of the element that begins here comes twice, and whether the next element begins with it depends on a field
    /// of which it is not known whether it must be there.
    Asked,
    /// The key here comes again, and no element begins with it.
    Whole,
    /// The brace here closes its object too early.
    Reopens,
    /// The key here only resembles that of a field.
    Far,
}

/// What was learnt from the passes so far.
#[derive(Debug, Default)]
pub(super) struct Lessons {
    places: HashSet<(u64, Known)>,
    /// Where elements end that are left out, and whether another one begins there without a brace.
    ends: HashMap<u64, (usize, bool)>,
    /// Fields that must be there.
    required: Vec<(TypeKey, u32)>,
    /// Fields that do not take `null`, with what they take.
    no_null: Vec<(TypeKey, u32, Accepts)>,
    /// Names of one field: the second is another name of the first.
    same: Vec<(TypeKey, u32, u32)>,
    /// Fields whose key begins the next element of a list where it comes again, and fields whose key does not.
    begins: Vec<(TypeKey, u32, bool)>,
    /// Types that take no unknown key.
    closed: Vec<TypeKey>,
    /// What the values in options are, by the option's visitor.
    options: Vec<(&'static str, Accepts)>,
    /// Names that an identifier's visitor knows.
    identifiers: Vec<(&'static str, &'static [&'static str])>,
    /// Enums without a variant for other names, by their visitors.
    without_other: Vec<&'static str>,
    /// Keys that the visitor of a map asks for.
    keys: Vec<(&'static str, &'static str)>,
}

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
}

fn add<T: PartialEq>(list: &mut Vec<T>, lesson: T) -> bool {
    let is_new = !list.contains(&lesson);
    if is_new {
        list.push(lesson);
    }
    is_new
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

    fn learn(&self, lesson: impl FnOnce(&mut Lessons) -> bool) {
        self.failed.set(true);
        if lesson(&mut self.lessons.borrow_mut()) {
            self.again.set(true);
            self.news.set(self.news.get() + 1);
        }
    }

    fn knows(&self, question: impl FnOnce(&Lessons) -> bool) -> bool {
        self.taught.get() && question(&self.lessons.borrow())
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

    #[cold]
    pub(super) fn note(&self, cursor: &Cursor<'_>, pos: usize, known: Known) {
        self.learn(|lessons| lessons.places.insert((place(cursor, pos), known)));
    }

    pub(super) fn is(&self, cursor: &Cursor<'_>, pos: usize, known: Known) -> bool {
        self.knows(|lessons| lessons.places.contains(&(place(cursor, pos), known)))
    }

    #[cold]
    pub(super) fn require(&self, of: TypeKey, field: u32) {
        self.learn(|lessons| add(&mut lessons.required, (of, field)));
    }

    pub(super) fn requires(&self, of: TypeKey, field: u32) -> bool {
        self.knows(|lessons| lessons.required.contains(&(of, field)))
    }

    #[cold]
    pub(super) fn begin(&self, of: TypeKey, field: u32, begins: bool) {
        self.learn(|lessons| add(&mut lessons.begins, (of, field, begins)));
    }

    /// Whether a field's key begins the next element of a list where it comes again.
    pub(super) fn begins(&self, of: TypeKey, field: u32) -> Option<bool> {
        if self.requires(of, field) {
            return Some(true);
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.begins.iter();
        found
            .find(|(known, index, _)| (*known, *index) == (of, field))
            .map(|(.., begins)| *begins)
    }

    #[cold]
    pub(super) fn refuse_null(&self, of: TypeKey, field: u32, accepts: Accepts) {
        self.learn(|lessons| add(&mut lessons.no_null, (of, field, accepts)));
    }

    /// What a field takes that does not take `null`.
    pub(super) fn refuses_null(&self, of: TypeKey, field: u32) -> Option<Accepts> {
        if !self.taught.get() {
            return None;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.no_null.iter();
        found
            .find(|(known, index, _)| (*known, *index) == (of, field))
            .map(|(.., accepts)| *accepts)
    }

    #[cold]
    pub(super) fn unite(&self, of: TypeKey, field: u32, other: u32) {
        self.learn(|lessons| add(&mut lessons.same, (of, field, other)));
    }

    /// The field that this name stands for.
    pub(super) fn united(&self, of: TypeKey, field: u32) -> u32 {
        if !self.taught.get() {
            return field;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.same.iter();
        found
            .find(|(known, _, other)| (*known, *other) == (of, field))
            .map_or(field, |(_, first, _)| *first)
    }

    #[cold]
    pub(super) fn close(&self, of: TypeKey) {
        self.learn(|lessons| add(&mut lessons.closed, of));
    }

    pub(super) fn is_closed(&self, of: TypeKey) -> bool {
        self.knows(|lessons| lessons.closed.contains(&of))
    }

    #[cold]
    pub(super) fn hold(&self, option: &'static str, accepts: Accepts) {
        self.learn(|lessons| add(&mut lessons.options, (option, accepts)));
    }

    /// What the values in an option are.
    pub(super) fn held(&self, option: &'static str) -> Option<Accepts> {
        if !self.taught.get() {
            return None;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.options.iter();
        found.find(|(known, _)| *known == option).map(|(_, accepts)| *accepts)
    }

    #[cold]
    pub(super) fn identify(&self, visitor: &'static str, names: &'static [&'static str]) {
        self.learn(|lessons| add(&mut lessons.identifiers, (visitor, names)));
    }

    /// The names that an identifier can be.
    pub(super) fn identified(&self, visitor: &'static str) -> Option<&'static [&'static str]> {
        if !self.taught.get() {
            return None;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.identifiers.iter();
        found.find(|(known, _)| *known == visitor).map(|(_, names)| *names)
    }

    #[cold]
    pub(super) fn bar_others(&self, visitor: &'static str) {
        self.learn(|lessons| add(&mut lessons.without_other, visitor));
    }

    pub(super) fn bars_others(&self, visitor: &'static str) -> bool {
        self.knows(|lessons| lessons.without_other.contains(&visitor))
    }

    /// Notes a key that a map's visitor asks for. Returns whether that is new.
    #[cold]
    pub(super) fn ask(&self, visitor: &'static str, key: &'static str) -> bool {
        let before = self.again.replace(false);
        self.learn(|lessons| add(&mut lessons.keys, (visitor, key)));
        let is_new = self.again.get();
        self.again.set(before || is_new);
        is_new
    }

    /// The keys that a map's visitor asks for.
    pub(super) fn asked(&self, visitor: &'static str) -> Vec<&'static str> {
        if !self.taught.get() {
            return Vec::new();
        }
        let lessons = self.lessons.borrow();
        let keys = lessons.keys.iter().filter(|(known, _)| *known == visitor);
        keys.map(|(_, key)| *key).collect()
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
                let written = excerpt(cursor.text.get(span.clone()).unwrap_or_default());
                let found = Found::Words(format!("{written}: {}", said(&words)));
                cursor.violated_by(Expected::Words("another value".into()), found, at, span);
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

    /// Has what holds a value that cannot be read left out in the next pass, where the options allow that.
    #[cold]
    pub(super) fn drop_caught(&self, cursor: &Cursor<'_>, catch: Option<Catch>) {
        self.fail();
        if let Some(Catch { place, known }) = catch.filter(|_| cursor.sink.accept() >= Some(Severity::Invented)) {
            self.learn(|lessons| lessons.places.insert((place, known)));
        }
    }
}

impl Pass<'_> {
    /// Notes where the element that begins at `start` ends, if it is to be left out; the cursor stands there.
    #[cold]
    pub(super) fn note_end(&self, cursor: &Cursor<'_>, start: usize) {
        let start = place(cursor, start);
        let mut lessons = self.lessons.borrow_mut();
        if !cursor.sink.cut && lessons.places.contains(&(start, Known::BadElement)) {
            let goes_on = cursor.headless_at == cursor.pos;
            lessons.ends.insert(start, (cursor.pos, goes_on));
        }
    }

    /// Keeps what begins at `start` after all, until it is known where that ends.
    #[cold]
    pub(super) fn forget(&self, cursor: &Cursor<'_>, start: usize, catch: Catch) {
        if catch.place == place(cursor, start) {
            self.lessons.borrow_mut().places.remove(&(catch.place, catch.known));
        }
    }

    /// Where the element that begins at `start` ends, as an earlier pass has shown, and whether another one begins there
    /// without a brace.
    pub(super) fn end(&self, cursor: &Cursor<'_>, start: usize) -> Option<(usize, bool)> {
        self.lessons.borrow().ends.get(&place(cursor, start)).copied()
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

/// What is left out where something in it cannot be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Catch {
    place: u64,
    known: Known,
}

impl Catch {
    pub(super) fn new(cursor: &Cursor<'_>, pos: usize, known: Known) -> Self {
        Self {
            place: place(cursor, pos),
            known,
        }
    }
}

/// A place in the text, or in a text inside it.
fn place(cursor: &Cursor<'_>, pos: usize) -> u64 {
    // A text has fewer than 2^32 bytes, and none begins at the last of them.
    let origin = cursor.origin.map_or(u64::from(u32::MAX), |(start, _)| start as u64);
    origin << 32 | pos as u64
}

/// The state of a cursor before the first pass.
struct Start<'t> {
    text: &'t str,
    pos: usize,
    careful_at: usize,
    headless_at: usize,
    unrecognized: bool,
    tuples: u32,
    bare_keys: bool,
    lookahead: usize,
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
            bare_keys: cursor.bare_keys,
            lookahead: cursor.lookahead,
            mark: cursor.sink.mark(),
        }
    }

    #[cold]
    fn restore(&self, cursor: &mut Cursor<'t>) {
        cursor.return_to(self.pos, self.mark);
        cursor.text = self.text;
        cursor.careful_at = self.careful_at;
        cursor.headless_at = self.headless_at;
        cursor.unrecognized = self.unrecognized;
        cursor.tuples = self.tuples;
        cursor.bare_keys = self.bare_keys;
        cursor.lookahead = self.lookahead;
    }
}

/// Reads a value in as many passes as it takes.
pub(super) fn read<'de, T>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    mut run: impl FnMut(Reader<'_, '_, 'de>) -> Result<T, Failure>,
) -> Read<T> {
    let start = Start::of(cursor);
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
    };
    for _ in 0..MOST {
        let from = cursor.pos;
        let result = run(Reader::new(cursor, at, &pass));
        if !pass.again.get() {
            return match result {
                Ok(value) if !pass.has_failed() => Ok(value),
                Ok(_) => Err(ended(cursor, at, &start, from)),
                Err(failure) => {
                    let end = cursor.pos;
                    match pass.tell(cursor, at, failure, None, from..end.max(from)).cause() {
                        Some(Cause::Absent) => Err(Halt::Absent),
                        Some(Cause::Ascend) => Err(Halt::Ascend),
                        _ => {
                            pass_over(cursor, at, &start);
                            Err(ended(cursor, at, &start, from))
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
    }
    // More is wrong with the value than passes can mend.
    cursor.sink.overflowed = true;
    pass_over(cursor, at, &start);
    Err(Halt::Invalid)
}

/// Passes over a value that was given up halfway, and at least what was read of it. What is wrong with it is on record.
#[cold]
fn pass_over(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: &Start<'_>) {
    let mark = cursor.sink.mark();
    let cut = cursor.sink.cut;
    let end = std::mem::replace(&mut cursor.pos, start.pos);
    cursor.skip(at);
    cursor.pos = cursor.pos.max(end);
    cursor.sink.rewind(mark);
    cursor.sink.cut = cut;
}

/// A failed reading has a reason on record, whatever became of it on the way.
#[cold]
fn ended(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: &Start<'_>, from: usize) -> Halt {
    if !cursor.sink.violated_since(start.mark) && !cursor.sink.cut {
        let end = cursor.pos.max(from);
        cursor.violated(Expected::Words("another value".into()), at, from..end);
    }
    Halt::Invalid
}
