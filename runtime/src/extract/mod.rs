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

use std::marker::PhantomData;

use crate::error::ErrorKind;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};
use crate::{LlmOutput, Options, ParseError, Parsed};
use select::{Attempt, Selection};
use walk::{Candidate, Walk};

/// What a text is read as.
pub(crate) trait Target {
    type Value;

    /// The JSON values that stand for it.
    fn accepts(&self) -> Accepts;

    /// Its members, where it is an object that knows them.
    fn object(&self) -> &'static ObjectSpec;

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;

    /// The value that a text without quotes stands for.
    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;
}

/// A type that is known at compile time through and through.
pub(crate) struct Known<T>(PhantomData<T>);

impl<T: LlmOutput> Target for Known<T> {
    type Value = T;

    #[inline(always)]
    fn accepts(&self) -> Accepts {
        T::__FACTS.accepts
    }

    #[inline(always)]
    fn object(&self) -> &'static ObjectSpec {
        T::__OBJECT
    }

    #[inline(always)]
    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        T::__read(cursor, at)
    }

    #[inline(always)]
    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
        T::__from_text(text, cursor, at)
    }
}

/// Reads `T` from `text`, wherever in it the answer stands.
#[inline]
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    parse_target(&Known(PhantomData), text, options)
}

/// Reads the target from `text`, wherever in it the answer stands.
#[inline]
pub(crate) fn parse_target<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
) -> Result<Parsed<T::Value>, ParseError> {
    let accepts = target.accepts();
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    if text.len() > options.limits.bytes {
        return Err(ParseError::bare(ErrorKind::Limit, None, 0, text));
    }
    cursor.space();
    if !begins(cursor.peek(), accepts) || cursor.rest().starts_with("\"\"\"") {
        return search(target, text, options, None);
    }
    let start = cursor.pos;
    let read = target.read(&mut cursor, &Frame::root());
    let end = cursor.pos;
    cursor.space();
    let is_whole = cursor.pos >= text.len();
    match read {
        Ok(value) if is_whole && cursor.sink.is_clean() => Ok(Parsed::new(value, None, start..end)),
        read => {
            let Cursor { sink, unrecognized, .. } = cursor;
            doubted(
                target,
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
fn doubted<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
    attempt: Attempt<T::Value>,
    is_whole: bool,
) -> Result<Parsed<T::Value>, ParseError> {
    let tally = attempt.sink.tally();
    if is_whole
        && attempt.value.is_some()
        && tally.violations == 0
        && tally.refused.is_none()
        && options.markers.is_empty()
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
    search(target, text, options, Some(attempt))
}

/// Looks for the answer in the whole text, of which the beginning may have been read already.
#[cold]
#[inline(never)]
fn search<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
    whole: Option<Attempt<T::Value>>,
) -> Result<Parsed<T::Value>, ParseError> {
    let accepts = target.accepts();
    if text
        .trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
        .is_empty()
    {
        return Err(ParseError::bare(ErrorKind::Empty, None, 0, text));
    }
    if !accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)) {
        return scalar::parse(target, text, options);
    }
    let mut selection = Selection::<T::Value>::new(text, options, !accepts.has(Accepts::OBJECT));
    let mut walk = Walk::new(text, options, accepts, target.object());
    let start = whole.as_ref().map_or(0, |attempt| attempt.start);
    let mut whole = whole;
    // All candidates together may look ahead as far as one may.
    let mut lookahead = None;
    let mut read = |candidate: &Candidate| {
        let known = whole.take_if(|attempt| attempt.start == candidate.start && candidate.unescaped.is_none());
        let attempt = known.unwrap_or_else(|| attempt(target, text, options, candidate, &mut lookahead));
        selection.offer(candidate, attempt)
    };
    walk.run(start, &mut read);
    if selection.is_empty() && target.object().content.is_some() && options.markers.is_empty() {
        return raw(target, text, options);
    }
    selection.finish(&walk)
}

/// Reads the value that begins at the candidate's start.
fn attempt<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
    candidate: &Candidate,
    lookahead: &mut Option<usize>,
) -> Attempt<T::Value> {
    let sink = Sink::new(options.accept, options.limits.reports);
    let mut cursor = Cursor::new(&text[..candidate.limit], candidate.start, sink);
    cursor.fenced = candidate.fenced;
    cursor.lookahead = lookahead.unwrap_or(cursor.lookahead);
    let read = match &candidate.unescaped {
        Some(document) => {
            let span = candidate.start..candidate.start + 1;
            cursor.pos = candidate.end_of_escaped;
            cursor.within(document, span, |inner| target.read(inner, &Frame::root()))
        }
        None => target.read(&mut cursor, &Frame::root()),
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
fn raw<T: Target>(target: &T, text: &str, options: &Options<'_>) -> Result<Parsed<T::Value>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    cursor.raw = true;
    let value = target.read(&mut cursor, &Frame::root()).ok();
    select::settle(value, cursor.sink, 0..text.len(), false, options, text)
}

/// Puts a framing repair on record.
fn framed(sink: &mut Sink, kind: RepairKind, span: std::ops::Range<usize>) {
    sink.repair(kind, &Frame::root(), span);
}
