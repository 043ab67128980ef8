//! What the record of a reading says.

use alloc::vec::Vec;
use core::ops::Range;

use super::log::Log;
use super::{Mark, ReadingTally, Sink, severity};
use crate::bounds::JUDGED;
use crate::error::Expected;
use crate::path::Step;
use crate::repair::{RepairKind, Severity};
use crate::steps::step;

impl Sink {
    /// Whether a violation was recorded since `mark`.
    pub(crate) fn violated_since(&self, mark: Mark) -> bool {
        let has_any = self.log.as_ref().is_some_and(|log| !log.violations.is_empty());
        has_any && self.kept_since(mark).any(|event| event.kind.is_none())
    }

    pub(crate) fn tally(&self) -> ReadingTally {
        let Some(log) = &self.log else {
            return ReadingTally::default();
        };
        if log.is_stale {
            return self.tally_since(Mark(0));
        }
        ReadingTally {
            violations: log.violations.len(),
            refused: severity(log.refused),
            worst: severity(log.worst()),
            repairs: self.count - log.violations.len(),
        }
    }

    /// The gravest severity among the repairs.
    pub(crate) fn worst(&self) -> Option<Severity> {
        match &self.log {
            Some(log) if log.is_stale => self.tally().worst,
            Some(log) => severity(log.worst()),
            None => None,
        }
    }

    /// Whether a guess, or something graver, may be on record, or was taken back.
    pub(crate) fn may_be_guessed(&self) -> bool {
        self.log
            .as_ref()
            .is_some_and(|log| severity(log.worst()) >= Some(Severity::Guess))
    }

    /// How many guesses, or graver repairs, were recorded since `mark`.
    pub(crate) fn guesses_since(&self, mark: Mark) -> usize {
        if !self.may_be_guessed() {
            return 0;
        }
        let severities = self.kept_since(mark).filter_map(|event| event.kind);
        severities.filter(|kind| kind.severity() >= Severity::Guess).count()
    }

    /// Whether all was recorded, no violation among it, and every repair is allowed.
    pub(crate) fn is_taken(&self) -> bool {
        let is_all = self.log.as_ref().is_none_or(|log| {
            let is_all = log.violations.is_empty() && log.refused == 0;
            is_all
                || (log.is_stale && {
                    let tally = self.tally();
                    tally.violations == 0 && tally.refused.is_none()
                })
        });
        is_all && self.exceeded.is_none()
    }

    /// Whether a made-up value was refused since `mark`. What is missing at the end of a text that was cut off does not count.
    pub(crate) fn makes_up_since(&self, mark: Mark) -> bool {
        let is_made_up = |kind| matches!(kind, Some(RepairKind::MissingToDefault | RepairKind::NullToDefault));
        let has_moved = !self.cut && self.has_moved(mark);
        has_moved
            && self
                .kept_since(mark)
                .any(|event| event.refused && is_made_up(event.kind))
    }

    /// Whether anything was recorded since `mark`.
    pub(crate) fn has_moved(&self, mark: Mark) -> bool {
        self.count > mark.0
    }

    /// What was recorded since `mark` amounts to.
    pub(crate) fn tally_since(&self, mark: Mark) -> ReadingTally {
        let mut tally = ReadingTally::default();
        self.kept_since(mark).for_each(|event| tally.add(event));
        tally
    }

    /// Whether whatever is wrong with a list came after the start of its first element, or inside it.
    pub(crate) fn begins_well(&self) -> bool {
        let kept = self.kept_since(Mark(0));
        let wrong = kept.filter(|event| event.kind.is_none() || event.refused);
        let (Some(log), Some(first)) = (&self.log, wrong.min_by_key(|event| event.start)) else {
            return true;
        };
        let mut steps = Vec::new();
        log.places.collect(first.place, &mut steps);
        matches!(steps.first(), Some(Step::Index(1..))) || steps.len() > 1
    }

    /// Whether a violation says that several readings fit.
    pub(crate) fn is_ambiguous(&self) -> bool {
        step(self.count);
        let log = self.log.as_ref();
        log.is_some_and(|log| {
            log.violates(self.count, |expected| {
                matches!(expected, Expected::OneReading | Expected::OneTag)
            })
        })
    }

    /// Whether the record holds a repair of this kind.
    #[inline]
    pub(crate) fn holds(&self, kind: RepairKind) -> bool {
        self.log.as_ref().is_some_and(|log| {
            log.may_hold(kind) && (!log.is_stale || self.kept_since(Mark(0)).any(|event| event.kind == Some(kind)))
        })
    }

    /// Like [`Sink::holds`], for what many tokens ask: a long record is not searched, and the worse is assumed.
    #[cold]
    pub(crate) fn seems_to_hold(&self, kind: RepairKind) -> bool {
        self.may_hold_any([kind]) && (self.recorded() > LONGEST_SEARCHED || self.holds(kind))
    }

    /// Where the repairs of this kind are.
    pub(crate) fn spans_of(&self, kind: RepairKind) -> impl Iterator<Item = Range<usize>> + '_ {
        // From the end of the record on, there is nothing.
        let from = if self.may_hold_any([kind]) {
            Mark(0)
        } else {
            Mark(self.count)
        };
        let kept = self.kept_since(from).filter(move |event| event.kind == Some(kind));
        kept.map(|event| event.start as usize..event.end as usize)
    }

    /// Where the repairs of this kind are inside the value that began at `start` and ends here, the last one first, among the last `most`
    /// events.
    pub(crate) fn last_spans_from(
        &self,
        start: usize,
        kind: RepairKind,
        most: usize,
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        let events = match &self.log {
            Some(log) => log.events(self.count),
            None => Log::no_events(),
        };
        let inner = events
            .rev()
            .take(most)
            .inspect(|_| step(1))
            .take_while(move |event| event.start as usize >= start);
        let kept = inner.filter(move |event| !event.retracted && event.kind == Some(kind));
        kept.map(|event| event.start as usize..event.end as usize)
    }

    /// Where values begin, in order, that have no place in the type there: each was skipped, taken apart, kept as text or refused.
    pub(crate) fn misfits(&self) -> Vec<u32> {
        let is_misfit = |kind: Option<RepairKind>| {
            matches!(
                kind,
                None | Some(RepairKind::JunkRemoved | RepairKind::JsonAsText | RepairKind::UnwrapSingleElement)
            )
        };
        let kept = self.kept_since(Mark(0)).filter(|event| is_misfit(event.kind));
        let mut starts: Vec<u32> = kept.map(|event| event.start).collect();
        starts.sort_unstable();
        starts
    }

    /// Whether the record may hold a repair of one of these kinds: it holds none if not.
    #[inline(always)]
    pub(crate) fn may_hold_any<const N: usize>(&self, kinds: [RepairKind; N]) -> bool {
        self.log.as_ref().is_some_and(|log| log.may_hold_any(kinds))
    }

    /// Whether the document may break JSON's grammar otherwise than by raw control characters in its strings.
    pub(crate) fn may_break_grammar(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.may_break_grammar())
    }

    /// As [`may_break_grammar`](Self::may_break_grammar), by repairs of other kinds.
    pub(crate) fn may_break_grammar_but<const N: usize>(&self, kinds: [RepairKind; N]) -> bool {
        self.log.as_ref().is_some_and(|log| log.may_break_grammar_but(kinds))
    }

    /// How many repairs of this kind the record holds.
    pub(crate) fn count_of(&self, kind: RepairKind) -> usize {
        if !self.holds(kind) {
            return 0;
        }
        self.kept_since(Mark(0))
            .filter(|event| event.kind == Some(kind))
            .count()
    }

    /// Whether nothing was repaired but the form that a provider's dialect asks for.
    pub(crate) fn only_undoes_dialects(&self) -> bool {
        self.kept_since(Mark(0))
            .all(|event| matches!(event.kind, Some(RepairKind::PairsToMap | RepairKind::DropNull)))
    }

    /// Whether nothing was repaired but that parts are missing.
    pub(crate) fn only_fills_in(&self) -> bool {
        self.kept_since(Mark(0))
            .all(|event| matches!(event.kind, Some(RepairKind::MissingToDefault | RepairKind::Truncated)))
    }

    /// Whether quotes were escaped in the value that began at `mark`, as far as its first repairs show.
    pub(crate) fn began_with_quotes(&self, mark: Mark) -> bool {
        self.log.as_ref().is_some_and(|log| {
            let mut first = log.events_since(self.count, mark.0).take(JUDGED);
            step(JUDGED);
            log.may_hold(RepairKind::QuoteEscaped)
                && first.any(|event| !event.retracted && event.kind == Some(RepairKind::QuoteEscaped))
        })
    }

    /// Whether the record holds a repair of this kind since `mark`.
    pub(crate) fn holds_since(&self, mark: Mark, kind: RepairKind) -> bool {
        let may_hold = self.log.as_ref().is_some_and(|log| log.may_hold(kind));
        may_hold && self.kept_since(mark).any(|event| event.kind == Some(kind))
    }
}

/// A record with more events is not searched for each token.
const LONGEST_SEARCHED: usize = 256;
