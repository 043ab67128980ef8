//! What drives the code that the derive makes for a struct: which field comes next, and what to do when it is another.
//!
//! Generated code is a loop with one step a field, in declared order. The step whose turn it is compares the next key
//! with its own, as a constant; on a hit it reads the value straight into its slot, and the turn passes to the next
//! field. On a miss, [`Object::seek`] finds whose turn it is. None of this is generic over the struct.
//!
//! What the clean path passes through is inlined, but not in a build with debug assertions: that is not fast anyway, and
//! every struct of the caller would be compiled with all of it once more.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use crate::LlmOutput;
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::read::key::{Key, Member};
use crate::read::scan;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::{Grade, ObjectSpec};

/// No field's turn: the object has ended.
const END: u32 = u32::MAX;

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
    loose: Vec<Loose>,
}

impl<'p> Object<'p> {
    /// An object whose first byte is the one at the cursor.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
            loose: Vec::new(),
        }
    }

    /// Passes over the opening brace; `false` where none stands here.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_open(&self) -> bool {
        self.turn != END
    }

    /// Whether it is `field`'s turn and its value stands at the cursor, with the key passed over: `needle` is the key
    /// with quotes and colon.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&mut self, field: u32) -> &Frame<'p> {
        self.frame.level = Level::Object { spec: self.spec, field };
        &self.frame
    }

    /// Puts the value that was read for `field` into its slot, and passes the turn on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn keep<T>(&mut self, cursor: &mut Cursor<'_>, field: u32, read: Read<T>, slot: &mut Option<T>) {
        match read {
            Ok(value) => {
                let is_again = slot.is_some();
                *slot = Some(value);
                self.seen |= 1 << field;
                if is_again {
                    self.repeated(cursor);
                }
            }
            Err(halt) => {
                *slot = None;
                self.failed(cursor, halt);
            }
        }
        self.pass(cursor);
    }

    /// Passes the turn on, once its value was read.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pass(&mut self, cursor: &mut Cursor<'_>) {
        if self.matched != Match::Exact {
            self.close_loose(cursor);
        }
        self.next(cursor);
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
        self.plain = self.matched == Match::Exact;
        cursor.space();
        match cursor.peek() {
            b',' => {
                cursor.pos += 1;
                cursor.space();
                self.comma = true;
                let next = self.turn + 1;
                if cursor.peek() == b'"' && (next as usize) < self.spec.fields.len() && self.plain {
                    self.turn = next;
                } else if !(self.plain && self.takes_bare(cursor, next)) {
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

    /// Whether members of this object follow its end, which then came too early.
    fn reopens(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let brace = cursor.pos - 1;
        let comma = cursor.after_space(cursor.pos);
        let next = cursor.after_space(comma + 1);
        if cursor.byte(comma) != b',' || cursor.is_key_above(next, &self.frame) {
            return false;
        }
        let Some(key) = cursor.key_ahead(next) else {
            return false;
        };
        let missing = |field: u32| self.seen & (1 << field) == 0;
        if !self.spec.exact(&cursor.text[key.name]).is_some_and(missing) {
            return false;
        }
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        cursor.repaired(RepairKind::ObjectReopened, &self.frame, brace..brace + 1);
        cursor.pos = next;
        self.comma = true;
        true
    }

    /// Finds whose turn it is: reads keys until one is a field's, passing over the members that the type does not know.
    #[inline(never)]
    fn seek(&mut self, cursor: &mut Cursor<'_>) {
        loop {
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            if self.overran(cursor, self.comma) {
                return;
            }
            let start = cursor.pos;
            let key = match cursor.simple_key().or_else(|| cursor.bare_key(&self.frame)) {
                Some(key) => key,
                None => match cursor.member(self.comma, &self.frame) {
                    Member::Key(key) => key,
                    Member::Closed => {
                        if cursor.byte(cursor.pos.wrapping_sub(1)) == b'}' && self.is_short() && self.reopens(cursor) {
                            continue;
                        }
                        self.turn = END;
                        return;
                    }
                    Member::Unclosed => {
                        self.run_out(cursor);
                        self.turn = END;
                        return;
                    }
                },
            };
            self.comma = false;
            self.value_at = NOWHERE;
            if self.take(cursor, &key, start) {
                return;
            }
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            self.comma = cursor.separator(&self.frame);
        }
    }

    fn is_short(&self) -> bool {
        self.seen & self.spec.required != self.spec.required
    }

    /// Gives the turn to the field that the key belongs to, if there is one whose value is to be read.
    fn take(&mut self, cursor: &mut Cursor<'_>, key: &Key<'_>, start: usize) -> bool {
        if cursor.tag.is_some_and(|tag| tag.key == key.span.start) {
            if key.has_value {
                cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
            }
            return false;
        }
        let name = &*key.name;
        let found = self
            .spec
            .exact(name)
            .map(|field| (field, Match::Exact))
            .or_else(|| self.spec.folded(name).map(|field| (field, Match::Folded)))
            .or_else(|| self.spec.near(name).map(|field| (field, Match::Near)));
        let Some((field, matched)) = found else {
            self.pass_over(cursor, key);
            return false;
        };
        if !key.has_value {
            return false;
        }
        self.frame.level = Level::Object { spec: self.spec, field };
        if self.seen & (1 << field) != 0 && !self.takes_again(cursor, field, matched, key, start) {
            return self.turn == END;
        }
        let kind = match matched {
            Match::Exact => None,
            Match::Folded => Some(RepairKind::KeyCase),
            Match::Near => Some(RepairKind::KeyFuzzy),
        };
        let from = cursor.sink.mark();
        if let Some(kind) = kind {
            cursor.repaired(kind, &self.frame, key.span.clone());
            self.loose.push(Loose {
                field,
                matched,
                from,
                to: from,
            });
        }
        self.matched = matched;
        self.plain = matched == Match::Exact && !self.replaces;
        self.turn = field;
        self.ready = true;
        true
    }

    /// Whether a key that came before is read again, and what became of the value it had.
    fn takes_again(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: u32,
        matched: Match,
        key: &Key<'_>,
        start: usize,
    ) -> bool {
        let before = self.loose.iter().position(|loose| loose.field == field);
        let known = before.map_or(Match::Exact, |index| self.loose[index].matched);
        if matched < known {
            self.pass_over(cursor, key);
            return false;
        }
        if let Some(index) = before {
            let loose = self.loose.swap_remove(index);
            if matched > known {
                cursor.sink.retract(loose.from, loose.to);
                self.replaces = true;
                return true;
            }
        }
        let in_list = matches!(self.frame.parent.map(|parent| parent.level), Some(Level::List { .. }));
        if in_list && self.spec.required & (1 << field) != 0 && !self.is_short() {
            // The next element of the list begins here: its braces are lost.
            cursor.repaired(RepairKind::ElementSplit, &self.frame, key.span.clone());
            cursor.pos = start;
            cursor.headless_at = start;
            self.turn = END;
            return false;
        }
        cursor.repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
        self.replaces = true;
        true
    }

    /// Passes over a member that the type does not know.
    fn pass_over(&mut self, cursor: &mut Cursor<'_>, key: &Key<'_>) {
        let root = Frame::root();
        let parent = self.frame.parent.unwrap_or(&root);
        let member = Frame::below(parent, Level::Map { key: &key.name });
        self.unknown += 1;
        if self.spec.deny_unknown {
            let found = Found::Words(format!("{:?}", key.name));
            cursor.violated_by(Expected::Keys(self.spec), found, &member, key.span.clone());
            self.failed = true;
        }
        if key.has_value {
            cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        }
    }

    /// The key came again in its turn: the last one counts.
    #[cold]
    fn repeated(&mut self, cursor: &mut Cursor<'_>) {
        if !self.replaces {
            let start = self.value_at;
            cursor.repaired(RepairKind::DuplicateKey, &self.frame, start..start);
        }
    }

    /// Whether the last value was a string that went on beyond its first quote; it is then read again, with care.
    fn overran(&mut self, cursor: &mut Cursor<'_>, comma: bool) -> bool {
        let start = self.value_at;
        if start == NOWHERE || cursor.careful_at == start || !matches!(cursor.byte(start), b'"' | b'0'..=b'9' | b'-') {
            return false;
        }
        if cursor.at_end() || !cursor.is_overrun(comma) {
            return false;
        }
        cursor.return_to(start, self.value_mark);
        cursor.careful_at = start;
        self.ready = true;
        self.replaces = true;
        self.plain = false;
        true
    }

    /// The text ended before the object did.
    fn run_out(&mut self, cursor: &mut Cursor<'_>) {
        if self.raw {
            return;
        }
        if self.is_short() || self.comma {
            cursor.cut(&self.frame);
        } else {
            cursor.unclosed(false, &self.frame);
        }
    }

    /// A value could not be read.
    #[cold]
    fn failed(&mut self, cursor: &mut Cursor<'_>, halt: Halt) {
        let bit = 1 << self.turn;
        if self.matched == Match::Near {
            // A key that only resembles a field's, with a value that does not fit it, is another key.
            if let Some(index) = self.loose.iter().position(|loose| loose.field == self.turn) {
                cursor.sink.rewind(self.loose.swap_remove(index).from);
            }
            self.unknown += 1;
            return;
        }
        match halt {
            Halt::Absent if self.spec.fields[self.turn as usize].has_default => self.seen |= bit,
            Halt::Absent | Halt::Ascend => {}
            Halt::Invalid => {
                self.seen |= bit;
                self.failed = true;
            }
        }
    }

    /// Judges what is missing at the object's end. Returns whether no value can be made.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn close(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if self.seen != 0 && self.seen & self.spec.required == self.spec.required {
            return self.failed;
        }
        self.close_short(cursor)
    }

    /// Whether all of the object's `count` fields were seen.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_full(&self, count: u32) -> bool {
        self.seen == u128::MAX >> (u128::BITS - count)
    }

    #[cold]
    #[inline(never)]
    fn close_short(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let span = self.start..cursor.pos;
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        let is_tagged = cursor.tag.is_some_and(|tag| tag.object == self.start);
        let is_root = self.frame.parent.is_some_and(Frame::is_root) && !is_tagged;
        if self.seen == 0 && is_root && (self.unknown > 0 || self.is_short()) {
            if cursor.sink.cut {
                return true;
            }
            cursor.unrecognized = true;
            cursor.violated(Expected::Shape(self.spec), &self.frame, span);
            return true;
        }
        for (index, field) in (0u32..).zip(self.spec.fields) {
            if self.spec.required & !self.seen & (1 << index) == 0 {
                continue;
            }
            self.frame.level = Level::Object {
                spec: self.spec,
                field: index,
            };
            if !field.facts.invents {
                cursor.violated_by(Expected::Member, Found::Missing, &self.frame, span.clone());
                self.failed = true;
            } else if field.grade == Grade::Lenient {
                cursor.declared(RepairKind::MissingToDefault, &self.frame, span.clone());
            } else {
                cursor.repaired(RepairKind::MissingToDefault, &self.frame, span.clone());
            }
        }
        self.failed
    }
}

/// Puts into a field's slot at the object's end what the field's absence stands for, if nothing was read to it.
pub fn fill<T: LlmOutput>(slot: &mut Option<T>) {
    if slot.is_none()
        && let Ok(value) = absent()
    {
        *slot = Some(value);
    }
}

/// The value that an absent member stands for, or that is made up in its place.
pub fn absent<T: LlmOutput>() -> Read<T> {
    if let Some(value) = T::__none() {
        return Ok(value);
    }
    match T::__invent() {
        Some(value) => Ok(value),
        None => Err(Halt::Invalid),
    }
}
