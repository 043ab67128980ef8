//! Comments before, between and after calls. They belong to no call, and hide none.

use super::super::format::{Entry, Layout};
use super::ReplyText;
use super::marks::{Begins, place_of};

/// No comment is longer than this.
pub(super) const LONGEST_COMMENT: usize = 1024;

/// The beginning of a text, at most as long as the longest comment.
pub(super) fn head(rest: &str) -> &str {
    let mut end = rest.len().min(LONGEST_COMMENT);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    &rest[..end]
}

/// Where the comment ends that begins at `at`; otherwise, whether one may begin there. A mark of `close` ends the comment of a line
/// as the end of the line does.
pub(super) fn comment_end(text: ReplyText<'_>, at: usize, is_python: bool, close: &[&str]) -> Result<usize, Begins> {
    let rest = text.rest(at);
    let (opener, closer) = match rest.as_bytes() {
        [b'#', ..] => (1, "\n"),
        [b'/', b'/', ..] if !is_python => (2, "\n"),
        [b'/', b'*', ..] if !is_python => (2, "*/"),
        [b'/'] if !is_python && !text.is_end => return Err(Begins::Wait),
        _ => return Err(Begins::No),
    };
    let head = head(rest);
    let content = &head[opener..];
    let is_block = closer == "*/";
    let end = place_of(content, closer).map(|length| length + if is_block { closer.len() } else { 0 });
    let mark = || close.iter().filter_map(|mark| place_of(content, mark)).min();
    let end = if is_block {
        end
    } else {
        end.into_iter().chain(mark()).min()
    };
    match end {
        Some(length) => Ok(at + opener + length),
        None if head.len() < rest.len() => Err(Begins::No),
        // Nothing closes it, so that it would hide everything after it.
        None if text.is_end && is_block => Err(Begins::No),
        None if text.is_end => Ok(text.text.len()),
        None => Err(Begins::Wait),
    }
}

/// Where the blanks and comments at `pos` end, and whether a comment is among them; or that more text is needed to tell.
pub(super) fn after_comments(
    text: ReplyText<'_>,
    pos: usize,
    is_python: bool,
    close: &[&str],
) -> Result<(usize, bool), Begins> {
    let mut at = text.after_space(pos);
    let mut is_any = false;
    while at - pos <= LONGEST_COMMENT {
        match comment_end(text, at, is_python, close) {
            Ok(end) => at = text.after_space(end),
            Err(Begins::Wait) => return Err(Begins::Wait),
            Err(_) => break,
        }
        is_any = true;
    }
    Ok((at, is_any))
}

/// Whether comments may be between the calls of this entry even outside of a list, because marks show where they end.
pub(super) fn are_allowed(entry: Option<&Entry>) -> bool {
    entry.is_some_and(|entry| matches!(entry.layout, Layout::Objects | Layout::Python) && !entry.close.is_empty())
}
