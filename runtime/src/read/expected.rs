//! The key that is expected next, the one of the field after the last one: it is compared all at once.

use core::ops::Range;

use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{FieldSpec, KeyText};

/// A key without quotes, or in single ones, and where its value begins.
#[derive(Debug, Clone)]
pub(crate) struct OddKey {
    pub(crate) is_quoted: bool,
    pub(crate) span: Range<usize>,
    pub(crate) value: usize,
}

/// A key that was found after the end of a string, when that end was looked for.
#[derive(Debug)]
pub(crate) struct Foreseen {
    /// Where the string ends.
    from: usize,
    /// The field whose key it is.
    field: Option<&'static FieldSpec>,
    key: OddKey,
}

impl Foreseen {
    /// None was.
    pub(crate) const NONE: Self = Self {
        from: NOWHERE,
        field: None,
        key: OddKey {
            is_quoted: false,
            span: 0..0,
            value: 0,
        },
    };
}

/// Whether a value may begin with this byte: it is neither white space nor what is after values.
const MAY_BEGIN_VALUE: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte <= b' ' {
        table[byte as usize] = false;
        byte += 1;
    }
    table[b',' as usize] = false;
    table[b'}' as usize] = false;
    table[b']' as usize] = false;
    table
};

/// White space, a key and its colon.
type Window = [u8; 64];

/// The first place after `lead`, with which the window begins, that holds neither a space nor a line break.
#[inline(always)]
fn after_lead(window: &Window, lead: u8) -> Option<usize> {
    if window[0] != lead {
        return None;
    }
    let start = 1 + scan::first_no_blank(window[1..].first_chunk()?)?;
    step(start);
    Some(start)
}

/// Whether the key is at this place in the window, which is one of its first 32.
#[inline(always)]
fn is_at(window: &Window, at: usize, key: &KeyText) -> bool {
    let differs = |at: usize, word: usize| {
        step(16);
        let Some((bytes, _)) = window[at & 63..].split_first_chunk::<16>() else {
            return 1;
        };
        let [low, high] = bytes.as_chunks::<8>().0 else {
            return 1;
        };
        let low = (u64::from_le_bytes(*low) ^ key.words[word]) & key.masks[word];
        let high = (u64::from_le_bytes(*high) ^ key.words[word + 1]) & key.masks[word + 1];
        low | high
    };
    differs(at, 0) == 0 && (key.length <= 16 || differs(at + 16, 2) == 0)
}

impl<'t> Cursor<'t> {
    /// Whether a comma and the key of the field after this one follow at `pos`, the key in the form of those before.
    /// Remembers it, for it is what is read next.
    #[inline(always)]
    pub(super) fn foresees(&mut self, pos: usize, at: &Frame<'_>) -> bool {
        if !self.style.odd_keys {
            return false;
        }
        let Level::Object { spec, field } = at.level else {
            return false;
        };
        let Some(field) = spec.fields.get(field.wrapping_add(1) as usize) else {
            return false;
        };
        let Some(key) = self.odd_key(pos, b',', &field.word) else {
            return false;
        };
        self.work.foreseen = Foreseen {
            from: pos,
            field: Some(field),
            key,
        };
        true
    }

    /// Whether the key of the field after this one begins at `pos`, with or without quotes.
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
        let quote = self.quiet_byte(pos);
        let width = usize::from(matches!(quote, b'"' | b'\''));
        let end = pos + width + next.name.len();
        let closes = if width == 0 {
            self.quiet_byte(end) == b':' && self.quiet_byte(end + 1) != b'/'
        } else {
            self.quiet_byte(end) == quote && self.quiet_byte(end + 1) == b':'
        };
        closes && self.is_at(pos + width, next.name)
    }

    #[inline]
    fn is_at(&self, pos: usize, name: &str) -> bool {
        step(name.len());
        let end = pos + name.len();
        self.bytes().get(pos..end) == Some(name.as_bytes())
    }

    /// Where the value after `key` begins, if `lead` is at the cursor, then a line break and spaces at most, and the
    /// key in quotes with its colon, and the value right after that or after one space.
    ///
    /// `None` says nothing about longer gaps, and nothing near the end of the text: only where a window of bytes is
    /// left, one look at the length does for all of them.
    #[inline]
    pub(crate) fn behind_key(&self, lead: u8, key: &KeyText) -> Option<usize> {
        let window = self.window(self.pos)?;
        let start = after_lead(window, lead)?;
        if !is_at(window, start, key) {
            return None;
        }
        let end = start + usize::from(key.length);
        let value = match *window.get(end..)?.first_chunk()? {
            [b' ', next] if next > b' ' => end + 1,
            [next, _] if next > b' ' => end,
            _ => return None,
        };
        Some(self.pos + value)
    }

    /// The closing brace at `pos`, or after a line break and spaces at most.
    ///
    /// As with [`Cursor::behind_key`], `None` says nothing about longer gaps.
    #[inline]
    pub(crate) fn brace_behind(&self, pos: usize) -> Option<usize> {
        let Some(window) = self.bytes().get(pos..)?.first_chunk::<16>() else {
            return self.last_brace_behind(pos);
        };
        let brace = scan::first_no_blank(window)?;
        step(brace);
        (window[brace] == b'}').then_some(pos + brace)
    }

    /// Like [`Cursor::brace_behind`], near the end of the text.
    #[inline(never)]
    fn last_brace_behind(&self, pos: usize) -> Option<usize> {
        let brace = scan::after_last_space(self.bytes(), pos);
        (self.quiet_byte(brace) == b'}').then_some(brace)
    }

    /// Like [`Cursor::behind_key`], for a field whose key is a word, without quotes or in single ones: its place and that of
    /// the value.
    #[inline(always)]
    pub(crate) fn behind_odd_key(&mut self, lead: u8, field: &'static FieldSpec) -> Option<OddKey> {
        let seen = &self.work.foreseen;
        // The text may have been cut since.
        let is_there = seen.from == self.pos && seen.key.value <= self.text.len();
        if lead == b',' && is_there && seen.field.is_some_and(|seen| core::ptr::eq(seen, field)) {
            return Some(seen.key.clone());
        }
        self.odd_key(self.pos, lead, &field.word)
    }

    #[inline(always)]
    fn odd_key(&self, pos: usize, lead: u8, key: &KeyText) -> Option<OddKey> {
        let window = self.window(pos)?;
        let start = after_lead(window, lead)?;
        let is_quoted = window[start] == b'\'';
        let name = start + usize::from(is_quoted);
        if !is_at(window, name, key) {
            return None;
        }
        let end = name + usize::from(key.length & 63);
        let colon = end + usize::from(is_quoted);
        let [colon_byte, space, next] = *window.get(colon..)?.first_chunk::<3>()?;
        if colon_byte != b':' || (is_quoted && window[end & 63] != b'\'') || (!is_quoted && space == b'/') {
            return None;
        }
        let (first, value) = if space == b' ' {
            (next, colon + 2)
        } else {
            (space, colon + 1)
        };
        if !MAY_BEGIN_VALUE[usize::from(first)] {
            return None;
        }
        Some(OddKey {
            is_quoted,
            span: pos + start..pos + colon,
            value: pos + value,
        })
    }

    /// The bytes from `pos` on, as many as one look at a key takes.
    #[inline(always)]
    fn window(&self, pos: usize) -> Option<&'t Window> {
        self.bytes()
            .get(pos..pos.wrapping_add(size_of::<Window>()))?
            .first_chunk()
    }

    /// Where the value after the key `name` begins, if the key is at `start`, with a colon right after it.
    pub(crate) fn value_behind(&self, start: usize, name: &str) -> Option<usize> {
        let end = start + 1 + name.len();
        let is_it = self.is_at(start + 1, name)
            && self.quiet_byte(end) == b'"'
            && self.quiet_byte(end + 1) == b':'
            && scan::string_stop(self.bytes(), start + 1) == end;
        is_it.then(|| self.after_space(end + 2))
    }

    /// Like [`Cursor::value_behind`], for a key without quotes or in single ones. Records what is missing.
    pub(crate) fn value_behind_bare(&mut self, start: usize, field: &FieldSpec, at: &Frame<'_>) -> Option<usize> {
        let name = field.name;
        let quote = usize::from(self.quiet_byte(start) == b'\'');
        let end = start + quote + name.len();
        let colon = end + quote;
        if !self.is_at(start + quote, name)
            || !field.is_word
            || self.quiet_byte(colon) != b':'
            || (quote == 0 && self.quiet_byte(colon + 1) == b'/')
            || (quote > 0 && self.quiet_byte(end) != b'\'')
        {
            return None;
        }
        let value = self.after_space(colon + 1);
        if matches!(self.quiet_byte(value), 0 | b',' | b'}' | b']') {
            return None;
        }
        self.style.odd_keys = true;
        if quote == 0 {
            self.style.bare_keys = true;
            self.repaired(RepairKind::UnquotedKey, at, start..colon);
        } else {
            self.repaired(RepairKind::SingleQuoted, at, start..colon);
        }
        Some(value)
    }
}
