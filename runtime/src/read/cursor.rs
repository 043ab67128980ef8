//! The position in the text, and the few steps of the clean path. All other code is reached from here and is cold.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use crate::bounds;
use crate::error::{Expected, Found};
use crate::options::{Finish, Limit};
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::expected::Foreseen;
use crate::read::steps::step;
use crate::read::trivia::NextMarks;
use crate::read::{decode, number, scan};
use crate::record::{Mark, Sink};
use crate::repair::RepairKind;
use crate::spec::{ObjectSpec, Tag};

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
    /// A string that begins here is read with care: its first quote is known not to end it.
    pub(crate) careful_at: usize,
    /// An `Option` field that begins here has no value.
    pub(crate) none_at: usize,
    /// An object begins here without a brace of its own, at its first key.
    pub(crate) headless_at: usize,
    /// The text is in a fence: a closing fence where a token belongs ends it.
    pub(crate) fenced: bool,
    /// Every closing bracket is doubted: what follows it may belong to the object or list that it closes.
    pub(crate) wary: bool,
    /// Something after this text shows that the writer had finished it: it is a string's content or a reasoning block.
    pub(crate) is_finished: bool,
    /// The whole reply is read as the type's only string.
    pub(crate) raw: bool,
    /// An object at the root had none of the type's keys.
    pub(crate) unrecognized: bool,
    /// The text is the content of a string at this place in the caller's text.
    pub(crate) origin: Option<(usize, usize)>,
    /// How many of the lists around the cursor are written as tuples, in parentheses, and how many as sets, in braces.
    pub(crate) tuples: u32,
    pub(crate) sets: u32,
    /// Keys without quotes were read: more of them are no surprise.
    pub(crate) bare_keys: bool,
    /// Keys without quotes or in single quotes were read: the next key is looked for in that form.
    pub(crate) odd_keys: bool,
    /// The next key in that form, if it was found while looking for the end of the string before it.
    pub(crate) foreseen: Foreseen,
    /// The place of the string or bare token that was read last.
    pub(crate) token: Range<usize>,
    /// Where comments end.
    pub(crate) marks: NextMarks,
    /// How many more bytes may be looked at ahead of the cursor. This keeps every reading linear.
    pub(crate) lookahead: usize,
    /// How many more bytes the cursor may go back, to read them again.
    pub(crate) returns: usize,
    /// The tag of the object whose variant is being read by a type that does not know it.
    pub(crate) tag: Option<Tag>,
    /// How many recursive types are open.
    pub(crate) recursion: u32,
    /// Where the innermost of them begins.
    pub(crate) descended_at: usize,
    pub(crate) sink: Sink,
    /// The end of the text was looked at: more text may change what was read.
    pub(crate) met_end: Cell<bool>,
    /// The value that is being read ends here as JSON does, by its quotes and brackets alone, and the text after it
    /// continues as JSON does.
    pub(crate) plain_end: usize,
}

/// No position: past the end of every text.
pub(crate) const NOWHERE: usize = usize::MAX;

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str, pos: usize, sink: Sink) -> Self {
        let mut cursor = Self::with(text, pos, sink);
        cursor.sink.bound(text.len());
        cursor
    }

    #[inline(always)]
    fn with(text: &'t str, pos: usize, sink: Sink) -> Self {
        Self {
            text,
            whole: text,
            pos,
            careful_at: NOWHERE,
            none_at: NOWHERE,
            headless_at: NOWHERE,
            fenced: false,
            wary: false,
            is_finished: false,
            raw: false,
            unrecognized: false,
            origin: None,
            tuples: 0,
            sets: 0,
            bare_keys: false,
            odd_keys: false,
            foreseen: Foreseen::NONE,
            token: 0..0,
            marks: NextMarks::default(),
            lookahead: bounds::lookahead(text.len()),
            returns: bounds::returns(text.len()),
            tag: None,
            recursion: 0,
            descended_at: NOWHERE,
            sink,
            met_end: Cell::new(false),
            plain_end: NOWHERE,
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

    /// Notes that the end of the text was looked at. A reading that never does this is final: no further text changes it,
    /// see [`Cursor::is_settled`].
    #[cold]
    #[inline(never)]
    pub(crate) fn meets_end(&self) -> u8 {
        self.met_end.set(true);
        0
    }

    /// Notes that the end of the text was looked at, if less than `margin` bytes are left from `pos` on.
    #[inline]
    pub(crate) fn meets_end_within(&self, pos: usize, margin: usize) {
        if self.text.len() < pos.saturating_add(margin) {
            self.meets_end();
        }
    }

    /// Whether the result so far is final, however the text continues: the end of the text was not looked at, or what was
    /// read is plain JSON without a repair.
    pub(crate) fn is_settled(&self) -> bool {
        let is_plain = self.pos == self.plain_end && self.sink.is_clean();
        (is_plain || !self.met_end.get()) && !self.sink.overflowed() && self.pos < self.text.len()
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
            let next = scan::after_space(self.bytes(), pos);
            if next >= self.text.len() {
                self.meets_end();
            }
            next
        }
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
        if self.peek() != b'"' || self.pos == self.careful_at {
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
        if self.peek() != b'"' || self.pos == self.careful_at {
            return None;
        }
        let start = self.pos + 1;
        let stop = scan::string_stop(self.bytes(), start);
        let (text, end) = match self.quiet_byte(stop) {
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
        if !(negative || self.peek().is_ascii_digit()) || self.pos == self.careful_at {
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
        if end >= self.text.len() || !self.can_follow(end) || self.pos == self.careful_at {
            return None;
        }
        self.pos = end;
        Some((negative, value, fraction))
    }

    /// A number as defined by RFC 8259 section 6, followed by something that can follow a value.
    #[inline]
    pub(crate) fn plain_number(&mut self) -> Option<&'t str> {
        let bytes = self.bytes();
        let start = self.pos;
        let mut end = start;
        while let Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E') = bytes.get(end) {
            end += 1;
        }
        let text = &self.text[start..end];
        step(text.len());
        if end >= bytes.len() || !self.can_follow(end) || start == self.careful_at || !number::is_plain(text) {
            return None;
        }
        self.pos = end;
        Some(text)
    }

    /// Where `span` of this text is in the caller's text.
    pub(crate) fn place(&self, span: Range<usize>) -> Range<usize> {
        match self.origin {
            Some((start, end)) => start..end,
            None => span.start.min(self.text.len())..span.end.min(self.text.len()),
        }
    }

    /// Records a repair.
    #[cold]
    pub(crate) fn repaired(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.repair(kind, at, span);
    }

    /// Like [`Cursor::repaired`], for texts in which repairs are the rule.
    #[inline(always)]
    pub(crate) fn repaired_often(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let is_recorded = self.origin.is_none() && self.sink.repair_known(kind, at, &span);
        if !is_recorded {
            self.repaired(kind, at, span);
        }
    }

    /// Records two repairs of the same value; the second one is the more severe.
    #[cold]
    pub(crate) fn repaired_twice(&mut self, kinds: [RepairKind; 2], at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.repair_twice(kinds, at, span);
    }

    /// Records the repair of a key of the object at `at`.
    #[inline(always)]
    pub(crate) fn repaired_key(
        &mut self,
        kind: RepairKind,
        at: &mut Frame<'_>,
        spec: &'static ObjectSpec,
        span: Range<usize>,
    ) {
        if self.origin.is_some() || !self.sink.repair_in(kind, at.holder.get(), NO_FIELD, &span) {
            at.level = Level::Object { spec, field: NO_FIELD };
            self.repaired(kind, at, span);
        }
    }

    /// Records a repair that the field's own declaration accepts, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.declared(kind, at, span);
    }

    /// Records a violation for the text of `span`.
    #[cold]
    pub(crate) fn violated(&mut self, expected: Expected, at: &Frame<'_>, span: Range<usize>) -> Halt {
        self.violated_by(expected, Found::Written, at, span)
    }

    /// Records a violation, with a description of what was found.
    #[cold]
    pub(crate) fn violated_by(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) -> Halt {
        let found = match (found, self.origin) {
            (Found::Written, Some(_)) => {
                // What was read may be past the end that is known by now.
                let written = self.whole.get(span.clone()).unwrap_or_default();
                Found::Words(crate::error::excerpt(written))
            }
            (found, _) => found,
        };
        let span = self.place(span);
        self.sink.violation(expected, found, at, span);
        Halt::Invalid
    }

    /// Records that the text ends here, once.
    #[cold]
    pub(crate) fn cut(&mut self, at: &Frame<'_>) {
        self.meets_end();
        if !self.sink.cut {
            let end = self.text.len();
            let span = self.place(self.pos..end);
            self.sink.truncated(at, span);
        }
    }

    /// Whether something shows that the writer had finished when the text ends at an open bracket: the caller says so, a
    /// closing fence or tag follows, or prose does. `None` if the text simply ends here.
    #[cold]
    fn who_ended(&self) -> Option<Finish> {
        self.meets_end();
        let after = self.whole.get(self.text.len()..).unwrap_or_default();
        match self.sink.finish {
            Some(Finish::Stop | Finish::Length) => self.sink.finish,
            _ if self.is_finished || (!after.is_empty() && !after.trim().is_empty()) => Some(Finish::Stop),
            _ => None,
        }
    }

    /// Whether the text ends right after a number or word that may be incomplete: not if the caller says that the model had
    /// stopped, and not if it is the whole answer.
    #[cold]
    pub(crate) fn may_be_cut(&self, at: &Frame<'_>) -> bool {
        self.at_end() && !at.is_root() && self.sink.finish != Some(Finish::Stop)
    }

    /// Records that a level is open at the end of the text: cut off, or merely not closed.
    ///
    /// A comma promises that more follows. Without one, who ended the text decides (CONTRACT 4, rule 10): if only the
    /// text's end says so, a level that `may_grow` is cut off.
    #[cold]
    pub(crate) fn unclosed(&mut self, comma: bool, may_grow: bool, at: &Frame<'_>) {
        let is_cut = comma
            || match self.who_ended() {
                Some(Finish::Stop) => false,
                Some(_) => true,
                None => may_grow,
            };
        if is_cut {
            self.cut(at);
        } else if !self.sink.cut {
            let end = self.text.len();
            self.repaired(RepairKind::MissingCloser, at, end..end);
        }
    }

    /// Calls `read` on another text, which is at `span` in this one, with the same record.
    #[cold]
    pub(crate) fn within<T>(&mut self, text: &str, span: Range<usize>, read: impl FnOnce(&mut Cursor<'_>) -> T) -> T {
        let span = self.place(span);
        let mut inner = Cursor::with(text, 0, std::mem::take(&mut self.sink));
        inner.origin = Some((span.start, span.end));
        inner.is_finished = true;
        inner.recursion = self.recursion;
        inner.wary = self.wary;
        // Going back in the inner text counts as going back in this one.
        inner.returns = self.returns;
        let value = read(&mut inner);
        self.unrecognized |= inner.unrecognized;
        self.sink = inner.sink;
        self.returns = inner.returns;
        value
    }

    /// Goes back to `pos`, like [`Cursor::return_to`]; what was read counts as looking ahead.
    #[cold]
    pub(crate) fn look_back_to(&mut self, pos: usize, mark: Mark) {
        self.look(self.pos.saturating_sub(pos));
        self.return_to(pos, mark);
    }

    /// Goes back to `pos`, as if nothing had been read since the record was at `mark`.
    ///
    /// If the cursor has gone back too far in total, it moves to the end of the text instead, see [`Cursor::go_to`].
    #[cold]
    pub(crate) fn return_to(&mut self, pos: usize, mark: Mark) {
        self.sink.rewind(mark);
        self.text = self.whole;
        self.go_to(pos);
    }

    /// Goes to `pos`: usually back, to read again what is there.
    ///
    /// Reading the same text again and again would make the work grow faster than the text. So there is an allowance for
    /// it, far above the needs of any sensible text; when it is used up, the rest of the text is skipped.
    #[cold]
    pub(crate) fn go_to(&mut self, pos: usize) {
        if self.charge_reread(self.pos.saturating_sub(pos)) {
            self.pos = pos;
        }
    }

    /// Counts the bytes that are read again; `false` if that is too much, and the rest of the text was skipped.
    pub(crate) fn charge_reread(&mut self, bytes: usize) -> bool {
        if let Some(left) = self.returns.checked_sub(bytes) {
            self.returns = left;
            true
        } else {
            self.give_up();
            false
        }
    }

    /// Skips the rest of the text: too much was looked at to no effect.
    #[cold]
    pub(crate) fn give_up(&mut self) {
        self.meets_end();
        self.returns = 0;
        self.lookahead = 0;
        self.sink.exceed(Limit::Work);
        self.pos = self.text.len();
    }

    /// Counts an element of a list or an entry of a map, which is at the cursor. It is an error if it is one too many: the rest
    /// of the text was skipped.
    #[inline(always)]
    pub(crate) fn count_element(&mut self) -> Read<()> {
        self.count_elements(1)
    }

    /// Counts so many elements or entries.
    #[inline(always)]
    pub(crate) fn count_elements(&mut self, count: usize) -> Read<()> {
        if self.sink.counts_too_many(count) {
            self.sink.exceed(Limit::Elements);
            self.give_up();
            return Err(Halt::Invalid);
        }
        Ok(())
    }

    /// Uses up some of the allowance for looking ahead; `false` if none is left.
    pub(crate) fn look(&mut self, bytes: usize) -> bool {
        if let Some(left) = self.lookahead.checked_sub(bytes) {
            self.lookahead = left;
            true
        } else {
            // A longer text has a larger allowance.
            self.meets_end();
            self.lookahead = 0;
            false
        }
    }
}
