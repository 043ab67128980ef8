//! Writes lists: on the row of their key, or as the rows below it.

use core::ops::Range;

use super::super::super::bullets::{items_of_rows, words};
use super::super::super::leaf::{self, InlineList};
use super::super::super::outline::{Outline, Writing};
use super::super::super::rows::{Bullet, Row, bullet};
use super::LineWriter;
use crate::read::transcript;
use crate::steps::step;

impl<'t> LineWriter<'t> {
    /// Writes the value on the row of its key as a list, if it is one: in brackets, or elements in quotes.
    pub(super) fn inline_list(&mut self, key: &'t str, outline: Outline, value: &Range<usize>) -> bool {
        let element = outline.element().filter(|_| outline.writing() == Writing::List);
        let content = &self.text[value.clone()];
        let is_open = element.is_some() && content.starts_with('[') && !content.contains(']');
        if is_open && self.cut_list(key, element.map_or(Writing::Any, Outline::writing), value) {
            return true;
        }
        self.in_doubt |= is_open;
        let Some(element) = element.map(Outline::writing).filter(|element| element.is_plain()) else {
            return false;
        };
        if element == Writing::Number && leaf::may_be_numbers(content) {
            self.repeated = self.repeated.or(Some(value.start));
        }
        if let Some(width) = self.item_on_row(element, content, value.start) {
            self.transcript.bracket('[', value.start..value.start + width);
            self.inline(key, element, value.start + width..value.end);
            self.transcript.bracket(']', value.end..value.end);
            return true;
        }
        let separated = || {
            let elements = leaf::separated(content, element)?;
            Some(InlineList { brackets: 0, elements })
        };
        let Some(list) = leaf::inline_elements(content).or_else(separated) else {
            return false;
        };
        self.transcript.bracket('[', value.start..value.start + list.brackets);
        for place in list.elements {
            self.inline(key, element, value.start + place.start..value.start + place.end);
        }
        self.transcript.bracket(']', value.end - list.brackets..value.end);
        true
    }

    /// Writes a list in brackets that the end of the text cuts off: `[a, b`.
    fn cut_list(&mut self, key: &'t str, element: Writing, value: &Range<usize>) -> bool {
        let content = self.text[value.clone()].trim_end();
        let written = content.trim_end_matches([',', ' ', '\t']);
        if !element.is_plain() || !self.text[value.end..].trim_start().is_empty() {
            return false;
        }
        step(written.len());
        let single = || {
            let inner = transcript::trimmed(written, 1..written.len());
            let is_one = !inner.is_empty() && !written.contains([',', '"', '\'', '`', '{']);
            is_one.then(|| vec![inner])
        };
        let Some(elements) = leaf::inline_elements(&format!("{written}]"))
            .map(|list| list.elements)
            .or_else(single)
        else {
            return false;
        };
        let is_closed = |place: &Range<usize>| leaf::is_wrapped(&written[place.clone()]);
        let is_inside = written.len() == content.len() && !elements.last().is_some_and(is_closed);
        self.transcript.bracket('[', value.start..value.start + 1);
        for place in elements {
            self.inline(key, element, value.start + place.start..value.start + place.end);
        }
        self.transcript.cut(is_inside);
        true
    }

    /// How wide the list marker is, if the value of a list is one item on the row of its key: `reasons: - a`. If another item seems
    /// to follow on the row, that is noted. A number may belong to the text, as in `1. May`, and a dash to a number.
    fn item_on_row(&mut self, element: Writing, content: &str, start: usize) -> Option<usize> {
        let (marker, width) = bullet(content).filter(|_| element != Writing::Number)?;
        step(content.len());
        let next = match marker {
            Bullet::Sign(sign) => [format!(" {sign} "), format!("; {sign} ")],
            Bullet::Number(number) => ['.', ')'].map(|sign| format!(" {}{sign} ", number.saturating_add(1))),
        };
        if next.iter().any(|next| content[width..].contains(&**next)) {
            self.repeated = self.repeated.or(Some(start));
        }
        matches!(marker, Bullet::Sign(_)).then_some(width)
    }

    /// Notes the rows of a list that may be several elements or one.
    pub(super) fn note_merged(&mut self, outline: Outline, rows: &str, start: usize) {
        let is_plain = |element: Outline| element.writing().is_plain();
        if outline.writing() == Writing::List && outline.element().is_some_and(is_plain) && leaf::may_be_elements(rows)
        {
            self.repeated = self.repeated.or(Some(start));
        }
    }

    /// Writes a list, if its items are all that these rows contain.
    pub(super) fn items(&mut self, key: &'t str, outline: Outline, rows: &[Row]) -> bool {
        let (Some(element), Some(first), Some(last)) = (outline.element(), rows.first(), rows.last()) else {
            return false;
        };
        let may_be_words = outline.writing() == Writing::List && element.writing().is_plain();
        let words = || words(self.text, rows).filter(|_| may_be_words);
        let words = || Some(words()?.into_iter().map(|row| vec![row]).collect());
        let Some(items) = items_of_rows(self.text, rows).or_else(words) else {
            return false;
        };
        self.transcript.bracket('[', first.start()..first.start());
        for item in &items {
            self.value(key, element, item);
        }
        self.transcript.bracket(']', last.end()..last.end());
        true
    }
}
