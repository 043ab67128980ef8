//! The position in the text, and the few steps of the clean path. All other code is reached from here and is cold.

use alloc::borrow::Cow;
use core::ops::Range;

use crate::read::steps::{searched, step};
use crate::read::{decode, number, scan};
use crate::record::Sink;
use crate::spec::{ObjectSpec, Tag};

mod checkpoint;
mod report;
#[cfg(test)]
mod tests;
mod work;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use work::Work;

/// Why there is no value. The value's text has been skipped, unless reading stops altogether.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// There is no value here: the field is missing, and its default may be used.
    Absent,
    /// The value here is not of the type. The violation is on record.
    Invalid,
    /// The list that should contain this element has ended: a field of an outer object follows.
    Ascend,
}

/// The result of reading a value.
pub type Read<T> = Result<T, Halt>;

/// The position in the text, and the record of what was repaired so far.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
#[derive(Debug)]
pub struct Cursor<'t> {
    /// The text, up to where it is known to end: a closing fence where a token belongs shortens it.
    pub(crate) text: &'t str,
    /// The whole text, as it was given.
    whole: &'t str,
    pub(crate) pos: usize,
    pub(crate) hints: Hints,
    pub(crate) style: Style,
    /// The place of the string or bare token that was read last.
    pub(crate) token: Range<usize>,
    /// The whole reply is read as the type's only string.
    pub(crate) raw: bool,
    /// An object at the root had none of the type's keys.
    pub(crate) unrecognized: bool,
    /// The text is in a fence: a closing fence where a token belongs ends it.
    pub(crate) fenced: bool,
    /// Every closing bracket is doubted: what follows it may belong to the object or list that it closes.
    pub(crate) wary: bool,
    /// Something after this text shows that the writer had finished it: it is a string's content or a reasoning block.
    pub(crate) is_finished: bool,
    /// The text is the content of a string at this place in the caller's text.
    pub(crate) origin: Option<(usize, usize)>,
    /// The value that is being read ends here as JSON does, by its quotes and brackets alone, and the text after it
    /// continues as JSON does.
    pub(crate) plain_end: usize,
    pub(crate) nesting: Nesting,
    pub(crate) work: Work,
    pub(crate) sink: Sink,
}

/// What is known in advance of the value at one position.
#[expect(clippy::struct_field_names, reason = "each is the position at which the hint holds")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hints {
    /// A string that begins here is read with care: its first quote is known not to end it.
    pub(crate) careful_at: usize,
    /// An `Option` field that begins here has no value.
    pub(crate) none_at: usize,
    /// An object begins here without a brace of its own, at its first key.
    pub(crate) headless_at: usize,
    /// The object that begins here has the tag that says what it is at the second place.
    pub(crate) tag_at: (usize, usize),
    /// The list whose elements up to here are all single values, although each should be a list.
    pub(crate) flat_at: FlatList,
}

/// A list of lists that is written without the inner brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FlatList {
    /// Where its first element begins.
    pub(crate) start: usize,
    /// How many elements were read.
    pub(crate) count: u32,
}

impl FlatList {
    pub(crate) const NONE: Self = Self {
        start: NOWHERE,
        count: 0,
    };
}

/// How the text before the cursor is written, so that more of the same is no surprise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Style {
    /// How many of the lists around the cursor are written as tuples, in parentheses.
    pub(crate) tuples: u32,
    /// How many of them are written as sets, in braces.
    pub(crate) sets: u32,
    /// Keys without quotes were read.
    pub(crate) bare_keys: bool,
    /// An equals sign was read after a key without quotes.
    pub(crate) bare_equals: bool,
    /// Keys without quotes or in single quotes were read: the next key is looked for in that form.
    pub(crate) odd_keys: bool,
}

/// The calls around the one that is reading. Each sets it and sets it back, so going back within a call changes nothing here.
#[derive(Debug)]
pub(crate) struct Nesting {
    /// The tag of the object whose variant is being read by a type that does not know it.
    pub(crate) tag: Option<Tag>,
    /// How many recursive types are open.
    pub(crate) recursion: u32,
    /// Where the innermost of them begins.
    pub(crate) descended_at: usize,
    /// The one around it begins there too.
    pub(crate) is_again: bool,
    /// Where the innermost element or map's value of an untagged enum begins, and the enum's name.
    pub(crate) element: Option<(usize, &'static str)>,
    /// The object of a tagged enum that was begun last, and the enum: what its variants know. An object inside it changes it for good.
    pub(crate) choice: Option<(usize, &'static ObjectSpec)>,
    /// The answer was written in lines. A line may continue the one before it, so skipped fields are reported.
    pub(crate) is_lines: bool,
}

/// No position: past the end of every text.
pub(crate) const NOWHERE: usize = usize::MAX;

impl<'t> Cursor<'t> {
    #[inline(always)]
    pub(crate) fn new(text: &'t str, pos: usize, mut sink: Sink) -> Self {
        sink.bound(text.len());
        Self::with(text, pos, sink)
    }

    #[inline(always)]
    fn with(text: &'t str, pos: usize, sink: Sink) -> Self {
        Self {
            text,
            whole: text,
            pos,
            hints: Hints::NONE,
            style: Style::default(),
            token: 0..0,
            raw: false,
            unrecognized: false,
            fenced: false,
            wary: false,
            is_finished: false,
            origin: None,
            plain_end: NOWHERE,
            nesting: Nesting {
                tag: None,
                recursion: 0,
                descended_at: NOWHERE,
                is_again: false,
                element: None,
                choice: None,
                is_lines: false,
            },
            work: Work::of(text.len()),
            sink,
        }
    }

    /// The whole text, as it was given.
    pub(crate) fn whole(&self) -> &'t str {
        self.whole
    }

    #[inline(always)]
    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The byte at the cursor, or 0 at the end, where no token can begin either.
    #[inline(always)]
    pub(crate) fn peek(&self) -> u8 {
        debug_assert!(self.pos <= self.text.len(), "{} is past the end", self.pos);
        self.quiet_byte(self.pos)
    }

    /// The byte at `pos`, or 0 at the end.
    #[inline(always)]
    pub(crate) fn byte(&self, pos: usize) -> u8 {
        step(1);
        match self.bytes().get(pos) {
            Some(&byte) => byte,
            None => self.meets_end(),
        }
    }

    /// Like [`Cursor::byte`], on the clean path: it does not note that it reached the end. The clean path reads nothing
    /// there, and the slower paths that are tried next note it.
    #[inline(always)]
    pub(crate) fn quiet_byte(&self, pos: usize) -> u8 {
        step(1);
        match self.bytes().get(pos) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// Whether the result so far is final, however the text continues: the end of the text was not looked at, or what was
    /// read is plain JSON without a repair.
    pub(crate) fn is_settled(&self) -> bool {
        let is_plain = self.pos == self.plain_end && self.sink.is_clean();
        (is_plain || !self.work.met_end.get()) && !self.sink.overflowed() && self.pos < self.text.len()
    }

    #[inline(always)]
    pub(crate) fn at_end(&self) -> bool {
        let at_end = self.pos >= self.text.len();
        if at_end {
            self.meets_end();
        }
        at_end
    }

    /// Whether only white space follows the cursor, and nothing is on record.
    pub(crate) fn is_done(&mut self) -> bool {
        self.space();
        self.pos >= self.whole.len() && self.sink.is_clean()
    }

    /// The text from the cursor on.
    pub(crate) fn rest(&self) -> &'t str {
        // Nothing that is looked for right here is longer than that; code that looks further notes it itself.
        self.meets_end_within(self.pos, 32);
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Passes the opening bracket at the cursor. If there was no work left to go back to it, the cursor is at the end of the text and stays
    /// there.
    #[cold]
    pub(crate) fn enter(&mut self) {
        self.pos = self.text.len().min(self.pos + 1);
    }

    /// Skips JSON's white space (RFC 8259 section 2).
    #[inline(always)]
    pub(crate) fn space(&mut self) {
        if self.peek() <= b' ' {
            self.some_space();
        }
    }

    #[inline(never)]
    fn some_space(&mut self) {
        self.pos = scan::after_space(self.bytes(), self.pos);
    }

    /// The first position from `pos` on that is not white space.
    #[inline(always)]
    pub(crate) fn after_space(&self, pos: usize) -> usize {
        if self.quiet_byte(pos) > b' ' {
            pos
        } else {
            let near = scan::after_little_space(self.bytes(), pos);
            let next = match self.bytes().get(near) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.after_long_space(near),
                _ => near,
            };
            if next >= self.text.len() {
                self.meets_end();
            }
            next
        }
    }

    /// As [`after_space`](Self::after_space), where white space is at `pos`: many quotes may ask for what follows the same one.
    #[inline(never)]
    fn after_long_space(&self, pos: usize) -> usize {
        const LONG: usize = 64;
        let bytes = self.bytes();
        let (from, to) = self.work.marks.blanks.get();
        let next = if (from..to).contains(&pos) {
            let known = to.min(bytes.len());
            searched(known, scan::after_space(bytes, known))
        } else {
            searched(pos, scan::after_long_space(bytes, pos))
        };
        if next - pos > LONG {
            self.work.marks.blanks.set((pos, next));
        }
        next
    }

    /// Skips `token` if it is here.
    #[inline(always)]
    pub(crate) fn eat(&mut self, token: &[u8]) -> bool {
        step(token.len());
        let found = self.bytes().get(self.pos..).is_some_and(|rest| rest.starts_with(token));
        if found {
            self.pos += token.len();
        }
        found
    }

    /// A string that needs no decoding, followed by something that can follow a value.
    ///
    /// `None` leaves the cursor where it was: [`Cursor::string`] then reads what is there.
    #[inline(always)]
    pub(crate) fn plain_string(&mut self) -> Option<&'t str> {
        self.plain_string_or_stop().ok()
    }

    /// Like [`Cursor::plain_string`]. If there is no such string, returns how far it was scanned: up to there, nothing
    /// needs decoding.
    #[inline(always)]
    pub(crate) fn plain_string_or_stop(&mut self) -> Result<&'t str, usize> {
        if self.peek() != b'"' || self.pos == self.hints.careful_at {
            return Err(NOWHERE);
        }
        let start = self.pos + 1;
        let end = scan::string_stop(self.bytes(), start);
        if self.quiet_byte(end) != b'"' || !self.can_follow(end + 1) {
            return Err(end);
        }
        self.pos = end + 1;
        Ok(&self.text[start..end])
    }

    /// A string that is valid by RFC 8259, followed by something that can follow a value.
    ///
    /// `None` leaves the cursor where it was: [`Cursor::string`] then reads what is there.
    #[inline(always)]
    pub(crate) fn valid_string(&mut self) -> Option<Cow<'t, str>> {
        if self.peek() != b'"' || self.pos == self.hints.careful_at {
            return None;
        }
        let (text, end) = decode::string(self.text, self.pos + 1)?;
        if !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        Some(text)
    }

    /// Whether a value may have ended before `pos`: there is a comma, a closing bracket or the end of the text.
    #[inline(always)]
    pub(crate) fn can_follow(&self, pos: usize) -> bool {
        match self.quiet_byte(pos) {
            b',' | b'}' | b']' => true,
            0..=b' ' => self.can_follow_space(pos),
            _ => false,
        }
    }

    #[inline(never)]
    fn can_follow_space(&self, pos: usize) -> bool {
        let pos = scan::after_space(self.bytes(), pos);
        if pos >= self.text.len() {
            self.meets_end();
            return true;
        }
        matches!(self.quiet_byte(pos), b',' | b'}' | b']')
    }

    /// The literal `null`, not followed by anything that would make it another word.
    #[inline(always)]
    pub(crate) fn null(&mut self) -> bool {
        self.peek() == b'n' && self.can_follow(self.pos + 4) && self.eat(b"null")
    }

    /// The digits of an integer in plain form, at most 19 of them, with their sign.
    #[inline]
    pub(crate) fn plain_integer(&mut self) -> Option<(bool, u64)> {
        let negative = self.peek() == b'-';
        if !(negative || self.peek().is_ascii_digit()) || self.pos == self.hints.careful_at {
            return None;
        }
        let first = self.pos + usize::from(negative);
        let mut value: u64 = 0;
        let mut end = first;
        loop {
            let digit = self.quiet_byte(end).wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            end += 1;
        }
        let count = end - first;
        let zero = self.quiet_byte(first) == b'0' && (count > 1 || negative);
        // Nineteen digits never overflow. A number at the very end of the text may be cut off.
        if count == 0 || count > 19 || zero || end >= self.text.len() || !self.can_follow(end) {
            return None;
        }
        self.pos = end;
        Some((negative, value))
    }

    /// A number without an exponent and with few digits: its sign, its digits as an integer, and how many of them are after
    /// the decimal point. `None` leaves the cursor where it was: [`Cursor::plain_number`] then reads what is there.
    pub(crate) fn plain_decimal(&mut self) -> Option<(bool, u64, usize)> {
        let (negative, value, fraction, length) = number::decimal(self.bytes().get(self.pos..)?)?;
        let end = self.pos + length;
        if end >= self.text.len() || !self.can_follow(end) || self.pos == self.hints.careful_at {
            return None;
        }
        self.pos = end;
        Some((negative, value, fraction))
    }

    /// A number as defined by RFC 8259 section 6, followed by something that can follow a value.
    #[inline]
    pub(crate) fn plain_number(&mut self) -> Option<&'t str> {
        let text = number::leading(&self.text[self.pos..]);
        let end = self.pos + text.len();
        let is_doubtful = end >= self.text.len() || !self.can_follow(end) || self.pos == self.hints.careful_at;
        if is_doubtful || !number::is_plain(text) {
            return None;
        }
        self.pos = end;
        Some(text)
    }

    /// Calls `read` on another text, which is at `span` in this one, with the same record.
    #[cold]
    pub(crate) fn within<T>(&mut self, text: &str, span: Range<usize>, read: impl FnOnce(&mut Cursor<'_>) -> T) -> T {
        let span = self.place(span);
        let mut inner = Cursor::with(text, 0, core::mem::take(&mut self.sink));
        inner.origin = Some((span.start, span.end));
        inner.is_finished = true;
        inner.nesting.recursion = self.nesting.recursion;
        inner.wary = self.wary;
        // What is done in the inner text counts as done in this one.
        inner.work = self.work.lend(text.len());
        if self.origin.is_some() {
            // A text inside of others is read once for each of them, which costs more than to read it where it is.
            inner.charge_reread(2 * text.len());
        }
        // What a string of a value says is as it was written, whatever became of the value's own numbers.
        let is_rounded = core::mem::take(&mut inner.sink.is_rounded);
        let value = read(&mut inner);
        inner.sink.is_rounded = is_rounded;
        self.unrecognized |= inner.unrecognized;
        self.sink = inner.sink;
        self.work.take_back(&inner.work);
        value
    }
}
