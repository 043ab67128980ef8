//! Whether a call has really ended where its grammar says so.
//!
//! A quote that is not escaped ends a string too early, and the brackets in the rest of the string may then end the call. What
//! follows shows it: after the arguments there may only be blanks, brackets and fences that close, and the mark that ends the
//! call, or what begins something else. One check here serves every format.

mod following;

use alloc::vec::Vec;

use super::super::extent::ends_in_string;
use super::super::format::{ENDS, Entry, SKIPPED};
use super::super::found::{Arguments, FoundCall};
use super::fence::count_marks;
use super::marks::{Begins, Candidates, begins_any, first_of, hold_back, length_of, place_of, region_end};
use super::objects::foreign;
use super::{Layout, Met, ReplyText, Walk, WalkState, comments, head, pythonic};
use crate::ErrorKind;
use crate::read::reasoning;
use crate::spec::NamesSpec;
use crate::steps::step;
use following::{AfterArguments, BetweenCalls};

/// A call whose end is looked at.
#[derive(Debug)]
pub(super) struct Ending {
    found: FoundCall,
    stage: Stage,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    /// After the arguments.
    After,
    /// Something else is there: a mark that ends the call is searched from here on.
    Closed(usize),
    /// The call was torn at a mark: whether the mark was in one of its strings.
    Torn(AfterMark),
    /// The call was torn, and goes on after the mark: its end is searched from here on.
    Broken(usize),
    /// The call is part of an expression that goes on here.
    Operand(usize),
    /// Something else is in the fence of the arguments: its end is searched from here on.
    Fenced(usize),
}

/// A search for the rest of a call after the mark at which it was torn.
#[derive(Debug, Clone, Copy)]
struct AfterMark {
    /// Where the mark begins and ends.
    mark: usize,
    end: usize,
    /// What follows was searched up to here.
    pos: usize,
    /// How many objects are open that began after the mark.
    depth: usize,
    /// A quote is open.
    is_quoted: bool,
}

/// What the text after the arguments shows.
enum Shows {
    Wait,
    /// The call has ended.
    Ended,
    /// The arguments go on, and the call ends at a mark from here on.
    GoesOn(usize),
    /// Something else is there: the call has ended unless a closing mark comes first from here on.
    Something(usize),
    /// An operator, a condition or further arguments are here: whether the call is made depends on them.
    Operand(usize),
    /// Something else is here, in the fence of the arguments.
    Fenced(usize),
    /// The call is torn at this mark.
    Torn(AfterMark),
}

impl Walk {
    /// Whether the end of a call needs to be looked at.
    pub(super) fn look_at_end(&mut self, text: ReplyText<'_>, mut found: FoundCall) -> Option<Met> {
        let is_whole = match &found.arguments {
            Arguments::Json(_)
            | Arguments::Text(_)
            | Arguments::Absent
            | Arguments::Unclosed(_)
            | Arguments::Python(_) => true,
            Arguments::Torn { is_cut, .. } | Arguments::Whole { is_cut, .. } => !is_cut,
            Arguments::Plain(..) | Arguments::Unreadable(_) => false,
        };
        let is_inside = matches!(&self.state, WalkState::Objects(objects) if objects.is_inside());
        if !is_whole || is_inside {
            return Some(self.handed_out(text, found));
        }
        // As a rule, what follows shows at once that the call has ended.
        let in_list = self.in_list();
        let has_surplus = found.has_surplus;
        let stage = match after(text, &mut found, has_surplus, self.place(in_list), self.setting.names) {
            Shows::Ended => return Some(self.handed_out(text, found)),
            Shows::Wait => Stage::After,
            Shows::GoesOn(from) => Stage::Broken(from),
            Shows::Something(from) => Stage::Closed(from),
            Shows::Operand(at) => Stage::Operand(at),
            Shows::Fenced(at) => Stage::Fenced(at),
            Shows::Torn(search) => Stage::Torn(search),
        };
        self.ending = Some(Ending { found, stage });
        None
    }

    /// Whether the call that was found is in a list that is still open.
    fn in_list(&self) -> bool {
        match &self.state {
            WalkState::Objects(objects) => objects.in_list(),
            WalkState::Pythonic(pythonic) => pythonic.in_list(),
            _ => false,
        }
    }

    /// The format of the call that was found.
    fn entry(&self) -> Option<&'static Entry> {
        match &self.state {
            WalkState::Objects(objects) => objects.entry(),
            WalkState::Headed(headed) => Some(headed.entry()),
            WalkState::Pythonic(pythonic) => pythonic.entry(),
            _ => None,
        }
    }

    /// Where the call that was found is.
    fn place(&self, in_list: bool) -> BetweenCalls {
        let entry = self.entry();
        BetweenCalls {
            is_python: false,
            skips_fence: false,
            is_fenced: matches!(&self.state, WalkState::Headed(headed) if headed.is_fenced()),
            in_list,
            entry,
        }
    }

    /// Goes on with the look at the end of a call.
    pub(super) fn end_call(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let entry = self.entry();
        let in_list = self.in_list();
        let place = self.place(in_list);
        let Some(ending) = &mut self.ending else {
            return None;
        };
        loop {
            match ending.stage {
                Stage::After => match after(text, &mut ending.found, false, place, self.setting.names) {
                    Shows::Wait => return Some(Met::Wait),
                    Shows::Ended => return self.ended(text, None),
                    Shows::GoesOn(from) => ending.stage = Stage::Broken(from),
                    Shows::Something(from) => ending.stage = Stage::Closed(from),
                    Shows::Operand(at) => ending.stage = Stage::Operand(at),
                    Shows::Fenced(at) => ending.stage = Stage::Fenced(at),
                    Shows::Torn(search) => ending.stage = Stage::Torn(search),
                },
                Stage::Fenced(at) => match fence_end(text, at, entry) {
                    Err(_) => return Some(Met::Wait),
                    Ok(end) => {
                        if let WalkState::Headed(headed) = &mut self.state {
                            headed.leave_fence();
                        }
                        return self.ended(text, Some(end));
                    }
                },
                Stage::Operand(at) => match expression_end(text, at, in_list) {
                    Err(_) => return Some(Met::Wait),
                    Ok(end) => {
                        if let WalkState::Objects(objects) = &mut self.state
                            && text.text[ending.found.span.end..at].contains(']')
                        {
                            objects.leave_list();
                        }
                        return self.ended(text, Some(end));
                    }
                },
                Stage::Torn(mut search) => match search.go_on(text, entry) {
                    Begins::Yes => ending.stage = Stage::Broken(search.mark + 1),
                    Begins::No => return self.ended(text, None),
                    Begins::Wait => {
                        ending.stage = Stage::Torn(search);
                        return Some(Met::Wait);
                    }
                },
                Stage::Closed(from) => {
                    let Some(entry) = entry else {
                        return self.ended(text, None);
                    };
                    let marks: Vec<_> = entry.close.iter().chain(entry.open).copied().collect();
                    match first_of(text, from, &marks) {
                        Some((at, mark)) if entry.close.contains(&mark) => return self.ended(text, Some(at)),
                        Some(_) => return self.ended(text, None),
                        None if text.is_end => return self.ended(text, None),
                        None => {
                            ending.stage = Stage::Closed(hold_back(text.text, from, &marks));
                            return Some(Met::Wait);
                        }
                    }
                }
                Stage::Broken(from) => match region_end(text, from, entry, self.setting.names) {
                    Ok(end) => match torn_goes_on(text, end, entry) {
                        Begins::Yes => ending.stage = Stage::Broken(end + 1),
                        Begins::No => return self.ended(text, Some(end)),
                        Begins::Wait => {
                            ending.stage = Stage::Broken(end);
                            return Some(Met::Wait);
                        }
                    },
                    Err(next) => {
                        ending.stage = Stage::Broken(next);
                        return Some(Met::Wait);
                    }
                },
            }
        }
    }

    /// The call is handed out; if it goes on up to `broken`, it cannot be read.
    fn ended(&mut self, text: ReplyText<'_>, broken: Option<usize>) -> Option<Met> {
        let mut found = self.ending.take()?.found;
        let Some(end) = broken else {
            return Some(self.handed_out(text, found));
        };
        self.note_string(text, &found, end);
        found.arguments = Arguments::Unreadable(ErrorKind::Malformed);
        found.span.end = end;
        match &mut self.state {
            WalkState::Objects(objects) => objects.skip_to(end),
            WalkState::Headed(headed) => headed.skip_to(end),
            WalkState::Pythonic(pythonic) => pythonic.skip_to(end),
            _ => {}
        }
        Some(Met::Call(self.with_own_mark(text, found)))
    }

    /// Returns the call as it was found.
    fn handed_out(&mut self, text: ReplyText<'_>, found: FoundCall) -> Met {
        let is_broken = match found.arguments {
            Arguments::Torn { is_cut, .. } | Arguments::Whole { is_cut, .. } => !is_cut,
            Arguments::Unreadable(kind) => kind == ErrorKind::Malformed,
            _ => false,
        };
        if is_broken {
            self.note_string(text, &found, found.span.end);
        }
        Met::Call(self.with_own_mark(text, found))
    }

    /// The call, with the marks that close it and no others.
    fn with_own_mark(&self, text: ReplyText<'_>, mut found: FoundCall) -> FoundCall {
        if let WalkState::Headed(headed) = &self.state
            && let Ok(Some(end)) = headed.closing_end(text, found.span.end)
        {
            found.span.end = end;
        }
        found
    }

    /// Notes whether a call with broken JSON ends at `end` inside a string. What follows is then part of the string until a
    /// quote closes it.
    #[cold]
    fn note_string(&mut self, text: ReplyText<'_>, found: &FoundCall, end: usize) {
        let start = match (&self.state, &found.arguments) {
            (WalkState::Objects(objects), _) if objects.entry().is_some() => found.span.start,
            (
                WalkState::Headed(_),
                Arguments::Json(part)
                | Arguments::Unclosed(part)
                | Arguments::Torn { part, .. }
                | Arguments::Whole { part, .. },
            ) => part.start,
            _ => return,
        };
        self.open_string = ends_in_string(&text.text[..end], start).then_some(end);
    }
}

/// What follows the arguments of a call. Notes whether there is an unmatched closing bracket or a comment.
fn after(
    text: ReplyText<'_>,
    found: &mut FoundCall,
    has_surplus: bool,
    place: BetweenCalls,
    names: &NamesSpec,
) -> Shows {
    let is_python = matches!(found.arguments, Arguments::Python(_));
    let entry = place.entry;
    let between = BetweenCalls {
        is_python,
        skips_fence: entry.map_or(!is_python, |entry| !entry.is_fence()),
        ..place
    };
    let following = AfterArguments::of(text, found.span.end, between);
    found.has_surplus = has_surplus || following.has_surplus;
    if following.has_comment {
        match following.is_within(text, between, names) {
            Begins::Yes => found.has_comment = true,
            Begins::Wait => return Shows::Wait,
            Begins::No => {}
        }
    }
    if following.is_far {
        return Shows::Ended;
    }
    if matches!(found.arguments, Arguments::Json(_) | Arguments::Text(_)) {
        match following.is_inside_fence(text, between) {
            Begins::Yes => return Shows::Fenced(following.at),
            Begins::Wait => return Shows::Wait,
            Begins::No => {}
        }
        match following.is_operand(text, between) {
            Begins::Yes => return Shows::Operand(following.at),
            Begins::Wait => return Shows::Wait,
            Begins::No => {}
        }
    }
    following.shows(text, found, entry, names)
}

impl AfterArguments {
    /// What this shows about the call.
    fn shows(self, text: ReplyText<'_>, found: &FoundCall, entry: Option<&'static Entry>, names: &NamesSpec) -> Shows {
        let is_python = matches!(found.arguments, Arguments::Python(_));
        let is_torn = matches!(
            found.arguments,
            Arguments::Torn { .. } | Arguments::Whole { .. } | Arguments::Unclosed(_)
        );
        let Self {
            at,
            is_beside,
            is_separated,
            is_closed,
            ..
        } = self;
        let Some(byte) = text.byte(at) else {
            return if text.is_end { Shows::Ended } else { Shows::Wait };
        };
        match byte {
            b'{' if !is_python && entry.is_none_or(|entry| matches!(entry.layout, Layout::Objects)) => {
                return Shows::Ended;
            }
            b'<' | b'[' | b'`' => match begins_any(text, at, entry.map_or(&[], |entry| entry.close)) {
                Begins::Wait => return Shows::Wait,
                Begins::Yes if is_torn => return AfterMark::shows(text, at, entry),
                Begins::Yes => return Shows::Ended,
                Begins::No => match is_mark(text, at) {
                    Begins::Wait => return Shows::Wait,
                    Begins::Yes if is_torn => return AfterMark::shows(text, at, entry),
                    Begins::Yes => return Shows::Ended,
                    Begins::No => {}
                },
            },
            _ => {}
        }
        let is_element = is_separated
            && !is_closed
            && matches!(found.arguments, Arguments::Json(_) | Arguments::Python(_))
            && entry.is_none_or(|entry| matches!(entry.layout, Layout::Objects | Layout::Python));
        if is_element {
            match foreign(text, at) {
                Ok(_) if !is_python => return Shows::Ended,
                Ok(_) => match has_whole_quotes(text, at) {
                    Begins::Yes => return Shows::Ended,
                    Begins::Wait => return Shows::Wait,
                    Begins::No => {}
                },
                Err(Begins::Wait) => return Shows::Wait,
                Err(_) => {}
            }
        }
        if is_python && (byte.is_ascii_alphabetic() || byte == b'_') {
            if is_separated && !is_closed {
                // The call was closed too early.
                match pythonic::is_keyword(text, at) {
                    Begins::Yes => return Shows::GoesOn(at),
                    Begins::Wait => return Shows::Wait,
                    Begins::No => {}
                }
            }
            match pythonic::calls_known(text, at, names) {
                _ if is_separated || !is_beside => return Shows::Ended,
                Begins::Yes => return Shows::Ended,
                Begins::Wait => return Shows::Wait,
                Begins::No => {}
            }
        }
        match goes_on(text, at, is_beside, is_python) {
            Begins::Wait => Shows::Wait,
            Begins::Yes => Shows::GoesOn(at),
            Begins::No if entry.is_some_and(|entry| !entry.close.is_empty()) => Shows::Something(at),
            Begins::No => Shows::Ended,
        }
    }
}

impl AfterMark {
    /// What the mark at `mark` shows about a call that is torn there.
    fn shows(text: ReplyText<'_>, mark: usize, entry: Option<&'static Entry>) -> Shows {
        let end = mark + entry.map_or(0, |entry| own_mark(text, mark, entry));
        if end == mark {
            return Shows::Ended;
        }
        Shows::Torn(Self {
            mark,
            end,
            pos: end,
            depth: 0,
            is_quoted: false,
        })
    }

    /// Whether the arguments go on after the mark: up to the next mark, something closes what it does not open, or the call is
    /// closed again.
    fn go_on(&mut self, text: ReplyText<'_>, entry: Option<&'static Entry>) -> Begins {
        let Some(entry) = entry else { return Begins::No };
        match torn_goes_on(text, self.mark, Some(entry)) {
            Begins::No => {}
            found => return found,
        }
        let bytes = text.text.as_bytes();
        // After a mark that opens, strings may contain any bracket.
        let is_closed = begins_any(text, self.mark, entry.close) == Begins::Yes;
        while let Some(&byte) = bytes.get(self.pos) {
            step(1);
            let is_escaped = self.pos > self.end && bytes[self.pos - 1] == b'\\';
            match byte {
                b'"' if !is_escaped => self.is_quoted = !self.is_quoted,
                b'{' if is_closed || !self.is_quoted => self.depth += 1,
                b'}' if is_closed || !self.is_quoted => match self.depth.checked_sub(1) {
                    Some(less) => self.depth = less,
                    None => return Begins::Yes,
                },
                b'<' | b'[' => {
                    match begins_any(text, self.pos, entry.close) {
                        Begins::Yes if !text.text[self.end..self.pos].trim().is_empty() => return Begins::Yes,
                        Begins::Wait => return Begins::Wait,
                        _ => {}
                    }
                    match is_mark(text, self.pos) {
                        Begins::Yes => break,
                        Begins::Wait => return Begins::Wait,
                        Begins::No => {}
                    }
                }
                _ => {}
            }
            self.pos += 1;
        }
        match bytes.get(self.pos) {
            None if !text.is_end => Begins::Wait,
            _ if self.is_quoted => Begins::Yes,
            _ => Begins::No,
        }
    }
}

/// Where the fence ends that the arguments are in, after what is at `at`: with its marks, before a mark of a call, or with the line
/// if there is none of them.
fn fence_end(text: ReplyText<'_>, at: usize, entry: Option<&Entry>) -> Result<usize, Begins> {
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

/// Where the expression ends whose operator is at `at`, after a call: with its element in a list, otherwise with its line.
fn expression_end(text: ReplyText<'_>, at: usize, in_list: bool) -> Result<usize, Begins> {
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
fn has_whole_quotes(text: ReplyText<'_>, at: usize) -> Begins {
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

/// The length of the mark at `at` that ends a call which is torn there.
fn own_mark(text: ReplyText<'_>, at: usize, entry: &Entry) -> usize {
    length_of(text, at, entry.close).max(length_of(text, at, entry.open))
}

/// Whether a mark of any kind begins here.
pub(super) fn is_mark(text: ReplyText<'_>, at: usize) -> Begins {
    let candidates = Candidates::at(text, at);
    let formats = candidates.formats().map(|entry| begins_any(text, at, entry.open));
    let reasoning = reasoning::candidates(&text.text.as_bytes()[at..])
        .filter(|(_, may_open, _)| *may_open)
        .map(|((open, _), ..)| super::marks::begins_folded(text, at, open));
    let others = [(candidates.skipped(), SKIPPED), (candidates.ends(), ENDS)];
    let others = others
        .into_iter()
        .filter(|(may_begin, _)| *may_begin)
        .map(|(_, marks)| begins_any(text, at, marks));
    let turn = candidates.begin_turn(text, at);
    formats.chain(reasoning).chain(others).fold(turn, Begins::or)
}

/// Whether the arguments of a call that is torn at a mark go on after it: the mark was a part of a string.
fn torn_goes_on(text: ReplyText<'_>, at: usize, entry: Option<&'static Entry>) -> Begins {
    let Some(entry) = entry else { return Begins::No };
    let length = own_mark(text, at, entry);
    if length == 0 {
        return Begins::No;
    }
    let rest = text.rest(at + length);
    match rest.trim_start_matches([' ', '\t']).bytes().next() {
        None if !text.is_end => Begins::Wait,
        Some(b'"' | b'\'') => Begins::Yes,
        _ => closes_more(text, at + length, b'{', b'}'),
    }
}

/// Whether what is at `at`, after the arguments, is the rest of them. `is_beside`: no blank is between.
fn goes_on(text: ReplyText<'_>, at: usize, is_beside: bool, is_python: bool) -> Begins {
    let rest = text.rest(at);
    let mut chars = rest.chars();
    let first = chars.next();
    if matches!(first, Some('"' | '\'' | ')' | ':' | '\\')) {
        return Begins::Yes;
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

/// Whether the line from here on, up to a mark, closes a bracket that it does not open.
fn closes_more(text: ReplyText<'_>, at: usize, open: u8, close: u8) -> Begins {
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
    if text.is_end || head.len() < text.rest(at).len() || head.len() >= super::LONGEST_HEADER {
        Begins::No
    } else {
        Begins::Wait
    }
}
