//! The place in the text, and the few steps of the clean path. Everything else is reached from here, cold.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::{Expected, Found};
use crate::path::Frame;
use crate::read::{decode, number, scan};
use crate::repair::{RepairKind, Sink};
use crate::visit::choice::Tag;

/// Why no value came back. The value's text has been passed over, unless reading stops altogether.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// Nothing stands there that counts: the member is absent, and its default may take its place.
    Absent,
    /// What stands there is not of the type. It is on record.
    Invalid,
    /// The list that this was to be an element of has ended: a member of an object further up stands here.
    Ascend,
}

/// What reading a value gives.
pub type Read<T> = Result<T, Halt>;

/// The place in the text, with the record of what was repaired on the way there.
#[derive(Debug)]
pub struct Cursor<'t> {
    pub(crate) text: &'t str,
    pub(crate) pos: usize,
    /// A string that begins here is read with care: its first quote was seen not to end it.
    pub(crate) careful_at: usize,
    /// An object begins here without a brace of its own, at its first key.
    pub(crate) headless_at: usize,
    /// The text stands in a fence: a closing fence where a token belongs ends it.
    pub(crate) fenced: bool,
    /// The reply is taken whole as the one text of the type.
    pub(crate) raw: bool,
    /// An object at the root had none of the type's keys.
    pub(crate) unrecognized: bool,
    /// The text is the content of a string that stands here in the caller's text.
    pub(crate) origin: Option<(usize, usize)>,
    /// The place of the text or bare token that was read last.
    pub(crate) token: Range<usize>,
    /// Bytes that may yet be looked at ahead of the cursor: what keeps every reading linear.
    pub(crate) lookahead: usize,
    /// The tag of the object whose variant is being read by a type that does not know it.
    pub(crate) tag: Option<Tag>,
    /// How many types are open that stand inside themselves.
    pub(crate) recursion: u32,
    pub(crate) sink: Sink,
}

/// No place: beyond every text.
pub(crate) const NOWHERE: usize = usize::MAX;

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, pos: usize, sink: Sink) -> Self {
        Self {
            text,
            pos,
            careful_at: NOWHERE,
            headless_at: NOWHERE,
            fenced: false,
            raw: false,
            unrecognized: false,
            origin: None,
            token: 0..0,
            lookahead: 16 * text.len() + 4096,
            tag: None,
            recursion: 0,
            sink,
        }
    }

    #[inline(always)]
    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The byte at the cursor, or 0 at the end, where no token can begin either.
    #[inline(always)]
    pub(crate) fn peek(&self) -> u8 {
        self.byte(self.pos)
    }

    /// The byte at `pos`, or 0 at the end.
    #[inline(always)]
    pub(crate) fn byte(&self, pos: usize) -> u8 {
        match self.bytes().get(pos) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    #[inline(always)]
    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.text.len()
    }

    /// The text from the cursor on.
    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Passes over JSON's white space (RFC 8259 section 2).
    #[inline(always)]
    pub(crate) fn space(&mut self) {
        if self.peek() <= b' ' {
            self.pos = scan::after_space(self.bytes(), self.pos);
        }
    }

    /// The first place from `pos` on that holds no white space.
    #[inline]
    pub(crate) fn after_space(&self, pos: usize) -> usize {
        if self.byte(pos) > b' ' {
            pos
        } else {
            scan::after_space(self.bytes(), pos)
        }
    }

    /// Passes over `token` if it stands here.
    #[inline(always)]
    pub(crate) fn eat(&mut self, token: &[u8]) -> bool {
        match self.bytes().get(self.pos..self.pos + token.len()) {
            Some(found) if found == token => {
                self.pos += token.len();
                true
            }
            _ => false,
        }
    }

    /// A string without anything to decode in it, with something behind it that can follow a value.
    ///
    /// `None` leaves the cursor where it was: [`Cursor::string`] then reads what stands there.
    #[inline]
    pub(crate) fn plain_string(&mut self) -> Option<&'t str> {
        if self.peek() != b'"' || self.pos == self.careful_at {
            return None;
        }
        let start = self.pos + 1;
        let end = scan::string_stop(self.bytes(), start);
        if self.byte(end) != b'"' || !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        Some(&self.text[start..end])
    }

    /// A string by the letter of RFC 8259, with something behind it that can follow a value.
    ///
    /// `None` leaves the cursor where it was: [`Cursor::string`] then reads what stands there.
    #[inline]
    pub(crate) fn valid_string(&mut self) -> Option<Cow<'t, str>> {
        if self.peek() != b'"' || self.pos == self.careful_at {
            return None;
        }
        let start = self.pos + 1;
        let stop = scan::string_stop(self.bytes(), start);
        let (text, end) = match self.byte(stop) {
            b'"' => (Cow::Borrowed(&self.text[start..stop]), stop),
            b'\\' => decode::escaped(self.text, start, stop).map(|(text, end)| (Cow::Owned(text), end))?,
            _ => return None,
        };
        if !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        Some(text)
    }

    /// Whether a value may have ended before `pos`: a comma, a closer or the end stands there.
    #[inline]
    pub(crate) fn can_follow(&self, pos: usize) -> bool {
        match self.byte(pos) {
            b',' | b'}' | b']' => true,
            0..=b' ' => {
                let pos = self.after_space(pos);
                pos >= self.text.len() || matches!(self.byte(pos), b',' | b'}' | b']')
            }
            _ => false,
        }
    }

    /// The literal `null`, with nothing behind it that would make it another word.
    #[inline]
    pub(crate) fn null(&mut self) -> bool {
        if self.peek() == b'n' && self.can_follow(self.pos + 4) && self.eat(b"null") {
            return true;
        }
        false
    }

    /// The digits of a whole number in plain form, at most 19 of them, with their sign.
    #[inline]
    pub(crate) fn plain_integer(&mut self) -> Option<(bool, u64)> {
        let bytes = self.bytes();
        let mut pos = self.pos;
        let negative = self.byte(pos) == b'-';
        pos += usize::from(negative);
        let first = pos;
        let mut value: u64 = 0;
        while let Some(digit) = bytes
            .get(pos)
            .map(|byte| byte.wrapping_sub(b'0'))
            .filter(|&digit| digit <= 9)
        {
            if pos - first == 19 {
                return None;
            }
            value = value * 10 + u64::from(digit);
            pos += 1;
        }
        let count = pos - first;
        let zero_led = count > 1 && bytes[first] == b'0';
        if count == 0 || zero_led || (negative && value == 0) || pos >= bytes.len() || !self.can_follow(pos) {
            return None;
        }
        self.pos = pos;
        Some((negative, value))
    }

    /// A number by RFC 8259 section 6, with something behind it that can follow a value.
    #[inline]
    pub(crate) fn plain_number(&mut self) -> Option<&'t str> {
        let bytes = self.bytes();
        let start = self.pos;
        let mut end = start;
        while let Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E') = bytes.get(end) {
            end += 1;
        }
        let text = &self.text[start..end];
        if end >= bytes.len() || !self.can_follow(end) || !number::is_plain(text) {
            return None;
        }
        self.pos = end;
        Some(text)
    }

    /// Where `span` of this text lies in the caller's text.
    fn place(&self, span: Range<usize>) -> Range<usize> {
        match self.origin {
            Some((start, end)) => start..end,
            None => span.start.min(self.text.len())..span.end.min(self.text.len()),
        }
    }

    /// Puts a repair on record.
    #[cold]
    pub(crate) fn repaired(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.repair(kind, at, span);
    }

    /// Puts on record a repair that the field's own declaration takes, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.declared(kind, at, span);
    }

    /// Puts a violation on record, for the text of `span`.
    #[cold]
    pub(crate) fn violated(&mut self, expected: Expected, at: &Frame<'_>, span: Range<usize>) -> Halt {
        self.violated_by(expected, Found::Written, at, span)
    }

    /// Puts a violation on record, with words for what was found.
    #[cold]
    pub(crate) fn violated_by(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) -> Halt {
        let found = match (found, self.origin) {
            (Found::Written, Some(_)) => Found::Words(crate::error::excerpt(&self.text[span.clone()])),
            (found, _) => found,
        };
        let span = self.place(span);
        self.sink.violation(expected, found, at, span);
        Halt::Invalid
    }

    /// Puts on record that the text ends here, once.
    #[cold]
    pub(crate) fn cut(&mut self, at: &Frame<'_>) {
        if !self.sink.cut {
            let end = self.text.len();
            self.repaired(RepairKind::Truncated, at, self.pos.min(end)..end);
            self.sink.cut = true;
        }
    }

    /// Reads with `read` from another text, which stands in this one at `span`, into the same record.
    #[cold]
    pub(crate) fn within<T>(&mut self, text: &str, span: Range<usize>, read: impl FnOnce(&mut Cursor<'_>) -> T) -> T {
        let span = self.place(span);
        let mut inner = Cursor::new(text, 0, std::mem::take(&mut self.sink));
        inner.origin = Some((span.start, span.end));
        inner.recursion = self.recursion;
        let value = read(&mut inner);
        self.unrecognized |= inner.unrecognized;
        self.sink = inner.sink;
        value
    }

    /// Takes from the allowance for looking ahead; `false` where it is used up.
    pub(crate) fn look(&mut self, bytes: usize) -> bool {
        match self.lookahead.checked_sub(bytes) {
            Some(left) => {
                self.lookahead = left;
                true
            }
            None => {
                self.lookahead = 0;
                false
            }
        }
    }
}
