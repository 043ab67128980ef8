//! The fields of flattened types: those that may all be missing, and unknown ones.

use alloc::string::String;
use core::ops::Range;

use super::{Match, NO_LEAD, Object, REST};
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Read};
use crate::read::key::{Member, WrittenKey};
use crate::repair::{RepairKind, Severity};

/// What only an object with flattened fields has to remember.
#[derive(Debug, Default)]
pub(super) struct More {
    /// The key whose value is read as a field of the flattened map, and its place.
    key: String,
    span: Range<usize>,
    /// Fields whose own key is known to be further down.
    later: u128,
    /// Fields that hold a value, which `null` for an `Option` is not.
    given: u128,
    /// Fields of groups that were thrown away because one of them could not be read.
    dropped: u128,
}

impl Object<'_> {
    /// From here on it counts which fields were given.
    pub(in crate::visit) fn counts_given(&mut self) {
        self.grouped = true;
        self.next_lead = NO_LEAD;
        self.more.get_or_insert_default();
    }

    /// Whether any of `members` was given, and they were not thrown away.
    pub(in crate::visit) fn has_given(&self, members: u128) -> bool {
        self.more
            .as_ref()
            .is_some_and(|more| more.given & members != 0 && more.dropped & members != members)
    }

    /// Notes whether the value that was just read is one.
    #[cold]
    #[inline(never)]
    pub(super) fn note_given(&mut self, cursor: &Cursor<'_>) {
        if self.turn as usize >= self.spec.fields.len() {
            return;
        }
        let bit = 1 << self.turn;
        let is_given = self.seen.has(self.turn) && cursor.hints.none_at != self.value_at;
        let more = self.more.get_or_insert_default();
        more.given = if is_given { more.given | bit } else { more.given & !bit };
    }

    /// The fields that must be there and were not seen; those of a group, where any of the group was given.
    pub(super) fn missing(&self) -> u128 {
        let mut missing = self.spec.always_required() & !self.seen.bits();
        for group in self.spec.groups {
            if self.has_given(group.members) {
                let given = self.more.as_ref().map_or(0, |more| more.given);
                missing |= group.required & !given;
            }
        }
        missing
    }

    /// Whether the value that could not be read belongs to fields that may be missing as a whole, and they are thrown
    /// away for it.
    pub(super) fn drops_group(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let bit = 1 << self.turn;
        let group = self.spec.groups.iter().find(|group| group.members & bit != 0);
        let Some(group) = group.filter(|_| cursor.sink.accept() >= Some(Severity::Invented)) else {
            return false;
        };
        cursor.sink.rewind(self.value_mark);
        let end = cursor.pos;
        cursor.repaired(RepairKind::DroppedInvalidOptional, &self.frame, self.value_at..end);
        self.more.get_or_insert_default().dropped |= group.members;
        true
    }

    /// Whether a key that is no field's own is taken for a field's all the same, where a map takes all other keys: only
    /// in another case or style, and only if the field must be there and its own key is nowhere in the object.
    pub(super) fn folds_to_missing(&mut self, cursor: &mut Cursor<'_>, key: &WrittenKey<'_>) -> bool {
        let Some(field) = self.spec.folded(&key.name) else {
            return false;
        };
        let bit = 1 << field;
        let later = self.more.as_ref().map_or(0, |more| more.later);
        if self.spec.always_required() & bit == 0 || (self.seen.bits() | later) & bit != 0 {
            return false;
        }
        let comes = key.has_value && self.comes_later(cursor, field);
        if comes {
            self.more.get_or_insert_default().later |= bit;
        }
        !comes
    }

    /// Whether the field's own key is after the value at the cursor, as far as one may look ahead.
    #[cold]
    fn comes_later(&self, cursor: &mut Cursor<'_>, field: u32) -> bool {
        if cursor.work.lookahead == 0 {
            return false;
        }
        let before = cursor.checkpoint();
        let level = Frame::with(
            self.frame.parent,
            Level::Rest {
                spec: self.spec,
                key: "",
            },
        );
        cursor.skip(&Frame::below(&level, Level::Inside(Conversion::Member)));
        let found = loop {
            let comma = cursor.separator(&level);
            match cursor.member(comma, &level) {
                Member::Key(key) if self.spec.exact(&key.name) == Some(field) => break true,
                Member::Key(key) if key.has_value => cursor.skip(&level),
                Member::Key(_) => {}
                Member::Closed | Member::Unclosed => break false,
            }
        };
        cursor.look_back_to(before);
        found
    }

    /// Gives the turn to the flattened map.
    pub(super) fn takes_rest(&mut self, key: &WrittenKey<'_>, cursor: &Cursor<'_>) -> bool {
        if !key.has_value {
            return false;
        }
        let more = self.more.get_or_insert_default();
        more.key.clear();
        more.key.push_str(&key.name);
        more.span = key.span.clone();
        self.value_at = cursor.pos;
        self.matched = Match::Exact;
        self.lead = self.next_lead;
        self.turn = REST;
        true
    }

    /// Notes a doubt about an entry of the flattened map whose value was repaired, if its key resembles the one of a missing
    /// field: the value may be meant for that field.
    #[cold]
    fn doubt_rest(&self, cursor: &mut Cursor<'_>, key: &str) {
        let is_missing = |field| !self.seen.has(field);
        if self.spec.folded(key).is_some_and(is_missing) || self.spec.resembles(key, is_missing) {
            let span = self.more.as_ref().map_or(0..0, |more| cursor.place(more.span.clone()));
            cursor.sink.doubts().resembling.get_or_insert(span);
        }
    }

    /// Reads the value at the cursor with `read`, given its key, if it is the flattened map's turn. Says whose turn is next.
    pub(in crate::visit) fn rest<T>(
        &mut self,
        cursor: &mut Cursor<'_>,
        turn: u32,
        read: impl FnOnce(&mut Cursor<'_>, &Frame<'_>, &str) -> Read<Option<T>>,
    ) -> (Option<T>, u32) {
        if turn != REST {
            return (None, turn);
        }
        self.value_at = cursor.pos;
        self.value_mark = cursor.sink.mark();
        let more = self.more.get_or_insert_default();
        let key = core::mem::take(&mut more.key);
        cursor.token = more.span.clone();
        let frame = Frame::with(
            self.frame.parent,
            Level::Rest {
                spec: self.spec,
                key: &key,
            },
        );
        let read = read(cursor, &frame, &key);
        if cursor.sink.has_moved(self.value_mark) {
            self.doubt_rest(cursor, &key);
        }
        // The value may have to be read again, with care.
        self.more.get_or_insert_default().key = key;
        self.failed += u32::from(read.is_err());
        (read.ok().flatten(), self.turn(cursor))
    }
}
