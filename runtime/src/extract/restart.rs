//! Answers that were begun, broken off and begun again: `{"name": "Ada", "age": 3`, a remark, and the whole answer.
//!
//! A reader that repairs what it can takes the second answer for a part of the first one.

use core::ops::Range;

use super::behind::leads_on;
use crate::bounds::LONGEST_BEGINNING;
use crate::path::head;
use crate::read::scan;
use crate::read::steps::step;
use crate::record::Sink;
use crate::repair::{RepairKind, Severity};

/// Whether an answer may have been begun again in this broken value. `sink` is the record of it.
pub(super) fn may_restart(text: &str, value: Range<usize>, sink: &Sink) -> bool {
    // As a rule, the value has no other bracket of its kind.
    let rest = text.as_bytes().get(value.start..value.end).unwrap_or_default();
    let next = match rest.first() {
        Some(b'{') => scan::byte::<b'{'>(rest, 1),
        Some(b'[') => scan::byte::<b'['>(rest, 1),
        _ => rest.len(),
    };
    next < rest.len() && restarts(text, value, sink).next().is_some()
}

/// Whether a value with a bracket missing or wrong contains its own beginning again: there, the document may have been begun again.
pub(super) fn repeats_beginning(sink: &Sink, text: &str, span: Range<usize>) -> bool {
    let kinds = [RepairKind::MissingCloser, RepairKind::MismatchedCloser];
    if !sink.may_hold_any(kinds) || sink.worst() >= Some(Severity::Guess) {
        return false;
    }
    let value = text.get(span).unwrap_or_default();
    let beginning = head(value, LONGEST_BEGINNING);
    step(value.len());
    value.len() > 2 * LONGEST_BEGINNING && value[beginning.len()..].contains(beginning)
}

/// The brackets in this broken value with which the answer may have been begun again: they are of the kind of the value's own
/// bracket, the same sign follows, and no part of the value can begin there.
pub(super) fn restarts<'t>(text: &'t str, value: Range<usize>, sink: &Sink) -> impl Iterator<Item = usize> + 't {
    let misfits = sink.misfits();
    let opens = text.as_bytes().get(value.start).copied();
    let is_cut = sink.cut;
    let may_restart = move |bracket: &Bracket| {
        let is_misfit = || {
            misfits
                .binary_search_by(|&misfit| (misfit as usize).cmp(&bracket.start))
                .is_ok()
        };
        // An element that is a list may have a bracket too many, and of a list that is cut off, more may follow.
        let is_draft = || opens == Some(b'{') || (bracket.begins_line && !is_cut);
        !bracket.may_be_part || (is_misfit() && is_draft())
    };
    brackets(text, value).filter(may_restart).map(|bracket| bracket.start)
}

/// A bracket with which an answer may have been begun again.
struct Bracket {
    start: usize,
    /// A part of the value may begin here.
    may_be_part: bool,
    begins_line: bool,
}

/// Whether a value begins with one sign as another does: a digit is as good as any other.
fn is_alike(first: u8, other: u8) -> bool {
    first == other || (first.is_ascii_digit() && other.is_ascii_digit())
}

/// The brackets in this value that are of the kind of its own, with the same sign after them.
fn brackets(text: &str, value: Range<usize>) -> impl Iterator<Item = Bracket> + '_ {
    let bytes = &text.as_bytes()[..value.end.clamp(value.start, text.len())];
    let open = bytes.get(value.start).copied();
    let first = bytes.get(scan::after_space(bytes, value.start + 1)).copied();
    let mut pos = value.start + 1;
    let mut open_levels = OpenLevels::default();
    let mut walked = value.start;
    core::iter::from_fn(move || {
        let first = first?;
        loop {
            pos = match open? {
                b'{' => scan::byte::<b'{'>(bytes, pos),
                b'[' => scan::byte::<b'['>(bytes, pos),
                _ => return None,
            };
            bytes.get(pos)?;
            let start = pos;
            pos += 1;
            let inner = scan::after_space(bytes, pos);
            step(inner - start);
            if bytes.get(inner).is_some_and(|&other| is_alike(first, other)) {
                let before = &bytes[value.start..start];
                open_levels.walk(&bytes[walked..start]);
                walked = start;
                let blanks = before.iter().rev().take_while(|byte| byte.is_ascii_whitespace());
                return Some(Bracket {
                    start,
                    may_be_part: may_be_part(before, bytes[start], open_levels.in_list()),
                    begins_line: blanks.into_iter().any(|&byte| byte == b'\n'),
                });
            }
        }
    })
}

/// The objects and lists that are open in a part of a text: a bit for each of the last ones, set for a list.
#[derive(Default)]
struct OpenLevels {
    lists: u64,
    in_string: bool,
}

impl OpenLevels {
    /// Walks on over these bytes. No string has a line break in it.
    fn walk(&mut self, bytes: &[u8]) {
        step(bytes.len());
        let mut bytes = bytes.iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'"' => self.in_string = !self.in_string,
                b'\n' => self.in_string = false,
                b'\\' => _ = bytes.next(),
                _ if self.in_string => {}
                b'{' | b'[' => self.lists = self.lists << 1 | u64::from(byte == b'['),
                b'}' | b']' => self.lists >>= 1,
                _ => {}
            }
        }
    }

    /// Whether the innermost level is a list.
    fn in_list(&self) -> bool {
        self.lists & 1 == 1
    }
}

/// Whether the bracket that comes next may open a part of the value: before it is an opening bracket, the colon of a key, a
/// value of its kind, with a comma or without, or in a list, any comma. Marks may be between.
fn may_be_part(before: &[u8], open: u8, in_list: bool) -> bool {
    let close = if open == b'{' { b'}' } else { b']' };
    let is_mark = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'*' | b'$' | b'`' | b'-' | b'_');
    let marks = before.iter().rev().take_while(|byte| is_mark(byte)).count();
    let trimmed = &before[..before.len() - marks];
    step(marks + 1);
    match trimmed {
        [.., b'{' | b'['] => true,
        // After a comma, an object needs a key first, but a list may have any elements.
        [inner @ .., b','] => open == b'[' || in_list || inner.trim_ascii_end().ends_with(&[close]),
        [inner @ .., b':'] => matches!(inner.trim_ascii_end(), [.., b'"' | b'\'' | b'`']),
        _ => trimmed.ends_with(&[close]),
    }
}

/// Whether the value that ends at `end` is the last one of its text: nothing after it belongs to a value around it.
pub(super) fn is_last(text: &str, end: usize) -> bool {
    let next = scan::after_space(text.as_bytes(), end);
    let is_inside = matches!(
        text.as_bytes().get(next),
        Some(b',' | b'}' | b']' | b'"' | b'\'' | b':' | b';' | b'\\' | b')')
    );
    !is_inside && scan::unopened(&text[end..]).is_none() && !leads_on(text, end, true)
}
