//! From one member to the next: the separator, the key, and where the object ends, which may be too early or not at
//! all.

use super::{Members, Stranger, Turn};
use crate::path::NO_FIELD;
use crate::read::conserve::follows_comma;
use crate::read::cursor::NOWHERE;
use crate::read::key::{Key, Member};
use crate::repair::RepairKind;
use crate::serde::pass::Lesson;

impl<'x> Members<'_, 'x, '_> {
    /// Goes on to the next key that is the visitor's. Leaves the cursor at its value.
    pub(super) fn advance(&mut self) {
        self.turn = Turn::Nothing;
        if self.stranger.is_some() {
            self.conserve();
        }
        let mut comma = false;
        if std::mem::replace(&mut self.begun, true) {
            comma = self.separator();
        }
        while !self.done {
            self.at(NO_FIELD);
            let Some((key, before)) = self.key(comma) else { return };
            self.value_at = NOWHERE;
            if self.take(key, before) {
                return;
            }
            if self.done {
                return;
            }
            self.at(NO_FIELD);
            comma = self.separator();
        }
    }

    /// Passes over the comma behind a value. Returns whether one was there.
    #[inline]
    fn separator(&mut self) -> bool {
        self.cursor.space();
        match self.cursor.peek() {
            b',' => {
                self.cursor.pos += 1;
                self.cursor.space();
                true
            }
            b'}' => false,
            _ => {
                self.at(NO_FIELD);
                self.overran(false);
                self.cursor.separator(&self.frame)
            }
        }
    }

    /// The next key, with the place from which it was looked for, or `None` at the object's end.
    fn key(&mut self, mut comma: bool) -> Option<(Key<'x>, usize)> {
        loop {
            let before = self.cursor.pos;
            if let Some(key) = self.cursor.simple_key() {
                return Some((key, before));
            }
            if self.cursor.peek() == b'}' && !comma {
                self.brace = Some(self.cursor.pos);
                self.cursor.pos += 1;
            } else {
                if self.overran(comma) {
                    comma = self.cursor.separator(&self.frame);
                    continue;
                }
                if let Some(key) = self.cursor.bare_key(&self.frame) {
                    return Some((key, before));
                }
                if self.is_cut_behind_key() {
                    self.done = true;
                    return None;
                }
                match self.cursor.member(comma, &self.frame) {
                    Member::Key(key) => return Some((key, before)),
                    Member::Closed => {
                        let brace = self.cursor.pos.wrapping_sub(1);
                        self.brace = (self.cursor.byte(brace) == b'}').then_some(brace);
                    }
                    Member::Unclosed => self.unclosed = Some(comma),
                }
            }
            let Some((brace, next)) = self.reopens() else {
                self.done = true;
                self.end();
                return None;
            };
            self.cursor
                .repaired(RepairKind::ObjectReopened, &self.frame, brace..brace + 1);
            self.cursor.pos = next;
            self.brace = None;
            comma = true;
        }
    }

    /// Whether the text ends behind the next field's key; that is then on record as the field's.
    #[cold]
    fn is_cut_behind_key(&mut self) -> bool {
        let next = self.last.wrapping_add(1);
        let Some(field) = self.spec.fields.get(next as usize) else {
            return false;
        };
        let Some(key) = self.cursor.key_ahead(self.cursor.pos) else {
            return false;
        };
        let end = self.cursor.after_space(key.colon + 1);
        // Behind a member that the type does not know, no field is expected.
        let in_turn = self.value_at != NOWHERE || (self.unknown == 0 && self.seen.is_empty());
        let glued = key.name.end + 1 == key.colon;
        if end < self.cursor.text.len() || !in_turn || !glued || self.cursor.text[key.name] != *field.name {
            return false;
        }
        self.cursor.pos = end;
        self.at(next);
        self.cursor.cut(&self.frame);
        self.at(NO_FIELD);
        self.unclosed = Some(true);
        true
    }

    /// The brace that was just passed, and where members of this object go on after it, if it is in doubt.
    fn reopens(&self) -> Option<(usize, usize)> {
        let brace = self.brace?;
        let is_doubtful = self.cursor.wary || self.pass.is(self.cursor, brace, Lesson::Reopens);
        let next = self
            .reopening(brace, |field| self.seen.has(field))
            .filter(|_| is_doubtful)?;
        Some((brace, next))
    }

    /// Where members of this object go on behind its end, which then came too early.
    pub(super) fn reopening(&self, brace: usize, seen: impl Fn(u32) -> bool) -> Option<usize> {
        let mut comma = self.cursor.after_space(brace + 1);
        while self.cursor.wary && matches!(self.cursor.byte(comma), b'}' | b']') {
            comma = self.cursor.after_space(comma + 1);
        }
        let has_comma = self.cursor.byte(comma) == b',';
        let next = self.cursor.after_space(comma + usize::from(has_comma));
        if !(has_comma || self.cursor.wary) || self.cursor.is_key_above(next, &self.frame) {
            return None;
        }
        let key = self.cursor.key_ahead(next)?;
        let field = self.spec.exact(&self.cursor.text[key.name])?;
        (!seen(self.pass.united(self.of, field))).then_some(next)
    }

    /// Records what may have been lost with the last member, which the type does not know: a key that is broken is no field
    /// but may have been one, and a repair in its value may have swallowed one.
    #[cold]
    fn conserve(&mut self) {
        let Some(stranger) = self.stranger.take() else {
            return;
        };
        let Stranger {
            start,
            key,
            is_near,
            value,
            mark,
        } = stranger;
        self.at(NO_FIELD);
        let text = self.cursor.text;
        if is_near {
            if text[key.span.clone()].contains(['"', ':', ',']) {
                self.cursor.repaired(RepairKind::ContentLost, &self.frame, key.span);
            }
            return;
        }
        if self.cursor.is_broken_key(start, &key) || !follows_comma(text, key.span.start) {
            self.cursor.repaired(RepairKind::ContentLost, &self.frame, key.span);
        } else if self.cursor.byte(key.span.start.wrapping_sub(1)) != b'"' {
            self.cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span);
        } else if self.cursor.sink.has_moved(mark) {
            let end = self.cursor.pos;
            self.cursor.conserve_unknown(value..end, &self.frame);
        }
    }

    /// Puts on record that the text ended within the object: cut off, or merely not closed.
    fn end(&mut self) {
        let Some(comma) = self.unclosed else { return };
        let fields = 0..u32::try_from(self.spec.fields.len()).unwrap_or(u32::MAX);
        let absent = || fields.clone().filter(|&field| !self.seen.has(field));
        let is_short = absent().any(|field| self.pass.requires(self.of, field));
        let may_grow = self.spec.fields.is_empty() || absent().next().is_some();
        let is_bare = self.seen.is_empty() && self.unknown == 0 && !self.spec.fields.is_empty();
        self.cursor
            .unclosed(comma || is_short || is_bare, may_grow, &self.frame);
    }

    /// Whether the last value was a string that went on beyond its first quote. The next pass reads it with care; this
    /// one goes on behind it.
    fn overran(&mut self, comma: bool) -> bool {
        let start = self.value_at;
        if start == NOWHERE
            || self.cursor.careful_at == start
            || !matches!(self.cursor.byte(start), b'"' | b'0'..=b'9' | b'-')
            || self.cursor.at_end()
            || !self.cursor.is_overrun(comma, &self.frame)
        {
            return false;
        }
        self.pass.note(self.cursor, start, Lesson::Careful);
        self.cursor.return_to(start, self.value_mark);
        self.cursor.careful_at = start;
        self.at(self.last);
        if self.cursor.string(&self.frame).is_none() {
            let _ = self.cursor.bare(&self.frame);
        }
        self.at(NO_FIELD);
        true
    }
}
