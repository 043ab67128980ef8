//! Fields in another layout than a line with a colon: under headings, in a table with two columns, or in a numbered list.
//!
//! Headings and tables belong to any text, so they count only if one of the fields accepts only some texts, such as a number.
//! All headings of the same kind are fields, or none is; so are all rows of the table, and all numbers of the list.

use alloc::vec::Vec;

use super::super::outline::FieldOutlines;
use super::super::rows::{Bullet, KeyLayout, Row, bullet, keyed};
use crate::steps::step;

/// The rows, with those marked that are fields in another layout.
pub(super) fn laid_out(text: &str, mut rows: Vec<Row>, fields: &FieldOutlines) -> Vec<Row> {
    let is_field = |row: &Row| keyed(text, row).is_some_and(|keyed| fields.find(&text[keyed.key]).is_some());
    if !rows.iter().any(is_field) {
        let layouts = [headings(text, &rows), table(text, &rows)];
        if let Some(layout) = layouts.into_iter().find(|layout| are_fields(text, layout, fields)) {
            for (number, row) in layout {
                rows[number] = row;
            }
        } else if let Some(numbered) =
            numbered(text, &rows).filter(|numbered| numbered.iter().all(|(_, row)| is_field(row)))
        {
            for (number, row) in numbered {
                rows[number] = row;
            }
        }
    }
    rows
}

/// Whether all of these rows are fields, at least two, and one of them accepts only some texts.
fn are_fields(text: &str, layout: &[(usize, Row)], fields: &FieldOutlines) -> bool {
    let field = |row: &Row| fields.find(&text[keyed(text, row)?.key]);
    let found: Option<Vec<usize>> = layout.iter().map(|(_, row)| field(row)).collect();
    found.is_some_and(|found| {
        let is_typed = |&number: &usize| fields.get(number).outline.writing().is_typed();
        found.len() > 1 && found.iter().any(is_typed)
    })
}

/// The rows that are headings like the first one that has the name of a field, with as many signs.
fn headings(text: &str, rows: &[Row]) -> Vec<(usize, Row)> {
    let kind = |row: &Row| {
        let content = &text[row.span()];
        step(1);
        let signs = content.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&signs) && content[signs..].starts_with(' ') {
            return Some(signs);
        }
        let inner = content.strip_prefix("**")?.strip_suffix("**")?;
        (!inner.contains(['*', ':'])).then_some(0)
    };
    let all = || rows.iter().enumerate().filter(|(_, row)| !row.is_code);
    // A title above the fields is of another kind.
    let Some(last) = all().filter_map(|(_, row)| kind(row)).next_back() else {
        return Vec::new();
    };
    let headings = all().filter(|(_, row)| kind(row) == Some(last));
    headings
        .map(|(number, row)| (number, row.laid_out(KeyLayout::Heading)))
        .collect()
}

/// The rows of the only table, without its head.
fn table(text: &str, rows: &[Row]) -> Vec<(usize, Row)> {
    let is_cell_row = |row: &Row| {
        let content = &text[row.span()];
        !row.is_code && content.len() > 1 && content.starts_with('|') && content.ends_with('|')
    };
    let is_rule = |row: &Row| {
        text[row.span()]
            .bytes()
            .all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
    };
    let table: Vec<(usize, &Row)> = rows.iter().enumerate().filter(|(_, row)| is_cell_row(row)).collect();
    let body = match table.iter().position(|(_, row)| is_rule(row)) {
        Some(rule) => &table[rule + 1..],
        None => &table[..],
    };
    let is_pair = |row: &Row| {
        let content = &text[row.span()];
        step(content.len());
        content.matches('|').count() == 3
    };
    if !body.iter().all(|(_, row)| is_pair(row)) {
        return Vec::new();
    }
    body.iter()
        .map(|&(number, row)| (number, row.laid_out(KeyLayout::Cells)))
        .collect()
}

/// The rows of a numbered list without their numbers, if those are in order.
fn numbered(text: &str, rows: &[Row]) -> Option<Vec<(usize, Row)>> {
    let number_of = |row: &Row| match bullet(&text[row.span()]).filter(|_| !row.is_code)? {
        (Bullet::Number(number), width) => Some((number, width)),
        (Bullet::Sign(_), _) => None,
    };
    let indent = rows.iter().find(|row| number_of(row).is_some())?.indent();
    let all = rows.iter().enumerate().filter(|(_, row)| row.indent() == indent);
    let list: Vec<(usize, Row, u32)> = all
        .filter_map(|(place, row)| number_of(row).map(|(number, width)| (place, row.after(width, 0), number)))
        .collect();
    let is_ordered = list.iter().zip(1..).all(|(&(.., number), expected)| number == expected);
    (is_ordered && list.len() > 1).then(|| list.into_iter().map(|(place, row, _)| (place, row)).collect())
}
