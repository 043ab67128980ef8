//! What becomes of the record after the reading: the report of an accepted one, and the record of a failed one.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::Sink;
use super::log::{Log, small_span};
use crate::error::{ErrorKind, Exceeded, Expected, Found, Lines, Record, Sentence, Violation, Wordings};
use crate::options::Limit;
use crate::path::{Frame, Path, PathTexts};
use crate::portable::OnceLock;
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::Accepts;
use crate::{Options, ParseError};

impl Sink {
    /// Hands the record of a failed reading over: repairs, those that were refused among them, and violations.
    #[cold]
    pub(crate) fn finish(self, text: &str) -> Record {
        let most = self.most_violations();
        let mut record = Record {
            exceeded: self.exceeded(),
            ..Record::default()
        };
        let mut absent: Option<Path> = None;
        let Some(mut log) = self.log else { return record };
        log.count = self.count;
        record.more = log.more;
        record.hopeless = log.more > 0;
        let places = Arc::new(core::mem::take(&mut log.places));
        let mut wordings = Wordings::default();
        record.repairs.reserve_exact(self.count - log.violations.len());
        log.in_order(|event, violation| {
            let path = Path::of(&places, event.place);
            let Some(kind) = event.kind else {
                record.hopeless = true;
                // What would be made up for a value that is not there breaks no rule of its own.
                if let Some((expected, found)) = log.violations.get(violation)
                    && absent.as_ref() != Some(&path)
                {
                    let span = event.start as usize..event.end as usize;
                    let violation = || {
                        let form = Sentence::of(expected, found);
                        Violation::new(path, wordings.of(expected), form, found, span, text)
                    };
                    record.violate(most, violation);
                }
                return;
            };
            let repair = event.repair(kind, path);
            if event.refused
                && let Some((expected, found)) = absence(kind, places.accepts(event.place))
            {
                let (path, span) = (repair.path.clone(), repair.span());
                absent = Some(path.clone());
                let violation = || {
                    let form = Sentence::of(&expected, &found);
                    Violation::new(path, wordings.of(&expected), form, &found, span, text)
                };
                record.violate(most, violation);
            }
            record.repairs.push(repair);
        });
        record
    }

    /// The limit that was hit, with its numbers.
    fn exceeded(&self) -> Option<Exceeded> {
        let exceeded = match self.exceeded? {
            Limit::Reports if self.limit >= self.reports => {
                Exceeded::new(Limit::Reports, self.reports, self.count + self.dropped)
            }
            Limit::Elements => Exceeded::new(Limit::Elements, self.too_many - 1, self.elements),
            _ => Exceeded::new(Limit::Work, 0, 0),
        };
        Some(exceeded)
    }

    /// Closes the record of a reading that was accepted, and calls the observer for each repair. If nothing is on
    /// record, what is around the value is reported.
    pub(crate) fn close(&mut self, around: FenceAndProse, options: &Options<'_>) {
        let (count, worst) = (self.count, self.worst());
        self.log = self.log.take().filter(|_| worst.is_some());
        if let Some(log) = &mut self.log {
            log.count = count;
            log.severity = worst;
        }
        if let Some(observer) = options.on_repair {
            let report = self.closed(around);
            report.repairs().iter().for_each(observer);
            self.log = report.log;
        }
    }

    /// The record of an accepted reading.
    #[cfg(test)]
    pub(crate) fn report(mut self) -> Report {
        self.close(FenceAndProse::default(), &Options::default());
        self.closed(FenceAndProse::default())
    }

    /// The report of a reading that was closed.
    ///
    /// A few words, each put where it belongs: whoever makes the caller's value of it waits for nothing.
    #[inline(always)]
    pub(crate) fn closed(&mut self, around: FenceAndProse) -> Report {
        Report {
            around,
            log: self.log.take(),
            noted: OnceLock::new(),
        }
    }

    /// Whether the reading needed no repair, and what is around its value is all that there is to report.
    #[inline(always)]
    pub(crate) fn is_framed(&self, around: &FenceAndProse) -> bool {
        self.is_clean() && self.accept.is_some() && self.limit >= MOST_AROUND && !around.is_empty()
    }
}

/// How many repairs there are of what is around a value.
const MOST_AROUND: usize = 2;

/// What is around a value: the opening of its fence, and prose, each as where it begins and ends. What is not there ends
/// at 0.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FenceAndProse {
    fence: [u32; 2],
    prose: [u32; 2],
}

impl FenceAndProse {
    /// The opening of a fence, and no prose so far.
    #[inline(always)]
    pub(crate) fn fence(opening: &Range<usize>) -> Self {
        Self {
            fence: piece(opening),
            ..Self::default()
        }
    }

    /// The first piece of prose.
    #[inline(always)]
    pub(crate) fn set_prose(&mut self, prose: &Range<usize>) {
        self.prose = piece(prose);
    }

    /// Where the fence begins, if there is one.
    #[inline(always)]
    pub(crate) fn fence_start(self) -> Option<usize> {
        (self.fence[1] > 0).then_some(self.fence[0] as usize)
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.fence[1] == 0 && self.prose[1] == 0
    }

    /// Puts it on record.
    pub(crate) fn note(self, sink: &mut Sink) {
        self.show(|kind, span| sink.repair(kind, &Frame::root(), span));
    }

    /// Shows it in document order.
    fn show(self, mut show: impl FnMut(RepairKind, Range<usize>)) {
        let mut both = [
            (self.fence, RepairKind::FenceUnwrapped),
            (self.prose, RepairKind::ProseTrimmed),
        ];
        if self.prose[0] < self.fence[0] {
            both.reverse();
        }
        for ([start, end], kind) in both {
            if end > 0 {
                show(kind, start as usize..end as usize);
            }
        }
    }
}

/// Where a non-empty piece of text is, or nothing.
#[inline(always)]
fn piece(span: &Range<usize>) -> [u32; 2] {
    if span.is_empty() { [0, 0] } else { small_span(span) }
}

/// The repairs of a reading that was taken, spelt out when somebody asks for them. Where there were none, that is a report too.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    /// What is around a value that itself needed no repair: most reports of all, and without an allocation.
    around: FenceAndProse,
    /// What is on record otherwise.
    log: Option<Box<Log>>,
    /// The record of what is around, made when somebody asks for the repairs.
    noted: OnceLock<Box<Log>>,
}

impl Report {
    /// Whether nothing was repaired.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.log.is_none() && self.around.is_empty()
    }

    /// The repairs in document order.
    pub(crate) fn repairs(&self) -> &[Repair] {
        match self.told() {
            Some(log) => log.repairs.get_or_init(|| log.told_repairs()),
            None => &[],
        }
    }

    /// Shows the repairs in document order, without a list of them.
    pub(crate) fn show_repairs(&self, show: impl FnMut(&Repair)) {
        let Some(log) = self.told() else { return };
        match log.repairs.get() {
            Some(repairs) => repairs.iter().for_each(show),
            None => log.show_repairs(show),
        }
    }

    /// Shows the kinds of the repairs, in document order.
    pub(crate) fn show_kinds(&self, mut show: impl FnMut(RepairKind)) {
        match &self.log {
            None => self.around.show(|kind, _| show(kind)),
            Some(log) => match log.repairs.get() {
                None => log.in_order(|event, _| event.kind.into_iter().for_each(&mut show)),
                Some(repairs) => repairs.iter().for_each(|repair| show(repair.kind)),
            },
        }
    }

    /// Shows the repairs in document order, each as its kind, its span and its path.
    #[inline]
    pub(crate) fn show_with_paths(&self, paths: &mut PathTexts, mut show: impl FnMut(RepairKind, Range<usize>, &str)) {
        match &self.log {
            None => self.around.show(|kind, span| show(kind, span, "$")),
            Some(log) => match log.repairs.get() {
                None => log.show_with_paths(paths, show),
                Some(repairs) => {
                    for repair in repairs {
                        let path = repair.path();
                        show(repair.kind, repair.span(), paths.of(path.places(), path.place()));
                    }
                }
            },
        }
    }

    /// The log with all repairs.
    fn told(&self) -> Option<&Log> {
        match &self.log {
            Some(log) => Some(log),
            None if self.around.is_empty() => None,
            None => Some(self.noted.get_or_init(|| noted(self.around))),
        }
    }

    /// The report of a value that is in no text of the caller's.
    #[cfg(any(feature = "any", feature = "serde"))]
    pub(crate) fn without_spans(self) -> Self {
        self.with(Repair::without_span)
    }

    /// The same report, with one more repair: of the whole value, before all others.
    #[cfg(feature = "serde")]
    pub(crate) fn after(self, kind: RepairKind) -> Self {
        let first = Repair {
            kind,
            path: Path::of(&Arc::default(), crate::path::Place::ROOT),
            start: 0,
            end: 0,
            refused: false,
        };
        let repairs: Vec<_> = core::iter::once(first).chain(self.repairs().iter().cloned()).collect();
        let severity = self.worst().max(Some(kind.severity()));
        let mut log = self.log.unwrap_or_else(|| noted(self.around));
        log.severity = severity;
        log.repairs = OnceLock::from(repairs);
        Self {
            log: Some(log),
            ..Self::default()
        }
    }

    /// The same report of the value at `span`, which was chosen although there is another answer in the text; or an error, if the
    /// options refuse that.
    pub(crate) fn beside_rival(
        self,
        span: &Range<usize>,
        text: &str,
        options: &Options<'_>,
    ) -> Result<Self, ParseError> {
        let kind = RepairKind::CandidateSelected;
        if self.repairs().iter().any(|repair| repair.kind() == kind) {
            return Ok(self);
        }
        let [start, end] = small_span(span);
        let chosen = Repair {
            kind,
            path: Path::of(&Arc::default(), crate::path::Place::ROOT),
            start,
            end,
            refused: Some(kind.severity()) > options.accept,
        };
        let mut repairs = self.repairs().to_vec();
        let place = repairs.iter().take_while(|repair| repair.start <= start).count();
        let is_refused = chosen.refused;
        repairs.insert(place, chosen);
        if is_refused {
            let record = Record {
                repairs,
                ..Record::default()
            };
            return Err(ParseError::of(
                ErrorKind::Ambiguous,
                record,
                None,
                text,
                Lines::default(),
            ));
        }
        let severity = self.worst().max(Some(kind.severity()));
        let mut log = self.log.unwrap_or_else(|| noted(self.around));
        log.severity = severity;
        log.repairs = OnceLock::from(repairs);
        Ok(Self {
            log: Some(log),
            ..Self::default()
        })
    }

    /// The report of a reading of another text, whose places are those of the caller's text that `place` gives.
    pub(crate) fn moved(self, place: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        self.with(|repair| repair.moved(&place))
    }

    /// The same report with every repair changed.
    fn with(self, change: impl Fn(Repair) -> Repair) -> Self {
        if self.is_empty() {
            return self;
        }
        let repairs: Vec<_> = self.repairs().iter().cloned().map(change).collect();
        let mut log = self.log.unwrap_or_else(|| noted(self.around));
        log.severity = log
            .severity
            .or_else(|| (!self.around.is_empty()).then_some(Severity::Framing));
        log.repairs = OnceLock::from(repairs);
        Self {
            log: Some(log),
            ..Self::default()
        }
    }

    /// The gravest repair's severity.
    #[inline]
    pub(crate) fn worst(&self) -> Option<Severity> {
        match &self.log {
            Some(log) => log.severity,
            None => (!self.around.is_empty()).then_some(Severity::Framing),
        }
    }
}

/// The log of a reading that met nothing but this.
fn noted(around: FenceAndProse) -> Box<Log> {
    let mut sink = Sink::new(Some(Severity::Framing), MOST_AROUND);
    around.note(&mut sink);
    let mut log = sink.log.unwrap_or_default();
    log.count = sink.count;
    log
}

/// A value that is not there is a violation of the schema, unless making one up is allowed.
fn absence(kind: RepairKind, accepts: Accepts) -> Option<(Expected, Found)> {
    match kind {
        RepairKind::MissingToDefault => Some((Expected::Member(accepts), Found::Missing)),
        RepairKind::NullToDefault => Some((Expected::Member(accepts), Found::Written)),
        RepairKind::Truncated => Some((
            Expected::Words("the rest of it".into()),
            Found::Words("the end of the text".into()),
        )),
        _ => None,
    }
}
