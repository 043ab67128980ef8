//! What was delivered, compared with what the whole reply says.
//!
//! One rule decides how a list ends: *if every element was delivered without an error and nothing is retracted, then the whole
//! reply is read as a list of exactly these elements.* A list in clean JSON, alone in its reply, needs no second look. For
//! every other reply, the engine chooses the answer among all that the reply contains, and the result is compared with what
//! was delivered: elements that are missing are delivered now, an error that was not reported is reported now (the list was
//! cut off, there are several answers), guesses about the list itself are passed on, and another list retracts what was delivered.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::placed::{Placed, Readings};
use super::search::{KeyedValue, Likeness, Search, goes_on};
use super::{Items, on_way};
use crate::extract::PLACES;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::{RepairKind, Severity};
use crate::visit::Slot;
use crate::{ErrorKind, LlmOutput, Options, ParseError, Repair};

/// The list that the engine chooses in the whole reply.
#[derive(Debug)]
pub(super) struct Chosen<T> {
    /// Where it is in the text.
    pub(super) span: Range<usize>,
    pub(super) elements: Vec<Placed<T>>,
    /// It was read without the signs before its lines.
    pub(super) is_unprefixed: bool,
    /// The guesses about the list itself, which belong to none of its elements.
    doubts: Vec<Repair>,
}

impl<T> Chosen<T> {
    fn new(span: Range<usize>, elements: Vec<Placed<T>>, repairs: &[Repair]) -> Self {
        let is_outside = |repair: &&Repair| {
            let place = repair.span();
            let after = elements.partition_point(|element| element.start() <= place.start);
            let element = after.checked_sub(1).map(|element| elements[element].span());
            repair.severity() >= Severity::Guess && element.is_none_or(|element| element.end < place.end)
        };
        Self {
            span,
            is_unprefixed: is_unprefixed(repairs),
            doubts: repairs.iter().filter(is_outside).cloned().collect(),
            elements,
        }
    }
}

/// What says that an answer is not written as JSON.
const SURFACES: [RepairKind; 3] = [RepairKind::TagsRead, RepairKind::LinesRead, RepairKind::BulletsRead];

/// Which errors were delivered.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct DeliveredErrors {
    any: bool,
    truncated: bool,
    ambiguous: bool,
}

impl DeliveredErrors {
    /// Notes an error that is delivered.
    #[cold]
    pub(super) fn note(&mut self, kind: ErrorKind) {
        self.any = true;
        self.truncated |= kind == ErrorKind::Truncated;
        self.ambiguous |= kind == ErrorKind::Ambiguous;
    }

    /// Whether any error was delivered.
    pub(super) fn has_any(self) -> bool {
        self.any
    }

    /// Whether nothing new is said by such an error about the whole list.
    fn has(self, kind: ErrorKind) -> bool {
        match kind {
            ErrorKind::Truncated => self.truncated,
            ErrorKind::Ambiguous => self.ambiguous,
            _ => self.any,
        }
    }
}

impl<'o, T: LlmOutput> Items<'o, T> {
    /// Delivers what is still missing, once all elements were read. Returns whether another list counts.
    #[cold]
    pub(super) fn conclude(&mut self) -> bool {
        if !self.has_begun {
            return false;
        }
        // An object behind a name on its line may be the value of that name: `- note: {..}`.
        let line = self.text[..self.start].rsplit('\n').next().unwrap_or_default();
        let is_in_row = self.is_lines && line.contains(char::is_alphanumeric);
        if !is_in_row && self.is_undoubted() {
            return false;
        }
        if is_in_row {
            match self.is_in_other_form() {
                Ok(true) => return true,
                Err(error) if !self.said.has_any() => {
                    self.ready.push_back(Err(error));
                    return false;
                }
                _ => {}
            }
        }
        match self.chosen(&self.judging()) {
            Ok(chosen) => self.compare(&chosen),
            Err(error) => {
                if !self.is_limited && !self.said.has(error.kind()) {
                    self.ready.push_back(Err(error));
                }
                false
            }
        }
    }

    /// Whether the list is clean JSON, has its closing bracket, and nothing else in the reply can be the answer.
    fn is_undoubted(&mut self) -> bool {
        let is_closed = self.is_closed || self.is_lines;
        let end = if self.is_lines { self.last.end } else { self.pos };
        let list = self.text.get(self.start..end).unwrap_or_default();
        if self.is_odd || !is_closed || !self.options.markers.is_empty() || crate::extract::is_skeleton(list) {
            return false;
        }
        if let Some(search) = &mut self.search {
            if search.likeness() == Likeness::Near {
                return false;
            }
            let mut cursor = Cursor::new(&self.text, self.pos, crate::record::Sink::default());
            cursor.fenced = self.fenced;
            return search.other.is_none()
                && goes_on(&cursor, &search.around(), T::__FACTS.accepts).is_none()
                && search.next_value(&self.text, self.pos).is_none();
        }
        // An empty list in prose may be no answer.
        if self.index == 0 {
            return false;
        }
        let end = self.pos.min(self.text.len());
        let bytes = self.text.as_bytes();
        let has_marks = |part: &[u8]| part.iter().any(|byte| matches!(byte, b'[' | b'{' | b']' | b'}' | b'"'));
        !has_marks(&bytes[..self.start]) && !has_marks(&bytes[end..]) && !crate::extract::goes_on(&self.text, end)
    }

    /// The options for a reading of the whole reply: what is read twice is reported once, and how severe a repair may be is
    /// asked of each element, not of what is around them.
    pub(super) fn judging(&self) -> Options<'o> {
        let mut options = self.quiet();
        options.accept = options.accept.max(Some(Severity::Guess));
        options
    }

    /// Whether the whole reply is a list that is not written as JSON, so that JSON in it is a part of a value.
    pub(super) fn is_in_other_form(&self) -> Result<bool, ParseError> {
        let list = crate::surface::parse::<Vec<T>>(&self.text, &self.judging())?;
        Ok(list.repairs().iter().any(|repair| SURFACES.contains(&repair.kind())))
    }

    /// The list that counts in the whole reply.
    pub(super) fn chosen(&self, options: &Options<'_>) -> Result<Chosen<T>, ParseError> {
        if let Some(search) = &self.search {
            return self.choose(search, options);
        }
        let mut list = crate::extract::parse::<Vec<Placed<T>>>(&self.text, options)?;
        let elements = core::mem::take(&mut list.value);
        Ok(Chosen::new(list.span(), elements, list.repairs()))
    }

    /// The list under the key that counts in the whole reply.
    pub(super) fn choose(&self, search: &Search, options: &Options<'_>) -> Result<Chosen<T>, ParseError> {
        let holder = || ListUnderKey::<T> {
            way: &self.way,
            likeness: search.likeness(),
            chosen: None,
        };
        let mut holders: [_; PLACES] = core::array::from_fn(|_| holder());
        let slots = holders.each_mut().map(|holder| holder as _);
        let (place, settled) = crate::extract::choose(&self.text, options, slots)?;
        let marker = self.options.markers.first().copied();
        let unknown = || ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, &self.text);
        let (span, elements) = holders[place].chosen.take().ok_or_else(unknown)?;
        Ok(Chosen::new(span, elements, settled.repairs()))
    }

    /// Delivers the elements of the list that were not delivered, if it is the same list. Returns whether it is another one.
    fn compare(&mut self, chosen: &Chosen<T>) -> bool {
        // Elements with the signs of several lines in them were read in another way.
        if chosen.is_unprefixed && self.is_patched {
            return true;
        }
        let known = chosen.elements.partition_point(|element| element.start() < self.pos);
        let (known, missing) = chosen.elements.split_at(known);
        let readings = Readings::of(known);
        let is_same = readings == self.readings || Some(readings) == self.all;
        if is_same && (missing.is_empty() || chosen.span.start == self.start) {
            if self.accepts_doubts(chosen) && !missing.is_empty() {
                self.deliver_missing(missing);
            }
            return false;
        }
        // Of lines that are no list because of a broken one, the last one counts.
        let is_last_line =
            self.is_lines && self.said.any && chosen.elements.last().map(Placed::start) == Some(self.last.start);
        !is_last_line && !self.is_repeated(chosen)
    }

    /// Reports the guesses about the list itself, or the error if one of them is refused. Returns whether all are accepted.
    fn accepts_doubts(&mut self, chosen: &Chosen<T>) -> bool {
        if chosen.doubts.iter().map(Repair::severity).max() > self.options.accept {
            if !self.said.has_any()
                && let Err(error) = self.chosen(&self.quiet())
            {
                self.ready.push_back(Err(error));
            }
            return false;
        }
        if let Some(observer) = self.options.on_repair {
            chosen.doubts.iter().for_each(observer);
        }
        self.doubts.clone_from(&chosen.doubts);
        true
    }

    /// Whether this list says the same as the one that was delivered.
    fn is_repeated(&self, chosen: &Chosen<T>) -> bool {
        let end = if self.is_lines { self.last.end } else { self.pos };
        let other = chosen.span.clone();
        // The same part of the text, read as other elements, is another list, unless an error has said so.
        if other.start < end && self.start < other.end && !self.said.any {
            return false;
        }
        let tokens = |part| crate::extract::tokens(&self.text, part);
        tokens(self.start..end).eq(tokens(other))
    }
}

/// An object or list of the reply, as far as the list under the key is concerned.
struct ListUnderKey<'w, T> {
    way: &'w [String],
    likeness: Likeness,
    /// The list that was read last, and where it is.
    chosen: Option<(Range<usize>, Vec<Placed<T>>)>,
}

impl<T: LlmOutput> ListUnderKey<'_, T> {
    fn read_list(&mut self, value: &KeyedValue, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        cursor.pos = value.start;
        let elements = <Vec<Placed<T>>>::__read(cursor, at)?;
        if let Some(next) = value.goes_on(cursor, T::__FACTS.accepts) {
            let width = cursor.text[next..].chars().next().map_or(0, char::len_utf8);
            cursor.repaired(RepairKind::ContentLost, at, next..next + width);
        }
        if self.likeness == Likeness::Near && !value.is_exact {
            cursor.repaired(RepairKind::KeyFuzzy, at, value.start..value.start);
        }
        if value.is_duplicate {
            cursor.repaired(RepairKind::DuplicateKey, at, value.start..cursor.pos);
        }
        self.chosen = Some((value.start..cursor.pos, elements));
        Ok(())
    }
}

impl<T: LlmOutput> Slot for ListUnderKey<'_, T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        self.chosen = None;
        let start = cursor.pos;
        if !matches!(cursor.peek(), b'{' | b'[') {
            return unrecognized(cursor);
        }
        let (value, end) = Search::in_document(self.way, self.likeness, cursor.text, start);
        let Some(value) = value else {
            cursor.pos = end;
            return unrecognized(cursor);
        };
        let mut read = Ok(());
        on_way(self.way, at, &mut |at| read = self.read_list(&value, cursor, at));
        cursor.pos = cursor.pos.max(end);
        read
    }

    fn read_text(&mut self, _: &str, cursor: &mut Cursor<'_>, _: &Frame<'_>) -> Read<()> {
        self.chosen = None;
        unrecognized(cursor)
    }
}

/// Whether the signs before the lines were removed.
pub(super) fn is_unprefixed(repairs: &[Repair]) -> bool {
    repairs
        .iter()
        .any(|repair| repair.kind() == RepairKind::LinePrefixRemoved)
}

/// Nothing has the key.
fn unrecognized(cursor: &mut Cursor<'_>) -> Read<()> {
    cursor.unrecognized = true;
    Err(Halt::Invalid)
}
