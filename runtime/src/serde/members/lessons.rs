//! What an object's members teach the next pass, when the visitor has refused them.

use super::Members;
use crate::serde::failure::Cause;
use crate::serde::pass::Lesson;

impl Members<'_, '_, '_> {
    /// Draws the conclusion from an element that ended before a key that came again; `cause` is what its visitor has
    /// against it, `None` where that is on record. Returns whether that is news.
    #[cold]
    pub(in crate::serde) fn learns_split(&mut self, cause: Result<(), Option<&Cause>>, news: usize) -> bool {
        let Some((split, omitted)) = self
            .fates
            .as_ref()
            .and_then(|fates| Some((fates.split?, fates.omitted)))
        else {
            return false;
        };
        let lacks = match cause {
            Err(Some(Cause::Missing(name))) => self.spec.exact(name),
            _ => None,
        };
        match (omitted, cause) {
            (Some(field), _) if lacks == Some(field) => self.pass.begin(self.of, field, true),
            // Another one is missing: the element goes on behind the key.
            (_, Err(Some(Cause::Missing(_)))) => {
                self.pass.note(self.cursor, split, Lesson::NoSplit);
                self.pass.note(self.cursor, self.start, Lesson::RepeatedKey);
            }
            (None, _) => return false,
            (Some(field), Ok(())) => self.pass.begin(self.of, field, false),
            // What was learnt of its members comes first.
            (Some(_), Err(None)) if self.pass.news() > news => {}
            (Some(field), Err(_)) => self.pass.begin(self.of, field, true),
        }
        true
    }

    /// Notes that the object ended too early, if members of it follow its end.
    #[cold]
    pub(in crate::serde) fn learns_reopening(&mut self) -> bool {
        let brace = self
            .brace
            .filter(|&brace| self.reopening(brace, |field| self.seen.has(field)).is_some());
        if let Some(brace) = brace {
            self.pass.note(self.cursor, brace, Lesson::Reopens);
        }
        brace.is_some()
    }

    /// Notes that this field must be there. Returns whether that is news.
    #[cold]
    pub(in crate::serde) fn learns_missing(&mut self, name: &str) -> bool {
        match self.spec.exact(name) {
            Some(field) if !self.pass.requires(self.of, field) => {
                self.pass.require(self.of, field);
                true
            }
            _ => false,
        }
    }

    /// Notes that the last key is another name of this field. Returns whether that is news.
    #[cold]
    pub(in crate::serde) fn learns_same(&mut self, name: &str) -> bool {
        let Some(field) = self.spec.exact(name).filter(|&field| field != self.last) else {
            return false;
        };
        let first = if self.seen.has(field) { field } else { self.first };
        if self.pass.united(self.of, self.last) != self.last {
            return false;
        }
        self.pass.unite(self.of, first, self.last);
        self.pass.note(self.cursor, self.start, Lesson::RepeatedKey);
        true
    }

    /// Notes that the type takes no unknown key. Returns whether that is news.
    #[cold]
    pub(in crate::serde) fn learns_closed(&self) -> bool {
        let is_news = !self.pass.is_closed(self.of);
        self.pass.close(self.of);
        is_news
    }
}
