//! Where the elements of a list begin and end.

use super::ending::EndingStep;
use super::{Items, State, on_way};
use crate::LlmOutput;
use crate::path::{Frame, Level};
use crate::read::cursor::NOWHERE;
use crate::read::scan;
use crate::read::skip::Next;
use crate::read::steps::step;
use crate::stream::scan::{Scan, Scanned};

/// How much white space after an element is looked through.
const LONGEST: usize = 400;

/// How many bytes may be scanned again, in all, because an element ended before them: so many times the length of the text, and
/// these. After that, the engine alone finds where elements end.
const RESCANNED: usize = 8;
const RESCANNED_BASE: usize = 16_384;

impl<T: LlmOutput> Items<'_, T> {
    /// Goes to the next element.
    pub(super) fn next(&mut self) -> bool {
        if self.is_lines {
            return self.next_line();
        }
        let bytes = self.text.as_bytes();
        let mut pos = scan::after_space(bytes, self.pos);
        let mut may_begin = self.index == 0;
        match bytes.get(pos) {
            None => return self.wait_after(pos),
            Some(b']') => {
                self.pos = pos + 1;
                self.is_closed = true;
                self.state = State::After;
                return false;
            }
            Some(b',') if !may_begin => {
                pos = scan::after_space(bytes, pos + 1);
                may_begin = true;
            }
            Some(_) => {}
        }
        match bytes.get(pos) {
            None => self.wait_after(pos),
            Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') if may_begin => {
                self.pos = pos;
                self.open();
                true
            }
            Some(_) => self.next_odd(),
        }
    }

    /// Waits for what follows the white space up to `end`. If that is long, it is not scanned again with each push.
    fn wait_after(&mut self, end: usize) -> bool {
        if end - self.pos > LONGEST {
            self.wait_for_more(self.pos);
        }
        false
    }

    /// Like [`Items::next`], if what is between the elements is not plain JSON: the engine finds the next one.
    #[cold]
    fn next_odd(&mut self) -> bool {
        self.is_odd = true;
        let start = self.pos;
        let mut cursor = self.cursor(&self.text);
        let (lookahead, returns) = (cursor.work.lookahead + self.used.0, cursor.work.returns + self.used.1);
        let accepts = T::__FACTS.accepts;
        let index = self.index;
        let mut next = Next::Unclosed;
        on_way(&self.way, &Frame::root(), &mut |at| {
            let frame = Frame::below(at, Level::List { accepts, index });
            let comma = index > 0 && cursor.separator(&frame);
            next = cursor.element(comma, b']', &frame);
        });
        let used = (
            lookahead.saturating_sub(cursor.work.lookahead),
            returns.saturating_sub(cursor.work.returns),
        );
        let is_limited = cursor.work.lookahead == 0 || cursor.work.returns == 0;
        let (end, is_settled, overflowed) = (cursor.pos, cursor.is_settled(), cursor.sink.overflowed());
        if (is_limited || !is_settled) && matches!(self.ending, EndingStep::NotYet) {
            self.wait_for_more(start);
            return false;
        }
        self.used = used;
        self.pos = end;
        if next == Next::Value && end < self.text.len() && !overflowed {
            self.open();
            return true;
        }
        self.state = State::After;
        false
    }

    /// Goes to the next of several values in a row.
    fn next_line(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.pos) {
            match byte {
                b'{' => {
                    self.open();
                    return true;
                }
                b' ' | b'\t' | b'\r' | b'\n' => {}
                // Separators between elements, prose, and what closes the frame.
                _ => self.is_odd = true,
            }
            step(1);
            self.pos += 1;
        }
        false
    }

    pub(super) fn open(&mut self) {
        self.scanned = self.pos;
        self.plain_end = NOWHERE;
        self.line_end = NOWHERE;
        // The scan only saves the engine some work, except that it finds the ends of lines.
        let is_scanned = self.is_lines || self.rescanned <= RESCANNED * self.text.len() + RESCANNED_BASE;
        self.state = if is_scanned {
            State::Inside(Scan::new())
        } else {
            State::Odd
        };
    }

    pub(super) fn look_for_end(&mut self) -> bool {
        let State::Inside(scan) = &mut self.state else {
            return false;
        };
        match scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => {
                let Some(follower) = self.follower(end) else {
                    return false;
                };
                match follower {
                    Follower::Plain => self.plain_end = end,
                    Follower::Line => self.line_end = end,
                    Follower::Odd => {}
                }
                self.state = State::Odd;
                true
            }
            Scanned::Wait => false,
            Scanned::Odd => {
                self.state = State::Odd;
                true
            }
        }
    }

    /// What follows the plain element that ends at `end`; `None` if it has not arrived.
    fn follower(&self, end: usize) -> Option<Follower> {
        let bytes = self.text.as_bytes();
        if self.is_lines {
            let rest = self.text[end..].trim_start_matches([' ', '\t', '\r']);
            match rest.as_bytes().first() {
                Some(b'\n') => return Some(Follower::Line),
                None if bytes.len() - end < LONGEST => return None,
                _ => {}
            }
        }
        // After too much white space, the engine is asked.
        let next = |from: usize| {
            let next = scan::after_space(bytes, from);
            match bytes.get(next) {
                _ if next - from >= LONGEST => Some((next, 0)),
                Some(&byte) => Some((next, byte)),
                None => None,
            }
        };
        let (comma, byte) = next(end)?;
        Some(match byte {
            b']' if !self.is_lines => Follower::Plain,
            b',' => {
                let (_, byte) = next(comma + 1)?;
                // A string may be a key: the closing bracket of an object came too early.
                let may_go_on = bytes[self.pos] == b'{';
                match byte {
                    b'{' | b'[' | b'-' | b'0'..=b'9' | b']' => Follower::Plain,
                    b'"' if !may_go_on => Follower::Plain,
                    _ => Follower::Odd,
                }
            }
            _ => Follower::Odd,
        })
    }
}

/// What follows a plain element.
#[derive(Debug, Clone, Copy)]
enum Follower {
    /// The next element, or the end of the list: nothing can change this one.
    Plain,
    /// The end of its line.
    Line,
    /// Something else: the engine decides.
    Odd,
}
