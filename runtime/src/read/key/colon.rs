//! What is between a key and its value: a colon, or what is written in place of it.

use alloc::vec::Vec;

use crate::bounds::{LONGEST_KEY, LONGEST_KEY_REMARK};
use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    pub(super) fn colon_follows(&self) -> bool {
        let colon = self.after_space(self.pos);
        matches!(self.byte(colon), b':' | b'=') || self.text[colon..].starts_with('：')
    }

    /// Whether the comma at the cursor, after a key, is written in place of a colon. What follows is a number, a word of JSON or a
    /// bracket, which cannot begin a key. Or the object is in a list, and a string follows: in a struct, one that is not a key; in a
    /// map, one that ends the object (`{"factor", "a, b"}`).
    #[cold]
    pub(super) fn is_lost_colon(&self, at: &Frame<'_>) -> bool {
        let value = self.after_space(self.pos + 1);
        let is_named = matches!(at.place().level, Level::Object { spec, .. } if !spec.takes_any());
        if is_named
            && !matches!(self.byte(value), b'"' | b'\'')
            && self.is_value_start(value)
            && !self.is_key(value, at)
        {
            return true;
        }
        let in_list = at
            .parent
            .is_some_and(|object| matches!(object.place().level, Level::List { .. }));
        let start = self.after_space(self.pos + 1);
        if !in_list || self.byte(start) != b'"' {
            return false;
        }
        let end = scan::content_stop(self.bytes(), start + 1, b'"');
        let next = self.byte(self.after_space(end + 1));
        match at.level {
            Level::Object { spec, .. } => {
                matches!(next, b',' | b'}') && self.text.get(start + 1..end).is_some_and(|text| !spec.knows(text))
            }
            Level::Map { .. } => next == b'}',
            _ => false,
        }
    }

    /// Where the colon is, if only a remark in brackets or symbols are before it: `"name" [1]: ..`, `"name" (required): ..`.
    ///
    /// A remark has no quote, comma or brace in it, and a value follows the colon. So `"name" [1], "b": ..` has none, and
    /// `[1]` is the value.
    #[cold]
    pub(super) fn remark_before_colon(&self, start: usize) -> Option<usize> {
        let mut closers = Vec::new();
        for (offset, c) in self.rest_at(start).char_indices().take(LONGEST_KEY_REMARK) {
            step(1);
            let pos = start + offset;
            match c {
                ':' if closers.is_empty() => {
                    let value = self.after_space(pos + 1);
                    return (offset > 0 && self.is_value_start(value)).then_some(pos);
                }
                '(' => closers.push(')'),
                '[' => closers.push(']'),
                '<' => closers.push('>'),
                '【' => closers.push('】'),
                ')' | ']' | '>' | '】' => closers.pop().filter(|&close| close == c).map(drop)?,
                '{' | '}' | ',' | '\n' | '=' | '\\' => return None,
                _ if quotes::is_quote(c) => return None,
                // Between a tag and its end, as in `<sup>1</sup>`, and outside of brackets, words may be a value.
                _ if closers.is_empty() && (c.is_alphabetic() || matches!(c, '-' | '+' | '.' | '$')) => return None,
                _ if closers.is_empty() && c.is_numeric() && !self.text[..pos].ends_with('>') => return None,
                _ => {}
            }
        }
        self.meets_end_within(start, LONGEST_KEY_REMARK);
        None
    }

    /// The length of the one or two colons or equals signs at `start`: `:`, `:=`, `: :`.
    fn colons(&self, start: usize) -> usize {
        let next = self.after_space(start + 1);
        let is_second = matches!(self.byte(next), b':' | b'=') && self.is_value_start(self.after_space(next + 1));
        if is_second { next + 1 - start } else { 1 }
    }

    /// Whether there is a number in brackets at `pos`, as a citation is written: `[1]`.
    pub(in crate::read) fn opens_number_in_brackets(&self, pos: usize) -> bool {
        let inner = self.bytes().get(pos + 1..).unwrap_or_default();
        let digits = inner.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        self.byte(pos) == b'[' && digits > 0 && inner.get(digits) == Some(&b']')
    }

    /// Whether there is a string at `start`, followed by a comma or the end of the object.
    fn is_lone_string(&self, start: usize) -> bool {
        let end = (self.byte(start) == b'"')
            .then(|| self.short_string_end(start))
            .flatten();
        end.is_some_and(|end| matches!(self.byte(self.after_space(end)), b',' | b'}'))
    }

    /// Whether another key with a value is at `start`: `"name" "name": "Ann"`.
    fn is_other_key(&self, start: usize) -> bool {
        let end = matches!(self.byte(start), b'"' | b'\'').then(|| self.short_string_end(start));
        let colon = end.flatten().map(|end| self.after_space(end));
        colon.is_some_and(|colon| self.byte(colon) == b':' && self.is_value_start(self.after_space(colon + 1)))
    }

    /// Whether a colon follows the quote here, or the word after it.
    fn begins_with_key(&self, quote: usize) -> bool {
        let inner = self.text.get(quote + 1..).unwrap_or_default();
        let key = head(inner, LONGEST_KEY);
        step(key.len());
        let behind = key.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        self.byte(self.after_space(quote + 1)) == b':' || behind.starts_with(':')
    }

    /// Skips what separates a key from its value, and returns whether a value follows.
    pub(super) fn colon(&mut self, at: &Frame<'_>) -> bool {
        let mark = self.sink.mark();
        let after_key = self.pos;
        self.trivia(at);
        let start = self.pos;
        if self.sink.has_moved(mark) && !matches!(self.peek(), b':' | b'=' | b']') {
            // The colon and the value may be in the comment: `"a" #: 3`.
            self.repaired(RepairKind::JunkRemoved, at, after_key..start);
        }
        if self.peek() == b'(' {
            // The bracket may be the colon, of the wrong kind.
            self.repaired(RepairKind::JunkRemoved, at, start..start + 1);
        }
        let length = match self.peek() {
            // A point that touches the key is rather a colon than the beginning of a number.
            b'.' if start == after_key && matches!(self.byte(start + 1), b'0'..=b'9' | b'-' | b'"' | b'[' | b'{') => {
                self.repaired(RepairKind::JunkRemoved, at, start..start + 1);
                1
            }
            b'=' if matches!(self.byte(start + 1), b'>' | b'=') => 2,
            b':' | b'=' => self.colons(start),
            b';' => 1,
            b',' if self.is_lost_colon(at) => 1,
            b',' | b'}' | b']' => {
                let has_comment = self.sink.has_moved(mark);
                self.repaired(RepairKind::MissingValue, at, start..start);
                if self.peek() == b',' && self.is_lone_string(self.after_space(start + 1)) {
                    // The comma may be written in place of the colon, and the string after it be the value.
                    self.repaired(RepairKind::JunkRemoved, at, start..start + 1);
                }
                if has_comment {
                    self.conserve_value(start, at);
                }
                return false;
            }
            0 if self.at_end() => {
                self.cut(at);
                return false;
            }
            _ if self.rest_at(start).starts_with('：') => '：'.len_utf8(),
            _ => match self.remark_before_colon(start) {
                Some(colon) => {
                    self.repaired(RepairKind::JunkRemoved, at, start..colon);
                    self.pos = colon;
                    1
                }
                None => 0,
            },
        };
        if self.peek() != b':' || length > 1 {
            self.repaired(RepairKind::MissingColon, at, start..start + length);
        }
        let is_wide = self.rest_at(start).starts_with('：');
        if is_wide && tail(&self.text[..start], LONGEST_KEY).contains("\":") {
            // A key shortly before has a plain colon, so this colon and the quotes next to it may be part of the value before it.
            self.repaired(RepairKind::AmbiguousQuote, at, start..start + length);
        }
        if self.peek() == b',' && !matches!(self.byte(self.after_space(start + 1)), b'"' | b'\'') {
            // This key's value may be missing, and so may the key of the value that follows.
            self.repaired(RepairKind::JunkRemoved, at, start..start + length);
        }
        let dash = self
            .rest_at(start)
            .chars()
            .next()
            .filter(|&c| matches!(c, '-' | '–' | '—' | '−'));
        if length == 0
            && let Some(dash) = dash
        {
            // The dash may be written in place of the colon, or be the number's sign.
            self.repaired(RepairKind::JunkRemoved, at, start..start + dash.len_utf8());
        }
        if length == 0 && self.is_other_key(start) {
            self.repaired(RepairKind::MissingValue, at, start..start);
            return false;
        }
        self.pos += length;
        self.space();
        let is_note = start == after_key && self.opens_number_in_brackets(start);
        let is_twice = length > 1 && self.text[start..self.pos].matches(':').count() > 1;
        let lost_key = is_twice && matches!(at.place().level, Level::Map { .. });
        if length == 0 && (is_note || self.begins_with_key(self.pos)) || lost_key {
            // The value may be missing, and this may be the number of a footnote. Or the colon may be inside or outside the string here.
            // Or a key is missing between two colons.
            self.repaired(RepairKind::AmbiguousQuote, at, self.pos..self.pos + 1);
        }
        match self.peek() {
            b',' | b'}' | b']' => {
                self.repaired(RepairKind::MissingValue, at, self.pos..self.pos);
                false
            }
            0 if self.at_end() => {
                self.cut(at);
                false
            }
            _ => true,
        }
    }
}
