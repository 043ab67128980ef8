//! Types without members or elements as the whole answer: a name, a number, a text.

use super::Target;
use crate::error::ErrorKind;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::{Options, ParseError, Parsed};

/// Reads a value without parts from a text that is no exact document.
pub(super) fn parse<T: Target>(target: &T, text: &str, options: &Options<'_>) -> Result<Parsed<T::Value>, ParseError> {
    let sink = Sink::new(options.accept, options.limits.reports);
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
        super::framed(&mut cursor.sink, kind, opening..content.start);
    }
    cursor.text = &text[..content.end];
    cursor.pos = content.start;
    let is_text = target.accepts().has(Accepts::STRING);
    let quoted = cursor.peek() == b'"';
    let mark = cursor.sink.mark();
    if !is_text || quoted {
        let value = target.read(&mut cursor, &Frame::root());
        cursor.trivia(&Frame::root());
        let done = cursor.at_end() && !cursor.sink.violated_since(mark);
        if done && value.is_ok() {
            return super::select::settle(value.ok(), cursor.sink, content, false, options, text);
        }
        cursor.sink.rewind(mark);
    }
    cursor.pos = content.end;
    cursor.token = content.clone();
    let value = target.read_text(&text[content.clone()], &mut cursor, &Frame::root());
    if is_text && value.is_ok() {
        cursor.repaired(RepairKind::RawTextWrapped, &Frame::root(), content.clone());
    }
    super::select::settle(value.ok(), cursor.sink, content, false, options, text)
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
