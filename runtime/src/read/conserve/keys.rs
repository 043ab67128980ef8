//! Whether a repaired key is the one that was meant, and whether a key without a value lost it.

use core::ops::Range;

use super::comments::is_word;
use super::{LONGEST_COMMENT, follows_comma};
use crate::bounds::LONGEST_KEY;
use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// Records a loss if a key without a value is not a field of this object: it may have been an element.
    #[cold]
    pub(in crate::read) fn conserve_key(&mut self, name: &str, span: Range<usize>, at: &Frame<'_>) {
        // In an object with a single key, the key names a variant: a second name may be the next element.
        let is_known = matches!(
            at.place().level,
            Level::Object { spec, .. } | Level::Rest { spec, .. } if !spec.one_key && spec.knows(name)
        );
        let is_repeated = !name.is_empty()
            && self.bytes()[self.pos..]
                .strip_prefix(b"\"")
                .and_then(|next| next.strip_prefix(name.as_bytes()))
                .is_some_and(|next| next.starts_with(b"\""));
        // After another string without a colon, it may be the value of that key: `"a", "b"`.
        let before = super::before_key(self.text, span.start)
            .strip_suffix(',')
            .map(str::trim_end);
        let quote = before
            .and_then(|before| before.chars().next_back())
            .filter(|&c| quotes::is_quote(c));
        let is_value = quote.is_some_and(|quote| {
            let before = before.unwrap_or_default();
            let inner = &before[..before.len() - quote.len_utf8()];
            let lead = inner.rsplit_once(quote).map(|(lead, _)| lead.trim_end());
            lead.is_some_and(|lead| lead.ends_with([',', '{']))
        }) || before.is_some_and(|before| before.ends_with(':'));
        if is_repeated || is_value {
            self.repaired(RepairKind::JunkRemoved, at, span);
        } else if !is_known && !self.sink.cut {
            self.repaired(RepairKind::ContentLost, at, span);
        }
    }

    /// Records a guess if the key of a map was repaired and contains punctuation that may not belong to it: such a key may
    /// be any string.
    #[cold]
    pub(in crate::read) fn conserve_map_key(&mut self, span: Range<usize>, at: &Frame<'_>) {
        let name = &self.text[span.clone()];
        let is_odd = name.starts_with(['-', '*', '•', '+'])
            || name.contains(|c: char| quotes::is_quote(c) || ":;,&<>{}[]".contains(c));
        if is_odd && takes_any_key(name, at) {
            self.repaired(RepairKind::AmbiguousQuote, at, span);
        }
    }

    /// Records a guess if the key of a map had no quotes, or not both, and is not one word: what is before a blank or a point may be a
    /// type, a number or a path, and a sign may be a mark. So is a key that no comma precedes: it may be the number of its line.
    #[cold]
    pub(in crate::read) fn conserve_bare_key(&mut self, span: Range<usize>, at: &Frame<'_>) {
        let name = &self.text[span.clone()];
        let is_apart = !follows_comma(self.text, span.start);
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let (half, other) = name.split_at_checked(name.len() / 2).unwrap_or_default();
        let is_doubled = half == other && half.len() > 1;
        let is_odd = is_apart || is_doubled || !name.chars().all(is_plain);
        // The member may have been begun again: `"a: "a: x"`.
        let value = head(&self.text[span.end..], LONGEST_KEY);
        let value = value.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ':'));
        let is_begun_again = !name.is_empty()
            && value
                .strip_prefix(name)
                .is_some_and(|value| value.trim_start().starts_with(':'));
        if is_begun_again || (is_odd && takes_any_key(name, at)) {
            self.repaired(RepairKind::JunkRemoved, at, span);
        }
    }

    /// Records a loss if the value before `pos` is missing, and a comment between the key and `pos` contains a string or
    /// begins with a value.
    #[cold]
    pub(crate) fn conserve_value(&mut self, pos: usize, at: &Frame<'_>) {
        let before = tail(&self.text[..pos], LONGEST_COMMENT);
        step(before.len());
        // There may be colons in the comment too.
        let begins_comment = |colon: &usize| {
            before[colon + 1..]
                .trim_start_matches(['>', ' ', '\t'])
                .starts_with(['#', '/'])
        };
        let mut colons = before.rmatch_indices([':', '=']).map(|(colon, _)| colon);
        let Some(colon) = colons.clone().find(begins_comment).or_else(|| colons.next()) else {
            return;
        };
        let (key, comment) = (&before[..colon], &before[colon + 1..]);
        let colon = pos - comment.len();
        let content = comment.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '>'));
        let marks = content.len() - content.trim_start_matches(['#', '/', '*', '-', '!']).len();
        let content = content[marks..].trim_end();
        let is_value = |content: &str| {
            content.starts_with(['{', '[']) || crate::read::number::is_plain(content) || is_word(content)
        };
        // With a space before it, a comment may say that there is no value.
        let says_something = |content: &str| {
            let word = content
                .trim_start_matches(|c: char| !c.is_alphanumeric())
                .split(|c: char| !c.is_alphanumeric() && c != '/')
                .next()
                .unwrap_or_default();
            !word.is_empty() && !NOTHING.iter().any(|nothing| nothing.eq_ignore_ascii_case(word))
        };
        // The colon may be part of the comment too.
        let is_inside = marks == 0 && key.trim_end().ends_with(['#', '/', '*']);
        let holds_value = is_value(content.trim_end_matches("*/").trim()) && (is_inside || marks > 0);
        if comment.matches(quotes::is_quote).count() > 1 || holds_value {
            self.repaired(RepairKind::ContentLost, at, colon..pos);
        } else if marks > 0 && (content.starts_with(char::is_alphanumeric) || says_something(content.trim_start())) {
            self.repaired(RepairKind::JunkRemoved, at, colon..pos);
        }
    }
}

/// Whether a key with this name may be an entry at this place, whatever it says.
fn takes_any_key(name: &str, at: &Frame<'_>) -> bool {
    match at.place().level {
        Level::Map { .. } => true,
        Level::Object { spec, .. } | Level::Rest { spec, .. } => {
            (spec.takes_rest || spec.takes_any()) && !spec.knows(name)
        }
        _ => false,
    }
}

/// How a comment begins that says that there is no value.
const NOTHING: [&str; 14] = [
    "empty", "missing", "n/a", "nil", "no", "none", "not", "nothing", "null", "omitted", "optional", "tbd", "todo",
    "unknown",
];
