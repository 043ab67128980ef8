//! The events of a reading in the order of the text.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Log, LogEvent, NO_EVENT};
use crate::path::{Path, PathTexts};
use crate::repair::{Repair, RepairKind};

impl Log {
    /// The repairs among the events, in document order.
    pub(in crate::record) fn told_repairs(&self) -> Vec<Repair> {
        let places = Arc::new(self.places.clone());
        let mut repairs = Vec::with_capacity(self.count - self.violations.len());
        self.in_order(|event, _| {
            if let Some(kind) = event.kind {
                repairs.push(event.repair(kind, Path::of(&places, event.place)));
            }
        });
        repairs
    }

    /// Shows the repairs among the events, in document order.
    pub(in crate::record) fn show_repairs(&self, mut show: impl FnMut(&Repair)) {
        let root = Path::root_of(Arc::new(self.places.clone()));
        let mut repair = NO_EVENT.repair(RepairKind::BomStripped, root);
        self.in_order(|event, _| {
            if let Some(kind) = event.kind {
                repair.kind = kind;
                repair.path.move_to(event.place);
                (repair.start, repair.end, repair.refused) = (event.start, event.end, event.refused);
                show(&repair);
            }
        });
    }

    /// Shows the repairs among the events in document order, each as its kind, its span and its path.
    pub(in crate::record) fn show_with_paths(
        &self,
        paths: &mut PathTexts,
        mut show: impl FnMut(RepairKind, Range<usize>, &str),
    ) {
        self.in_order(|event, _| {
            if let Some(kind) = event.kind {
                let span = event.start as usize..event.end as usize;
                show(kind, span, paths.of(&self.places, event.place));
            }
        });
    }

    /// Calls `tell` for the events that count, in document order, and for each violation with its number.
    pub(in crate::record) fn in_order(&self, mut tell: impl FnMut(&LogEvent, usize)) {
        // Most often, the first few are all there are.
        let is_told = match self.first.get(..self.count) {
            Some(events) => tell_if_in_order(events.iter(), &mut tell),
            None => tell_if_in_order(self.events(self.count), &mut tell),
        };
        if is_told {
            return;
        }
        let events = Numbered::of(self);
        let numbered = || (0..).zip(self.events(self.count));
        let violations = numbered().filter(|(_, event)| event.kind.is_none());
        let violations: Vec<u32> = violations.map(|(number, _)| number).collect();
        let counted = || {
            let events = numbered().filter(|(_, event)| !event.retracted);
            events.map(|(number, event)| (event.start, number))
        };
        let mut order: Vec<(u32, u32)> = Vec::with_capacity(counted().count());
        order.extend(counted());
        order.sort_unstable();
        for (_, number) in order {
            if let Some(event) = events.get(number) {
                tell(event, violations.partition_point(|&violation| violation < number));
            }
        }
    }
}

/// Calls `tell` for the events that count, and for each violation with its number, if they are in document order.
fn tell_if_in_order<'l>(
    events: impl Iterator<Item = &'l LogEvent> + Clone,
    tell: &mut impl FnMut(&LogEvent, usize),
) -> bool {
    let counted = events.clone().filter(|event| !event.retracted);
    if !counted.is_sorted_by_key(|event| event.start) {
        return false;
    }
    let mut violation = 0;
    for event in events {
        if !event.retracted {
            tell(event, violation);
        }
        violation += usize::from(event.kind.is_none());
    }
    true
}

/// The events of a log by number.
struct Numbered<'l> {
    /// The pieces, each with the number of its first event.
    pieces: Vec<(usize, &'l [LogEvent])>,
}

impl<'l> Numbered<'l> {
    fn of(log: &'l Log) -> Self {
        let first = &log.first[..];
        let mut pieces = Vec::with_capacity(log.full.len() + 2);
        let mut start = 0;
        for piece in [first]
            .into_iter()
            .chain(log.full.iter().map(|piece| &piece[..]))
            .chain([&log.last[..]])
        {
            pieces.push((start, piece));
            start += piece.len();
        }
        Self { pieces }
    }

    fn get(&self, number: u32) -> Option<&'l LogEvent> {
        let number = number as usize;
        let piece = self.pieces.partition_point(|(start, _)| *start <= number);
        let (start, piece) = self.pieces.get(piece.checked_sub(1)?)?;
        piece.get(number - start)
    }
}
