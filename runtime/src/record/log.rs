//! The events of one reading, a few words each, and the places in the value that they are about.

use std::iter::{Chain, Flatten};
use std::ops::Range;
use std::slice;
use std::sync::{Arc, OnceLock};

use crate::error::{Expected, Found};
use crate::path::{Frame, Level, Path, Step};
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::{Accepts, FieldSpec, ObjectSpec};

/// Events, and the objects and lists that they stand in.
///
/// It is one allocation, which the report of a reading that was taken keeps.
#[derive(Debug, Clone)]
pub(super) struct Log {
    /// The first events: most texts need no more repairs.
    first: [Event; FIRST],
    /// Those behind, all but the last few, in pieces that are full.
    full: Vec<Vec<Event>>,
    /// The piece with the last ones and room for more.
    last: Vec<Event>,
    /// How many events there are, set when the reading is over: until then, the sink counts them.
    pub(super) count: usize,
    /// What the violations among the events are, in the same order.
    pub(super) violations: Vec<(Expected, Found)>,
    /// The gravest kind that was ever recorded, counted from one in the order of [`RepairKind::ALL`].
    pub(super) worst: u8,
    /// The gravest kind that was ever refused, counted in the same way.
    pub(super) refused: u8,
    /// Some events were taken back since.
    pub(super) is_stale: bool,
    /// The first event that says that the text is cut off.
    pub(super) cut_at: Option<usize>,
    /// The first holders, in the order of their numbers, those behind, and how many there are.
    near: [Holder; NEAR],
    far: Vec<Holder>,
    held: usize,
    /// The keys of those holders that are members of a map, with their numbers.
    keys: Vec<(u32, Box<str>)>,
    /// The gravest severity among the repairs, set when the reading is over.
    pub(super) severity: Option<Severity>,
    /// The repairs, spelt out when somebody asks for them.
    pub(super) repairs: OnceLock<Vec<Repair>>,
}

/// So many events are held without an allocation of their own.
const FIRST: usize = 24;

/// So many holders are held in the same way.
const NEAR: usize = 12;

/// So many events stand in one piece behind them: a kilobyte, which allocators still hand out quickly.
const PIECE: usize = 50;

/// So many pieces are of that size. Those behind are as long as all before.
const PIECES: usize = 8;

/// Events in the order in which they were recorded.
pub(super) type Events<'l> =
    Chain<Chain<slice::Iter<'l, Event>, Flatten<slice::Iter<'l, Vec<Event>>>>, slice::Iter<'l, Event>>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) place: Place,
    /// `None` for a violation.
    pub(super) kind: Option<RepairKind>,
    pub(super) refused: bool,
    /// Set where a later, better reading of the same member took this one's place.
    pub(super) retracted: bool,
}

/// What stands where no event is recorded yet: all bytes are zero.
const NO_EVENT: Event = Event {
    start: 0,
    end: 0,
    place: Place::ROOT,
    kind: Some(RepairKind::BomStripped),
    refused: false,
    retracted: false,
};

/// A value: a member or element of what is held under the number `holder`, where 0 is nothing and holds the answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) holder: u32,
    pub(super) step: u32,
}

impl Place {
    pub(super) const ROOT: Self = Self { holder: 0, step: 0 };
}

/// An object, list or member of a map: its own place, and what a step from it means: a field of an object, an index of a
/// list; from a member of a map, whose key stands elsewhere, there is one step only.
#[derive(Debug, Clone, Copy)]
struct Holder {
    place: Place,
    fields: Option<&'static ObjectSpec>,
}

/// What stands where there is no holder yet.
const NO_HOLDER: Holder = Holder {
    place: Place::ROOT,
    fields: None,
};

impl Default for Log {
    #[inline(always)]
    fn default() -> Self {
        Self {
            first: [NO_EVENT; FIRST],
            full: Vec::new(),
            last: Vec::new(),
            count: 0,
            violations: Vec::new(),
            worst: 0,
            refused: 0,
            is_stale: false,
            cut_at: None,
            near: [NO_HOLDER; NEAR],
            far: Vec::new(),
            held: 0,
            keys: Vec::new(),
            severity: None,
            repairs: OnceLock::new(),
        }
    }
}

impl Log {
    /// No events.
    pub(super) fn no_events<'l>() -> Events<'l> {
        [].iter().chain([].iter().flatten()).chain([].iter())
    }

    /// The first `count` events.
    pub(super) fn events(&self, count: usize) -> Events<'_> {
        let first = self.first[..count.min(FIRST)].iter();
        first.chain(self.full.iter().flatten()).chain(&self.last)
    }

    /// The first `count` events.
    pub(super) fn events_mut(&mut self, count: usize) -> impl Iterator<Item = &mut Event> {
        let first = self.first[..count.min(FIRST)].iter_mut();
        let more = self.full.iter_mut().flatten().chain(&mut self.last);
        first.chain(more).take(count)
    }

    /// Puts an event behind `count` others; `false` where there is no room for it.
    #[inline(always)]
    fn put(&mut self, count: usize, event: Event) -> bool {
        if count < FIRST {
            self.first[count] = event;
            true
        } else if self.last.len() < self.last.capacity() {
            self.last.push(event);
            true
        } else {
            false
        }
    }

    /// Records a repair that is taken behind `count` other events; `false` where there is no room for it.
    #[inline(always)]
    pub(super) fn push_taken(&mut self, count: usize, kind: RepairKind, place: Place, span: &Range<usize>) -> bool {
        if !self.put(count, Event::new(Some(kind), false, place, span)) {
            return false;
        }
        // Seldom: a store each time would cost more than the branch.
        if kind as u8 >= self.worst {
            self.worst = kind as u8 + 1;
        }
        true
    }

    /// Records two repairs of the same value, the second one the graver.
    #[inline(always)]
    pub(super) fn push_two_taken(
        &mut self,
        count: usize,
        [first, second]: [RepairKind; 2],
        place: Place,
        span: &Range<usize>,
    ) -> bool {
        debug_assert!((first as u8) < second as u8);
        let events = [first, second].map(|kind| Event::new(Some(kind), false, place, span));
        if let Some([one, next, ..]) = self.first.get_mut(count..) {
            [*one, *next] = events;
        } else if count >= FIRST && self.last.capacity() - self.last.len() >= events.len() {
            self.last.extend_from_slice(&events);
        } else {
            return false;
        }
        if second as u8 >= self.worst {
            self.worst = second as u8 + 1;
        }
        true
    }

    /// Records an event behind `count` others, for which there is room.
    pub(super) fn push(
        &mut self,
        count: usize,
        kind: Option<RepairKind>,
        refused: bool,
        place: Place,
        span: &Range<usize>,
    ) {
        let is_put = self.put(count, Event::new(kind, refused, place, span));
        debug_assert!(is_put, "there is room for it");
        if let Some(kind) = kind {
            let number = kind as u8 + 1;
            self.worst = self.worst.max(number);
            if refused {
                self.refused = self.refused.max(number);
            }
        }
    }

    /// Makes room for one more event than `count` at least, but for no more than `limit` in all. Texts with a repair at
    /// every token need it a few times.
    #[inline]
    pub(super) fn make_room(&mut self, count: usize, limit: usize) {
        if count >= FIRST && self.last.len() == self.last.capacity() {
            self.begin_piece(count, limit);
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_piece(&mut self, count: usize, limit: usize) {
        let length = if self.full.len() < PIECES { PIECE } else { count };
        let piece = std::mem::replace(&mut self.last, Vec::with_capacity(length.min(limit - count)));
        if !piece.is_empty() {
            self.full.push(piece);
        }
    }

    /// Takes back all of `count` events but the first few.
    pub(super) fn truncate(&mut self, count: usize, kept: usize) {
        let taken_back = self.events(count).skip(kept);
        let violations = taken_back.filter(|event| event.kind.is_none()).count();
        self.violations.truncate(self.violations.len() - violations);
        let (mut behind_first, kept) = (count.saturating_sub(FIRST), kept.saturating_sub(FIRST));
        loop {
            let before = behind_first - self.last.len();
            if kept >= before {
                self.last.truncate(kept - before);
                break;
            }
            behind_first = before;
            self.last = self.full.pop().unwrap_or_default();
        }
        self.is_stale = true;
    }

    /// Whether a repair of this kind may be on record.
    pub(super) fn may_hold(&self, kind: RepairKind) -> bool {
        self.worst > kind as u8
    }

    /// The place that `at` stands for. A frame remembers the number under which it is held.
    #[inline(always)]
    pub(super) fn place(&mut self, at: &Frame<'_>) -> Place {
        self.place_within_held(at).unwrap_or_else(|| self.place_otherwise(at))
    }

    /// The place of an object's member or list's element, where the object or list is not held yet, but what it stands in
    /// is.
    #[inline(always)]
    fn place_within_held(&mut self, at: &Frame<'_>) -> Option<Place> {
        let (fields, step) = match at.level {
            Level::Object { spec, field } => (Some(spec), field),
            Level::List { index, .. } => (None, index),
            _ => return None,
        };
        let parent = at.parent?;
        let place = match parent.level {
            Level::Root => Place::ROOT,
            _ => Self::known_place(parent)?,
        };
        if at.holder.get() != 0 {
            return None;
        }
        let holder = self.hold(place, fields);
        at.holder.set(holder);
        Some(Place { holder, step })
    }

    #[inline(never)]
    fn place_otherwise(&mut self, at: &Frame<'_>) -> Place {
        match at.level {
            Level::Root => Place::ROOT,
            Level::Map { key: None } | Level::Inside(_) => self.parent_place(at),
            Level::Object { spec, field } => Place {
                holder: self.holder(at, Some(spec)),
                step: field,
            },
            Level::List { index, .. } => Place {
                holder: self.holder(at, None),
                step: index,
            },
            Level::Map { key: Some(key) } | Level::Rest { key, .. } => {
                let place = self.parent_place(at);
                let holder = self.hold(place, None);
                self.keys.push((holder, key.into()));
                Place { holder, step: 0 }
            }
        }
    }

    fn parent_place(&mut self, at: &Frame<'_>) -> Place {
        match at.parent {
            Some(parent) => Self::known_place(parent).unwrap_or_else(|| self.place_otherwise(parent)),
            None => Place::ROOT,
        }
    }

    /// The place that `at` stands for, if its holder has a number already.
    #[inline(always)]
    pub(super) fn known_place(at: &Frame<'_>) -> Option<Place> {
        let holder = at.holder.get();
        if holder == 0 {
            return None;
        }
        match at.level {
            Level::Object { field: step, .. } | Level::List { index: step, .. } => Some(Place { holder, step }),
            _ => None,
        }
    }

    fn holder(&mut self, at: &Frame<'_>, fields: Option<&'static ObjectSpec>) -> u32 {
        if at.holder.get() == 0 {
            let place = self.parent_place(at);
            at.holder.set(self.hold(place, fields));
        }
        at.holder.get()
    }

    /// Holds an object, list or member of a map, and gives it the next number, from one on.
    #[inline(always)]
    fn hold(&mut self, place: Place, fields: Option<&'static ObjectSpec>) -> u32 {
        let holder = Holder { place, fields };
        match self.near.get_mut(self.held) {
            Some(room) => *room = holder,
            None => self.far.push(holder),
        }
        self.held += 1;
        small(self.held)
    }

    /// The holder of this number.
    fn held(&self, number: u32) -> Option<&Holder> {
        let index = (number as usize).checked_sub(1).filter(|&index| index < self.held)?;
        self.near.get(index).or_else(|| self.far.get(index - NEAR))
    }

    /// The field that `place` is.
    fn field(&self, place: Place) -> Option<&'static FieldSpec> {
        self.held(place.holder)?.fields?.fields.get(place.step as usize)
    }

    /// Appends the steps from the root to `place`.
    pub(super) fn collect(&self, place: Place, steps: &mut Vec<Step>) {
        let Some(holder) = self.held(place.holder) else { return };
        self.collect(holder.place, steps);
        if holder.fields.is_some() {
            steps.extend(self.field(place).map(|field| Step::Field(field.name)));
        } else if let Ok(key) = self.keys.binary_search_by_key(&place.holder, |&(number, _)| number) {
            steps.push(Step::Key(self.keys[key].1.clone()));
        } else {
            steps.push(Step::Index(place.step));
        }
    }

    /// The kinds of value that the type takes at `place`, where it is a field.
    pub(super) fn accepts(&self, place: Place) -> Accepts {
        self.field(place).map_or(Accepts::ANY, |field| field.facts.accepts)
    }

    /// The events that count, in document order.
    pub(super) fn told(&self) -> impl Iterator<Item = Told<'_>> {
        let mut violations = self.violations.iter();
        let mut events: Vec<(Event, Option<&(Expected, Found)>)> = Vec::with_capacity(self.count);
        for event in self.events(self.count) {
            let violation = if event.kind.is_none() { violations.next() } else { None };
            if !event.retracted {
                events.push((*event, violation));
            }
        }
        events.sort_by_key(|(event, _)| event.start);
        let mut steps = Vec::new();
        let ranges: Vec<(u32, u32)> = events
            .iter()
            .map(|(event, _)| {
                let first = steps.len();
                self.collect(event.place, &mut steps);
                (small(first), small(steps.len() - first))
            })
            .collect();
        let steps: Arc<[Step]> = steps.into();
        events
            .into_iter()
            .zip(ranges)
            .map(move |((event, violation), range)| Told {
                event,
                path: Path::slice(&steps, range),
                violation,
            })
    }

    /// The repairs among the events, in document order.
    pub(super) fn told_repairs(&self) -> Vec<Repair> {
        self.told()
            .filter_map(|told| Some(told.event.repair(told.event.kind?, told.path)))
            .collect()
    }

    /// Whether a violation that counts is of such a kind.
    pub(super) fn violates(&self, count: usize, is_it: impl Fn(&Expected) -> bool) -> bool {
        let events = self.events(count).filter(|event| event.kind.is_none());
        let mut both = events.zip(&self.violations);
        both.any(|(event, (expected, _))| !event.retracted && is_it(expected))
    }
}

/// An event as it is told: with its path, and with what it is about where it is a violation.
pub(super) struct Told<'l> {
    pub(super) event: Event,
    pub(super) path: Path,
    pub(super) violation: Option<&'l (Expected, Found)>,
}

impl Event {
    #[inline(always)]
    fn new(kind: Option<RepairKind>, refused: bool, place: Place, span: &Range<usize>) -> Self {
        Self {
            start: small(span.start),
            end: small(span.end),
            place,
            kind,
            refused,
            retracted: false,
        }
    }

    pub(super) fn repair(&self, kind: RepairKind, path: Path) -> Repair {
        Repair {
            kind,
            path,
            start: self.start,
            end: self.end,
        }
    }
}

/// Where a span begins and ends.
pub(super) fn small_span(span: &Range<usize>) -> [u32; 2] {
    [small(span.start), small(span.end)]
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
