//! Several keys of one field: which of them counts.

use std::collections::HashMap;

use super::Members;
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::key::Member;
use crate::repair::RepairKind;

/// What becomes of a key that stands in an object with another of the same field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It takes the place of an earlier one that was as good.
    Replaces,
    PassOver,
}

impl Members<'_, '_, '_> {
    /// Looks at all keys of the object to see which one counts where several are the same field's: the one in the
    /// field's own spelling before others, and the last of those.
    #[cold]
    pub(super) fn survey(&mut self) {
        let (pos, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let (text, cut) = (self.cursor.text, self.cursor.sink.cut);
        let level = Frame::below(
            self.parent,
            Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            },
        );
        self.cursor.pos = self.start + usize::from(self.cursor.byte(self.start) == b'{');
        let mut keys: Vec<(usize, u32, u8)> = Vec::new();
        let mut comma = false;
        while let Member::Key(key) = self.cursor.member(comma, &level) {
            let (field, kind) = self.find(&key);
            if let Some(field) = field.filter(|_| key.has_value) {
                let rank = match kind {
                    None => 2,
                    Some(RepairKind::KeyCase) => 1,
                    Some(_) => 0,
                };
                keys.push((key.span.start, field, rank));
            }
            if key.has_value {
                self.cursor.skip(&level);
            }
            comma = self.cursor.separator(&level);
        }
        let length = self.cursor.pos - self.start;
        self.cursor.return_to(pos, mark);
        self.cursor.text = text;
        self.cursor.sink.cut = cut;
        let mut fates = HashMap::new();
        if self.cursor.look(length) {
            let mut best: HashMap<u32, (usize, u8, bool)> = HashMap::new();
            for &(start, field, rank) in &keys {
                let entry = best.entry(field).or_insert((start, rank, false));
                if start != entry.0 && rank >= entry.1 {
                    *entry = (start, rank, rank == entry.1);
                }
            }
            for &(start, field, _) in &keys {
                match best.get(&field) {
                    Some(&(counts, _, false)) if counts == start => None,
                    Some(&(counts, ..)) if counts == start => fates.insert(start, Fate::Replaces),
                    _ => fates.insert(start, Fate::PassOver),
                };
            }
        }
        self.fates = Some(fates);
    }
}
