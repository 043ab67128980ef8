//! A bulleted or numbered list, for a list of plain values.
//!
//! As the whole answer, the list must be the whole text, or the whole of its only code fence: prose with a list in it is an
//! explanation or a refusal more often than an answer. A list of one element, items with items of their own, numbers out of
//! order and rows without a marker are no answer either.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::found::FoundAnswer;
use super::leaf::{self, FoundValue, describe_values};
use super::outline::{Outline, Writing};
use super::rows::{Bullet, Row, bullet, rows};
use crate::read::transcript::{Transcript, trimmed};
use crate::repair::RepairKind;

/// Finds a list that is the whole answer.
pub(super) fn find(text: &str, outline: Outline) -> Option<FoundAnswer<'_>> {
    let element = outline.element().filter(|_| outline.writing() == Writing::List)?;
    let writing = element.writing();
    if !writing.is_plain() {
        return None;
    }
    let part = inside_fence(text);
    let items = items(text, part.clone()).filter(|items| items.len() > 1)?;
    let leaf = |item: &Range<usize>| FoundValue {
        key: "",
        content: &text[item.clone()],
        is_typed: writing.is_typed(),
    };
    let leaves: Vec<_> = items.iter().map(leaf).collect();
    if describe_values(&leaves) {
        return None;
    }
    // If some items are plain, the quotes and marks of the other items are part of them.
    let are_wrapped = leaves.iter().all(|leaf| leaf::is_wrapped(leaf.content));
    if !are_wrapped && leaves.iter().any(|leaf| is_json_line(leaf.content)) {
        return None;
    }
    let mut transcript = Transcript::default();
    transcript.bracket('[', part.start..part.start);
    let write = if are_wrapped { leaf::write_inline } else { leaf::write };
    for item in items {
        write(&mut transcript, writing, &flowing(&text[item.clone()]), item);
    }
    transcript.bracket(']', part.end..part.end);
    let span = trimmed(text, part);
    let mut found = FoundAnswer::new(text, transcript, RepairKind::BulletsRead, span.clone(), &leaves);
    found.around(text, span);
    Some(found)
}

/// Whether an item is a line of a JSON list rather than a value: brackets alone, brackets before a string that are not closed,
/// or a string in quotes with the comma of an element after it. The signs before the lines are then no bullets.
fn is_json_line(item: &str) -> bool {
    let item = item.trim();
    let is_bracket = |c: char| matches!(c, '[' | ']' | '{' | '}');
    let bare = item.trim_end_matches(',');
    let opens = item.starts_with(['[', '{']) && !bare.ends_with([']', '}']);
    if opens && item.trim_start_matches(|c| is_bracket(c) || c == ' ').starts_with('"') {
        return true;
    }
    let quoted = bare.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    let is_element = |inner: &str| !inner.contains('"') || inner.contains("\"\"");
    bare.chars().all(is_bracket) || (bare.len() < item.len() && quoted.is_some_and(is_element))
}

/// The content of an item, without the indentation of its lines.
pub(super) fn flowing(content: &str) -> Cow<'_, str> {
    if !content.contains('\n') {
        return Cow::Borrowed(content);
    }
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    Cow::Owned(lines.join("\n"))
}

/// The content of the code fence around the whole text, or the whole text.
fn inside_fence(text: &str) -> Range<usize> {
    let inner = || {
        let trimmed = text.trim();
        let (_, rest) = trimmed.strip_prefix("```")?.split_once('\n')?;
        let inner = rest.strip_suffix("```").filter(|inner| !inner.contains("```"))?;
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        Some(start..start + inner.len())
    };
    inner().unwrap_or(0..text.len())
}

/// The rows that are not blank, if there are several and each is one word. The rows of a list in JSON are no words.
pub(super) fn words(text: &str, rows: &[Row]) -> Option<Vec<Row>> {
    let words: Vec<Row> = rows.iter().filter(|row| !row.is_blank()).copied().collect();
    let is_word = |row: &Row| !row.is_code && !text[row.span()].contains(char::is_whitespace);
    let is_json = |row: &Row| text[row.span()].starts_with(['[', '{']);
    (words.len() > 1 && words.iter().all(is_word) && !is_json(&words[0])).then_some(words)
}

/// The items of a list that is all of this part of the text.
pub(super) fn items(text: &str, part: Range<usize>) -> Option<Vec<Range<usize>>> {
    let rows = rows(text, part);
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut before: Option<(Markers, usize)> = None;
    for row in rows.iter().filter(|row| !row.is_blank()) {
        let content = &text[row.span()];
        let found = bullet(content).filter(|_| !row.is_code);
        match (found, before) {
            (Some((found, width)), None) => {
                if !matches!(found, Bullet::Sign(_) | Bullet::Number(0 | 1)) {
                    return None;
                }
                before = Some((Markers::begin(found), row.indent()));
                items.push(row.start() + width..row.end());
            }
            (Some((found, width)), Some((markers, indent))) if row.indent() == indent => {
                before = Some((markers.with(found)?, indent));
                items.push(row.start() + width..row.end());
            }
            // A part of the last item, but not an item of its own.
            (None, Some((_, indent))) if row.indent() > indent && !row.is_code => items.last_mut()?.end = row.end(),
            _ => return None,
        }
    }
    let is_item = |item: &Range<usize>| !item.is_empty();
    (!items.is_empty() && items.iter().all(is_item)).then_some(items)
}

/// The markers of the items so far.
#[derive(Clone, Copy)]
struct Markers {
    first: Bullet,
    last: Bullet,
    /// The numbers of a list count up, or all are the first one: Markdown shows both in the same way.
    count_up: Option<bool>,
}

impl Markers {
    fn begin(first: Bullet) -> Self {
        Self {
            first,
            last: first,
            count_up: None,
        }
    }

    /// These markers and one more; `None` if it is no marker of the same list.
    fn with(self, next: Bullet) -> Option<Self> {
        let counts_up = match (self.last, next) {
            (Bullet::Number(last), Bullet::Number(next)) => last.checked_add(1) == Some(next),
            _ => false,
        };
        let fits = counts_up || (next == self.first && matches!(next, Bullet::Sign(_) | Bullet::Number(0 | 1)));
        (fits && self.count_up.is_none_or(|before| before == counts_up)).then_some(Self {
            last: next,
            count_up: Some(counts_up),
            ..self
        })
    }
}

/// The rows of each item of a list, if all of these rows are one.
pub(super) fn items_of_rows(text: &str, rows: &[Row]) -> Option<Vec<Vec<Row>>> {
    let mut items: Vec<Vec<Row>> = Vec::new();
    let mut markers: Option<(Markers, usize)> = None;
    for row in rows {
        let content = &text[row.span()];
        let found = bullet(content).filter(|_| !row.is_code);
        match (found, markers) {
            (Some((found, width)), before) if before.is_none_or(|(_, indent)| row.indent() == indent) => {
                let next = match before {
                    Some((before, _)) => before.with(found)?,
                    None => Markers::begin(found),
                };
                markers = Some((next, row.indent()));
                let columns = content[..width].chars().count();
                items.push(vec![row.after(width, columns)]);
            }
            (_, Some((_, indent))) if row.is_blank() || row.indent() > indent => items.last_mut()?.push(*row),
            _ if row.is_blank() => {}
            _ => return None,
        }
    }
    Some(items).filter(|items| !items.is_empty())
}

#[cfg(test)]
mod tests {
    use super::items;

    fn read(text: &str) -> Option<Vec<&str>> {
        Some(
            items(text, 0..text.len())?
                .into_iter()
                .map(|item| &text[item])
                .collect(),
        )
    }

    #[test]
    fn items_have_one_marker() {
        assert_eq!(read("- a\n- b\n"), Some(vec!["a", "b"]));
        assert_eq!(read("1. a\n\n2. b\n3. c"), Some(vec!["a", "b", "c"]));
        assert_eq!(read("1. a\n1. b\n1. c"), Some(vec!["a", "b", "c"]));
        assert_eq!(read("* a\n  more\n* b"), Some(vec!["a\n  more", "b"]));
        for text in [
            "",
            "a",
            "- a\nb",
            "Here:\n- a\n- b",
            "- a\n  - b\n- c",
            "1. a\n3. b",
            "2. a\n3. b",
            "2. a\n2. b",
            "1. a\n1. b\n3. c",
            "1. a\n1. b\n2. c",
            "1. a\n2. b\n1. c",
            "- a\n* b",
            "- a\n- \n",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
