//! Calls that are torn at a mark, which may have been in one of their strings.

use super::super::super::format::Entry;
use super::super::ReplyText;
use super::super::marks::{Begins, begins_any, length_of};
use super::rest::closes_more;
use super::{Shows, is_mark};
use crate::steps::step;

/// A search for the rest of a call after the mark at which it was torn.
#[derive(Debug, Clone, Copy)]
pub(super) struct AfterMark {
    /// Where the mark begins and ends.
    pub(super) mark: usize,
    end: usize,
    /// What follows was searched up to here.
    pos: usize,
    /// How many objects are open that began after the mark.
    depth: usize,
    /// A quote is open.
    is_quoted: bool,
}

impl AfterMark {
    /// What the mark at `mark` shows about a call that is torn there.
    pub(super) fn shows(text: ReplyText<'_>, mark: usize, entry: Option<&'static Entry>) -> Shows {
        let end = mark + entry.map_or(0, |entry| own_mark(text, mark, entry));
        if end == mark {
            return Shows::Ended;
        }
        Shows::Torn(Self {
            mark,
            end,
            pos: end,
            depth: 0,
            is_quoted: false,
        })
    }

    /// Whether the arguments go on after the mark: up to the next mark, something closes what it does not open, or the call is
    /// closed again.
    pub(super) fn go_on(&mut self, text: ReplyText<'_>, entry: Option<&'static Entry>) -> Begins {
        let Some(entry) = entry else { return Begins::No };
        match torn_goes_on(text, self.mark, Some(entry)) {
            Begins::No => {}
            found => return found,
        }
        let bytes = text.text.as_bytes();
        // After a mark that opens, strings may contain any bracket.
        let is_closed = begins_any(text, self.mark, entry.close) == Begins::Yes;
        while let Some(&byte) = bytes.get(self.pos) {
            step(1);
            let is_escaped = self.pos > self.end && bytes[self.pos - 1] == b'\\';
            match byte {
                b'"' if !is_escaped => self.is_quoted = !self.is_quoted,
                b'{' if is_closed || !self.is_quoted => self.depth += 1,
                b'}' if is_closed || !self.is_quoted => match self.depth.checked_sub(1) {
                    Some(less) => self.depth = less,
                    None => return Begins::Yes,
                },
                b'<' | b'[' => {
                    match begins_any(text, self.pos, entry.close) {
                        Begins::Yes if !text.text[self.end..self.pos].trim_end().is_empty() => return Begins::Yes,
                        Begins::Wait => return Begins::Wait,
                        _ => {}
                    }
                    match is_mark(text, self.pos) {
                        Begins::Yes => break,
                        Begins::Wait => return Begins::Wait,
                        Begins::No => {}
                    }
                }
                _ => {}
            }
            self.pos += 1;
        }
        match bytes.get(self.pos) {
            None if !text.is_end => Begins::Wait,
            _ if self.is_quoted => Begins::Yes,
            _ => Begins::No,
        }
    }
}

/// The length of the mark at `at` that ends a call which is torn there.
fn own_mark(text: ReplyText<'_>, at: usize, entry: &Entry) -> usize {
    length_of(text, at, entry.close).max(length_of(text, at, entry.open))
}

/// Whether the arguments of a call that is torn at a mark go on after it: the mark was a part of a string.
pub(super) fn torn_goes_on(text: ReplyText<'_>, at: usize, entry: Option<&'static Entry>) -> Begins {
    let Some(entry) = entry else { return Begins::No };
    let length = own_mark(text, at, entry);
    if length == 0 {
        return Begins::No;
    }
    let rest = text.rest(at + length);
    match rest.trim_start_matches([' ', '\t']).bytes().next() {
        None if !text.is_end => Begins::Wait,
        Some(b'"' | b'\'') => Begins::Yes,
        _ => closes_more(text, at + length, b'{', b'}'),
    }
}
