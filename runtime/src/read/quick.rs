//! Short cuts through the repairs that a text may need at every token: keys without quotes, strings in single quotes or
//! with line breaks in them. Each gives what the long way would, or `None` with nothing passed over and nothing recorded.

use std::borrow::Cow;

use crate::path::{Frame, Level};
use crate::read::ahead::LONGEST_KEY;
use crate::read::cursor::Cursor;
use crate::read::key::Key;
use crate::read::scan;
use crate::read::separator::Fit;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{FieldSpec, KeyText};

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Cursor<'t> {
    /// A key without quotes, a word with a colon right behind it and a value behind that.
    pub(crate) fn bare_key(&mut self, at: &Frame<'_>) -> Option<Key<'t>> {
        let start = self.pos;
        let rest = self.bytes().get(start..)?;
        let length = rest.iter().take(LONGEST_KEY).take_while(|&&byte| is_word(byte)).count();
        let colon = start + length;
        if length == 0 || self.byte(colon) != b':' {
            return None;
        }
        let value = self.after_space(colon + 1);
        if matches!(self.byte(value), 0 | b',' | b'}' | b']') {
            return None;
        }
        self.bare_keys = true;
        self.repaired(RepairKind::UnquotedKey, at, start..colon);
        self.pos = value;
        Some(Key {
            name: Cow::Borrowed(&self.text[start..colon]),
            span: start..colon,
            has_value: true,
        })
    }

    /// A string in straight quotes whose first quote that is not escaped ends it beyond doubt, whatever stands in it.
    ///
    /// Never in a list: there, a string may be a key of an object further up.
    pub(crate) fn quick_string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        if matches!(at.place().level, Level::List { .. }) {
            return None;
        }
        match self.peek() {
            b'\'' => self.quick_quoted::<b'\''>(at),
            b'"' => self.quick_quoted::<b'"'>(at),
            _ => None,
        }
    }

    fn quick_quoted<const QUOTE: u8>(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        let inner = start + 1;
        let bytes = self.bytes();
        if self.byte(inner) == QUOTE {
            return None;
        }
        let mut end = scan::quoted_stop::<QUOTE>(bytes, inner);
        let is_plain = self.byte(end) == QUOTE;
        while self.byte(end) != QUOTE {
            let passed = match bytes.get(end)? {
                b'\\' => 2,
                _ => 1,
            };
            end = scan::quoted_stop::<QUOTE>(bytes, end + passed);
        }
        if !self.surely_ends(end, at) {
            return None;
        }
        self.pos = end + 1;
        if QUOTE == b'\'' {
            self.repaired(RepairKind::SingleQuoted, at, start..end + 1);
        }
        Some(if is_plain {
            Cow::Borrowed(&self.text[inner..end])
        } else {
            self.decode(inner..end, char::from(QUOTE), at)
        })
    }

    /// Whether the quote at `pos` ends a string of this level beyond doubt.
    fn surely_ends(&self, pos: usize, at: &Frame<'_>) -> bool {
        // A comma or a line's end before the quote may mean that it opens a key, and the closing one is lost.
        let before = self.byte(pos - 1);
        if before <= b' ' || before >= 0x80 || before == b',' {
            return false;
        }
        let next = self.after_space(pos + 1);
        match self.byte(next) {
            b',' => {
                let next = self.after_space(next + 1);
                match self.byte(next) {
                    b'}' | b']' => self.closers_fit(next, at) == Fit::Yes,
                    b'/' | b'#' | 0 => false,
                    _ => self.is_next_key(next, at) || self.is_key(next, at),
                }
            }
            b'}' | b']' => self.closers_fit(next, at) == Fit::Yes,
            _ => false,
        }
    }

    /// Whether the key of the field behind this one begins at `pos`, with or without quotes.
    pub(crate) fn is_next_key(&self, pos: usize, at: &Frame<'_>) -> bool {
        let Level::Object { spec, field } = at.place().level else {
            return false;
        };
        let Some(next) = spec.fields.get(field.wrapping_add(1) as usize) else {
            return false;
        };
        if !next.is_word {
            return false;
        }
        let quote = self.byte(pos);
        if !matches!(quote, b'"' | b'\'') {
            return self.is_bare_key(pos, next.name);
        }
        let end = pos + 1 + next.name.len();
        self.is_at(pos + 1, next.name) && self.byte(end) == quote && self.byte(end + 1) == b':'
    }

    /// Whether `name`, a word, stands at `pos` as a key without quotes.
    fn is_bare_key(&self, pos: usize, name: &str) -> bool {
        let colon = pos + name.len();
        self.byte(colon) == b':' && self.is_at(pos, name) && self.byte(colon + 1) != b'/'
    }

    #[inline]
    fn is_at(&self, pos: usize, name: &str) -> bool {
        step(name.len());
        let end = pos + name.len();
        self.bytes().get(pos..end) == Some(name.as_bytes())
    }

    /// Where the value behind `key` begins, if `lead` stands at the cursor, then a line break and spaces at most, and the
    /// key, with its colon right behind it and the value right behind that or behind one space.
    ///
    /// `None` says nothing about longer gaps, and nothing near the end of the text: only where this many bytes are
    /// left, one look at the length does for all of them.
    #[inline(always)]
    pub(crate) fn behind_key(&self, lead: u8, key: &KeyText) -> Option<usize> {
        let window: &[u8; 64] = self.bytes().get(self.pos..)?.first_chunk()?;
        if window[0] != lead {
            return None;
        }
        let start = 1 + scan::first_no_blank(window[1..].first_chunk()?)?;
        step(start);
        let differs = |at: usize, word: usize| {
            step(16);
            let [low, high] = window[at..].first_chunk::<16>()?.as_chunks::<8>().0 else {
                return None;
            };
            let low = (u64::from_le_bytes(*low) ^ key.words[word]) & key.masks[word];
            let high = (u64::from_le_bytes(*high) ^ key.words[word + 1]) & key.masks[word + 1];
            Some(low | high)
        };
        if differs(start, 0)? != 0 || (key.length > 16 && differs(start + 16, 2)? != 0) {
            return None;
        }
        let value = start + usize::from(key.length & 63);
        match [*window.get(value)?, *window.get(value + 1)?] {
            [b' ', first] if first > b' ' => Some(self.pos + value + 1),
            [first, _] if first > b' ' => Some(self.pos + value),
            _ => None,
        }
    }

    /// Where the value behind the key `name` begins, if the key stands at `start`, with a colon right behind it.
    pub(crate) fn value_behind(&self, start: usize, name: &str) -> Option<usize> {
        let end = start + 1 + name.len();
        let is_it = self.is_at(start + 1, name)
            && self.byte(end) == b'"'
            && self.byte(end + 1) == b':'
            && scan::string_stop(self.bytes(), start + 1) == end;
        is_it.then(|| self.after_space(end + 2))
    }

    /// As [`Cursor::value_behind`], for a key without quotes or in single ones. Puts on record what it lacks.
    pub(crate) fn value_behind_bare(&mut self, start: usize, field: &FieldSpec, at: &Frame<'_>) -> Option<usize> {
        let name = field.name;
        let quote = usize::from(self.byte(start) == b'\'');
        let end = start + quote + name.len();
        let colon = end + quote;
        if !self.is_at(start + quote, name)
            || !field.is_word
            || self.byte(colon) != b':'
            || (quote == 0 && self.byte(colon + 1) == b'/')
            || (quote > 0 && self.byte(end) != b'\'')
        {
            return None;
        }
        let value = self.after_space(colon + 1);
        if matches!(self.byte(value), 0 | b',' | b'}' | b']') {
            return None;
        }
        if quote == 0 {
            self.bare_keys = true;
            self.repaired(RepairKind::UnquotedKey, at, start..colon);
        } else {
            self.repaired(RepairKind::SingleQuoted, at, start..colon);
        }
        Some(value)
    }
}
