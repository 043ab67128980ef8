//! What is made of the record when the reading is over: the report of one that was taken, and the record of one that
//! failed.

use std::ops::Range;
use std::sync::OnceLock;

use super::Sink;
use super::log::{Log, Told, small_span};
use crate::error::{Expected, Found, Violation};
use crate::path::{Frame, Path};
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::Accepts;

impl Sink {
    /// Hands the record of a failed reading over: repairs, the ones among them that were refused, and violations.
    #[cold]
    pub(crate) fn finish(self, text: &str) -> Record {
        let mut record = Record::default();
        let mut absent: Option<Path> = None;
        let Some(mut log) = self.log else { return record };
        log.count = self.count;
        for Told { event, path, violation } in log.told() {
            let Some(kind) = event.kind else {
                record.hopeless = true;
                let Some((expected, found)) = violation else { continue };
                // What would be made up for a value that is not there breaks no rule of its own.
                if absent.as_ref() == Some(&path) {
                    continue;
                }
                let span = event.start as usize..event.end as usize;
                record
                    .violations
                    .push(Violation::new(path, expected, found, span, text));
                continue;
            };
            let repair = event.repair(kind, path);
            if event.refused {
                if let Some(absence) = absence(&repair, log.accepts(event.place), text) {
                    absent = Some(repair.path.clone());
                    record.violations.push(absence);
                }
                record.refused.push(repair.clone());
            }
            record.repairs.push(repair);
        }
        record
    }

    /// Hands the repairs of a reading that was taken over, if there were any.
    pub(crate) fn report(self) -> Option<Report> {
        let worst = self.worst();
        let mut log = self.log.filter(|_| worst.is_some())?;
        log.count = self.count;
        log.severity = worst;
        Some(Report(Held::Log(log)))
    }

    /// The report of a reading that needed no repair, with what stands around its value; `None` where it needed one, where
    /// that is not to be repaired, and where nothing stands around.
    pub(crate) fn framed(&self, around: &Around) -> Option<Report> {
        let is_taken = self.is_clean() && self.accept.is_some() && self.limit >= MOST_AROUND;
        (is_taken && !around.is_empty()).then(|| {
            Report(Held::Around {
                fence: small_span(&around.fence),
                prose: small_span(&around.prose),
                log: OnceLock::new(),
            })
        })
    }
}

/// How many repairs there are of what stands around a value.
const MOST_AROUND: usize = 2;

/// What stands around a value: the opening of its fence, and prose. Empty where there is none.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    pub(crate) fence: Range<usize>,
    pub(crate) prose: Range<usize>,
}

impl Around {
    fn is_empty(&self) -> bool {
        self.fence.is_empty() && self.prose.is_empty()
    }

    /// Puts it on record.
    pub(crate) fn note(self, sink: &mut Sink) {
        for (kind, span) in [
            (RepairKind::FenceUnwrapped, self.fence),
            (RepairKind::ProseTrimmed, self.prose),
        ] {
            if !span.is_empty() {
                sink.repair(kind, &Frame::root(), span);
            }
        }
    }
}

/// The repairs of a reading that was taken, spelt out when somebody asks for them.
#[derive(Debug, Clone)]
pub(crate) struct Report(Held);

#[derive(Debug, Clone)]
enum Held {
    /// What stands around a value that itself needed no repair: most reports of all, and without an allocation.
    Around {
        fence: [u32; 2],
        prose: [u32; 2],
        /// Made when somebody asks for the repairs.
        log: OnceLock<Box<Log>>,
    },
    Log(Box<Log>),
}

impl Report {
    /// The repairs in document order.
    pub(crate) fn repairs(&self) -> &[Repair] {
        let log = match &self.0 {
            Held::Around { fence, prose, log } => log.get_or_init(|| noted(*fence, *prose)),
            Held::Log(log) => log,
        };
        log.repairs.get_or_init(|| log.told_repairs())
    }

    /// The gravest severity among the repairs.
    pub(crate) fn worst(&self) -> Option<Severity> {
        match &self.0 {
            Held::Around { .. } => Some(Severity::Framing),
            Held::Log(log) => log.severity,
        }
    }
}

/// The log of a reading that met nothing but this fence and this prose.
fn noted(fence: [u32; 2], prose: [u32; 2]) -> Box<Log> {
    let range = |[start, end]: [u32; 2]| start as usize..end as usize;
    let around = Around {
        fence: range(fence),
        prose: range(prose),
    };
    let mut sink = Sink::new(Some(Severity::Framing), MOST_AROUND);
    around.note(&mut sink);
    let mut log = sink.log.unwrap_or_default();
    log.count = sink.count;
    log
}

/// A finished [`Sink`].
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) refused: Vec<Repair>,
    pub(crate) violations: Vec<Violation>,
    /// A violation that no repair mends.
    pub(crate) hopeless: bool,
}

/// A value that is not there is a violation of the schema, unless making one up is allowed.
fn absence(repair: &Repair, accepts: Accepts, text: &str) -> Option<Violation> {
    let (expected, found) = match repair.kind {
        RepairKind::MissingToDefault => (Expected::Member(accepts), Found::Missing),
        RepairKind::NullToDefault => (Expected::Member(accepts), Found::Written),
        RepairKind::Truncated => (
            Expected::Words("the rest of it".into()),
            Found::Words("the end of the text".into()),
        ),
        _ => return None,
    };
    Some(Violation::new(
        repair.path.clone(),
        &expected,
        &found,
        repair.span(),
        text,
    ))
}
