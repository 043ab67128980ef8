//! Types without fields or elements as the whole answer: an enum name, a number, a string.

use super::attempt::{Attempt, framed};
use super::outside::unusual_space;
use super::root::Root;
use crate::error::ErrorKind;
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::number::is_plain;
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::{Options, ParseError};

/// Reads a value without parts from a text that is no exact document.
pub(super) fn parse(text: &str, options: &Options<'_>, root: &mut Root<'_>) -> Result<Settled, ParseError> {
    let sink = Sink::of(options);
    let mut cursor = Cursor::new(text, 0, sink);
    let (content, framing) = content(text, options);
    if content.is_empty() {
        return Err(ParseError::bare(ErrorKind::Empty, None, 0, text));
    }
    if !options.markers.is_empty() && framing != Some(RepairKind::FenceUnwrapped) {
        return Err(ParseError::bare(
            ErrorKind::NoBlock,
            options.markers.first().copied(),
            0,
            text,
        ));
    }
    if let Some(kind) = framing {
        let opening = text.len() - text.trim_start().len();
        framed(&mut cursor.sink, kind, opening..content.start);
    }
    if framing.is_none() {
        spaced(&mut cursor.sink, text, &content);
    }
    cursor.text = &text[..content.end];
    cursor.pos = content.start;
    let is_text = root.accepts.has(Accepts::STRING);
    if !is_text
        && framing.is_none()
        && let Some(settled) = in_only_fence(text, options, root)
    {
        return settled;
    }
    let quoted = cursor.peek() == b'"';
    let mark = cursor.sink.mark();
    if !is_text || quoted {
        let has_value = root.read(&mut cursor).is_ok();
        cursor.trivia(&Frame::root());
        let quotation = cursor.sink.cut && has_second_quote(&text[content.clone()]);
        let done = cursor.at_end() && !cursor.sink.violated_since(mark) && !quotation;
        if done && has_value {
            return settle(root, has_value, cursor.sink, content, options, text);
        }
        // A document that was read to its end and refused is no raw text: its quotes would become part of the value.
        // Nor is a number or `null` a name, where another variant stands for every name that is not known.
        let written = &text[content.clone()];
        let is_document = if is_text {
            written.len() > 1 && written.ends_with('"')
        } else {
            written == "null" || is_plain(written)
        };
        if is_document && cursor.at_end() {
            return settle(root, false, cursor.sink, content, options, text);
        }
        // Brackets name nothing: what was wrong with them is what is wrong.
        let brackets = !is_text && cursor.sink.violated_since(mark) && text[content.clone()].starts_with(['{', '[']);
        if brackets {
            return settle(root, false, cursor.sink, content, options, text);
        }
        cursor.sink.rewind(mark);
    }
    cursor.pos = content.end;
    cursor.token = content.clone();
    let has_value = root.read_text(&text[content.clone()], &mut cursor).is_ok();
    if is_text && has_value {
        cursor.repaired(RepairKind::RawTextWrapped, &Frame::root(), content.clone());
    } else if has_value && cursor.sink.mark() == mark {
        cursor.repaired(RepairKind::UnquotedValue, &Frame::root(), content.clone());
    }
    settle(root, has_value, cursor.sink, content, options, text)
}

/// Records what surrounds a bare value and is not white space in JSON.
fn spaced(sink: &mut Sink, text: &str, content: &std::ops::Range<usize>) {
    let mark = '\u{feff}'.len_utf8();
    let first = if text.starts_with('\u{feff}') { mark } else { 0 };
    if first > 0 {
        framed(sink, RepairKind::BomStripped, 0..mark);
    }
    let outside = [
        (first, &text[first..content.start.max(first)]),
        (content.end, &text[content.end..]),
    ];
    for (start, part) in outside {
        if let Some(space) = unusual_space(part) {
            framed(sink, RepairKind::UnusualSpace, start + space.start..start + space.end);
        }
    }
}

/// The value that was read last is the answer, if it is one.
fn settle(
    root: &mut Root<'_>,
    has_value: bool,
    sink: Sink,
    span: std::ops::Range<usize>,
    options: &Options<'_>,
    text: &str,
) -> Result<Settled, ParseError> {
    root.keep();
    let attempt = Attempt {
        has_value,
        start: span.start,
        end: span.end,
        unrecognized: false,
        sink,
    };
    attempt.settle(options, text)
}

/// Reads the value from the one fenced block that is in prose, if it is all that the block holds.
fn in_only_fence(text: &str, options: &Options<'_>, root: &mut Root<'_>) -> Option<Result<Settled, ParseError>> {
    let mut fences = text.match_indices("```").map(|(position, _)| position);
    let (open, close) = (fences.next()?, fences.next()?);
    let line_end = text[open..close].find('\n')?;
    if fences.next().is_some() {
        return None;
    }
    let inner = text[open + line_end..close].trim();
    let start = open + line_end + text[open + line_end..close].find(inner)?;
    let content = start..start + inner.len();
    let sink = Sink::of(options);
    let mut cursor = Cursor::new(&text[..content.end], start, sink);
    let outside = [0..open, close + 3..text.len()];
    if let Some(prose) = outside.into_iter().find(|part| !text[part.clone()].trim().is_empty()) {
        framed(&mut cursor.sink, RepairKind::ProseTrimmed, prose);
    }
    framed(&mut cursor.sink, RepairKind::FenceUnwrapped, open..start);
    let has_value = root.read(&mut cursor).is_ok();
    cursor.trivia(&Frame::root());
    let is_read = has_value && cursor.at_end() && !cursor.sink.cut && cursor.sink.tally().violations == 0;
    is_read.then(|| settle(root, has_value, cursor.sink, content, options, text))
}

/// Reads a value without parts where the type may have parts too, and none such is in the text: a number, a literal
/// or a string in quotes, alone or in a fence. `None` where there is no such value: prose is none.
pub(super) fn lone(text: &str, options: &Options<'_>, root: &mut Root<'_>) -> Option<Result<Settled, ParseError>> {
    let plain = Accepts::STRING
        .or(Accepts::NAME)
        .or(Accepts::NUMBER)
        .or(Accepts::BOOLEAN)
        .or(Accepts::NULL);
    let (content, framing) = content(text, options);
    if !root.accepts.has(plain) || content.is_empty() || !options.markers.is_empty() {
        return None;
    }
    let at = Frame::root();
    let sink = Sink::of(options);
    let mut cursor = Cursor::new(&text[..content.end], content.start, sink);
    if let Some(kind) = framing {
        let opening = text.len() - text.trim_start().len();
        framed(&mut cursor.sink, kind, opening..content.start);
    } else {
        spaced(&mut cursor.sink, text, &content);
    }
    if matches!(cursor.peek(), b'{' | b'[' | b'(') {
        return None;
    }
    let has_value = root.read(&mut cursor).is_ok();
    cursor.trivia(&at);
    if cursor.peek() == b',' {
        let comma = cursor.pos;
        cursor.repaired(RepairKind::ExtraComma, &at, comma..comma + 1);
        cursor.pos += 1;
        cursor.trivia(&at);
    }
    let is_cut = cursor.sink.cut;
    let quotation = is_cut && has_second_quote(&text[content.clone()]);
    if !cursor.at_end() || quotation || (!has_value && !is_cut) {
        return None;
    }
    Some(settle(root, has_value, cursor.sink, content, options, text))
}

/// Whether the quote that begins `text` is followed by another one that is not escaped: a string that is cut off was
/// opened and never closed, and prose with a quotation in it is something else.
fn has_second_quote(text: &str) -> bool {
    let mut escaped = false;
    let mut characters = text.chars();
    let first = characters.next();
    if !matches!(first, Some('"' | '\'')) {
        return false;
    }
    characters.any(|c| {
        let closes = Some(c) == first && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    })
}

/// The text inside the one fence or tag that frames it, or the whole text without the space around it.
fn content(text: &str, options: &Options<'_>) -> (std::ops::Range<usize>, Option<RepairKind>) {
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let start = text.find(trimmed).unwrap_or(0);
    let range = |part: &str| {
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        let lead = part.len() - part.trim_start().len();
        offset + lead..offset + lead + part.trim().len()
    };
    let fenced = |mark: &str| {
        let (line, rest) = trimmed.strip_prefix(mark)?.split_once('\n')?;
        let named = options.markers.is_empty()
            || options
                .markers
                .iter()
                .any(|marker| marker.eq_ignore_ascii_case(line.trim()));
        let inner = rest.trim_end().strip_suffix(mark)?;
        (named && !inner.contains(mark)).then(|| range(inner))
    };
    if let Some(inner) = fenced("```").or_else(|| fenced("~~~")) {
        return (inner, Some(RepairKind::FenceUnwrapped));
    }
    let tagged = || {
        let (name, rest) = trimmed.strip_prefix('<')?.split_once('>')?;
        let inner = rest.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?;
        (!inner.contains('<')).then(|| range(inner))
    };
    if let Some(inner) = tagged() {
        return (inner, Some(RepairKind::TagUnwrapped));
    }
    (start..start + trimmed.len(), None)
}
