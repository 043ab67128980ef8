//! Types without fields or elements as the whole answer: an enum name, a number, a string.

use core::ops::Range;

use super::attempt::{ReadAttempt, framed};
use super::outside::unusual_space;
use super::root::RootType;
use crate::bounds::LONGEST_INFO;
use crate::error::ErrorKind;
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::number::is_plain;
use crate::read::reasoning::{after_reasoning, is_all_reasoning};
use crate::read::turn::own_turn;
use crate::record::{Mark, Sink};
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::{Options, ParseError};

/// Reads a value without parts from a text that is no exact document.
pub(super) fn parse(text: &str, options: &Options<'_>, root: &mut RootType<'_>) -> Result<Settled, ParseError> {
    let is_text = root.accepts.has(Accepts::STRING);
    let around = Surroundings::of(text, options, is_text);
    let (content, framing) = (around.content.clone(), around.framing);
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
    if is_all_reasoning(text, content.start) {
        // The model never came to its answer.
        return Err(ParseError::bare(ErrorKind::Truncated, None, content.start, text));
    }
    if !is_text
        && framing.is_none()
        && let Some(settled) = in_only_fence(text, &around, options, root)
    {
        return settled;
    }
    // Whoever goes back reads no further than the frame.
    let mut cursor = Cursor::new(&text[..content.end], content.start, Sink::of(options));
    around.record(&mut cursor.sink, text);
    let quoted = cursor.peek() == b'"';
    if is_text && !quoted && options.is_value {
        let has_value = root.read_value(&mut cursor).is_ok();
        return settle(root, has_value, cursor.sink, content, options, text);
    }
    let before = cursor.checkpoint();
    let may_be_text = is_text && !is_of_union(&text[content.clone()], root.accepts);
    if !may_be_text || quoted {
        let has_value = root.read(&mut cursor).is_ok();
        if let Some(has_value) = as_document(
            has_value,
            may_be_text,
            &text[content.clone()],
            before.mark(),
            &mut cursor,
        ) {
            return settle(root, has_value, cursor.sink, content, options, text);
        }
        cursor.restore(before);
    }
    cursor.pos = content.end;
    cursor.token = content.clone();
    let has_value = root.read_text(&text[content.clone()], &mut cursor).is_ok();
    if is_text && has_value {
        cursor.repaired(RepairKind::RawTextWrapped, &Frame::root(), content.clone());
    } else if has_value && !cursor.sink.has_moved(before.mark()) {
        cursor.repaired(RepairKind::UnquotedValue, &Frame::root(), content.clone());
    }
    settle(root, has_value, cursor.sink, content, options, text)
}

/// Whether the content is JSON other than a string, where the type may be something other than a string: a frame does not
/// make a string of it.
fn is_of_union(content: &str, accepts: Accepts) -> bool {
    let encloses = |open, close| content.starts_with(open) && content.ends_with(close);
    let is_json = || {
        is_plain(content) || matches!(content, "true" | "false" | "null") || encloses('{', '}') || encloses('[', ']')
    };
    accepts.has(Accepts::NUMBER.or(Accepts::BOOLEAN)) && is_json()
}

/// Whether the content that was read as JSON is the value, or is known to be none: `None` where it may be a raw text or a name.
fn as_document(has_value: bool, is_text: bool, written: &str, mark: Mark, cursor: &mut Cursor<'_>) -> Option<bool> {
    cursor.trivia(&Frame::root());
    let quotation = cursor.sink.cut && has_second_quote(written);
    let is_done = cursor.at_end() && !cursor.sink.violated_since(mark) && !quotation;
    if is_done && has_value {
        return Some(true);
    }
    // A document that was read to its end and refused is no raw text: its quotes would become part of the value.
    // Nor is a number or `null` a name, where another variant stands for every name that is not known.
    let is_document = if is_text {
        written.len() > 1 && written.ends_with('"')
    } else {
        written == "null" || is_plain(written)
    };
    // Brackets name nothing: what was wrong with them is what is wrong.
    let brackets = !is_text && cursor.sink.violated_since(mark) && written.starts_with(['{', '[']);
    ((is_document && cursor.at_end()) || brackets).then_some(false)
}

/// Records what surrounds a bare value, which no reasoning precedes or which begins after it, and is not white space in JSON.
fn spaced(sink: &mut Sink, text: &str, from: usize, content: &Range<usize>) {
    let mark = '\u{feff}'.len_utf8();
    let has_mark = text.starts_with('\u{feff}');
    if has_mark {
        framed(sink, RepairKind::BomStripped, 0..mark);
    }
    let first = from.max(if has_mark { mark } else { 0 });
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
    root: &mut RootType<'_>,
    has_value: bool,
    sink: Sink,
    span: Range<usize>,
    options: &Options<'_>,
    text: &str,
) -> Result<Settled, ParseError> {
    root.keep();
    let attempt = ReadAttempt {
        has_value,
        start: span.start,
        end: span.end,
        unrecognized: false,
        sink,
    };
    attempt.settle(options, text)
}

/// Reads the value from the one fenced block that is in prose, if it is all that the block holds.
fn in_only_fence(
    text: &str,
    around: &Surroundings,
    options: &Options<'_>,
    root: &mut RootType<'_>,
) -> Option<Result<Settled, ParseError>> {
    let prose = around.content.clone();
    let mut fences = text[prose.clone()].match_indices("```").map(|(at, _)| prose.start + at);
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
    around.record(&mut cursor.sink, text);
    let outside = [prose.start..open, close + 3..prose.end];
    if let Some(prose) = outside
        .into_iter()
        .find(|part| !text[part.clone()].trim_start().is_empty())
    {
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
pub(super) fn lone(text: &str, options: &Options<'_>, root: &mut RootType<'_>) -> Option<Result<Settled, ParseError>> {
    let plain = Accepts::STRING
        .or(Accepts::NAME)
        .or(Accepts::NUMBER)
        .or(Accepts::BOOLEAN)
        .or(Accepts::NULL);
    let around = Surroundings::of(text, options, root.accepts.has(Accepts::STRING));
    let content = around.content.clone();
    if !root.accepts.has(plain) || content.is_empty() || !options.markers.is_empty() {
        return None;
    }
    let at = Frame::root();
    let sink = Sink::of(options);
    let mut cursor = Cursor::new(&text[..content.end], content.start, sink);
    around.record(&mut cursor.sink, text);
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

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// What surrounds a value without parts.
struct Surroundings {
    /// The model's own turn, between its special tokens.
    turn: Range<usize>,
    /// Reasoning before it.
    reasoning: Range<usize>,
    /// The one fence or tag that frames it, if one does.
    framing: Option<RepairKind>,
    /// The span that is recorded for the fence or tag: usually its opening mark. Empty if there is none.
    frame: Range<usize>,
    /// The value.
    content: Range<usize>,
}

impl Surroundings {
    /// Emphasis is no part of what is not a text.
    fn of(text: &str, options: &Options<'_>, is_text: bool) -> Self {
        let turn = own_turn(text);
        let reply = &text[..turn.end];
        let first = reply.len() - reply[turn.start..].trim_start_matches(is_blank).len();
        let after = after_reasoning(reply, first);
        let trimmed = reply[after..].trim_matches(is_blank);
        let opening = after + reply[after..].find(trimmed).unwrap_or(0);
        let framed = framed_content(trimmed, options).or_else(|| emphasised(trimmed).filter(|_| !is_text));
        let whole = opening..opening + trimmed.len();
        let is_line_ended = reply[whole.end..].contains('\n');
        let half = || half_fenced(trimmed, is_line_ended && !is_text).filter(|_| options.markers.is_empty());
        let (content, framing, frame) = match framed {
            Some((inner, kind)) => {
                let start = opening + inner.start;
                (start..opening + inner.end, Some(kind), opening..start)
            }
            None => match half() {
                Some((inner, frame)) => {
                    let [content, frame] = [inner, frame].map(|part| opening + part.start..opening + part.end);
                    (content, Some(RepairKind::FenceUnwrapped), frame)
                }
                None => (whole, None, opening..opening),
            },
        };
        Self {
            turn,
            reasoning: first..after.max(first),
            framing,
            frame,
            content,
        }
    }

    fn record(&self, sink: &mut Sink, text: &str) {
        let reply = &text[..self.turn.end];
        if self.turn.start > 0 {
            framed(sink, RepairKind::ProseTrimmed, 0..self.turn.start);
        }
        if !self.reasoning.is_empty() {
            framed(sink, RepairKind::ReasoningBlockSkipped, self.reasoning.clone());
        }
        match self.framing {
            Some(kind) => framed(sink, kind, self.frame.clone()),
            None if self.reasoning.is_empty() => spaced(sink, reply, self.turn.start, &self.content),
            None => spaced(sink, reply, self.reasoning.end, &self.content),
        }
        if self.turn.end < text.len() {
            framed(sink, RepairKind::ProseTrimmed, self.turn.end..text.len());
        }
    }
}

/// The content of a fence that has only one mark, and that mark, as ranges of a trimmed text.
///
/// A mark on the last line closes a fence that was opened before the reply, in text that the caller wrote for the model to continue. It
/// is not read as a closing mark after a line that ends in a colon, because it may open a fence there. A mark on the first line opens a
/// fence that was never closed, perhaps because the caller stopped the reply at the closing mark; `may_open` says whether the content is
/// known to be complete.
fn half_fenced(trimmed: &str, may_open: bool) -> Option<(Range<usize>, Range<usize>)> {
    let (first, rest) = trimmed.split_once('\n')?;
    let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.contains(mark))?;
    let is_info = |info: &str| info.len() <= LONGEST_INFO && info.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if may_open && first.strip_prefix(mark).is_some_and(|info| is_info(info.trim())) && !rest.contains(mark) {
        let start = trimmed.len() - rest.trim_start().len();
        return Some((start..trimmed.len(), 0..start));
    }
    let (content, last) = trimmed.rsplit_once('\n')?;
    let content = content.trim_end();
    let is_closed = last.trim() == mark && !content.contains(mark) && !content.ends_with([':', '：']);
    (is_closed && !content.is_empty()).then_some((0..content.len(), content.len()..trimmed.len()))
}

/// The place in a trimmed text of what is in bold or italics, if all of it is.
fn emphasised(trimmed: &str) -> Option<(Range<usize>, RepairKind)> {
    let (mark, inner) = ["**", "__", "*", "_"].iter().find_map(|mark| {
        let inner = trimmed.strip_prefix(mark)?.strip_suffix(mark)?;
        (!inner.contains(['*', '_'])).then_some((mark, inner))
    })?;
    let start = mark.len() + inner.len() - inner.trim_start().len();
    Some((start..start + inner.trim().len(), RepairKind::JunkRemoved))
}

/// Whether reasoning is before what may be a value without parts, and no bracket after it.
pub(super) fn follows_reasoning(text: &str) -> bool {
    let first = text.len() - text.trim_start_matches(is_blank).len();
    let after = after_reasoning(text, first);
    after > first && !text[after..].contains(['{', '['])
}

/// The place in a trimmed text of what the one fence or tag holds that frames it.
fn framed_content(trimmed: &str, options: &Options<'_>) -> Option<(Range<usize>, RepairKind)> {
    let range = |part: &str| {
        let offset = part.as_ptr() as usize - trimmed.as_ptr() as usize;
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
        return Some((inner, RepairKind::FenceUnwrapped));
    }
    let (name, rest) = trimmed.strip_prefix('<')?.split_once('>')?;
    let inner = rest.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?;
    (!inner.contains('<')).then(|| (range(inner), RepairKind::TagUnwrapped))
}
