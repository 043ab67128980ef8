//! Writes rows as JSON, as the type expects them.

mod lists;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::leaf::{self, FoundValue, is_nothing, is_null};
use super::super::outline::{Outline, Writing};
use super::super::revised::is_named_inside;
use super::super::rows::{Row, bullet, keyed, without_columns};
use super::entry::{Keys, LineEntries, LineEntry};
use crate::bounds;
use crate::read::retraction::takes_back;
use crate::read::transcript::Transcript;
use crate::steps::step;

pub(super) struct LineWriter<'t> {
    text: &'t str,
    pub(super) transcript: Transcript<'static>,
    /// The values that were written.
    pub(super) leaves: Vec<FoundValue<'t>>,
    /// A field with another value than before.
    pub(super) repeated: Option<usize>,
    /// A list may go on where it was not read.
    pub(super) in_doubt: bool,
    /// A sign that ends all values and belongs to none.
    pub(super) separator: Option<char>,
    /// Lines with a key that the type does not have. They follow a string, and may be lines of it.
    pub(super) skipped: Vec<Range<usize>>,
    depth: u32,
}

impl<'t> LineWriter<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            transcript: Transcript::default(),
            leaves: Vec::new(),
            repeated: None,
            in_doubt: false,
            separator: None,
            skipped: Vec::new(),
            depth: 0,
        }
    }

    pub(super) fn object(&mut self, rows: &[Row], entries: &LineEntries, keys: &Keys<'_>, span: Range<usize>) {
        let first = entries.all(self.text, rows, keys).next();
        let start = first.map_or(span.start, |entry| entry.keyed.key.start);
        self.transcript.bracket('{', span.start..start);
        let mut values: Vec<(usize, &str)> = Vec::new();
        let text = self.text;
        let found = entries.found(text, rows, keys);
        let base = rows.get(entries.first).map_or(0, Row::indent);
        let (mut after_text, mut after_items, mut after_nothing) = (false, false, false);
        for entry in entries.all(text, rows, keys) {
            let key = &self.text[entry.keyed.key.clone()];
            let content = self.content(rows, &entry);
            let below = &rows[entry.rows.clone()];
            let mut items = below.iter().filter(|row| bullet(&text[row.span()]).is_some());
            if let Some(field) = entry.field {
                let writing = keys.outline(field).writing();
                after_text = writing == Writing::Text;
                after_items = writing == Writing::List && items.next().is_some();
                let may_have_rows = matches!(writing, Writing::List | Writing::Object | Writing::Map);
                after_nothing = may_have_rows && content.is_empty();
            } else {
                // A key that the type does not have may begin the content of an empty list or object right before it.
                self.in_doubt |= after_nothing;
                // The items below it may be elements of the list before it.
                self.in_doubt |= after_items && items.next().is_some();
            }
            if entry.field.is_none() && after_text {
                let start = entry.keyed.key.start;
                let end = content.as_ptr() as usize - text.as_ptr() as usize + content.len();
                self.skipped.push(start..end.max(entry.keyed.value.end));
            }
            if let (Keys::Fields(_), Some(field)) = (keys, entry.field) {
                match values.iter().find(|(known, _)| *known == field) {
                    Some((_, known)) if *known == content => continue,
                    Some(_) => {
                        self.repeated = self.repeated.or(Some(entry.keyed.key.start));
                    }
                    None => values.push((field, content)),
                }
            }
            let swallowed = self.swallowed(below, &entry, keys, &found);
            let taken_back = || self.taken_back(below, &entry, base);
            if let Some(place) = swallowed.or_else(taken_back) {
                self.repeated = self.repeated.or(Some(place));
            }
            let name = entry.field.map_or(key, |field| keys.key(field, key));
            self.transcript.key(name, entry.keyed.key.clone());
            if let Some(field) = entry.field {
                self.entry(rows, &entry, keys.outline(field));
            } else {
                let source = entry.keyed.value.clone();
                self.transcript.string(&self.text[source.clone()], source);
            }
        }
        // The rows after the last field may be the items that it does not have.
        self.in_doubt |= after_nothing && rows[entries.end..].iter().any(|row| !row.is_blank());
        self.transcript.bracket('}', span.end..span.end);
    }

    pub(super) fn list(&mut self, outline: Outline, items: &[Vec<Row>], span: Range<usize>) {
        let Some(element) = outline.element() else { return };
        self.transcript.bracket('[', span.start..span.start);
        for item in items {
            self.value("", element, item);
        }
        self.transcript.bracket(']', span.end..span.end);
    }

    /// Where the text of a field goes on with the key of a field that the object does not have otherwise, or with an item that
    /// begins with one: its indentation may be wrong.
    fn swallowed(&self, below: &[Row], entry: &LineEntry, keys: &Keys<'_>, found: &[usize]) -> Option<usize> {
        let Keys::Fields(_) = keys else { return None };
        let is_text = keys.outline(entry.field?).writing().is_plain();
        let inline = &self.text[entry.keyed.value.clone()];
        if !is_text || inline.is_empty() || is_block(inline) {
            return None;
        }
        // Quotes around the whole value show where it ends.
        if let Keys::Fields(fields) = keys
            && !leaf::is_wrapped(inline)
            && is_named_inside(inline, fields, found)
        {
            return Some(entry.keyed.value.start);
        }
        let is_other = |row: &&Row| {
            step(1);
            let keyed = keyed(self.text, row).filter(|_| !row.is_code);
            let field = keyed
                .as_ref()
                .and_then(|keyed| keys.field(&self.text[keyed.key.clone()]));
            let is_missing = |field: usize| found.binary_search(&field).is_err();
            field.is_some_and(|field| keyed.is_some_and(|keyed| keyed.has_bullet) || is_missing(field))
        };
        below.iter().find(is_other).map(Row::start)
    }

    /// Where a row after that of a field, as far to the left as its key, takes back what was written, or its own row if the type
    /// does not have such a field.
    fn taken_back(&self, below: &[Row], entry: &LineEntry, base: usize) -> Option<usize> {
        let unknown = || {
            self.text[entry.keyed.key.start..]
                .lines()
                .next()
                .is_some_and(takes_back)
        };
        if entry.field.is_none() && unknown() {
            return Some(entry.keyed.key.start);
        }
        let inline = &self.text[entry.keyed.value.clone()];
        let mut others = below
            .iter()
            .filter(|row| row.indent() <= base && !row.is_code && !is_block(inline));
        others.find(|row| takes_back(&self.text[row.span()])).map(Row::start)
    }

    /// What is written for a field, as it is in the text.
    fn content(&self, rows: &[Row], entry: &LineEntry) -> &'t str {
        let rows = &rows[entry.rows.clone()];
        let end = rows
            .iter()
            .rfind(|row| !row.is_blank())
            .map_or(entry.keyed.value.end, Row::end);
        self.text[entry.keyed.value.start..end.max(entry.keyed.value.start)].trim()
    }

    /// Writes the value of a field.
    fn entry(&mut self, rows: &[Row], entry: &LineEntry, outline: Outline) {
        let key = &self.text[entry.keyed.key.clone()];
        let mut value = entry.keyed.value.clone();
        if let Some(rest) = self
            .separator
            .and_then(|sign| self.text[value.clone()].strip_suffix(sign))
        {
            value.end = value.start + rest.trim_end().len();
        }
        let writing = outline.writing();
        let below = trimmed(&rows[entry.rows.clone()]);
        if let Some(length) = before_comment(writing, &self.text[value.clone()]) {
            let end = value.start + length;
            self.skipped.push(end..value.end);
            value.end = end;
        }
        let inline = &self.text[value.clone()];
        let is_block = is_block(inline);
        // Without quotes, these are YAML's ways to write that there is no value.
        let says_nothing = match writing {
            Writing::Any => is_null(inline),
            _ if writing.is_plain() => outline.may_be_null() && matches!(inline, "null" | "~"),
            _ => is_nothing(inline),
        };
        if below.is_empty() && (inline.is_empty() || says_nothing) {
            return self.transcript.bare("null", value);
        }
        if inline.is_empty() && !(below.is_empty() || is_block) {
            return self.value(key, outline, below);
        }
        if is_block && below.is_empty() && writing == Writing::Text {
            return self.leaf(key, writing.leaf(), "", value);
        }
        let writing = writing.leaf();
        let end = below.last().map_or(value.end, Row::end);
        if is_block && !below.is_empty() {
            // A digit says how far the value is indented below its key; what is more belongs to the value.
            let digit = inline.chars().find_map(|c| c.to_digit(10));
            let most = digit.map_or(usize::MAX, |digit| self.column(entry) + digit as usize);
            let text = block(self.text, inline, below, most);
            self.note_merged(outline, &text, below[0].start());
            return self.leaf(key, writing, &text, below[0].start()..end);
        }
        if self.quoted_rows(key, writing, inline, below, value.start..end) {
            return;
        }
        if below.is_empty() {
            if !self.inline_list(key, outline, &value) {
                self.inline(key, writing, value);
            }
            return;
        }
        let rows = &rows[entry.rows.clone()];
        let all = rows
            .iter()
            .rposition(|row| !row.is_blank())
            .map_or(below, |last| &rows[..=last]);
        // A row that opens a block of code shows that the indentation counts.
        let opens_block = inline.ends_with([':', '{', '(', '[']);
        let most = if opens_block { self.column(entry) } else { usize::MAX };
        let text = [inline, &*joined(self.text, all, most)].join("\n");
        self.note_merged(outline, &text, value.start);
        self.leaf(key, writing, &text, value.start..end);
    }

    /// How far the key of a field is indented.
    fn column(&self, entry: &LineEntry) -> usize {
        let before = &self.text[..entry.keyed.key.start];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        step(before.len() - line);
        before[line..].chars().take_while(|c| c.is_whitespace()).count()
    }

    /// Writes a value that is on the row of its key.
    fn inline(&mut self, key: &'t str, writing: Writing, value: Range<usize>) {
        self.note(key, writing, value.clone());
        let content = &self.text[value.clone()];
        let is_cut = content.strip_prefix('"').is_some_and(|rest| !rest.contains('"'));
        let is_last = self.text[value.end..].trim_start().is_empty();
        leaf::write_inline(&mut self.transcript, writing, content, value);
        if is_cut && is_last {
            self.transcript.cut(true);
        }
    }

    /// Writes a value that is all of these rows.
    fn value(&mut self, key: &'t str, outline: Outline, rows: &[Row]) {
        self.depth += 1;
        let place = rows.first().map_or(0, Row::start);
        let rows = trimmed(rows);
        let is_written = self.depth <= bounds::NESTED
            && match outline.writing() {
                Writing::Object => self.fields(rows, &Keys::Fields(&outline.fields())),
                Writing::Map => outline
                    .element()
                    .is_some_and(|element| self.fields(rows, &Keys::All(element))),
                Writing::List => self.items(key, outline, rows),
                Writing::Any => {
                    self.items(key, outline, rows)
                        || outline
                            .element()
                            .is_some_and(|element| self.fields(rows, &Keys::All(element)))
                }
                _ => false,
            };
        if !is_written {
            self.rows(key, outline, rows, place);
        }
        self.depth -= 1;
    }

    /// Writes rows without fields or items. If there are none, the value is missing at this place.
    fn rows(&mut self, key: &'t str, outline: Outline, rows: &[Row], place: usize) {
        let writing = outline.writing().leaf();
        match rows {
            [] => self.transcript.bare("null", place..place),
            [row] => self.inline(key, writing, row.span()),
            [first, .., last] if is_block(&self.text[first.span()]) => {
                let text = block(self.text, &self.text[first.span()], trimmed(&rows[1..]), usize::MAX);
                self.leaf(key, writing, &text, first.start()..last.end());
            }
            [first, .., last]
                if self.quoted_rows(
                    key,
                    writing,
                    &self.text[first.span()],
                    &rows[1..],
                    first.start()..last.end(),
                ) => {}
            [first, .., last] => {
                let text = joined(self.text, rows, usize::MAX);
                self.note_merged(outline, &text, first.start());
                self.leaf(key, writing, &text, first.start()..last.end());
            }
        }
    }

    /// Writes a string in double quotes that goes on in the rows below it, where a line break is a blank, as in YAML.
    fn quoted_rows(
        &mut self,
        key: &'t str,
        writing: Writing,
        first: &str,
        below: &[Row],
        source: Range<usize>,
    ) -> bool {
        if !first.starts_with('"') || leaf::is_wrapped(first) || below.is_empty() {
            return false;
        }
        let text = [first, &folded(self.text, below, usize::MAX)].join(" ");
        if !leaf::is_wrapped(&text) {
            return false;
        }
        self.note(key, writing, source.clone());
        leaf::write_inline(&mut self.transcript, writing, &text, source);
        true
    }

    /// Writes an object, if its fields are all that these rows contain.
    fn fields(&mut self, rows: &[Row], keys: &Keys<'_>) -> bool {
        let Some(entries) = LineEntries::find(self.text, rows, keys).filter(|entries| entries.is_all(rows)) else {
            return false;
        };
        let span = rows[entries.first].start()..entries.last_end(rows);
        self.object(rows, &entries, keys, span);
        true
    }

    fn leaf(&mut self, key: &'t str, writing: Writing, content: &str, source: Range<usize>) {
        self.note(key, writing, source.clone());
        let is_cut = content.trim_start().starts_with("```") && content.matches("```").count() == 1;
        let is_last = self.text[source.end..].trim_start().is_empty();
        leaf::write(&mut self.transcript, writing, leaf::without_fence(content), source);
        if is_cut && is_last {
            self.transcript.cut(true);
        }
    }

    fn note(&mut self, key: &'t str, writing: Writing, source: Range<usize>) {
        self.leaves.push(FoundValue {
            key,
            content: &self.text[source],
            is_typed: writing.is_typed(),
        });
    }
}

/// Where a value ends that has a comment of YAML after it: a text may contain the sign for one, unless it is in quotes.
fn before_comment(writing: Writing, inline: &str) -> Option<usize> {
    let (value, _) = inline.split_once(" # ")?;
    let value = value.trim_end();
    let is_list = writing == Writing::List && value.starts_with('[') && value.ends_with(']');
    let ends = writing.is_typed() || is_list || (leaf::is_wrapped(value) && !leaf::is_wrapped(inline));
    step(inline.len());
    (ends && !value.is_empty()).then_some(value.len())
}

/// Whether the value of a key is the indented rows below it, as this sign says in YAML.
pub(super) fn is_block(inline: &str) -> bool {
    let inner = inline.strip_prefix(['|', '>']);
    inner.is_some_and(|inner| inner.len() < 3 && inner.chars().all(|c| matches!(c, '+' | '-' | '1'..='9')))
}

/// The text of the rows below this sign of YAML.
fn block<'t>(text: &'t str, sign: &str, rows: &[Row], most: usize) -> Cow<'t, str> {
    if sign.starts_with('>') {
        Cow::Owned(folded(text, rows, most))
    } else {
        joined(text, rows, most)
    }
}

/// The rows without the blank ones at both ends.
fn trimmed(rows: &[Row]) -> &[Row] {
    let start = rows.iter().position(|row| !row.is_blank()).unwrap_or(rows.len());
    let end = rows
        .iter()
        .rposition(|row| !row.is_blank())
        .map_or(start, |last| last + 1);
    &rows[start..end]
}

/// The text of several rows, without the indentation that they have in common, or without that of `most` columns at most.
fn joined<'t>(text: &'t str, rows: &[Row], most: usize) -> Cow<'t, str> {
    if let [row] = rows
        && most > row.indent()
    {
        return Cow::Borrowed(&text[row.span()]);
    }
    let common = common_indent(rows, most);
    let mut all = String::new();
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            all.push('\n');
        }
        push_row(text, row, common, &mut all);
    }
    Cow::Owned(all)
}

/// The text of the rows below `>`: a line break between two of them is a blank, as in YAML. Blank rows are line breaks, and rows
/// that are indented further than the others keep theirs.
fn folded(text: &str, rows: &[Row], most: usize) -> String {
    let common = common_indent(rows, most);
    let mut all = String::new();
    let mut before: Option<&Row> = None;
    let mut blank = 0;
    for row in rows {
        if row.is_blank() {
            blank += 1;
            continue;
        }
        if let Some(before) = before {
            let is_kept = before.indent().max(row.indent()) > common;
            if blank == 0 && !is_kept {
                all.push(' ');
            }
            all.extend(core::iter::repeat_n('\n', blank + usize::from(is_kept)));
        }
        push_row(text, row, common, &mut all);
        (before, blank) = (Some(row), 0);
    }
    all
}

/// The indentation that rows have in common, or `most` columns.
fn common_indent(rows: &[Row], most: usize) -> usize {
    let indents = rows.iter().filter(|row| !row.is_blank()).map(Row::indent);
    indents.min().unwrap_or(0).min(most)
}

/// Adds a row without so many columns of its indentation.
fn push_row(text: &str, row: &Row, common: usize, all: &mut String) {
    step(row.indent() + row.end() - row.start());
    if !row.is_blank() {
        match row.lead(text) {
            Some(lead) => all.push_str(without_columns(lead, common)),
            None => all.extend(core::iter::repeat_n(' ', row.indent() - common)),
        }
    }
    all.push_str(&text[row.span()]);
}
