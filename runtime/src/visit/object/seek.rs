//! Whose turn it is, where the next key is not the one of the field whose turn it would be.

use super::{END, Loose, Match, Object};
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::key::{Key, Member};
use crate::repair::RepairKind;

impl Object<'_> {
    /// Finds whose turn it is: reads keys until one is a field's, passing over the members that the type does not know.
    #[inline(never)]
    pub(super) fn seek(&mut self, cursor: &mut Cursor<'_>) {
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

    /// Gives the turn to the field that the key belongs to, if there is one whose value is to be read.
    fn take(&mut self, cursor: &mut Cursor<'_>, key: &Key<'_>, start: usize) -> bool {
        if cursor.tag.is_some_and(|tag| tag.key == key.span.start) {
            if key.has_value {
                cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
            }
            return false;
        }
        let name = &*key.name;
        let exact = self.spec.exact(name).map(|field| (field, Match::Exact));
        if exact.is_none() && self.spec.takes_rest && !self.folds_to_missing(cursor, key) {
            return self.takes_rest(key, cursor);
        }
        let found = exact
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
                key: key.span.clone(),
                matched,
                from,
                to: from,
            });
        }
        self.matched = matched;
        self.plain = matched == Match::Exact && !self.replaces && !self.grouped;
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
        if in_list && self.spec.always_required() & (1 << field) != 0 && !self.is_short() {
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
    pub(super) fn pass_over(&mut self, cursor: &mut Cursor<'_>, key: &Key<'_>) {
        let root = Frame::root();
        let parent = self.frame.parent.unwrap_or(&root);
        let member = Frame::below(parent, Level::Map { key: Some(&key.name) });
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

    /// Whether the last value was a string that went on beyond its first quote; it is then read again, with care.
    pub(super) fn overran(&mut self, cursor: &mut Cursor<'_>, comma: bool) -> bool {
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

    /// Whether members of this object follow its end, which then came too early.
    pub(super) fn reopens(&mut self, cursor: &mut Cursor<'_>) -> bool {
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
}
