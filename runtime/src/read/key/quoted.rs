//! Keys in quotes.

use core::ops::Range;

use super::WrittenKey;
use crate::bounds::LONGEST_KEY;
use crate::path::{Frame, Level, head};
use crate::read::ahead::{Quoted, closing_quotes};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl<'t> Cursor<'t> {
    pub(super) fn quoted_key(&mut self, mut first: char, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let (start, inner, close, end) = loop {
            let start = self.pos;
            let inner = start + first.len_utf8();
            let close = closing_quotes(first)?;
            let end = self.key_end(inner, close)?;
            let is_open = self.text[inner..end].contains('{') && !self.is_key_closed(end);
            let is_begun_again =
                is_open && self.byte(end) == b'"' && self.is_key(end, at) && !self.begins_field(inner..end, at);
            if !is_begun_again {
                break (start, inner, close, end);
            }
            // The object was begun again within a key: the broken key is skipped. This may happen at every key of a text.
            self.pos = end;
            first = '"';
            let kind = if self.text[inner..end].contains('}') {
                RepairKind::ContentLost
            } else {
                RepairKind::JunkRemoved
            };
            self.repaired(kind, at, start..end);
        };
        let later = self.later_key_end(end);
        let takes_any = match at.place().level {
            Level::Map { .. } | Level::Rest { .. } => true,
            Level::Object { spec, .. } => spec.takes_any(),
            _ => false,
        };
        // A colon ends a key that was not closed.
        let is_one = !self.text[inner..end].contains([':', '\n']);
        let end = later.filter(|_| is_one).unwrap_or(end);
        let (lost, content, kind) = self.key_content(inner, end, first)?;
        let width = match lost {
            Some(offset) => inner + offset - content.end,
            None => self.rest_at(end).chars().next().map_or(0, char::len_utf8),
        };
        self.pos = content.end + width;
        let name = match crate::read::decode::strict(&self.text[content.clone()]) {
            Some(name) => name,
            None => self.decode(content.clone(), close[0], at),
        };
        if let Some(kind) = kind {
            self.repaired(kind, at, start..self.pos);
        }
        // A string with a colon in it may be a value whose key is missing.
        let is_string = lost.is_some_and(|colon| !self.text[inner + colon + 1..end].trim_start().is_empty());
        let is_doubtful = takes_any && (later.is_some() || is_string);
        let holds_member = || {
            let key = &self.text[content.clone()];
            let is_parted = kind.is_some() && key.contains(quotes::is_quote);
            (is_parted || key.contains('\n')) && key.contains([':', ',', ';']) || (takes_any && key.contains('\n'))
        };
        if is_doubtful || holds_member() {
            self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
        } else if lost.is_some() {
            // A quote of another kind at its end may be a part of the key, or may not.
            let written = self.text[content.start..]
                .find(':')
                .map_or(content.end, |colon| content.start + colon);
            self.conserve_map_key(content.start..written, at);
            self.conserve_bare_key(content.clone(), at);
            // After a quote that is on the wrong side of the colon, a blank may belong to neither, and a letter may be a prefix.
            let value = self.bytes().get(written + 1..).unwrap_or_default();
            if matches!(value, [b'"', b' ' | b'r' | b'R' | b'b' | b'u' | b'f', ..]) {
                self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
            }
        } else if kind == Some(RepairKind::BacktickQuoted) {
            self.conserve_map_key(content.clone(), at);
        }
        let has_value = self.colon(at);
        if lost.is_some() {
            self.skip_quote_after_colon(close);
        }
        if !has_value {
            self.conserve_key(&name, content.clone(), at);
        }
        Some(WrittenKey {
            name,
            span: content,
            has_value,
        })
    }

    /// A key in brackets, as Lua and JavaScript have it: `["name"] = ..`.
    pub(super) fn bracketed_key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let key = self.bracketed_ahead(start).filter(|key| self.belongs(key, at))?;
        let (name, colon) = (key.name, key.colon);
        let (quote, end) = (name.start - 1, name.end + 1);
        self.repaired(RepairKind::JunkRemoved, at, start..quote);
        self.repaired(RepairKind::JunkRemoved, at, end..colon);
        self.pos = colon;
        let has_value = self.colon(at);
        let written = self.decode(name.clone(), char::from(self.byte(quote)), at);
        if !has_value {
            self.conserve_key(&written, name.clone(), at);
        }
        Some(WrittenKey {
            name: written,
            span: name,
            has_value,
        })
    }

    /// Whether this text begins with the name of a field and a colon: `line: 12}, {`.
    pub(super) fn begins_field(&self, text: Range<usize>, at: &Frame<'_>) -> bool {
        let Level::Object { spec, .. } = at.place().level else {
            return false;
        };
        let name = head(&self.text[text], LONGEST_KEY).split_once(':');
        name.is_some_and(|(name, _)| spec.knows(name.trim()))
    }

    /// What of a key that ends at `end` is its name, the repair for its quotes, and where the character is, from `inner` on,
    /// that shows that its closing quote is missing: `"selected: [`.
    fn key_content(
        &self,
        inner: usize,
        end: usize,
        first: char,
    ) -> Option<(Option<usize>, Range<usize>, Option<RepairKind>)> {
        let lost = self.text[inner..end]
            .find([':', '{', '[', ',', '\n'])
            .filter(|_| !self.is_key_closed(end));
        let Some(offset) = lost else {
            return Some((None, inner..end, quotes::quote_kind(first)));
        };
        if self.byte(inner + offset) != b':' {
            return None;
        }
        let name = self.text[inner..inner + offset].trim_end();
        let (mark, kind) = match quotes::late_close(name, first) {
            Some(mark) => (mark, RepairKind::SmartQuoteDelimiter),
            None => (other_close(name), RepairKind::MissingQuote),
        };
        Some((lost, inner..inner + name.len() - mark, Some(kind)))
    }

    /// Skips the closing quote of a key that was written after the colon: `"shapes:" [`, `„name:“ „Ann“`.
    fn skip_quote_after_colon(&mut self, close: &[char]) {
        let mark = self.rest().chars().next().filter(|c| close.contains(c));
        let Some(mark) = mark.filter(|_| self.byte(self.pos - 1) == b':') else {
            return;
        };
        let end = self.pos + mark.len_utf8();
        let value = self.after_space(end);
        let is_plain = matches!(self.byte(value), b'[' | b'{') || self.is_plain_token(value);
        let opens = |c: char| closing_quotes(c).is_some();
        let is_value = || self.is_value_start(value) || self.rest_at(value).starts_with(opens);
        if is_plain || (value > end && is_value()) {
            self.pos = value;
        }
    }

    /// Where the quote is that closes a key: the first one that is not escaped.
    fn key_end(&mut self, inner: usize, close: &'static [char]) -> Option<usize> {
        let first = self.text[..inner].chars().next_back().unwrap_or('"');
        if let Ok(quote @ (b'"' | b'\'')) = u8::try_from(first) {
            return self.straight_key_end(inner, quote);
        }
        if self.key_bytes_left() == 0 {
            self.meets_end();
            return None;
        }
        self.look_at_key(LONGEST_KEY.min(self.text.len() - inner));
        let mut state = Quoted::new(first, close);
        for (offset, c) in self.text[inner..].char_indices() {
            step(1);
            if state.ends(c, &self.text[inner + offset + c.len_utf8()..]) {
                return self.look(offset).then_some(inner + offset);
            }
            // Looking at a character takes longer than passing over a byte.
            if offset > LONGEST_KEY && !self.look(4) {
                return None;
            }
        }
        self.meets_end();
        None
    }

    /// Like [`Cursor::key_end`], for a straight quote.
    pub(super) fn straight_key_end(&mut self, inner: usize, quote: u8) -> Option<usize> {
        let free = inner + LONGEST_KEY + 1;
        let limit = self.text.len().min(free.saturating_add(self.work.lookahead));
        let end = self.unescaped_quote(inner, quote, limit);
        let is_found = end < limit;
        if !is_found {
            self.meets_end();
        }
        let more = if is_found { end - inner } else { 0 };
        // Where the search ended because of the allowance, nothing is left of it.
        let is_allowed = self.look(end.saturating_sub(free) + more);
        (is_found && is_allowed).then_some(end)
    }

    /// Where a key that contains quotes ends: `"k"e"y":`. A word right after its first closing quote is part of it, up to
    /// the quote before the colon.
    fn later_key_end(&self, end: usize) -> Option<usize> {
        let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '"');
        if self.byte(end) != b'"' || !self.byte(end + 1).is_ascii_alphanumeric() {
            return None;
        }
        let rest = self.rest_at(end);
        let length = rest
            .chars()
            .take(LONGEST_KEY)
            .inspect(|_| step(1))
            .take_while(|&c| is_inner(c))
            .map(char::len_utf8)
            .sum();
        let word = &rest[..length];
        self.meets_end_within(end + length, 1);
        (word.ends_with('"') && self.byte(self.after_space(end + length)) == b':').then(|| end + length - 1)
    }

    fn is_key_closed(&self, end: usize) -> bool {
        let width = self.rest_at(end).chars().next().map_or(0, char::len_utf8);
        matches!(self.byte(self.after_space(end + width)), b':' | b'=')
    }

    /// Whether there is a number or literal at `pos`, and nothing attached to it.
    fn is_plain_token(&self, pos: usize) -> bool {
        let rest = self.rest_at(pos);
        let length = rest
            .bytes()
            .take(40)
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            .count();
        step(length);
        let token = &rest[..length];
        (matches!(token, "true" | "false" | "null") || crate::read::number::is_plain(token))
            && self.can_follow(pos + length)
    }
}

/// The length of a quote at the end of a key that another one opened: `"name': 1`. If there is another one in the key, it may
/// open a word in quotes.
fn other_close(name: &str) -> usize {
    let is_other = |c: char| matches!(c, '\'' | '`' | '\u{2018}' | '\u{2019}');
    let inner = name.trim_end_matches(is_other);
    let width = name.len() - inner.len();
    if inner.is_empty()
        || inner.contains(quotes::is_quote)
        || name.chars().rev().take_while(|&c| is_other(c)).count() > 1
    {
        0
    } else {
        width
    }
}
