//! Whether a call has really ended where its grammar says so.
//!
//! A quote that is not escaped ends a string too early, and the brackets in the rest of the string may then end the call. What
//! follows shows it: after the arguments there may only be blanks, brackets and fences that close, and the mark that ends the
//! call, or what begins something else. One check here serves every format.

mod following;
mod rest;
mod stray;
mod torn;

use super::super::extent::ends_in_string;
use super::super::format::{ACTION, Entry};
use super::super::found::{Arguments, FoundCall};
use super::marks::{Begins, begins_any, region_end};
use super::objects::foreign;
use super::{Layout, Met, ReplyText, Walk, WalkState, pythonic};
use crate::ErrorKind;
use crate::spec::NamesSpec;
use following::{AfterArguments, BetweenCalls};
pub(super) use rest::is_mark;
use rest::{closing_mark, expression_end, fence_end, goes_on, has_whole_quotes};
use stray::{Stray, stray_inside};
use torn::{AfterMark, torn_goes_on};

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
    /// Something that separates nothing is between the call and the rest of its list.
    Stray(Stray),
    /// Something else is in the fence of the arguments: its end is searched from here on.
    Fenced(usize),
    /// The call ends here, but for the mark that closes it and has not arrived in whole. If there is a place, the call is broken and
    /// goes on up to there.
    Over(Option<usize>),
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
    /// Something that separates nothing is here, in the list of the call.
    Stray(Stray),
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
        if is_inside
            && is_whole
            && let Some(stray) = stray_inside(text, found.span.end)
        {
            let stage = Stage::Stray(stray);
            self.ending = Some(Ending { found, stage });
            return None;
        }
        if !is_whole || is_inside {
            return self.hand_out(text, found);
        }
        // As a rule, what follows shows at once that the call has ended.
        let in_list = self.in_list();
        let stage = match after(text, &mut found, self.place(in_list), self.setting.names) {
            Shows::Ended => return self.hand_out(text, found),
            Shows::Wait => Stage::After,
            Shows::GoesOn(from) => Stage::Broken(from),
            Shows::Something(from) => Stage::Closed(from),
            Shows::Operand(at) => Stage::Operand(at),
            Shows::Stray(stray) => Stage::Stray(stray),
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
                Stage::After => match after(text, &mut ending.found, place, self.setting.names) {
                    Shows::Wait => return Some(Met::Wait),
                    Shows::Ended => return self.ended(text, None),
                    Shows::GoesOn(from) => ending.stage = Stage::Broken(from),
                    Shows::Something(from) => ending.stage = Stage::Closed(from),
                    Shows::Operand(at) => ending.stage = Stage::Operand(at),
                    Shows::Stray(stray) => ending.stage = Stage::Stray(stray),
                    Shows::Fenced(at) => ending.stage = Stage::Fenced(at),
                    Shows::Torn(search) => ending.stage = Stage::Torn(search),
                },
                Stage::Over(broken) => return self.ended(text, broken),
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
                Stage::Stray(mut stray) => match stray.end(text, entry) {
                    Ok(end) => {
                        if let WalkState::Objects(objects) = &mut self.state
                            && stray.determines_next(text, end)
                        {
                            objects.doubt_next();
                        }
                        return self.ended(text, Some(end));
                    }
                    Err(Begins::Wait) => {
                        ending.stage = Stage::Stray(stray);
                        return Some(Met::Wait);
                    }
                    Err(_) if entry.is_some_and(|entry| !entry.close.is_empty()) => {
                        ending.stage = Stage::Closed(stray.at());
                    }
                    Err(_) => return self.ended(text, None),
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
                    let is_word = matches!(
                        &self.state,
                        WalkState::Objects(objects) if text.rest(objects.whole().0).starts_with(ACTION[0])
                    );
                    match closing_mark(text, from, entry, is_word) {
                        Ok(broken) => return self.ended(text, broken),
                        Err(next) => {
                            ending.stage = Stage::Closed(next);
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
        if self.awaits_mark(text, broken.unwrap_or(found.span.end)) {
            let stage = Stage::Over(broken);
            self.ending = Some(Ending { found, stage });
            return Some(Met::Wait);
        }
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

    /// The call is handed out as it was found, once the mark that closes it has arrived.
    fn hand_out(&mut self, text: ReplyText<'_>, found: FoundCall) -> Option<Met> {
        let stage = Stage::Over(None);
        self.ending = Some(Ending { found, stage });
        self.ended(text, None)
    }

    /// Whether a part of the mark that closes a call which ends at `end` may follow. The mark is part of the call.
    fn awaits_mark(&self, text: ReplyText<'_>, end: usize) -> bool {
        matches!(&self.state, WalkState::Headed(headed) if headed.closing_end(text, end) == Err(Begins::Wait))
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
fn after(text: ReplyText<'_>, found: &mut FoundCall, place: BetweenCalls, names: &NamesSpec) -> Shows {
    let is_python = matches!(found.arguments, Arguments::Python(_));
    let entry = place.entry;
    let between = BetweenCalls {
        is_python,
        skips_fence: entry.map_or(!is_python, |entry| !entry.is_fence()),
        ..place
    };
    let following = AfterArguments::of(text, found.span.end, between);
    // What may be a comment may also be something else.
    if text.byte(following.at).is_none() && !text.is_end && !following.is_far {
        return Shows::Wait;
    }
    found.has_surplus |= following.has_surplus;
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
    following.shows(text, found, place, names)
}

impl AfterArguments {
    /// What this shows about the call.
    fn shows(self, text: ReplyText<'_>, found: &FoundCall, place: BetweenCalls, names: &NamesSpec) -> Shows {
        let entry = place.entry;
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
            has_fence,
            ..
        } = self;
        let is_listed = place.in_list
            && !is_separated
            && !is_closed
            && matches!(
                found.arguments,
                Arguments::Json(_) | Arguments::Text(_) | Arguments::Absent
            );
        let Some(byte) = text.byte(at) else {
            return if text.is_end { Shows::Ended } else { Shows::Wait };
        };
        match byte {
            b'{' if is_listed && has_fence => return Shows::Stray(Stray::new(self.start)),
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
        if is_python && is_separated && !is_closed {
            // The call was closed too early.
            match pythonic::is_keyword(text, at) {
                Begins::Yes => return Shows::GoesOn(at),
                Begins::Wait => return Shows::Wait,
                Begins::No => {}
            }
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
            match pythonic::calls_known(text, at, names) {
                _ if is_separated || !is_beside => return Shows::Ended,
                Begins::Yes => return Shows::Ended,
                Begins::Wait => return Shows::Wait,
                Begins::No => {}
            }
        }
        let is_whole = (is_closed || !place.in_list)
            && matches!(
                found.arguments,
                Arguments::Json(_) | Arguments::Text(_) | Arguments::Python(_)
            );
        match goes_on(text, at, is_beside, is_whole, is_python) {
            Begins::Wait => Shows::Wait,
            Begins::Yes => Shows::GoesOn(at),
            Begins::No if is_listed => Shows::Stray(Stray::new(at)),
            Begins::No if entry.is_some_and(|entry| !entry.close.is_empty()) => Shows::Something(at),
            Begins::No => Shows::Ended,
        }
    }
}
