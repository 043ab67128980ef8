//! The fast path: a whole text that is strictly valid JSON of the type, read once and without recording anything.
//!
//! It returns a value only if the engine would return the same one, without a repair. Anything else is declined, and the
//! engine reads the text again from the start: only the engine reports and repairs errors. If the error is at the end of
//! the text, the fast path has read all of it for nothing, so a text with an error that is seen at a glance is not begun at
//! all.

mod document;
mod parts;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};
use std::ops::Range;

use serde_core::Deserialize;
use serde_core::de::StdError;

use crate::Limits;
use crate::read::scan;

/// Reads `text` as one document, and returns the value and its place, if nothing has to be repaired.
pub(super) fn document<'de, T: Deserialize<'de>>(text: &'de str, limits: Limits) -> Option<(T, Range<usize>)> {
    let start = scan::after_space(text.as_bytes(), 0);
    match (text.as_bytes().get(start)?, text.trim_ascii_end().as_bytes().last()?) {
        (b'{', b'}') | (b'[', b']') if text.len() <= limits.bytes => {}
        _ => return None,
    }
    let (value, end) = inside(text, start, false, limits.elements)?;
    (scan::after_space(text.as_bytes(), end) >= text.len()).then_some((value, start..end))
}

#[cfg(test)]
thread_local! {
    /// Leaves everything to the engine, so that tests can compare both ways.
    static WITHOUT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Reads the value that begins at `start`, and returns it and its end, if nothing has to be repaired and it has no more than
/// so many elements and map entries.
pub(super) fn inside<'de, T: Deserialize<'de>>(
    text: &'de str,
    start: usize,
    fenced: bool,
    elements: usize,
) -> Option<(T, usize)> {
    #[cfg(test)]
    if WITHOUT.get() {
        return None;
    }
    // A fence that does not end was cut off.
    let end = if fenced {
        Some(scan::byte::<b'`'>(text.as_bytes(), start)).filter(|&end| end < text.len())?
    } else {
        text.rfind(['}', ']'])? + 1
    };
    let is_left = !ends_well(text.get(start..end)?) || has_more_elements(&text[start..], elements);
    if is_left { None } else { document::value(text, start) }
}

/// Whether the text may hold more elements and map entries than `most`. The engine counts them then.
/// Each of them comes after a comma or an opening bracket, and takes two bytes at least.
fn has_more_elements(text: &str, most: usize) -> bool {
    let begins = |byte: &&u8| matches!(byte, b',' | b'[' | b'{');
    text.len() / 2 > most && text.bytes().filter(|byte| begins(&byte)).count() > most
}

/// In a text up to this length, all lines are checked.
const SHORT: usize = 1024;

const WORDS: [&[u8]; 3] = [b"true", b"false", b"null"];

/// Whether the last lines (a quarter of a long text) begin with bytes that can begin a line between tokens.
///
/// Models write unescaped line breaks into strings, most often into the last of many. Checking these lines costs little,
/// and avoids reading the document twice.
fn ends_well(text: &str) -> bool {
    let bytes = text.as_bytes();
    let part = (bytes.len() / 4).max(SHORT);
    let mut pos = scan::either(bytes, bytes.len().saturating_sub(part), b'\n', b'\n');
    while pos < bytes.len() {
        pos = scan::after_space(bytes, pos + 1);
        let begins_well = match bytes.get(pos) {
            None | Some(b'"' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'-' | b'0'..=b'9') => true,
            Some(_) => WORDS.iter().any(|word| bytes[pos..].starts_with(word)),
        };
        if !begins_well {
            return false;
        }
        pos = scan::either(bytes, pos, b'\n', b'\n');
    }
    true
}

/// The value is left to the engine.
#[derive(Debug)]
struct Declined;

type OrDeclined<T> = Result<T, Declined>;

/// Declines the value unless this holds.
#[inline(always)]
fn require(holds: bool) -> OrDeclined<()> {
    if holds { Ok(()) } else { Err(Declined) }
}

impl Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is read another way")
    }
}

impl StdError for Declined {}

impl serde_core::de::Error for Declined {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}
