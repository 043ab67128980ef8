//! Skipping an unknown value: iterative, so that depth needs no stack, and strict, so that an exact reading notices
//! what is broken in it.

use alloc::vec::Vec;

use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::Member;
use crate::read::number::{self, NumberForm};
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

impl Cursor<'_> {
    /// Skips the value at the cursor, whatever it is.
    #[cold]
    #[inline(never)]
    pub(crate) fn skip(&mut self, at: &Frame<'_>) {
        let member = Frame::below(at, Level::Map { key: None });
        let element = Frame::below(
            at,
            Level::List {
                accepts: Accepts::ANY,
                index: 0,
            },
        );
        // The closer of each open level.
        let mut open: Vec<u8> = Vec::new();
        loop {
            let here = match open.last() {
                Some(b'}') => &member,
                Some(_) => &element,
                None => at,
            };
            self.trivia(here);
            let mut comma = false;
            if let Some(closer) = self.skip_opener(here) {
                open.push(closer);
            } else {
                self.skip_scalar(here);
                if let Some(&closer) = open.last() {
                    comma = self.separator(if closer == b'}' { &member } else { &element });
                }
            }
            loop {
                let Some(&closer) = open.last() else { return };
                let goes_on = if closer == b'}' {
                    self.skip_to_value(comma, &member)
                } else {
                    self.element(comma, closer, &element)
                };
                if goes_on == Next::Value {
                    break;
                }
                if goes_on == Next::Unclosed && self.at_end() {
                    self.unclosed(comma, true, at);
                    return;
                }
                open.pop();
                if closer == b')' {
                    self.close_tuple(closer);
                }
                if let Some(&closer) = open.last() {
                    comma = self.separator(if closer == b'}' { &member } else { &element });
                }
            }
        }
    }

    /// Skips the bracket that opens a level, if there is one, and returns the closer of that level.
    #[inline(always)]
    fn skip_opener(&mut self, at: &Frame<'_>) -> Option<u8> {
        let closer = match self.peek() {
            b'{' => b'}',
            b'[' => b']',
            b'(' if self.opens_tuple(self.pos) => {
                self.open_tuple(b')', at);
                return Some(b')');
            }
            _ => return None,
        };
        self.pos += 1;
        Some(closer)
    }

    /// Skips the bracket that opens a tuple or set of Python's.
    pub(crate) fn open_tuple(&mut self, closer: u8, at: &Frame<'_>) {
        let start = self.pos;
        self.repaired(RepairKind::PythonLiteral, at, start..start + 1);
        self.pos += 1;
        self.style.tuples += u32::from(closer == b')');
        self.style.sets += u32::from(closer == b'}');
        self.space();
    }

    /// Notes that a list with this closer has ended.
    pub(crate) fn close_tuple(&mut self, closer: u8) {
        self.style.tuples = self.style.tuples.saturating_sub(u32::from(closer == b')'));
        if closer == b'}' {
            self.style.sets = self.style.sets.saturating_sub(1);
        }
    }

    fn skip_to_value(&mut self, mut comma: bool, at: &Frame<'_>) -> Next {
        if self.simple_key().is_some_and(|key| key.has_value) {
            return Next::Value;
        }
        loop {
            match self.member(comma, at) {
                Member::Key(key) if key.has_value => return Next::Value,
                Member::Key(_) => comma = self.separator(at),
                Member::Closed => return Next::Closed,
                Member::Unclosed => return Next::Unclosed,
            }
        }
    }

    fn skip_scalar(&mut self, at: &Frame<'_>) {
        let start = self.pos;
        if self.ends_here() {
            self.cut(at);
            return;
        }
        if matches!(self.peek(), b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
            let token = self
                .rest()
                .bytes()
                .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-'))
                .count();
            let word = &self.text[start..start + token];
            step(token);
            let literal = matches!(word, "true" | "false" | "null");
            if (literal || number::is_plain(word)) && self.can_follow(start + token) {
                self.pos += token;
                if !literal && self.may_be_cut(at) {
                    self.cut(at);
                }
                return;
            }
        }
        // What is skipped is read as nothing else: only its form is reported.
        if self.no_value_as(RepairKind::PythonLiteral, at).is_some() || self.string(at).is_some() {
            return;
        }
        let text = self.bare(at);
        if text.is_empty() {
            if !matches!(self.peek(), b'}' | b']' | b',') {
                self.junk(at);
            }
            self.repaired(RepairKind::MissingValue, at, start..self.pos);
        } else {
            let kind = match &self.text[text.clone()] {
                "true" | "false" => return,
                "True" | "False" => RepairKind::PythonLiteral,
                word if number::is_plain(word) => return,
                word if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("false") => {
                    RepairKind::LiteralCase
                }
                word if number::numeral(word).is_some_and(|numeral| numeral.form == NumberForm::Odd) => {
                    RepairKind::NumberFormat
                }
                _ => RepairKind::UnquotedValue,
            };
            self.repaired(kind, at, text);
        }
    }

    /// Reads on to the next element of the list at this level, whatever is before it; `own` is its closer.
    ///
    /// `comma` says that a comma was passed, so that an end right here leaves it over.
    #[cold]
    #[inline(never)]
    pub(crate) fn element(&mut self, mut comma: bool, own: u8, at: &Frame<'_>) -> Next {
        // What is between the elements belongs to the list, not to one of them.
        let list = at.parent.unwrap_or(at);
        // The last comma is on record as one too many.
        let mut is_told = false;
        loop {
            self.trivia_of(list, at);
            let start = self.pos;
            if self.ends_here() {
                return Next::Unclosed;
            }
            match self.peek() {
                byte if byte == own => {
                    if comma && !is_told {
                        let comma = self.comma_before(start);
                        self.repaired(RepairKind::ExtraComma, list, comma);
                    }
                    self.pos += 1;
                    return Next::Closed;
                }
                b'}' | b')' | b']' => match self.mismatch(own, at) {
                    super::closer::Mismatch::Ignored => comma = self.separator(at),
                    super::closer::Mismatch::Ends => return Next::Closed,
                },
                b',' => {
                    self.repaired(RepairKind::ExtraComma, list, start..start + 1);
                    let takes_null = matches!(at.level, Level::List { accepts, .. } if accepts.has(Accepts::NULL));
                    if takes_null && self.byte(self.after_space(start + 1)) != own {
                        // Nothing may stand for null here.
                        self.repaired(RepairKind::JunkRemoved, list, start..start + 1);
                    }
                    self.pos += 1;
                    (comma, is_told) = (true, true);
                }
                _ if self.ellipsis(list) => comma = self.byte(self.pos - 1) == b',',
                _ if self.pass_bullet(list, at) => return Next::Value,
                _ if !self.is_valid_string(start) && self.is_key_above(start, at) => {
                    self.back_to_comma(start);
                    let end = self.pos;
                    self.repaired(RepairKind::MissingCloser, list, end..end);
                    self.conserve_closer(end, at);
                    if is_told {
                        // More than the bracket may be missing after a comma too many.
                        self.repaired(RepairKind::JunkRemoved, list, end..end);
                    }
                    return Next::Closed;
                }
                _ if comma || Self::is_first(at) || self.fits_any_value() => return Next::Value,
                _ => self.junk_of(list, at),
            }
        }
    }

    /// Whether a valid JSON string is at `start`, with something after it that can follow a value: that is an element,
    /// whatever it says.
    pub(super) fn is_valid_string(&self, start: usize) -> bool {
        self.valid_string_end(start).is_some_and(|end| self.can_follow(end))
    }

    /// Whether a valid JSON string is at `start`, however long or short it is, with a colon after it.
    pub(super) fn is_valid_key(&self, start: usize) -> bool {
        let end = self.valid_string_end(start);
        end.is_some_and(|end| self.byte(self.after_space(end)) == b':')
    }

    /// Where the valid JSON string at `start` ends.
    pub(super) fn valid_string_end(&self, start: usize) -> Option<usize> {
        let bytes = self.bytes();
        if self.byte(start) != b'"' {
            return None;
        }
        let mut pos = start + 1;
        loop {
            pos = scan::string_stop(bytes, pos);
            match self.byte(pos) {
                b'"' => return Some(pos + 1),
                b'\\' => pos = (pos + 2).min(bytes.len()),
                _ => return None,
            }
        }
    }

    /// Whether a string in single quotes is here, with something after it that can follow a value, and no colon in it:
    /// that is an element, and no key of an object further up.
    pub(crate) fn is_plain_element(&self) -> bool {
        let end = scan::word_stop(self.bytes(), self.pos + 1);
        self.byte(end) == b'\'' && self.can_follow(end + 1)
    }

    fn is_first(at: &Frame<'_>) -> bool {
        matches!(at.level, Level::List { index: 0, .. })
    }

    fn fits_any_value(&self) -> bool {
        self.fits_value(self.pos, Accepts::ANY)
    }
}

/// What was found where an element belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    Value,
    /// The level ends here: its closer was passed, or another one ended it.
    Closed,
    /// The text ends here, with the level open.
    Unclosed,
}
