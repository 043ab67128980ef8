//! What is made of the record when the reading is over: the report of one that was taken, and the record of one that
//! failed.

use super::Sink;
use super::log::{Log, Told};
use crate::error::{Expected, Found, Violation};
use crate::path::Path;
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
        Some(Report(log))
    }
}

/// The repairs of a reading that was taken, spelt out when somebody asks for them.
#[derive(Debug, Clone)]
pub(crate) struct Report(Box<Log>);

impl Report {
    /// The repairs in document order.
    pub(crate) fn repairs(&self) -> &[Repair] {
        self.0.repairs.get_or_init(|| {
            let repairs = self.0.told();
            repairs
                .filter_map(|told| Some(told.event.repair(told.event.kind?, told.path)))
                .collect()
        })
    }

    /// The gravest severity among the repairs.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.0.severity
    }
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
