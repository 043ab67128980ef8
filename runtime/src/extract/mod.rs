//! Text to where the answer may stand, and the choice among several.
//!
//! The whole text is tried first. Only then are fences, tags, reasoning and bare brackets looked at, in one walk: each
//! candidate is read against the type as it is met, so that a reader who knows strings decides where it ends.

mod envelope;
#[cfg(test)]
mod linear;
mod scalar;
mod select;
mod walk;

use crate::error::ErrorKind;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::{LlmOutput, Options, ParseError, Parsed};
use select::{Attempt, Selection};
use walk::{Candidate, Walk};

/// Reads `T` from `text`, wherever in it the answer stands.
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let accepts = T::__FACTS.accepts;
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    if text.len() > options.limits.bytes {
        return Err(ParseError::bare(ErrorKind::Limit, None, 0, text));
    }
    cursor.space();
    if !begins(cursor.peek(), accepts) || cursor.rest().starts_with("\"\"\"") {
        return search(text, options, None);
    }
    let start = cursor.pos;
    let read = T::__read(&mut cursor, &Frame::root());
    let end = cursor.pos;
    cursor.space();
    let is_whole = cursor.pos >= text.len();
    match read {
        Ok(value) if is_whole && cursor.sink.is_clean() => Ok(Parsed::new(value, None, start..end)),
        read => {
            let Cursor { sink, unrecognized, .. } = cursor;
            doubted(
                text,
                options,
                Attempt {
                    value: read.ok(),
                    start,
                    end,
                    unrecognized,
                    sink,
                },
                is_whole,
            )
        }
    }
}

/// Whether a value of such a type may begin with this byte at the very start of a text.
fn begins(byte: u8, accepts: Accepts) -> bool {
    match byte {
        b'{' | b'[' => accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)),
        // A string; or a comment, behind which anything may stand.
        b'"' | b'/' => true,
        b'-' | b'0'..=b'9' => accepts.has(Accepts::NUMBER),
        b't' | b'f' => accepts.has(Accepts::BOOLEAN),
        b'n' => accepts.has(Accepts::NULL),
        // Any JSON value in other spellings.
        b'\'' | b'N' | b'T' | b'F' | b'.' | b'+' | b'(' => accepts == Accepts::ANY,
        _ => false,
    }
}

/// The text is no exact document: what was read from its start is the answer if it took in the whole text without a
/// doubt, and one candidate among others otherwise.
#[cold]
#[inline(never)]
fn doubted<T: LlmOutput>(
    text: &str,
    options: &Options<'_>,
    attempt: Attempt<T>,
    is_whole: bool,
) -> Result<Parsed<T>, ParseError> {
    let tally = attempt.sink.tally();
    if is_whole
        && attempt.value.is_some()
        && tally.violations == 0
        && tally.refused.is_none()
        && options.markers.is_empty()
        && !(opens_tuple(text, attempt.start) && !attempt.is_sure())
    {
        let Attempt {
            value,
            start,
            end,
            unrecognized,
            sink,
        } = attempt;
        return select::settle(value, sink, start..end, unrecognized, options, text);
    }
    search(text, options, Some(attempt))
}

/// Whether a parenthesis stands at `pos`, which in prose is seldom a tuple.
fn opens_tuple(text: &str, pos: usize) -> bool {
    text.as_bytes().get(pos) == Some(&b'(')
}

/// Looks for the answer in the whole text, of which the beginning may have been read already.
#[cold]
#[inline(never)]
fn search<T: LlmOutput>(text: &str, options: &Options<'_>, whole: Option<Attempt<T>>) -> Result<Parsed<T>, ParseError> {
    let accepts = T::__FACTS.accepts;
    if text
        .trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
        .is_empty()
    {
        return Err(ParseError::bare(ErrorKind::Empty, None, 0, text));
    }
    if !accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)) {
        return scalar::parse(text, options);
    }
    let mut selection = Selection::<T>::new(text, options, !accepts.has(Accepts::OBJECT));
    let mut walk = Walk::new(text, options, accepts, T::__OBJECT);
    let start = whole.as_ref().map_or(0, |attempt| attempt.start);
    let mut whole = whole;
    // All candidates together may look ahead as far as one may.
    let mut lookahead = None;
    let mut read = |candidate: &Candidate| {
        let known = whole.take_if(|attempt| attempt.start == candidate.start && candidate.unescaped.is_none());
        let attempt = known.unwrap_or_else(|| attempt::<T>(text, options, candidate, &mut lookahead));
        selection.offer(candidate, attempt)
    };
    walk.run(start, &mut read);
    if selection.is_empty() && T::__OBJECT.content.is_some() && options.markers.is_empty() {
        return raw(text, options);
    }
    if selection.is_empty()
        && let Some(outcome) = scalar::lone(text, options)
    {
        return outcome;
    }
    selection.finish(&walk)
}

/// Reads the value that begins at the candidate's start.
fn attempt<T: LlmOutput>(
    text: &str,
    options: &Options<'_>,
    candidate: &Candidate,
    lookahead: &mut Option<usize>,
) -> Attempt<T> {
    let sink = Sink::new(options.accept, options.limits.reports);
    let mut cursor = Cursor::new(&text[..candidate.limit], candidate.start, sink);
    cursor.fenced = candidate.fenced;
    cursor.lookahead = lookahead.unwrap_or(cursor.lookahead);
    let read = match &candidate.unescaped {
        Some(document) => {
            let span = candidate.start..candidate.start + 1;
            cursor.pos = candidate.end_of_escaped;
            cursor.within(document, span, |inner| T::__read(inner, &Frame::root()))
        }
        None => T::__read(&mut cursor, &Frame::root()),
    };
    if let Some(kind) = candidate.reshaped {
        let end = cursor.pos;
        cursor.repaired(kind, &Frame::root(), candidate.start..end);
    }
    *lookahead = Some(cursor.lookahead);
    let span = candidate.wrapper.clone().unwrap_or(candidate.start..cursor.pos);
    Attempt {
        value: read.ok(),
        start: span.start,
        end: span.end,
        unrecognized: cursor.unrecognized,
        sink: cursor.sink,
    }
}

/// Takes a reply without any JSON whole as the type's one text.
fn raw<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    cursor.raw = true;
    let value = T::__read(&mut cursor, &Frame::root()).ok();
    select::settle(value, cursor.sink, 0..text.len(), false, options, text)
}

/// Puts a framing repair on record.
fn framed(sink: &mut Sink, kind: RepairKind, span: std::ops::Range<usize>) {
    sink.repair(kind, &Frame::root(), span);
}
