//! Where a call between tags ends: what follows its closing tags, and where the end is of one that cannot be read.

use super::super::super::format::{ENDS, SKIPPED};
use super::super::super::found::Arguments;
use super::super::marks::{Begins, Candidates, after_any, begins, begins_any, is_at_line_start};
use super::super::meant::is_inside;
use super::super::{Progress, ReplyText};
use super::{Stage, TaggedCall};
use crate::ErrorKind;
use crate::bounds::MOST_NESTED;
use crate::read::scan;
use crate::spec::NamesSpec;

/// A call that cannot be read, and whose end is looked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct BrokenCall {
    /// The end was searched up to here.
    searched: usize,
    /// The first call that begins inside it or after it.
    first: Option<usize>,
    /// So many calls began there, and so many of them are open.
    opened: u8,
    open: u8,
    /// The first one is inside it.
    is_inside: bool,
}

impl BrokenCall {
    pub(super) fn at(searched: usize) -> Self {
        Self {
            searched,
            is_inside: false,
            first: None,
            opened: 0,
            open: 0,
        }
    }
}

/// A call that seems to have ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClosedCall {
    pub(super) end: usize,
    /// What follows was searched up to here.
    pub(super) searched: usize,
    /// The mark around the call is open.
    pub(super) is_wrapped: bool,
}

impl TaggedCall {
    /// Whether the next call of this format begins at `at`, or the reply ends there.
    fn reply_goes_on(&self, text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
        // A sentence may speak of a tag, as it hardly does of a mark with bars.
        let counts = text.rest(at + 1).starts_with(['|', '｜']) || is_at_line_start(text.text, at);
        let turn = if counts {
            Candidates::at(text, at).begin_turn(text, at)
        } else {
            Begins::No
        };
        turn.or(begins_any(text, at, ENDS)).or(self.opens(text, at, names))
    }

    /// Looks at what follows a call: if its closing tag is repeated, one of the two is part of a value. If there is no mark
    /// around the call, or it is closed, the prose after it may mention the tag, so the closing tag of a value must come right
    /// before it. Only the next call or the end of the reply ends the search: text may speak of any other mark.
    pub(super) fn closed(&mut self, text: ReplyText<'_>, mut call: ClosedCall, names: &NamesSpec) -> Option<Progress> {
        let bytes = text.text.as_bytes();
        let end = call.end;
        if !self.is_wrapped && text.after_space(end) >= bytes.len() && !text.is_end {
            return Some(Progress::Wait);
        }
        let mut at = scan::byte::<b'<'>(bytes, call.searched);
        while at < bytes.len() {
            let again = self.closes_again(text, at, call.is_wrapped);
            if again == Err(Begins::Wait) {
                break;
            }
            let again = again.ok();
            let is_separated = || !text.text[end..at].trim_end().is_empty();
            match self.argument_goes_on(text, at) {
                Begins::Yes => {
                    self.stage = Stage::Broken(BrokenCall::at(at));
                    return None;
                }
                Begins::Wait => break,
                Begins::No => {}
            }
            match self.reply_goes_on(text, at, names) {
                _ if again.is_some() && (!call.is_wrapped || is_separated()) => {}
                Begins::Yes => return Some(self.whole_call(end)),
                Begins::Wait => break,
                Begins::No if call.is_wrapped => match self.wrapper_length(text, at) {
                    Err(_) => break,
                    Ok(0) => {}
                    Ok(length) => {
                        call.is_wrapped = false;
                        at = scan::byte::<b'<'>(bytes, at + length);
                        continue;
                    }
                },
                Begins::No => {}
            }
            if let Some(end) = again {
                return Some(self.ended(end, end, Arguments::Unreadable(ErrorKind::Malformed)));
            }
            at = scan::byte::<b'<'>(bytes, at + 1);
        }
        if text.is_end {
            return Some(self.whole_call(end));
        }
        call.searched = at.min(bytes.len());
        self.stage = Stage::Closed(call);
        Some(Progress::Wait)
    }

    /// The length of the mark at `at`, if it closes what is around calls; none otherwise. `Err`: more text may show it.
    fn wrapper_length(&self, text: ReplyText<'_>, at: usize) -> Result<usize, Begins> {
        let is_wrapper = |mark: &&&str| mark.starts_with("</") && !matches!(**mark, "</s>" | "</invoke>");
        let marks = SKIPPED
            .iter()
            .filter(is_wrapper)
            .filter(|mark| **mark != self.tags.close);
        let mut longest = 0;
        for mark in marks {
            match begins(text, at, mark) {
                Begins::Yes => longest = longest.max(mark.len()),
                Begins::Wait => return Err(Begins::Wait),
                Begins::No => {}
            }
        }
        Ok(longest)
    }

    /// Whether the end of a value is at `at`, and the next argument after it: the call has not ended before.
    fn argument_goes_on(&self, text: ReplyText<'_>, at: usize) -> Begins {
        match begins(text, at, self.tags.value_end) {
            Begins::Yes => {
                let next = text.after_space(at + self.tags.value_end.len());
                begins(text, next, self.tags.key)
            }
            found => found,
        }
    }

    /// Where the call ends, if it is closed again at `at`. `is_wrapped`: a mark around it is open.
    fn closes_again(&self, text: ReplyText<'_>, at: usize, is_wrapped: bool) -> Result<usize, Begins> {
        let (close, value_end) = (self.tags.close, self.tags.value_end);
        if is_wrapped {
            return after_any(text, at, &[close]);
        }
        let next = text.after_space(after_any(text, at, &[value_end])?);
        let end = after_any(text, next, &[close])?;
        // Tags in backticks are only mentioned, but a value may end in one.
        if text.text.as_bytes()[at - 1] != b'`' {
            return Ok(end);
        }
        match text.byte(end) {
            Some(b'`') => Err(Begins::No),
            None if !text.is_end => Err(Begins::Wait),
            _ => Ok(end),
        }
    }

    /// The call cannot be read: looks for its end. A call that begins before it was closed is inside it if both are closed, and
    /// otherwise follows it.
    pub(super) fn broken(&mut self, text: ReplyText<'_>, mut call: BrokenCall) -> Progress {
        let bytes = text.text.as_bytes();
        let mut at = scan::byte::<b'<'>(bytes, call.searched);
        while at < bytes.len() {
            match begins_any(text, at, self.entry.close) {
                Begins::Yes if call.open == 0 => {
                    let end = at + self.tags.close.len();
                    return self.ended(end, end, Arguments::Unreadable(ErrorKind::Malformed));
                }
                Begins::Yes => call.open -= 1,
                Begins::Wait => break,
                Begins::No => match begins_any(text, at, self.entry.open) {
                    Begins::Yes => {
                        if call.first.is_none() {
                            call.is_inside = is_inside(text, self.after, at);
                        }
                        let first = *call.first.get_or_insert(at);
                        call.open += 1;
                        call.opened += 1;
                        if call.opened > MOST_NESTED {
                            return self.ended(first, first, Arguments::Unreadable(ErrorKind::Malformed));
                        }
                    }
                    Begins::Wait => break,
                    Begins::No => {}
                },
            }
            at = scan::byte::<b'<'>(bytes, at + 1);
        }
        if !text.is_end {
            call.searched = at.min(bytes.len());
            self.stage = Stage::Broken(call);
            return Progress::Wait;
        }
        if let Some(first) = call.first.filter(|_| !call.is_inside) {
            return self.ended(first, first, Arguments::Unreadable(ErrorKind::Malformed));
        }
        let end = bytes.len();
        self.ended(end, end, Arguments::Unreadable(ErrorKind::Truncated))
    }
}
