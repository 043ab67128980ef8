//! Strings whose end is in doubt: first the end is found, then what comes before it is decoded.
//!
//! A quote ends a string only if what follows it can follow here: a comma and a key of this very object, a closer that
//! closes something, the end of the text. A reader that does not know the type cannot decide this.

mod content;
mod ends;
mod plain;
mod verdict;

use alloc::borrow::Cow;
use core::ops::Range;

use crate::bounds::{JUDGED, LONGEST_KEY};
use crate::path::{Frame, Level, tail};
use crate::read::cursor::Cursor;
use crate::read::pairing::marks;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::{searched, step};
use crate::repair::RepairKind;
pub(super) use verdict::Verdict;

/// The quotes around a string.
#[derive(Debug, Clone, Copy)]
struct Quotes {
    /// The length of a prefix such as `r` before the opening quote.
    prefix: usize,
    open: char,
    /// The three quotes that close the string if three open it.
    triple: Option<&'static str>,
    close: &'static [char],
    kind: Option<RepairKind>,
}

impl Quotes {
    /// The length of the opening quotes and of what is before them.
    fn width(&self) -> usize {
        self.prefix + self.triple.map_or(self.open.len_utf8(), str::len)
    }

    /// The only closing quote, if it is a straight one.
    fn sole(&self) -> Option<u8> {
        let is_sole = self.close.len() == 1;
        u8::try_from(self.open).ok().filter(|_| is_sole)
    }
}

impl<'t> Cursor<'t> {
    /// Whether a string begins here, in quotes of any kind.
    pub(crate) fn is_string(&self) -> bool {
        self.quotes().is_some()
    }

    /// The string at the cursor, in quotes of any kind, or `None` where none begins here.
    #[cold]
    #[inline(never)]
    pub(crate) fn string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        self.pieces(at).map(|(text, _)| text)
    }

    /// The string at the cursor, and whether it was written in several pieces.
    pub(crate) fn pieces(&mut self, at: &Frame<'_>) -> Option<(Cow<'t, str>, bool)> {
        if let Some(text) = self.latex_string(at).or_else(|| self.valid_string()) {
            return Some((text, false));
        }
        let mut text = self.one_string(at)?;
        let mut has_pieces = false;
        loop {
            let start = self.pos;
            let before = self.checkpoint();
            self.trivia(at);
            let in_list = matches!(at.place().level, Level::List { .. });
            let adjoins = !in_list && self.pos > start && self.peek() == b'"' && self.is_piece(self.pos, at);
            if self.peek() != b'+' && !adjoins {
                // What was skipped is met again.
                self.restore(before);
                return Some((text, has_pieces));
            }
            if !adjoins {
                self.pos += 1;
                self.trivia(at);
            }
            let Some(more) = self.one_string(at) else {
                // What was skipped is met again.
                self.restore(before);
                return Some((text, has_pieces));
            };
            if adjoins && more == text && !text.is_empty() {
                // It was written twice.
                self.repaired(RepairKind::JunkRemoved, at, start..self.pos);
                continue;
            }
            has_pieces = true;
            self.repaired(RepairKind::StringConcatenated, at, start..self.pos);
            let is_open = !self.text[..self.pos].ends_with(quotes::is_quote);
            if adjoins || in_list || is_open {
                // Something else may have been between them: a space, a comma, or a quote that is not escaped. In a list, the sign may be
                // the comma, or say that the line is new. A string that is not closed may have ended earlier.
                self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
            }
            text.to_mut().push_str(&more);
        }
    }

    /// A valid string of a field that keeps the commands of LaTeX.
    fn latex_string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        if self.peek() != b'"' || !at.field().is_some_and(|field| field.latex) {
            return None;
        }
        let start = self.pos + 1;
        let bytes = self.bytes();
        let mut end = scan::string_stop(bytes, start);
        while self.byte(end) == b'\\' {
            end = scan::string_stop(bytes, (end + 2).min(bytes.len()));
        }
        if self.byte(end) != b'"' || !self.can_follow(end + 1) {
            return None;
        }
        self.pos = end + 1;
        Some(self.decode(start..end, '"', at))
    }

    fn one_string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        if let Some(end) = self.doubled_empty(start) {
            self.pos = end;
            self.repaired(RepairKind::StrayQuoteRemoved, at, start + 2..end);
            if matches!(at.place().level, Level::List { .. }) {
                // They may be two empty strings.
                self.repaired(RepairKind::AmbiguousQuote, at, start..end);
            }
            return Some(Cow::Borrowed(""));
        }
        let quotes = self.quotes()?;
        if quotes.prefix > 0 {
            self.repaired(RepairKind::StringPrefix, at, start..start + 1);
        }
        let inner = start + quotes.width();
        let (before, judged) = (self.checkpoint(), self.judged());
        let (whole, mut content) = if let Some(close) = quotes.triple {
            let whole = self.triple(inner, close, at);
            (whole.clone(), whole)
        } else {
            let whole = self.careful(inner, quotes, at);
            (whole.clone(), self.without_stray_quotes(whole, quotes.open, at))
        };
        let stray = (content.start - whole.start, whole.end - content.end);
        if quotes.triple == Some("```")
            && let Some((info, _)) = self.text[content.clone()].split_once('\n')
            && info.trim_end().bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            // The opening line of a fence, with its info string, is not part of the text.
            content.start += info.len() + 1;
            if !info.trim_end().is_empty() {
                self.repaired(RepairKind::AmbiguousQuote, at, start..content.start);
            }
        }
        let split = self.swallowed_elements(content.clone(), quotes, at);
        if let Some((end, comma)) = split
            && self.charge_reread(self.pos - comma)
        {
            self.restore(before.at(comma));
            content = inner..end;
            self.repaired(RepairKind::MissingQuote, at, end..end);
            self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
        }
        let is_lost = split.is_none() && !self.text[content.end..self.pos].starts_with(quotes::is_quote);
        if is_lost && (content.start > whole.start || self.text[content.clone()].trim_end().ends_with(',')) {
            // The two quotes may be an empty string, with a remark after it: `""note, `. And a comma may be there twice: `"a": "x,, "b"`.
            self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
        }
        if is_lost && matches!(self.text[content.clone()].trim(), "null" | "None" | "nil" | "undefined") {
            // The quote before it may be stray: `"a": "null, "b"`.
            self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
        }
        let open = quotes
            .triple
            .map_or(quotes.open, |close| if close == "```" { '`' } else { '"' });
        let has_quotes = self.text[content.clone()].contains(|c| c == '"' || marks(quotes.open, c) || is_late(c));
        if (is_lost || has_quotes)
            && let Some(end) = self.conserve_string(content.clone(), open, is_lost, at)
            // At the end of the text, a quote of another kind is one inside of a string that is cut off.
            && (self.is_closed_by(quotes, end) || self.after_space(end + 1) < self.text.len())
        {
            let next = end + self.text[end..].chars().next().map_or(1, char::len_utf8);
            let rest = next.min(self.pos)..self.pos;
            let inside = self.text[rest.clone()].bytes();
            let count = inside.filter(|byte| matches!(byte, b'"' | b'\'' | b'`')).count();
            step(rest.len());
            // Each quote in it will be judged again.
            if self.charge_reread(rest.len() + JUDGED * count + self.judged() - judged) {
                self.restore(before.at(next));
                content = whole.start..end;
                if self.text[content.clone()].contains(quotes::is_quote) {
                    // It may have ended at an earlier one.
                    self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
                }
            }
        }
        if quotes.prefix > 0 && quotes.triple.is_none() && !self.text[..self.pos].ends_with(quotes.open) {
            // A string ends with the quote that it begins with: the letter may be its first, and the quote an apostrophe (`b's"`).
            self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
        }
        self.conserve_ends(start, &content, (stray, is_lost), quotes, at);
        if let Some(kind) = quotes.kind {
            self.repaired(kind, at, start..self.pos);
            if kind == RepairKind::BacktickQuoted {
                self.conserve_backticks(content.clone(), at);
            }
        }
        if quotes.triple == Some("```") && self.after_space(self.pos) >= self.text.len() {
            // The fences may be those around the rest of a text that is cut off here.
            self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
        }
        if quotes.prefix > 0 || open == '`' {
            self.conserve_code(self.byte(start), &content, at);
        }
        if quotes.prefix > 0 && matches!(self.byte(start), b'r' | b'R') && is_raw(&self.text[content.clone()]) {
            return Some(self.raw(content, at));
        }
        let quote = if quotes.triple.is_none() { quotes.open } else { ' ' };
        Some(self.decode(content, quote, at))
    }

    /// Records a guess if the quotes around the string that begins at `start` leave in doubt where it ends.
    fn conserve_ends(
        &mut self,
        start: usize,
        content: &Range<usize>,
        (stray, is_lost): ((usize, usize), bool),
        quotes: Quotes,
        at: &Frame<'_>,
    ) {
        let in_list = matches!(at.place().level, Level::List { .. });
        let is_triple = quotes.triple.is_some();
        let text = &self.text[content.clone()];
        // Between two lines of an element, the quotes of two of them may be missing. Three quotes at each end may be several empty strings.
        let is_plain = || match is_triple {
            _ if !in_list => true,
            // Two of the three may be an empty string of their own.
            true => !content.is_empty() && self.pos >= content.end + quotes.triple.map_or(0, str::len),
            false => plain::is_plain(text, stray, is_lost, quotes.open) && !self.is_two_lines(start, content.clone()),
        };
        let is_other = matches!(self.byte(content.end), b'"' | b'\'' | b'`')
            && !is_triple
            && !self.is_closed_by(quotes, content.end);
        let is_empty = content.is_empty() && quotes.kind.is_some() && !is_triple;
        let ends_text = || self.after_space(self.pos) >= self.text.len();
        // The quote may be one inside of the string, whose end is lost or was cut off, or one of two that open it.
        let is_inside = (is_other && quotes.sole().is_some()) || ((is_other || is_empty) && ends_text());
        // The key's own closing quote was doubled, or is the value's opening one, and the value has none.
        let before = &self.text[..start];
        let is_of_key = before
            .strip_suffix(':')
            .is_some_and(|key| key.ends_with(char::is_alphanumeric));
        let is_doubled = is_lost && (is_of_key || before.ends_with(['"', '\'']));
        if is_inside || is_doubled || !is_plain() {
            self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
        }
    }

    /// Records a guess if a program would make another text of the content of this string, which begins with this byte.
    fn conserve_code(&mut self, first: u8, content: &Range<usize>, at: &Frame<'_>) {
        if has_placeholder(first, &self.text[content.clone()]) {
            // A program would put something else there.
            self.repaired(RepairKind::PlaceholderKept, at, content.clone());
        }
    }

    /// The text of a raw string, which keeps its backslashes.
    #[cold]
    fn raw(&mut self, content: Range<usize>, at: &Frame<'_>) -> Cow<'t, str> {
        let text = &self.text[content.clone()];
        if has_doubtful_escape(text) {
            // The writer may mean an escape all the same.
            self.repaired(RepairKind::AmbiguousEscape, at, content);
        }
        Cow::Borrowed(text)
    }

    /// Whether a quote at `end` is the one that usually closes these quotes.
    fn is_closed_by(&self, quotes: Quotes, end: usize) -> bool {
        quotes
            .close
            .first()
            .is_some_and(|close| self.text[end..].starts_with(*close))
    }

    /// Whether a string that begins a line at `start` goes on, after a comma, in a line that begins like that.
    fn is_two_lines(&self, start: usize, content: Range<usize>) -> bool {
        let line = tail(&self.text[..start], LONGEST_KEY);
        let indent = &line[line.trim_end_matches([' ', '\t']).len()..];
        step(indent.len() + content.len());
        line[..line.len() - indent.len()].ends_with('\n')
            && self.text[content].split(",\n").skip(1).any(|next| {
                let next = next.strip_prefix(indent);
                next.is_some_and(|next| next.starts_with(|c: char| !c.is_whitespace()))
            })
    }

    /// The place after four quotes at `pos` that are an empty string with its quotes doubled: `"a": """",`.
    fn doubled_empty(&self, pos: usize) -> Option<usize> {
        let (quote, end) = (self.byte(pos), pos + 4);
        self.meets_end_within(pos, 4);
        let four = self.bytes().get(pos..end)?;
        if !matches!(quote, b'"' | b'\'') || four.iter().any(|&byte| byte != quote) {
            return None;
        }
        let blanks = self.bytes()[end..].iter();
        let blanks = blanks.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let next = searched(end, end + blanks);
        self.meets_end_within(next, 1);
        let is_end = next >= self.text.len() || matches!(self.byte(next), b',' | b'}' | b']' | b'\n');
        is_end.then_some(end)
    }

    /// The content without the quotes at its ends that are doubled or stray.
    fn without_stray_quotes(&mut self, content: Range<usize>, open: char, at: &Frame<'_>) -> Range<usize> {
        step(content.len());
        let (before, after) = quotes::stray_quotes(&self.text[content.clone()], open);
        let inner = content.start + before..content.end - after;
        for stray in [content.start..inner.start, inner.end..content.end] {
            if !stray.is_empty() {
                self.conserve_partner(stray.clone(), at);
                self.repaired(RepairKind::StrayQuoteRemoved, at, stray);
            }
        }
        // Next to a comma, a colon or a bracket, the stray quote may belong to an empty string: `"",and more"`, `"a: [""]`. If the text
        // contains an escaped quote, the stray quote may be its partner: `"say \"hi""`.
        let text = &self.text[inner.clone()];
        let is_partner = before + after > 0 && text.contains("\\\"");
        // Signs alone, or an escaped line break, may be between two empty strings: `"".""`.
        let mut pieces = text.split('\\').enumerate();
        let is_sign = before + after > 0
            && !pieces.any(|(escapes, piece)| piece.chars().skip(escapes.min(1)).any(char::is_alphanumeric));
        let in_list = matches!(at.place().level, Level::List { .. });
        // A quote that was kept at the end may be stray all the same, if it is not the sign for inches, and so may two; or, in a list, it may
        // separate this string from an empty one. Whoever escapes others would have escaped it.
        let marks = text.rmatch_indices(open).map(|(mark, _)| mark);
        let mut marks = marks.filter(|&mark| !text[..mark].ends_with('\\'));
        let is_left = before + after == 0
            && text.ends_with(open)
            && !text.ends_with("\\\"")
            && marks.next().is_some()
            && marks.next().is_none_or(|mark| {
                mark + 2 * open.len_utf8() == text.len() || (in_list && !text[mark..].contains(char::is_alphanumeric))
            });
        // With a missing comma before it, the quote may end a string that begins earlier: `{"a": "5 10" "title": "x""}`.
        let is_in_map = before + after > 0 && matches!(at.place().level, Level::Map { .. });
        // Between doubled quotes, what is before the first of them is rather the mark of a second empty string: `R""R""`.
        let mark = self.text[..content.start].strip_suffix(open).unwrap_or_default();
        // So is the letter before a string with a prefix: `["" r""]` without its comma.
        let is_prefix = in_list && matches!(text, "r" | "R" | "f" | "F" | "u" | "U" | "L");
        let is_between = before > 0 && after > 0;
        let is_mark = is_between && (is_prefix || (!text.is_empty() && text.len() <= 2 && mark.ends_with(text)));
        // `'the boys''`: the first of the two may be an apostrophe.
        let is_apostrophe = open == '\'' && before == 0 && after == 1 && text.ends_with(['s', 'S']);
        if is_partner
            || is_sign
            || is_apostrophe
            || is_mark
            || (is_in_map && self.sink.holds(RepairKind::MissingComma))
            || is_left
            || (before == 0 && after > 1)
            || (before > 0 && text.trim_start().starts_with(','))
            || (after > 0 && text.trim_end().ends_with([',', ':', '[', '{']))
        {
            self.repaired(RepairKind::AmbiguousQuote, at, content);
        }
        inner
    }

    /// The quotes that open a string here.
    fn quotes(&self) -> Option<Quotes> {
        let rest = self.rest();
        let prefix = quotes::prefix_length(rest);
        let rest = &rest[prefix..];
        let triple = |close: &'static str, kind| {
            let find = || scan::signs(rest, close.len(), close);
            let closes = rest.starts_with(close) && {
                let found = find();
                if found.is_none() {
                    self.meets_end();
                }
                found.is_some()
            };
            closes.then_some(Quotes {
                prefix,
                open: ' ',
                triple: Some(close),
                close: &[],
                kind: Some(kind),
            })
        };
        // The quotes around a string are escaped as if it was inside another one: `\"text\"`.
        triple("\\\"", RepairKind::StrayBackslashRemoved)
            .or_else(|| triple("\"\"\"", RepairKind::TripleQuoted))
            .or_else(|| triple("'''", RepairKind::TripleQuoted))
            .or_else(|| triple("```", RepairKind::BacktickQuoted))
            .or_else(|| {
                // At the end of the text, these marks close a code fence, or begin one that is cut off.
                let marks = rest.trim_start_matches('`');
                if matches!(rest.len() - marks.len(), 2 | 3) && marks.trim_start().is_empty() {
                    self.meets_end();
                    return None;
                }
                let open = rest.chars().next()?;
                Some(Quotes {
                    prefix,
                    open,
                    triple: None,
                    close: quotes::closing_quotes(open)?,
                    kind: quotes::quote_kind(open),
                })
            })
    }
}

/// Whether this mark may close what a straight quote opened.
fn is_late(c: char) -> bool {
    !c.is_ascii() && quotes::late_closing_quotes('"').contains(&c)
}

/// Whether a string that begins with this byte contains a placeholder: `{name}` after the prefix `f`, where two braces are one, or
/// `${name}` in backticks.
fn has_placeholder(first: u8, content: &str) -> bool {
    step(content.len());
    match first {
        b'f' | b'F' => {
            let mut rest = content;
            while let Some((_, after)) = rest.split_once('{') {
                match after.strip_prefix('{') {
                    Some(after) => rest = after,
                    None => return true,
                }
            }
            false
        }
        b'`' => content.contains("${"),
        _ => false,
    }
}

/// Whether the backslashes of a string with the prefix of a raw one are text: none of them escapes a quote or another backslash.
fn is_raw(content: &str) -> bool {
    let ends = ["\\\\", "\\\"", "\\'"];
    step(content.len());
    content.contains('\\') && !ends.iter().any(|escape| content.contains(escape))
}

/// Whether there is an escape that means a control character in JSON, but two characters in a raw string of Python.
fn has_doubtful_escape(content: &str) -> bool {
    step(content.len());
    let mut bytes = content.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' && matches!(bytes.next(), Some(b'b' | b'f' | b'n' | b'r' | b't' | b'u')) {
            return true;
        }
    }
    false
}
