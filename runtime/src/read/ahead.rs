//! Whether a key follows the cursor, and whether it is one of this object's keys.

use core::ops::Range;

use crate::bounds::{JUDGED, LONGEST_KEY};
use crate::path::{Frame, Level, head};
use crate::read::cursor::Cursor;
use crate::read::quotes;
pub(crate) use crate::read::quotes::closing_quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::read::turn::{has_turn_marker, is_opened};
use crate::spec::{Accepts, ObjectSpec};

/// A key seen ahead of the cursor, with its colon.
pub(crate) struct KeyAhead {
    pub(crate) name: Range<usize>,
    /// The position of its colon, or of the last byte of a full-width colon (`：`).
    pub(crate) colon: usize,
    pub(crate) quoted: bool,
}

pub(super) fn is_key_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.' | '@')
}

impl Cursor<'_> {
    /// The key that begins at `pos`, if a colon follows it.
    pub(crate) fn key_ahead(&self, pos: usize) -> Option<KeyAhead> {
        let rest = self.text.get(pos..)?;
        self.meets_end_within(pos, 1);
        let first = rest.chars().next()?;
        if matches!(first, '{' | '}' | ']' | ',') {
            return None;
        }
        if let Some(close) = closing_quotes(first) {
            let inner = pos + first.len_utf8();
            if let Some(stop) = self.simple_stop(inner, first) {
                return self.quoted_ahead(inner..stop, self.byte(stop) != b'\n', 1);
            }
            if let Some(quote) = straight(first) {
                let stop = self.straight_stop(inner, quote);
                if stop.is_none() {
                    self.meets_end_within(inner, 4 * LONGEST_KEY);
                }
                let stop = stop?;
                return self.quoted_ahead(inner..stop, self.byte(stop) != b'\n', 1);
            }
            if self.key_bytes_left() == 0 {
                self.meets_end();
                return None;
            }
            let mut state = Quoted::new(first, close);
            let rest = |offset: usize, c: char| &self.text[inner + offset + c.len_utf8()..];
            let is_end = |&(offset, c): &(usize, char)| state.ends(c, rest(offset, c)) || c == '\n';
            let head = self.text[inner..].char_indices().take(LONGEST_KEY);
            let found = head.inspect(|_| step(1)).find(is_end);
            self.look_at_key(found.map_or(LONGEST_KEY, |(offset, _)| offset));
            if found.is_none() {
                self.meets_end_within(inner, 4 * LONGEST_KEY);
            }
            let (offset, end) = found?;
            return self.quoted_ahead(inner..inner + offset, close.contains(&end), end.len_utf8());
        }
        if first == '[' {
            return self.bracketed_ahead(pos);
        }
        let found = rest
            .char_indices()
            .take(LONGEST_KEY)
            .inspect(|_| step(1))
            .find(|&(_, c)| !is_key_character(c));
        if found.is_none() {
            self.meets_end_within(pos, 4 * LONGEST_KEY);
        }
        let length = found?.0;
        let name = pos..pos + length;
        // An opening quote may be lost: `verse": 24`.
        let end = if self.byte(name.end) == b'"' {
            name.end + 1
        } else {
            name.end
        };
        let colon = self.after_space(end);
        let is_key = length > 0
            && match self.byte(colon) {
                b':' => self.byte(colon + 1) != b'/',
                // Only if other keys are written like that: code in a string contains assignments.
                b'=' => self.style.bare_equals && self.byte(colon + 1) != b'=',
                _ => false,
            };
        is_key.then_some(KeyAhead {
            name,
            colon,
            quoted: false,
        })
    }

    /// The key in quotes and brackets that begins at `pos`, if a colon or an equals sign follows it: `["name"] = ..`.
    pub(super) fn bracketed_ahead(&self, pos: usize) -> Option<KeyAhead> {
        let quote = self.after_space(pos + 1);
        if self.byte(pos) != b'[' || !matches!(self.byte(quote), b'"' | b'\'') {
            return None;
        }
        let end = self.short_string_end(quote)?;
        let bracket = self.after_space(end);
        let colon = self.after_space(bracket + 1);
        let is_key = self.byte(bracket) == b']' && matches!(self.byte(colon), b':' | b'=');
        is_key.then_some(KeyAhead {
            name: quote + 1..end - 1,
            colon,
            quoted: true,
        })
    }

    /// Whether a key as JSON writes it is at the cursor, with its colon, and ends before the `most`-th byte.
    pub(crate) fn is_exact_key(&self, most: usize) -> bool {
        let mut at = self.pos + 1;
        if self.byte(self.pos) != b'"' {
            return false;
        }
        let limit = self.pos.saturating_add(most);
        // At the very end of a text, what comes first decides whether more text matters.
        if limit < self.text.len() && self.unescaped_quote(at, b'"', limit) == limit {
            return false;
        }
        loop {
            match self.byte(at) {
                _ if at >= limit => return false,
                b'"' => return self.byte(self.after_space(at + 1)) == b':',
                b'\\' => at += 2,
                0..0x20 => return false,
                _ => at += 1,
            }
        }
    }

    /// The first double quote from `pos` on that no backslash is before; `limit` where there is none before that.
    pub(crate) fn plain_quote(&self, pos: usize, limit: usize) -> usize {
        let bytes = &self.bytes()[..limit];
        let mut end = scan::either(bytes, pos.min(limit), b'"', b'\\');
        while bytes.get(end) == Some(&b'\\') {
            end = scan::either(bytes, (end + 2).min(limit), b'"', b'\\');
        }
        end
    }

    /// The end of a key in straight quotes, where nothing before it asks for a closer look.
    fn simple_stop(&self, inner: usize, quote: char) -> Option<usize> {
        let quote = straight(quote)?;
        let bytes = self.bytes();
        let limit = bytes.len().min(inner + LONGEST_KEY);
        let stop = scan::content_stop(&bytes[..limit], inner, quote);
        (stop < limit && (bytes[stop] == quote || bytes[stop] == b'\n')).then_some(stop)
    }

    /// Like [`Cursor::simple_stop`], for any content; `None` where the key is too long or the text ends in it.
    fn straight_stop(&self, inner: usize, quote: u8) -> Option<usize> {
        let stop_before = |limit| self.line_end(inner, self.unescaped_quote(inner, quote, limit));
        let limit = self.text.len().min(inner + LONGEST_KEY);
        let stop = stop_before(limit);
        if stop < limit {
            return Some(stop);
        }
        // So many characters may be more bytes.
        let is_longer = limit < self.text.len() && !self.bytes()[inner..limit].is_ascii();
        let limit = if is_longer {
            self.after_longest_key(inner)
        } else {
            limit
        };
        Some(stop_before(limit)).filter(|&stop| stop < limit)
    }

    /// The end of the longest key that may begin at `inner`.
    #[cold]
    fn after_longest_key(&self, inner: usize) -> usize {
        let mut characters = self.text[inner..].char_indices().inspect(|_| step(1));
        let length = characters.nth(LONGEST_KEY).map(|(length, _)| length);
        length.map_or(self.text.len(), |length| inner + length)
    }

    /// The key whose quotes stand around `name`, if it is one; `is_closed` says that a quote and not the line's end, of
    /// this many bytes, is after it.
    fn quoted_ahead(&self, name: Range<usize>, is_closed: bool, width: usize) -> Option<KeyAhead> {
        if is_closed && !name.is_empty() {
            let colon = self.gap(name.end + width);
            let wide = usize::from(self.text[colon..].starts_with('：')) * ('：'.len_utf8() - 1);
            let colon = colon + wide;
            if wide > 0 || matches!(self.byte(colon), b':' | b'=') {
                return Some(KeyAhead {
                    name,
                    colon,
                    quoted: true,
                });
            }
        }
        // The key may be there twice: `"name""name": "Ann"`.
        let quoted = is_closed
            .then(|| self.text.get(name.start.checked_sub(width)?..name.end + width))
            .flatten();
        let second = self.after_space(name.end + width);
        if let Some(quoted) = quoted.filter(|quoted| self.text[second..].starts_with(quoted)) {
            let colon = self.gap(second + quoted.len());
            step(quoted.len());
            if self.byte(colon) == b':' {
                return Some(KeyAhead {
                    name,
                    colon,
                    quoted: true,
                });
            }
        }
        // The closing quote may be lost, or be a typographic one: `"selected: [`, `"selected”: [`.
        let inner = name.start;
        let length = self.text[name].find(|c: char| !is_key_character(c))?;
        let end = inner + length;
        let mark = quotes::late_close_len(&self.text[end..]);
        let colon = if mark > 0 { self.after_space(end + mark) } else { end };
        let is_key = length > 0 && self.byte(colon) == b':';
        is_key.then_some(KeyAhead {
            name: inner..end,
            colon,
            quoted: false,
        })
    }

    /// Whether the key ahead is one that this very level knows; a map takes every key in quotes.
    pub(crate) fn belongs(&self, key: &KeyAhead, at: &Frame<'_>) -> bool {
        match at.place().level {
            Level::Object { spec, .. } | Level::Rest { spec, .. } => {
                spec.knows(&self.text[key.name.clone()]) || (spec.takes_any() && (key.quoted || self.style.bare_keys))
            }
            Level::Map { .. } => key.quoted || self.style.bare_keys,
            _ => false,
        }
    }

    /// Where the next object begins whose first key the type knows.
    pub(crate) fn next_object(&mut self, spec: &ObjectSpec) -> Option<usize> {
        if self.work.lookahead == 0 {
            return None;
        }
        let mut judged = 0;
        let opens = |&(offset, _): &(usize, &str)| {
            judged += JUDGED;
            let key = self.key_ahead(self.after_space(self.pos + offset + 1));
            key.is_some_and(|key| spec.takes_any() || spec.knows(&self.text[key.name]))
        };
        let next = self.rest().match_indices('{').find(opens);
        if next.is_none() {
            self.meets_end();
        }
        let length = next.map_or(self.rest().len(), |(offset, _)| offset);
        step(length);
        self.look(length + judged);
        let found = self.pos + next?.0;
        // Objects in a list of their own are no objects in a row.
        let is_listed = self.text[self.pos..found].trim_end().ends_with('[');
        let end = self.text[..self.pos].trim_end().len();
        (!is_listed && !self.turn_begins(end..found)).then_some(found)
    }

    /// Whether a marker of the next turn is in this part of a text that begins with its answer.
    fn turn_begins(&self, part: Range<usize>) -> bool {
        has_turn_marker(&self.text[part]) && {
            // Every object in a row may ask for this.
            let is_known = self.work.is_opened.get();
            let is_opened = is_known.unwrap_or_else(|| is_opened(self.text));
            self.work.is_opened.set(Some(is_opened));
            is_opened
        }
    }

    /// Whether a key of this very level begins at `pos`.
    pub(crate) fn is_key(&self, pos: usize, at: &Frame<'_>) -> bool {
        let has_keys = matches!(
            at.place().level,
            Level::Object { .. } | Level::Rest { .. } | Level::Map { .. }
        );
        has_keys && self.key_ahead(pos).is_some_and(|key| self.belongs(&key, at))
    }

    /// Whether a key begins at `pos` that is the name of a field above this level, and not only one that a flattened map takes.
    #[cold]
    pub(crate) fn is_field_above(&self, pos: usize, at: &Frame<'_>) -> bool {
        let Some(key) = self.key_ahead(pos) else { return false };
        if self.is_whole_string(pos, &key, at) {
            return false;
        }
        let name = &self.text[key.name];
        let mut above = core::iter::successors(at.place().parent, |frame| frame.parent);
        above.any(
            |frame| matches!(frame.level, Level::Object { spec, .. } | Level::Rest { spec, .. } if spec.knows(name)),
        )
    }

    /// Whether what looks like a key without its closing quote is a whole string in a list: `'name: bob', 'x'`.
    fn is_whole_string(&self, pos: usize, key: &KeyAhead, at: &Frame<'_>) -> bool {
        let first = self.text[pos..].chars().next();
        let (Some(close), Level::List { .. }, false) = (first.and_then(closing_quotes), at.place().level, key.quoted)
        else {
            return false;
        };
        // A string of JSON is an element, whatever it says and however long it is.
        if self.is_valid_string(pos) {
            return true;
        }
        let content = head(&self.text[key.colon + 1..], LONGEST_KEY);
        step(content.len());
        let Some((value, rest)) = content.find(close).map(|end| content.split_at(end)) else {
            return false;
        };
        let rest = rest.trim_start_matches(close).trim_start();
        value.contains(char::is_alphanumeric) && !value.contains('\n') && rest.starts_with([',', ']'])
    }

    /// Whether a key of an object above this level begins at `pos`.
    pub(crate) fn is_key_above(&self, pos: usize, at: &Frame<'_>) -> bool {
        // In lists of lists there is no object, and no level needs to be asked.
        if at.place().parent.and_then(|above| above.closed_by(b'}')).is_none() {
            return false;
        }
        let Some(key) = self.key_ahead(pos) else { return false };
        if self.is_whole_string(pos, &key, at) {
            return false;
        }
        let is_value = key.quoted && self.is_value_start(self.after_space(key.colon + 1));
        // In a list that is the value of a map, a key with a value is the map's next one.
        let is_typed = |accepts: Accepts| accepts != Accepts::ANY;
        let mut is_in_list = is_value && matches!(at.place().level, Level::List { accepts, .. } if is_typed(accepts));
        let mut above = at.place().parent;
        while let Some(frame) = above {
            match frame.level {
                Level::Object { .. } | Level::Rest { .. } if self.belongs(&key, frame) => return true,
                Level::Map { .. } if is_in_list => return true,
                Level::List { .. } => {}
                _ => is_in_list = false,
            }
            above = frame.parent;
        }
        false
    }
}

/// The quote as a byte, if it is a straight one.
fn straight(quote: char) -> Option<u8> {
    u8::try_from(quote).ok().filter(|quote| matches!(quote, b'"' | b'\''))
}

/// The inside of a quoted key: quotes that are escaped, or that open and close within it, do not end it.
pub(super) struct Quoted {
    open: char,
    close: &'static [char],
    depth: usize,
    escaped: bool,
}

impl Quoted {
    pub(super) fn new(open: char, close: &'static [char]) -> Self {
        Self {
            open,
            close,
            depth: 0,
            escaped: false,
        }
    }

    /// Whether the key ends at `c`, the next character of it, which `rest` follows.
    pub(super) fn ends(&mut self, c: char, rest: &str) -> bool {
        let escaped = self.escaped;
        self.escaped = c == '\\' && !escaped;
        if escaped {
            return false;
        }
        // A mark that both opens and closes does the latter only where a colon follows it.
        let closes = || self.close.contains(&c) && rest.trim_start().starts_with([':', '=']);
        if !self.open.is_ascii() && c == self.open && !closes() {
            self.depth += 1;
            return false;
        }
        if !self.close.contains(&c) {
            return false;
        }
        self.depth = match self.depth.checked_sub(1) {
            Some(depth) => depth,
            None => return true,
        };
        false
    }
}
