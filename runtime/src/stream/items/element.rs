//! Reads one element, and finds out where the list goes on after a broken one.

use alloc::vec::Vec;
use core::ops::Range;

use super::ending::EndingStep;
use super::placed::Reading;
use super::{Items, State, on_way};
use crate::error::{Exceeded, Expected};
use crate::options::Limit;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::read::scan;
use crate::read::steps::step;
use crate::record::{Mark, Sink};
use crate::{ErrorKind, LlmOutput, ParseError, Parsed};

impl<T: LlmOutput> Items<'_, T> {
    /// A cursor at `pos` with what is left of the allowances.
    pub(super) fn cursor<'t>(&self, text: &'t str) -> Cursor<'t> {
        let mut cursor = Cursor::new(text, self.pos, Sink::of(&self.options));
        cursor.fenced = self.fenced;
        // Where the list is a tuple of Python's, a parenthesis ends it.
        cursor.style.tuples = u32::from(text.as_bytes().get(self.start) == Some(&b'('));
        cursor.know_runs(self.runs);
        cursor.work.lookahead = cursor.work.lookahead.saturating_sub(self.used.0);
        cursor.work.returns = cursor.work.returns.saturating_sub(self.used.1);
        cursor
    }

    /// Reads the element at the cursor.
    fn read_element(&self, cursor: &mut Cursor<'_>) -> Read<T> {
        let level = Level::List {
            accepts: T::__FACTS.accepts,
            index: self.index,
        };
        let root = Frame::root();
        let mut read = None;
        on_way(&self.way, &root, &mut |at| {
            read = Some(T::__read(cursor, &Frame::below(at, level)));
        });
        read.unwrap_or(Err(Halt::Invalid))
    }

    /// Reads the element at `pos`, and delivers it if it is final, or at the end of the text.
    pub(super) fn read(&mut self, is_last: bool) -> bool {
        let start = self.pos;
        // A line that is complete JSON needs nothing that follows it.
        let is_line = self.line_end != NOWHERE;
        let text = if is_line {
            &self.text[..self.line_end]
        } else {
            &self.text[..]
        };
        let mut cursor = self.cursor(text);
        cursor.plain_end = self.plain_end;
        let (lookahead, returns) = (cursor.work.lookahead + self.used.0, cursor.work.returns + self.used.1);
        let mut read = self.read_element(&mut cursor);
        if self.is_lines && read.is_ok() && cursor.sink.strangers() > 0 {
            // Without brackets around it, nothing shows that an object without a field of the type is an element.
            let span = start..cursor.pos;
            read = Err(cursor.violated(Expected::Shape(T::__OBJECT), &Frame::root(), span));
        }
        let used = (
            lookahead.saturating_sub(cursor.work.lookahead),
            returns.saturating_sub(cursor.work.returns),
        );
        // What an allowance ended may be read in another way once more text has arrived, and with it a larger allowance.
        let is_plain = cursor.pos == self.plain_end && cursor.sink.is_clean();
        let is_limited = !is_plain && (cursor.work.lookahead == 0 || cursor.work.returns == 0);
        if !is_last && !is_line && (is_limited || !cursor.is_settled()) {
            self.wait_for_more(start);
            return false;
        }
        let (end, is_clean, met_end) = (cursor.pos, cursor.sink.is_clean(), cursor.work.met_end.get());
        let is_known = !met_end || !matches!(self.ending, EndingStep::NotYet);
        let runs = is_known.then(|| cursor.known_runs());
        let overflowed = cursor.sink.overflowed();
        let guesses = cursor.sink.guesses_since(Mark::default());
        let settled = crate::extract::settle_part(cursor, start, read.is_ok(), &self.options, &mut self.lines);
        let result = match (read, settled) {
            (Ok(value), Ok(settled)) => Ok(Parsed::new(value, settled)),
            (_, Err(error)) => Err(error),
            (Err(_), Ok(settled)) => settled.lost(),
        };
        let mut next = end.max(start + 1);
        if let Err(error) = &result {
            match self.after_broken(error.kind(), start..end, is_last, overflowed) {
                Some(pos) => next = pos,
                None => return false,
            }
        }
        self.used = used;
        self.runs = runs.unwrap_or_default();
        self.is_odd |= !is_clean;
        self.is_patched |= !is_clean && self.text.as_bytes()[start..end].contains(&b'\n');
        let span = start..end;
        self.deliver(result, &Reading::new(&span, guesses), next);
        if overflowed {
            self.end_at_limit();
        }
        if is_last && met_end {
            self.charge_seen(self.pos);
        }
        true
    }

    /// Where the list goes on after an element that cannot be read; `None` if nothing is delivered now.
    #[cold]
    fn after_broken(
        &mut self,
        kind: ErrorKind,
        broken: Range<usize>,
        is_last: bool,
        overflowed: bool,
    ) -> Option<usize> {
        let Range { start, end } = broken;
        if self.may_be_around_list(start..end) {
            if is_last {
                if self.deliver_inside() {
                    return None;
                }
            } else {
                self.need = usize::MAX;
                if self.text[end..].trim_ascii_start().is_empty() {
                    self.wait_for_more(start);
                }
                return None;
            }
        }
        let next = end.max(start + 1);
        if overflowed || end == self.plain_end || self.line_end != NOWHERE {
            return Some(next);
        }
        let is_rest = kind == ErrorKind::Truncated
            || (is_last && scan::after_space(self.text.as_bytes(), end) >= self.text.len());
        match self.resume(start..end, is_rest, is_last) {
            Resumed::At(pos) => Some(pos),
            Resumed::Nowhere => Some(next),
            Resumed::Wait => {
                self.wait_for_more(start);
                None
            }
        }
    }

    /// Delivers an element, or the error about it; the list goes on at `next`.
    pub(super) fn deliver(&mut self, result: Result<Parsed<T>, ParseError>, reading: &Reading, next: usize) {
        self.is_odd |= result.is_err();
        if let Some(exceeded) = self.exceeds() {
            let marker = self.options.markers.first().copied();
            let error = ParseError::limited(exceeded, marker, reading.start(), &self.text);
            self.ready.push_back(Err(error));
            self.end_at_limit();
            return;
        }
        self.last = reading.span();
        if let Err(error) = &result {
            self.said.note(error.kind());
            self.all.get_or_insert(self.readings).add(reading);
        } else {
            if let Some(all) = &mut self.all {
                all.add(reading);
            }
            self.readings.add(reading);
        }
        self.ready.push_back(result);
        self.index += 1;
        self.rescanned += self.scanned.saturating_sub(next);
        self.pos = next;
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        self.state = State::Between;
    }

    /// Nothing after a limit is read.
    pub(super) fn end_at_limit(&mut self) {
        self.state = State::After;
        self.is_limited = true;
    }

    /// The limit that one more element would exceed.
    fn exceeds(&self) -> Option<Exceeded> {
        let limits = &self.options.limits;
        if self.ready.len() >= limits.waiting {
            let count = self.ready.len() + 1;
            return Some(Exceeded::new(Limit::Waiting, limits.waiting, count));
        }
        let count = self.index as usize + 1;
        (count > limits.elements).then(|| Exceeded::new(Limit::Elements, limits.elements, count))
    }

    /// Where the list goes on inside the text that a broken element has swallowed: at a comma after which an element can be
    /// read, outside of the brackets of the broken one. If these are not balanced, or the element has swallowed the rest of the
    /// reply, they mean nothing.
    #[cold]
    fn resume(&mut self, broken: Range<usize>, is_rest: bool, is_last: bool) -> Resumed {
        let bytes = self.text.as_bytes();
        let end = broken.end;
        let most = RESUMED * end + RESUMED_BASE;
        let mut resumed = self.resumed;
        let mut open: Vec<u8> = Vec::new();
        let mut inside = None;
        let mut found = Resumed::Nowhere;
        for (pos, &byte) in (broken.start..).zip(&bytes[broken]) {
            step(1);
            match byte {
                b'{' | b'[' => open.push(byte + 2),
                b'}' | b']' => close(&mut open, byte),
                b',' if resumed < most && (open.is_empty() || inside.is_none()) => {
                    let Some(probed) = self.probe(pos + 1, &mut resumed) else {
                        continue;
                    };
                    if !is_last && !probed.is_settled {
                        found = Resumed::Wait;
                        break;
                    }
                    if !probed.is_element {
                        continue;
                    }
                    if open.is_empty() {
                        found = Resumed::At(pos);
                        break;
                    }
                    inside = Some(pos);
                }
                _ => {}
            }
        }
        let found = match (found, inside) {
            (Resumed::Nowhere, Some(pos)) if is_rest || !open.is_empty() => Resumed::At(pos),
            (found, _) => found,
        };
        match found {
            // A reading that waits is repeated, and costs no more than its last repetition.
            Resumed::Wait => {}
            Resumed::Nowhere => self.resumed = resumed,
            // Everything from there on is read again.
            Resumed::At(pos) => {
                self.resumed = resumed + (end - pos);
                if self.resumed > most {
                    return Resumed::Nowhere;
                }
            }
        }
        found
    }

    /// Reads the value after the comma before `from`, if one may begin there, and adds the cost to `resumed`.
    fn probe(&self, from: usize, resumed: &mut usize) -> Option<Probed> {
        let bytes = self.text.as_bytes();
        let next = scan::after_space(bytes, from);
        let mut cursor = self.cursor(&self.text);
        cursor.pos = next;
        if next >= bytes.len() || !cursor.fits_value(next, T::__FACTS.accepts) {
            return None;
        }
        let left = cursor.work.lookahead + cursor.work.returns;
        let is_read = self.read_element(&mut cursor).is_ok() && cursor.sink.is_taken();
        *resumed += cursor.pos.saturating_sub(next) + 1;
        *resumed += left.saturating_sub(cursor.work.lookahead + cursor.work.returns);
        if cursor.work.met_end.get() {
            *resumed += bytes.len() - next;
        }
        let after = scan::after_space(bytes, cursor.pos);
        Some(Probed {
            is_settled: cursor.is_settled() && after < bytes.len(),
            is_element: is_read && matches!(bytes.get(after), Some(b',' | b']')),
        })
    }
}

/// Closes the innermost of a few open brackets that this one closes, with everything inside it.
fn close(open: &mut Vec<u8>, closer: u8) {
    let nearby = open.len().saturating_sub(16);
    if let Some(partner) = open[nearby..].iter().rposition(|&open| open == closer) {
        open.truncate(nearby + partner);
    }
}

/// What was read after a comma inside a broken element.
struct Probed {
    is_settled: bool,
    /// It is an element, and the list goes on or ends after it.
    is_element: bool,
}

/// Where a list goes on after a broken element.
#[derive(Debug, Clone, Copy)]
enum Resumed {
    At(usize),
    Nowhere,
    /// More text is needed.
    Wait,
}

/// How many bytes may be read again, in all, to find where a list goes on after a broken element: so many times the length of
/// the text, and these.
const RESUMED: usize = 4;
const RESUMED_BASE: usize = 4096;
