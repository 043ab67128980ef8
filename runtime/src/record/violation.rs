//! Violations: places where the text does not fit the type. Only a limited number is kept.

use alloc::vec::Vec;
use core::ops::Range;

use super::Sink;
use crate::error::{Expected, Found};
#[cfg(feature = "serde")]
use crate::options::Limit;
use crate::path::Frame;
use crate::schema;
use crate::steps::step;

impl Sink {
    #[cold]
    #[inline(never)]
    pub(crate) fn violation(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) {
        let most = self.most_violations();
        if let Some(log) = &mut self.log
            && log.violations.len() >= most
            && self.count < self.limit
        {
            log.more += 1;
        } else if self.push_otherwise(None, false, at, span)
            && let Some(log) = &mut self.log
        {
            log.violations.push((expected, found));
        }
    }

    /// How many more violations are kept.
    #[cfg(feature = "serde")]
    pub(crate) fn violations_left(&self) -> usize {
        let kept = self.log.as_ref().map_or(0, |log| log.violations.len());
        self.most_violations().saturating_sub(kept)
    }

    /// Counts violations after those that are kept.
    #[cfg(feature = "serde")]
    pub(crate) fn violate_more(&mut self, more: usize) {
        if more == 0 {
            return;
        }
        match &mut self.log {
            Some(log) if self.count < self.limit => log.more += more,
            _ => {
                self.dropped += more;
                self.exceed(Limit::Reports);
            }
        }
    }

    /// How many violations are kept. A text with more of them is another text: each holds words of its own.
    pub(super) fn most_violations(&self) -> usize {
        const ALWAYS: usize = 250;
        let most = (self.limit / 8).max(self.limit.min(ALWAYS));
        // One at least, since it decides whether there is a value.
        most.min(self.violations.max(1))
    }

    /// Adds the bounds of a field to the words for what was expected there. The value at `at` was just refused, because it, or
    /// an element of it, is not a number that the type can hold.
    #[cold]
    #[inline(never)]
    pub(crate) fn narrow_numbers(&mut self, at: &Frame<'_>, range: &schema::Range) {
        let Some(log) = &mut self.log else { return };
        let (mut place, mut steps) = (Vec::new(), Vec::new());
        at.collect(&mut place);
        let mut window = 8;
        let violations = loop {
            step(window);
            let from = self.count.saturating_sub(window);
            let (mut violations, mut is_all) = (0, from == 0);
            for event in log.events_since(self.count, from) {
                log.places.collect(event.place, &mut steps);
                if !steps.starts_with(&place) {
                    (violations, is_all) = (0, true);
                } else if event.kind.is_none() {
                    violations += 1;
                }
            }
            if is_all {
                break violations;
            }
            window *= 2;
        };
        for (expected, _) in log.violations.iter_mut().rev().take(violations) {
            if let Some(narrower) = expected.within(range) {
                *expected = narrower;
            }
        }
    }
}
