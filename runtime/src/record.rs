//! What happened during one reading: the sink that alone records it, and the report that is made of it.
//!
//! Recording is kept small, for a text may need a repair at every token: an event is a few words without a path. The
//! paths are put together when somebody looks at the repairs.

mod log;
mod report;

use std::ops::Range;

use log::{Event, Log, Place, small};
pub(crate) use report::{Record, Report};

use crate::error::{Expected, Found};
use crate::path::{Frame, Level, Step};
use crate::read::steps::step;
use crate::repair::{RepairKind, Severity};

/// Which repairs are taken: none, or all up to a severity.
pub(crate) type Acceptance = Option<Severity>;

/// Everything that happened during one reading, in the order in which it was met. The only place that records.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    log: Log,
    violations: Vec<(Expected, Found)>,
    accept: Acceptance,
    /// The cursor ran into the end of the text inside a value: nothing is filled in any more.
    pub(crate) cut: bool,
    /// The first event that says so, if any does.
    cut_at: Option<usize>,
    /// A limit was hit: events were dropped because there were too many, or too much was looked at ahead
    /// or read again.
    pub(crate) overflowed: bool,
    limit: usize,
    /// The kinds that were ever recorded, a bit each, in the order of [`RepairKind::ALL`]: the highest is the gravest.
    kinds: [u64; 2],
    /// The gravest kind that was ever refused, counted from one in the same order.
    refused: u8,
    /// Some events were taken back since.
    is_stale: bool,
}

/// A point in the record to which a failed attempt returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mark(usize);

/// What one reading amounts to, for comparing it with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub(crate) violations: usize,
    pub(crate) refused: Option<Severity>,
    pub(crate) worst: Option<Severity>,
    pub(crate) repairs: usize,
}

impl Tally {
    #[inline(always)]
    fn add(&mut self, event: &Event) {
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
            limit,
            ..Self::default()
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.log.events.is_empty()
    }

    pub(crate) fn accept(&self) -> Acceptance {
        self.accept
    }

    pub(crate) fn set_accept(&mut self, accept: Acceptance) -> Acceptance {
        std::mem::replace(&mut self.accept, accept)
    }

    #[inline(always)]
    pub(crate) fn repair(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let refused = self.accept.is_none_or(|accept| kind.severity() > accept);
        let is_kept = self.push(Some(kind), refused, at, span);
        if kind == RepairKind::Truncated {
            self.cut = true;
            self.cut_at = self.cut_at.or(is_kept.then(|| self.log.events.len() - 1));
        }
    }

    /// Records a repair that the field's own declaration takes, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        self.push(Some(kind), false, at, span);
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn violation(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) {
        if self.push(None, false, at, span) {
            self.violations.push((expected, found));
        }
    }

    /// Records an event, if there is room for it.
    ///
    /// A text may need a repair at every token: nothing but the most common case stands here, so that no register needs to
    /// be saved.
    #[inline(always)]
    fn push(&mut self, kind: Option<RepairKind>, refused: bool, at: &Frame<'_>, span: Range<usize>) -> bool {
        let place = match at.level {
            Level::Object { field, .. } if at.holder.get() != 0 => Place {
                holder: at.holder.get(),
                step: field,
            },
            Level::Root => Place::ROOT,
            _ => return self.push_otherwise(kind, refused, at, span),
        };
        if self.log.events.len() == self.log.events.capacity() {
            return self.push_otherwise(kind, refused, at, span);
        }
        self.put(kind, refused, place, span);
        true
    }

    /// Records an event whose place is not known yet, or for which there may be no room.
    #[cold]
    #[inline(never)]
    fn push_otherwise(&mut self, kind: Option<RepairKind>, refused: bool, at: &Frame<'_>, span: Range<usize>) -> bool {
        if self.log.events.len() >= self.limit {
            self.overflowed = true;
            return false;
        }
        let place = self.log.place(at);
        if self.log.events.len() == self.log.events.capacity() {
            self.log.grow(self.limit);
        }
        self.put(kind, refused, place, span);
        true
    }

    #[inline(always)]
    fn put(&mut self, kind: Option<RepairKind>, refused: bool, place: Place, span: Range<usize>) {
        if let Some(kind) = kind {
            let number = kind as u8;
            self.kinds[usize::from(number >> 6) & 1] |= 1 << (number & 63);
            if refused {
                self.refused = self.refused.max(number + 1);
            }
        }
        self.log.events.push(Event {
            start: small(span.start),
            end: small(span.end),
            place,
            details: small(self.violations.len()),
            kind,
            refused,
            retracted: false,
        });
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.events.len())
    }

    /// Takes back what was recorded since `mark`. What frames remember stays valid: holders are kept.
    #[cold]
    pub(crate) fn rewind(&mut self, mark: Mark) {
        if let Some(event) = self.log.events.get(mark.0) {
            self.violations.truncate(event.details as usize);
            self.log.events.truncate(mark.0);
            self.is_stale = true;
            self.cut_at = self.cut_at.filter(|&number| number < mark.0);
            self.cut = self.cut && self.cut_at.is_some();
        }
    }

    /// Takes back what was recorded between two marks, the first of it about a key, because another key names the same
    /// field more surely: what was said of the key, and of how the value fits the field. How the text itself was read
    /// stays on record, for what comes behind was found that way.
    pub(crate) fn retract(&mut self, from: Mark, to: Mark) {
        let events = &mut self.log.events[from.0..to.0];
        for (index, event) in events.iter_mut().enumerate() {
            let is_of_field = event.kind.is_none_or(|kind| kind.severity() == Severity::Coercion);
            if index == 0 || is_of_field {
                event.retracted = true;
                self.is_stale = true;
            }
        }
    }

    fn kept(&self) -> impl Iterator<Item = &Event> {
        self.log.events.iter().filter(|event| !event.retracted)
    }

    /// Whether a repair was recorded at this place, whose value was just read, or below it.
    ///
    /// The last few events tell: what was recorded before them belongs to earlier values.
    pub(crate) fn touches(&self, at: &Frame<'_>) -> bool {
        const LAST: usize = 8;
        let mut place = Vec::new();
        at.collect(&mut place);
        step(LAST);
        let mut steps = Vec::new();
        let last = &self.log.events[self.log.events.len().saturating_sub(LAST)..];
        last.iter().filter(|event| !event.retracted).any(|event| {
            steps.clear();
            self.log.collect(event.place, &mut steps);
            steps.starts_with(&place)
        })
    }

    /// Whether a violation was recorded since `mark`.
    pub(crate) fn violated_since(&self, mark: Mark) -> bool {
        if self.violations.is_empty() {
            return false;
        }
        let since = &self.log.events[mark.0..];
        step(since.len());
        since.iter().any(|event| event.kind.is_none() && !event.retracted)
    }

    pub(crate) fn tally(&self) -> Tally {
        if self.is_stale {
            return self.tally_since(Mark(0));
        }
        let severity = |number: usize| Some(RepairKind::ALL.get(number.wrapping_sub(1))?.severity());
        let gravest = match self.kinds {
            [low, 0] => 64 - low.leading_zeros(),
            [_, high] => 128 - high.leading_zeros(),
        };
        Tally {
            violations: self.violations.len(),
            refused: severity(usize::from(self.refused)),
            worst: severity(gravest as usize),
            repairs: self.log.events.len() - self.violations.len(),
        }
    }

    /// Whether all was recorded, no violation among it, and every repair is allowed.
    pub(crate) fn is_taken(&self) -> bool {
        let is_all = self.violations.is_empty() && self.refused == 0;
        let is_all = is_all
            || (self.is_stale && {
                let tally = self.tally();
                tally.violations == 0 && tally.refused.is_none()
            });
        is_all && !self.overflowed
    }

    /// Whether anything was recorded since `mark`.
    pub(crate) fn has_moved(&self, mark: Mark) -> bool {
        self.log.events.len() > mark.0
    }

    /// What was recorded since `mark` amounts to.
    pub(crate) fn tally_since(&self, mark: Mark) -> Tally {
        step(self.log.events.len() - mark.0);
        let mut tally = Tally::default();
        let kept = self.log.events[mark.0..].iter().filter(|event| !event.retracted);
        kept.for_each(|event| tally.add(event));
        tally
    }

    /// Whether whatever is wrong with a list came behind where its first element began, or inside of that.
    pub(crate) fn begins_well(&self) -> bool {
        let wrong = self.kept().filter(|event| event.kind.is_none() || event.refused);
        step(self.log.events.len());
        let Some(first) = wrong.min_by_key(|event| event.start) else {
            return true;
        };
        let mut steps = Vec::new();
        self.log.collect(first.place, &mut steps);
        matches!(steps.first(), Some(Step::Index(1..))) || steps.len() > 1
    }

    /// Whether a violation says that several readings fit.
    pub(crate) fn is_ambiguous(&self) -> bool {
        let violations = self.kept().filter(|event| event.kind.is_none());
        violations
            .map(|event| &self.violations[event.details as usize])
            .any(|(expected, _)| matches!(expected, Expected::OneReading))
    }

    /// Whether the record holds a repair of this kind.
    pub(crate) fn holds(&self, kind: RepairKind) -> bool {
        let number = kind as u8;
        if self.kinds[usize::from(number >> 6) & 1] & (1 << (number & 63)) == 0 {
            return false;
        }
        step(self.log.events.len());
        self.kept().any(|event| event.kind == Some(kind))
    }

    /// Whether nothing was repaired but the form that a provider's dialect asks for.
    pub(crate) fn only_undoes_dialects(&self) -> bool {
        step(self.log.events.len());
        self.kept()
            .all(|event| matches!(event.kind, Some(RepairKind::PairsToMap | RepairKind::DropNull)))
    }

    /// Whether the record holds a repair of this kind since `mark`.
    #[cfg(any(feature = "any", feature = "serde"))]
    pub(crate) fn holds_since(&self, mark: Mark, kind: RepairKind) -> bool {
        let since = &self.log.events[mark.0..];
        step(since.len());
        since.iter().any(|event| event.kind == Some(kind) && !event.retracted)
    }
}
