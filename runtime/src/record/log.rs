//! The events of one reading, a few words each, and the places in the value that they are about.

use std::sync::Arc;

use crate::path::{Frame, Level, Path, Step};
use crate::repair::{Repair, RepairKind};
use crate::spec::{Accepts, FieldSpec, ObjectSpec};

/// Events, and the objects and lists that they stand in.
#[derive(Debug, Clone, Default)]
pub(super) struct Log {
    pub(super) events: Vec<Event>,
    /// The object at the root, whose number is [`OUTERMOST`]: most places are members of it.
    outermost: Option<&'static ObjectSpec>,
    /// All other holders, in the order of their numbers.
    holders: Vec<Holder>,
}

/// The number of the object at the root. Those of other holders follow.
const OUTERMOST: u32 = 1;

#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) place: Place,
    /// The place of a violation's details among those of all violations.
    pub(super) details: u32,
    /// `None` for a violation.
    pub(super) kind: Option<RepairKind>,
    pub(super) refused: bool,
    /// Set where a later, better reading of the same member took this one's place.
    pub(super) retracted: bool,
}

/// A value: a member or element of what is held under the number `holder`, where 0 is nothing and holds the answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) holder: u32,
    pub(super) step: u32,
}

impl Place {
    pub(super) const ROOT: Self = Self { holder: 0, step: 0 };
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

impl Log {
    /// Makes room for more events, but for no more than `limit` in all. Most texts need it once; those with a repair at
    /// every token need it a few times.
    #[cold]
    pub(super) fn grow(&mut self, limit: usize) {
        let more = (3 * self.events.len()).max(40);
        self.events.reserve_exact(more.min(limit - self.events.len()));
    }

    /// The place that `at` stands for. A frame remembers the number under which it is held.
    pub(super) fn place(&mut self, at: &Frame<'_>) -> Place {
        match at.level {
            Level::Root => Place::ROOT,
            Level::Map { key: None } | Level::Inside(_) => self.parent_place(at),
            Level::Object { spec, field } => Place {
                holder: self.object(at, spec),
                step: field,
            },
            Level::List { index, .. } => Place {
                holder: self.holder(at, Steps::Indices),
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

    /// The number of the object at `at`.
    fn object(&mut self, at: &Frame<'_>, spec: &'static ObjectSpec) -> u32 {
        let is_outermost = at.parent.is_some_and(Frame::is_root)
            && self.outermost.is_none_or(|outermost| std::ptr::eq(outermost, spec));
        if is_outermost {
            self.outermost = Some(spec);
            at.holder.set(OUTERMOST);
            return OUTERMOST;
        }
        self.holder(at, Steps::Fields(spec))
    }

    fn holder(&mut self, at: &Frame<'_>, steps: Steps) -> u32 {
        if at.holder.get() == 0 {
            let place = self.parent_place(at);
            at.holder.set(self.hold(place, steps));
        }
        at.holder.get()
    }

    fn hold(&mut self, place: Place, steps: Steps) -> u32 {
        if self.holders.len() == self.holders.capacity() {
            self.holders.reserve_exact((2 * self.holders.len()).max(8));
        }
        self.holders.push(Holder { place, steps });
        OUTERMOST + small(self.holders.len())
    }

    /// The holder of this number, where it is not the outermost object.
    fn held(&self, number: u32) -> Option<&Holder> {
        self.holders.get((number as usize).checked_sub(OUTERMOST as usize + 1)?)
    }

    /// The field that `place` is.
    fn field(&self, place: Place) -> Option<&'static FieldSpec> {
        let spec = match self.held(place.holder).map(|holder| &holder.steps) {
            Some(Steps::Fields(spec)) => spec,
            _ => self.outermost.filter(|_| place.holder == OUTERMOST)?,
        };
        spec.fields.get(place.step as usize)
    }

    /// Appends the steps from the root to `place`.
    pub(super) fn collect(&self, place: Place, steps: &mut Vec<Step>) {
        if let Some(holder) = self.held(place.holder) {
            self.collect(holder.place, steps);
            match &holder.steps {
                Steps::Fields(_) => {}
                Steps::Indices => steps.push(Step::Index(place.step)),
                Steps::Key(key) => steps.push(Step::Key(key.clone())),
            }
        }
        steps.extend(self.field(place).map(|field| Step::Field(field.name)));
    }

    /// The kinds of value that the type takes at `place`, where it is a field.
    pub(super) fn accepts(&self, place: Place) -> Accepts {
        self.field(place).map_or(Accepts::ANY, |field| field.facts.accepts)
    }

    /// The events that count, in document order, each with its path.
    pub(super) fn told(&self) -> Vec<(Event, Path)> {
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

impl Event {
    pub(super) fn repair(&self, kind: RepairKind, path: Path) -> Repair {
        Repair {
            kind,
            path,
            start: self.start,
            end: self.end,
        }
    }
}

/// Offsets fit in 32 bits: a longer text is refused before it is read.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text over 4 GiB is refused before it is read"
)]
pub(super) fn small(offset: usize) -> u32 {
    debug_assert!(u32::try_from(offset).is_ok());
    offset as u32
}
