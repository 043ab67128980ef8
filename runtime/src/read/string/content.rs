//! The content of a string whose end is in doubt: each quote that may close it is judged by what follows.

use core::ops::Range;

use super::{Quotes, Verdict};
use crate::bounds::{JUDGED, LONGEST_KEY};
use crate::path::{Frame, Level, head};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::pairing::Pairing;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// How many quotes are checked when looking for the end of a string with a document in it.
const MOST_QUOTES: usize = 64;

impl Cursor<'_> {
    /// The content of a string in triple quotes: up to the closing ones that something can follow, else the first.
    pub(super) fn triple(&mut self, inner: usize, close: &'static str, at: &Frame<'_>) -> Range<usize> {
        let mut first = None;
        let mut from = inner;
        let mut is_plausible = false;
        while let Some(end) = scan::signs(self.text, from, close) {
            // The next element, before which the comma is missing.
            let after = end + close.len();
            let next = self.after_space(after);
            let is_before_next =
                next > after && self.text[next..].starts_with(close) && matches!(at.place().level, Level::List { .. });
            let verdict = self.judge(end, close.len(), inner, at);
            let ends = is_before_next || matches!(verdict, Verdict::Ends);
            is_plausible = first.is_none() && matches!(verdict, Verdict::Plausible);
            if ends || (close.len() == 3 && self.is_parted(next, at)) {
                self.pos = after;
                let in_fence = close == "```" && self.text[inner..end].contains('`');
                if !ends || in_fence || (close.len() == 3 && first.is_some()) {
                    // It may go on, or have ended at an earlier one, or the marks may be a fence around it.
                    self.repaired(RepairKind::AmbiguousQuote, at, inner..end);
                }
                return inner..end;
            }
            if first.is_none()
                && close.len() == 3
                && let Some(early) = self.single_end(inner..end, close, at)
            {
                self.pos = early + 1;
                return inner..early;
            }
            first.get_or_insert(end);
            let looked_at = end - from + JUDGED;
            from = after;
            if !self.look(looked_at) {
                self.give_up();
                return inner..first.unwrap_or(end);
            }
        }
        self.meets_end();
        let end = first.unwrap_or(self.text.len());
        self.pos = (end + close.len()).min(self.text.len());
        if first.is_none() {
            self.cut(at);
        } else if !is_plausible {
            // These quotes may be inside the string.
            self.repaired(RepairKind::AmbiguousQuote, at, inner..end);
        }
        inner..end
    }

    /// Whether there is a comma at `pos` and then a key, or in a list a single word or number.
    fn is_parted(&self, pos: usize, at: &Frame<'_>) -> bool {
        if self.byte(pos) != b',' {
            return false;
        }
        let next = self.after_space(pos + 1);
        if !matches!(at.place().level, Level::List { .. }) {
            return self.key_ahead(next).is_some();
        }
        let rest = head(&self.text[next..], LONGEST_KEY);
        let word = rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' '));
        step(rest.len() - word.len() + 1);
        word.len() < rest.len() && word.trim_start().starts_with([',', ']'])
    }

    /// The quote in `content` that closes a string which three quotes open, because a comma and a key of this object follow
    /// it.
    fn single_end(&self, content: Range<usize>, close: &str, at: &Frame<'_>) -> Option<usize> {
        let quote = char::from(close.as_bytes()[0]);
        step(content.len());
        let places = self.text[content.clone()].match_indices(quote);
        let mut places = places.map(|(offset, _)| content.start + offset);
        places.find(|&place| self.is_key_after_comma(place + 1, at))
    }

    /// The content of a string whose end is in doubt, by what follows each quote. Leaves the cursor after it.
    pub(super) fn careful(&mut self, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Range<usize> {
        if let Some(end) = self.document_in_quotes(inner, quotes, at) {
            self.pos = end + 1;
            return inner..end;
        }
        let mut passed = NOWHERE;
        let content = self.careful_end(inner, quotes, at, &mut passed);
        if passed <= content.end {
            // It may have ended inside of the document.
            self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
        }
        content
    }

    /// As [`careful`](Self::careful), and sets where the last document in the string ends whose quotes were passed over.
    fn careful_end(&mut self, inner: usize, quotes: Quotes, at: &Frame<'_>, passed: &mut usize) -> Range<usize> {
        let bytes = self.bytes();
        let mut plausible = None;
        let mut escaped = None;
        let mut pairing = Pairing::default();
        let mut pos = inner;
        let judged = self.judged();
        loop {
            let stop = self.closing_quote_or_backslash(pos, quotes);
            if stop >= bytes.len() {
                self.meets_end();
                break;
            }
            if bytes[stop] == b'\\' {
                let after = stop + 2;
                if escaped.is_none() && quotes.sole() == Some(self.byte(stop + 1)) && self.is_key_after_comma(after, at)
                {
                    // The backslash before the closing quote is one too many, unless a better end follows.
                    escaped = Some(stop);
                }
                pos = after.min(bytes.len());
                continue;
            }
            if let Some(end) = self.document_before(stop, inner, quotes, at) {
                *passed = end;
                pos = end;
                continue;
            }
            let width = self.text[stop..].chars().next().map_or(1, char::len_utf8);
            match self.judge(stop, width, inner, at) {
                Verdict::Ends => {
                    self.pos = stop + width;
                    return inner..stop;
                }
                Verdict::Lost(end, resume) => {
                    self.pos = resume;
                    return self.lost_end(inner..end, quotes, at);
                }
                Verdict::Inner | Verdict::Plausible
                    if self.ends_before_comment(stop + width, at)
                        || (pairing.may_end() && self.ends_before_marks(stop + width, inner, at)) =>
                {
                    self.pos = stop + width;
                    return inner..stop;
                }
                Verdict::Plausible => {
                    plausible.get_or_insert((stop, width));
                    if self.is_other_quoted_key_after(stop, width) {
                        pos = stop + width;
                        break;
                    }
                }
                Verdict::Overrun if plausible.is_some() || escaped.is_some() => break,
                Verdict::Overrun | Verdict::Inner => {
                    if let Some(comma) = self.late_element_end(inner, stop, quotes, at) {
                        self.pos = comma;
                        let content = self.text[inner..comma].trim_end().len();
                        return self.lost_end(inner..inner + content, quotes, at);
                    }
                }
            }
            self.count_judged();
            self.pair(&mut pairing, inner, stop);
            pos = stop + width;
        }
        let scanned = bytes.len().min(pos);
        let content = self.undecided_end(inner, quotes, plausible, escaped, scanned, at);
        if self.pos < scanned {
            // Each quote after the end will be judged again.
            self.looked_for_end(self.judged() - judged);
        }
        content
    }

    /// The end of a string that contains a complete JSON object or list, whose inner quotes do not end the string.
    fn document_in_quotes(&mut self, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Option<usize> {
        let quote = quotes.sole()?;
        let start = self.after_space(inner);
        let first = self.after_space(start + 1);
        if !matches!(self.byte(start), b'{' | b'[') || !matches!(self.byte(first), b'"' | b'{' | b'[') {
            return None;
        }
        let end = self.document_end(start)?;
        let end = self.after_space(end);
        let is_end =
            self.byte(end) == quote && matches!(self.judge(end, 1, inner, at), Verdict::Ends | Verdict::Plausible);
        is_end.then_some(end)
    }

    /// The place after the JSON object or list in the string, if the quote at `stop` is the first one in it: `"send {"a": "x", "b": 1}
    /// now"`. Returns a place only if a quote in the document could end the string, and a
    /// quote after the document can.
    fn document_before(&mut self, stop: usize, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Option<usize> {
        let quote = quotes.sole().filter(|&quote| quote == b'"')?;
        let is_object_expected = match at.place().level {
            Level::List { accepts, .. } => accepts.has(Accepts::OBJECT),
            level => matches!(level, Level::Root),
        };
        let before = self.text[inner..stop].trim_end();
        step(stop - inner - before.len());
        let words = before.trim_end_matches(['{', '[', ' ', '\n']);
        step(before.len() - words.len());
        // After a comma, it may be the next value, and the quote before it is missing.
        if is_object_expected || words.len() == before.len() || words.is_empty() || words.ends_with([',', ':', '"']) {
            return None;
        }
        let rest = &before[words.len()..];
        if !rest.contains('{') {
            return None;
        }
        let start = inner + words.len() + rest.len() - rest.trim_start().len();
        let end = self.document_end(start)?;
        let mut may_end_inside = false;
        let mut pos = stop;
        for _ in 0..MOST_QUOTES {
            pos = scan::either(self.bytes(), pos, quote, b'\\');
            match self.byte(pos) {
                _ if pos >= self.text.len() => return None,
                b'\\' => pos += 2,
                _ => {
                    let verdict = self.judge(pos, 1, inner, at);
                    self.count_judged();
                    let ends = matches!(verdict, Verdict::Ends | Verdict::Plausible);
                    if pos >= end && matches!(verdict, Verdict::Overrun | Verdict::Lost(..)) {
                        return None;
                    }
                    may_end_inside |= ends && pos < end;
                    if pos >= end && ends {
                        return may_end_inside.then_some(end);
                    }
                    pos += 1;
                }
            }
        }
        None
    }

    /// So many bytes were looked at ahead for the end of a string. Where no more may be, the rest of the text is skipped:
    /// each further string might be looked for in all of it.
    #[cold]
    pub(super) fn looked_for_end(&mut self, bytes: usize) {
        if !self.look(bytes) {
            self.give_up();
        }
    }

    /// The first place from `pos` on that has a closing quote or a backslash.
    fn closing_quote_or_backslash(&self, pos: usize, quotes: Quotes) -> usize {
        if let Some(quote) = quotes.sole() {
            return scan::either(self.bytes(), pos, quote, b'\\');
        }
        // A backslash before a character of several bytes leaves the place inside it.
        let mut from = (pos..pos + 4)
            .find(|&pos| self.text.is_char_boundary(pos))
            .unwrap_or(pos);
        let mut first_bytes = [b'\\'; 6];
        for (byte, close) in first_bytes[1..].iter_mut().zip(quotes.close) {
            *byte = close.encode_utf8(&mut [0; 4]).as_bytes()[0];
        }
        loop {
            from = scan::any_of(self.bytes(), from, first_bytes);
            match self.text[from..].chars().next() {
                Some(c) if c != '\\' && !quotes.close.contains(&c) => from += c.len_utf8(),
                _ => return from,
            }
        }
    }

    /// Whether a comma, a key in double quotes and a value follow the quote at `stop`, if that is another kind of quote. The search for
    /// the end of the string does not see the quotes of such a key.
    fn is_other_quoted_key_after(&self, stop: usize, width: usize) -> bool {
        let comma = self.after_space(stop + width);
        let next = self.after_space(comma + 1);
        let is_apart = self.byte(stop) != b'"' && self.byte(comma) == b',' && self.byte(next) == b'"';
        let key = if is_apart { self.key_ahead(next) } else { None };
        key.is_some_and(|key| self.is_value_start(self.after_space(key.colon + 1)))
    }

    pub(crate) fn is_key_after_comma(&self, pos: usize, at: &Frame<'_>) -> bool {
        let comma = self.after_space(pos);
        self.byte(comma) == b',' && self.is_key(self.after_space(comma + 1), at)
    }
}
