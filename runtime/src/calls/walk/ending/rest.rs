//! Where what follows a call ends, and whether it is the rest of its arguments.

use alloc::vec::Vec;

use super::super::super::format::{ACTION, ENDS, Entry, SKIPPED};
use super::super::fence::count_marks;
use super::super::marks::{Begins, Candidates, begins_any, begins_folded, first_of, hold_back, place_of};
use super::super::objects::foreign;
use super::super::{LONGEST_HEADER, ReplyText, comments, head, pythonic};
use crate::read::reasoning;
use crate::steps::step;

/// The first mark after `from` that closes a call, unless one that opens a call comes first; or where to resume when more text has
/// arrived. `is_word`: the call began with `Action:`, so it ends at the next one at the latest. Searching the whole text for each would
/// take quadratic time.
pub(super) fn closing_mark(
    text: ReplyText<'_>,
    from: usize,
    entry: &Entry,
    is_word: bool,
) -> Result<Option<usize>, usize> {
    let mut marks: Vec<_> = entry.close.iter().chain(entry.open).copied().collect();
    let next = is_word.then(|| text.rest(from).find(ACTION[0])).flatten();
    let part = ReplyText {
        text: &text.text[..next.map_or(text.text.len(), |next| from + next)],
        ..text
    };
    let found = first_of(part, from, &marks);
    let searched = found.filter(|_| !is_word).map_or(part.text.len(), |(at, _)| at);
    step(searched - from);
    match found {
        Some((at, mark)) => Ok(entry.close.contains(&mark).then_some(at)),
        None if text.is_end || next.is_some() => Ok(None),
        None => {
            marks.extend(is_word.then_some(ACTION[0]));
            Err(hold_back(text.text, from, &marks))
        }
    }
}

/// Where the fence around the arguments ends, searching from `at`: after its closing backticks, before the next call's mark, or else at
/// the end of the line.
pub(super) fn fence_end(text: ReplyText<'_>, at: usize, entry: Option<&Entry>) -> Result<usize, Begins> {
    let rest = text.rest(at);
    let head = comments::head(rest);
    let marks = entry.map_or(&[][..], |entry| entry.close).iter();
    let marks = marks.chain(entry.map_or(&[][..], |entry| entry.open));
    let marks = marks.chain(&["\nAction:"]);
    let mark = marks.filter_map(|mark| place_of(head, mark)).min();
    let fence = place_of(head, "```").filter(|&fence| mark.is_none_or(|mark| fence < mark));
    let may_go_on = !text.is_end && head.len() == rest.len() && rest.len() < comments::LONGEST_COMMENT;
    match (fence, mark) {
        (Some(fence), _) => {
            let end = at + fence + count_marks(text, at + fence, "```");
            if end == text.text.len() && !text.is_end {
                Err(Begins::Wait)
            } else {
                Ok(end)
            }
        }
        (None, Some(mark)) => Ok(at + mark),
        (None, None) if may_go_on => Err(Begins::Wait),
        (None, None) => Ok(at + place_of(head, "\n").unwrap_or(head.len())),
    }
}

/// Where the expression with the operator at `at`, after a call, ends: in a list with the element, otherwise with the line.
pub(super) fn expression_end(text: ReplyText<'_>, at: usize, in_list: bool) -> Result<usize, Begins> {
    if in_list {
        match foreign(text, at) {
            Err(Begins::No | Begins::Yes) => {}
            found => return found,
        }
    }
    let (line, is_all) = pythonic::line_of_code(text, at);
    if !is_all {
        return Err(Begins::Wait);
    }
    let mut line = line.trim_end();
    if in_list {
        line = line.strip_suffix(']').unwrap_or(line);
    }
    Ok(at + line.len())
}

/// Whether every quote from here to the end of the line is closed on it. If so, what follows is not the rest of a string.
pub(super) fn has_whole_quotes(text: ReplyText<'_>, at: usize) -> Begins {
    let head = head(text.rest(at));
    let end = head.find('\n');
    if end.is_none() && head.len() == text.rest(at).len() && !text.is_end {
        return Begins::Wait;
    }
    let line = &head[..end.unwrap_or(head.len())];
    let is_even = |quote: u8| line.bytes().filter(|&byte| byte == quote).count() % 2 == 0;
    if is_even(b'"') && is_even(b'\'') {
        Begins::Yes
    } else {
        Begins::No
    }
}

/// Whether a mark of any kind begins here.
pub(in super::super) fn is_mark(text: ReplyText<'_>, at: usize) -> Begins {
    let candidates = Candidates::at(text, at);
    let formats = candidates.formats().map(|entry| begins_any(text, at, entry.open));
    let reasoning = reasoning::candidates(&text.text.as_bytes()[at..])
        .filter(|(_, may_open, _)| *may_open)
        .map(|((open, _), ..)| begins_folded(text, at, open));
    let others = [(candidates.skipped(), SKIPPED), (candidates.ends(), ENDS)];
    let others = others
        .into_iter()
        .filter(|(may_begin, _)| *may_begin)
        .map(|(_, marks)| begins_any(text, at, marks));
    let turn = candidates.begin_turn(text, at);
    formats.chain(reasoning).chain(others).fold(turn, Begins::or)
}

/// Whether what is at `at`, after the arguments, is the rest of them. `is_beside`: no blank is between; `is_whole`: the arguments keep to
/// their grammar.
pub(super) fn goes_on(text: ReplyText<'_>, at: usize, is_beside: bool, is_whole: bool, is_python: bool) -> Begins {
    let rest = text.rest(at);
    let mut chars = rest.chars();
    let first = chars.next();
    match first {
        Some(')' | ':' | '\\') => return Begins::Yes,
        // After whole arguments, a line may begin with a word in quotes.
        Some('"' | '\'') if is_beside || !is_whole => return Begins::Yes,
        Some('"') => match has_whole_quotes(text, at) {
            Begins::Yes if !is_python && begins_member(rest) => return Begins::Yes,
            Begins::Yes => {}
            Begins::No => return Begins::Yes,
            Begins::Wait => return Begins::Wait,
        },
        _ => {}
    }
    if is_beside {
        let is_sentence = matches!(first, Some('.' | '!' | '?' | '*' | '<' | '['));
        let ends = chars.next();
        match (is_sentence, ends) {
            (false, _) => return Begins::Yes,
            (true, None) if !text.is_end => return Begins::Wait,
            _ => {}
        }
    }
    let (open, close) = if is_python { (b'[', b']') } else { (b'{', b'}') };
    closes_more(text, at, open, close)
}

/// Whether a key in quotes and its colon begin this text: the arguments before it were closed too early.
fn begins_member(text: &str) -> bool {
    let inner = text.strip_prefix('"').map(head);
    let after = inner.and_then(|inner| inner.split_once('"'));
    step(LONGEST_HEADER);
    after.is_some_and(|(name, after)| !name.is_empty() && !name.contains('\n') && after.trim_start().starts_with(':'))
}

/// Whether the line from here on, up to a mark, closes a bracket that it does not open.
pub(super) fn closes_more(text: ReplyText<'_>, at: usize, open: u8, close: u8) -> Begins {
    let head = head(text.rest(at));
    let mut depth = 0_usize;
    for (index, &byte) in head.as_bytes().iter().enumerate() {
        match byte {
            b'\n' => return Begins::No,
            b'<' if index > 0 => return Begins::No,
            _ if byte == open => depth += 1,
            _ if byte == close => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Begins::Yes,
            },
            _ => {}
        }
    }
    if text.is_end || head.len() < text.rest(at).len() || head.len() >= LONGEST_HEADER {
        Begins::No
    } else {
        Begins::Wait
    }
}
