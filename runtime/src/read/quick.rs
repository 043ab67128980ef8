//! Short cuts through the repairs that a text may need at every token: keys without quotes, strings in single quotes or
//! with line breaks in them. Each gives what the long way would, or `None` with nothing passed over and nothing recorded.

use std::borrow::Cow;
use std::ops::Range;

use crate::path::{Frame, Level};
use crate::read::ahead::LONGEST_KEY;
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::decode::Content;
use crate::read::key::Key;
use crate::read::number;
use crate::read::scan;
use crate::read::separator::Fit;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{Accepts, FieldSpec, KeyText};

/// A key without quotes, or in single ones, and where its value begins.
#[derive(Debug, Clone)]
pub(crate) struct OddKey {
    pub(crate) is_quoted: bool,
    pub(crate) span: Range<usize>,
    pub(crate) value: usize,
}

/// A key that was found behind the end of a string, when that end was looked for.
#[derive(Debug)]
pub(crate) struct Foreseen {
    /// Where the string ends.
    from: usize,
    /// The name of the field whose key it is.
    field: &'static str,
    key: OddKey,
}

impl Foreseen {
    /// None was.
    pub(crate) const NONE: Self = Self {
        from: NOWHERE,
        field: "",
        key: OddKey {
            is_quoted: false,
            span: 0..0,
            value: 0,
        },
    };
}

/// White space, a key and its colon.
type Window = [u8; 64];

/// The first place behind `lead`, with which the window begins, that holds neither a space nor a line break.
#[inline(always)]
fn after_lead(window: &Window, lead: u8) -> Option<usize> {
    if window[0] != lead {
        return None;
    }
    let start = 1 + scan::first_no_blank(window[1..].first_chunk()?)?;
    step(start);
    Some(start)
}

/// Whether the key stands at this place of the window, which is one of its first 32.
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
    pub(crate) fn quick_string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        if let Level::List { accepts, .. } = at.place().level {
            return match self.peek() {
                b'\'' => self.quick_element::<b'\''>(accepts, at),
                b'"' => self.quick_element::<b'"'>(accepts, at),
                _ => None,
            };
        }
        match self.peek() {
            b'\'' => self.quick_quoted::<b'\''>(at),
            b'"' => self.quick_quoted::<b'"'>(at),
            _ => None,
        }
    }

    /// A number without an exponent and of few digits in straight quotes: its sign, its digits as a whole number, and how
    /// many of them stand behind the point.
    pub(crate) fn quoted_decimal(&mut self, at: &Frame<'_>) -> Option<(bool, u64, usize)> {
        let (start, quote) = (self.pos, self.peek());
        if !matches!(quote, b'"' | b'\'') || start == self.careful_at {
            return None;
        }
        let (negative, digits, fraction, length) = number::decimal(self.bytes().get(start + 1..)?)?;
        let end = start + 1 + length;
        if self.byte(end) != quote || !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        if quote == b'\'' {
            self.repaired(RepairKind::SingleQuoted, at, start..end + 1);
        }
        Some((negative, digits, fraction))
    }

    /// A string in a list, without anything to decode in it, that another one or the list's end follows.
    fn quick_element<const QUOTE: u8>(&mut self, accepts: Accepts, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        let inner = start + 1;
        let bytes = self.bytes();
        let end = scan::quoted_stop::<QUOTE>(bytes, inner);
        if end == inner || self.byte(end) != QUOTE || !self.is_glued(end) {
            return None;
        }
        // A colon behind the first word may mean that it is a key of an object further up, which lost a quote.
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"_-$.@".contains(byte);
        let word = bytes[inner..end].iter().take_while(|byte| is_letter(byte)).count();
        step(word);
        if self.byte(inner + word) == b':' {
            return None;
        }
        let next = self.after_space(end + 1);
        let closer = match self.byte(next) {
            b',' => self.after_space(next + 1),
            b']' => next,
            _ => return None,
        };
        let ends = match self.byte(closer) {
            b']' => self.closers_fit(closer, at) == Fit::Yes,
            b'"' | b'\'' => self.fits_value(closer, accepts),
            _ => false,
        };
        if !ends {
            return None;
        }
        self.pos = end + 1;
        if QUOTE == b'\'' {
            self.repaired(RepairKind::SingleQuoted, at, start..end + 1);
        }
        Some(Cow::Borrowed(&self.text[inner..end]))
    }

    fn quick_quoted<const QUOTE: u8>(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let inner = self.pos + 1;
        let bytes = self.bytes();
        if self.byte(inner) == QUOTE {
            return None;
        }
        let stop = scan::quoted_stop::<QUOTE>(bytes, inner);
        if self.byte(stop) == QUOTE {
            return self
                .quick_end::<QUOTE>(stop, at)
                .then(|| Cow::Borrowed(&self.text[inner..stop]));
        }
        let mut content = Content::new(inner, stop);
        content.pass::<QUOTE, false>(bytes);
        step(content.end - inner);
        self.quick_end::<QUOTE>(content.end, at)
            .then(|| self.content(&content, inner, QUOTE, at))
    }

    /// Passes over the string at the cursor, if the quote at `end` ends it beyond doubt.
    #[inline(always)]
    fn quick_end<const QUOTE: u8>(&mut self, end: usize, at: &Frame<'_>) -> bool {
        if end >= self.text.len() || !self.is_glued(end) || !(self.foresees(end + 1, at) || self.surely_ends(end, at)) {
            return false;
        }
        if QUOTE == b'\'' {
            self.repaired(RepairKind::SingleQuoted, at, self.pos..end + 1);
        }
        self.pos = end + 1;
        true
    }

    /// The text of the content that begins at `start`, in quotes of this kind.
    fn content(&mut self, content: &Content, start: usize, quote: u8, at: &Frame<'_>) -> Cow<'t, str> {
        let text = self.text;
        if content.is_odd || at.field().is_some_and(|field| field.latex) {
            return self.decode(start..content.end, char::from(quote), at);
        }
        if let Some(place) = &content.controls {
            self.repaired(RepairKind::ControlCharEscaped, at, place.clone());
        }
        if content.is_plain() {
            return Cow::Borrowed(&text[start..content.end]);
        }
        Cow::Owned(content.text(text))
    }

    /// The string in double quotes at the cursor, with nothing to decode before `stop`, if it ends as one does by RFC 8259,
    /// at its first quote without a backslash: a valid one, one with line breaks in it, and one that the text's end cuts
    /// off.
    #[inline(always)]
    pub(crate) fn usual_string(&mut self, stop: usize, at: &Frame<'_>) -> Option<String> {
        let start = self.pos + 1;
        let bytes = self.bytes();
        let mut content = Content::new(start, stop);
        content.pass::<b'"', false>(bytes);
        step(content.end - start);
        if content.is_valid() && content.end < bytes.len() && self.can_follow(content.end + 1) {
            self.pos = content.end + 1;
            return Some(content.text(self.text));
        }
        self.invalid_string(&content, at).map(Cow::into_owned)
    }

    /// As [`Cursor::usual_string`], for a string that is not valid or has nothing behind it that can follow a value.
    #[inline(never)]
    fn invalid_string(&mut self, content: &Content, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos + 1;
        if content.end >= self.text.len() {
            // A fence may end it before, an escape may be cut itself, and an escaped quote may be meant to close it.
            if self.fenced || content.is_odd || self.may_end_escaped(content, at) {
                return None;
            }
            self.pos = content.end;
            self.cut(at);
            return Some(self.content(content, start, b'"', at));
        }
        let in_list = matches!(at.place().level, Level::List { .. });
        if in_list || content.end == start {
            return None;
        }
        self.quick_end::<b'"'>(content.end, at)
            .then(|| self.content(content, start, b'"', at))
    }

    /// Whether an escaped quote in the string may end it.
    fn may_end_escaped(&self, content: &Content, at: &Frame<'_>) -> bool {
        let mut quotes = content.escaped_quotes(self.bytes());
        quotes.any(|quote| self.is_key_after_comma(quote + 1, at))
    }

    /// Whether neither white space nor a comma stands right before `pos`.
    #[inline]
    fn is_glued(&self, pos: usize) -> bool {
        match self.byte(pos - 1) {
            // No white space takes four bytes.
            0x80.. if self.byte(pos.wrapping_sub(4)) >= 0xf0 => true,
            0x80.. => self.text[..pos].chars().next_back().is_some_and(|c| !c.is_whitespace()),
            byte => byte > b' ' && byte != b',',
        }
    }

    /// Whether a comma and the key of the field behind this one follow at `pos`, the key in the form of those before.
    /// Remembers it, for it is what is read next.
    #[inline(always)]
    fn foresees(&mut self, pos: usize, at: &Frame<'_>) -> bool {
        if !self.odd_keys {
            return false;
        }
        let Level::Object { spec, field } = at.level else {
            return false;
        };
        let Some(field) = spec.fields.get(field.wrapping_add(1) as usize) else {
            return false;
        };
        if !field.is_word {
            return false;
        }
        let Some(key) = self.odd_key(pos, b',', &field.key) else {
            return false;
        };
        self.foreseen = Foreseen {
            from: pos,
            field: field.name,
            key,
        };
        true
    }

    /// Whether the quote at `pos` ends a string of this level beyond doubt. It is [glued](Self::is_glued) to what stands
    /// before it: a comma or a line's end there may mean that it opens a key, and the closing one is lost.
    fn surely_ends(&self, pos: usize, at: &Frame<'_>) -> bool {
        let next = self.after_space(pos + 1);
        match self.byte(next) {
            b',' => {
                let next = self.after_space(next + 1);
                match self.byte(next) {
                    b'}' | b']' => self.quick_close(next, at) || self.closers_fit(next, at) == Fit::Yes,
                    b'/' | b'#' | 0 => false,
                    _ => self.is_next_key(next, at) || self.is_key(next, at),
                }
            }
            b'}' | b']' => self.quick_close(next, at) || self.closers_fit(next, at) == Fit::Yes,
            _ => false,
        }
    }

    /// Whether the closer at `pos` is the brace of this level's object, with the next object of the list that it stands in
    /// behind it, or the next key of the object.
    fn quick_close(&self, pos: usize, at: &Frame<'_>) -> bool {
        let (Level::Object { .. }, Some(open), b'}') = (at.level, at.parent, self.byte(pos)) else {
            return false;
        };
        let comma = self.after_space(pos + 1);
        if self.byte(comma) != b',' {
            return false;
        }
        let next = self.after_space(comma + 1);
        match open.level {
            Level::List { accepts, .. } => self.byte(next) == b'{' && accepts.has(Accepts::OBJECT),
            Level::Object { .. } => self.is_next_key(next, open),
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
        let width = usize::from(matches!(quote, b'"' | b'\''));
        let end = pos + width + next.name.len();
        let closes = if width == 0 {
            self.byte(end) == b':' && self.byte(end + 1) != b'/'
        } else {
            self.byte(end) == quote && self.byte(end + 1) == b':'
        };
        closes && self.is_at(pos + width, next.name)
    }

    #[inline]
    fn is_at(&self, pos: usize, name: &str) -> bool {
        step(name.len());
        let end = pos + name.len();
        self.bytes().get(pos..end) == Some(name.as_bytes())
    }

    /// Where the value behind `key` begins, if `lead` stands at the cursor, then a line break and spaces at most, and the
    /// key in quotes with its colon, and the value right behind that or behind one space.
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

    /// The closing brace at `pos`, or behind a line break and spaces at most.
    ///
    /// As with [`Cursor::behind_key`], `None` says nothing about longer gaps, and nothing near the end of the text.
    #[inline]
    pub(crate) fn brace_behind(&self, pos: usize) -> Option<usize> {
        let window: &[u8; 16] = self.bytes().get(pos..)?.first_chunk()?;
        let brace = scan::first_no_blank(window)?;
        step(brace);
        (window[brace] == b'}').then_some(pos + brace)
    }

    /// As [`Cursor::behind_key`], for a field whose key is a word, without quotes or in single ones: its place and that of
    /// the value.
    #[inline(always)]
    pub(crate) fn behind_odd_key(&mut self, lead: u8, field: &'static FieldSpec) -> Option<OddKey> {
        let seen = &self.foreseen;
        // The text may have been cut since.
        let is_there = seen.from == self.pos && seen.key.value <= self.text.len();
        if lead == b',' && is_there && std::ptr::eq(seen.field, field.name) {
            return Some(seen.key.clone());
        }
        self.odd_key(self.pos, lead, &field.key)
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
        if first <= b' ' || matches!(first, b',' | b'}' | b']') {
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
        self.odd_keys = true;
        if quote == 0 {
            self.bare_keys = true;
            self.repaired(RepairKind::UnquotedKey, at, start..colon);
        } else {
            self.repaired(RepairKind::SingleQuoted, at, start..colon);
        }
        Some(value)
    }
}
