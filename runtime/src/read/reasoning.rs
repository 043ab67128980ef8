//! The reasoning that models write before their answer.

use core::ops::Range;

use crate::bounds::LONGEST_REASONING_TAG;
use crate::path::head;
use crate::read::scan;
use crate::read::steps::step;

/// The marks around reasoning. Their case does not matter, and a tag may have attributes.
pub(crate) const REASONING: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<reflection>", "</reflection>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<longcat_think>", "</longcat_think>"),
    ("<mm:think>", "</mm:think>"),
    ("<seed:think>", "</seed:think>"),
    // Mistral's reasoning models.
    ("[THINK]", "[/THINK]"),
    // Command A Reasoning.
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    // Models trained on the traces of Sky-T1.
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    // Apertus.
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    // MedGemma.
    ("<unused94>thought", "<unused95>"),
    // Gemma 4.
    ("<|channel>thought", "<channel|>"),
    // Kimi's first reasoning models. It counts at the beginning of a reply only.
    (TRIANGLE, "◁/think▷"),
];

const TRIANGLE: &str = "◁think▷";

/// The marks with each second byte, and with each third one: most of what begins like a mark has others. Two bits for each
/// entry of [`REASONING`], the first of them for its opening mark.
static WITH_BYTE: [[u64; 256]; 2] = [with_byte(1), with_byte(2)];

const _: () = assert!(2 * REASONING.len() <= 64, "there are not enough bits");

const fn with_byte(place: usize) -> [u64; 256] {
    let mut marks = [0; 256];
    let mut i = 0;
    while i < 2 * REASONING.len() {
        let (open, close) = REASONING[i / 2];
        let mark = if i % 2 == 0 { open } else { close };
        let byte = mark.as_bytes()[place];
        marks[byte.to_ascii_lowercase() as usize] |= 1 << i;
        marks[byte.to_ascii_uppercase() as usize] |= 1 << i;
        i += 1;
    }
    marks
}

/// The marks that a text may begin with, which begins with the first byte of one: each entry of [`REASONING`], whether it may be
/// the opening mark, and whether it may be the closing one.
pub(crate) fn candidates(text: &[u8]) -> impl Iterator<Item = (&'static (&'static str, &'static str), bool, bool)> {
    let with = |place: usize| {
        text.get(place)
            .map_or(u64::MAX, |&byte| WITH_BYTE[place - 1][usize::from(byte)])
    };
    let mut marks = with(1) & with(2);
    core::iter::from_fn(move || {
        let number = marks.trailing_zeros() as usize / 2;
        let entry = REASONING.get(number)?;
        let bits = marks >> (2 * number);
        marks &= !(3 << (2 * number));
        Some((entry, bits & 1 == 1, bits & 2 == 2))
    })
}

/// What a mark at the beginning of a text opens.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Opened {
    /// Reasoning that this mark closes, after an opening mark of so many bytes.
    Reasoning(&'static str, usize),
    /// The text ends before that can be said.
    Wait,
    Nothing,
}

/// Whether a mark at the beginning of the text opens reasoning.
pub(crate) fn opened(text: &str) -> Opened {
    let bytes = text.as_bytes();
    let mut waits = false;
    for ((open, close), _, _) in candidates(bytes).filter(|(_, opens, _)| *opens) {
        // A tag may have attributes in place of its last character.
        let name = open.strip_suffix('>').filter(|_| !open.contains('|')).unwrap_or(open);
        let known = bytes.len().min(name.len());
        if !bytes[..known].eq_ignore_ascii_case(&name.as_bytes()[..known]) {
            continue;
        }
        match bytes.get(name.len()) {
            _ if known < name.len() => waits = true,
            _ if name.len() == open.len() => return Opened::Reasoning(close, open.len()),
            Some(b'>') => return Opened::Reasoning(close, open.len()),
            Some(byte) if byte.is_ascii_whitespace() => {
                return match head(text, LONGEST_REASONING_TAG).find('>') {
                    Some(end) => Opened::Reasoning(close, end + 1),
                    None if text.len() < LONGEST_REASONING_TAG => Opened::Wait,
                    None => Opened::Nothing,
                };
            }
            Some(_) => {}
            None => waits = true,
        }
    }
    if waits { Opened::Wait } else { Opened::Nothing }
}

/// Whether reasoning is between tags of this name.
pub(crate) fn is_reasoning(name: &str) -> bool {
    let tag = |open: &'static str| open.strip_prefix('<')?.strip_suffix('>');
    REASONING
        .iter()
        .filter_map(|(open, _)| tag(open))
        .any(|known| known.eq_ignore_ascii_case(name))
}

/// Where the text goes on after the reasoning that is in it from `first` on: blocks with both tags, or everything up to a closing
/// tag on a line of its own that nothing opened. `first` where there is none, or nothing follows it.
pub(crate) fn after_reasoning(text: &str, first: usize) -> usize {
    let mut end = first;
    while let Some(after) = block_end(text, end) {
        end = after;
    }
    if end == first {
        end = lone_end(text, first).unwrap_or(first);
    }
    if text[end..].trim_start().is_empty() {
        first
    } else {
        end
    }
}

/// Where the reasoning block ends that begins after white space at `pos`.
fn block_end(text: &str, pos: usize) -> Option<usize> {
    let (close, inner) = block_start(text, pos)?;
    let end = close_of(text, inner, text.len(), close)?.end;
    step(end - pos);
    Some(end)
}

/// What closes the reasoning block that begins after white space at `pos`, and the place after its opening mark.
fn block_start(text: &str, pos: usize) -> Option<(&'static str, usize)> {
    let start = text.len() - text[pos..].trim_start().len();
    match opened(&text[start..]) {
        Opened::Reasoning(close, length) => Some((close, start + length)),
        _ => None,
    }
}

/// Whether the text begins with reasoning.
pub(crate) fn begins(text: &str) -> bool {
    block_start(text, 0).is_some()
}

/// Whether a reasoning block begins after white space at `pos` that is never closed.
pub(crate) fn is_all_reasoning(text: &str, pos: usize) -> bool {
    block_start(text, pos).is_some_and(|(close, inner)| close_of(text, inner, text.len(), close).is_none())
}

/// Where a closing tag ends before which everything is reasoning: nothing opened it, and a line begins or ends with it.
fn lone_end(text: &str, first: usize) -> Option<usize> {
    if text[first..].starts_with(['"', '\'', '`', '{', '[']) {
        return None;
    }
    let close = scan::signs(text, first, "</think")?;
    let end = close + text[close..].find('>')? + 1;
    step(end - first);
    let before = &text[first..close];
    let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
    let ends_line = text[end..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    ((begins_line || ends_line) && !before.contains("<think")).then_some(end)
}

/// Where the last reasoning in the text ends, whatever opened it.
pub(crate) fn last_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    step(text.len());
    let first = TRIANGLE.as_bytes()[0];
    let mut limit = bytes.len();
    while let Some(at) = bytes[..limit]
        .iter()
        .rposition(|&byte| matches!(byte, b'<' | b'[') || byte == first)
    {
        if let Some(length) = closed(&text[at..]) {
            return Some(at + length);
        }
        limit = at;
    }
    None
}

/// The length of the mark at the beginning of the text that closes reasoning, with what a tag has after its name.
pub(crate) fn closed(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_here = |close: &&str| {
        let start = unfinished(close).as_bytes();
        bytes
            .get(..start.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    let closing = candidates(bytes).filter(|(_, _, closes)| *closes);
    let close = closing.map(|((_, close), ..)| *close).find(is_here)?;
    Some(end_of(text, close))
}

/// The place of the mark that closes reasoning, in the part of the text from `from` to `limit`.
pub(crate) fn close_of(text: &str, from: usize, limit: usize, close: &str) -> Option<Range<usize>> {
    let text = &text[..limit];
    let start = unfinished(close).as_bytes();
    let first = close.chars().next()?;
    let mut at = from;
    loop {
        at += text[at..].find(first)?;
        let found = text.as_bytes().get(at..at + start.len())?;
        if found.eq_ignore_ascii_case(start) {
            return Some(at..at + end_of(&text[at..], close));
        }
        at += first.len_utf8();
    }
}

/// How long the closing mark at the beginning of the text is, with what a tag has after its name.
fn end_of(text: &str, close: &str) -> usize {
    let last = close.chars().next_back().unwrap_or('>');
    let start = unfinished(close).len();
    text[start..]
        .find(last)
        .map_or(text.len(), |offset| start + offset + last.len_utf8())
}

/// A closing mark without its last character, which may be further on.
fn unfinished(close: &str) -> &str {
    let last = close.chars().next_back().map_or(0, char::len_utf8);
    &close[..close.len() - last]
}

/// Where the text goes on after reasoning that this mark closes, from `from` on; where to search next if it has not arrived.
pub(crate) fn after_close(text: &str, from: usize, close: &str) -> Result<usize, usize> {
    let rest = &text.as_bytes()[from..];
    let found = rest
        .windows(close.len())
        .position(|window| window.eq_ignore_ascii_case(close.as_bytes()));
    step(found.unwrap_or(rest.len()));
    if let Some(offset) = found {
        return Ok(from + offset + close.len());
    }
    // Part of it may have arrived.
    let searched = text.len().saturating_sub(close.len() - 1).max(from);
    Err((searched..text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len()))
}
