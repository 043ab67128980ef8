//! The events of one reading, a few machine words each, and the places in the value that they belong to.

mod order;

use alloc::vec::Vec;
use core::iter::{Chain, Flatten};
use core::ops::Range;
use core::slice;

use crate::error::{Expected, Found};
use crate::path::{Frame, Level, Path, Place, Places, small};
use crate::portable::OnceLock;
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::ObjectSpec;
use crate::steps::step;

/// Events, and the objects and lists that they are in.
///
/// It is one allocation, which the report of an accepted reading keeps.
#[derive(Debug, Clone)]
pub(super) struct Log {
    /// The first events: most texts need no more repairs.
    first: [LogEvent; FIRST],
    /// Those after, all but the last few, in pieces that are full.
    full: Vec<Vec<LogEvent>>,
    /// The piece with the last ones and room for more.
    last: Vec<LogEvent>,
    /// How many events there are, set when the reading is over: until then, the sink counts them.
    pub(super) count: usize,
    /// What the violations among the events are, in the same order.
    pub(super) violations: Vec<(Expected, Found)>,
    /// How many violations there were after those that are kept.
    pub(super) more: usize,
    /// The kinds that were ever recorded: a bit for each, in the order of [`RepairKind::ALL`].
    kinds: [u64; 2],
    /// The gravest kind that was ever refused, counted in the same way.
    pub(super) refused: u8,
    /// Some events have been rolled back since.
    pub(super) is_stale: bool,
    /// The first event that says that the text is cut off.
    pub(super) cut_at: Option<usize>,
    /// The objects, lists and map entries that the events are in.
    pub(super) places: Places,
    /// The gravest severity among the repairs, set when the reading is over.
    pub(super) severity: Option<Severity>,
    /// The repairs, spelt out when somebody asks for them.
    pub(super) repairs: OnceLock<Vec<Repair>>,
}

/// The number of events that are stored without an allocation of their own.
const FIRST: usize = 24;

/// How many events each later piece holds: a kilobyte, which allocators still hand out quickly.
const PIECE: usize = 50;

/// This many pieces are of that size. Each later one has an eighth of the length of all before it: no more is to spare.
const PIECES: usize = 8;

/// The kinds that may move the end of a string or value, broken syntax and guesses, a bit for each.
const BROKEN: [u64; 2] = {
    let mut broken = [0; 2];
    let mut index = 0;
    while index < RepairKind::ALL.len() {
        let kind = RepairKind::ALL[index];
        if matches!(kind.severity(), Severity::Syntax | Severity::Guess)
            && !matches!(kind, RepairKind::ControlCharEscaped)
        {
            broken[index / 64] |= 1 << (index % 64);
        }
        index += 1;
    }
    broken
};

/// Events in the order in which they were recorded.
pub(super) type Events<'l> =
    Chain<Chain<slice::Iter<'l, LogEvent>, Flatten<slice::Iter<'l, Vec<LogEvent>>>>, slice::Iter<'l, LogEvent>>;

#[derive(Debug, Clone, Copy)]
pub(super) struct LogEvent {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) place: Place,
    /// `None` for a violation.
    pub(super) kind: Option<RepairKind>,
    pub(super) refused: bool,
    /// Set where a later, better reading of the same field took this one's place.
    pub(super) retracted: bool,
}

/// The value of slots without an event: all bytes are zero.
const NO_EVENT: LogEvent = LogEvent {
    start: 0,
    end: 0,
    place: Place::ROOT,
    kind: Some(RepairKind::BomStripped),
    refused: false,
    retracted: false,
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
            more: 0,
            kinds: [0; 2],
            refused: 0,
            is_stale: false,
            cut_at: None,
            places: Places::default(),
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

    /// The first `count` events, but for the first few.
    pub(super) fn events_since(&self, count: usize, from: usize) -> Events<'_> {
        // Most often they are among the last ones, to which nobody has to count from the beginning.
        let mut before = count.saturating_sub(self.last.len());
        if count > FIRST && from >= before {
            let events = self.last.get(from - before..).unwrap_or_default();
            return [].iter().chain([].iter().flatten()).chain(events);
        }
        for (index, piece) in self.full.iter().enumerate().rev() {
            step(1);
            before -= piece.len();
            if from >= before {
                let more = self.full[index + 1..].iter().flatten();
                return piece[from - before..].iter().chain(more).chain(&self.last);
            }
        }
        let first = self.first[..count.min(FIRST)].get(from..).unwrap_or_default();
        first.iter().chain(self.full.iter().flatten()).chain(&self.last)
    }

    /// The first `count` events.
    pub(super) fn events_mut(&mut self, count: usize) -> impl Iterator<Item = &mut LogEvent> {
        let first = self.first[..count.min(FIRST)].iter_mut();
        let more = self.full.iter_mut().flatten().chain(&mut self.last);
        first.chain(more).take(count)
    }

    /// Puts an event after `count` others; `false` if there is no room for it.
    #[inline(always)]
    fn put(&mut self, count: usize, event: LogEvent) -> bool {
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

    /// Records an accepted repair after `count` other events; `false` if there is no room for it.
    #[inline(always)]
    pub(super) fn push_taken(&mut self, count: usize, kind: RepairKind, place: Place, span: &Range<usize>) -> bool {
        if !self.put(count, LogEvent::new(Some(kind), false, place, span)) {
            return false;
        }
        self.mark(kind);
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
        let events = [first, second].map(|kind| LogEvent::new(Some(kind), false, place, span));
        if let Some([one, next, ..]) = self.first.get_mut(count..) {
            [*one, *next] = events;
        } else if count >= FIRST && self.last.capacity() - self.last.len() >= events.len() {
            self.last.extend_from_slice(&events);
        } else {
            return false;
        }
        self.mark(first);
        self.mark(second);
        true
    }

    /// Records an event after `count` others; there must be room for it.
    pub(super) fn push(
        &mut self,
        count: usize,
        kind: Option<RepairKind>,
        refused: bool,
        place: Place,
        span: &Range<usize>,
    ) {
        let is_put = self.put(count, LogEvent::new(kind, refused, place, span));
        debug_assert!(is_put, "there is room for it");
        if let Some(kind) = kind {
            self.mark(kind);
            if refused {
                self.refused = self.refused.max(kind as u8 + 1);
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
        let length = if self.full.len() < PIECES { PIECE } else { count / 8 };
        let piece = core::mem::replace(&mut self.last, Vec::with_capacity(length.min(limit - count)));
        if !piece.is_empty() {
            self.full.push(piece);
        }
    }

    /// Rolls back all of `count` events but the first few.
    pub(super) fn truncate(&mut self, count: usize, kept: usize) {
        let violations = if self.violations.is_empty() {
            0
        } else {
            let taken_back = self.events_since(count, kept);
            taken_back.filter(|event| event.kind.is_none()).count()
        };
        if violations > 0 {
            self.violations.truncate(self.violations.len() - violations);
            self.more = 0;
        }
        let events = kept;
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
        self.places.take_back(events);
        self.is_stale = true;
    }

    /// Notes that a repair of this kind was recorded.
    #[inline(always)]
    fn mark(&mut self, kind: RepairKind) {
        const { assert!(RepairKind::ALL.len() <= 128, "two words hold a bit for each kind") };
        self.kinds[usize::from(kind as u8 >= 64)] |= 1 << (kind as u8 & 63);
    }

    /// Whether a repair of this kind may be on record.
    #[inline(always)]
    pub(super) fn may_hold(&self, kind: RepairKind) -> bool {
        self.kinds[usize::from(kind as u8 >= 64)] & 1 << (kind as u8 & 63) != 0
    }

    /// Whether a repair of one of these kinds may be on record.
    #[inline(always)]
    pub(super) fn may_hold_any<const N: usize>(&self, kinds: [RepairKind; N]) -> bool {
        let of = |word: u8| {
            kinds.iter().fold(0, |bits, &kind| {
                if kind as u8 / 64 == word {
                    bits | 1 << (kind as u8 % 64)
                } else {
                    bits
                }
            })
        };
        (self.kinds[0] & of(0)) | (self.kinds[1] & of(1)) != 0
    }

    /// Whether a repair of broken syntax or a guess may be on record, but for control characters that are not escaped.
    pub(super) fn may_break_grammar(&self) -> bool {
        (self.kinds[0] & BROKEN[0]) | (self.kinds[1] & BROKEN[1]) != 0
    }

    /// As [`may_break_grammar`](Self::may_break_grammar), by repairs of other kinds.
    pub(super) fn may_break_grammar_but<const N: usize>(&self, kinds: [RepairKind; N]) -> bool {
        let mut broken = BROKEN;
        for kind in kinds {
            broken[usize::from(kind as u8 / 64)] &= !(1 << (kind as u8 % 64));
        }
        (self.kinds[0] & broken[0]) | (self.kinds[1] & broken[1]) != 0
    }

    /// The gravest kind that was ever recorded, counted from one in the order of [`RepairKind::ALL`].
    pub(super) fn worst(&self) -> u8 {
        let [mild, grave] = self.kinds;
        let worst = match grave {
            0 => 64 - mild.leading_zeros(),
            _ => 128 - grave.leading_zeros(),
        };
        u8::try_from(worst).unwrap_or(u8::MAX)
    }

    /// The place of the value that `at` describes, for an event after `count` others. A frame remembers its number in the
    /// list of holders.
    #[inline(always)]
    pub(super) fn place(&mut self, at: &Frame<'_>, count: usize) -> Place {
        self.place_within_held(at, count)
            .unwrap_or_else(|| self.place_otherwise(at, count))
    }

    /// The place of an object's field or list's element, where the object or list is not held yet, but what it is in
    /// is.
    #[inline(always)]
    fn place_within_held(&mut self, at: &Frame<'_>, count: usize) -> Option<Place> {
        let (fields, step) = match at.level {
            Level::Object { spec, field } => (Some(spec), field),
            Level::List { index, .. } => (None, index),
            _ => return None,
        };
        let parent = at.parent?;
        let place = match parent.level {
            Level::Root => Place::ROOT,
            _ => self.known_place(parent)?,
        };
        if at.holder.get() != 0 {
            return None;
        }
        let holder = self.places.hold(place, fields, count);
        at.holder.set(holder);
        Some(Place { holder, step })
    }

    #[inline(never)]
    fn place_otherwise(&mut self, at: &Frame<'_>, count: usize) -> Place {
        match at.level {
            Level::Root => Place::ROOT,
            Level::Map { key: None } | Level::Inside(_) => self.parent_place(at, count),
            Level::Object { spec, field } => Place {
                holder: self.holder(at, Some(spec), count),
                step: field,
            },
            Level::List { index, .. } => Place {
                holder: self.holder(at, None, count),
                step: index,
            },
            Level::Map { key: Some(key) } | Level::Rest { key, .. } => {
                if !self.places.has(at.holder.get()) {
                    let place = self.parent_place(at, count);
                    at.holder.set(self.places.hold_entry(place, key, count));
                }
                Place {
                    holder: at.holder.get(),
                    step: 0,
                }
            }
        }
    }

    fn parent_place(&mut self, at: &Frame<'_>, count: usize) -> Place {
        match at.parent {
            Some(parent) => match self.known_place(parent) {
                Some(place) => place,
                None => self.place_otherwise(parent, count),
            },
            None => Place::ROOT,
        }
    }

    /// The place of the value that `at` describes, if its holder has a number already.
    #[inline(always)]
    fn known_place(&self, at: &Frame<'_>) -> Option<Place> {
        Self::noted_place(at).filter(|place| self.places.has(place.holder))
    }

    /// Like [`Log::known_place`], where the holder may have been taken back since.
    #[inline(always)]
    pub(super) fn noted_place(at: &Frame<'_>) -> Option<Place> {
        let holder = at.holder.get();
        if holder == 0 {
            return None;
        }
        match at.level {
            Level::Object { field: step, .. } | Level::List { index: step, .. } => Some(Place { holder, step }),
            _ => None,
        }
    }

    fn holder(&mut self, at: &Frame<'_>, fields: Option<&'static ObjectSpec>, count: usize) -> u32 {
        if !self.places.has(at.holder.get()) {
            let place = self.parent_place(at, count);
            at.holder.set(self.places.hold(place, fields, count));
        }
        at.holder.get()
    }

    /// Whether a violation that counts is of such a kind.
    pub(super) fn violates(&self, count: usize, is_it: impl Fn(&Expected) -> bool) -> bool {
        let events = self.events(count).filter(|event| event.kind.is_none());
        let mut both = events.zip(&self.violations);
        both.any(|(event, (expected, _))| !event.retracted && is_it(expected))
    }
}

impl LogEvent {
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
            refused: self.refused,
        }
    }
}

/// Where a span begins and ends.
pub(super) fn small_span(span: &Range<usize>) -> [u32; 2] {
    [small(span.start), small(span.end)]
}
