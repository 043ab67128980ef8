//! Going on behind what a visitor has refused. Its error ends the visitors of all lists and objects around it, so the
//! value is begun once more, and each of these goes on where it was: nothing is read twice, and what is wrong further on
//! is told and learnt in the same pass.

use std::cmp::Reverse;

use super::Pass;
use super::lessons::place;
use crate::read::cursor::{Cursor, NOWHERE};
use crate::record::Mark;
use crate::serde::{list, map, members};

/// Where a list or object goes on.
#[derive(Debug)]
pub(in crate::serde) enum Stop {
    List(list::ListStop),
    Members(Box<members::MembersStop>),
    Entries(map::EntriesStop),
}

impl Stop {
    fn pos(&self) -> usize {
        match self {
            Self::List(stop) => stop.pos,
            Self::Members(stop) => stop.pos,
            Self::Entries(stop) => stop.pos,
        }
    }
}

/// The lists and objects around a refused value.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// As they were left in this run, the innermost first; each by where it begins.
    stops: Vec<(u64, Stop)>,
    /// Those that this run has yet to come to, the outermost last.
    path: Vec<(u64, Stop)>,
    /// The state of the record where the run began. What is put on record on the way is there already.
    mark: Mark,
    /// How far the innermost one was read, and how many of its members were dealt with behind its end.
    pos: usize,
    dealt_with: usize,
    /// Where this run began, or went on from the last of those.
    from: usize,
    /// How far the last run came.
    reached: Option<(usize, Reverse<usize>, usize, usize)>,
}

impl Pass<'_> {
    /// Has the list or object that begins at `start` go on from there. What is inside of it comes first; `dealt_with` counts
    /// how often it went on from the same place.
    #[cold]
    pub(in crate::serde) fn stop(&self, cursor: &Cursor<'_>, start: usize, stop: Stop, dealt_with: usize) {
        if cursor.origin.is_some() || cursor.sink.cut {
            return self.lose();
        }
        let mut trail = self.trail.borrow_mut();
        if trail.stops.is_empty() {
            (trail.pos, trail.dealt_with) = (cursor.pos, dealt_with);
        }
        trail.stops.push((place(cursor, start), stop));
        self.stopped.set(true);
    }

    /// Whether something inside the list or object that is being left is to go on.
    pub(in crate::serde) fn has_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// What was left cannot be gone on with.
    #[cold]
    pub(in crate::serde) fn lose(&self) {
        self.trail.borrow_mut().stops.clear();
        self.stopped.set(false);
    }

    /// Where the list or object that begins at `start` goes on, if it was left in the last run.
    #[inline]
    pub(in crate::serde) fn resume(&self, cursor: &mut Cursor<'_>, start: usize) -> Option<Stop> {
        if self.resuming.get() {
            self.resumed(cursor, start)
        } else {
            None
        }
    }

    #[cold]
    fn resumed(&self, cursor: &mut Cursor<'_>, start: usize) -> Option<Stop> {
        let mut trail = self.trail.borrow_mut();
        let (_, stop) = trail.path.pop_if(|(known, _)| *known == place(cursor, start))?;
        // What stands on the way is read again in each run.
        cursor.charge_reread(cursor.pos.saturating_sub(trail.from));
        trail.from = stop.pos();
        self.resuming.set(!trail.path.is_empty());
        // At each of them, so that nobody on the way holds a mark that lies behind the end of the record.
        cursor.sink.rewind(trail.mark);
        Some(stop)
    }

    /// Whether another run from `start` is to go on where this one has ended.
    #[cold]
    pub(super) fn goes_on(&self, cursor: &Cursor<'_>, start: usize) -> bool {
        let mut trail = self.trail.borrow_mut();
        let reached = Some((trail.pos, Reverse(trail.stops.len()), self.news(), trail.dealt_with));
        let is_further =
            !self.resuming.get() && !trail.stops.is_empty() && reached > trail.reached && !cursor.gave_up();
        trail.from = start;
        trail.path = std::mem::take(&mut trail.stops);
        trail.reached = reached;
        trail.mark = cursor.sink.mark();
        self.stopped.set(false);
        self.resuming.set(is_further);
        self.stand_in.set(None);
        self.depth.set(0);
        self.ascends.set(NOWHERE);
        is_further
    }

    /// Nothing was read yet.
    #[cold]
    pub(super) fn forget_trail(&self) {
        *self.trail.borrow_mut() = Trail::default();
        self.stopped.set(false);
        self.resuming.set(false);
    }
}
