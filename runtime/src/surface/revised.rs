//! A field that the text says once more, outside of the answer and with another value: `On second thought, severity: 3`.
//!
//! Prose may say what it wants. Only the name of a field and a colon count, at the start of a row or after a punctuation mark,
//! and only if another value follows. A word next to the name may mark this value as the final one: `Final severity`,
//! `Severity (updated)`. A part of a word, a name in the middle of a sentence, a name with another word (`Previous
//! severity`, `Maximum severity`) and the same value again do not count.

use alloc::vec::Vec;

use super::leaf::FoundValue;
use super::outline::FieldOutlines;
use super::rows::{Row, keyed};
use crate::bounds::LONGEST_KEY;
use crate::fold;
use crate::path::{head, tail};
use crate::steps::step;

/// Which places of a row count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MentionPlaces {
    Start,
    /// After a punctuation mark.
    Inside,
    All,
}

/// The values of the fields that were found, to compare with what else the text says.
pub(super) struct SaidValues<'f, 't> {
    text: &'t str,
    fields: &'f FieldOutlines,
    /// For each field. There are several if objects inside have a field of the same name.
    values: Vec<Vec<&'t str>>,
}

/// So many values of a field are compared.
const MOST_VALUES: usize = 8;

impl<'f, 't> SaidValues<'f, 't> {
    pub(super) fn new(text: &'t str, fields: &'f FieldOutlines, leaves: &[FoundValue<'t>]) -> Self {
        let mut values = vec![Vec::new(); fields.len()];
        step(leaves.len());
        for leaf in leaves.iter().filter(|leaf| !leaf.key.is_empty()) {
            let known = fields.find(leaf.key).map(|field| &mut values[field]);
            if let Some(known) = known.filter(|known| known.len() < MOST_VALUES) {
                known.push(leaf.content.trim_matches(is_around));
            }
        }
        Self { text, fields, values }
    }

    /// Where this row contradicts one of the values.
    pub(super) fn contradicted(&self, row: &Row, places: MentionPlaces) -> Option<usize> {
        if row.is_code {
            return None;
        }
        let content = &self.text[row.span()];
        step(content.len());
        let says_another = |(colon, sign): (usize, &str)| {
            let before = tail(&content[..colon], LONGEST_KEY);
            let is_whole = before.len() == colon;
            let before = without_remark(before);
            let (name, is_start) = match last_mark(before) {
                Some(end) => (&before[end..], before[..end].chars().all(|c| !c.is_alphanumeric())),
                None => (before, is_whole),
            };
            let is_place = match places {
                MentionPlaces::Start => is_start,
                MentionPlaces::Inside => !is_start,
                MentionPlaces::All => true,
            };
            // Quotes around a name are those of JSON.
            let name = name.trim_matches(|c| is_around(c) && !matches!(c, '"' | '\''));
            let found = self.fields.find(name).or_else(|| revised_field(name, self.fields));
            let field = found.filter(|_| is_place)?;
            let value = content[colon + sign.len()..].trim_matches(is_around);
            let is_plain = self.fields.get(field).outline.writing().is_plain();
            let is_same = |known: &&str| begins_with(value, known) || begins_with(known, value);
            (is_plain && !value.is_empty() && !self.values[field].iter().any(is_same)).then_some(row.start())
        };
        content.match_indices([':', '：']).find_map(says_another)
    }
}

/// Whether a value contains the name of a field that was not found, followed by a colon or an equals sign and a value: `Ada, age: 36`.
///
/// A name in quotes is only mentioned, and `a::b`, `a == b` and a URL separate nothing.
pub(super) fn is_named_inside(content: &str, fields: &FieldOutlines, found: &[usize]) -> bool {
    if (0..fields.len()).all(|number| found.contains(&number)) {
        return false;
    }
    step(content.len());
    let is_missing = |name: &str| fields.find(name).is_some_and(|number| !found.contains(&number));
    content.match_indices([':', '：', '=']).any(|(at, sign)| {
        let value = &content[at + sign.len()..];
        let is_part =
            value.starts_with([':', '/', '=', '>', '~']) || content[..at].ends_with([':', '=', '!', '<', '>']);
        if is_part || value.trim_matches(is_around).is_empty() {
            return false;
        }
        let before = tail(&content[..at], LONGEST_KEY);
        let is_whole = before.len() == at;
        let before = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`'));
        let starts = before.char_indices().rev().filter(|&(_, c)| is_before_name(c));
        let starts = starts
            .map(|(start, c)| start + c.len_utf8())
            .chain(is_whole.then_some(0));
        starts
            .take(MOST_WORDS)
            .any(|start| is_missing(before[start..].trim_start()))
    })
}

/// No name of a field has more words.
const MOST_WORDS: usize = 6;

/// Whether the name of a field may follow this sign.
fn is_before_name(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';' | '|' | '(' | '[' | '{' | '.' | '!' | '?' | '/' | '*' | '_' | '—' | '–' | '，' | '；'
        )
}

/// Whether a text is this value, or this value and words that follow it.
fn begins_with(text: &str, value: &str) -> bool {
    step(value.len());
    let rest = text.get(value.len()..).unwrap_or_default();
    let is_end = rest.trim_start_matches('.').is_empty() || rest.starts_with([' ', '\n', ',', ';', ')', '(']);
    let head = text.get(..value.len());
    is_end && head.is_some_and(|head| fold::folds_to(head, value))
}

/// The end of the last mark that separates a part of a sentence.
fn last_mark(before: &str) -> Option<usize> {
    let is_mark = |&(at, c): &(usize, char)| match c {
        ',' | ';' | '.' | '!' | '?' | ':' | '：' | '—' | '–' | '(' => true,
        '-' => before[at + 1..].starts_with(' '),
        _ => false,
    };
    let (at, mark) = before.char_indices().rev().find(is_mark)?;
    Some(at + mark.len_utf8())
}

fn is_around(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`' | '"' | '\'' | '.')
}

/// Whether a row says a field once more, under a name that revises it: `Final verdict: ..`, `Verdict (updated): ..`.
pub(super) fn is_revision(text: &str, row: &Row, fields: &FieldOutlines) -> bool {
    if row.is_code {
        return false;
    }
    if let Some(keyed) = keyed(text, row) {
        return revised_field(&text[keyed.key], fields).is_some();
    }
    let head = head(&text[row.span()], LONGEST_KEY);
    step(head.len());
    let Some((key, _)) = head.split_once([':', '：']) else {
        return false;
    };
    let name = without_remark(key);
    name.len() < key.len() && fields.find(name.trim_matches(|c: char| !c.is_alphanumeric())).is_some()
}

/// The field that a name with a word before it revises: `final verdict`, `my updated severity`. No field may have that very name.
fn revised_field(name: &str, fields: &FieldOutlines) -> Option<usize> {
    step(name.len());
    if fields.find(name).is_some() {
        return None;
    }
    let (word, rest) = name.trim().split_once([' ', '_', '-'])?;
    let is_article = ["the", "my", "our"]
        .iter()
        .any(|article| word.eq_ignore_ascii_case(article));
    let (word, name) = if is_article {
        rest.split_once([' ', '_', '-'])?
    } else {
        (word, rest)
    };
    fields.find(name.trim()).filter(|_| revises(word))
}

/// What is before a colon, without words in parentheses that revise it: `Verdict (updated)`.
fn without_remark(before: &str) -> &str {
    let inner = || {
        let closed = before
            .trim_end_matches(|c| is_around(c) && c != '.')
            .strip_suffix(')')?;
        let (name, remark) = closed.rsplit_once('(')?;
        remark.split_whitespace().any(revises).then_some(name)
    };
    inner().unwrap_or(before)
}

/// Whether a word says that what follows counts, and not what was before.
fn revises(word: &str) -> bool {
    const WORDS: [&str; 15] = [
        "final",
        "finally",
        "updated",
        "update",
        "revised",
        "revision",
        "corrected",
        "correct",
        "correction",
        "new",
        "actual",
        "adjusted",
        "amended",
        "changed",
        "real",
    ];
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}
