//! The plain case: one value, bare or in a fence, in prose in which nothing else can begin.
//!
//! Most replies that are no exact document are of this form. The walk would find the same one candidate, and the choice
//! would have nothing to choose from, so neither is set up: what is read here is what they would settle on (tested).

use std::ops::Range;

use super::search::{Root, Settled};
use super::select::Attempt;
use super::walk::escaped::escapes;
use super::walk::{find_at, may_begin};
use crate::read::cursor::Cursor;
use crate::read::scan;
use crate::read::steps::{searched, step};
use crate::record::Around;
use crate::spec::Accepts;
use crate::{Options, ParseError};

/// What came of the first value in a text that begins with prose or a fence.
pub(super) enum Single {
    /// It is the answer.
    Settled(Result<Settled, ParseError>),
    /// It was read, and now stands where the next value is read to, but it may not be the only one.
    Read(Attempt),
    /// Nothing was read.
    None,
}

/// Where a single value begins, and what it stands in.
struct Place {
    start: usize,
    /// The opening line of its fence; empty where there is none.
    opening: Range<usize>,
}

impl Place {
    /// Where the value's frame begins.
    fn outer_start(&self) -> usize {
        if self.opening.is_empty() {
            self.start
        } else {
            self.opening.start
        }
    }
}

/// Reads the first value in a text that begins with something else, with a cursor that has read nothing yet.
#[inline(always)]
pub(super) fn attempt(cursor: &mut Cursor<'_>, options: &Options<'_>, root: &mut Root<'_>) -> Single {
    let text = cursor.whole();
    let brackets = Accepts::OBJECT.or(Accepts::ARRAY);
    if !options.markers.is_empty() || !root.accepts.has(brackets) {
        return Single::None;
    }
    let Some(place) = place(text, root) else {
        return Single::None;
    };
    cursor.pos = place.start;
    cursor.fenced = !place.opening.is_empty();
    let has_value = root.read(cursor).is_ok();
    let (end, unrecognized) = (cursor.pos, cursor.unrecognized);
    let is_taken = has_value
        && !unrecognized
        && !cursor.sink.cut
        && cursor.sink.is_taken()
        && (cursor.sink.is_clean() || !ends_reasoning(&text[place.start..end]));
    let frame = if is_taken {
        frame_end(text, end, cursor.fenced).map(|end| place.outer_start()..end)
    } else {
        None
    };
    let is_only = frame.is_some();
    if let Some(frame) = frame {
        root.keep();
        let around = around(place.opening, &frame, text);
        let span = place.start..end;
        if let Some(report) = cursor.sink.framed(&around) {
            return Single::Settled(Ok(Settled::of(Some(report), span, options)));
        }
        around.note(&mut cursor.sink);
        // What stands around the value is repaired too, and perhaps not to be.
        if cursor.sink.is_taken() {
            let report = std::mem::take(&mut cursor.sink).report();
            return Single::Settled(Ok(Settled::of(report, span, options)));
        }
    }
    let attempt = Attempt {
        has_value,
        start: place.start,
        end,
        unrecognized,
        sink: std::mem::take(&mut cursor.sink),
    };
    if is_only {
        Single::Settled(attempt.settle(options, text))
    } else {
        Single::Read(attempt)
    }
}

/// What stands around the one value: its fence, if the opening of one is given, and the first piece of prose outside the
/// frame.
#[inline(always)]
pub(super) fn around(opening: Range<usize>, frame: &Range<usize>, text: &str) -> Around {
    let before = trimmed(text, 0..frame.start);
    let prose = if before.is_empty() {
        trimmed(text, frame.end..text.len())
    } else {
        before
    };
    Around { fence: opening, prose }
}

/// This part of the text without the white space around it.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    // What is neither ASCII nor white space of the common kind is looked at more closely.
    let is_odd = |byte: u8| byte >= 0x80 || byte == b'\x0b';
    let (mut start, mut end) = (part.start, part.end);
    while start < end && bytes[start].is_ascii_whitespace() {
        start += 1;
    }
    while start < end && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    step(part.len() - (end - start));
    if start < end && (is_odd(bytes[start]) || is_odd(bytes[end - 1])) {
        let rest = text[start..end].trim_start();
        start = end - rest.len();
        end = start + rest.trim_end().len();
    }
    start..end
}

/// The first place in the text where a value begins, if it is one of those that need no second look.
fn place(text: &str, root: &Root<'_>) -> Option<Place> {
    let bytes = text.as_bytes();
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte >= 0x80;
    let first = searched(0, bytes.iter().position(|byte| !is_blank(byte))?);
    // A text that holds a document, and a tuple.
    if matches!(bytes[first], b'"' | b'(') || (first > 0 && text.starts_with('\u{feff}')) {
        return None;
    }
    let stop = prose_end(bytes, first)?;
    match bytes.get(stop)? {
        b'{' => (!escapes(text, stop) && may_begin(text, stop, root.accepts, root.object)).then_some(Place {
            start: stop,
            opening: 0..0,
        }),
        b'`' => fenced(text, stop),
        _ => None,
    }
}

/// The place of the value behind the three marks at `pos`, if nothing but an info string stands between.
#[inline(always)]
fn fenced(text: &str, pos: usize) -> Option<Place> {
    let bytes = text.as_bytes();
    let is_info = |byte: &&u8| byte.is_ascii_alphanumeric();
    let behind = &bytes[pos + 3..];
    let (end, start) = if behind.starts_with(b"json\n{") {
        (pos + 7, searched(pos, pos + 8))
    } else {
        let info = behind.iter().take(LONGEST_INFO).take_while(is_info).count();
        let end = pos + 3 + info;
        (end, scan::after_space(bytes, searched(pos, end)))
    };
    (is_document(bytes, start) && !escapes(text, start)).then_some(Place {
        start,
        opening: pos..end,
    })
}

/// Whether the bracket at `pos` opens a value, and no label such as `[CONTENT]`.
#[inline(always)]
fn is_document(bytes: &[u8], pos: usize) -> bool {
    match bytes.get(pos) {
        Some(b'{') => true,
        Some(b'[') => !matches!(bytes.get(pos + 1), Some(b'A'..=b'Z' | b'_' | b'/')),
        _ => false,
    }
}

/// No info string that says that JSON follows is longer.
const LONGEST_INFO: usize = 16;

/// Where the frame of the value that ends at `end` has its end, if nothing can begin behind it.
fn frame_end(text: &str, end: usize, fenced: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let end = if fenced {
        let close = scan::after_space(bytes, end);
        let marks = run_of(b'`', &bytes[close..]);
        (marks >= 3).then_some(searched(close, close + marks))?
    } else {
        end
    };
    is_prose(text, end).then_some(end)
}

/// Whether a value that was repaired may have been put together across the end of the reasoning. In one that was not, that can
/// only stand in a text.
fn ends_reasoning(value: &str) -> bool {
    find_at::<b'<'>(value, "</think").is_some()
}

/// Whether the document at `span` is the only thing in the text that can be the answer: it begins the text.
pub(super) fn is_only(text: &str, span: &Range<usize>) -> bool {
    is_document(text.as_bytes(), span.start) && is_prose(text, span.end) && !ends_reasoning(&text[span.clone()])
}

/// Whether nothing can begin in the text from `from` on.
fn is_prose(text: &str, from: usize) -> bool {
    prose_end(text.as_bytes(), from).is_some_and(|end| end == text.len())
}

/// Where the prose at `from` ends, quotes and code in single marks included: at a bracket, a tag or a fence of backticks, or at
/// the text's end. `None` where a fence of another kind stands.
fn prose_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut pos = from;
    loop {
        pos = scan::prose_stop(bytes, pos);
        match bytes.get(pos) {
            None | Some(b'{' | b'[' | b'<') => return Some(pos),
            Some(&mark) => {
                let run = run_of(mark, &bytes[pos..]);
                match (mark, run) {
                    (b'`', 3) => return Some(pos),
                    (_, 3..) => return None,
                    _ => pos = searched(pos, pos + run),
                }
            }
        }
    }
}

/// How many marks of this kind the text begins with: as a rule, three or one.
#[inline(always)]
fn run_of(mark: u8, bytes: &[u8]) -> usize {
    match bytes {
        [first, second, third, fourth, ..] if *first == mark && *fourth != mark => {
            if *second == mark {
                2 + usize::from(*third == mark)
            } else {
                1
            }
        }
        _ => bytes.iter().take_while(|&&byte| byte == mark).count(),
    }
}

#[cfg(test)]
mod tests;
