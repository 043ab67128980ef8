//! What a quote inside a string is, by what is before and after it.

use crate::path::{Frame, Level};
use crate::read::closer::Fit;
use crate::read::cursor::Cursor;
use crate::read::key::is_element;
use crate::read::quotes;
use crate::read::separator::begins_frame_end;
use crate::read::steps::step;
use crate::spec::Accepts;

/// What a quote inside a string may be.
pub(crate) enum Verdict {
    Ends,
    /// It may end the string, but a better place may follow.
    Plausible,
    /// The string ended before: a key of an object is here.
    Overrun,
    /// The string's own closing quote is missing: it ends at the first place, and reading goes on at the second.
    Lost(usize, usize),
    Inner,
}

impl Cursor<'_> {
    /// What the quote at `pos` is, in a string that began at `inner`.
    pub(super) fn judge(&self, pos: usize, width: usize, inner: usize, at: &Frame<'_>) -> Verdict {
        if let Some(verdict) = self.lost_before(pos, inner, at) {
            return verdict;
        }
        let Some(next) = self.after_gap(pos + width) else {
            return Verdict::Inner;
        };
        if next >= self.text.len() {
            return Verdict::Ends;
        }
        self.meets_end_within(next, 2);
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
            // After another quote inside, the plus sign belongs to code in the string.
            b'+' if self.is_quote(self.gap(next + 1)) && (in_list || !self.has_quote(inner..pos)) => Verdict::Ends,
            b'"' | b'\'' if beyond_comment || self.is_key(next, at) => Verdict::Ends,
            b'-' | b'0'..=b'9' if next > pos + width && self.is_next_number(next, at) => Verdict::Ends,
            _ if next > pos + width && self.is_key(next, at) => Verdict::Ends,
            b'"' if next > pos + width && self.is_stranger(next, at) => Verdict::Plausible,
            b'"' | b'\'' if self.line_ends_before(next) && matches!(at.place().level, Level::List { .. }) => {
                Verdict::Ends
            }
            b'"' if (next > pos + width || in_list)
                && self.is_piece(next, at)
                && (in_list || !self.has_quote(inner..pos)) =>
            {
                Verdict::Ends
            }
            b'`' | b'~' | b'<' if self.line_ends_before(next) && self.is_frame_end(next) => Verdict::Plausible,
            b'<' if self.text[next..].starts_with("<|") => Verdict::Plausible,
            _ if self.is_remark(next) && !self.text[inner..pos].contains(['"', '\n']) => Verdict::Plausible,
            _ => Verdict::Inner,
        }
    }

    /// Whether a straight quote that is not escaped is inside of a string that may end after it.
    fn has_quote(&self, content: core::ops::Range<usize>) -> bool {
        let quote = self.plain_quote(content.start, content.end);
        step(quote - content.start);
        quote < content.end
    }

    /// Whether a key with a value begins at `pos`, though none that the type knows.
    fn is_stranger(&self, pos: usize, at: &Frame<'_>) -> bool {
        let is_in_object = matches!(at.place().level, Level::Object { .. } | Level::Rest { .. });
        let key = if is_in_object { self.key_ahead(pos) } else { None };
        key.is_some_and(|key| self.is_value_start(self.after_space(key.colon + 1)))
    }

    /// Whether a number is at `pos` that is the next element of a list of texts and numbers, its comma missing.
    fn is_next_number(&self, pos: usize, at: &Frame<'_>) -> bool {
        matches!(at.place().level, Level::List { accepts, .. } if accepts.has(Accepts::NUMBER))
            && self.is_lone_number(pos)
    }

    pub(crate) fn is_frame_end(&self, pos: usize) -> bool {
        let rest = &self.text[pos..];
        self.meets_end_within(pos, 32);
        rest.starts_with("```") || rest.starts_with("~~~") || begins_frame_end(rest)
    }

    fn is_quote(&self, pos: usize) -> bool {
        matches!(self.byte(pos), b'"' | b'\'')
    }

    /// What a quote is that a comma follows, with `next` after the comma.
    pub(crate) fn after_comma(&self, next: usize, at: &Frame<'_>) -> Verdict {
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
            // This object's closer is missing, and the next element begins.
            return Verdict::Ends;
        }
        let Some(key) = self.key_ahead(next) else {
            return Verdict::Inner;
        };
        if self.belongs(&key, at) {
            return Verdict::Ends;
        }
        if self.is_member_value(key.colon) {
            Verdict::Plausible
        } else {
            Verdict::Inner
        }
    }

    /// Whether a value follows the colon of a key, perhaps in typographic quotes.
    fn is_member_value(&self, colon: usize) -> bool {
        let value = self.after_space(colon + 1);
        let first = self.text.get(value..).and_then(|rest| rest.chars().next());
        self.is_value_start(value) || first.is_some_and(quotes::is_quote)
    }

    /// A quote before a colon closes a key, so the string has ended before, unless no value follows the colon.
    fn before_colon(&self, colon: usize) -> Verdict {
        if self.is_member_value(colon) {
            Verdict::Overrun
        } else {
            Verdict::Inner
        }
    }

    pub(crate) fn is_value_start(&self, pos: usize) -> bool {
        let rest = &self.text.as_bytes()[pos.min(self.text.len())..];
        if !matches!(rest.first(), Some(b'"' | b'\'' | b'{' | b'[')) {
            self.meets_end_within(pos, 5);
        }
        matches!(rest.first(), Some(b'"' | b'\'' | b'{' | b'[' | b'-' | b'0'..=b'9'))
            || [&b"true"[..], b"false", b"null", b"True", b"False", b"None"]
                .iter()
                .any(|word| rest.starts_with(word))
    }

    /// A quote that opens a key of this very object, with a comma or a line's end before it, shows that the string's
    /// own closing quote is missing.
    fn lost_before(&self, pos: usize, inner: usize, at: &Frame<'_>) -> Option<Verdict> {
        let before = self.text[inner..pos].trim_end();
        step(pos - inner - before.len());
        let unlisted = before.strip_suffix([',', '，', '、', '،']).unwrap_or(before);
        let comma = unlisted.len() < before.len();
        if matches!(at.place().level, Level::List { .. }) {
            // After a comma at the end of a line, a whole string is the next element.
            let is_next =
                before.ends_with(',') && self.byte(pos) == b'"' && self.line_ends_before(pos) && self.is_piece(pos, at);
            let content = before.trim_end_matches(',').trim_end();
            let content = content.strip_suffix('\'').unwrap_or(content).len();
            return is_next.then(|| Verdict::Lost(inner + content, inner + before.len() - 1));
        }
        if let Some(end) = element_lost_before(before, at)
            && self.is_key(pos, at)
        {
            let content = self.text[inner..inner + end].trim_end().len();
            return Some(Verdict::Lost(inner + content, inner + end));
        }
        if !(comma || self.line_ends_before(pos)) || !self.is_key(pos, at) {
            return None;
        }
        let end = inner + unlisted.len();
        let content = self.text[inner..end].trim_end().len();
        Some(Verdict::Lost(inner + content, end))
    }
}

/// The place of the brace that closes this element, if the closing quote before it is missing and the next element of the list
/// follows: `.., "text": "Note}, {"text": ..`. `before` is the content of the string up to the first quote in it.
fn element_lost_before(before: &str, at: &Frame<'_>) -> Option<usize> {
    let end = before.strip_suffix('{')?.trim_end().strip_suffix(',')?.trim_end();
    let end = end.strip_suffix('}').filter(|_| is_element(at.place()))?;
    // Backwards, since each quote of the string asks for this.
    let found = end.rfind(['"', '{', '[']);
    step(end.len() - found.unwrap_or(0));
    found.is_none().then_some(end.len())
}
