//! What happened during one reading: the sink that alone records it, and the report that is made of it.
//!
//! Recording is kept small, for a text may need a repair at every token: an event is a few words without a path. The
//! paths are put together when somebody looks at the repairs.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::error::{Expected, Found, Violation};
use crate::path::{Frame, Level, Path, Step};
use crate::read::steps::step;
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::{Accepts, ObjectSpec};

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
    /// How many events were dropped because there were too many: a limit was hit.
    pub(crate) overflowed: bool,
    limit: usize,
    /// The kinds that were ever recorded, a bit each, and the gravest of them, counted from one in the order of
    /// [`RepairKind::ALL`]; also of those that were refused.
    kinds: [u64; 2],
    worst: u8,
    refused: u8,
    /// Some events were taken back since.
    is_stale: bool,
}

/// Events, and the objects and lists that they stand in.
#[derive(Debug, Clone, Default)]
struct Log {
    events: Vec<Event>,
    holders: Vec<Holder>,
}

#[derive(Debug, Clone, Copy)]
struct Event {
    start: u32,
    end: u32,
    place: Place,
    /// The place of a violation's details among those of all violations.
    details: u32,
    /// `None` for a violation.
    kind: Option<RepairKind>,
    refused: bool,
    /// Set where a later, better reading of the same member took this one's place.
    retracted: bool,
}

/// A value: a member or element of what is held under the number `holder`, where 0 is nothing and holds the answer.
#[derive(Debug, Clone, Copy)]
struct Place {
    holder: u32,
    step: u32,
}

impl Place {
    const ROOT: Self = Self { holder: 0, step: 0 };
}

/// An object, list or member of a map: its own place, and what a step from it means.
#[derive(Debug, Clone)]
struct Holder {
    place: Place,
    steps: Steps,
}

#[derive(Debug, Clone)]
enum Steps {
    Fields(&'static ObjectSpec),
    Indices,
    /// There is one step only.
    Key(Box<str>),
}

/// A point in the record to which a failed attempt returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl Log {
    /// Makes room for more events. Most texts need it once; those with a repair at every token need it a few times.
    #[cold]
    fn grow(&mut self) {
        let more = (3 * self.events.len()).max(24);
        self.events.reserve(more);
    }

    /// The place that `at` stands for. A frame remembers the number under which it is held.
    fn place(&mut self, at: &Frame<'_>) -> Place {
        match at.level {
            Level::Root => Place::ROOT,
            Level::Map { key: None } | Level::Inside(_) => self.parent_place(at),
            Level::Object { spec, field } => Place {
                holder: self.holder(at, || Steps::Fields(spec)),
                step: field,
            },
            Level::List { index, .. } => Place {
                holder: self.holder(at, || Steps::Indices),
                step: index,
            },
            Level::Map { key: Some(key) } | Level::Rest { key, .. } => {
                let place = self.parent_place(at);
                Place {
                    holder: self.hold(place, Steps::Key(key.into())),
                    step: 0,
                }
            }
        }
    }

    fn parent_place(&mut self, at: &Frame<'_>) -> Place {
        at.parent.map_or(Place::ROOT, |parent| self.place(parent))
    }

    #[inline]
    fn holder(&mut self, at: &Frame<'_>, steps: impl FnOnce() -> Steps) -> u32 {
        if at.holder.get() == 0 {
            let place = self.parent_place(at);
            at.holder.set(self.hold(place, steps()));
        }
        at.holder.get()
    }

    fn hold(&mut self, place: Place, steps: Steps) -> u32 {
        self.holders.push(Holder { place, steps });
        small(self.holders.len())
    }

    /// Appends the steps from the root to `place`.
    fn collect(&self, place: Place, steps: &mut Vec<Step>) {
        let Some(holder) = self.holders.get((place.holder as usize).wrapping_sub(1)) else {
            return;
        };
        self.collect(holder.place, steps);
        match &holder.steps {
            Steps::Fields(spec) => {
                steps.extend(
                    spec.fields
                        .get(place.step as usize)
                        .map(|field| Step::Field(field.name)),
                );
            }
            Steps::Indices => steps.push(Step::Index(place.step)),
            Steps::Key(key) => steps.push(Step::Key(key.clone())),
        }
    }

    /// The kinds of value that the type takes at `place`, where it is a field.
    fn accepts(&self, place: Place) -> Accepts {
        let holder = self.holders.get((place.holder as usize).wrapping_sub(1));
        match holder.map(|holder| &holder.steps) {
            Some(Steps::Fields(spec)) => spec
                .fields
                .get(place.step as usize)
                .map_or(Accepts::ANY, |field| field.facts.accepts),
            _ => Accepts::ANY,
        }
    }

    /// The events that count, in document order, each with its path.
    fn told(&self) -> Vec<(Event, Path)> {
        let mut events: Vec<Event> = self.events.iter().filter(|event| !event.retracted).copied().collect();
        events.sort_by_key(|event| event.start);
        let mut steps = Vec::new();
        let ranges: Vec<(u32, u32)> = events
            .iter()
            .map(|event| {
                let first = steps.len();
                self.collect(event.place, &mut steps);
                (small(first), small(steps.len() - first))
            })
            .collect();
        let steps: Arc<[Step]> = steps.into();
        let paths = ranges.into_iter().map(|range| Path::slice(&steps, range));
        events.into_iter().zip(paths).collect()
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
        if kind == RepairKind::Truncated {
            self.cut = true;
        }
        self.push(Some(kind), refused, at, span);
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
    #[inline(always)]
    fn push(&mut self, kind: Option<RepairKind>, refused: bool, at: &Frame<'_>, span: Range<usize>) -> bool {
        if self.log.events.len() >= self.limit {
            self.overflowed = true;
            return false;
        }
        let event = Event {
            start: small(span.start),
            end: small(span.end),
            place: match at.level {
                Level::Object { field, .. } if at.holder.get() != 0 => Place {
                    holder: at.holder.get(),
                    step: field,
                },
                _ => self.log.place(at),
            },
            details: small(self.violations.len()),
            kind,
            refused,
            retracted: false,
        };
        if let Some(kind) = kind {
            let number = kind as u8;
            self.kinds[usize::from(number >> 6) & 1] |= 1 << (number & 63);
            self.worst = self.worst.max(number + 1);
            if refused {
                self.refused = self.refused.max(number + 1);
            }
        }
        if self.log.events.len() == self.log.events.capacity() {
            self.log.grow();
        }
        self.log.events.push(event);
        true
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
            // Looking through the whole record each time would take as long as the record is.
            self.cut = self.cut && self.holds(RepairKind::Truncated);
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
        let severity = |number: u8| {
            let kind = RepairKind::ALL.get(usize::from(number).wrapping_sub(1))?;
            Some(kind.severity())
        };
        Tally {
            violations: self.violations.len(),
            refused: severity(self.refused),
            worst: severity(self.worst),
            repairs: self.log.events.len() - self.violations.len(),
        }
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

    /// Hands the record of a failed reading over: repairs, the ones among them that were refused, and violations.
    #[cold]
    pub(crate) fn finish(self, text: &str) -> Record {
        let mut record = Record::default();
        let mut absent: Option<Path> = None;
        for (event, path) in self.log.told() {
            let Some(kind) = event.kind else {
                record.hopeless = true;
                // What would be made up for a value that is not there breaks no rule of its own.
                if absent.as_ref() == Some(&path) {
                    continue;
                }
                let span = event.start as usize..event.end as usize;
                let (expected, found) = &self.violations[event.details as usize];
                record
                    .violations
                    .push(Violation::new(path, expected, found, span, text));
                continue;
            };
            let repair = event.repair(kind, path);
            if event.refused {
                if let Some(absence) = absence(&repair, self.log.accepts(event.place), text) {
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
    pub(crate) fn report(self) -> Option<Box<Report>> {
        let Tally { worst, .. } = self.tally();
        worst.map(|worst| {
            Box::new(Report {
                log: self.log,
                worst,
                repairs: OnceLock::new(),
            })
        })
    }
}

impl Event {
    fn repair(&self, kind: RepairKind, path: Path) -> Repair {
        Repair {
            kind,
            path,
            start: self.start,
            end: self.end,
        }
    }
}

/// The repairs of a reading that was taken, spelt out when somebody asks for them.
#[derive(Debug, Clone)]
pub(crate) struct Report {
    log: Log,
    worst: Severity,
    repairs: OnceLock<Vec<Repair>>,
}

impl Report {
    /// The repairs in document order.
    pub(crate) fn repairs(&self) -> &[Repair] {
        self.repairs.get_or_init(|| {
            let told = self.log.told().into_iter();
            told.filter_map(|(event, path)| Some(event.repair(event.kind?, path)))
                .collect()
        })
    }

    /// The gravest severity among the repairs.
    pub(crate) fn worst(&self) -> Severity {
        self.worst
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

/// Offsets fit in 32 bits: a longer text is refused before it is read.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text over 4 GiB is refused before it is read"
)]
fn small(offset: usize) -> u32 {
    debug_assert!(u32::try_from(offset).is_ok());
    offset as u32
}
