//! Text to where the answer may stand, and the choice among several.
//!
//! The whole text is tried first. Only then are fences, tags, reasoning and bare brackets looked at, in one walk: each
//! candidate is read against the type as it is met, so that a reader who knows strings decides where it ends.
//!
//! What is generic over the type is in this file, and short: every type pays for it at compile time.

mod envelope;
#[cfg(test)]
mod linear;
mod scalar;
mod search;
mod select;
mod walk;

use std::ops::Range;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::spec::Accepts;
use crate::{LlmOutput, Options, ParseError, Parsed};
use search::Root;

/// Reads `T` from `text`, wherever in it the answer stands.
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    let mut first = None;
    let mut whole = None;
    if let Some(start) = begin(&mut cursor, options, T::__FACTS.accepts) {
        let read = T::__read(&mut cursor, &Frame::root());
        let span = start..cursor.pos;
        if let Ok(value) = read {
            if cursor.is_done() {
                return Ok(Parsed::new(value, None, span));
            }
            first = Some(value);
        }
        whole = Some(span);
    }
    search(cursor, options, whole, first)
}

/// Where the text's first value begins, if the text may be a document from there on.
fn begin(cursor: &mut Cursor<'_>, options: &Options<'_>, accepts: Accepts) -> Option<usize> {
    if cursor.text.len() > options.limits.bytes {
        return None;
    }
    cursor.space();
    let begins = match cursor.peek() {
        b'"' => !cursor.rest().starts_with("\"\"\""),
        byte => begins(byte, accepts),
    };
    begins.then_some(cursor.pos)
}

/// Whether a value of such a type may begin with this byte at the very start of a text.
fn begins(byte: u8, accepts: Accepts) -> bool {
    match byte {
        b'{' | b'[' => accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)),
        // A comment, behind which anything may stand.
        b'/' => true,
        b'-' | b'0'..=b'9' => accepts.has(Accepts::NUMBER),
        b't' | b'f' => accepts.has(Accepts::BOOLEAN),
        b'n' => accepts.has(Accepts::NULL),
        // Any JSON value in other spellings.
        b'\'' | b'N' | b'T' | b'F' | b'.' | b'+' | b'(' => accepts == Accepts::ANY,
        _ => false,
    }
}

/// The text is no exact document: looks for the answer in all of it. What was read from its start, and the value that
/// came of it, are one candidate among others.
#[cold]
#[inline(never)]
fn search<T: LlmOutput>(
    cursor: Cursor<'_>,
    options: &Options<'_>,
    whole: Option<Range<usize>>,
    mut first: Option<T>,
) -> Result<Parsed<T>, ParseError> {
    let mut second = None;
    let has_value = first.is_some();
    let mut root = Root::new(T::__FACTS.accepts, T::__OBJECT, &mut first, &mut second);
    let settled = search::answer(cursor, options, whole, has_value, &mut root);
    let kept = if root.in_second { &mut second } else { &mut first };
    match settled {
        Ok(settled) => match kept.take() {
            Some(value) => Ok(Parsed::new(value, settled.report, settled.span)),
            None => settled.lost(),
        },
        Err(error) => Err(error),
    }
}
