//! Shortcuts for repairs that a text may need at every token: keys without quotes, strings in single quotes or with line
//! breaks. Each gives the same result as the slow path, or `None` with nothing skipped and nothing recorded.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::bounds::LONGEST_KEY;
use crate::path::{Frame, Level};
use crate::read::closer::Fit;
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::decode::StringContent;
use crate::read::key::WrittenKey;
use crate::read::number;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Cursor<'t> {
    /// A key without quotes, a word with a colon right after it and a value after that.
    pub(crate) fn bare_key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let rest = self.bytes().get(start..)?;
        let length = rest.iter().take(LONGEST_KEY).take_while(|&&byte| is_word(byte)).count();
        let colon = start + length;
        if length == 0 || self.quiet_byte(colon) != b':' {
            return None;
        }
        let value = self.after_space(colon + 1);
        if matches!(self.quiet_byte(value), 0 | b',' | b'}' | b']') {
            return None;
        }
        self.style.bare_keys = true;
        self.repaired(RepairKind::UnquotedKey, at, start..colon);
        self.pos = value;
        Some(WrittenKey {
            name: Cow::Borrowed(&self.text[start..colon]),
            span: start..colon,
            has_value: true,
        })
    }

    /// A string in straight quotes whose first quote that is not escaped ends it beyond doubt, whatever is in it.
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
    /// many of them are after the point. It is not on record yet.
    #[inline(always)]
    pub(crate) fn quoted_decimal(&mut self) -> Option<(bool, u64, usize)> {
        let (start, quote) = (self.pos, self.peek());
        if !matches!(quote, b'"' | b'\'') || start == self.hints.careful_at {
            return None;
        }
        let (negative, digits, fraction, length) = number::decimal(self.bytes().get(start + 1..)?)?;
        let end = start + 1 + length;
        if self.quiet_byte(end) != quote || !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        Some((negative, digits, fraction))
    }

    /// Records what the string at `start`, which was just read, was taken for, and that it is in single quotes
    /// if it does.
    #[inline(always)]
    pub(crate) fn converted(&mut self, kind: RepairKind, at: &Frame<'_>, start: usize) {
        let span = start..self.pos;
        if self.quiet_byte(start) == b'\'' {
            self.repaired_twice([RepairKind::SingleQuoted, kind], at, span);
        } else {
            self.repaired(kind, at, span);
        }
    }

    /// A string in a list, without anything to decode in it, that another one or the list's end follows.
    fn quick_element<const QUOTE: u8>(&mut self, accepts: Accepts, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        let inner = start + 1;
        let bytes = self.bytes();
        let end = scan::quoted_stop::<QUOTE>(bytes, inner);
        if end == inner || self.quiet_byte(end) != QUOTE || !self.is_glued(end) {
            return None;
        }
        // A colon after the first word may mean that it is a key of an object further up, which lost a quote.
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80 || b"_-$.@".contains(byte);
        let word = bytes[inner..end].iter().take_while(|byte| is_letter(byte)).count();
        step(word);
        if self.quiet_byte(inner + word) == b':' {
            return None;
        }
        let next = self.after_space(end + 1);
        let closer = match self.quiet_byte(next) {
            b',' => self.after_space(next + 1),
            b']' => next,
            _ => return None,
        };
        let ends = match self.quiet_byte(closer) {
            b']' => self.closes(closer, at),
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

    /// A string in single quotes that is a field's value, without anything to decode in it, as [`Cursor::quick_string`]
    /// reads it, but its quotes are not on record yet; where it is none, how far it was looked at.
    #[inline(never)]
    pub(crate) fn single_quoted(&mut self, at: &Frame<'_>) -> Result<&'t str, usize> {
        if !matches!(at.level, Level::Object { .. }) || self.peek() != b'\'' {
            return Err(NOWHERE);
        }
        self.plain_quoted::<b'\''>(at)
    }

    /// The rest of a string in single quotes, in which [`Cursor::single_quoted`] came to something to decode at `stop`.
    pub(crate) fn single_quoted_from(&mut self, stop: usize, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        self.quoted_from::<b'\''>(stop, at)
    }

    /// A string without anything to decode in it, which is not on record yet, or how far it was looked at: up to there
    /// nothing needs decoding.
    #[inline(always)]
    fn plain_quoted<const QUOTE: u8>(&mut self, at: &Frame<'_>) -> Result<&'t str, usize> {
        let inner = self.pos + 1;
        let stop = scan::quoted_stop::<QUOTE>(self.bytes(), inner);
        if stop == inner || self.quiet_byte(stop) != QUOTE || !self.quick_end(stop, at) {
            return Err(stop);
        }
        // Both in one would be a call.
        Ok(&self.text[inner..][..stop - inner])
    }

    fn quick_quoted<const QUOTE: u8>(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        match self.plain_quoted::<QUOTE>(at) {
            Ok(text) => {
                if QUOTE == b'\'' {
                    self.repaired(RepairKind::SingleQuoted, at, start..self.pos);
                }
                Some(Cow::Borrowed(text))
            }
            Err(stop) => self.quoted_from::<QUOTE>(stop, at),
        }
    }

    /// The string at the cursor, with nothing to decode before `stop`.
    fn quoted_from<const QUOTE: u8>(&mut self, stop: usize, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        if self.quiet_byte(stop) == QUOTE {
            return None;
        }
        let start = self.pos;
        let bytes = self.bytes();
        let mut content = StringContent::new(start + 1, stop);
        content.pass::<QUOTE, false>(bytes);
        step(content.end - start);
        if !self.quick_end(content.end, at) {
            return None;
        }
        if QUOTE == b'\'' {
            self.repaired(RepairKind::SingleQuoted, at, start..self.pos);
        }
        Some(self.content(&content, start + 1, QUOTE, at))
    }

    /// Skips the string at the cursor, if the quote at `end` ends it beyond doubt.
    #[inline(always)]
    fn quick_end(&mut self, end: usize, at: &Frame<'_>) -> bool {
        let ends =
            end < self.text.len() && self.is_glued(end) && (self.foresees(end + 1, at) || self.surely_ends(end, at));
        if ends {
            self.pos = end + 1;
        }
        ends
    }

    /// The text of the content that begins at `start`, in quotes of this kind.
    fn content(&mut self, content: &StringContent, start: usize, quote: u8, at: &Frame<'_>) -> Cow<'t, str> {
        let text = self.text;
        let is_odd = content.is_odd || (quote == b'\'' && content.may_be_raw(text));
        if is_odd || at.field().is_some_and(|field| field.latex) {
            return self.decode(start..content.end, char::from(quote), at);
        }
        if let Some(place) = &content.controls {
            self.conserve_lines(start..content.end, at);
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
        let mut content = StringContent::new(start, stop);
        content.pass::<b'"', false>(bytes);
        step(content.end - start);
        if content.is_valid() && content.end < bytes.len() && self.can_follow(content.end + 1) {
            self.pos = content.end + 1;
            return Some(content.text(self.text));
        }
        self.invalid_string(&content, at).map(Cow::into_owned)
    }

    /// Like [`Cursor::usual_string`], for a string that is not valid or has nothing after it that can follow a value.
    #[inline(never)]
    fn invalid_string(&mut self, content: &StringContent, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos + 1;
        if content.end >= self.text.len() {
            // A fence may end it before, an escape may be cut itself, and an escaped or typographic quote may be meant to
            // close it.
            if self.fenced || content.is_odd || self.may_end_escaped(content, at) || self.may_end_late(start) {
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
        self.quick_end(content.end, at)
            .then(|| self.content(content, start, b'"', at))
    }

    /// Whether an escaped quote in the string may end it.
    fn may_end_escaped(&self, content: &StringContent, at: &Frame<'_>) -> bool {
        let mut quotes = content.escaped_quotes(self.bytes());
        quotes.any(|quote| self.is_key_after_comma(quote + 1, at))
    }

    /// Whether a typographic quote may end the string that begins at `start`, by the bytes that nearly all of them begin
    /// with.
    fn may_end_late(&self, start: usize) -> bool {
        scan::either(self.bytes(), start, 0xe2, 0xc2) < self.text.len()
    }

    /// Whether neither white space nor a comma is right before `pos`.
    #[inline]
    fn is_glued(&self, pos: usize) -> bool {
        match self.quiet_byte(pos - 1) {
            // No white space takes four bytes.
            0x80.. if self.quiet_byte(pos.wrapping_sub(4)) >= 0xf0 => true,
            0x80.. => self.text[..pos].chars().next_back().is_some_and(|c| !c.is_whitespace()),
            byte => byte > b' ' && byte != b',',
        }
    }

    /// Whether the quote at `pos` ends a string of this level beyond doubt. It is [glued](Self::is_glued) to what stands
    /// before it: a comma or a line's end there may mean that it opens a key, and the closing one is lost.
    fn surely_ends(&self, pos: usize, at: &Frame<'_>) -> bool {
        let next = self.after_space(pos + 1);
        match self.quiet_byte(next) {
            b',' => {
                let next = self.after_space(next + 1);
                match self.quiet_byte(next) {
                    b'}' | b']' => self.closes(next, at),
                    b'/' | b'#' | 0 => false,
                    _ => self.is_next_key(next, at) || self.is_key(next, at),
                }
            }
            b'}' | b']' => self.closes(next, at),
            _ => false,
        }
    }

    /// Whether the closers at `pos` are those of this level and of some around it.
    fn closes(&self, pos: usize, at: &Frame<'_>) -> bool {
        let is_quick = self.quick_close(pos, at);
        debug_assert!(!is_quick || self.closers_fit(pos, at) == Fit::Yes);
        is_quick || self.closers_fit(pos, at) == Fit::Yes
    }

    /// Whether the closer at `pos` is that of this level, any further ones, with or without a comma before them, are those
    /// of the levels around it, and after them is the next object of a list, the next key of an object, or the end of the answer.
    fn quick_close(&self, pos: usize, at: &Frame<'_>) -> bool {
        let (mut pos, mut level) = (pos, at);
        loop {
            let is_closed = match level.level {
                Level::Object { .. } => self.quiet_byte(pos) == b'}',
                Level::List { .. } => self.quiet_byte(pos) == b']',
                _ => false,
            };
            let Some(open) = level.parent.filter(|_| is_closed) else {
                return false;
            };
            let next = self.after_space(pos + 1);
            match self.quiet_byte(next) {
                b'}' | b']' => (pos, level) = (next, open),
                b',' => {
                    let next = self.after_space(next + 1);
                    match (self.quiet_byte(next), open.level) {
                        (b'}' | b']', _) => (pos, level) = (next, open),
                        (byte, Level::List { accepts, .. }) => return byte == b'{' && accepts.has(Accepts::OBJECT),
                        (_, Level::Object { .. }) => return self.is_next_key(next, open),
                        _ => return false,
                    }
                }
                0 | b'`' if matches!(open.level, Level::Root) => {
                    return next >= self.text.len() || self.bytes()[next..].starts_with(b"```");
                }
                _ => return false,
            }
        }
    }
}
