//! Which rows are the fields of an object, and which rows belong to each field.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::outline::{FieldOutline, FieldOutlines, Outline, Writing};
use super::super::rows::{Keyed, Row, bullet, keyed};
use crate::read::turn::begins_turn;
use crate::steps::step;

/// The keys that an object may have.
pub(super) enum Keys<'f> {
    Fields(&'f FieldOutlines),
    /// Every key, each with such a value.
    All(Outline),
}

impl Keys<'_> {
    /// The number of the field of this name; a map has only one.
    pub(super) fn field(&self, key: &str) -> Option<usize> {
        match self {
            Self::Fields(fields) => fields.of_element(key),
            Self::All(_) => Some(0),
        }
    }

    /// The key for the field of this number, which was found by this name.
    pub(super) fn key<'n>(&self, number: usize, name: &'n str) -> &'n str {
        match self {
            Self::Fields(fields) => fields.key(number, name),
            Self::All(_) => name,
        }
    }

    pub(super) fn outline(&self, number: usize) -> Outline {
        match self {
            Self::Fields(fields) => {
                let FieldOutline { outline, .. } = fields.get(number);
                outline
            }
            Self::All(outline) => *outline,
        }
    }
}

/// A field and the rows that belong to it.
pub(super) struct LineEntry {
    pub(super) field: Option<usize>,
    pub(super) keyed: Keyed,
    /// The rows after that of the key.
    pub(super) rows: Range<usize>,
}

/// The fields of an object.
pub(super) struct LineEntries {
    /// The rows with their keys. There may be one for every third byte of a text, so nothing else is kept.
    numbers: Vec<u32>,
    /// The row of the first field, and the row after the last one.
    pub(super) first: usize,
    pub(super) end: usize,
    /// How many rows of strings begin with a key that is written in another way than those of the fields.
    other_keys: usize,
}

impl LineEntries {
    /// Finds the fields in these rows: they begin with the first one, and all have its indentation and its list marker, if it
    /// has one.
    pub(super) fn find(text: &str, rows: &[Row], keys: &Keys<'_>) -> Option<Self> {
        let is_known = |keyed: &Keyed| keys.field(&text[keyed.key.clone()]).is_some();
        let known = |row: &Row| {
            step(1);
            keyed(text, row).filter(is_known)
        };
        let first = rows.iter().position(|row| known(row).is_some())?;
        let (base, has_bullet) = (rows[first].indent(), known(&rows[first])?.has_bullet);
        let is_level = |row: &Row| row.indent() == base && !row.is_code;
        // Below headings, a line with a colon is a line of the value.
        let is_key = |row: &Row| is_level(row) && row.layout == rows[first].layout;
        let starts = |row: &Row| is_key(row) && known(row).is_some_and(|keyed| keyed.has_bullet == has_bullet);
        let last = rows.iter().rposition(starts)?;
        let mut numbers = Vec::new();
        let mut current: Option<LineEntry> = None;
        let (mut end, mut other_keys) = (rows.len(), 0);
        for (number, row) in rows.iter().enumerate().skip(first) {
            if row.is_blank() || row.is_code || row.indent() > base {
                continue;
            }
            let after_blank = number > 0 && rows[number - 1].is_blank();
            let here = keyed(text, row).filter(|keyed| is_key(row) && keyed.has_bullet == has_bullet);
            // A line of a string may begin with a word and a colon.
            let is_text = |keyed: &Keyed, current: &LineEntry| {
                let goes_on = current
                    .field
                    .is_some_and(|number| keys.outline(number).writing() == Writing::Text);
                goes_on && !keyed.is_like(&current.keyed, text) && !begins_turn(&text[row.span()])
            };
            let is_other = |keyed: &Keyed| {
                let current = current.as_ref();
                !is_known(keyed) && current.is_some_and(|current| is_text(keyed, current))
            };
            other_keys += usize::from(here.as_ref().is_some_and(is_other));
            let is_entry = |keyed: &Keyed| is_known(keyed) || (!is_other(keyed) && (number < last || !after_blank));
            if let Some(keyed) = here.filter(is_entry) {
                // No text has more rows than `u32::MAX` bytes.
                numbers.extend(u32::try_from(number));
                current = Some(LineEntry {
                    field: keys.field(&text[keyed.key.clone()]),
                    keyed,
                    rows: number + 1..rows.len(),
                });
                continue;
            }
            let current = current.as_ref()?;
            let writing = current
                .field
                .map_or(Writing::Text, |number| keys.outline(number).writing());
            let is_item = is_level(row) && !has_bullet && bullet(&text[row.span()]).is_some();
            let has_no_value = current.keyed.value.is_empty();
            let is_value = has_no_value && rows[current.rows.start..number].iter().all(Row::is_blank);
            let belongs = match writing {
                _ if is_item && has_no_value => true,
                _ if writing.is_plain() && is_value => row.indent() == base,
                Writing::Text => row.indent() == base && (number < last || !after_blank),
                _ => false,
            };
            if belongs {
                continue;
            }
            // What follows a key without a value may be the value.
            if number < last || (is_value && !after_blank) {
                return None;
            }
            end = number;
            break;
        }
        let is_any = !numbers.is_empty();
        is_any.then_some(Self {
            numbers,
            first,
            end,
            other_keys,
        })
    }

    /// The fields, in order.
    pub(super) fn all<'e>(
        &'e self,
        text: &'e str,
        rows: &'e [Row],
        keys: &'e Keys<'_>,
    ) -> impl DoubleEndedIterator<Item = LineEntry> + 'e {
        (0..self.numbers.len()).filter_map(move |index| {
            let number = self.numbers[index] as usize;
            let keyed = keyed(text, &rows[number])?;
            let next = self.numbers.get(index + 1);
            Some(LineEntry {
                field: keys.field(&text[keyed.key.clone()]),
                keyed,
                rows: number + 1..next.map_or(self.end, |&next| next as usize),
            })
        })
    }

    /// Whether the fields are all that these rows contain.
    pub(super) fn is_all(&self, rows: &[Row]) -> bool {
        let outside = [&rows[..self.first], &rows[self.end..]];
        outside.iter().all(|rows| rows.iter().all(Row::is_blank))
    }

    /// The numbers of the fields that the type knows, each once.
    pub(super) fn found(&self, text: &str, rows: &[Row], keys: &Keys<'_>) -> Vec<usize> {
        let found: BTreeSet<usize> = self.all(text, rows, keys).filter_map(|entry| entry.field).collect();
        found.into_iter().collect()
    }

    /// How many keys the type does not know, those right before and after the fields included.
    pub(super) fn unknown(&self, text: &str, rows: &[Row], keys: &Keys<'_>) -> usize {
        let is_key = |row: &&Row| keyed(text, row).is_some_and(|keyed| !keyed.value.is_empty());
        let is_near = |row: &&Row| !row.is_blank();
        let before = rows[..self.first].iter().rev().take_while(is_near).filter(is_key);
        let after = rows[self.end..].iter().take_while(is_near).filter(is_key);
        let inside = self.all(text, rows, keys).filter(|entry| entry.field.is_none());
        before.count() + inside.count() + self.other_keys + after.count()
    }

    /// Where the last row ends that is not blank.
    pub(super) fn last_end(&self, rows: &[Row]) -> usize {
        let used = &rows[self.first..self.end];
        used.iter().rfind(|row| !row.is_blank()).map_or(0, Row::end)
    }
}
