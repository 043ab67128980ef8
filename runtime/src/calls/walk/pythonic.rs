//! Calls that are written as in Python.

mod list;
mod names;
mod only;
mod rest;

use core::ops::Range;

use super::super::format::{Entry, Format};
use super::super::found::{Arguments, FoundCall};
use super::super::python::{Closing, Parentheses};
use super::fence::{OwnFence, after_marks, calls_end};
use super::marks::{Begins, after_any, begins_any, is_known, is_name};
use super::objects::foreign;
use super::{GrowingCall, LONGEST_HEADER, Progress, ReplyText, comments};
use crate::ErrorKind;
use crate::spec::NamesSpec;
use list::{ListEnd, begins_operator};
pub(super) use list::{line_of_code, operator_at};
pub(super) use names::{calls_known, is_call, is_keyword, means_call};
use names::{is_part_of_name, known_name_at, name_at, printed};
pub(super) use only::{are_only_calls, first_call};
use rest::Rest;

/// Where in the calls of one section the walk is.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
pub(in super::super) struct Pythonic {
    /// None for a list without marks.
    entry: Option<&'static Entry>,
    start: usize,
    after: usize,
    pos: usize,
    in_list: bool,
    /// The end of the list, and what follows it.
    list: Option<ListEnd>,
    is_first: bool,
    fence: OwnFence,
    call: Option<(Range<usize>, usize, Parentheses)>,
    /// Where the call begins, if its name is after the word that prints its result.
    outer: Option<usize>,
    /// The brackets do not fit together: the end of the call was searched up to here.
    torn: Option<usize>,
    /// The call ends here, if what follows it does not belong to it.
    ended: Option<usize>,
    /// The statement whose end is searched for, outside of a list.
    statement: Option<Parentheses>,
    /// What follows a line that is no call.
    rest: Option<Rest>,
    /// A comment is before the call.
    has_comment: bool,
    overran: bool,
}

/// Whether the call that ends here is an operand of an expression: an operator follows it.
fn is_operand(text: ReplyText<'_>, end: usize) -> Begins {
    let next = after_comments(text, end, &[]);
    match text.byte(next) {
        None if !text.is_end => Begins::Wait,
        Some(byte) if byte.is_ascii_alphabetic() => match name_at(text, next) {
            Ok(_) => Begins::No,
            Err(Begins::Wait) => Begins::Wait,
            Err(_) => Begins::Yes,
        },
        Some(b'.' | b'+' | b'-' | b'*' | b'/' | b'%' | b'=' | b'|' | b'&' | b'[' | b'(') => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether the layout is that of the text after the mark.
pub(super) fn fits(text: ReplyText<'_>, after: usize, close: &[&str], names: &NamesSpec) -> Begins {
    let mut pos = text.after_space(after);
    match after_marks(text, pos) {
        Ok(inside) => pos = text.after_space(inside),
        Err(Begins::Wait) => return Begins::Wait,
        Err(_) => {}
    }
    pos = after_comments(text, pos, close);
    if text.byte(pos) == Some(b'[') {
        pos = after_comments(text, pos + 1, close);
    }
    match text.byte(pos) {
        None if text.is_end => Begins::Yes,
        None => Begins::Wait,
        // The reply was cut off in the name.
        Some(_) if text.is_end && is_part_of_name(text.rest(pos), names) => Begins::Yes,
        Some(_) => match known_name_at(text, pos, names) {
            Ok(_) => Begins::Yes,
            Err(begins) => begins,
        },
    }
}

/// Where the blanks and comments at `pos` end, or the end of the text if that place is not known yet.
fn after_comments(text: ReplyText<'_>, pos: usize, close: &[&str]) -> usize {
    comments::after_comments(text, pos, true, close).map_or(text.text.len(), |(at, _)| at)
}

impl Pythonic {
    pub(super) fn new(entry: &'static Entry, after: usize) -> Self {
        Self {
            entry: Some(entry),
            ..Self::bare(after)
        }
    }

    pub(super) fn bare(start: usize) -> Self {
        Self {
            entry: None,
            start,
            after: start + 1,
            pos: start,
            in_list: false,
            list: None,
            is_first: true,
            fence: OwnFence::default(),
            call: None,
            outer: None,
            torn: None,
            ended: None,
            statement: None,
            rest: None,
            has_comment: false,
            overran: false,
        }
    }

    /// Whether a call was searched for its end past the place where it is taken to end.
    pub(super) fn overran(&self) -> bool {
        self.overran
    }

    pub(super) fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// Whether the list that holds the calls is open.
    pub(super) fn in_list(&self) -> bool {
        self.in_list
    }

    /// Whether there is a comment before the call that has not been noted yet.
    pub(super) fn take_comment(&mut self) -> bool {
        core::mem::take(&mut self.has_comment)
    }

    /// Goes on at `pos`, after a call that cannot be read.
    pub(super) fn skip_to(&mut self, pos: usize) {
        self.pos = pos;
    }

    pub(super) fn whole(&self) -> (usize, usize) {
        (self.start, self.after)
    }

    pub(super) fn growing(&self) -> Option<GrowingCall> {
        let (name, start, _) = self.call.as_ref().filter(|_| self.torn.is_none())?;
        Some(GrowingCall {
            format: Format::Pythonic,
            name: name.clone(),
            id: None,
            arguments: Arguments::Json(*start..*start),
        })
    }

    pub(super) fn go_on(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Progress {
        loop {
            if let Some(from) = self.torn {
                return self.look_for_end(text, from, names);
            }
            if let Some(progress) = self.pass_rest(text, names) {
                return progress;
            }
            let Some((.., scan)) = &mut self.call else {
                match self.between(text, names) {
                    Some(progress) => return progress,
                    None => continue,
                }
            };
            let closing = match self.ended {
                Some(end) => Closing::At(end),
                None => scan.go_on(text.text, text.is_end),
            };
            match closing {
                Closing::Open if !text.is_end => return Progress::Wait,
                // What follows may be in a string.
                Closing::Open => {
                    self.in_list = false;
                    return self.tear(text.text.len(), ErrorKind::Truncated);
                }
                Closing::At(closed) => {
                    let end = self.outer_end(text, closed);
                    // The call may be part of an expression that determines whether it is made, or how often.
                    match end.map_or_else(|begins| begins, |end| self.is_operand(text, end)) {
                        Begins::Wait => {
                            self.ended = Some(closed);
                            return Progress::Wait;
                        }
                        Begins::Yes => {
                            (self.ended, self.torn) = (Some(closed), Some(closed));
                            let from = self.outer.unwrap_or(closed);
                            self.statement = (!self.in_list).then(|| Parentheses::of_statement(from));
                            continue;
                        }
                        Begins::No => {}
                    }
                    let Some((name, start, scan)) = &self.call else {
                        continue;
                    };
                    let arguments = match scan.arguments(text.text, *start, closed) {
                        Some(found) => Arguments::Python(found),
                        None => Arguments::Unreadable(ErrorKind::Malformed),
                    };
                    let name = name.clone();
                    self.has_comment |= scan.has_comment();
                    self.overran = self.list.as_mut().is_some_and(ListEnd::take_overrun);
                    return self.found(name, end.unwrap_or(closed), arguments);
                }
                Closing::Broken(at) => self.torn = Some(at),
            }
        }
    }

    /// Where the call ends whose arguments end at `closed`: with them, or with the parenthesis after them if it is printed. `Err`:
    /// whether something else follows.
    fn outer_end(&self, text: ReplyText<'_>, closed: usize) -> Result<usize, Begins> {
        if self.outer.is_none() {
            return Ok(closed);
        }
        let at = text.after_space(closed);
        match text.byte(at) {
            Some(b')') => Ok(at + 1),
            None if !text.is_end => Err(Begins::Wait),
            _ => Err(Begins::Yes),
        }
    }

    /// Goes past a line that is no call, and what follows it in its section. Nothing if there is no such line.
    fn pass_rest(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Option<Progress> {
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        let rest = self.rest.as_mut()?;
        let Some(end) = rest.end(text, close, names) else {
            return Some(Progress::Wait);
        };
        let Rest { start, has_call, .. } = *rest;
        self.rest = None;
        if !has_call {
            return Some(Progress::Over(self.pos));
        }
        let end = start + text.text[start..end].trim_end().len();
        Some(self.found(start..start, end, Arguments::Unreadable(ErrorKind::Malformed)))
    }

    /// Whether an operator follows the call that ends here, or the list that it is in.
    fn is_operand(&mut self, text: ReplyText<'_>, end: usize) -> Begins {
        let is_marked = self.entry.is_some();
        if !self.in_list {
            return begins_operator(text, end, is_marked);
        }
        match (is_operand(text, end), &mut self.list) {
            (Begins::No, Some(list)) => list.is_operand(text, is_marked),
            (found, _) => found,
        }
    }

    /// Goes to the next call; what that comes to if there is none, or nothing to say yet.
    fn between(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Option<Progress> {
        self.pos = text.after_space(self.pos);
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        if self.in_list {
            match comments::comment_end(text, self.pos, true, close) {
                Ok(end) => {
                    // A comment after a call has already been noted with that call.
                    self.has_comment |= self.is_first;
                    self.pos = end;
                    return None;
                }
                Err(Begins::Wait) => return Some(Progress::Wait),
                Err(_) => {}
            }
        }
        let pos = if comments::are_allowed(self.entry) {
            after_comments(text, self.pos, close)
        } else {
            self.pos
        };
        self.has_comment |= self.is_first && pos > self.pos;
        let Some(byte) = text.byte(pos) else {
            if !text.is_end {
                return Some(Progress::Wait);
            }
            if self.is_first || self.in_list {
                let goes_on = self.in_list && text.text[..pos].trim_ascii_end().ends_with(',');
                self.in_list = false;
                if self.is_first || goes_on {
                    return Some(self.found(pos..pos, pos, Arguments::Unreadable(ErrorKind::Truncated)));
                }
            }
            return Some(Progress::Over(pos));
        };
        match byte {
            b'[' if self.is_first && !self.in_list => {
                self.in_list = true;
                self.list = Some(ListEnd::new(pos));
                self.pos = pos + 1;
                return None;
            }
            b']' if self.in_list => {
                self.in_list = false;
                self.pos = pos + 1;
                if self.entry.is_none() {
                    return Some(Progress::Over(pos + 1));
                }
                return None;
            }
            b',' | b';' if !self.is_first => {
                self.pos = pos + 1;
                return None;
            }
            _ => {}
        }
        let is_fenced = self.entry.is_some_and(Entry::is_fence);
        let ends = if is_fenced {
            calls_end(text, pos)
        } else {
            after_any(text, pos, close)
        };
        match ends {
            Ok(end) => return Some(Progress::Over(end)),
            Err(Begins::Wait) => return Some(Progress::Wait),
            Err(_) => {}
        }
        if self.entry.is_some() && !is_fenced {
            match self.fence.pass(text, pos, self.is_first, close) {
                Ok(end) => {
                    self.pos = end;
                    return None;
                }
                Err(Begins::Wait) => return Some(Progress::Wait),
                Err(_) => {}
            }
        }
        self.call_at(text, pos, names)
    }

    /// Begins the call at `pos`; what that comes to if there is none.
    fn call_at(&mut self, text: ReplyText<'_>, pos: usize, names: &NamesSpec) -> Option<Progress> {
        let call = match printed(text, pos, names) {
            Err(Begins::No) => known_name_at(text, pos, names).map(|named| (named, false)),
            printed => printed.map(|named| (named, true)),
        };
        match call {
            Ok(((mut name, start), is_printed)) => {
                // Llama's own tools are called as methods.
                if let Some(own) = text.text[name.clone()].strip_suffix(".call") {
                    name.end = name.start + own.len();
                }
                self.outer = is_printed.then_some(pos);
                self.call = Some((name, start, Parentheses::new(start)));
                None
            }
            Err(Begins::Wait) => Some(Progress::Wait),
            // A name and nothing more so far, but for blanks.
            Err(_)
                if (self.is_first || self.in_list)
                    && is_name(super::head(text.rest(pos)).trim_end())
                    && text.rest(pos).len() < LONGEST_HEADER =>
            {
                if !text.is_end {
                    return Some(Progress::Wait);
                }
                let end = text.text.len();
                Some(self.found(pos..end, end, Arguments::Unreadable(ErrorKind::Truncated)))
            }
            Err(_) if self.is_first => Some(Progress::Text),
            // Whatever follows a call in the list was meant to be a call. A literal does not hide the calls next to it.
            Err(_) if self.in_list && text.text[..pos].trim_ascii_end().ends_with([',', ';']) => {
                match foreign(text, pos) {
                    Ok(end) => return Some(self.found(pos..pos, end, Arguments::Unreadable(ErrorKind::Malformed))),
                    Err(Begins::Wait) => return Some(Progress::Wait),
                    Err(_) => {}
                }
                self.call = Some((pos..pos, pos, Parentheses::new(pos)));
                self.torn = Some(pos);
                None
            }
            // A line that was meant to be one more call.
            Err(_) if comments::are_allowed(self.entry) => match means_call(text, pos, names) {
                Begins::Wait => Some(Progress::Wait),
                Begins::No => {
                    self.rest = Some(Rest::new(pos));
                    None
                }
                Begins::Yes => {
                    self.call = Some((pos..pos, pos, Parentheses::new(pos)));
                    (self.torn, self.statement) = (Some(pos), Some(Parentheses::of_statement(pos)));
                    None
                }
            },
            Err(_) => Some(Progress::Over(self.pos)),
        }
    }

    /// Looks for the end of a call whose brackets do not fit together: the next call of a known tool, or a mark; or of the
    /// statement that the call is in.
    fn look_for_end(&mut self, text: ReplyText<'_>, from: usize, names: &NamesSpec) -> Progress {
        let bytes = text.text.as_bytes();
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        let line_end = match self.statement.as_mut().map(|scan| scan.go_on(text.text, text.is_end)) {
            Some(Closing::At(end)) => Some(end),
            _ => None,
        };
        let mut at = from;
        while at < line_end.unwrap_or(bytes.len()) {
            if matches!(bytes[at], b'<' | b'`') {
                match begins_any(text, at, close) {
                    Begins::Yes => return self.tear(at, ErrorKind::Malformed),
                    Begins::Wait => break,
                    Begins::No => {}
                }
            }
            if bytes[at] == b')' && self.statement.is_none() {
                let comma = text.after_space(at + 1);
                let is_comma = matches!(text.byte(comma), Some(b',' | b';'));
                let next = if is_comma { text.after_space(comma + 1) } else { comma };
                match known_name_at(text, next, names) {
                    Ok((name, _)) if is_known(names, &text.text[name.clone()]) => {
                        return self.tear(at + 1, ErrorKind::Malformed);
                    }
                    Err(Begins::Wait) => break,
                    _ => {}
                }
            }
            at += 1;
        }
        if let Some(end) = line_end.filter(|&end| at >= end) {
            return self.tear(end, ErrorKind::Malformed);
        }
        if !text.is_end {
            self.torn = Some(at);
            return Progress::Wait;
        }
        self.in_list = false;
        let is_marked = self.entry.is_some();
        let is_operand = |list: &mut ListEnd| list.is_operand(text, is_marked) == Begins::Yes;
        let mut is_listed = || text.text.trim_ascii_end().ends_with(']') || self.list.as_mut().is_some_and(is_operand);
        let is_closed = match &self.statement {
            Some(statement) => !statement.is_open(),
            None => self.ended.is_some() && is_listed(),
        };
        let kind = if is_closed {
            ErrorKind::Malformed
        } else {
            ErrorKind::Truncated
        };
        self.tear(bytes.len(), kind)
    }

    fn tear(&mut self, end: usize, kind: ErrorKind) -> Progress {
        self.torn = None;
        self.statement = None;
        self.overran = true;
        match self.call.take() {
            Some((name, ..)) => self.found(name, end, Arguments::Unreadable(kind)),
            None => Progress::Over(end),
        }
    }

    fn found(&mut self, name: Range<usize>, end: usize, arguments: Arguments) -> Progress {
        self.call = None;
        self.ended = None;
        self.is_first = false;
        self.pos = end;
        let start = self.outer.take().unwrap_or(name.start);
        Progress::Call(FoundCall {
            format: Format::Pythonic,
            span: start..end,
            name,
            id: None,
            arguments,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        })
    }
}
