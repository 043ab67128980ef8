//! What is between the arguments of a call and what follows it: brackets and fences that close, separators and comments.

use super::super::super::format::{ACTION, Entry, Format, Layout};
use super::super::comments::LONGEST_COMMENT;
use super::super::marks::{Begins, begins, begins_any};
use super::super::{LONGEST_HEADER, ReplyText, comments, pythonic};
use super::is_mark;
use crate::spec::NamesSpec;
use crate::steps::step;

/// Where the text after the arguments of a call and their closing brackets begins, and what is in between.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
pub(super) struct AfterArguments {
    pub(super) at: usize,
    /// There is no blank in between.
    pub(super) is_beside: bool,
    /// There is a comma or semicolon in between.
    pub(super) is_separated: bool,
    /// A list is closed in between.
    pub(super) is_closed: bool,
    /// There is an unmatched closing bracket in between.
    pub(super) has_surplus: bool,
    /// There are marks of a fence in between.
    pub(super) has_fence: bool,
    /// There is a comment in between.
    pub(super) has_comment: bool,
    /// One of the comments in between is in the list of the calls.
    pub(super) is_comment_listed: bool,
    /// The comments are longer than is looked at. Where comments may be between calls, the call has then ended.
    pub(super) is_far: bool,
    /// Where the call ends.
    pub(super) start: usize,
}

/// More brackets, marks and comments than this do not close a call. Each push of a stream would look at all of them again.
const MOST_SIGNS: usize = 256;

/// What may be between two calls.
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
#[derive(Debug, Clone, Copy)]
pub(super) struct BetweenCalls {
    pub(super) is_python: bool,
    pub(super) skips_fence: bool,
    /// The arguments are in a fence of their own.
    pub(super) is_fenced: bool,
    /// The call is in a list that is still open.
    pub(super) in_list: bool,
    pub(super) entry: Option<&'static Entry>,
}

impl AfterArguments {
    /// What follows a call that ends at `end`.
    pub(super) fn of(text: ReplyText<'_>, end: usize, between: BetweenCalls) -> Self {
        let BetweenCalls {
            is_python,
            skips_fence,
            in_list,
            ..
        } = between;
        let mut following = Self {
            at: end,
            is_beside: true,
            is_separated: false,
            is_closed: false,
            has_surplus: false,
            has_fence: false,
            has_comment: false,
            is_comment_listed: false,
            is_far: false,
            start: end,
        };
        for _ in 0..MOST_SIGNS {
            step(1);
            let next = if in_list && !following.is_closed {
                text.after_space(following.at)
            } else {
                text.after_blanks(following.at)
            };
            following.is_beside &= next == following.at;
            following.at = next;
            if following.skips_comments(text, between) {
                continue;
            }
            match text.byte(following.at) {
                Some(b'}') if !is_python => {
                    following.has_surplus = true;
                    following.at += 1;
                }
                Some(b'`') if skips_fence => {
                    following.has_fence = true;
                    following.at += 1;
                }
                Some(b']') => {
                    following.has_surplus |= !is_python && (following.is_closed || !in_list);
                    following.is_closed = true;
                    following.at += 1;
                }
                Some(b',' | b';') => {
                    following.is_separated = true;
                    following.at = text.after_space(next + 1);
                    following.is_beside &= following.at == next + 1;
                    while following.skips_comments(text, between) {
                        following.at = text.after_space(following.at);
                    }
                    // A comma may follow the last call of a list: Python allows it, and models write it in JSON too.
                    if text.byte(following.at) != Some(b']') {
                        return following;
                    }
                }
                _ => return following,
            }
        }
        following
    }

    /// Skips a comment, if there is one. What closes more brackets than it opens, or has a quote, may be the rest of a string.
    fn skips_comments(&mut self, text: ReplyText<'_>, between: BetweenCalls) -> bool {
        let BetweenCalls {
            is_python,
            is_fenced,
            in_list,
            entry,
            ..
        } = between;
        if self.is_far
            || !matches!(text.byte(self.at), Some(b'#' | b'/'))
            || !(in_list && !self.is_closed || comments::are_allowed(entry) || is_fenced && !self.has_fence)
        {
            return false;
        }
        let close = entry.map_or(&[][..], |entry| entry.close);
        let end = match comments::comment_end(text, self.at, is_python, close) {
            Ok(end) => end,
            // More text shows where it ends.
            Err(Begins::Wait) => text.text.len(),
            Err(_) => return false,
        };
        let content = &text.text[self.at..end];
        step(content.len());
        let closes = |open: u8, close: u8| {
            let mut depth = 0_usize;
            content.bytes().any(|byte| {
                if byte == open {
                    depth += 1;
                } else if byte == close {
                    match depth.checked_sub(1) {
                        Some(less) => depth = less,
                        None => return true,
                    }
                }
                false
            })
        };
        let is_rest = if is_python && !self.is_separated {
            content.contains(['"', '\'']) && (closes(b'(', b')') || closes(b'[', b']'))
        } else {
            !is_python && closes(b'{', b'}')
        };
        if is_rest {
            return false;
        }
        self.has_comment = true;
        self.is_far = end - self.start > LONGEST_COMMENT;
        self.is_comment_listed |= in_list && !self.is_closed;
        self.is_beside = false;
        self.at = end;
        true
    }

    /// Whether something else follows the arguments in their fence, before the marks that close it and those of a call.
    pub(super) fn is_inside_fence(&self, text: ReplyText<'_>, between: BetweenCalls) -> Begins {
        if !between.is_fenced || self.has_fence || matches!(text.byte(self.at), None | Some(b'`')) {
            return Begins::No;
        }
        let close = between.entry.map_or(&[][..], |entry| entry.close);
        match begins_any(text, self.at, close).or(is_mark(text, self.at)) {
            Begins::No => Begins::Yes,
            Begins::Yes => Begins::No,
            Begins::Wait => Begins::Wait,
        }
    }

    /// Whether what follows JSON arguments on their line decides whether the call is made, or with what: an operator, a condition,
    /// or more arguments.
    pub(super) fn is_operand(&self, text: ReplyText<'_>, between: BetweenCalls) -> Begins {
        if between.entry.is_some_and(|entry| entry.format == Format::React) {
            // The action has arguments twice.
            match text.byte(self.at) {
                Some(b'{') => return Begins::Yes,
                Some(_) => match begins(text, self.at, ACTION[1]) {
                    Begins::No => {}
                    found => return found,
                },
                None => {}
            }
        }
        let is_near = self.at - self.start <= LONGEST_HEADER && !text.text[self.start..self.at].contains('\n');
        let Some(byte) = text.byte(self.at).filter(|_| is_near) else {
            return Begins::No;
        };
        let is_headed = between
            .entry
            .is_some_and(|entry| matches!(entry.layout, Layout::Header(_)));
        if byte == b'{' {
            return if is_headed && !self.is_beside {
                Begins::Yes
            } else {
                Begins::No
            };
        }
        if self.is_separated {
            return Begins::No;
        }
        let close = between.entry.map_or(&[][..], |entry| entry.close);
        let operator = pythonic::operator_at(text, self.at, self.is_beside);
        if operator == Begins::No {
            return operator;
        }
        match begins_any(text, self.at, close).or(is_mark(text, self.at)) {
            Begins::No => operator,
            Begins::Yes => Begins::No,
            Begins::Wait => Begins::Wait,
        }
    }

    /// Whether the comments belong to the calls, because more calls follow or the mark that ends the calls.
    pub(super) fn is_within(&self, text: ReplyText<'_>, between: BetweenCalls, names: &NamesSpec) -> Begins {
        if self.is_comment_listed {
            return Begins::Yes;
        }
        if between.is_fenced {
            return match text.byte(self.at) {
                None if !text.is_end => Begins::Wait,
                _ => Begins::Yes,
            };
        }
        let close = between.entry.map_or(&[][..], |entry| entry.close);
        let next = match text.byte(self.at) {
            Some(b'{') if !between.is_python => Begins::Yes,
            Some(_) if between.is_python => pythonic::calls_known(text, self.at, names),
            _ => Begins::No,
        };
        next.or(begins_any(text, self.at, close))
    }
}
