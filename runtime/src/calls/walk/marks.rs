//! Marks in a text: whether one begins at a place, and which comes first.

use super::super::format::{Entry, FORMATS};
use super::Text;
use crate::read::scan;
use crate::spec::NamesSpec;

/// Whether something begins at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    Yes,
    No,
    /// The text ends before that can be said.
    Wait,
}

/// Whether the mark begins at `at`.
pub(super) fn begins(text: Text<'_>, at: usize, mark: &str) -> Begins {
    let rest = text.text.as_bytes().get(at..).unwrap_or_default();
    if rest.starts_with(mark.as_bytes()) {
        Begins::Yes
    } else if !text.is_end && mark.as_bytes().starts_with(rest) {
        Begins::Wait
    } else {
        Begins::No
    }
}

/// Whether one of the marks begins at `at`.
pub(super) fn begins_any(text: Text<'_>, at: usize, marks: &[&str]) -> Begins {
    let mut waits = false;
    for mark in marks {
        match begins(text, at, mark) {
            Begins::Yes => return Begins::Yes,
            Begins::Wait => waits = true,
            Begins::No => {}
        }
    }
    if waits { Begins::Wait } else { Begins::No }
}

/// The length of the longest of the marks that begins at `at`.
pub(super) fn length_of(text: Text<'_>, at: usize, marks: &[&str]) -> usize {
    let begun = marks.iter().filter(|mark| begins(text, at, mark) == Begins::Yes);
    begun.map(|mark| mark.len()).max().unwrap_or(0)
}

/// The first of the marks from `from` on. All of them begin with `<` or `[`.
pub(super) fn first_of(text: Text<'_>, from: usize, marks: &[&'static str]) -> Option<(usize, &'static str)> {
    let bytes = text.text.as_bytes();
    let mut at = scan::either(bytes, from, b'<', b'[');
    while at < bytes.len() {
        if let Some(mark) = marks.iter().find(|mark| bytes[at..].starts_with(mark.as_bytes())) {
            return Some((at, mark));
        }
        at = scan::either(bytes, at + 1, b'<', b'[');
    }
    None
}

/// Where the search for marks goes on that were not found so far: where the last of them may have begun.
pub(super) fn hold_back(text: &str, from: usize, marks: &[&str]) -> usize {
    let longest = marks.iter().map(|mark| mark.len()).max().unwrap_or(0);
    let bytes = text.as_bytes();
    let mut at = bytes.len().saturating_sub(longest).max(from);
    while at < bytes.len() && !marks.iter().any(|mark| mark.as_bytes().starts_with(&bytes[at..])) {
        at += 1;
    }
    at
}

/// Whether nothing but blanks is before `at` on its line.
pub(super) fn is_at_line_start(text: &str, at: usize) -> bool {
    let before = text.as_bytes()[..at]
        .iter()
        .rev()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Whether a text is a name that a tool may have.
pub(super) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/');
    !text.is_empty() && text.len() <= 128 && text.chars().all(is_part)
}

/// Whether a tool has this name.
pub(super) fn is_known(names: &NamesSpec, text: &str) -> bool {
    super::super::read::tool(names, text).is_some()
}

/// Where a call ends whose end cannot be found by its own grammar: at the first mark that ends it or begins another one, or at
/// the next object that names a tool. `Err`: where the search goes on when more text has come.
pub(super) fn region_end(
    text: Text<'_>,
    from: usize,
    entry: Option<&Entry>,
    names: &NamesSpec,
) -> Result<usize, usize> {
    let bytes = text.text.as_bytes();
    let mut at = from;
    loop {
        at = scan::prose_stop(bytes, at);
        let Some(&byte) = bytes.get(at) else {
            return if text.is_end { Ok(bytes.len()) } else { Err(bytes.len()) };
        };
        let ends = match byte {
            b'<' | b'[' => {
                let close = entry.map_or(&[][..], |entry| entry.close);
                let opens = FORMATS.iter().flat_map(|entry| entry.open);
                let marks = close.iter().chain(opens).map(|mark| begins(text, at, mark));
                marks.fold(Begins::No, |one, other| match (one, other) {
                    (Begins::Yes, _) | (_, Begins::Yes) => Begins::Yes,
                    (Begins::Wait, _) | (_, Begins::Wait) => Begins::Wait,
                    _ => Begins::No,
                })
            }
            b'{' if follows_value(text.text, at) => names_tool(text, at, names),
            _ => Begins::No,
        };
        match ends {
            Begins::Yes => return Ok(at),
            Begins::Wait => return Err(at),
            Begins::No => at += 1,
        }
    }
}

/// Whether a value or a comma is before `at`.
fn follows_value(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes()[..at].iter().rev();
    let before = bytes.copied().find(|byte| !byte.is_ascii_whitespace());
    matches!(before, Some(b',' | b'}' | b';'))
}

/// Whether the object at `at` begins with the name of a tool.
fn names_tool(text: Text<'_>, at: usize, names: &NamesSpec) -> Begins {
    let mut pos = text.after_space(at + 1);
    let key = ["\"name\"", "\"tool_name\"", "'name'"];
    match begins_any(text, pos, &key) {
        Begins::Yes => pos += length_of(text, pos, &key),
        other => return other,
    }
    pos = text.after_space(pos);
    match text.byte(pos) {
        Some(b':') => pos = text.after_space(pos + 1),
        Some(_) => return Begins::No,
        None if text.is_end => return Begins::No,
        None => return Begins::Wait,
    }
    let rest = text.rest(pos);
    let name = rest.get(1..).unwrap_or_default();
    match name.find(['"', '\'', '\n']) {
        Some(end) if rest.starts_with(['"', '\'']) && is_known(names, &name[..end]) => Begins::Yes,
        None if !text.is_end && rest.len() < super::LONGEST_HEADER => Begins::Wait,
        _ => Begins::No,
    }
}
