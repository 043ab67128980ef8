//! The end of the reply: the last element, a list that was not found until then, and a list that was retracted.

use super::search::{Likeness, Search};
use super::whole::is_unprefixed;
use super::{Items, State, on_way};
use crate::error::{Expected, Found, Lines};
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::scan;
use crate::record::Sink;
use crate::repair::Severity;
use crate::spec::Accepts;
use crate::stream::items::placed::{Placed, Reading};
use crate::stream::place::StreamPlace;
use crate::{ErrorKind, LlmOutput, Options, ParseError, Parsed};
use alloc::vec::{self, Vec};
use core::ops::Range;

impl<'o, T: LlmOutput> Items<'o, T> {
    /// No more text will arrive. The rest is read piece by piece, with [`Items::read_end`].
    pub(crate) fn end_text(&mut self) {
        // What was not read yet is read as it would have been when it arrived.
        if self.is_paused {
            self.read_all();
        }
        self.end_character();
        self.need = 0;
        if self.text.len() > self.options.limits.bytes {
            return self.end_too_long();
        }
        self.ending = EndingStep::Complete;
        if self.is_held {
            self.remove_prefixes();
        }
    }

    /// Does the next piece of what is left to do at the end of the reply. Returns whether there was any.
    pub(super) fn read_end(&mut self) -> bool {
        if self.missing.is_some() {
            self.read_missing();
            return true;
        }
        match self.ending {
            EndingStep::NotYet | EndingStep::Ended => return false,
            EndingStep::Complete => {
                if !self.read_piece() {
                    self.ending = EndingStep::Last;
                    if let State::Before = self.state {
                        self.find_at_end();
                    }
                }
            }
            EndingStep::Last => {
                let is_over = matches!(self.state, State::Before | State::After);
                if is_over || !self.read_last() {
                    self.state = State::After;
                    self.ending = EndingStep::Whole;
                }
            }
            EndingStep::Whole => {
                self.ending = EndingStep::Ended;
                self.revised = self.conclude();
            }
        }
        true
    }

    /// Delivers what is complete in the part of the text that was kept, and reports that the text is too long.
    #[cold]
    fn end_too_long(&mut self) {
        self.read_all();
        let marker = self.options.markers.first().copied();
        let error = ParseError::too_long(self.options.limits.bytes, marker);
        self.ready.push_back(Err(error));
        self.end_at_limit();
        self.ending = EndingStep::Ended;
    }

    /// Reads the text without the signs before its lines, from the beginning.
    #[cold]
    fn remove_prefixes(&mut self) {
        self.is_held = false;
        if let Some(bare) = crate::extract::without_prefixes(&self.text) {
            self.text = bare;
        }
        if let Some(search) = &mut self.search {
            *search = search.again();
        } else {
            self.place = StreamPlace::of_list(T::__FACTS.accepts, T::__OBJECT, &self.options);
        }
    }

    /// Finds the list in the whole text, or reports why there is none.
    #[cold]
    fn find_at_end(&mut self) {
        if let Some(search) = self.search.take() {
            let near = match self.find_key_at_end(&search) {
                Ok(near) => near,
                Err(error) => {
                    self.ready.push_back(Err(error));
                    None
                }
            };
            self.search = Some(near.unwrap_or(search));
            return;
        }
        let marker = self.options.markers.first().copied();
        let unknown = || ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, &self.text);
        let found = crate::extract::parse::<Vec<T>>(&self.text, &self.quiet()).and_then(|list| {
            if self.is_in_other_form()? {
                return Err(unknown());
            }
            Ok(list)
        });
        if let Ok(list) = &found
            && is_unprefixed(list.repairs())
            && let Some(bare) = crate::extract::without_prefixes(&self.text)
        {
            self.text = bare;
        }
        match found {
            Ok(list) if self.text[list.span()].starts_with('[') => self.begin_at(list.span().start, false),
            Ok(list) if list.len() == 1 => self.deliver_single(list),
            Ok(_) if self.deliver_inside() => {}
            Ok(_) => {
                let error = ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, &self.text);
                self.ready.push_back(Err(error));
            }
            Err(error) => self.ready.push_back(Err(error)),
        }
    }

    /// Delivers the only element of what was read as a list.
    fn deliver_single(&mut self, list: Parsed<Vec<T>>) {
        if let Some(observer) = self.options.on_repair {
            list.repairs().iter().for_each(observer);
        }
        let span = list.span();
        let mut element = None;
        let report = Parsed::map(list, |mut list| element = list.pop());
        if let Some(element) = element {
            let end = self.text.len();
            let reading = Reading::new(&span, 0);
            self.deliver(Ok(Parsed::map(report, |()| element)), &reading, end);
        }
        self.state = State::After;
    }

    /// Reads a value that is in the place of a list of one.
    fn read_single(&mut self, start: usize) {
        self.begin_at(start, false);
        self.pos = start;
        self.is_odd = true;
        self.open();
        self.read(true);
        self.state = State::After;
        // The whole reply was read to find it.
        self.has_begun = false;
    }

    /// Whether the first element, which cannot be read, may be an object around the list instead: the whole reply decides that.
    pub(super) fn may_be_around_list(&self, first: Range<usize>) -> bool {
        let bytes = self.text.as_bytes();
        self.is_lines
            && self.index == 0
            && bytes[first.clone()]
                .iter()
                .skip(1)
                .any(|byte| matches!(byte, b'[' | b'{'))
            && !matches!(bytes.get(scan::after_space(bytes, first.end)), Some(b'{' | b','))
    }

    /// Delivers the elements of the list that the whole reply is read as, if that is inside another value. Returns whether it is.
    pub(super) fn deliver_inside(&mut self) -> bool {
        let Ok(chosen) = self.chosen(&self.judging()) else {
            return false;
        };
        if chosen.is_unprefixed
            || chosen
                .elements
                .iter()
                .any(|element| element.start() <= chosen.span.start)
        {
            return false;
        }
        self.begin_at(chosen.span.start, false);
        self.is_odd = true;
        self.deliver_missing(&chosen.elements);
        true
    }

    /// Delivers these elements next, which only the whole reply shows.
    pub(super) fn deliver_missing(&mut self, elements: &[Placed<T>]) {
        let elements: Vec<_> = elements.iter().map(Placed::span).collect();
        self.missing = Some(Missing {
            elements: elements.into_iter(),
            is_same: true,
        });
    }

    /// Reads the next of the elements that only the whole reply shows.
    fn read_missing(&mut self) {
        let Some(mut missing) = self.missing.take() else { return };
        if !self.is_limited
            && let Some(element) = missing.elements.next()
        {
            self.pos = element.start;
            self.open();
            self.read(true);
            missing.is_same &= self.last == element;
            self.missing.get_or_insert(missing);
            return;
        }
        self.state = State::After;
        if let EndingStep::Ended = self.ending {
            self.revised = !missing.is_same;
        } else {
            // The whole reply was read to find them.
            self.has_begun = !missing.is_same;
        }
    }

    /// The options without the callback: what is read twice is reported once.
    pub(super) fn quiet(&self) -> Options<'o> {
        Options {
            on_repair: None,
            ..self.options.clone()
        }
    }

    /// Finds the list under a misspelled key, or one object in its place. Returns the search that found a misspelled key.
    fn find_key_at_end(&mut self, search: &Search) -> Result<Option<Search>, ParseError> {
        let (mut single, mut doubt) = (None, None);
        if search.other.is_some() || !self.options.markers.is_empty() {
            match self.choose(search, &self.judging()) {
                Ok(chosen) if self.text[chosen.span.start..].starts_with('[') => {
                    self.begin_at(chosen.span.start, false);
                    return Ok(None);
                }
                Ok(chosen) => single = Some(chosen.span.start),
                Err(error) if matches!(error.kind(), ErrorKind::NoBlock | ErrorKind::Ambiguous) => return Err(error),
                Err(error) => (single, doubt) = (search.other, Some(error)),
            }
        }
        if self.options.accept >= Some(Severity::Guess) && search.other.is_none() {
            let mut near = Search::new(&self.way, Likeness::Near, &self.options.markers);
            if let Some(start) = near.find(&self.text) {
                self.begin_at(start, false);
                return Ok(Some(near));
            }
        }
        if let Some(start) = single
            && self.text.as_bytes()[start] == b'{'
            && T::__FACTS.accepts.has(Accepts::OBJECT)
            && self.options.accept >= Some(Severity::Coercion)
        {
            self.read_single(start);
            // What follows the object may be another element.
            return match doubt {
                Some(error) if !self.said.has_any() => Err(error),
                _ => Ok(None),
            };
        }
        let marker = self.options.markers.first().copied();
        let kind = match search.other {
            None if self.text.trim_start().is_empty() => Some(ErrorKind::Empty),
            None if !search.has_brackets() => Some(ErrorKind::Prose),
            None if search.is_open() => Some(ErrorKind::Truncated),
            _ => None,
        };
        if let Some(kind) = kind {
            return Err(ParseError::bare(kind, marker, self.text.len(), &self.text));
        }
        let start = single.or(search.other).unwrap_or(self.text.len());
        let mut cursor = Cursor::new(&self.text, start, Sink::of(&self.options));
        let is_missing = search.other.is_none();
        on_way(&self.way, &Frame::root(), &mut |at| {
            if is_missing {
                cursor.violated_by(Expected::List, Found::Missing, at, start..start);
            } else {
                cursor.skip(at);
                let end = cursor.pos;
                cursor.sink = Sink::of(&self.options);
                cursor.violated(Expected::List, at, start..end);
            }
        });
        let settled = crate::extract::settle_part(cursor, start, false, &self.options, &mut Lines::default());
        match settled {
            Ok(settled) => settled.lost(),
            Err(error) => Err(error),
        }
    }

    /// Like [`Items::read_on`], if no more text will arrive.
    fn read_last(&mut self) -> bool {
        if let State::Between = self.state
            && !self.next()
        {
            return false;
        }
        match self.state {
            State::Inside(_) => {
                if !self.look_for_end() {
                    self.charge_seen(self.pos);
                }
                !matches!(self.state, State::After) && self.read(true)
            }
            State::Odd => self.read(true),
            State::Before | State::Between | State::After => false,
        }
    }

    /// The text from `start` on was looked at up to its end, and is read again.
    pub(super) fn charge_seen(&mut self, start: usize) {
        self.seen += self.text.len() - start.min(self.text.len());
        if self.seen > SEEN * self.text.len() + SEEN_BASE && !matches!(self.state, State::After) {
            let marker = self.options.markers.first().copied();
            let error = ParseError::bare(ErrorKind::Limit, marker, start, &self.text);
            self.ready.push_back(Err(error));
            self.end_at_limit();
        }
    }
}

/// What was done at the end of a reply.
#[derive(Debug, Clone, Copy)]
pub(super) enum EndingStep {
    /// The reply has not ended.
    NotYet,
    /// It has, and elements that are complete are read.
    Complete,
    /// They were, and what is left is read.
    Last,
    /// All elements were read, and are compared with the whole reply.
    Whole,
    /// Everything.
    Ended,
}

/// Elements that only the whole reply shows.
pub(super) struct Missing {
    /// Where those are that were not read yet.
    elements: vec::IntoIter<Range<usize>>,
    /// Those that were read end where they do in the whole reply: the brackets around them, which are not known here, may decide that.
    is_same: bool,
}

/// How many bytes may be read again, in all, after elements that were searched for their end up to the end of the reply.
const SEEN: usize = 8;
const SEEN_BASE: usize = 16_384;
