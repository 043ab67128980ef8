//! Keys that the visitor of an object asks for, in other spellings: which they are shows only once one is missed.

use super::Entries;
use crate::fold;
use crate::path::{Frame, Level};
use crate::read::key::{Key, Member};
use crate::repair::RepairKind;

impl Entries<'_, '_, '_> {
    /// The key that the visitor asked for under another spelling, where it is not there in its own.
    #[cold]
    pub(super) fn respelt(&mut self, key: &Key<'_>) -> Option<&'static str> {
        if let Some(name) = self.asked.iter().find(|name| **name == key.name) {
            self.came.push(name);
            return None;
        }
        let came = &self.came;
        let missing = || self.asked.iter().copied().filter(|name| !came.contains(name));
        let folded = missing().find(|name| fold::folds_to(name, &key.name));
        let (name, kind) = match folded {
            Some(name) => (name, RepairKind::KeyCase),
            None => (near(missing(), &key.name)?, RepairKind::KeyFuzzy),
        };
        if self.comes_later(name, kind) {
            return None;
        }
        self.came.push(name);
        let frame = Frame::below(self.at, Level::Map { key: Some(name) });
        self.cursor.repaired(kind, &frame, key.span.clone());
        Some(name)
    }

    /// Whether this key stands behind the value at the cursor in a spelling that is nearer.
    fn comes_later(&mut self, name: &str, kind: RepairKind) -> bool {
        if self.cursor.lookahead == 0 || self.pairs {
            return false;
        }
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let (text, cut) = (self.cursor.text, self.cursor.sink.cut);
        let level = Frame::below(self.at, Level::Map { key: None });
        self.cursor.skip(&level);
        let found = loop {
            let comma = self.cursor.separator(&level);
            match self.cursor.member(comma, &level) {
                Member::Key(key) if key.name == name => break true,
                Member::Key(key) if kind == RepairKind::KeyFuzzy && fold::folds_to(name, &key.name) => break true,
                Member::Key(key) if key.has_value => self.cursor.skip(&level),
                Member::Key(_) => {}
                Member::Closed | Member::Unclosed => break false,
            }
        };
        self.cursor.look(self.cursor.pos - start);
        self.cursor.return_to(start, mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
        found
    }
}

/// The one of these names that is a single edit away from a key.
fn near(names: impl Iterator<Item = &'static str>, key: &str) -> Option<&'static str> {
    const SHORTEST: usize = 5;
    let is_long = |text: &str| fold::folded(text).count() >= SHORTEST;
    let mut near = names.filter(|name| is_long(name) && is_long(key) && fold::is_one_edit(name, key));
    let found = near.next()?;
    near.next().is_none().then_some(found)
}
