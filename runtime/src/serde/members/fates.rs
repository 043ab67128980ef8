//! Several keys of one field: which of them counts, and where one of them begins the next element of a list.

use std::collections::HashMap;

use super::Members;
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::key::{Key, Member};
use crate::repair::RepairKind;
use crate::serde::pass::Lesson;
use crate::visit::coerce;

/// What becomes of a key that stands in an object with another of the same field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It takes the place of an earlier one that was as good.
    Replaces,
    /// A later one takes its place.
    PassOver,
    /// It comes again with `null` or an empty value, which overrides nothing.
    Void,
    /// It only resembles the key that stands there as well: it is another key.
    Other,
}

/// What a look at all keys of an object has shown.
#[derive(Debug, Default)]
pub(super) struct Fates {
    /// What becomes of keys that are one of several, by where they begin.
    pub(super) keys: HashMap<usize, Fate>,
    /// The key with which the next element of the list begins, whose braces are lost.
    pub(super) split: Option<usize>,
    /// The field that is left out of this element, with all that stands behind [`Self::split`], to see whether it must be
    /// there.
    pub(super) omitted: Option<u32>,
    /// Where the element ends is for the next pass to tell.
    unsettled: bool,
}

/// The key that counts for a field, as far as the keys were looked at.
struct Best {
    start: usize,
    rank: u8,
    repeats: bool,
}

impl Members<'_, '_, '_> {
    /// Looks at all keys of the object to see which one counts where several are the same field's: the one in the
    /// field's own spelling before others, and the last of those.
    #[cold]
    pub(super) fn survey(&mut self) {
        if self.cursor.lookahead == 0 {
            self.fates = Some(Fates::default());
            return;
        }
        let (pos, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let (text, cut) = (self.cursor.text, self.cursor.sink.cut);
        let (bare_keys, odd_keys) = (self.cursor.bare_keys, self.cursor.odd_keys);
        let level = Frame::below(
            self.parent,
            Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            },
        );
        self.cursor.pos = self.start + usize::from(self.cursor.byte(self.start) == b'{');
        let mut fates = Fates::default();
        let mut best = HashMap::new();
        let mut comma = false;
        loop {
            let before = self.cursor.pos;
            match self.cursor.member(comma, &level) {
                Member::Key(key) => {
                    if self.weigh(&key, before, &mut best, &mut fates) {
                        break;
                    }
                    if key.has_value {
                        self.cursor.skip(&level);
                    }
                    comma = self.cursor.separator(&level);
                }
                Member::Closed if self.goes_on(&best) => comma = true,
                Member::Closed | Member::Unclosed => break,
            }
        }
        let length = self.cursor.pos - self.start;
        self.cursor.return_to(pos, mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
        self.cursor.bare_keys = bare_keys;
        self.cursor.odd_keys = odd_keys;
        if !self.cursor.look(length) {
            fates = Fates::default();
        }
        let repeats = best.values().filter(|best| best.repeats);
        fates.keys.extend(repeats.map(|best| (best.start, Fate::Replaces)));
        self.fates = Some(fates);
    }

    /// Weighs a key against an earlier one of the same field. Returns whether the next element begins with it.
    fn weigh(&mut self, key: &Key<'_>, before: usize, best: &mut HashMap<u32, Best>, fates: &mut Fates) -> bool {
        let (field, kind) = self.find(key);
        let Some(field) = field.filter(|_| key.has_value) else {
            return false;
        };
        let start = key.span.start;
        let rank = match kind {
            None => 2,
            Some(RepairKind::KeyCase) => 1,
            Some(_) => 0,
        };
        let Some(known) = best.get(&field) else {
            let repeats = false;
            best.insert(field, Best { start, rank, repeats });
            return false;
        };
        if rank < known.rank {
            fates.keys.insert(start, Fate::Other);
            return false;
        }
        if rank == known.rank && self.begins_element(field, start, before, best, fates) {
            fates.split = Some(start);
            return true;
        }
        if rank == known.rank && coerce::is_void(self.cursor) {
            fates.keys.insert(start, Fate::Void);
            return false;
        }
        let fate = if rank > known.rank { Fate::Other } else { Fate::PassOver };
        fates.keys.insert(known.start, fate);
        let repeats = known.repeats || rank == known.rank;
        best.insert(field, Best { start, rank, repeats });
        false
    }

    /// Whether a key that comes again begins the next element of the list that the object stands in: its field must be
    /// there, and so is every other one that must.
    ///
    /// What must be there shows only when it is missing, so that a pass is spent on that: it leaves the field out.
    fn begins_element(
        &mut self,
        field: u32,
        start: usize,
        before: usize,
        best: &HashMap<u32, Best>,
        fates: &mut Fates,
    ) -> bool {
        let in_list = matches!(self.parent.level, Level::List { .. });
        if !in_list || fates.unsettled || self.pass.is(self.cursor, start, Lesson::NoSplit) {
            return false;
        }
        let fields = 0..u32::try_from(self.spec.fields.len()).unwrap_or(u32::MAX);
        let mut required = fields.filter(|&field| self.pass.requires(self.of, field));
        if required.any(|field| !best.contains_key(&field)) {
            return false;
        }
        if best.len() == 1 && !self.cursor.text[..before].trim_end().ends_with(',') {
            // The one key there is comes again without a comma.
            return true;
        }
        if let Some(begins) = self.pass.begins(self.of, field) {
            return begins;
        }
        // What is wrong with one of its members may be wrong with another element.
        if let Some(catch) = self.catch.take() {
            self.pass.forget(self.cursor, self.start, catch);
        }
        if self.pass.is(self.cursor, self.start, Lesson::OpenSplit) {
            fates.omitted = Some(field);
            return true;
        }
        self.pass.note(self.cursor, self.start, Lesson::OpenSplit);
        fates.unsettled = true;
        false
    }

    /// Whether the object goes on behind the brace that was just passed, as an earlier pass or reading has shown.
    fn goes_on(&mut self, best: &HashMap<u32, Best>) -> bool {
        let brace = self.cursor.pos.wrapping_sub(1);
        let is_doubtful = self.cursor.wary || self.pass.is(self.cursor, brace, Lesson::Reopens);
        if !is_doubtful || self.cursor.byte(brace) != b'}' {
            return false;
        }
        let Some(next) = self.reopening(brace, |field| best.contains_key(&field)) else {
            return false;
        };
        self.cursor.pos = next;
        true
    }
}
