//! A field that the text says once more, outside of the answer and with another value: `On second thought, severity: 3`.
//!
//! Prose may say what it wants. Only the name of a field and a colon count, at the start of a row or after a punctuation mark,
//! and only if another value follows. A part of a word, a name in the middle of a sentence and the same value again do not.

use alloc::vec::Vec;

use super::leaf::FoundValue;
use super::outline::FieldOutlines;
use super::rows::{Row, keyed};
use crate::bounds::LONGEST_KEY;
use crate::fold;
use crate::path::tail;
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
            let (name, is_start) = match last_mark(before) {
                Some(end) => (&before[end..], before[..end].chars().all(|c| !c.is_alphanumeric())),
                None => (before, before.len() == colon),
            };
            let is_place = match places {
                MentionPlaces::Start => is_start,
                MentionPlaces::Inside => !is_start,
                MentionPlaces::All => true,
            };
            // Quotes around a name are those of JSON.
            let name = name.trim_matches(|c| is_around(c) && !matches!(c, '"' | '\''));
            let field = self.fields.find(name).filter(|_| is_place)?;
            let value = content[colon + sign.len()..].trim_matches(is_around);
            let is_plain = self.fields.get(field).outline.writing().is_plain();
            let is_same = |known: &&str| begins_with(value, known) || begins_with(known, value);
            (is_plain && !value.is_empty() && !self.values[field].iter().any(is_same)).then_some(row.start())
        };
        content.match_indices([':', '：']).find_map(says_another)
    }
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

/// Whether a row says a field once more, under a name that revises it: `Final verdict: ..`.
pub(super) fn is_revision(text: &str, row: &Row, fields: &FieldOutlines) -> bool {
    let Some(keyed) = keyed(text, row).filter(|_| !row.is_code) else {
        return false;
    };
    let key = &text[keyed.key];
    let revises = |word: &str| {
        [
            "final",
            "updated",
            "revised",
            "corrected",
            "new",
            "actual",
            "correction",
        ]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
    };
    step(key.len());
    fields.find(key).is_none()
        && key
            .split_once([' ', '_', '-'])
            .is_some_and(|(word, name)| revises(word) && fields.find(name.trim()).is_some())
}
