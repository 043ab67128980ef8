//! Replies that consist only of calls outside a list.

use super::super::super::python::{Closing, Parentheses};
use super::super::ending::is_mark;
use super::super::marks::{Begins, begins_any};
use super::super::{ReplyText, SPEAKERS, comments};
use super::after_comments;
use super::names::{calls_known, is_call, known_name_at, printed};
use crate::spec::NamesSpec;

/// Whether the text from `at` up to a mark or another speaker's turn contains only calls, comments and separators. The last call may be
/// cut off.
pub(in super::super) fn are_only_calls(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> bool {
    let mut next = at;
    loop {
        let inside = printed(text, next, names);
        let is_printed = inside.is_ok();
        let Ok((_, start)) = inside.or_else(|_| known_name_at(text, next, names)) else {
            return false;
        };
        if is_call(text, next, names) != Begins::Yes {
            return false;
        }
        let Closing::At(mut end) = Parentheses::new(start).go_on(text.text, true) else {
            return true;
        };
        if is_printed {
            let close = text.after_space(end);
            if text.byte(close) != Some(b')') {
                return false;
            }
            end = close + 1;
        }
        let pos = after_comments(text, text.after_blanks(end), &[]);
        let is_apart = pos >= text.text.len() || text.text[end..pos].contains('\n');
        next = match text.byte(pos) {
            Some(b',' | b';') => after_comments(text, text.after_blanks(pos + 1), &[]),
            _ if is_apart || is_mark(text, pos) == Begins::Yes => pos,
            _ => return false,
        };
        let is_over = next >= text.text.len() || is_mark(text, next) == Begins::Yes;
        if is_over || begins_any(text, next, SPEAKERS) == Begins::Yes {
            return true;
        }
    }
}

/// Where the first call of a known tool begins, after comments at `at`.
pub(in super::super) fn first_call(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Result<usize, Begins> {
    let (at, _) = comments::after_comments(text, at, true, &[])?;
    match printed(text, at, names)
        .map_or_else(|begins| begins, |_| Begins::Yes)
        .or(calls_known(text, at, names))
    {
        Begins::Yes => Ok(at),
        found => Err(found),
    }
}
