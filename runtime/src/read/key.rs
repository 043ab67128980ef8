//! The keys of an object: which key is here, and where the object ends.

mod colon;
mod known;
mod quoted;

use alloc::borrow::Cow;
use core::ops::Range;

use crate::bounds::{
    LONGEST_BEGUN_AGAIN, LONGEST_KEY, LONGEST_LIST, LONGEST_REMARK_JUDGED, LONGEST_UNQUOTED, MOST_BRACES,
};
use crate::path::{Frame, Level, head, tail};
use crate::read::ahead::{closing_quotes, is_key_character};
use crate::read::closer::Mismatch;
use crate::read::cursor::Cursor;
use crate::read::embedded::OpenBrackets;
use crate::read::scan;
use crate::read::steps::step;
use crate::read::trivia::counts_more;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// What was found where a field of an object belongs.
pub(crate) enum Member<'t> {
    /// A key, with its value right after the cursor.
    Key(WrittenKey<'t>),
    /// The object ends here: its closing brace was skipped, or another bracket ended it.
    Closed,
    /// The text ends here, and the object is still open.
    Unclosed,
}

/// A key as it was written.
pub(crate) struct WrittenKey<'t> {
    pub(crate) name: Cow<'t, str>,
    pub(crate) span: Range<usize>,
    /// A value follows.
    pub(crate) has_value: bool,
}

/// A key in double quotes, with nothing to decode in it.
pub(crate) struct SimpleKey {
    name: Range<usize>,
    /// Where its value begins.
    value: usize,
}

impl SimpleKey {
    /// Whether a key is seen here from elsewhere too: it is neither empty nor very long.
    pub(crate) fn is_usual(&self) -> bool {
        (1..LONGEST_KEY).contains(&self.name.len())
    }
}

/// What people write in place of the other elements.
const AND_SO_ON: [&str; 5] = ["..", "etc", "etc.", "and so on", "and so forth"];

/// The length of words without quotes in place of an element that say how many elements follow: `and 8 more`, `.. 8 more ..`.
fn more(rest: &str) -> Option<usize> {
    if !rest.starts_with(['a', 'p', '.']) {
        return None;
    }
    let rest = head(rest, LONGEST_REMARK_JUDGED);
    let words = &rest[..rest.find([',', ']', '"', '\n'])?];
    let is_whole = rest[words.len()..].starts_with([',', ']']);
    (is_whole && counts_more(words)).then_some(words.len())
}

impl<'t> Cursor<'t> {
    /// A key in plain form with its colon and something after it; `None` leaves the cursor where it was.
    #[inline]
    pub(crate) fn simple_key(&mut self) -> Option<WrittenKey<'t>> {
        let key = self.simple_key_ahead()?;
        Some(self.take_simple(&key))
    }

    /// Skips this key.
    #[inline]
    pub(crate) fn take_simple(&mut self, key: &SimpleKey) -> WrittenKey<'t> {
        self.pos = key.value;
        WrittenKey {
            name: Cow::Borrowed(&self.text[key.name.clone()]),
            span: key.name.clone(),
            has_value: true,
        }
    }

    /// The key in plain form at the cursor, if a colon and something else follow it.
    #[inline]
    pub(crate) fn simple_key_ahead(&self) -> Option<SimpleKey> {
        if self.peek() != b'"' {
            return None;
        }
        let start = self.pos + 1;
        let end = scan::string_stop(self.bytes(), start);
        if self.quiet_byte(end) != b'"' {
            return None;
        }
        let colon = self.after_space(end + 1);
        let value = self.after_space(colon + 1);
        if self.quiet_byte(colon) != b':' || matches!(self.quiet_byte(value), 0 | b',' | b'}' | b']' | b':' | b'=') {
            return None;
        }
        Some(SimpleKey {
            name: start..end,
            value,
        })
    }

    /// Whether the text at the cursor shows that a string before it continued past its first quote: it is neither a key
    /// with a value nor anything else that can follow a value.
    pub(crate) fn is_overrun(&self, comma: bool, at: &Frame<'_>) -> bool {
        match self.peek() {
            b'}' | b']' | b',' | b'/' | b'#' | b';' | b'\\' | b'.' => false,
            b':' => true,
            _ if self.is_cut_key() => false,
            _ if self.key_ahead(self.pos).is_some() || self.is_exact_key(usize::MAX) => false,
            _ if self.marked_key(self.pos, at).is_some() => false,
            _ => comma || !self.line_ends_before(self.pos),
        }
    }

    /// Whether the string at `pos` is the next element of the list that contains this object: a comma or the end of the
    /// list follows it, and no colon.
    pub(crate) fn is_next_element(&self, pos: usize, at: &Frame<'_>) -> bool {
        let Some(Level::List { accepts, .. }) = at.parent.map(|parent| parent.place().level) else {
            return false;
        };
        let end = self
            .short_string_end(pos)
            .filter(|_| accepts.has(Accepts::STRING.or(Accepts::NAME)));
        end.is_some_and(|end| matches!(self.byte(self.after_space(end)), b',' | b']'))
    }

    /// Whether reading a key that begins at `start` may have changed its name: it is neither between two quotes of one kind
    /// nor a single word.
    pub(crate) fn is_broken_key(&self, start: usize, key: &WrittenKey<'_>) -> bool {
        let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.' | '@' | ' ');
        let before = self.text[..key.span.start].chars().next_back();
        let after = self.text[key.span.end..].chars().next();
        let is_quoted =
            |c: char| closing_quotes(c).is_some_and(|close| after.is_some_and(|after| close.contains(&after)));
        let is_clean = match before {
            Some(c) if is_quoted(c) => crate::read::decode::strict(&self.text[key.span.clone()]).is_some(),
            _ => {
                let is_whole = key.span.start == start || before.is_none_or(|c| c.is_whitespace() || ",{;".contains(c));
                is_whole && key.name.chars().all(is_letter) && after != Some('"')
            }
        };
        !is_clean
    }

    /// Whether the text ends inside the key at the cursor, or right after it.
    fn is_cut_key(&self) -> bool {
        let rest = self.rest();
        if rest.len() > LONGEST_KEY {
            return false;
        }
        step(rest.len());
        if rest.contains(['\n', ':', '{', '[']) {
            return false;
        }
        self.meets_end();
        match rest.strip_prefix(['"', '\'']) {
            Some(inner) => inner
                .trim_end()
                .find(['"', '\''])
                .is_none_or(|end| end + 1 == inner.trim_end().len()),
            None => rest.trim_end().chars().all(is_key_character),
        }
    }

    /// Reads on to the next key of the object at this level, whatever is before it.
    ///
    /// `comma` says that a comma was skipped: if the object ends right here, that comma is one too many.
    #[cold]
    #[inline(never)]
    pub(crate) fn member(&mut self, mut comma: bool, at: &Frame<'_>) -> Member<'t> {
        // The last comma is on record as one too many.
        let mut is_told = false;
        loop {
            self.trivia(at);
            let start = self.pos;
            if self.ends_here() {
                return Member::Unclosed;
            }
            match self.peek() {
                b'}' => {
                    if comma && !is_told {
                        let comma = self.comma_before(start);
                        self.repaired(RepairKind::ExtraComma, at, comma);
                    }
                    self.pos += 1;
                    return Member::Closed;
                }
                b']' | b')' => match self.mismatch(b'}', at) {
                    Mismatch::Ignored => comma = self.separator(at),
                    Mismatch::Ends => return Member::Closed,
                },
                b',' | b';' => {
                    self.repaired(RepairKind::ExtraComma, at, start..start + 1);
                    if is_element(at) && self.text[..start].trim_end().ends_with('{') {
                        // The text before the comma may be the end of the previous element.
                        self.repaired(RepairKind::ElementSplit, at, start..start + 1);
                    }
                    self.pos += 1;
                    (comma, is_told) = (true, true);
                }
                // A quote that opens a key leaves no doubt; before a value it might close one.
                b'\\' if self.byte(start + 1) == b'"' => {
                    self.pos += 1;
                    self.repaired(RepairKind::StrayBackslashRemoved, at, start..start + 1);
                }
                _ if self.ellipsis(at) => comma = self.byte(self.pos - 1) == b',',
                b'[' => match self.bracketed_key(at) {
                    Some(key) => return Member::Key(key),
                    None if self.lone_list(at) => comma = self.separator(at),
                    None => {
                        self.junk(at);
                        comma = false;
                    }
                },
                b'{' if comma && is_element(at) => {
                    self.end_before_element(start, at);
                    return Member::Closed;
                }
                b'"' | b'\'' | b'`' if comma && self.is_next_element(start, at) => {
                    self.repaired(RepairKind::MissingCloser, at, start..start);
                    self.back_to_comma(start);
                    return Member::Closed;
                }
                _ => {
                    if let Some(key) = self.key_or_marked(at) {
                        return Member::Key(key);
                    }
                    if self.is_cut_key() {
                        self.cut(at);
                        self.pos = self.text.len();
                        return Member::Unclosed;
                    }
                    if let Some(key) = self.half_quoted_key(at) {
                        return Member::Key(key);
                    }
                    self.junk(at);
                    comma = false;
                }
            }
        }
    }

    /// The name of a field with a quote before it that no other one closes, and its colon: `"passed: true}`.
    fn half_quoted_key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let (start, name) = (self.pos, self.pos + 1);
        if self.peek() != b'"' || !self.begins_field(name..self.text.len(), at) {
            return None;
        }
        let text = self.text;
        let written = text[name..].split(':').next().unwrap_or_default();
        let span = name..name + written.trim_end().len();
        self.repaired(RepairKind::MissingQuote, at, start..span.end);
        self.conserve_bare_key(span.clone(), at);
        self.pos = name + written.len();
        let has_value = self.colon(at);
        let written = &text[span.clone()];
        if !has_value {
            self.conserve_key(written, span.clone(), at);
        }
        Some(WrittenKey {
            name: Cow::Borrowed(written),
            span,
            has_value,
        })
    }

    /// Ends the object before the element that begins at `start`: the closing brace is missing, and a comma separates the two.
    fn end_before_element(&mut self, start: usize, at: &Frame<'_>) {
        self.repaired(RepairKind::MissingCloser, at, start..start);
        self.conserve_closer(start, at);
        let is_optional = matches!(at.level, Level::Object { spec, .. } if spec.is_optional());
        if is_optional || self.begins_again(start) {
            self.repaired(RepairKind::ElementSplit, at, start..start);
        }
        self.back_to_comma(start);
    }

    /// The key at the cursor, which may have marks around it.
    fn key_or_marked(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let marked = if self.is_exact_key(LONGEST_KEY) || self.is_long_exact_key() {
            None
        } else {
            self.read_marked_key(at)
        };
        marked.or_else(|| self.key(at))
    }

    /// As [`is_exact_key`](Self::is_exact_key), for a key of any length, as far as the allowance goes.
    fn is_long_exact_key(&mut self) -> bool {
        let start = self.pos;
        let close = (self.peek() == b'"').then(|| self.straight_key_end(start + 1, b'"'));
        // The colon may come after white space.
        close
            .flatten()
            .is_some_and(|close| close - start >= LONGEST_KEY && self.is_exact_key(close + 1 - start))
    }

    /// Whether the object that begins at `start` begins with the letters and digits of the text right before it, from a brace on: it may
    /// be the same object, begun again, perhaps in other quotes.
    fn begins_again(&self, start: usize) -> bool {
        let before = &self.bytes()[start.saturating_sub(LONGEST_BEGUN_AGAIN)..start];
        let after = &self.bytes()[start..];
        let after = &after[..after.len().min(2 * LONGEST_BEGUN_AGAIN)];
        self.meets_end_within(start, 2 * LONGEST_BEGUN_AGAIN);
        let braces = (0..before.len()).rev().filter(|&at| before[at] == b'{');
        // There may be a comment at its end. From one brace back to the next, it is looked for once.
        let has_comments = self.sink.may_hold_any([RepairKind::CommentRemoved]);
        let (mut told, mut seen) = (before.len(), before.len());
        let mut parts = braces.take(MOST_BRACES).map(|at| {
            if has_comments {
                told = comment_sign(before, at..seen).unwrap_or(told);
                seen = at;
            }
            before[at..told].trim_ascii_end()
        });
        let is_letter = |byte: &&u8| byte.is_ascii_alphanumeric();
        parts.any(|part| {
            let mut again = after.iter().inspect(|_| step(1));
            let mut letters = part.iter().filter(is_letter).peekable();
            let is_same = letters.peek().is_some() && letters.all(|letter| again.find(is_letter) == Some(letter));
            // If the next one ends there, they are two of the same.
            let ends = again.find(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b',' | b'}'));
            (is_same && ends != Some(&b'}')) || after.starts_with(part)
        })
    }

    /// Skips a list in place of a key, as a whole: it is not the value of any field.
    ///
    /// It does not skip a list with a key among its elements, or with brackets that do not match: what follows the bracket
    /// may then be fields of this object.
    #[cold]
    fn lone_list(&mut self, at: &Frame<'_>) -> bool {
        if self.work.lookahead == 0 {
            return false;
        }
        let start = self.pos;
        let limit = self.text.len().min(start + LONGEST_LIST);
        self.meets_end_within(start, LONGEST_LIST);
        let mut open = OpenBrackets::default();
        let mut pos = start;
        let mut is_sound = true;
        while is_sound {
            match self.byte(pos) {
                b'"' => {
                    let close = self.plain_quote(pos + 1, limit);
                    step(close - pos);
                    pos = close;
                }
                b'[' => is_sound = open.push(true),
                b'{' => is_sound = open.push(false),
                b']' => is_sound = open.pop() == Some(true),
                b'}' => is_sound = open.pop() == Some(false),
                b':' => is_sound = open.last() != Some(true),
                _ => {}
            }
            pos += 1;
            is_sound &= pos <= limit;
            if open.depth == 0 {
                break;
            }
        }
        if !self.look(pos - start) || !is_sound {
            return false;
        }
        self.pos = pos;
        self.repaired(RepairKind::JunkRemoved, at, start..pos);
        self.conserve_unknown(start..pos, at);
        true
    }

    /// Skips `...`, `…` or words that say the same, and a comma after it.
    pub(crate) fn ellipsis(&mut self, at: &Frame<'_>) -> bool {
        let start = self.pos;
        let rest = self.rest();
        let dots = rest.bytes().take_while(|&byte| byte == b'.').count();
        let is_alone = |words: &&&str| {
            let rest = rest.strip_prefix(**words);
            rest.is_some_and(|rest| rest.starts_with([',', ']']))
        };
        let length = if rest.starts_with('…') {
            '…'.len_utf8()
        } else if let Some(words) = AND_SO_ON.iter().find(is_alone) {
            words.len()
        } else if let Some(length) = more(rest) {
            length
        } else if dots > 2 {
            dots
        } else {
            return false;
        };
        self.pos += length;
        self.repaired(RepairKind::EllipsisRemoved, at, start..start + length);
        self.space();
        if self.peek() == b',' {
            self.pos += 1;
        }
        true
    }

    /// The key at the cursor and the colon after it, in any spelling.
    fn key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let first = self.rest().chars().next()?;
        if self.rest().starts_with("```") {
            return None;
        }
        if closing_quotes(first).is_some() {
            return self.quoted_key(first, at);
        }
        if !is_key_character(first) {
            return None;
        }
        let line = head(self.rest(), LONGEST_UNQUOTED)
            .split(['\n', '{', '}', '[', ']', ','])
            .next()
            .unwrap_or_default();
        step(line.len());
        if line.len() == self.rest().len() {
            self.meets_end();
        }
        let end = line.find([':', '=', '"'])?;
        let name = line[..end].trim_end();
        // A word before a quoted key is not part of it.
        if name.len() > LONGEST_KEY || name.contains(" '") {
            return None;
        }
        self.pos = start + end;
        let kind = if self.peek() == b'"' {
            self.pos += 1;
            RepairKind::MissingQuote
        } else {
            RepairKind::UnquotedKey
        };
        let span = start..start + name.len();
        if !self.colon_follows() {
            self.put_back(start);
            return None;
        }
        self.style.bare_keys |= kind == RepairKind::UnquotedKey;
        self.style.bare_equals |= kind == RepairKind::UnquotedKey && self.byte(self.after_space(self.pos)) == b'=';
        self.repaired(kind, at, span.clone());
        self.conserve_map_key(span.clone(), at);
        self.conserve_bare_key(span.clone(), at);
        let before = tail(&self.text[..start], LONGEST_KEY);
        let quoted = before.trim_end().strip_suffix('"');
        if kind == RepairKind::MissingQuote
            && quoted.is_some_and(|string| before.ends_with('"') || string.ends_with(char::is_whitespace))
        {
            // The quote before it closed a string, or the quote inside this one did: `"a": "x, "\n b": 1`.
            self.repaired(RepairKind::AmbiguousQuote, at, span.clone());
        }
        let has_value = self.colon(at);
        if !has_value {
            self.conserve_key(name, span.clone(), at);
        }
        Some(WrittenKey {
            name: Cow::Borrowed(name),
            span,
            has_value,
        })
    }

    fn rest_at(&self, pos: usize) -> &'t str {
        self.text.get(pos..).unwrap_or_default()
    }
}

/// Where the first sign of a comment is that begins in this part of a text.
fn comment_sign(text: &[u8], part: Range<usize>) -> Option<usize> {
    let pairs = text.get(part.start..text.len().min(part.end + 1))?.windows(2);
    step(part.len());
    let sign = pairs.into_iter().position(|pair| matches!(pair, b"//" | b"/*"));
    sign.map(|sign| part.start + sign)
}

/// Whether the object at this level is an element of a list of objects.
pub(crate) fn is_element(at: &Frame<'_>) -> bool {
    let holder = at.parent.map(Frame::place);
    holder.is_some_and(|holder| matches!(holder.level, Level::List { accepts, .. } if accepts.has(Accepts::OBJECT)))
}
