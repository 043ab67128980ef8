//! A text as rows, each with its indentation and the key or list marker that it begins with.

use alloc::vec::Vec;
use core::ops::Range;

use crate::bounds;
use crate::path::small;
use crate::steps::step;

/// A line of the text. There may be one for every byte, so it is small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    indent: u32,
    start: u32,
    end: u32,
    /// It is inside a code fence, or is one of its two marks.
    pub(super) is_code: bool,
    pub(super) layout: KeyLayout,
}

/// How a key is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyLayout {
    /// Before a colon.
    Colon,
    /// As a heading: the value is below.
    Heading,
    /// In the first of two cells of a table: the value is in the second one.
    Cells,
}

impl Row {
    /// A row with so many columns before its content.
    fn new(indent: usize, content: &Range<usize>, is_code: bool) -> Self {
        Self {
            indent: small(indent),
            start: small(content.start),
            end: small(content.end),
            is_code,
            layout: KeyLayout::Colon,
        }
    }

    pub(super) fn laid_out(self, layout: KeyLayout) -> Self {
        Self { layout, ..self }
    }

    pub(super) fn outside_code(self) -> Self {
        Self { is_code: false, ..self }
    }

    /// The same row without the first bytes of its content, which are so many columns wide.
    pub(super) fn after(self, width: usize, columns: usize) -> Self {
        Self::new(
            self.indent() + columns,
            &(self.start() + width..self.end()),
            self.is_code,
        )
    }

    /// Columns before the content.
    pub(super) fn indent(&self) -> usize {
        self.indent as usize
    }

    /// Where the content begins, without the space around it.
    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    /// Where the content ends.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// The white space before the content, if it is as wide as the indentation: that of an item without its marker is not.
    pub(super) fn lead<'t>(&self, text: &'t str) -> Option<&'t str> {
        let before = &text[..self.start()];
        let lead = &before[before.trim_end_matches([' ', '\t']).len()..];
        (lead.chars().map(columns).sum::<usize>() == self.indent()).then_some(lead)
    }

    pub(super) fn is_blank(&self) -> bool {
        self.start == self.end
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.start()..self.end()
    }
}

/// A tab is as wide as so many spaces.
const TAB: usize = 4;

fn columns(c: char) -> usize {
    if c == '\t' { TAB } else { 1 }
}

/// White space without the first so many columns.
pub(super) fn without_columns(lead: &str, mut width: usize) -> &str {
    let mut rest = lead.chars();
    while width > 0
        && let Some(c) = rest.next()
    {
        width = width.saturating_sub(columns(c));
    }
    rest.as_str()
}

/// The rows of a part of a text.
pub(super) fn rows(text: &str, part: Range<usize>) -> Vec<Row> {
    step(part.len());
    let mut rows = Vec::with_capacity(text[part.clone()].split_inclusive('\n').count());
    let mut start = part.start;
    let mut fence = None;
    for line in text[part].split_inclusive('\n') {
        step(line.len());
        let content = line.trim();
        let lead = line.len() - line.trim_start().len();
        let mark = ["```", "~~~"].into_iter().find(|mark| content.starts_with(mark));
        let is_mark = mark.is_some() && (fence.is_none() || (fence == mark && content.len() == 3));
        let is_code = fence.is_some() || is_mark;
        let is_rule =
            !is_code && content.len() > 2 && content.bytes().all(|byte| matches!(byte, b'-' | b'*' | b'_' | b'='));
        // A line across the page separates, as a blank one does.
        let content = if is_rule { "" } else { content };
        if is_mark {
            fence = if fence.is_none() { mark } else { None };
        }
        let content_start = if content.is_empty() { start } else { start + lead };
        let indent = line[..lead].chars().map(columns).sum();
        let content = content_start..content_start + content.len();
        rows.push(Row::new(indent, &content, is_code));
        start += line.len();
    }
    rows
}

/// What marks an element of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bullet {
    Sign(char),
    Number(u32),
}

/// The list marker at the start of a content, and how long it is with the space after it.
pub(super) fn bullet(content: &str) -> Option<(Bullet, usize)> {
    let first = content.chars().next()?;
    let (bullet, width) = match first {
        '-' | '*' | '+' | '•' | '–' | '◦' | '▪' => (Bullet::Sign(first), first.len_utf8()),
        '0'..='9' => {
            let digits = content.bytes().take(DIGITS).take_while(u8::is_ascii_digit).count();
            let number = content[..digits].parse().ok()?;
            content[digits..]
                .starts_with(['.', ')'])
                .then_some((Bullet::Number(number), digits + 1))?
        }
        _ => return None,
    };
    let rest = &content[width..];
    let space = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    (space > 0 || (rest.is_empty() && first == '-')).then_some((bullet, width + space))
}

/// No number of a list has more digits.
const DIGITS: usize = 4;

/// A key at the start of a row, and the rest of the row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Keyed {
    pub(super) key: Range<usize>,
    /// What follows on the same row, without the space around it.
    pub(super) value: Range<usize>,
    /// The columns of the row before the key.
    pub(super) column: usize,
    /// There is a list marker before the key.
    pub(super) has_bullet: bool,
    /// There is a mark around the key: it is in bold, for example.
    is_marked: bool,
}

impl Keyed {
    /// Whether this key is written like another one: both have a mark or none, and their first letters have one case. Whoever
    /// writes a field more writes it like the others; a sentence that begins with a word and a colon has its own way.
    pub(super) fn is_like(&self, other: &Self, text: &str) -> bool {
        let first = |keyed: &Self| text[keyed.key.clone()].chars().next();
        let is_capital = |keyed: &Self| {
            let first = first(keyed).filter(|first| first.is_uppercase() || first.is_lowercase());
            first.map(char::is_uppercase)
        };
        let cases = is_capital(self).zip(is_capital(other));
        self.is_marked == other.is_marked && cases.is_none_or(|(own, other)| own == other)
    }
}

/// The key that a row begins with: `name: Ada`, `**Name:** Ada`, `- name: Ada`.
pub(super) fn keyed(text: &str, row: &Row) -> Option<Keyed> {
    if row.is_code {
        return None;
    }
    if row.layout != KeyLayout::Colon {
        return laid_out(text, row);
    }
    let content = &text[row.span()];
    let head = crate::path::head(content, 2 * bounds::LONGEST_KEY);
    step(head.len());
    let marker = bullet(head);
    if let Some((Bullet::Number(_), _)) = marker {
        return None;
    }
    let width = marker.map_or(0, |(_, width)| width);
    let rest = &head[width..];
    let mark = ["**", "__", "*", "_", "`"]
        .into_iter()
        .find(|mark| rest.starts_with(mark))
        .unwrap_or("");
    let inner = &rest[mark.len()..];
    let colon = inner.find([':', '：'])?;
    let colon_width = inner[colon..].chars().next().map_or(1, char::len_utf8);
    let (name, after) = (&inner[..colon], &inner[colon + colon_width..]);
    // The mark may close before the colon or after it.
    let (name, closing) = match name.strip_suffix(mark).filter(|_| !mark.is_empty()) {
        Some(name) => (name, 0),
        None if mark.is_empty() => (name, 0),
        None => after.starts_with(mark).then_some((name, mark.len()))?,
    };
    let after = &after[closing..];
    let is_apart = after.is_empty() || after.starts_with([' ', '\t']) || colon_width > 1;
    let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '\'' | '&');
    let key = name.trim();
    let is_key = key.starts_with(|c: char| c.is_alphanumeric() || c == '_') && key.chars().all(fits);
    if !is_key || !is_apart || key.len() > bounds::LONGEST_KEY || key.split(' ').count() > WORDS {
        return None;
    }
    let place = |part: &str| row.start() + (part.as_ptr() as usize - head.as_ptr() as usize);
    let value_start = place(after);
    let value = &text[value_start..row.end()];
    let lead = value.len() - value.trim_start().len();
    let value_start = if value.trim_start().is_empty() {
        row.end()
    } else {
        value_start + lead
    };
    Some(Keyed {
        key: place(key)..place(key) + key.len(),
        value: value_start..row.end(),
        column: row.indent() + head[..width].chars().count(),
        has_bullet: marker.is_some(),
        is_marked: !mark.is_empty(),
    })
}

/// The key of a heading, or of a row of a table.
fn laid_out(text: &str, row: &Row) -> Option<Keyed> {
    let content = &text[row.span()];
    step(content.len());
    let (key, value) = match row.layout {
        KeyLayout::Cells => content.strip_prefix('|')?.strip_suffix('|')?.split_once('|')?,
        _ => (content, &content[content.len()..]),
    };
    let key = key.trim_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '*' | '_' | '`' | ':'));
    let value = value.trim();
    let place = |part: &str| row.start() + (part.as_ptr() as usize - content.as_ptr() as usize);
    Some(Keyed {
        key: place(key)..place(key) + key.len(),
        value: place(value)..place(value) + value.len(),
        column: row.indent(),
        has_bullet: false,
        is_marked: false,
    })
}

/// The key that a line begins with.
pub(super) fn key_of(line: &str) -> Option<&str> {
    let content = line.trim();
    if !content.contains([':', '：']) {
        return None;
    }
    let start = content.as_ptr() as usize - line.as_ptr() as usize;
    let keyed = keyed(line, &Row::new(0, &(start..start + content.len()), false))?;
    Some(&line[keyed.key])
}

/// No key has more words.
const WORDS: usize = 5;

#[cfg(test)]
mod tests {
    use super::{Bullet, bullet, keyed, rows};

    fn key(text: &str) -> Option<(&str, &str)> {
        let row = rows(text, 0..text.len()).first().copied()?;
        keyed(text, &row).map(|keyed| (&text[keyed.key], &text[keyed.value]))
    }

    #[test]
    fn keys_begin_a_row() {
        for text in [
            "name: Ada",
            "**name:** Ada",
            "**name**: Ada",
            "- name: Ada",
            "* **name**: Ada",
            "  `name`: Ada  ",
            "name：Ada",
            "_name_: Ada",
        ] {
            assert_eq!(key(text), Some(("name", "Ada")), "{text}");
        }
        assert_eq!(key("name:"), Some(("name", "")));
        assert_eq!(key("**Full name:**\n"), Some(("Full name", "")));
        for text in [
            "https://example.org",
            "\"name\": \"Ada\"",
            "{name: Ada}",
            "Here is what I found about it: nothing",
            "12:30",
            "1. name: Ada",
            "f(x): y",
            "**name: Ada",
            "",
        ] {
            assert_eq!(key(text), None, "{text}");
        }
    }

    #[test]
    fn bullets_are_signs_and_numbers() {
        assert_eq!(bullet("- a"), Some((Bullet::Sign('-'), 2)));
        assert_eq!(bullet("12)  a"), Some((Bullet::Number(12), 5)));
        assert_eq!(bullet("•\ta"), Some((Bullet::Sign('•'), 4)));
        for text in ["a", "-a", "**a**", "1.5", "2024-01-01", "---", "1"] {
            assert_eq!(bullet(text), None, "{text}");
        }
    }
}
