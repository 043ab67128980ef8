//! Calls that are JSON objects, one after the other or in an array.

mod elements;
mod head;
mod outer;
mod torn;

use alloc::boxed::Box;

use super::super::extent::{Balance, Extent, Reach};
use super::super::format::{Entry, Format};
use super::super::found::{Arguments, CallArray, CallParts, FoundCall, IsCall, listed_calls};
use super::broken::{Intent, intent};
use super::fence::{OwnFence, calls_end};
use super::marks::{Begins, after_any, is_known, names_tool, search_from};
use super::{GrowingCall, Progress, ReplyText, comments};
use crate::ErrorKind;
use crate::spec::NamesSpec;
pub(super) use elements::{fits, foreign};
pub(super) use head::{CallHead, token};

/// Where in the calls of one section the walk is.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
pub(in super::super) struct CallObjects {
    /// None for calls without marks.
    entry: Option<&'static Entry>,
    format: Format,
    /// Where the section begins, its mark included.
    start: usize,
    /// After the mark.
    after: usize,
    pos: usize,
    /// The array that holds the calls is open.
    in_list: bool,
    /// The array was closed.
    is_listed: bool,
    /// A comma was met after the last call.
    is_announced: bool,
    /// No call was met so far, and nothing shows that one follows.
    is_first: bool,
    /// The object that is open.
    scan: Option<Extent>,
    /// How the object begins, if that is how most calls do.
    head: Option<CallHead>,
    /// The first call of an array, until the object around that has ended.
    first: Option<Box<FoundCall>>,
    /// The object breaks JSON's grammar: its end was searched up to here.
    torn: Option<usize>,
    /// The same for an object without marks that broke before it turned out to be a call.
    balance: Option<Balance>,
    fence: OwnFence,
    /// Where the object ends whose value the array is.
    outer: Option<usize>,
    /// A comment is before the call.
    has_comment: bool,
    /// What is before the next call may decide whether it is made.
    is_doubted: bool,
}

/// Whether an incomplete object has named a tool and begun its arguments.
fn is_call_so_far(text: &str, scan: &Extent, names: &NamesSpec) -> bool {
    let parts = CallParts::of(text, &scan.pairs);
    let is_named = parts.name.is_some_and(|name| is_known(names, &text[name]));
    is_named && !parts.has_others && parts.arguments.is_some()
}

impl CallObjects {
    /// The calls after a mark.
    pub(super) fn new(entry: &'static Entry, start: usize, after: usize) -> Self {
        Self {
            entry: Some(entry),
            after,
            ..Self::bare(entry.format, start, false).at(after)
        }
    }

    /// Calls without marks: objects, or an array of them.
    pub(super) fn bare(format: Format, start: usize, in_list: bool) -> Self {
        Self {
            entry: None,
            format,
            start,
            after: start,
            pos: start + usize::from(in_list),
            in_list,
            is_listed: false,
            is_announced: false,
            is_first: true,
            scan: None,
            head: None,
            first: None,
            torn: None,
            balance: None,
            fence: OwnFence::default(),
            outer: None,
            has_comment: false,
            is_doubted: false,
        }
    }

    fn at(mut self, pos: usize) -> Self {
        self.pos = pos;
        self
    }

    pub(super) fn is_bare(&self) -> bool {
        self.entry.is_none()
    }

    /// Whether the marks around the calls are those of a fence.
    fn is_fenced(&self) -> bool {
        self.entry.is_some_and(Entry::is_fence)
    }

    pub(super) fn entry(&self) -> Option<&'static Entry> {
        self.entry
    }

    /// Whether the array that holds the calls is open.
    pub(super) fn in_list(&self) -> bool {
        self.in_list
    }

    /// Whether there is a comment before the call that has not been noted yet.
    pub(super) fn take_comment(&mut self) -> bool {
        core::mem::take(&mut self.has_comment)
    }

    /// What is before the next call may decide whether it is made.
    pub(super) fn doubt_next(&mut self) {
        self.is_doubted = true;
    }

    /// Whether the call that was found is not known to be made.
    pub(super) fn take_doubt(&mut self) -> bool {
        core::mem::take(&mut self.is_doubted)
    }

    /// Goes on at `pos`, after a call that cannot be read.
    pub(super) fn skip_to(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// The array of the calls is closed, before the place where this goes on.
    pub(super) fn leave_list(&mut self) {
        self.is_listed |= core::mem::take(&mut self.in_list);
    }

    /// The arguments end at `end`.
    pub(super) fn pass(&mut self, end: usize) {
        if let Some(head) = &mut self.head {
            head.arguments.end = end;
        }
    }

    /// Where the section begins, and where its mark ends.
    pub(super) fn whole(&self) -> (usize, usize) {
        (self.start, self.after)
    }

    pub(super) fn growing(&self, text: &str) -> Option<GrowingCall> {
        let scan = self.scan.as_ref().filter(|_| self.torn.is_none() && !self.is_doubted)?;
        let parts = CallParts::of(text, &scan.pairs);
        if self.is_bare() && (parts.has_others || parts.arguments.is_none()) {
            return None;
        }
        let arguments = match parts.arguments {
            Some((value, _)) if text[value.start..].starts_with('{') => Arguments::Json(value),
            _ => Arguments::Absent,
        };
        Some(GrowingCall {
            format: self.format,
            name: parts.name?,
            id: parts.id,
            arguments,
        })
    }

    pub(super) fn go_on(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Progress {
        let whole = text;
        loop {
            if self.scan.is_none()
                && let Some(progress) = self.between(whole, names)
            {
                return progress;
            }
            if let Some(head) = self.head.take()
                && let Some(found) = self.close_after(whole, head)
            {
                return Progress::Call(found);
            }
            let text = self.text_of_element(whole);
            let is_cut = !self.is_inside();
            let Some(scan) = &mut self.scan else { continue };
            if let Some(from) = self.torn {
                return self.look_for_end(text, from, names);
            }
            if self.balance.is_some() {
                if let Some(progress) = self.look_for_closer(text, names) {
                    return progress;
                }
                continue;
            }
            match scan.go_on(text.text) {
                Reach::Open if !text.is_end => return Progress::Wait,
                Reach::Open => {
                    let end = text.text.len();
                    return self.tear(text, end, is_cut, names);
                }
                Reach::Closed(end) => {
                    if let Some(progress) = self.close(text, end, names) {
                        return progress;
                    }
                }
                Reach::Broken(last) => {
                    let is_open = self.entry.is_none() && self.is_first;
                    if is_open && !is_call_so_far(text.text, scan, names) {
                        self.balance = Some(scan.balance(text.text));
                    } else {
                        self.torn = Some(search_from(text, last, self.entry));
                    }
                }
            }
        }
    }

    /// Goes to the next object; what that comes to if there is none, or nothing to say yet.
    fn between(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Option<Progress> {
        let pos = text.after_space(self.pos);
        if self.leaves_outer(pos) {
            return None;
        }
        let Some(byte) = text.byte(pos) else {
            return Some(self.at_end_of_text(text, pos));
        };
        let close = self.entry.map_or(&[][..], |entry| entry.close);
        if matches!(byte, b'/' | b'#') && (self.in_list || comments::are_allowed(self.entry)) {
            match comments::comment_end(text, pos, false, close) {
                Ok(end) => {
                    // A comment after a call has already been noted with that call.
                    self.has_comment |= self.is_first || self.is_inside();
                    self.pos = end;
                    return None;
                }
                Err(Begins::Wait) => return Some(Progress::Wait),
                Err(_) => {}
            }
        }
        match byte {
            b'{' if !self.is_listed => return self.open(text, pos),
            b'{' | b',' if self.is_listed && self.entry.is_some() => match self.goes_on_after_list(text, pos, names) {
                Ok(next) if next > pos => {
                    self.pos = next;
                    return None;
                }
                Ok(_) => return self.open(text, pos),
                Err(Begins::Wait) => return Some(Progress::Wait),
                Err(_) => {}
            },
            b'[' if !self.in_list && self.is_first && !self.is_listed => {
                self.in_list = true;
                self.pos = pos + 1;
                return None;
            }
            // One more array of calls after the same mark.
            b'[' if self.is_listed && self.entry.is_some() && text.byte(text.after_space(pos + 1)) == Some(b'{') => {
                (self.in_list, self.is_listed) = (true, false);
                self.pos = pos + 1;
                return None;
            }
            b'[' if self.is_listed
                && self.entry.is_some()
                && !text.is_end
                && text.after_space(pos + 1) >= text.text.len() =>
            {
                return Some(Progress::Wait);
            }
            b']' if self.in_list => {
                self.close_list(text, pos);
                return None;
            }
            // An extra closing bracket after a call closes nothing.
            b'}' if !self.is_first && (self.in_list || self.entry.is_some()) && self.outer.is_none() => {
                self.pos = pos + 1;
                return None;
            }
            b']' if !self.is_first && self.entry.is_some_and(|entry| !entry.close.is_empty()) => {
                self.pos = pos + 1;
                return None;
            }
            b',' | b';' if !self.is_first && !self.is_listed => {
                self.is_announced = byte == b',';
                self.pos = pos + 1;
                return None;
            }
            b'"' if self.is_inside() && !self.is_first => return Some(self.string_inside(text, pos)),
            _ if self.in_list && !(self.is_first && self.is_bare()) => match foreign(text, pos) {
                // It is no call, but it hides none of those beside it.
                Ok(end) => return Some(self.unreadable(pos..end, ErrorKind::Malformed)),
                Err(Begins::Wait) => return Some(Progress::Wait),
                // A call was about to begin, and what is there hides the calls that follow.
                Err(_) if self.is_announced && !self.is_inside() => return Some(self.stray(text, pos)),
                Err(_) if self.is_inside() => {
                    let rest = &text.text[pos..self.outer.unwrap_or(text.text.len())];
                    let end = pos + rest.find(['{', ']']).unwrap_or(rest.len());
                    self.is_announced = false;
                    return Some(self.unreadable(pos..end, ErrorKind::Malformed));
                }
                Err(_) => {}
            },
            b'`' if !self.is_bare() && !self.is_fenced() => match self.fence.pass(text, pos, self.is_first, close) {
                Ok(end) => {
                    self.pos = end;
                    return None;
                }
                Err(Begins::Wait) => return Some(Progress::Wait),
                Err(_) => {}
            },
            _ => {}
        }
        let ends = if self.is_fenced() {
            calls_end(text, pos)
        } else {
            after_any(text, pos, close)
        };
        Some(match ends {
            Ok(end) => Progress::Over(end),
            Err(Begins::Wait) => Progress::Wait,
            // A text that says less than a call does.
            Err(_) if self.is_first && self.is_bare() => Progress::Text,
            Err(_) => Progress::Over(self.pos),
        })
    }

    /// The text ends at `pos`, or more may come.
    fn at_end_of_text(&mut self, text: ReplyText<'_>, pos: usize) -> Progress {
        if !text.is_end {
            return Progress::Wait;
        }
        if self.is_first && !self.is_bare() && !self.is_listed {
            self.is_first = false;
            return self.unreadable(self.start..pos, ErrorKind::Truncated);
        }
        // One more call was about to begin.
        if self.in_list && self.is_announced {
            self.in_list = false;
            return self.unreadable(pos..pos, ErrorKind::Truncated);
        }
        Progress::Over(pos)
    }

    /// Whether one more call follows the list, which was closed too early: where to go on, which is at `pos` if the call is there.
    fn goes_on_after_list(&self, text: ReplyText<'_>, pos: usize, names: &NamesSpec) -> Result<usize, Begins> {
        if text.byte(pos) == Some(b',') {
            let next = text.after_space(pos + 1);
            return match text.byte(next) {
                None if !text.is_end => Err(Begins::Wait),
                Some(b'{') => Ok(next),
                // One more array.
                Some(b'[') => match text.byte(text.after_space(next + 1)) {
                    None if !text.is_end => Err(Begins::Wait),
                    Some(b'{') => Ok(next),
                    _ => Err(Begins::No),
                },
                _ => Err(Begins::No),
            };
        }
        let before = text.text[..pos].trim_ascii_end();
        let is_marked = self.entry.is_some_and(|entry| !entry.close.is_empty());
        if before.ends_with(',') || is_marked && before.ends_with(']') {
            return Ok(pos);
        }
        match names_tool(text, pos, names) {
            Begins::Yes => Ok(pos),
            found => Err(found),
        }
    }

    /// What is after a comma in a list and cannot be an element: the rest of its line is an error, and the list ends there.
    fn stray(&mut self, text: ReplyText<'_>, pos: usize) -> Progress {
        let rest = text.rest(pos);
        let head = super::head(rest);
        let line = head.find('\n');
        if line.is_none() && head.len() == rest.len() && !text.is_end {
            return Progress::Wait;
        }
        let length = line.unwrap_or(head.len());
        let is_closed = head[..length].trim_end().ends_with([']', '}']);
        let kind = if pos + length == text.text.len() && !is_closed {
            ErrorKind::Truncated
        } else {
            ErrorKind::Malformed
        };
        (self.in_list, self.is_listed) = (false, true);
        self.unreadable(pos..pos + length, kind)
    }

    /// Goes into the object at `pos`, and to its arguments if it begins as most calls do.
    fn open(&mut self, text: ReplyText<'_>, pos: usize) -> Option<Progress> {
        self.pos = pos;
        self.is_announced = false;
        self.scan = Some(Extent::new(pos));
        let may_be_list = self.is_bare() && self.is_first && !self.in_list;
        self.head = CallHead::of(text, pos, may_be_list);
        let head = self.head.as_ref().filter(|head| !head.in_string)?;
        let start = head.arguments.start;
        let is_message = head.list.is_some() || self.is_inside();
        let end = text.likely_end(start, head.closers(is_message, self.in_list));
        Some(Progress::Arguments(head.name.clone(), start..end))
    }

    /// The call with this head, if nothing but its closing braces follows the arguments.
    fn close_after(&mut self, text: ReplyText<'_>, head: CallHead) -> Option<FoundCall> {
        if head.arguments.is_empty() && !head.in_string {
            return None;
        }
        let end = head.arguments.end + usize::from(head.in_string);
        let end = (0..head.depth).try_fold(end, |end, _| token(text, end, b'}'))?;
        let found = FoundCall {
            format: head.list.as_ref().map_or(self.format, |_| Format::OpenAi),
            span: head.start..end,
            name: head.name,
            id: head.id,
            arguments: if head.in_string {
                Arguments::Text(head.arguments)
            } else {
                Arguments::Json(head.arguments)
            },
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        };
        let start = core::mem::replace(&mut self.pos, end);
        if let Some(list) = head.list {
            let Some(outer) = token(text, end, b']').and_then(|end| token(text, end, b'}')) else {
                self.scan = Some(Extent::after_element(start, list, end));
                self.first = Some(Box::new(found));
                return None;
            };
            self.go_into(end, outer);
        }
        self.scan = None;
        self.is_first = false;
        Some(found)
    }

    /// The object ends at `end`: it is a call, or holds some, or is none.
    fn close(&mut self, text: ReplyText<'_>, end: usize, names: &NamesSpec) -> Option<Progress> {
        let scan = self.scan.take()?;
        let (start, pairs) = (scan.start(), scan.pairs);
        let parts = CallParts::of(text.text, &pairs);
        let is_known = |name: &str| is_known(names, name);
        let is_call = if self.is_bare() {
            parts.is_call(text.text, is_known)
        } else {
            IsCall::Yes
        };
        if is_call == IsCall::No && self.is_first {
            if parts.is_nameless() && intent(text, start, names) == Intent::Call {
                return Some(self.broken_call(text, start..end, false, &pairs));
            }
            let begins_call = |at| names_tool(text, text.after_space(at), names) == Begins::Yes;
            let pos = match listed_calls(text.text, &pairs, begins_call) {
                CallArray::At(list) if !self.in_list => list + 1,
                CallArray::Twice if !self.in_list => return Some(self.unreadable(start..end, ErrorKind::Malformed)),
                _ => return Some(Progress::Text),
            };
            let first = self.first.take();
            let next = if first.is_none() { pos } else { self.pos };
            // One element that is no call does not hide the others.
            let begins = |(at, _): (usize, &str)| names_tool(text, pos + at, names) == Begins::Yes;
            self.is_first = first.is_none() && !text.text[pos..end].match_indices('{').any(begins);
            self.go_into(next, end);
            return first.map(|found| Progress::Call(*found));
        }
        self.is_first = false;
        self.pos = end;
        let arguments = match is_call {
            IsCall::InPart => Arguments::Unreadable(ErrorKind::Malformed),
            _ => parts.complete(text.text, start..end),
        };
        Some(Progress::Call(FoundCall {
            format: self.format,
            span: start..end,
            name: parts.name.unwrap_or(start..start),
            id: parts.id,
            arguments,
            is_repeated: parts.is_repeated,
            has_others: parts.has_others,
            has_surplus: false,
            has_comment: false,
        }))
    }
}
