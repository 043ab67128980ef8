//! The record against a plain list of what was pushed, over the border between the events that it holds itself and those
//! after them.

use super::{FenceAndProse, Mark, ReadingTally, Report, Sink};
use crate::error::{Expected, Found};
use crate::path::Frame;
use crate::repair::{RepairKind, Severity};

/// What a sink should hold: of each event the kind, and whether it was retracted.
#[derive(Default)]
struct Plain(Vec<(Option<RepairKind>, bool)>);

impl Plain {
    fn tally_since(&self, mark: usize, accept: Severity) -> ReadingTally {
        let kept = self.0[mark..].iter().filter(|(_, retracted)| !retracted);
        let kinds: Vec<Option<RepairKind>> = kept.map(|&(kind, _)| kind).collect();
        let severities = || kinds.iter().flatten().map(|kind| kind.severity());
        ReadingTally {
            violations: kinds.iter().filter(|kind| kind.is_none()).count(),
            refused: severities().filter(|&severity| severity > accept).max(),
            worst: severities().max(),
            repairs: severities().count(),
        }
    }

    fn retract(&mut self, from: usize, to: usize) {
        for (index, (kind, retracted)) in self.0[from..to].iter_mut().enumerate() {
            *retracted |= index == 0 || kind.is_none_or(|kind| kind.severity() == Severity::Coercion);
        }
    }
}

fn agrees(sink: &Sink, plain: &Plain, accept: Severity) {
    let count = plain.0.len();
    assert_eq!(sink.mark(), Mark(count));
    assert_eq!(sink.is_clean(), count == 0);
    let tally = plain.tally_since(0, accept);
    assert_eq!(sink.tally(), tally);
    assert_eq!(sink.is_taken(), tally.violations == 0 && tally.refused.is_none());
    for mark in 0..=count {
        let since = plain.tally_since(mark, accept);
        assert_eq!(sink.tally_since(Mark(mark)), since);
        assert_eq!(sink.violated_since(Mark(mark)), since.violations > 0);
        assert_eq!(sink.has_moved(Mark(mark)), mark < count);
    }
    for &kind in RepairKind::ALL {
        assert_eq!(sink.holds(kind), plain.0.contains(&(Some(kind), false)), "{kind:?}");
    }
}

#[test]
fn the_record_holds_what_was_pushed_and_not_taken_back() {
    let mut state = 11u64;
    let mut next = move |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    for round in 0..300 {
        let accept = [Severity::Framing, Severity::Coercion, Severity::Incomplete][round % 3];
        let mut sink = Sink::new(Some(accept), 2000);
        let mut plain = Plain::default();
        let most = if round % 50 == 0 { 1500 } else { 90 };
        for place in 0..=next(most) {
            let count = plain.0.len();
            match next(24) {
                0 => {
                    let kept = next(count + 1);
                    sink.rewind(Mark(kept));
                    plain.0.truncate(kept);
                }
                1 => {
                    let from = next(count + 1);
                    let to = from + next(count + 1 - from);
                    sink.retract(Mark(from), Mark(to));
                    plain.retract(from, to);
                }
                2 => {
                    sink.violation(Expected::Text, Found::Written, &Frame::root(), place..place + 1);
                    plain.0.push((None, false));
                }
                _ => {
                    let kind = RepairKind::ALL[next(RepairKind::ALL.len())];
                    sink.repair(kind, &Frame::root(), place..place + 1);
                    plain.0.push((Some(kind), false));
                }
            }
        }
        agrees(&sink, &plain, accept);
        let kept = || plain.0.iter().filter(|(_, retracted)| !retracted);
        let kinds: Vec<RepairKind> = kept().filter_map(|&(kind, _)| kind).collect();
        let violations = kept().filter(|(kind, _)| kind.is_none()).count();
        if round % 2 == 0 {
            let report = sink.report();
            assert!(report.repairs().iter().map(crate::Repair::kind).eq(kinds));
        } else {
            let record = sink.finish("a text");
            assert!(record.repairs.iter().map(crate::Repair::kind).eq(kinds));
            let refused = record.repairs.iter().filter(|repair| repair.refused).count();
            assert!(record.violations.len() <= violations + refused);
            assert_eq!(record.hopeless, violations > 0);
        }
    }
}

#[test]
fn no_more_is_recorded_than_the_limit_allows() {
    for limit in (0..70).chain([600, 1500]) {
        let mut sink = Sink::new(None, limit);
        for place in 0..limit + 3 {
            assert_eq!(sink.overflowed(), place > limit, "{limit}");
            sink.repair(RepairKind::ExtraComma, &Frame::root(), place..place + 1);
        }
        assert!(sink.overflowed() && !sink.is_taken());
        assert_eq!(sink.mark(), Mark(limit));
        assert_eq!(sink.tally().repairs, limit);
    }
}

#[test]
fn what_was_taken_back_was_work_all_the_same() {
    let mut sink = Sink::new(Some(Severity::Guess), 2);
    for place in 0..3 {
        sink.repair(RepairKind::ExtraComma, &Frame::root(), place..place + 1);
    }
    sink.rewind(Mark(0));
    assert_eq!((sink.mark(), sink.recorded()), (Mark(0), 3));
}

#[test]
fn what_was_taken_back_hides_nothing_that_stands_around_a_value() {
    let mut sink = Sink::new(Some(Severity::Guess), 100);
    sink.repair(RepairKind::ExtraComma, &Frame::root(), 8..9);
    sink.rewind(Mark(0));
    let mut around = FenceAndProse::fence(&(0..7));
    around.set_prose(&(20..25));
    assert!(sink.is_framed(&around));
    sink.close(around, &crate::Options::default());
    let report = sink.closed(around);
    assert_eq!(report.worst(), Some(Severity::Framing));
    let kinds: Vec<RepairKind> = report.repairs().iter().map(crate::Repair::kind).collect();
    assert_eq!(kinds, [RepairKind::FenceUnwrapped, RepairKind::ProseTrimmed]);
}

#[test]
fn what_stands_around_a_value_is_reported_as_it_is_recorded() {
    let repairs = |report: &Report| {
        assert_eq!(report.worst().is_none(), report.is_empty());
        assert!(report.worst().is_none_or(|worst| worst == Severity::Framing));
        let repairs = report.repairs().iter();
        repairs
            .map(|repair| (repair.kind(), repair.path().to_string(), repair.span()))
            .collect::<Vec<_>>()
    };
    for fence in [0..0, 0..7, 30..37] {
        for prose in [0..0, 3..20, 60..70] {
            let mut around = FenceAndProse::fence(&fence);
            around.set_prose(&prose);
            let count = usize::from(!fence.is_empty()) + usize::from(!prose.is_empty());
            let mut sink = Sink::new(Some(Severity::Framing), 2);
            assert_eq!(sink.is_framed(&around), count > 0);
            let reported = sink.closed(around);
            assert_eq!(reported.is_empty(), count == 0);
            assert!(!Sink::new(None, 2).is_framed(&around));
            assert!(!Sink::new(Some(Severity::Invented), 1).is_framed(&around));
            around.note(&mut sink);
            assert!(count == 0 || !sink.is_framed(&around));
            let recorded = repairs(&sink.report());
            assert_eq!(recorded.len(), count);
            assert_eq!(repairs(&reported.clone()), recorded);
            assert_eq!(repairs(&reported), recorded);
            assert_eq!(repairs(&reported.clone()), recorded);
        }
    }
}

/// Violations that are only counted are those that would have been recorded and not kept.
#[test]
#[cfg(feature = "serde")]
fn violations_are_counted_as_they_are_recorded() {
    let violation = |sink: &mut Sink| sink.violation(Expected::Words("a".into()), Found::Written, &Frame::root(), 0..1);
    for limit in [1, 300] {
        for before in [0, 1, 249, 250, 299, 301] {
            let mut recorded = Sink::new(None, limit);
            (0..before).for_each(|_| violation(&mut recorded));
            let mut counted = Sink::new(None, limit);
            (0..before).for_each(|_| violation(&mut counted));
            let left = counted.violations_left().min(400);
            (0..400).for_each(|_| violation(&mut recorded));
            (0..left).for_each(|_| violation(&mut counted));
            counted.violate_more(400 - left);
            let [recorded, counted] = [recorded, counted].map(|sink| sink.finish("a"));
            assert_eq!(recorded.more, counted.more, "{before} of {limit}");
            assert_eq!(
                recorded.violations.len(),
                counted.violations.len(),
                "{before} of {limit}"
            );
            let exceeded = [recorded, counted].map(|record| format!("{:?}", record.exceeded));
            assert_eq!(exceeded[0], exceeded[1], "{before} of {limit}");
        }
    }
}

#[test]
fn the_last_events_are_found_from_wherever_they_begin() {
    const COUNT: usize = 3000;
    let mut sink = Sink::new(Some(Severity::Invented), usize::MAX);
    for number in 0..COUNT {
        sink.repair(RepairKind::ExtraComma, &Frame::root(), number..number);
        let log = sink.log.as_ref().expect("there is an event");
        for from in [0, number / 3, number.saturating_sub(20), number, number + 1] {
            let starts = log.events_since(number + 1, from).map(|event| event.start as usize);
            assert!(starts.eq(from..=number), "{from} of {}", number + 1);
        }
    }
}
