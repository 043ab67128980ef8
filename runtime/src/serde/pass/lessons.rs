//! What passes learn: of types, and of places in the text.

use std::any::type_name;
use std::collections::{HashMap, HashSet};

use super::Pass;
use crate::read::cursor::Cursor;
use crate::repair::Severity;
use crate::spec::Accepts;

/// A type as its visitor is called, and the address of its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::serde) struct TypeKey(&'static str, usize);

impl TypeKey {
    pub(in crate::serde) fn of<V>(names: &'static [&'static str]) -> Self {
        Self(type_name::<V>(), names.as_ptr().addr())
    }
}

/// What is known of a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::serde) enum Lesson {
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
    /// No value of a map's begins here.
    Nothing,
    /// A key of the object that begins here comes twice.
    RepeatedKey,
    /// A key of the element that begins here comes twice, and whether the next element begins with it depends on a field
    /// of which it is not known whether it must be there.
    OpenSplit,
    /// The key here comes again, and no element begins with it.
    NoSplit,
    /// The brace here closes its object too early.
    Reopens,
    /// The key here only resembles that of a field.
    OtherKey,
    /// The object here has the list or map that belongs here as its only member.
    Wraps,
    /// A word for no value is in the option that begins here.
    NullWord,
}

/// What was learnt from the passes so far.
#[derive(Debug, Default)]
pub(in crate::serde) struct Lessons {
    places: HashSet<(u64, Lesson)>,
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

fn add<T: PartialEq>(list: &mut Vec<T>, lesson: T) -> bool {
    let is_new = !list.contains(&lesson);
    if is_new {
        list.push(lesson);
    }
    is_new
}

impl Pass<'_> {
    pub(in crate::serde) fn learn(&self, lesson: impl FnOnce(&mut Lessons) -> bool) {
        self.failed.set(true);
        if lesson(&mut self.lessons.borrow_mut()) {
            self.again.set(true);
            self.news.set(self.news.get() + 1);
        }
    }

    fn knows(&self, question: impl FnOnce(&Lessons) -> bool) -> bool {
        self.taught.get() && question(&self.lessons.borrow())
    }

    #[cold]
    pub(in crate::serde) fn note(&self, cursor: &Cursor<'_>, pos: usize, known: Lesson) {
        self.learn(|lessons| lessons.places.insert((place(cursor, pos), known)));
    }

    pub(in crate::serde) fn is(&self, cursor: &Cursor<'_>, pos: usize, known: Lesson) -> bool {
        self.knows(|lessons| lessons.places.contains(&(place(cursor, pos), known)))
    }

    #[cold]
    pub(in crate::serde) fn require(&self, of: TypeKey, field: u32) {
        self.learn(|lessons| add(&mut lessons.required, (of, field)));
    }

    pub(in crate::serde) fn requires(&self, of: TypeKey, field: u32) -> bool {
        self.knows(|lessons| lessons.required.contains(&(of, field)))
    }

    #[cold]
    pub(in crate::serde) fn begin(&self, of: TypeKey, field: u32, begins: bool) {
        self.learn(|lessons| add(&mut lessons.begins, (of, field, begins)));
    }

    /// Whether a field's key begins the next element of a list where it comes again.
    pub(in crate::serde) fn begins(&self, of: TypeKey, field: u32) -> Option<bool> {
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
    pub(in crate::serde) fn refuse_null(&self, of: TypeKey, field: u32, accepts: Accepts) {
        self.learn(|lessons| add(&mut lessons.no_null, (of, field, accepts)));
    }

    /// What a field takes that does not take `null`.
    pub(in crate::serde) fn refuses_null(&self, of: TypeKey, field: u32) -> Option<Accepts> {
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
    pub(in crate::serde) fn unite(&self, of: TypeKey, field: u32, other: u32) {
        self.learn(|lessons| add(&mut lessons.same, (of, field, other)));
    }

    /// The field that this name stands for.
    pub(in crate::serde) fn united(&self, of: TypeKey, field: u32) -> u32 {
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
    pub(in crate::serde) fn close(&self, of: TypeKey) {
        self.learn(|lessons| add(&mut lessons.closed, of));
    }

    pub(in crate::serde) fn is_closed(&self, of: TypeKey) -> bool {
        self.knows(|lessons| lessons.closed.contains(&of))
    }

    #[cold]
    pub(in crate::serde) fn hold(&self, option: &'static str, accepts: Accepts) {
        self.learn(|lessons| add(&mut lessons.options, (option, accepts)));
    }

    /// What the values in an option are.
    pub(in crate::serde) fn held(&self, option: &'static str) -> Option<Accepts> {
        if !self.taught.get() {
            return None;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.options.iter();
        found.find(|(known, _)| *known == option).map(|(_, accepts)| *accepts)
    }

    #[cold]
    pub(in crate::serde) fn identify(&self, visitor: &'static str, names: &'static [&'static str]) {
        self.learn(|lessons| add(&mut lessons.identifiers, (visitor, names)));
    }

    /// The names that an identifier can be.
    pub(in crate::serde) fn identified(&self, visitor: &'static str) -> Option<&'static [&'static str]> {
        if !self.taught.get() {
            return None;
        }
        let lessons = self.lessons.borrow();
        let mut found = lessons.identifiers.iter();
        found.find(|(known, _)| *known == visitor).map(|(_, names)| *names)
    }

    #[cold]
    pub(in crate::serde) fn bar_others(&self, visitor: &'static str) {
        self.learn(|lessons| add(&mut lessons.without_other, visitor));
    }

    pub(in crate::serde) fn bars_others(&self, visitor: &'static str) -> bool {
        self.knows(|lessons| lessons.without_other.contains(&visitor))
    }

    /// Notes a key that a map's visitor asks for. Returns whether that is new.
    #[cold]
    pub(in crate::serde) fn ask(&self, visitor: &'static str, key: &'static str) -> bool {
        let before = self.again.replace(false);
        self.learn(|lessons| add(&mut lessons.keys, (visitor, key)));
        let is_new = self.again.get();
        self.again.set(before || is_new);
        is_new
    }

    /// The keys that a map's visitor asks for.
    pub(in crate::serde) fn asked(&self, visitor: &'static str) -> Vec<&'static str> {
        if !self.taught.get() {
            return Vec::new();
        }
        let lessons = self.lessons.borrow();
        let keys = lessons.keys.iter().filter(|(known, _)| *known == visitor);
        keys.map(|(_, key)| *key).collect()
    }
}

impl Pass<'_> {
    /// Has what holds a value that cannot be read left out in the next pass, where the options allow that.
    #[cold]
    pub(in crate::serde) fn drop_caught(&self, cursor: &Cursor<'_>, catch: Option<Catch>) {
        self.fail();
        let is_dropped =
            |catch: &Catch| catch.known == Lesson::NullWord || cursor.sink.accept() >= Some(Severity::Invented);
        if let Some(Catch { place, known }) = catch.filter(is_dropped) {
            self.learn(|lessons| lessons.places.insert((place, known)));
        }
    }

    /// Notes where the element that begins at `start` ends, if it is to be left out; the cursor stands there.
    #[cold]
    pub(in crate::serde) fn note_end(&self, cursor: &Cursor<'_>, start: usize) {
        let start = place(cursor, start);
        let mut lessons = self.lessons.borrow_mut();
        if !cursor.sink.cut && lessons.places.contains(&(start, Lesson::BadElement)) {
            let goes_on = cursor.headless_at == cursor.pos;
            lessons.ends.insert(start, (cursor.pos, goes_on));
        }
    }

    /// Keeps what begins at `start` after all, until it is known where that ends.
    #[cold]
    pub(in crate::serde) fn forget(&self, cursor: &Cursor<'_>, start: usize, catch: Catch) {
        if catch.place == place(cursor, start) {
            self.lessons.borrow_mut().places.remove(&(catch.place, catch.known));
        }
    }

    /// Where the element that begins at `start` ends, as an earlier pass has shown, and whether another one begins there
    /// without a brace.
    pub(in crate::serde) fn end(&self, cursor: &Cursor<'_>, start: usize) -> Option<(usize, bool)> {
        self.lessons.borrow().ends.get(&place(cursor, start)).copied()
    }
}

/// What is left out where something in it cannot be read.
#[derive(Debug, Clone, Copy)]
pub(in crate::serde) struct Catch {
    place: u64,
    known: Lesson,
}

impl Catch {
    /// Whether what is left out is a word for no value.
    pub(in crate::serde) fn is_null_word(self) -> bool {
        self.known == Lesson::NullWord
    }

    pub(in crate::serde) fn new(cursor: &Cursor<'_>, pos: usize, known: Lesson) -> Self {
        Self {
            place: place(cursor, pos),
            known,
        }
    }
}

/// A place in the text, or in a text inside it.
pub(super) fn place(cursor: &Cursor<'_>, pos: usize) -> u64 {
    // A text has fewer than 2^32 bytes, and none begins at the last of them.
    let origin = cursor.origin.map_or(u64::from(u32::MAX), |(start, _)| start as u64);
    origin << 32 | pos as u64
}
