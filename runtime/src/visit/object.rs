//! Drives the code that the derive generates for a struct: which field comes next, and what to do if it is a different
//! one.
//!
//! Generated code has a piece for each field, in declared order, which reads the value into the field's slot. The piece
//! of the next field follows, and [`Object::follow`] looks for that field's key first: fields in declared order are
//! read by straight-line code, in which each key is a constant. If another key comes next, [`Object::seek`] finds its
//! field, and the pieces run once more. None of that is generic over the struct.
//!
//! The clean path is inlined, but not in a build with debug assertions: that is not fast anyway, and all of it would be
//! compiled again for every struct of the caller.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use crate::LlmOutput;
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::cursor::{Checkpoint, Cursor, Halt, NOWHERE, Read};
use crate::read::key::WrittenKey;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::ObjectSpec;

mod end;
mod merged;
mod odd;
mod seek;

use merged::More;

/// Guesses that need no broken syntax: about keys, and about what a single value means.
const OF_VALID_JSON: [RepairKind; 11] = [
    RepairKind::KeyFuzzy,
    RepairKind::DuplicateKey,
    RepairKind::EnumFuzzy,
    RepairKind::EnumInText,
    RepairKind::NumberInText,
    RepairKind::NullAlias,
    RepairKind::TimeDropped,
    RepairKind::OffsetAssumed,
    RepairKind::SchemeAssumed,
    RepairKind::LoneSurrogate,
    RepairKind::Clamped,
];

/// No field's turn: the object has ended.
pub const END: u32 = u32::MAX;

/// No byte: none of a text in UTF-8 is this one.
const NO_LEAD: u8 = 0xff;

/// No byte either: the comma before a key without quotes or in single ones, which is looked for in another way.
const ODD_LEAD: u8 = 0xfe;

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
    /// The state of the record before the key was reported as a duplicate, if it was.
    duplicate: Option<Mark>,
    /// The state before the value, and without a repair of the key.
    before: Checkpoint,
    /// What was recorded until the end of the value.
    to: Mark,
    /// Where the value is; empty if it was only skipped.
    value: Range<usize>,
    /// The value could not be read.
    failed: bool,
}

/// A set of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct FieldSet([u64; 2]);

impl FieldSet {
    #[inline(always)]
    fn has(&self, field: u32) -> bool {
        self.0[(field >> 6) as usize & 1] & (1 << (field & 63)) != 0
    }

    #[inline(always)]
    fn set(&mut self, field: u32) {
        self.0[(field >> 6) as usize & 1] |= 1 << (field & 63);
    }

    fn clear(&mut self, field: u32) {
        self.0[(field >> 6) as usize & 1] &= !(1 << (field & 63));
    }

    /// The set as a number with a bit for each field.
    #[inline(always)]
    pub(super) fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
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
    /// The field whose value was read last, or is being read; [`NO_FIELD`] before the first.
    turn: u32,
    /// The byte that is before the next key as a rule: the brace, then commas; [`ODD_LEAD`] for a comma where the key
    /// is expected to be odd, [`NO_LEAD`] where something else is to be done before.
    lead: u8,
    /// What [`Self::lead`] is after a value: a comma, or [`NO_LEAD`] where something is to be done after every value.
    next_lead: u8,
    /// A comma was passed since the last value.
    comma: bool,
    /// How many times something kept the object from being read. What is wrong with the value of a key that is not the field's
    /// own no longer counts once the field's own key comes.
    failed: u32,
    /// Fields of it were read after its end, which came too early.
    reopened: bool,
    /// A key in it has the name of a field further out, and belongs here all the same.
    has_name_above: bool,
    /// The whole reply is the value of one field, and there is no closer.
    raw: bool,
    /// How the key of the last value was matched.
    matched: Match,
    pub(super) unknown: u32,
    /// Fields that came, but for those whose values are to count as absent.
    pub(super) seen: FieldSet,
    pub(super) start: usize,
    /// Where the last value began, and the state of the record there.
    value_at: usize,
    value_mark: Mark,
    /// Some fields may be absent as a whole: which ones were given counts.
    grouped: bool,
    loose: Vec<Loose>,
    more: Option<Box<More>>,
}

impl<'p> Object<'p> {
    /// Where the object begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// An object whose first byte is the one at the cursor.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn new(cursor: &Cursor<'_>, at: &'p Frame<'p>, spec: &'static ObjectSpec) -> Self {
        Self {
            frame: Frame::below(at, Level::Object { spec, field: NO_FIELD }),
            spec,
            turn: NO_FIELD,
            lead: b'{',
            next_lead: if cursor.wary { NO_LEAD } else { b',' },
            comma: false,
            failed: 0,
            reopened: false,
            has_name_above: false,
            raw: false,
            matched: Match::Exact,
            unknown: 0,
            seen: FieldSet::default(),
            start: cursor.pos,
            value_at: NOWHERE,
            value_mark: cursor.sink.mark(),
            grouped: false,
            loose: Vec::new(),
            more: None,
        }
    }

    /// Whether an object begins here.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn open(&mut self, cursor: &mut Cursor<'_>) -> bool {
        cursor.peek() == b'{' || self.open_otherwise(cursor)
    }

    #[cold]
    #[inline(never)]
    fn open_otherwise(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if cursor.raw && self.spec.content.is_some() {
            self.raw = true;
            self.lead = NO_LEAD;
            return true;
        }
        if cursor.raw {
            return false;
        }
        if cursor.hints.headless_at == cursor.pos {
            cursor.hints.headless_at = NOWHERE;
            self.lead = NO_LEAD;
            return true;
        }
        if let Some(above) = self.frame.parent {
            cursor.trivia(above);
        }
        self.start = cursor.pos;
        self.value_mark = cursor.sink.mark();
        cursor.peek() == b'{'
    }

    /// The field whose value is at the cursor, with its key skipped; [`END`], which is no field's number, after
    /// the object's end.
    #[inline(never)]
    pub fn turn(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        let field = self.turn.wrapping_add(1);
        if (field as usize) < self.spec.fields.len() {
            self.follow(cursor, self.spec, field)
        } else {
            self.end(cursor)
        }
    }

    /// Like [`Self::turn`], where `field` is the one after the last one: a constant in generated code, so that what its key
    /// is compared with is one too.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn follow(&mut self, cursor: &mut Cursor<'_>, spec: &'static ObjectSpec, field: u32) -> u32 {
        let Some(expected) = spec.fields.get(field as usize).filter(|_| !self.seen.has(field)) else {
            return self.turn_otherwise(cursor);
        };
        if let Some(value) = cursor.behind_key(self.lead, &expected.quoted) {
            cursor.pos = value;
            return self.give(cursor, field);
        }
        self.turn_odd(cursor, expected, field)
    }

    /// Like [`Self::turn`], where the last field was read: most often the object ends here.
    #[cfg_attr(not(debug_assertions), inline)]
    fn end(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        if matches!(self.lead, b',' | ODD_LEAD)
            && let Some(brace) = cursor.brace_behind(cursor.pos)
            && self.is_full()
        {
            cursor.pos = brace + 1;
            return END;
        }
        self.end_odd(cursor)
    }

    /// Gives the turn to the field after the last one, if its key is at the cursor in whatever quotes.
    fn expected(&mut self, cursor: &mut Cursor<'_>) -> Option<u32> {
        let field = self.turn.wrapping_add(1);
        let expected = self.spec.fields.get(field as usize)?;
        if self.seen.has(field) {
            return None;
        }
        let value = if cursor.peek() == b'"' {
            cursor.value_behind(cursor.pos, expected.name)?
        } else {
            if cursor.nesting.tag.is_some() {
                return None;
            }
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            cursor.value_behind_bare(cursor.pos, expected, &self.frame)?
        };
        cursor.pos = value;
        Some(self.give(cursor, field))
    }

    /// Gives the turn to `field`, whose value is at the cursor.
    #[inline]
    fn give(&mut self, cursor: &Cursor<'_>, field: u32) -> u32 {
        self.frame.level = Level::Object { spec: self.spec, field };
        self.turn = field;
        self.seen.set(field);
        self.lead = self.next_lead;
        self.value_at = cursor.pos;
        self.value_mark = cursor.sink.mark();
        field
    }

    /// The level of the field whose turn it is.
    #[inline(always)]
    pub fn at(&self) -> &Frame<'p> {
        &self.frame
    }

    /// Whether all of a type's `count` fields were seen, the first of which is `base`.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn has_all(&self, base: u32, count: u32) -> bool {
        let all = u128::MAX >> (u128::BITS - count) << base;
        self.seen.bits() & all == all
    }

    /// Puts the value that was read for the field whose turn it is into its slot; the last one counts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn keep<T>(&mut self, cursor: &mut Cursor<'_>, read: Read<T>, slot: &mut Option<T>) {
        if let Err(halt) = read {
            self.failed(cursor, halt);
        }
        *slot = read.ok();
    }

    /// Like [`Self::keep`], and gives the turn to whichever field comes next: most often `field`, the one after.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn keep_and_follow<T>(
        &mut self,
        cursor: &mut Cursor<'_>,
        read: Read<T>,
        slot: &mut Option<T>,
        spec: &'static ObjectSpec,
        field: u32,
    ) -> u32 {
        // As in `keep`: a call of it would be one more function for each type.
        if let Err(halt) = read {
            self.failed(cursor, halt);
        }
        *slot = read.ok();
        self.follow(cursor, spec, field)
    }

    /// Like [`Self::keep`], where the field is the last one, and gives the turn to whichever comes next: most often none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn keep_and_end<T>(&mut self, cursor: &mut Cursor<'_>, read: Read<T>, slot: &mut Option<T>) -> u32 {
        if let Err(halt) = read {
            self.failed(cursor, halt);
        }
        *slot = read.ok();
        self.end(cursor)
    }

    /// Finds whose turn it is where no comma and expected key follow.
    #[inline(never)]
    fn turn_otherwise(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        if self.lead != b',' {
            if self.lead == b'{' {
                cursor.pos += 1;
                cursor.space();
                return self.expected(cursor).unwrap_or_else(|| self.seek(cursor));
            }
            if self.turn == NO_FIELD {
                return match self.spec.content {
                    Some(content) if self.raw => self.give(cursor, content),
                    _ => self.seek(cursor),
                };
            }
            if self.matched != Match::Exact {
                self.close_loose(cursor);
            }
            if self.grouped {
                self.note_given(cursor);
            }
        }
        cursor.space();
        match cursor.peek() {
            b',' => {
                let comma = cursor.pos;
                cursor.pos += 1;
                cursor.space();
                if let Some(field) = self.expected(cursor) {
                    return field;
                }
                if cursor.peek() == b'}' && self.is_full() && !cursor.wary {
                    return self.end_at_comma(cursor, comma..comma + 1);
                }
                self.comma = true;
                self.seek(cursor)
            }
            b'}' if self.is_full() && !cursor.wary => {
                cursor.pos += 1;
                END
            }
            _ => self.turn_slow(cursor),
        }
    }

    /// Notes where the record of a value that was read under another key ends.
    #[cold]
    fn close_loose(&mut self, cursor: &Cursor<'_>) {
        self.matched = Match::Exact;
        if let Some(loose) = self.loose.iter_mut().rfind(|loose| loose.field == self.turn) {
            loose.to = cursor.sink.mark();
            loose.value.end = cursor.pos;
        }
    }

    #[cold]
    #[inline(never)]
    fn turn_slow(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        if cursor.peek() == b'}' {
            cursor.pos += 1;
            return if self.reopens(cursor) { self.seek(cursor) } else { END };
        }
        if cursor.at_end() {
            self.comma = false;
            self.run_out(cursor);
            return END;
        }
        if self.overran(cursor, false) {
            return self.read_again(cursor);
        }
        self.comma = cursor.separator(&self.frame);
        self.seek(cursor)
    }

    /// The value could not be read, and its slot is empty.
    #[cold]
    #[inline(never)]
    fn failed(&mut self, cursor: &mut Cursor<'_>, halt: Halt) {
        let counts_as_absent = halt == Halt::Absent && self.spec.fields[self.turn as usize].has_default;
        if self.matched == Match::Near && !counts_as_absent {
            // A key that only resembles a field's, with a value that does not fit it, is another key.
            if let Some(index) = self.loose.iter().rposition(|loose| loose.field == self.turn) {
                let loose = self.loose.remove(index);
                cursor.return_to(loose.before);
                let key = WrittenKey {
                    name: Cow::Borrowed(&cursor.text[loose.key.clone()]),
                    span: loose.key,
                    has_value: true,
                };
                let span = key.span.clone();
                self.pass_over(cursor, &key);
                // In what is valid JSON so far, the key is not several fields in one, nor one that is misspelt.
                if cursor.sink.may_break_grammar_but(OF_VALID_JSON) {
                    let is_odd = |c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | ' ');
                    if cursor.text[span.clone()].contains(is_odd) {
                        cursor.repaired(RepairKind::ContentLost, &self.frame, span);
                    } else if cursor.byte(span.start.wrapping_sub(1)) != b'"' {
                        cursor.repaired(RepairKind::JunkRemoved, &self.frame, span);
                    }
                }
            }
            self.seen.clear(self.turn);
            return;
        }
        match halt {
            Halt::Absent if counts_as_absent => {
                // The same as an `Option` without a value.
                cursor.hints.none_at = self.value_at;
            }
            Halt::Absent | Halt::Ascend => self.seen.clear(self.turn),
            Halt::Invalid if self.drops_group(cursor) => {}
            Halt::Invalid => {
                let loose = self.loose.iter_mut().rfind(|loose| loose.field == self.turn);
                let is_new = match loose.filter(|_| self.matched != Match::Exact) {
                    Some(loose) => !core::mem::replace(&mut loose.failed, true),
                    None => true,
                };
                self.failed += u32::from(is_new);
            }
        }
    }
}

/// Puts into a field's slot at the object's end what the field's absence stands for, if nothing was read to it.
pub fn supply<T: LlmOutput>(slot: &mut Option<T>) {
    if slot.is_none()
        && let Ok(value) = absent()
    {
        *slot = Some(value);
    }
}

/// The value that an absent field stands for, or that is made up in its place.
pub fn absent<T: LlmOutput>() -> Read<T> {
    if let Some(value) = T::__none() {
        return Ok(value);
    }
    match T::__invent() {
        Some(value) => Ok(value),
        None => Err(Halt::Invalid),
    }
}
