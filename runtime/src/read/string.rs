//! Strings whose end is in doubt: the end is found first, then what stands before it is decoded.
//!
//! A quote ends a string only if what follows it can follow here: a comma and a key of this very object, a closer that
//! closes something, the end of the text. That is what a reader who does not know the type cannot decide.

use std::borrow::Cow;
use std::ops::Range;

use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::is_element;
use crate::read::scan;
use crate::read::separator::Fit;
use crate::read::steps::{searched, step};
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// What it costs to judge one quote, in bytes that are looked at.
const JUDGED: usize = 16;

/// The quotes that a string stands in.
#[derive(Debug, Clone, Copy)]
struct Quotes {
    /// The opening quote, as it stands there, with a prefix before it.
    open: usize,
    close: &'static str,
    kind: Option<RepairKind>,
}

/// What a quote inside a string may be.
enum Verdict {
    Ends,
    /// It may end the string, but a better place may follow.
    Plausible,
    /// The string ended before: a key of an object stands here.
    Overrun,
    /// The string's own closing quote is lost: it ends at the first place, and reading goes on at the second.
    Lost(usize, usize),
    Inner,
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
        if let Some(text) = self.latex_string(at).or_else(|| self.valid_string()) {
            return Some(text);
        }
        let mut text = self.one_string(at)?;
        loop {
            let start = self.pos;
            self.trivia(at);
            let in_list = matches!(at.place().level, Level::List { .. });
            let adjoins = !in_list && self.pos > start && self.peek() == b'"' && self.is_piece(self.pos, at);
            if self.peek() != b'+' && !adjoins {
                self.pos = start;
                return Some(text);
            }
            if !adjoins {
                self.pos += 1;
                self.trivia(at);
            }
            let Some(more) = self.one_string(at) else {
                self.pos = start;
                return Some(text);
            };
            self.repaired(RepairKind::StringConcatenated, at, start..self.pos);
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

    /// Whether a whole string begins at `pos` behind which a value of this level may have ended: a further piece of
    /// the text before it, or the next element of a list, of which several may stand side by side.
    fn is_piece(&self, pos: usize, at: &Frame<'_>) -> bool {
        const MOST: usize = 64;
        let in_list = matches!(at.place().level, Level::List { .. });
        let mut start = pos;
        for _ in 0..MOST {
            let Some(end) = self.short_string_end(start) else {
                return false;
            };
            let next = self.after_space(end);
            if next >= self.text.len() {
                return true;
            }
            match self.byte(next) {
                b',' => return matches!(self.after_comma(self.gap(next + 1), at), Verdict::Ends),
                b'}' | b']' => return self.closers_fit(next, at) != Fit::No,
                b'"' if in_list => start = next,
                _ => return false,
            }
        }
        false
    }

    /// The place behind the string that begins at `pos`, if it is no longer than what may be looked at ahead.
    pub(crate) fn short_string_end(&self, pos: usize) -> Option<usize> {
        const LONGEST: usize = 2000;
        let quote = self.byte(pos);
        let bytes = &self.bytes()[pos + 1..];
        let mut escaped = false;
        let mut ends = |byte: u8| {
            let ends = byte == b'\n' || (byte == quote && !escaped);
            escaped = byte == b'\\' && !escaped;
            ends
        };
        let length = bytes
            .iter()
            .take(LONGEST)
            .inspect(|_| step(1))
            .position(|&byte| ends(byte))?;
        (bytes[length] == quote).then_some(pos + length + 2)
    }

    fn one_string(&mut self, at: &Frame<'_>) -> Option<Cow<'t, str>> {
        let start = self.pos;
        let quotes = self.quotes()?;
        if quotes.open > quotes.close.len() || (quotes.open == 2 && quotes.close.len() == 1) {
            self.repaired(RepairKind::StringPrefix, at, start..start + 1);
        }
        let inner = start + quotes.open;
        let content = if quotes.close.len() == 3 && quotes.close.is_ascii() {
            self.triple(inner, quotes.close, at)
        } else {
            self.careful(inner, quotes, at)
        };
        if let Some(kind) = quotes.kind {
            self.repaired(kind, at, start..self.pos);
        }
        let quote = quotes.close.chars().next().unwrap_or('"');
        let text = if quotes.close.len() == 1 {
            self.decode(content, quote, at)
        } else {
            self.decode(content, ' ', at)
        };
        Some(text)
    }

    /// The quotes that open a string here.
    fn quotes(&self) -> Option<Quotes> {
        let rest = self.rest();
        let prefix = match rest.as_bytes() {
            [b'r' | b'f' | b'b' | b'u' | b'R' | b'F' | b'B' | b'U', b'"' | b'\'', ..] => 1,
            _ => 0,
        };
        let rest = &rest[prefix..];
        let triple = |close: &'static str, kind| {
            let find = || rest[3..].find(close);
            let closes = rest.starts_with(close) && {
                let found = find();
                step(found.unwrap_or(rest.len()));
                found.is_some()
            };
            closes.then_some(Quotes {
                open: prefix + 3,
                close,
                kind: Some(kind),
            })
        };
        triple("\"\"\"", RepairKind::TripleQuoted)
            .or_else(|| triple("'''", RepairKind::TripleQuoted))
            .or_else(|| triple("```", RepairKind::BacktickQuoted))
            .or_else(|| {
                let first = rest.chars().next()?;
                let (close, kind) = match first {
                    '"' => ("\"", None),
                    '\'' => ("'", Some(RepairKind::SingleQuoted)),
                    '`' => ("`", Some(RepairKind::BacktickQuoted)),
                    '“' | '”' | '„' | '‟' => ("”", Some(RepairKind::SmartQuoteDelimiter)),
                    '‘' | '’' | '‚' => ("’", Some(RepairKind::SmartQuoteDelimiter)),
                    '«' => ("»", Some(RepairKind::SmartQuoteDelimiter)),
                    '‹' => ("›", Some(RepairKind::SmartQuoteDelimiter)),
                    _ => return None,
                };
                Some(Quotes {
                    open: prefix + first.len_utf8(),
                    close,
                    kind,
                })
            })
    }

    /// The content of a string in triple quotes: up to the closing ones that something can follow, else the first.
    fn triple(&mut self, inner: usize, close: &'static str, at: &Frame<'_>) -> Range<usize> {
        let mut first = None;
        let mut from = inner;
        while let Some(offset) = self.text[from..].find(close) {
            let end = searched(from, from + offset);
            if matches!(self.judge(end, close.len(), inner, at), Verdict::Ends) {
                self.pos = end + 3;
                return inner..end;
            }
            first.get_or_insert(end);
            from = end + 3;
            if !self.look(offset + JUDGED) {
                self.give_up();
                return inner..first.unwrap_or(end);
            }
        }
        let end = first.unwrap_or(self.text.len());
        self.pos = (end + 3).min(self.text.len());
        if first.is_none() {
            self.cut(at);
        }
        inner..end
    }

    /// The content of a string whose end is in doubt, by what follows each quote. Leaves the cursor behind it.
    fn careful(&mut self, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Range<usize> {
        let bytes = self.bytes();
        let width = quotes.close.len();
        let lead = quotes.close.as_bytes()[0];
        let mut plausible = None;
        let mut escaped = None;
        let mut pos = inner;
        loop {
            let stop = scan::either(bytes, pos, lead, b'\\');
            if stop >= bytes.len() {
                break;
            }
            if bytes[stop] == b'\\' {
                let after = stop + 2;
                if escaped.is_none() && self.byte(stop + 1) == lead && width == 1 && self.is_key_after_comma(after, at)
                {
                    // The backslash before the closing quote is one too many, unless a better end follows.
                    escaped = Some(stop);
                }
                pos = after.min(bytes.len());
                continue;
            }
            let is_close = self.text.as_bytes()[stop..].starts_with(quotes.close.as_bytes())
                || (width > 1 && self.is_other_close(stop));
            if !is_close {
                pos = stop + 1;
                continue;
            }
            match self.judge(stop, width, inner, at) {
                Verdict::Ends => {
                    self.pos = stop + width;
                    return inner..stop;
                }
                Verdict::Lost(end, resume) => {
                    self.repaired(RepairKind::MissingQuote, at, end..end);
                    self.pos = resume;
                    return inner..end;
                }
                Verdict::Inner | Verdict::Plausible if self.ends_before_comment(stop + width, at) => {
                    self.pos = stop + width;
                    return inner..stop;
                }
                Verdict::Plausible => {
                    plausible.get_or_insert(stop);
                }
                Verdict::Overrun if plausible.is_some() || escaped.is_some() => break,
                Verdict::Overrun | Verdict::Inner => {}
            }
            pos = stop + width;
        }
        let scanned = bytes.len().min(pos);
        if let Some(end) = plausible {
            self.pos = end + width;
            self.looked_for_end(scanned - end);
            return inner..end;
        }
        if let Some(end) = escaped {
            self.repaired(RepairKind::InvalidEscape, at, end..end + 2);
            self.pos = end + 2;
            self.looked_for_end(scanned - end);
            return inner..end;
        }
        let end = self.fence_end(inner);
        self.text = &self.text[..end];
        self.pos = end;
        self.cut(at);
        inner..end - cut_escape(&self.text[inner..end])
    }

    /// So many bytes were looked at ahead for the end of a string. Where no more may be, the rest of the text is passed over:
    /// each further string might be looked for in all of it.
    #[cold]
    fn looked_for_end(&mut self, bytes: usize) {
        if !self.look(bytes) {
            self.give_up();
        }
    }

    /// A straight quote where a typographic one should close.
    fn is_other_close(&self, pos: usize) -> bool {
        self.byte(pos) == b'"'
    }

    /// Where the fence that the text stands in is closed: what a string that is cut off cannot reach beyond.
    fn fence_end(&self, from: usize) -> usize {
        if !self.fenced {
            return self.text.len();
        }
        let rest = &self.text[from..];
        step(rest.len());
        match rest.rfind("\n```").or_else(|| rest.rfind("\n~~~")) {
            Some(offset) if rest[offset + 4..].trim().is_empty() => from + offset,
            _ => self.text.len(),
        }
    }

    pub(crate) fn is_key_after_comma(&self, pos: usize, at: &Frame<'_>) -> bool {
        let comma = self.after_space(pos);
        self.byte(comma) == b',' && self.is_key(self.after_space(comma + 1), at)
    }

    /// What the quote at `pos` is, in a string that began at `inner`.
    fn judge(&self, pos: usize, width: usize, inner: usize, at: &Frame<'_>) -> Verdict {
        if let Some(verdict) = self.lost_before(pos, inner, at) {
            return verdict;
        }
        let Some(next) = self.after_gap(pos + width) else {
            return Verdict::Inner;
        };
        if next >= self.text.len() {
            return Verdict::Ends;
        }
        let in_list = matches!(at.place().level, Level::List { .. });
        let beyond_comment = in_list && next > self.after_space(pos + width);
        match self.byte(next) {
            b',' | b';' => self.after_comma(self.gap(next + 1), at),
            b')' | b'}' if self.closes_tuple(next, at) => Verdict::Ends,
            b'}' | b']' => match self.closers_fit(next, at) {
                Fit::Yes => Verdict::Ends,
                Fit::Outermost => Verdict::Plausible,
                Fit::No => Verdict::Inner,
            },
            b':' => self.before_colon(next),
            b'+' if self.is_quote(self.gap(next + 1)) => Verdict::Ends,
            b'"' | b'\'' if beyond_comment || self.is_key(next, at) => Verdict::Ends,
            b'-' | b'0'..=b'9' if next > pos + width && self.is_next_number(next, at) => Verdict::Ends,
            _ if next > pos + width && self.is_key(next, at) => Verdict::Ends,
            b'"' | b'\'' if self.line_ends_before(next) && matches!(at.place().level, Level::List { .. }) => {
                Verdict::Ends
            }
            b'"' if (next > pos + width || in_list) && self.is_piece(next, at) => Verdict::Ends,
            b'`' | b'~' | b'<' if self.line_ends_before(next) && self.is_frame_end(next) => Verdict::Plausible,
            _ => Verdict::Inner,
        }
    }

    /// Whether a number stands at `pos` that is the next element of a list of texts and numbers, its comma lost.
    fn is_next_number(&self, pos: usize, at: &Frame<'_>) -> bool {
        matches!(at.place().level, Level::List { accepts, .. } if accepts.has(Accepts::NUMBER))
            && self.is_lone_number(pos)
    }

    pub(crate) fn is_frame_end(&self, pos: usize) -> bool {
        let rest = &self.text[pos..];
        rest.starts_with("```") || rest.starts_with("~~~") || rest.starts_with("</")
    }

    fn is_quote(&self, pos: usize) -> bool {
        matches!(self.byte(pos), b'"' | b'\'')
    }

    /// What a quote is that a comma follows, with `next` behind the comma.
    fn after_comma(&self, next: usize, at: &Frame<'_>) -> Verdict {
        if next >= self.text.len() {
            return Verdict::Ends;
        }
        if matches!(self.byte(next), b'}' | b']') {
            return match self.closers_fit(next, at) {
                Fit::Yes => Verdict::Ends,
                Fit::Outermost => Verdict::Plausible,
                Fit::No => Verdict::Inner,
            };
        }
        if let Level::List { accepts, .. } = at.place().level {
            if self.fits_value(next, accepts) || self.is_key_above(next, at) {
                return Verdict::Ends;
            }
            return Verdict::Inner;
        }
        if self.byte(next) == b'{' && is_element(at.place()) && self.is_key(self.after_space(next + 1), at) {
            // This object's closer is lost, and the next element begins.
            return Verdict::Ends;
        }
        let Some(key) = self.key_ahead(next) else {
            return Verdict::Inner;
        };
        if self.belongs(&key, at) {
            return Verdict::Ends;
        }
        if self.is_value_start(self.after_space(key.colon + 1)) {
            Verdict::Plausible
        } else {
            Verdict::Inner
        }
    }

    /// A quote before a colon closes a key, so the string has ended before, unless no value follows the colon.
    fn before_colon(&self, colon: usize) -> Verdict {
        if self.is_value_start(self.after_space(colon + 1)) {
            Verdict::Overrun
        } else {
            Verdict::Inner
        }
    }

    pub(crate) fn is_value_start(&self, pos: usize) -> bool {
        let rest = &self.text.as_bytes()[pos.min(self.text.len())..];
        matches!(rest.first(), Some(b'"' | b'\'' | b'{' | b'[' | b'-' | b'0'..=b'9'))
            || [&b"true"[..], b"false", b"null", b"True", b"False", b"None"]
                .iter()
                .any(|word| rest.starts_with(word))
    }

    /// A quote that opens a key of this very object, with a comma or a line's end before it, shows that the string's
    /// own closing quote is lost.
    fn lost_before(&self, pos: usize, inner: usize, at: &Frame<'_>) -> Option<Verdict> {
        let before = self.text[inner..pos].trim_end();
        step(pos - inner - before.len());
        let comma = before.ends_with(',');
        if matches!(at.place().level, Level::List { .. }) {
            // Behind a comma at the end of a line, a whole string is the next element.
            let is_next = comma && self.byte(pos) == b'"' && self.line_ends_before(pos) && self.is_piece(pos, at);
            let content = before.trim_end_matches(',').trim_end();
            let content = content.strip_suffix('\'').unwrap_or(content).len();
            return is_next.then(|| Verdict::Lost(inner + content, inner + before.len() - 1));
        }
        if !(comma || self.line_ends_before(pos)) || !self.is_key(pos, at) {
            return None;
        }
        let end = if comma {
            inner + before.len() - 1
        } else {
            inner + before.len()
        };
        let content = self.text[inner..end].trim_end().len();
        Some(Verdict::Lost(inner + content, end))
    }
}

/// The length of the escape at the very end of a text that is cut off within it.
fn cut_escape(text: &str) -> usize {
    let digits = text.bytes().rev().take_while(u8::is_ascii_hexdigit).take(4).count();
    let lead = &text[..text.len() - digits];
    let marks = |text: &str| text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    match lead.as_bytes().last() {
        Some(b'u') if digits < 4 && marks(&lead[..lead.len() - 1]) => digits + 2,
        Some(b'x') if digits < 2 && marks(&lead[..lead.len() - 1]) => digits + 2,
        Some(b'\\') if digits == 0 && marks(lead) => 1,
        _ => 0,
    }
}
