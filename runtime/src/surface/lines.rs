//! A line for each field: `name: Ada`, `**Name:** Ada`, `- name: Ada`, with nested fields and lists indented as in YAML.
//!
//! Prose may come before and after the lines, and a string may go on in the lines that follow. These texts are no answer:
//!
//! - fewer fields than the required ones, and fewer than two;
//! - one field that is not the whole text, such as `Reason: policy` in a refusal;
//! - at least as many unknown keys as fields: the headers of an email, a glossary;
//! - other lines between the fields that belong to none of them, unless the field before is a string;
//! - a string of several lines with more text after it, a list that goes on after a line that is no item, and items below a value;
//! - code: lines that end with a brace, some lines that end with a semicolon, and everything in a code fence of a programming language;
//! - a field with two values, and a list that is neither items nor one value: [`ErrorKind::Ambiguous`](crate::ErrorKind);
//! - values that only describe values, see [`leaf`](super::leaf).

mod entry;
mod layout;
mod write;

use alloc::vec::Vec;
use core::ops::Range;

use super::found::{Ambiguous, FoundAnswer};
use super::leaf::describe_values;
use super::outline::{FieldOutlines, Outline, Writing};
use super::revised::{MentionPlaces, SaidValues, is_revision};
use super::rows::{Row, bullet, keyed, rows};
use crate::read::reasoning;
use crate::read::turn::own_turn;
use crate::repair::RepairKind;
use crate::steps::step;
use entry::{Keys, LineEntries, LineEntry};
use write::{LineWriter, is_block};

/// Finds an answer that is written as lines.
pub(super) fn find(text: &str, outline: Outline) -> Option<Result<FoundAnswer<'_>, Ambiguous>> {
    let element = outline.element().filter(|_| outline.writing() == Writing::List);
    let object = element.unwrap_or(outline);
    let is_keyed = || text.contains([':', '：', '|', '#']) || text.contains("**");
    if object.writing() != Writing::Object || !is_keyed() {
        return None;
    }
    let fields = object.fields();
    let mut rows = relevant(text, &fields)?;
    if element.is_none() {
        rows = layout::laid_out(text, rows, &fields);
    }
    let rows = inside_tag(text, &rows);
    let mut writer = LineWriter::new(text);
    let span = match element {
        None => fields_of(text, rows, &fields, &mut writer)?,
        Some(_) => list_of(text, rows, outline, &fields, &mut writer)?,
    };
    if writer.in_doubt || describe_values(&writer.leaves) {
        return None;
    }
    if let Some(place) = writer.repeated {
        return Some(Err(Ambiguous(place)));
    }
    let mut found = FoundAnswer::new(
        text,
        writer.transcript,
        RepairKind::LinesRead,
        span.clone(),
        &writer.leaves,
    );
    let skipped = writer.skipped.into_iter();
    found.notes.extend(skipped.map(|line| (RepairKind::JunkRemoved, line)));
    found.around(text, span);
    Some(Ok(found))
}

/// The rows in which the answer may be: those after the reasoning, or those of the only code fence if it is one for data and no
/// field is outside of it.
fn relevant(text: &str, fields: &FieldOutlines) -> Option<Vec<Row>> {
    let start = match reasoning::last_end(text) {
        Some(end) => end,
        None if reasoning::is_all_reasoning(text, 0) => return None,
        None => 0,
    };
    let turn = own_turn(text);
    if text[..turn.start].contains("user") {
        return None;
    }
    let mut rows = rows(text, start.max(turn.start)..turn.end.max(start));
    // A document of YAML begins with dashes and may end with dots.
    let begins_document = |row: &Row| row.is_blank() && text[row.start()..].starts_with("---");
    if let Some(last) = rows.iter().rposition(|row| !row.is_blank())
        && &text[rows[last].span()] == "..."
        && rows[..last].iter().any(begins_document)
    {
        rows.truncate(last);
    }
    let mut marks = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.is_code && is_fence(text, row));
    let (Some((open, first)), close) = (marks.next(), marks.next()) else {
        return Some(rows);
    };
    let info = text[first.span()].trim_start_matches(['`', '~']).trim();
    let is_data =
        ["", "yaml", "yml", "text", "txt", "plaintext", "markdown", "md"].contains(&&*info.to_ascii_lowercase());
    let is_field = |row: &Row| keyed(text, row).is_some_and(|keyed| fields.find(&text[keyed.key]).is_some());
    if !is_data || marks.next().is_some() || rows.iter().any(is_field) {
        return Some(rows);
    }
    let end = close.map_or(rows.len(), |(close, _)| close);
    // There may be a row for every byte: they are moved, not copied.
    rows.truncate(end);
    rows.drain(..=open);
    for row in &mut rows {
        *row = row.outside_code();
    }
    Some(rows)
}

/// The rows between an opening tag and its closing tag, if each is a row of its own and all others are between them.
fn inside_tag<'r>(text: &str, rows: &'r [Row]) -> &'r [Row] {
    let is_used = |row: &Row| !row.is_blank();
    let inner = || {
        let (first, last) = (rows.iter().position(is_used)?, rows.iter().rposition(is_used)?);
        let name = |row: &Row, open| text[row.span()].strip_prefix(open)?.strip_suffix('>');
        let (open, close) = (name(&rows[first], "<")?, name(&rows[last], "</")?);
        (first < last && open == close).then(|| &rows[first + 1..last])
    };
    inner().unwrap_or(rows)
}

fn is_fence(text: &str, row: &Row) -> bool {
    text[row.span()].starts_with("```") || text[row.span()].starts_with("~~~")
}

/// Writes the object whose fields these rows contain, and returns where they are.
fn fields_of(text: &str, rows: &[Row], fields: &FieldOutlines, writer: &mut LineWriter<'_>) -> Option<Range<usize>> {
    let keys = Keys::Fields(fields);
    let entries = LineEntries::find(text, rows, &keys)?;
    let found = entries.found(text, rows, &keys);
    let separator = separator(text, rows, &entries, &keys);
    let is_field = |row: &Row| keyed(text, row).is_some_and(|keyed| keys.field(&text[keyed.key]).is_some());
    let (before, after) = (&rows[..entries.first], &rows[entries.end..]);
    let is_answer = fields.suffice(&found)
        && entries.unknown(text, rows, &keys) < found.len()
        && !after.iter().any(is_field)
        && !is_code(text, rows, &entries, &keys, separator)
        && !goes_on(text, rows, &entries, &keys)
        && is_introduced(text, before, rows[entries.first].indent());
    if !is_answer {
        return None;
    }
    if found.len() == 1 {
        let is_blank = |rows: &[Row]| rows.iter().all(Row::is_blank);
        let base = rows[entries.first].indent();
        let goes_deeper = rows[entries.first + 1..entries.end]
            .iter()
            .any(|row| row.indent() > base && !row.is_blank());
        let number = *found.first()?;
        let is_text = fields.get(number).outline.writing().is_plain();
        if !is_blank(before) || !is_blank(after) || entries.unknown(text, rows, &keys) > 0 || (goes_deeper && is_text) {
            return None;
        }
    }
    let span = rows[entries.first].start()..entries.last_end(rows);
    writer.separator = separator;
    writer.object(rows, &entries, &keys, span.clone());
    let revised = rows.iter().find(|row| is_revision(text, row, fields)).map(Row::start);
    // What is indented belongs to a value, and the rows of the fields are the answer.
    let base = rows[entries.first].indent();
    let mut others = rows[entries.first..]
        .iter()
        .filter(|row| row.indent() == base && !is_field(row));
    let said = SaidValues::new(text, fields, &writer.leaves);
    let contradiction = || others.find_map(|row| said.contradicted(row, MentionPlaces::Inside));
    writer.repeated = writer.repeated.or(revised).or_else(contradiction);
    Some(span)
}

/// Whether the last field may go on in the rows after it: a string of several rows in its next paragraph, or a list after a row
/// that is no item.
fn goes_on(text: &str, rows: &[Row], entries: &LineEntries, keys: &Keys<'_>) -> bool {
    let after = &rows[entries.end..];
    if after.iter().all(Row::is_blank) {
        return false;
    }
    let Some(last) = entries.all(text, rows, keys).next_back() else {
        return false;
    };
    let own = &rows[last.rows.start..entries.end];
    let is_list = last
        .field
        .is_some_and(|number| keys.outline(number).writing() == Writing::List);
    let is_item = |row: &Row| !row.is_code && bullet(&text[row.span()]).is_some();
    // An item right below the fields belongs to one of them, and one after a list is an element even if a blank row is between.
    if after.iter().find(|row| !row.is_blank()).is_some_and(is_item) && (is_list || !after[0].is_blank()) {
        return true;
    }
    if own.iter().all(Row::is_blank) {
        let is_text = last
            .field
            .is_some_and(|number| keys.outline(number).writing() == Writing::Text);
        return is_text && !is_remark(text, after);
    }
    match last.field.map(|number| keys.outline(number).writing()) {
        Some(Writing::Text) => true,
        Some(Writing::List) => own.last().is_some_and(|row| !row.is_blank()) || after.iter().any(is_item),
        _ => false,
    }
}

/// Whether these rows say something about the answer, to whoever asked, and are no more of it: one paragraph with such words.
fn is_remark(text: &str, rows: &[Row]) -> bool {
    const WORDS: [&str; 16] = [
        "let me know",
        "hope",
        "feel free",
        "please",
        "help",
        "happy to",
        "thank",
        "note",
        "that's",
        "that is",
        "this is",
        "if you",
        "anything else",
        "question",
        "above",
        "would you",
    ];
    let mut used = rows.iter().skip_while(|row| row.is_blank()).peekable();
    let Some(first) = used.peek().map(|row| row.start()) else {
        return true;
    };
    let mut end = first;
    for row in used.by_ref().take_while(|row| !row.is_blank()) {
        end = row.end();
    }
    let paragraph = text[first..end].to_lowercase();
    step(paragraph.len());
    let is_mark = paragraph.starts_with(['{', '[']) || paragraph.starts_with("</") || paragraph.starts_with("```");
    used.all(Row::is_blank) && (is_mark || WORDS.iter().any(|word| paragraph.contains(word)))
}

/// The comma or semicolon with which the values of all fields end, at least two, but perhaps not the last: whoever writes this
/// copies it from JSON or from a program. Code and schemas do the same, so one of the fields must accept only some texts; and a value that goes on in
/// the next row has no such sign.
fn separator(text: &str, rows: &[Row], entries: &LineEntries, keys: &Keys<'_>) -> Option<char> {
    // There may be an entry for every third byte of a text, so they are not collected.
    let mut all = entries.all(text, rows, keys);
    let mut last = all.next()?;
    let sign = text[last.keyed.value.clone()].chars().next_back();
    let sign = sign.filter(|sign| matches!(sign, ',' | ';'))?;
    let ends = |entry: &LineEntry| {
        let is_alone = rows[entry.rows.clone()].iter().all(Row::is_blank);
        is_alone && text[entry.keyed.value.clone()].ends_with(sign)
    };
    let writing = |entry: &LineEntry| entry.field.map(|field| keys.outline(field).writing());
    let is_of_type = |entry: &LineEntry| writing(entry).is_some_and(Writing::is_typed);
    let (mut is_typed, mut others) = (is_of_type(&last), 0);
    for entry in all {
        if !ends(&last) {
            return None;
        }
        is_typed |= is_of_type(&entry);
        others += 1;
        last = entry;
    }
    let is_whole = ends(&last) || rows[last.rows.clone()].iter().all(Row::is_blank);
    let is_repeated = others > 1 || (others == 1 && ends(&last));
    (is_typed && is_whole && is_repeated).then_some(sign)
}

/// Whether the rows look like a piece of a program. A value that is indented below the sign of a block may be one.
fn is_code(text: &str, rows: &[Row], entries: &LineEntries, keys: &Keys<'_>, separator: Option<char>) -> bool {
    let around = entries.first.saturating_sub(2)..(entries.end + 2).min(rows.len());
    let blocks = entries
        .all(text, rows, keys)
        .filter(|entry| is_block(&text[entry.keyed.value.clone()]));
    let mut blocks = blocks.map(|entry| entry.rows).peekable();
    rows[around.clone()].iter().zip(around).any(|(row, number)| {
        let content = &text[row.span()];
        step(1);
        while blocks.next_if(|block| block.end <= number).is_some() {}
        !row.is_code
            && !blocks.peek().is_some_and(|block| block.contains(&number))
            && (content.ends_with('{')
                || (separator.is_none() && content.ends_with(';'))
                || matches!(content, "}" | "}," | ")" | "):"))
    })
}

/// Whether fields that are indented have the key of an object before them: `person:`, but not `class Person:`.
fn is_introduced(text: &str, before: &[Row], indent: usize) -> bool {
    let Some(row) = before.iter().rfind(|row| !row.is_blank()) else {
        return true;
    };
    let content = &text[row.span()];
    let is_above = indent > row.indent() && content.ends_with(':');
    !content.ends_with(['{', '(', '[']) && (!is_above || !content.contains([' ', '(']))
}

/// Writes the list whose objects these rows contain, each with a list marker or in its own paragraph, and returns where they are.
fn list_of(
    text: &str,
    rows: &[Row],
    outline: Outline,
    fields: &FieldOutlines,
    writer: &mut LineWriter<'_>,
) -> Option<Range<usize>> {
    let begins = |row: &Row| {
        let marker = bullet(&text[row.span()]).filter(|_| !row.is_code);
        let Some((_, width)) = marker else { return false };
        keyed(text, &row.after(width, 0)).is_some_and(|keyed| fields.find(&text[keyed.key]).is_some())
    };
    let Some(first) = rows.iter().position(begins) else {
        return paragraphs_of(text, rows, outline, fields, writer);
    };
    let base = rows[first].indent();
    let goes_on = |row: &Row| {
        row.is_blank() || row.indent() > base || (row.indent() == base && bullet(&text[row.span()]).is_some())
    };
    let length = rows[first..]
        .iter()
        .position(|row| !goes_on(row))
        .unwrap_or(rows.len() - first);
    let (list, after) = rows[first..].split_at(length);
    let is_field = |row: &Row| keyed(text, row).is_some_and(|keyed| fields.find(&text[keyed.key]).is_some());
    if after.iter().any(is_field) || !is_introduced(text, &rows[..first], base) {
        return None;
    }
    if let Some(field) = rows[..first].iter().find(|row| is_field(row)) {
        // One more object may be before the list.
        writer.repeated = Some(field.start());
    }
    let end = list.iter().rfind(|row| !row.is_blank())?.end();
    let items = super::bullets::items_of_rows(text, list)?;
    let is_object = |item: &Vec<Row>| is_object(text, item, fields, ObjectPart::Whole);
    // The last one may be cut off where the text ends: its fields are then missing.
    let is_begun = |item: &Vec<Row>| {
        let is_last = items.len() > 1 && after.iter().all(Row::is_blank);
        is_last && self::is_object(text, item, fields, ObjectPart::Beginning)
    };
    let (ending, others) = items.split_last()?;
    if !others.iter().all(is_object) || !(is_object(ending) || is_begun(ending)) {
        return None;
    }
    let span = rows[first].start()..end;
    writer.list(outline, &items, span.clone());
    Some(span)
}

/// How much of an object has to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObjectPart {
    Whole,
    /// One field.
    Beginning,
}

/// Whether these rows are an object and nothing else.
fn is_object(text: &str, rows: &[Row], fields: &FieldOutlines, part: ObjectPart) -> bool {
    let keys = Keys::Fields(fields);
    let entries = LineEntries::find(text, rows, &keys).filter(|entries| entries.is_all(rows));
    entries.is_some_and(|entries| {
        let found = entries.found(text, rows, &keys);
        (part == ObjectPart::Beginning || fields.suffice(&found))
            && entries.unknown(text, rows, &keys) < found.len()
            && !is_code(text, rows, &entries, &keys, None)
    })
}

/// Writes the list whose objects are paragraphs: two or more in a row, which begin with the same field and contain nothing else.
///
/// A remark may come after them, but no other field and no text that may belong to the last object.
fn paragraphs_of(
    text: &str,
    rows: &[Row],
    outline: Outline,
    fields: &FieldOutlines,
    writer: &mut LineWriter<'_>,
) -> Option<Range<usize>> {
    let field = |row: &Row| fields.find(&text[keyed(text, row)?.key]);
    let first = rows.iter().position(|row| field(row).is_some())?;
    let key = field(&rows[first]);
    let mut items: Vec<Vec<Row>> = Vec::new();
    let mut end = first;
    for paragraph in rows[first..].split(Row::is_blank) {
        let begins = paragraph.first().is_none_or(|row| field(row) == key);
        if !begins || (!paragraph.is_empty() && !is_object(text, paragraph, fields, ObjectPart::Whole)) {
            break;
        }
        if !paragraph.is_empty() {
            items.push(paragraph.to_vec());
        }
        end = (end + paragraph.len() + 1).min(rows.len());
    }
    let (list, after) = rows[first..].split_at(end - first);
    let is_list = items.len() > 1
        && !after.iter().any(|row| field(row).is_some())
        && is_remark(text, after)
        && is_introduced(text, &rows[..first], rows[first].indent());
    let span = rows[first].start()..list.iter().rfind(|row| !row.is_blank())?.end();
    if !is_list {
        return None;
    }
    writer.list(outline, &items, span.clone());
    Some(span)
}
