//! Calls that are written as in Python.

mod list;

use core::ops::Range;

use super::super::format::{Entry, Format};
use super::super::found::{Arguments, FoundCall};
use super::super::python::{Closing, Parentheses};
use super::fence::after_marks;
use super::marks::{Begins, after_any, begins_any, is_known, is_name};
use super::{GrowingCall, LONGEST_HEADER, Progress, ReplyText};
use crate::ErrorKind;
use crate::spec::NamesSpec;
use list::ListEnd;

/// Where in the calls of one section the walk is.
#[derive(Debug)]
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
    call: Option<(Range<usize>, usize, Parentheses)>,
    /// The brackets do not fit together: the end of the call was searched up to here.
    torn: Option<usize>,
    /// The call ends here, if what follows it does not belong to it.
    ended: Option<usize>,
    overran: bool,
}

/// The name at `at`, if an opening parenthesis follows it.
fn name_at(text: ReplyText<'_>, at: usize) -> Result<Range<usize>, Begins> {
    let rest = text.rest(at);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let plain = rest.bytes().take_while(is_plain).count();
    let length = match rest[plain..].bytes().next() {
        Some(0x80..) => rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()),
        _ => plain,
    };
    if length > LONGEST_HEADER {
        return Err(Begins::No);
    }
    if length == rest.len() {
        return Err(if text.is_end { Begins::No } else { Begins::Wait });
    }
    let is_call = rest[length..].starts_with('(') && !rest.starts_with(|c: char| c.is_numeric());
    if is_call && is_name(&rest[..length]) {
        Ok(at..at + length)
    } else {
        Err(Begins::No)
    }
}

/// Like [`name_at`], but blanks may precede the parenthesis if the tool is known. Also returns where the parenthesis is.
fn known_name_at(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Result<(Range<usize>, usize), Begins> {
    match name_at(text, at) {
        Err(Begins::No) => {}
        found => return found.map(|name| (name.clone(), name.end)),
    }
    let rest = super::head(text.rest(at));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let blanks = rest[length..].len() - rest[length..].trim_start_matches([' ', '\t']).len();
    if blanks == 0 || !is_known(names, &rest[..length]) {
        return Err(Begins::No);
    }
    match text.byte(at + length + blanks) {
        None if !text.is_end => Err(Begins::Wait),
        Some(b'(') => Ok((at..at + length, at + length + blanks)),
        _ => Err(Begins::No),
    }
}

/// Whether a call begins at `at` that has no arguments, or one with a key; or any, of a tool that is known.
pub(super) fn is_call(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    let name = match known_name_at(text, at, names) {
        Ok((name, _)) => name,
        Err(begins) => return begins,
    };
    if is_known(names, &text.text[name.clone()]) {
        return Begins::Yes;
    }
    let inside = text.after_space(name.end + 1);
    let rest = text.rest(inside);
    if rest.starts_with(')') {
        return Begins::Yes;
    }
    let length = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let after = text.after_space(inside + length);
    match text.byte(after) {
        None if text.is_end => Begins::No,
        None if length <= LONGEST_HEADER => Begins::Wait,
        Some(b'=') if length > 0 => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether a call of a known tool begins at `at`.
pub(super) fn calls_known(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    match known_name_at(text, at, names) {
        Ok((name, _)) if is_known(names, &text.text[name.clone()]) => Begins::Yes,
        Ok(_) => Begins::No,
        Err(begins) => begins,
    }
}

/// Whether the key of an argument is at `at`, and its sign.
pub(super) fn is_keyword(text: ReplyText<'_>, at: usize) -> Begins {
    let rest = text.rest(at);
    let length = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    if length == 0 || length > LONGEST_HEADER {
        return Begins::No;
    }
    match text.byte(text.after_space(at + length)) {
        None if !text.is_end => Begins::Wait,
        Some(b'=') => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether the call that ends here is an operand of an expression: an operator follows it.
fn is_operand(text: ReplyText<'_>, end: usize) -> Begins {
    let next = after_comments(text, end);
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
pub(super) fn fits(text: ReplyText<'_>, after: usize, names: &NamesSpec) -> Begins {
    let mut pos = text.after_space(after);
    match after_marks(text, pos) {
        Ok(inside) => pos = text.after_space(inside),
        Err(Begins::Wait) => return Begins::Wait,
        Err(_) => {}
    }
    if text.byte(pos) == Some(b'[') {
        pos = text.after_space(pos + 1);
    }
    match text.byte(pos) {
        None if text.is_end => Begins::Yes,
        None => Begins::Wait,
        Some(_) => match known_name_at(text, pos, names) {
            Ok(_) => Begins::Yes,
            Err(begins) => begins,
        },
    }
}

/// What follows the blanks and comments at `pos`.
pub(super) fn after_comments(text: ReplyText<'_>, pos: usize) -> usize {
    let mut at = text.after_space(pos);
    while text.byte(at) == Some(b'#') {
        let rest = text.rest(at);
        let head = super::head(rest);
        match head.find('\n') {
            Some(length) => at = text.after_space(at + length),
            None if head.len() == rest.len() => return text.text.len(),
            None => break,
        }
    }
    at
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
            call: None,
            torn: None,
            ended: None,
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
                Closing::At(end) => {
                    // The call may be part of an expression that determines whether it is made, or how often.
                    match self.is_operand(text, end) {
                        Begins::Wait => {
                            self.ended = Some(end);
                            return Progress::Wait;
                        }
                        Begins::Yes => {
                            (self.ended, self.torn) = (Some(end), Some(end));
                            continue;
                        }
                        Begins::No => {}
                    }
                    let Some((name, start, scan)) = &self.call else {
                        continue;
                    };
                    let arguments = match scan.arguments(text.text, *start, end) {
                        Some(found) => Arguments::Python(found),
                        None => Arguments::Unreadable(ErrorKind::Malformed),
                    };
                    let name = name.clone();
                    self.overran = false;
                    return self.found(name, end, arguments);
                }
                Closing::Broken(at) => self.torn = Some(at),
            }
        }
    }

    /// Whether an operator follows the call that ends here, or the list that it is in.
    fn is_operand(&mut self, text: ReplyText<'_>, end: usize) -> Begins {
        if !self.in_list {
            return Begins::No;
        }
        match (is_operand(text, end), &mut self.list) {
            (Begins::No, Some(list)) => list.is_operand(text),
            (found, _) => found,
        }
    }

    /// Goes to the next call; what that comes to if there is none, or nothing to say yet.
    fn between(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Option<Progress> {
        self.pos = text.after_space(self.pos);
        let pos = if self.in_list {
            after_comments(text, self.pos)
        } else {
            self.pos
        };
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
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        match after_any(text, pos, close) {
            Ok(end) => return Some(Progress::Over(end)),
            Err(Begins::Wait) => return Some(Progress::Wait),
            Err(_) => {}
        }
        if self.entry.is_some() {
            match after_marks(text, pos) {
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
        match known_name_at(text, pos, names) {
            Ok((mut name, start)) => {
                // Llama's own tools are called as methods.
                if let Some(own) = text.text[name.clone()].strip_suffix(".call") {
                    name.end = name.start + own.len();
                }
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
            // What is in the list after a call was meant to be one.
            Err(_) if self.in_list && text.text[..pos].trim_ascii_end().ends_with([',', ';']) => {
                self.call = Some((pos..pos, pos, Parentheses::new(pos)));
                self.torn = Some(pos);
                None
            }
            Err(_) => Some(Progress::Over(self.pos)),
        }
    }

    /// Looks for the end of a call whose brackets do not fit together: the next call of a known tool, or a mark.
    fn look_for_end(&mut self, text: ReplyText<'_>, from: usize, names: &NamesSpec) -> Progress {
        let bytes = text.text.as_bytes();
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        let mut at = from;
        while at < bytes.len() {
            if bytes[at] == b'<' {
                match begins_any(text, at, close) {
                    Begins::Yes => return self.tear(at, ErrorKind::Malformed),
                    Begins::Wait => break,
                    Begins::No => {}
                }
            }
            if bytes[at] == b')' {
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
        if !text.is_end {
            self.torn = Some(at);
            return Progress::Wait;
        }
        self.in_list = false;
        let is_operand = |list: &mut ListEnd| list.is_operand(text) == Begins::Yes;
        let is_closed = self.ended.is_some()
            && (text.text.trim_ascii_end().ends_with(']') || self.list.as_mut().is_some_and(is_operand));
        let kind = if is_closed {
            ErrorKind::Malformed
        } else {
            ErrorKind::Truncated
        };
        self.tear(bytes.len(), kind)
    }

    fn tear(&mut self, end: usize, kind: ErrorKind) -> Progress {
        self.torn = None;
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
        Progress::Call(FoundCall {
            format: Format::Pythonic,
            span: name.start..end,
            name,
            id: None,
            arguments,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
        })
    }
}
