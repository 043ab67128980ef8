//! What drives the code that the derive makes for a struct: which field comes next, and what to do when it is another.
//!
//! Generated code is a loop with one step a field, in declared order. The step whose turn it is compares the next key
//! with its own, as a constant; on a hit it reads the value straight into its slot, and the turn passes to the next
//! field. On a miss, [`Object::seek`] finds whose turn it is. None of this is generic over the struct.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use std::borrow::Cow;
use std::ops::Range;

use crate::LlmOutput;
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::read::key::Key;
use crate::read::scan;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::ObjectSpec;

mod end;
mod merged;
mod seek;

use merged::More;

/// No field's turn: the object has ended.
const END: u32 = u32::MAX;

/// The turn of a flattened map, which takes what no field knows.
const REST: u32 = u32::MAX - 1;

/// How surely a key was matched to a field. A surer one takes the place of a less sure one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// One edit away.
    Near,
    /// Another case or style.
    Folded,
    /// The key itself, or a declared alias.
    Exact,
}

/// A field that was filled from a key that is not its own.
#[derive(Debug)]
struct Loose {
    field: u32,
    key: Range<usize>,
    matched: Match,
    from: Mark,
    to: Mark,
}

/// An object that is being read: whose turn it is, and which fields were seen.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the object, not a state"
)]
#[derive(Debug)]
pub struct Object<'p> {
    pub(super) frame: Frame<'p>,
    pub(super) spec: &'static ObjectSpec,
    turn: u32,
    /// The turn's key was read already.
    ready: bool,
    /// The turn's slot may hold a value, which the next one replaces without a report.
    replaces: bool,
    /// The turn's key is the field's own and came for the first time: neither `replaces` nor another match than
    /// [`Match::Exact`].
    plain: bool,
    /// A comma was passed since the last value.
    comma: bool,
    failed: bool,
    /// The whole reply is the value of one field, and there is no closer.
    raw: bool,
    pub(super) seen: u128,
    start: usize,
    /// Where the last value began, and the state of the record there.
    value_at: usize,
    value_mark: Mark,
    matched: Match,
    unknown: u32,
    /// Some members may be absent as a whole: which ones were given counts.
    grouped: bool,
    loose: Vec<Loose>,
    more: Option<Box<More>>,
}

impl<'p> Object<'p> {
    /// An object whose first byte is the one at the cursor.
    #[inline(always)]
    pub fn new(cursor: &Cursor<'_>, at: &'p Frame<'p>, spec: &'static ObjectSpec) -> Self {
        Self {
            frame: Frame::below(at, Level::Object { spec, field: NO_FIELD }),
            spec,
            turn: 0,
            ready: false,
            replaces: false,
            plain: true,
            comma: false,
            failed: false,
            raw: false,
            seen: 0,
            start: cursor.pos,
            value_at: NOWHERE,
            value_mark: cursor.sink.mark(),
            matched: Match::Exact,
            unknown: 0,
            grouped: false,
            loose: Vec::new(),
            more: None,
        }
    }

    /// Passes over the opening brace; `false` where none stands here.
    #[inline(always)]
    pub fn open(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if cursor.peek() == b'{' {
            let next = cursor.after_space(cursor.pos + 1);
            if cursor.byte(next) == b'"' {
                cursor.pos = next;
                return true;
            }
        }
        self.open_slow(cursor)
    }

    #[cold]
    #[inline(never)]
    fn open_slow(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if cursor.peek() != b'{' {
            if cursor.raw {
                let Some(content) = self.spec.content else { return false };
                self.turn = content;
                self.ready = true;
                self.raw = true;
                return true;
            }
            if cursor.headless_at == cursor.pos {
                cursor.headless_at = NOWHERE;
                self.seek(cursor);
                return true;
            }
            if let Some(above) = self.frame.parent {
                cursor.trivia(above);
            }
            if cursor.peek() != b'{' {
                return false;
            }
        }
        self.start = cursor.pos;
        self.value_mark = cursor.sink.mark();
        cursor.pos += 1;
        cursor.space();
        if cursor.peek() != b'"' && !self.takes_bare(cursor, 0) {
            self.seek(cursor);
        }
        true
    }

    /// Whether it is some field's turn.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.turn != END
    }

    /// Whether it is `field`'s turn and its value stands at the cursor, with the key passed over: `needle` is the key
    /// with quotes and colon.
    #[inline(always)]
    pub fn key(&mut self, cursor: &mut Cursor<'_>, field: u32, needle: &'static str) -> bool {
        if self.turn != field {
            return false;
        }
        if self.ready {
            self.ready = false;
        } else {
            if !cursor.eat(needle.as_bytes()) {
                self.miss(cursor);
                return false;
            }
            // A space and the value behind it: all else, no space included, is one call away.
            if cursor.peek() == b' ' && cursor.byte(cursor.pos + 1) > b' ' {
                cursor.pos += 1;
            } else {
                cursor.space();
            }
        }
        self.value_at = cursor.pos;
        self.value_mark = cursor.sink.mark();
        true
    }

    /// Another key stands here than that of the field whose turn it would be.
    #[inline(never)]
    fn miss(&mut self, cursor: &mut Cursor<'_>) {
        // But for the first key, a value and a comma were passed. Its field keeps the turn: it may be read again.
        self.comma = self.value_at != NOWHERE;
        self.turn -= u32::from(self.comma);
        self.seek(cursor);
    }

    /// The level of the field whose value is read next.
    #[inline(always)]
    pub fn at(&mut self, field: u32) -> &Frame<'p> {
        self.frame.level = Level::Object { spec: self.spec, field };
        &self.frame
    }

    /// Puts the value that was read for `field` into its slot, and passes the turn on.
    #[inline(always)]
    pub fn keep<T>(&mut self, cursor: &mut Cursor<'_>, field: u32, read: Read<T>, slot: &mut Option<T>) {
        match read {
            Ok(value) => {
                if slot.is_none() {
                    *slot = Some(value);
                } else {
                    self.repeated(cursor);
                    *slot = Some(value);
                }
                self.seen |= 1 << field;
            }
            Err(halt) => {
                if self.failed(cursor, halt) {
                    *slot = None;
                }
            }
        }
        if self.matched != Match::Exact {
            self.close_loose(cursor);
        }
        self.next(cursor);
    }

    /// Reads the value of `field` into its slot, if it is its turn.
    pub fn turn<T: LlmOutput>(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: u32,
        needle: &'static str,
        slot: &mut Option<T>,
    ) {
        if self.key(cursor, field, needle) {
            let read = T::__read(cursor, self.at(field));
            self.keep(cursor, field, read, slot);
        }
    }

    /// Notes where the record of a value that was read under another key ends.
    #[cold]
    fn close_loose(&mut self, cursor: &Cursor<'_>) {
        if let Some(loose) = self.loose.iter_mut().find(|loose| loose.field == self.turn) {
            loose.to = cursor.sink.mark();
        }
    }

    /// Passes over what stands behind a value: most often a comma and the next field's key.
    #[inline(never)]
    fn next(&mut self, cursor: &mut Cursor<'_>) {
        if self.plain && cursor.peek() == b',' {
            let turn = self.turn + 1;
            let next = scan::after_little_space(cursor.bytes(), cursor.pos + 1);
            if cursor.byte(next) == b'"' && (turn as usize) < self.spec.fields.len() {
                cursor.pos = next;
                self.turn = turn;
                return;
            }
        }
        self.next_otherwise(cursor);
    }

    /// Passes over what stands behind a value that no comma and known key follow.
    #[inline(never)]
    fn next_otherwise(&mut self, cursor: &mut Cursor<'_>) {
        self.replaces = false;
        let plain = self.matched == Match::Exact;
        self.plain = plain && !self.grouped;
        if self.grouped {
            self.note_given(cursor);
        }
        cursor.space();
        match cursor.peek() {
            b',' => {
                cursor.pos += 1;
                cursor.space();
                self.comma = true;
                let next = self.turn + 1;
                if cursor.peek() == b'"' && (next as usize) < self.spec.fields.len() && plain {
                    self.turn = next;
                } else if !(plain && self.takes_bare(cursor, next)) {
                    self.seek(cursor);
                }
            }
            b'}' if self.seen & self.spec.required == self.spec.required => {
                cursor.pos += 1;
                self.turn = END;
            }
            _ => self.next_slow(cursor),
        }
    }

    /// Whether the key of this field stands here without quotes; it then has the turn.
    fn takes_bare(&mut self, cursor: &mut Cursor<'_>, field: u32) -> bool {
        let Some(expected) = self.spec.fields.get(field as usize) else {
            return false;
        };
        if !expected.is_word || self.seen & (1 << field) != 0 || cursor.tag.is_some() {
            return false;
        }
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        let found = cursor.eat_bare_key(expected.name, &self.frame);
        if found {
            self.comma = false;
            self.turn = field;
            self.ready = true;
        }
        found
    }

    #[cold]
    #[inline(never)]
    fn next_slow(&mut self, cursor: &mut Cursor<'_>) {
        if cursor.peek() == b'}' {
            cursor.pos += 1;
            self.comma = false;
            if self.reopens(cursor) {
                self.seek(cursor);
            } else {
                self.turn = END;
            }
            return;
        }
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        if self.overran(cursor, false) {
            return;
        }
        self.comma = cursor.separator(&self.frame);
        self.seek(cursor);
    }

    /// The key came again in its turn: the last one counts.
    #[cold]
    fn repeated(&mut self, cursor: &mut Cursor<'_>) {
        if !self.replaces {
            let start = self.value_at;
            cursor.repaired(RepairKind::DuplicateKey, &self.frame, start..start);
        }
    }

    /// A value could not be read. Returns whether its slot is to be emptied.
    #[cold]
    fn failed(&mut self, cursor: &mut Cursor<'_>, halt: Halt) -> bool {
        let bit = 1 << self.turn;
        if self.matched == Match::Near {
            // A key that only resembles a field's, with a value that does not fit it, is another key.
            if let Some(index) = self.loose.iter().position(|loose| loose.field == self.turn) {
                let loose = self.loose.swap_remove(index);
                cursor.return_to(self.value_at, loose.from);
                let key = Key {
                    name: Cow::Borrowed(&cursor.text[loose.key.clone()]),
                    span: loose.key,
                    has_value: true,
                };
                self.pass_over(cursor, &key);
            }
            return true;
        }
        match halt {
            Halt::Absent if self.spec.fields[self.turn as usize].has_default => {
                self.seen |= bit;
                // The same as an `Option` without a value.
                cursor.none_at = self.value_at;
            }
            Halt::Absent | Halt::Ascend => {}
            Halt::Invalid if self.drops_group(cursor) => self.seen |= bit,
            Halt::Invalid => {
                self.seen |= bit;
                self.failed = true;
            }
        }
        true
    }
}

/// The value of a field at the object's end: what was read, or what its absence stands for.
#[inline]
pub fn filled<T: LlmOutput>(slot: Option<T>) -> Read<T> {
    match slot {
        Some(value) => Ok(value),
        None => T::__none().or_else(T::__invent).ok_or(Halt::Invalid),
    }
}
