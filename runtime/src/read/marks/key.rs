//! Keys between marks, or with another sign in place of the colon.

use core::ops::Range;

use crate::bounds::{LONGEST_MARKS, MOST_MARKED};
use crate::path::{Frame, Level};
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::key::WrittenKey;
use crate::read::number::is_minus;
use crate::read::steps::step;
use crate::repair::RepairKind;

/// A key of the object with marks around it, or with another sign in place of its colon.
pub(crate) struct MarkedKey {
    name: Range<usize>,
    /// The key with its own quotes.
    written: Range<usize>,
    /// Where its value begins.
    value: usize,
    has_colon: bool,
}

impl<'t> Cursor<'t> {
    /// Reads the key at the cursor if marks are around it and this object knows its name.
    pub(in crate::read) fn read_marked_key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let mut key = self.marked_key(start, at)?;
        if !key.has_colon && self.byte(key.value).is_ascii_digit() {
            // A minus right before the number may be its sign.
            let between = &self.text[key.written.end..key.value];
            let minus = between.chars().next_back().filter(|&c| is_minus(c));
            key.value -= minus.map_or(0, char::len_utf8);
        }
        let is_minus_doubtful = !key.has_colon && self.char_at(key.value).is_some_and(is_minus);
        let mark = self.sink.mark();
        for marks in [start..key.written.start, key.written.end..key.value] {
            let is_plain = self.text[marks.clone()].chars().all(|c| c.is_whitespace() || c == ':');
            if &self.text[marks.clone()] == "\"" && marks.start == start && self.byte(key.written.end) != b'"' {
                // A quote that opens the key, and none that closes it.
                self.repaired(RepairKind::MissingQuote, at, start..key.written.end);
                self.conserve_map_key(key.written.clone(), at);
            } else if !is_plain {
                self.repaired(RepairKind::JunkRemoved, at, marks);
            }
        }
        if !key.has_colon {
            self.repaired(RepairKind::MissingColon, at, key.written.end..key.value);
        }
        if is_minus_doubtful {
            // It may also be a dash in place of the colon.
            self.repaired(RepairKind::JunkRemoved, at, key.value..key.value);
        }
        let is_bare = self.text[key.name.clone()]
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_');
        if !is_bare || !self.sink.has_moved(mark) {
            // The marks are inside its quotes.
            self.repaired(RepairKind::JunkRemoved, at, key.written.clone());
        }
        self.pos = key.value;
        if !key.has_colon && self.byte(self.after_space(key.value + 1)) == b':' {
            // The colon may be outside the string that begins here.
            self.repaired(RepairKind::AmbiguousQuote, at, key.value..key.value + 1);
        }
        let has_value = !matches!(self.peek(), b',' | b'}' | b']') && !self.at_end();
        if !has_value {
            self.repaired(RepairKind::MissingValue, at, key.value..key.value);
        }
        Some(WrittenKey {
            name: self.text[key.name.clone()]
                .trim_matches(|c: char| !(c.is_alphanumeric() || c == '_'))
                .into(),
            span: key.name,
            has_value,
        })
    }

    /// The key at `pos` with marks around it that belongs to this object.
    #[cold]
    #[inline(never)]
    pub(crate) fn marked_key(&self, pos: usize, at: &Frame<'_>) -> Option<MarkedKey> {
        if matches!(self.byte(pos), b'{' | b'}' | b']' | b',' | b':' | b'/' | 0) || self.is_key(pos, at) {
            return None;
        }
        let mut start = pos;
        for _ in 0..MOST_MARKED {
            if let Some(key) = self.key_between_marks(start, pos, at) {
                return Some(key);
            }
            start = self.after_mark(start)?;
        }
        None
    }

    /// The key at `start`, if this object knows it; its marks begin at `from`.
    fn key_between_marks(&self, start: usize, from: usize, at: &Frame<'_>) -> Option<MarkedKey> {
        let rest = self.text.get(start..)?;
        let first = rest.chars().next()?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let (name, end, is_quoted) = if let Some(close) = closing_quotes(first) {
            let inner = start + first.len_utf8();
            let mut letters = self.text[inner..]
                .char_indices()
                .take(LONGEST_MARKS)
                .inspect(|_| step(1));
            let found = letters.find(|&(_, c)| close.contains(&c) || c == '\n');
            if found.is_none() {
                self.meets_end_within(inner, 4 * LONGEST_MARKS);
            }
            let (length, quote) = found?;
            (inner..inner + length, inner + length + quote.len_utf8(), true)
        } else {
            let mut letters = rest.char_indices().take(LONGEST_MARKS).inspect(|_| step(1));
            let found = letters.find(|&(_, c)| !is_part(c));
            if found.is_none() {
                self.meets_end_within(start, 4 * LONGEST_MARKS);
            }
            let length = found?.0;
            (start..start + length, start + length, false)
        };
        if name.is_empty() {
            return None;
        }
        let written = self.text[name.clone()].trim_matches(|c: char| !is_part(c));
        if written.is_empty() || !written.starts_with(is_part) {
            return None;
        }
        let is_quoted = is_quoted || (self.text[..start].ends_with('"') && self.byte(end) == b'"');
        let (value, has_colon) = self.value_after_marks(end, is_quoted)?;
        let is_known = match at.place().level {
            Level::Object { spec, .. } | Level::Rest { spec, .. } => {
                spec.knows(written) || (spec.takes_any() && is_quoted && has_colon)
            }
            Level::Map { .. } => is_quoted && has_colon,
            _ => false,
        };
        let is_glued = self.text[..start].ends_with('.');
        let is_marked_word = is_quoted || (has_colon && start > from && !is_glued);
        (is_known && is_marked_word).then_some(MarkedKey {
            name,
            written: start..end,
            value,
            has_colon,
        })
    }

    /// Where the value of a key that ends at `end` begins, and whether a colon is before it.
    fn value_after_marks(&self, end: usize, is_quoted: bool) -> Option<(usize, bool)> {
        let mut pos = end;
        for _ in 0..MOST_MARKED {
            let next = self.after_space(pos);
            let c = self.text.get(next..)?.chars().next()?;
            let behind = next + c.len_utf8();
            match c {
                ':' | '：' => return Some((self.after_space(behind), true)),
                '=' => {
                    let arrow = usize::from(matches!(self.byte(behind), b'>' | b'='));
                    return Some((self.after_space(behind + arrow), true));
                }
                '*' | '_' | '`' => pos = behind,
                '"' | '\'' | '”' if next == pos => pos = behind,
                '(' | '[' | '<' if self.remark_end(next).is_some() => pos = self.remark_end(next)?,
                '-' if is_quoted && next > pos && self.byte(behind).is_ascii_digit() => return Some((next, false)),
                '-' | '–' | '—' | '→' | '~' | '>' | '|' if is_quoted => {
                    let arrow = usize::from(c == '-' && self.byte(behind) == b'>');
                    let value = self.after_space(behind + arrow);
                    return self.is_value_start(value).then_some((value, false));
                }
                _ => return (is_quoted && next > end && self.is_value_start(next)).then_some((next, false)),
            }
        }
        None
    }
}
