//! What happened during one reading: the sink, which alone records it, and the report that is built from it.
//!
//! Recording must be cheap, since a text may need a repair at every token: an event is a few machine words without a
//! path. Paths are built when somebody looks at the repairs.

mod doubt;
mod log;
mod query;
mod report;
mod violation;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use log::{Log, LogEvent};
pub(crate) use report::{FenceAndProse, Report};

use crate::Options;
use crate::options::{Finish, Limit};
use crate::path::{Frame, Place};
pub(crate) use crate::repair::Acceptance;
use crate::repair::{RepairKind, Severity};
use crate::steps::step;

/// The number of the mildest kind that is refused, in the order of [`RepairKind::ALL`], which is that of severity.
#[inline(always)]
fn refused_from(accept: Acceptance) -> u8 {
    const TABLE: [u8; Severity::Invented as usize + 1] = {
        let mut table = [0; Severity::Invented as usize + 1];
        let mut kind = 0;
        while kind < RepairKind::ALL.len() {
            let severity = RepairKind::ALL[kind].severity() as usize;
            assert!(kind == 0 || severity >= RepairKind::ALL[kind - 1].severity() as usize);
            table[severity] = RepairKind::ALL[kind] as u8 + 1;
            kind += 1;
        }
        table
    };
    match accept {
        Some(accept) => TABLE[accept as usize],
        None => 0,
    }
}

/// The severity of the kind of this number, counted from one; `None` for zero.
fn severity(number: u8) -> Option<Severity> {
    Some(RepairKind::ALL.get(usize::from(number).wrapping_sub(1))?.severity())
}

/// Everything that happened during one reading, in the order in which it was met. The only place that records.
#[derive(Debug)]
pub(crate) struct Sink {
    /// What was recorded; a text that needs no repair has none.
    log: Option<Box<Log>>,
    /// How many events the log holds: every field asks for it.
    count: usize,
    accept: Acceptance,
    /// The mildest kind that is refused, counted from zero in the order of [`RepairKind::ALL`].
    refused_from: u8,
    /// The cursor ran into the end of the text inside a value: nothing is filled in any more.
    pub(crate) cut: bool,
    /// The limit that was hit: events were dropped because there were too many, the value is too large, or too much was
    /// looked at ahead or read again.
    pub(crate) exceeded: Option<Limit>,
    /// How many events were dropped.
    dropped: usize,
    /// How many events were taken back, and how many others the work was worth that left none.
    taken_back: usize,
    /// How many elements and map entries there are so far, and the number that is one too many.
    pub(crate) elements: usize,
    too_many: usize,
    /// How the model stopped, as far as the caller knows.
    pub(crate) finish: Option<Finish>,
    /// What is no repair by itself; most texts leave no doubt.
    doubts: Option<Box<doubt::Doubts>>,
    limit: usize,
    /// What the caller allows: `limit` may be less, for a short text.
    reports: usize,
    /// How many violations are kept at most.
    violations: usize,
    /// Numbers in the text were floats.
    pub(crate) is_rounded: bool,
    /// The text is a part of a larger value, and no reply.
    pub(crate) is_part: bool,
    /// How many members were passed over because the type does not know their keys.
    pub(crate) passed_over: u32,
}

impl Default for Sink {
    /// Refuses every repair, and keeps none.
    #[inline(always)]
    fn default() -> Self {
        Self {
            log: None,
            count: 0,
            accept: None,
            refused_from: 0,
            cut: false,
            exceeded: None,
            dropped: 0,
            taken_back: 0,
            elements: 0,
            too_many: usize::MAX,
            finish: None,
            doubts: None,
            limit: 0,
            reports: 0,
            violations: usize::MAX,
            is_rounded: false,
            is_part: false,
            passed_over: 0,
        }
    }
}

/// A point in the record to which a failed attempt returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mark(usize);

#[cfg(feature = "serde")]
impl Mark {
    /// Before the first event.
    pub(crate) const START: Self = Self(0);

    /// After so many events.
    pub(crate) const fn at(count: usize) -> Self {
        Self(count)
    }

    /// How many events there were before.
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// What one reading amounts to, for comparing it with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ReadingTally {
    pub(crate) violations: usize,
    pub(crate) refused: Option<Severity>,
    pub(crate) worst: Option<Severity>,
    pub(crate) repairs: usize,
}

impl ReadingTally {
    #[inline(always)]
    fn add(&mut self, event: &LogEvent) {
        let Some(kind) = event.kind else {
            self.violations += 1;
            return;
        };
        let severity = Some(kind.severity());
        self.repairs += 1;
        self.worst = self.worst.max(severity);
        if event.refused {
            self.refused = self.refused.max(severity);
        }
    }
}

impl Sink {
    #[inline]
    pub(crate) fn new(accept: Acceptance, limit: usize) -> Self {
        Self {
            accept,
            refused_from: refused_from(accept),
            limit,
            reports: limit,
            violations: usize::MAX,
            ..Self::default()
        }
    }

    /// A sink for a reading with these options.
    #[inline]
    pub(crate) fn of(options: &Options<'_>) -> Self {
        Self {
            finish: options.finish,
            too_many: options.limits.elements.saturating_add(1),
            violations: options.limits.violations,
            is_rounded: options.is_rounded,
            is_part: options.is_part,
            ..Self::new(options.accept, options.limits.reports)
        }
    }

    /// Ends the record. There is nothing to free for most texts, which this looks at without a call.
    #[inline(always)]
    pub(crate) fn end(self) {
        let Self { log, doubts, .. } = self;
        if log.is_some() || doubts.is_some() {
            drop((log, doubts));
        }
    }

    /// Whether there was nothing to record, and nothing was given up.
    pub(crate) fn is_clean(&self) -> bool {
        self.count == 0 && self.exceeded.is_none()
    }

    /// Whether nothing was ever recorded, not even something that was taken back.
    pub(crate) fn is_untouched(&self) -> bool {
        self.log.is_none() && self.doubts.is_none() && self.exceeded.is_none()
    }

    /// How many events there were, with those that were taken back or dropped, and with other work in events.
    pub(crate) fn recorded(&self) -> usize {
        self.count + self.taken_back + self.dropped
    }

    /// Whether a limit was hit.
    pub(crate) fn overflowed(&self) -> bool {
        self.exceeded.is_some()
    }

    /// Counts work that is worth so many events.
    pub(crate) fn charge(&mut self, events: usize) {
        self.taken_back += events;
    }

    /// Whether the text needs more repairs than one of its length can need.
    pub(crate) fn is_full(&self) -> bool {
        self.exceeded == Some(Limit::Reports) && self.limit < self.reports
    }

    /// Counts elements or map entries. Returns whether there are too many now.
    #[inline(always)]
    pub(crate) fn counts_too_many(&mut self, more: usize) -> bool {
        self.elements += more;
        self.elements >= self.too_many
    }

    /// How many more elements and map entries there may be.
    #[inline(always)]
    pub(crate) fn elements_left(&self) -> usize {
        (self.too_many - 1).saturating_sub(self.elements)
    }

    /// Notes that a limit was hit; the first one counts.
    pub(crate) fn exceed(&mut self, limit: Limit) {
        self.exceeded.get_or_insert(limit);
    }

    /// Notes that there are too many events for one more.
    fn drop_event(&mut self) {
        self.dropped += 1;
        self.exceed(Limit::Reports);
    }

    pub(crate) fn accept(&self) -> Acceptance {
        self.accept
    }

    pub(crate) fn set_accept(&mut self, accept: Acceptance) -> Acceptance {
        self.refused_from = refused_from(accept);
        core::mem::replace(&mut self.accept, accept)
    }

    /// Records a repair.
    ///
    /// A text may need one at every token: nothing but the most common case is here, so that no register needs to be
    /// saved.
    #[inline(always)]
    pub(crate) fn repair(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        if !self.repair_known(kind, at, &span) {
            self.repair_otherwise(kind, at, span);
        }
    }

    /// Records a repair that is taken, at a place that is known; `false` where nothing was recorded.
    #[inline(always)]
    pub(crate) fn repair_known(&mut self, kind: RepairKind, at: &Frame<'_>, span: &Range<usize>) -> bool {
        Log::noted_place(at).is_some_and(|place| self.repair_at(kind, place, span))
    }

    /// Records a repair in the object or list that is held under this number, if it is held; `false` where nothing was
    /// recorded.
    #[inline(always)]
    pub(crate) fn repair_in(&mut self, kind: RepairKind, holder: u32, step: u32, span: &Range<usize>) -> bool {
        holder != 0 && self.repair_at(kind, Place { holder, step }, span)
    }

    /// Records a repair that is taken; `false` where it may not be, and where there may be no room for it.
    #[inline(always)]
    fn repair_at(&mut self, kind: RepairKind, place: Place, span: &Range<usize>) -> bool {
        if (kind as u8) < self.refused_from
            && self.count < self.limit
            && let Some(log) = &mut self.log
            && !log.places.is_doubtful(place.holder)
            && log.push_taken(self.count, kind, place, span)
        {
            self.count += 1;
            return true;
        }
        false
    }

    /// Records two repairs of the same value, the second one the graver.
    #[inline(always)]
    pub(crate) fn repair_twice(&mut self, kinds: [RepairKind; 2], at: &Frame<'_>, span: Range<usize>) {
        if let Some(place) = Log::noted_place(at)
            && (kinds[1] as u8) < self.refused_from
            && self.count + 1 < self.limit
            && let Some(log) = &mut self.log
            && !log.places.is_doubtful(place.holder)
            && log.push_two_taken(self.count, kinds, place, &span)
        {
            self.count += 2;
            return;
        }
        for kind in kinds {
            self.repair_otherwise(kind, at, span.clone());
        }
    }

    /// Records a repair whose place is not known yet, that may be refused, or for which there may be no room.
    #[cold]
    #[inline(never)]
    fn repair_otherwise(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        if self.count >= self.limit {
            self.drop_event();
            return;
        }
        // Most often it is the first repair of an object: from now on, its place is known.
        let place = self.log.get_or_insert_default().place(at, self.count);
        if !self.repair_at(kind, place, &span) {
            self.repair_unusual(kind, place, &span);
        }
    }

    /// Records a repair that is refused, or for which there is no room yet.
    #[cold]
    #[inline(never)]
    fn repair_unusual(&mut self, kind: RepairKind, place: Place, span: &Range<usize>) {
        if self.count >= self.limit {
            self.drop_event();
            return;
        }
        self.push(Some(kind), kind as u8 >= self.refused_from, place, span);
    }

    /// Records that the text is cut off.
    #[cold]
    pub(crate) fn truncated(&mut self, at: &Frame<'_>, span: Range<usize>) {
        self.cut = true;
        let number = self.count;
        self.repair(RepairKind::Truncated, at, span);
        if self.count > number
            && let Some(log) = &mut self.log
        {
            log.cut_at.get_or_insert(number);
        }
    }

    /// Records a repair that the field's own declaration accepts, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        self.push_otherwise(Some(kind), false, at, span);
    }

    /// Bounds what is recorded by the length of the text: no text that is meant to be read needs a repair at every other
    /// byte, and the record would be many times its length.
    #[inline(always)]
    pub(crate) fn bound(&mut self, length: usize) {
        self.limit = self.limit.min(length / 6 + 900);
    }

    /// Records an event, if there are not too many.
    fn push_otherwise(&mut self, kind: Option<RepairKind>, refused: bool, at: &Frame<'_>, span: Range<usize>) -> bool {
        if self.count >= self.limit {
            self.drop_event();
            return false;
        }
        let place = self.log.get_or_insert_default().place(at, self.count);
        self.push(kind, refused, place, &span);
        true
    }

    /// Records an event, if there are not too many.
    fn push(&mut self, kind: Option<RepairKind>, refused: bool, place: Place, span: &Range<usize>) {
        let log = self.log.get_or_insert_default();
        log.make_room(self.count, self.limit);
        log.push(self.count, kind, refused, place, span);
        self.count += 1;
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.count)
    }

    /// Takes back what was recorded since `mark`. Frames may remember holders that are taken back with it: they get new
    /// ones.
    #[cold]
    pub(crate) fn rewind(&mut self, mark: Mark) {
        // What was doubted in the reading that is taken back says nothing of the next one. With nothing on record in between, nobody
        // knows whether it was.
        if self.doubts.as_ref().is_some_and(|doubts| doubts.noted_at >= mark.0) {
            self.doubts = None;
        }
        if mark.0 < self.count
            && let Some(log) = &mut self.log
        {
            step(self.count - mark.0);
            log.truncate(self.count, mark.0);
            self.taken_back += self.count - mark.0;
            self.count = mark.0;
            log.cut_at = log.cut_at.filter(|&number| number < mark.0);
            self.cut = self.cut && log.cut_at.is_some();
        }
    }

    /// Takes back what was recorded between two marks, the first of it about a key, because another key names the same
    /// field more surely: what was said of the key, and of how the value fits the field. How the text itself was read
    /// stays on record, for what comes after was found that way.
    pub(crate) fn retract(&mut self, from: Mark, to: Mark) {
        let Some(log) = &mut self.log else { return };
        let mut is_stale = false;
        for (index, event) in log.events_mut(to.0).skip(from.0).enumerate() {
            let is_of_field = event.kind.is_none_or(|kind| kind.severity() == Severity::Coercion);
            if index == 0 || is_of_field {
                event.retracted = true;
                is_stale = true;
            }
        }
        log.is_stale |= is_stale;
    }

    /// Takes back all that was recorded between two marks: the value that it is about is left out.
    #[cold]
    pub(crate) fn forget(&mut self, from: Mark, to: Mark) {
        let Some(log) = &mut self.log else { return };
        let mut is_stale = false;
        for event in log.events_mut(to.0.min(self.count)).skip(from.0) {
            event.retracted = true;
            is_stale = true;
        }
        log.is_stale |= is_stale;
    }

    /// The events since `mark` that were not retracted.
    fn kept_since(&self, mark: Mark) -> impl Iterator<Item = &LogEvent> {
        step(self.count - mark.0);
        let events = match &self.log {
            Some(log) => log.events_since(self.count, mark.0),
            None => Log::no_events(),
        };
        events.filter(|event| !event.retracted)
    }

    /// Whether a repair was recorded at this place, whose value was just read, or below it.
    ///
    /// The last few events tell: what was recorded before them belongs to earlier values.
    pub(crate) fn touches(&self, at: &Frame<'_>) -> bool {
        const LAST: usize = 8;
        let Some(log) = &self.log else { return false };
        let mut place = Vec::new();
        at.collect(&mut place);
        step(LAST);
        let mut steps = Vec::new();
        let last = log.events_since(self.count, self.count.saturating_sub(LAST));
        last.filter(|event| !event.retracted).any(|event| {
            log.places.collect(event.place, &mut steps);
            steps.starts_with(&place)
        })
    }

    /// Moves everything that is on record to other places in the text.
    #[cold]
    pub(crate) fn relocate(&mut self, place: impl Fn(Range<usize>) -> Range<usize>) {
        let Some(log) = &mut self.log else { return };
        for event in log.events_mut(self.count) {
            let [start, end] = log::small_span(&place(event.start as usize..event.end as usize));
            (event.start, event.end) = (start, end);
        }
    }
}

#[cfg(test)]
mod tests;
