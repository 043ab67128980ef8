//! Whether two values may meet at a quote inside a string.

use core::ops::Range;

use super::LONGEST_JOINT;
use crate::bounds::LONGEST_KEY;
use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;

impl Cursor<'_> {
    /// Whether the quote at `pos` is right after an opening bracket that begins a line: the model may have begun its answer again
    /// in the middle of a string.
    pub(super) fn restarts_at(&self, pos: usize, start: usize) -> bool {
        let blanks = [' ', '\t', '\n', '\r'];
        let before = self.text[start..pos].trim_end_matches(blanks);
        step(pos - start - before.len());
        let Some(line) = before.strip_suffix(['[', '{']) else {
            return false;
        };
        let line = line.trim_end_matches([' ', '\t']);
        step(before.len() - line.len());
        line.ends_with('\n')
    }

    /// Whether the quote at `pos` opens a key of the next object, as far as the signs before it show: `"}, {"`.
    pub(super) fn opens_next_object(&self, pos: usize, start: usize) -> bool {
        let before = tail(&self.text[start..pos], LONGEST_JOINT);
        step(1);
        let Some(before) = before.trim_end().strip_suffix('{') else {
            return false;
        };
        step(before.len());
        let before = before.trim_end();
        before.strip_suffix(',').map_or(before, str::trim_end).ends_with('}')
    }

    /// Whether the text from `start` up to the quote at `pos`, or its last word, is repeated right after that quote and
    /// goes on there: the model may have broken the string off and begun it again. A quote after a number is an inch mark
    /// elsewhere.
    pub(super) fn is_begun_again(&self, start: usize, pos: usize, end: usize) -> bool {
        let before = self.text[start..pos].trim_start();
        step(pos - start);
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let mut after = self.text[pos..end].chars();
        after.next();
        let after = after.as_str();
        after.starts_with(char::is_alphanumeric)
            && !before.is_empty()
            && (after.starts_with(before) || (word.len() > 1 && after.starts_with(word)))
    }

    /// Whether the quote at `pos` opens the name of the string's own field on a new line, with a colon or a quote after it: the model may
    /// have broken the member off and begun it again.
    pub(super) fn begins_itself_again(&self, pos: usize, content: &Range<usize>, at: &Frame<'_>) -> bool {
        let Level::Object { spec, field } = at.place().level else {
            return false;
        };
        let before = tail(&self.text[content.start..pos], LONGEST_JOINT);
        step(1);
        if !before.trim_end_matches([' ', '\t']).ends_with('\n') {
            return false;
        }
        let key = head(&self.text[pos + 1..content.end], LONGEST_KEY);
        step(before.len() + key.len());
        let quote = char::from(self.byte(pos));
        key.split_once(quote).is_some_and(|(name, _)| {
            spec.exact(name).or_else(|| spec.folded(name)) == Some(field)
                && self
                    .char_at(self.after_space(pos + name.len() + 2))
                    .is_some_and(|c| matches!(c, ':' | '\\') || quotes::is_quote(c))
        })
    }

    /// Whether commas touch the quotes at `open` and `close` inside the string `content`, which may then be those of its neighbours:
    /// `"a, "b", c"`. In a sentence, there is more than a word between the commas.
    pub(super) fn is_between_commas(&self, open: usize, close: usize, content: &Range<usize>) -> bool {
        step(1);
        let inner = self
            .text
            .get(open + 1..close)
            .filter(|inner| inner.len() < LONGEST_JOINT);
        let before = self.text.get(content.start..open).unwrap_or_default();
        let before = tail(before, LONGEST_JOINT).trim_end_matches(' ').strip_suffix(',');
        let after = self.text.get(close + 1..content.end).unwrap_or_default();
        let after = head(after, LONGEST_JOINT).strip_prefix(',');
        let (Some(inner), Some(before), Some(after)) = (inner, before, after) else {
            return false;
        };
        step(before.len() + after.len());
        let near = [before.rsplit(',').next(), Some(inner), after.split(',').next()];
        (near.into_iter().flatten()).all(|part| !part.trim().contains(' '))
    }

    /// Whether another string with a prefix may begin right after the quote at `pos`: `"a"r"b"`.
    pub(super) fn is_before_prefixed(&self, pos: usize, end: usize) -> bool {
        let prefixed = self.bytes().get(pos + 1..end).unwrap_or_default();
        matches!(prefixed, [letter, quote, next, ..]
            if letter.is_ascii_alphabetic() && *quote == self.byte(pos) && !next.is_ascii_whitespace())
            && !self.text[..pos].ends_with([' ', '(', '\n', '\t'])
    }

    /// Whether only a separator is between the quote at `pos` and the next one, as in `a""b` and `a ";, " b`. They may then be the end
    /// of one string and the beginning of another. Next to a bracket or operator, they enclose a string in code: `f("")`.
    pub(super) fn is_between_strings(&self, pos: usize, content: &Range<usize>, in_list: bool) -> bool {
        let quote = char::from(self.byte(pos));
        let after = head(&self.text[pos + 1..content.end], LONGEST_JOINT);
        let mut rest = after.trim_start_matches(|c: char| c != quote && !c.is_alphanumeric());
        // The line break may be an escape.
        while let Some(behind) = rest
            .strip_prefix('n')
            .filter(|_| after[..after.len() - rest.len()].ends_with('\\'))
        {
            rest = behind.trim_start_matches(|c: char| c != quote && !c.is_alphanumeric());
        }
        let length = after.len() - rest.len();
        let between = &after[..length];
        step(length + 1);
        let is_separator = between.contains([',', ';', ':', '、', '，', '،', '；', '؛', '：']);
        let next = pos + length + 2;
        if !rest.starts_with(quote) || next >= content.end || !(is_separator || in_list)
            // In SQL, a quote is written twice.
            || (quote != '"' && between.is_empty())
        {
            return false;
        }
        let next = self.char_at(next);
        let last = self.text[content.start..pos].chars().next_back();
        let is_blank = |c: char| between.is_empty() && c.is_whitespace();
        // Where nothing is before it, it closes an empty string, unless the opening quote is doubled.
        last.map_or(in_list && !between.is_empty(), |c| {
            !"[({=:<>+!\\,".contains(c) && !is_blank(c)
        }) && next.is_some_and(|c| !"])}>.:;,+=!\\".contains(c) && !is_blank(c))
    }

    /// Whether the string may have ended at the quote at `pos`: a comma or colon follows it, and after that a string, an
    /// object or a list begins.
    pub(super) fn is_joint(&self, pos: usize, limit: usize, open: char) -> bool {
        let quote = self.text[pos..].chars().next().unwrap_or(open);
        let rest = head(&self.text[pos + quote.len_utf8()..limit], LONGEST_JOINT);
        let behind = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ']'));
        step(rest.len() - behind.len() + 1);
        let next = behind.strip_prefix([',', ';', ':', '、', '，', '،', '؛']);
        // Nobody quotes two brackets and a comma, or two commas.
        let closers = rest[..rest.len() - behind.len()].matches(['}', ']']).count();
        let is_end = next.is_some_and(|next| closers > 1 || (closers == 0 && next.starts_with(',')));
        let next = next.or_else(|| behind.strip_prefix("\\n")).map(str::trim_start);
        // A quote like the one that opened this string opens the next one, which Python joins with this one.
        let is_next = open != '"' && behind.len() < rest.len() && behind.starts_with(open);
        // The prefix may be any letter.
        let prefixed = next.and_then(|next| next.strip_prefix(|c: char| c.is_ascii_alphabetic()));
        is_next
            || is_end
            || next.is_some_and(|next| next.starts_with(['{', '[']) || quotes::opens_string(next))
            || prefixed.is_some_and(|next| next.starts_with(quote))
    }

    /// Whether the quote at `pos`, inside the string that begins at `start`, may open the next element: it touches a comma, or
    /// only white space is before it, a line break and a comma, a bracket or a tag. In a sentence, a space follows the comma, and none
    /// follows the quote.
    ///
    /// A mark of another kind than the string's `own` opens the next element only after a comma, and on its line only if a quote
    /// before it may have ended this one.
    pub(super) fn is_after_joint(&self, pos: usize, start: usize, own: bool, is_ended: bool) -> bool {
        let before = &self.text[start..pos];
        step(1);
        let near = tail(before, LONGEST_JOINT);
        // The line break may be an escape.
        let mut told = near.trim_end();
        while let Some(before) = told.strip_suffix("\\n") {
            told = before.trim_end();
        }
        step(near.len() - told.len());
        if !own && is_ended && (before.ends_with(',') || told.ends_with('"')) {
            return true;
        }
        let is_on_next_line = told.ends_with(',') && near[told.len()..].contains('\n');
        if !own || is_on_next_line {
            return is_on_next_line;
        }
        let is_blank = !before.is_empty() && told.is_empty();
        let is_apart = matches!(before.as_bytes(), [.., b',', b' ']) && self.byte(pos + 1) == b' ';
        let is_escaped = told.ends_with("\\\",");
        // A list that is begun again, or the end of a line.
        let is_begun = before.ends_with([',', '[', '{']) || before.ends_with("<br>") || before.ends_with("<br/>");
        is_begun || is_apart || is_blank || is_escaped
    }

    /// Whether the quote at `pos`, inside of a string that ends at `end`, may have ended it before another element: a comma or an
    /// operator touches it, or a line ends there.
    pub(super) fn is_before_joint(&self, pos: usize, end: usize) -> bool {
        let Some(rest) = self.text.get(pos + 1..end) else {
            return false;
        };
        let rest = head(rest, LONGEST_JOINT);
        step(rest.len());
        let line = rest.split_once('\n').map(|(line, _)| line.trim_end());
        let ends_line = line.is_some_and(|line| {
            let ends_sentence = line.is_empty() || line.ends_with(['.', '!', '?', ':', ';', ')']);
            line.ends_with(',') || !(ends_sentence || line.contains(char::is_alphanumeric))
        });
        let is_single = self.byte(pos) == b'\'' && rest.starts_with(',');
        ends_line || is_single || rest.starts_with(['-', '=', '|', '/', '\\', '+', '<', '>', '~', '^', '['])
    }
}
