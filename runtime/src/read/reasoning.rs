//! The reasoning that models write before their answer.

use crate::bounds::LONGEST_REASONING_TAG;
use crate::path::head;
use crate::read::steps::step;

/// The tags around reasoning, and the closing tag of each.
pub(crate) const REASONING: [(&str, &str); 7] = [
    ("think", "</think>"),
    ("thinking", "</thinking>"),
    ("reasoning", "</reasoning>"),
    ("thought", "</thought>"),
    ("thoughts", "</thoughts>"),
    ("scratchpad", "</scratchpad>"),
    ("reflection", "</reflection>"),
];

/// Whether reasoning is between tags of this name.
pub(crate) fn is_reasoning(name: &str) -> bool {
    REASONING.iter().any(|(known, _)| known.eq_ignore_ascii_case(name))
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
    if text[end..].trim().is_empty() { first } else { end }
}

/// Where the reasoning block ends that begins after white space at `pos`.
fn block_end(text: &str, pos: usize) -> Option<usize> {
    let (name, inner) = block_start(text, pos)?;
    let close = inner + close_of(&text[inner..], name)?;
    let end = close + text[close..].find('>')? + 1;
    step(end - pos);
    Some(end)
}

/// The name of the reasoning block that begins after white space at `pos`, and the place after its opening tag.
fn block_start(text: &str, pos: usize) -> Option<(&str, usize)> {
    let start = text.len() - text[pos..].trim_start().len();
    let tag = head(&text[start..], LONGEST_REASONING_TAG).strip_prefix('<')?;
    let length = tag.find('>')?;
    let name = tag[..length].split_ascii_whitespace().next()?;
    is_reasoning(name).then_some((name, start + length + 2))
}

/// Whether the text begins with reasoning.
pub(crate) fn begins(text: &str) -> bool {
    block_start(text, 0).is_some()
}

/// Whether a reasoning block begins after white space at `pos` that is never closed.
pub(crate) fn is_all_reasoning(text: &str, pos: usize) -> bool {
    block_start(text, pos).is_some_and(|(name, inner)| close_of(&text[inner..], name).is_none())
}

/// Where a closing tag ends before which everything is reasoning: nothing opened it, and a line begins or ends with it.
fn lone_end(text: &str, first: usize) -> Option<usize> {
    if text[first..].starts_with(['"', '\'', '`', '{', '[']) {
        return None;
    }
    let close = first + text[first..].find("</think")?;
    let end = close + text[close..].find('>')? + 1;
    step(end - first);
    let before = &text[first..close];
    let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
    let ends_line = text[end..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    ((begins_line || ends_line) && !before.contains("<think")).then_some(end)
}

/// Where the last reasoning in the text ends, whatever opened it.
pub(crate) fn last_end(text: &str) -> Option<usize> {
    step(REASONING.len() * text.len());
    let ends = REASONING
        .iter()
        .filter_map(|(_, close)| text.rfind(&close[..close.len() - 1]));
    let close = ends.max()?;
    Some(close + text[close..].find('>')? + 1)
}

/// Where the closing tag of this name begins.
pub(crate) fn close_of(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(offset) = text[from..].find("</") {
        let at = from + offset;
        if text[at + 2..]
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
        {
            return Some(at);
        }
        from = at + 2;
    }
    None
}
