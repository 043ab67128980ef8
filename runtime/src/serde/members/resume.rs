//! How the members go on where an earlier run has left them, and what that run's visitor had is given to this one's.

use super::{Members, Seen, Turn};
use crate::path::NO_FIELD;
use crate::read::cursor::NOWHERE;
use crate::serde::members::fates::Fates;
use crate::serde::pass;

/// How much of the object its visitor is to see in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// All of it.
    Whole,
    /// The members from here on: what it says of the whole is no news.
    Part,
    /// As [`Self::Part`], with the member at the cursor first.
    AtMember,
    /// Nothing stands there any more: it gets stand-ins for all members that came, to say which one is missing.
    Filled,
}

/// Where an object goes on in another run.
#[derive(Debug)]
pub(in crate::serde) struct MembersStop {
    pub(in crate::serde) pos: usize,
    mode: Mode,
    /// The field of the member at the cursor.
    field: u32,
    done: bool,
    seen: Seen,
    first: u32,
    last: u32,
    unknown: usize,
    fates: Option<Fates>,
    looked: bool,
    brace: Option<usize>,
    unclosed: Option<bool>,
    next: u32,
}

impl Members<'_, '_, '_> {
    fn stop(&mut self, pos: usize, mode: Mode) -> MembersStop {
        MembersStop {
            pos,
            mode,
            field: NO_FIELD,
            done: self.done,
            seen: std::mem::take(&mut self.seen),
            first: self.first,
            last: self.last,
            unknown: self.unknown,
            fates: self.fates.take(),
            looked: self.looked,
            brace: self.brace,
            unclosed: self.unclosed,
            next: self.next,
        }
    }

    /// Notes where the object goes on behind a value that was refused, or with what is left of it.
    #[cold]
    pub(super) fn leave(&mut self, here: usize, field: u32) {
        self.refused = true;
        let stop = if self.pass.has_stopped() {
            MembersStop {
                field,
                ..self.stop(here, Mode::AtMember)
            }
        } else {
            self.stop(self.cursor.pos, Mode::Part)
        };
        self.pass
            .stop(self.cursor, self.start, pass::Stop::Members(Box::new(stop)), 0);
    }

    /// Notes that the object goes on with what else is missing, behind a field for which nothing could be made up.
    #[cold]
    pub(super) fn leave_behind(&mut self, field: u32) {
        self.refused = true;
        let stop = MembersStop {
            next: field + 1,
            ..self.stop(self.cursor.pos, Mode::Part)
        };
        let dealt_with = 1 + field as usize;
        self.pass
            .stop(self.cursor, self.start, pass::Stop::Members(Box::new(stop)), dealt_with);
    }

    /// Has another run ask the visitor what else is missing.
    #[cold]
    pub(in crate::serde) fn asks_on(&mut self) {
        let Some(mark) = self.end_mark.filter(|_| !self.pass.has_stopped()) else {
            return;
        };
        self.cursor.sink.rewind(mark);
        let stop = MembersStop {
            next: 0,
            ..self.stop(self.cursor.pos, Mode::Filled)
        };
        self.pass
            .stop(self.cursor, self.start, pass::Stop::Members(Box::new(stop)), 0);
    }

    /// Goes on where an earlier run has left the object.
    #[cold]
    pub(super) fn go_on(&mut self, stop: pass::Stop) {
        let pass::Stop::Members(stop) = stop else { return };
        self.cursor.pos = stop.pos;
        self.mode = stop.mode;
        self.seen = stop.seen;
        self.first = stop.first;
        self.last = stop.last;
        self.unknown = stop.unknown;
        self.fates = stop.fates;
        self.looked = stop.looked;
        self.brace = stop.brace;
        self.unclosed = stop.unclosed;
        self.next = stop.next;
        self.begun = true;
        self.value_at = NOWHERE;
        self.value_mark = self.cursor.sink.mark();
        self.done = stop.done;
        if stop.mode == Mode::AtMember {
            self.turn = Turn::Field(stop.field);
        }
    }

    /// The next field that came in an earlier run, where the visitor gets stand-ins for these.
    pub(super) fn next_given(&mut self) -> Option<u32> {
        if self.mode != Mode::Filled {
            return None;
        }
        let count = u32::try_from(self.spec.fields.len()).unwrap_or(u32::MAX);
        let found = (self.given..count).find(|&field| self.seen.has(field));
        self.given = found.map_or(count, |field| field + 1);
        found
    }

    /// Whether the visitor sees only part of the object in this run.
    pub(in crate::serde) fn is_part(&self) -> bool {
        matches!(self.mode, Mode::Part | Mode::AtMember)
    }

    /// Whether its visitor refused the value of a member, or a stand-in for one.
    pub(in crate::serde) fn is_refused(&self) -> bool {
        self.refused
    }
}
