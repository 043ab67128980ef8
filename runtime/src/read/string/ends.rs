//! Where a string ends that no quote of its own ends for certain.

use core::ops::Range;

use super::{Quotes, Verdict};
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::decode::begins_with_drive;
use crate::read::entity;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// The content of a string that was scanned up to `scanned`, where no quote ends it for certain: up to the first plausible
    /// quote and its width, or to the backslash before an `escaped` one.
    pub(super) fn undecided_end(
        &mut self,
        inner: usize,
        quotes: Quotes,
        plausible: Option<(usize, usize)>,
        escaped: Option<usize>,
        scanned: usize,
        at: &Frame<'_>,
    ) -> Range<usize> {
        let (end, width) = match (plausible, escaped) {
            (Some(plausible), _) => plausible,
            (None, Some(end)) => {
                self.repaired(RepairKind::InvalidEscape, at, end..end + 2);
                (end, 2)
            }
            (None, None) => return self.late_or_cut_end(inner, quotes, at),
        };
        self.pos = end + width;
        self.looked_for_end(scanned - end);
        inner..end
    }

    /// The content of a string none of whose quotes ends it: it ends before a mark of another kind, or is cut off.
    fn late_or_cut_end(&mut self, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Range<usize> {
        if let Some(mark) = self.late_end(inner, quotes, at) {
            self.repaired(RepairKind::SmartQuoteDelimiter, at, mark.clone());
            self.pos = mark.end;
            self.looked_for_end(self.text.len() - mark.end);
            return inner..mark.start;
        }
        let end = self.fence_end(inner);
        self.text = &self.text[..end];
        self.pos = end;
        self.cut(at);
        inner..end - cut_escape(&self.text[inner..end])
    }

    /// The content of a string whose own closing quote is missing, without the typographic mark that closes it instead.
    pub(super) fn lost_end(&mut self, content: Range<usize>, quotes: Quotes, at: &Frame<'_>) -> Range<usize> {
        let end = content.end;
        if let Some(mark) = quotes::late_close(&self.text[content.clone()], quotes.open) {
            self.repaired(RepairKind::SmartQuoteDelimiter, at, end - mark..end);
            return content.start..end - mark;
        }
        self.repaired(RepairKind::MissingQuote, at, end..end);
        let before = self.text[..content.start].strip_suffix('"').map(str::trim_end);
        let follows_text =
            before.is_some_and(|before| ["*/", "\\n", "\\r", "\\t"].iter().any(|end| before.ends_with(end)));
        let lead = self.text[content.clone()].trim_start();
        // The model may have started the string again: `"Ni, "Night"`.
        let next = self.text[self.pos.min(self.text.len())..].trim_start_matches([',', ' ', '\t', '\r', '\n']);
        let is_begun_again = next
            .strip_prefix(quotes.open)
            .is_some_and(|next| next.starts_with(lead.trim_end()));
        let is_escape = lead.ends_with('\\') && !begins_with_drive(lead.as_bytes());
        if follows_text
            || is_begun_again
            || is_escape
            || lead.is_empty()
            || lead.starts_with(',')
            || (lead.contains(',') && self.byte(content.end) == b'\n')
        {
            // Its opening quote may be the closing one of a string before it, or its text may be missing too. Or it ended before a comma
            // on its line.
            self.repaired(RepairKind::AmbiguousQuote, at, content.clone());
        }
        let text = &self.text[content.clone()];
        // An apostrophe in a word is no partner.
        let has = |part: &str, c: char| {
            step(part.len());
            let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
            part.match_indices(c).any(|(at, _)| {
                let is_in_word = is_letter(part.as_bytes()[..at].last()) && is_letter(part.as_bytes().get(at + 1));
                c != '\'' || !is_in_word
            })
        };
        let entity = entity::QUOTES.into_iter().find(|quote| text.ends_with(quote));
        // `"a', "b":`, `"a\", "b":`: what is in place of the closing quote, unless it has a partner in the string.
        let in_place = match text.char_indices().next_back() {
            Some((at, c @ ('\'' | '`'))) if quotes.open == '"' && !has(&text[..at], c) => 1,
            Some((at, c)) if c == quotes.open && text[..at].ends_with('\\') && !has(&text[..at], c) => {
                // The backslash is the path's: `"C:\"`.
                c.len_utf8() + usize::from(!begins_with_drive(text.as_bytes()))
            }
            // The quote is an entity of HTML: `"a&quot;, "b":`.
            _ => entity
                .filter(|quote| !text[..text.len() - quote.len()].contains(quote))
                .map_or(0, str::len),
        };
        if in_place > 0 {
            self.repaired(RepairKind::AmbiguousQuote, at, end - in_place..end);
        }
        // `the boys'`: an apostrophe may end a word.
        let is_apostrophe = in_place > 0 && text.ends_with("s'") && text.matches('\'').count() > 1;
        content.start..end - if is_apostrophe { 0 } else { in_place }
    }

    /// Where the content ends, and the comma after it, if this string of a list includes other elements because its closing
    /// quote is missing: `["a, "b"]`. Each quote inside then follows a comma and has text right after it, as an opening quote
    /// does.
    pub(super) fn swallowed_elements(
        &self,
        content: Range<usize>,
        quotes: Quotes,
        at: &Frame<'_>,
    ) -> Option<(usize, usize)> {
        let in_list = matches!(at.place().level, Level::List { .. });
        let quote = quotes.sole().filter(|_| in_list && quotes.triple.is_none())?;
        let bytes = &self.bytes()[..content.end];
        let mut first = None;
        let mut pos = content.start;
        loop {
            let stop = scan::either(bytes, pos, quote, b'\\');
            let Some(&found) = bytes.get(stop) else { break };
            if found == b'\\' {
                pos = (stop + 2).min(bytes.len());
                continue;
            }
            let before = self.text[content.start..stop].trim_end();
            let end = before.strip_suffix(',')?.trim_end();
            let is_opening = !end.is_empty() && self.text[stop + 1..content.end].starts_with(char::is_alphanumeric);
            if !is_opening {
                return None;
            }
            first.get_or_insert((content.start + end.len(), content.start + before.len() - 1));
            pos = stop + 1;
        }
        step(content.len());
        first
    }

    /// The comma before the quote at `pos`, which opens the next element, if a typographic mark before that comma closes
    /// this one: `["a”, "b"]`.
    pub(super) fn late_element_end(&self, inner: usize, pos: usize, quotes: Quotes, at: &Frame<'_>) -> Option<usize> {
        let in_list = matches!(at.place().level, Level::List { .. });
        if !in_list || quotes.sole().is_none() {
            return None;
        }
        let before = self.text[inner..pos].trim_end();
        step(pos - inner - before.len());
        let content = before.strip_suffix(',')?.trim_end();
        let last = content.chars().next_back()?;
        if last.is_ascii() {
            return None;
        }
        quotes::late_close(content, quotes.open).map(|_| inner + before.len() - 1)
    }

    /// The typographic mark that ends a string which no straight quote closes. Something has to follow it, because at the
    /// end of the text the string may be cut off.
    fn late_end(&self, inner: usize, quotes: Quotes, at: &Frame<'_>) -> Option<Range<usize>> {
        let marks = quotes::late_closing_quotes(quotes.open);
        let content = &self.text[inner..];
        step(content.len());
        for (offset, c) in content
            .char_indices()
            .filter(|(_, c)| !c.is_ascii() && marks.contains(c))
        {
            let mark = inner + offset..inner + offset + c.len_utf8();
            let follows = matches!(self.byte(self.after_space(mark.end)), b',' | b'}' | b']');
            if follows
                && matches!(
                    self.judge(mark.start, c.len_utf8(), inner, at),
                    Verdict::Ends | Verdict::Plausible
                )
            {
                return quotes::late_close(&self.text[inner..mark.end], quotes.open).map(|_| mark);
            }
        }
        None
    }

    /// Where the fence around the text is closed: a string that is cut off ends there at the latest.
    fn fence_end(&self, from: usize) -> usize {
        if !self.fenced {
            return self.text.len();
        }
        let rest = &self.text[from..];
        step(rest.len());
        match rest.rfind("\n```").or_else(|| rest.rfind("\n~~~")) {
            Some(offset) if rest[offset + 4..].trim_start().is_empty() => from + offset,
            _ => self.text.len(),
        }
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
