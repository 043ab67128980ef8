//! Finds the calls in a text, and what is text outside of them, in one pass from left to right.
//!
//! The walk is the same for a whole text and for one that still comes in: each decision is made when nothing that may follow
//! can change it, and until then the walk waits. So every way to cut a text gives the same calls.

mod aside;
mod ending;
mod fence;
mod headed;
mod inside;
mod marks;
mod meant;
mod objects;
mod pythonic;
mod tagged;

use core::ops::Range;

use super::extent::{Extent, Reach};
use super::format::{ENDS, Entry, FORMATS, Format, Layout, REASONING, SKIPPED, SPEAKERS, TURNS};
use super::found::{Arguments, FoundCall};
use crate::bounds::{LONGEST_HEADER, MOST_OVERRUNS, STEPS_IN_PLACE};
use crate::read::scan;
use crate::spec::NamesSpec;
use ending::Ending;
use headed::Headed;
use marks::{Begins, Candidates, begins, begins_any, is_at_line_start};
use meant::Meant;
use objects::CallObjects;
use pythonic::Pythonic;
use tagged::TaggedCall;

/// What the walk met.
#[derive(Debug)]
pub(super) enum Met {
    /// Text outside of calls and reasoning.
    Text(Range<usize>),
    Call(FoundCall),
    /// All so far was reasoning.
    Forget,
    /// Nothing can be said before more text comes.
    Wait,
    End,
}

/// What one step inside a call came to.
enum Progress {
    Wait,
    Call(FoundCall),
    /// The calls have ended here.
    Over(usize),
    /// This is no call, but text.
    Text,
    /// Reasoning from here to the first of these marks.
    Reasoning(usize, &'static [&'static str]),
    /// Somebody else's turn.
    Turn,
}

/// Where the walk is.
#[derive(Debug)]
enum WalkState {
    Prose,
    /// Reasoning, up to one of these marks.
    Reasoning(&'static [&'static str]),
    /// A code fence in prose, with these marks.
    Fence(&'static str),
    /// A comment in prose.
    Comment,
    /// Marks of a call with something else between them.
    Meant(Meant),
    /// A JSON value that is no call.
    Answer(Extent),
    Objects(CallObjects),
    Headed(Headed),
    Tagged(TaggedCall),
    Pythonic(Pythonic),
    Over,
}

/// What a walk knows besides the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// The only format that counts, where one is named.
    pub(super) format: Option<Format>,
    /// The names of the tools.
    pub(super) names: &'static NamesSpec,
    /// No reasoning began in the prompt: calls are handed out at once.
    pub(super) is_sure: bool,
}

/// The text so far, and whether it is all.
#[derive(Debug, Clone, Copy)]
struct ReplyText<'t> {
    text: &'t str,
    is_end: bool,
}

impl<'t> ReplyText<'t> {
    fn rest(&self, pos: usize) -> &'t str {
        &self.text[pos..]
    }

    fn byte(&self, pos: usize) -> Option<u8> {
        self.text.as_bytes().get(pos).copied()
    }

    fn after_space(&self, pos: usize) -> usize {
        scan::after_space(self.text.as_bytes(), pos)
    }
}

/// A walk over a text.
#[derive(Debug)]
pub(super) struct Walk {
    setting: Setting,
    state: WalkState,
    pos: usize,
    /// Where the text begins that was not handed out yet.
    text_from: usize,
    /// Up to here, the state has searched.
    searched: usize,
    /// Nothing but white space and calls without marks was before.
    is_start: bool,
    /// The text may be reasoning that began in the prompt.
    pub(super) may_be_reasoning: bool,
    /// The text ends here for calls: the end of the fence that is all of the reply.
    limit: usize,
    /// There was text, reasoning or a call before.
    has_begun: bool,
    /// How many calls were before.
    calls: usize,
    /// The fence that is all of the reply.
    whole: Option<fence::WholeFence>,
    /// The call whose end is looked at.
    ending: Option<Ending>,
    /// How many calls were searched for their end past the place where they are taken to end.
    overruns: usize,
}

impl Walk {
    pub(super) fn new(setting: Setting) -> Self {
        Self {
            setting,
            state: WalkState::Prose,
            pos: 0,
            text_from: 0,
            searched: 0,
            is_start: true,
            may_be_reasoning: true,
            limit: usize::MAX,
            has_begun: false,
            calls: 0,
            whole: None,
            ending: None,
            overruns: 0,
        }
    }

    /// The text begins with no reasoning.
    pub(super) fn without_reasoning(&mut self) {
        self.setting.is_sure = true;
        self.may_be_reasoning = false;
    }

    /// What comes next in the text so far; `is_end`: it is all of the text.
    pub(super) fn next(&mut self, text: &str, is_end: bool) -> Met {
        let mut steps = 0;
        loop {
            let pos = self.pos;
            let text = ReplyText {
                text: &text[..self.limit.min(text.len())],
                is_end,
            };
            let met = match &self.state {
                _ if self.ending.is_some() => self.end_call(text),
                WalkState::Prose => self.prose(text),
                WalkState::Reasoning(close) => self.reasoning(text, close),
                WalkState::Fence(mark) => self.fence(text, mark),
                WalkState::Comment => self.comment(text),
                WalkState::Meant(_) => self.meant(text),
                WalkState::Answer(_) => self.answer(text),
                WalkState::Objects(_) | WalkState::Headed(_) | WalkState::Tagged(_) | WalkState::Pythonic(_) => {
                    self.inside(text)
                }
                WalkState::Over => Some(Met::End),
            };
            if let Some(met) = met {
                return met;
            }
            steps = if self.pos == pos { steps + 1 } else { 0 };
            debug_assert!(steps < STEPS_IN_PLACE, "no step goes on from {pos}");
            if steps >= STEPS_IN_PLACE {
                // No mark may keep the walk in one place: this one is text.
                let width = text.text.get(pos..).and_then(|rest| rest.chars().next());
                match width {
                    Some(c) => self.go_to(pos + c.len_utf8(), WalkState::Prose),
                    None => return if is_end { Met::End } else { Met::Wait },
                }
            }
        }
    }

    /// The name of the call that is growing, its id, and where its arguments begin.
    pub(super) fn growing(&self, text: &str) -> Option<GrowingCall> {
        match &self.state {
            _ if self.ending.is_some() => None,
            WalkState::Objects(objects) => objects.growing(text),
            WalkState::Headed(headed) => headed.growing(),
            WalkState::Tagged(tagged) => tagged.growing(),
            WalkState::Pythonic(pythonic) => pythonic.growing(),
            _ => None,
        }
    }

    /// Hands out the text up to `end`, and goes on after `next` in this state.
    fn leave_text(&mut self, text: ReplyText<'_>, end: usize, next: usize, state: WalkState) -> Option<Met> {
        let part = self.text_part(end, &state);
        self.has_begun |= text.text.get(part.clone()).is_none_or(|part| !part.trim().is_empty());
        self.go_to(next, state);
        self.text_from = next;
        (!part.is_empty()).then_some(Met::Text(part))
    }

    /// The text up to `end` that is handed out. Of a fence that is all of the reply, the marks count only if no call is in it.
    fn text_part(&self, end: usize, state: &WalkState) -> Range<usize> {
        match &self.whole {
            Some(fence) if self.text_from == fence.start && matches!(state, WalkState::Over) => fence.start..fence.end,
            Some(fence) if self.text_from == fence.start => fence.inside.min(end)..end,
            _ => self.text_from..end,
        }
    }

    fn go_to(&mut self, pos: usize, state: WalkState) {
        self.pos = pos;
        self.searched = pos;
        self.state = state;
    }

    /// Looks for the next mark.
    fn prose(&mut self, text: ReplyText<'_>) -> Option<Met> {
        if self.is_start {
            let at = text.after_space(self.pos);
            self.pos = at;
            match self.bare(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => self.is_start = false,
            }
        }
        let stop = scan::prose_stop(text.text.as_bytes(), self.pos);
        if self.calls > 0 {
            match self.speaker(text, stop) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        let at = scan::byte::<b'~'>(&text.text.as_bytes()[..stop], self.pos);
        let Some(byte) = text.byte(at) else {
            self.pos = at.max(self.pos);
            return Some(self.end_of_prose(text));
        };
        match byte {
            b'<' | b'[' => self.mark(text, at),
            b'`' if begins(text, at, "```") != Begins::No => self.fence_opens(text, at, "```"),
            b'~' if is_at_line_start(text.text, at) && begins(text, at, "~~~") != Begins::No => {
                self.fence_opens(text, at, "~~~")
            }
            b'{' => self.brace(text, at),
            _ => {
                self.pos = at + 1;
                None
            }
        }
    }

    /// The text ends in prose, or more may come.
    fn end_of_prose(&mut self, text: ReplyText<'_>) -> Met {
        if !text.is_end {
            return Met::Wait;
        }
        let end = text.text.len();
        self.leave_text(text, end, end, WalkState::Over).unwrap_or(Met::End)
    }

    /// Looks for calls without marks, which begin the reply.
    fn bare(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let Some(byte) = text.byte(at) else {
            return if text.is_end { Bare::Nothing } else { Bare::Wait };
        };
        let allows = |format: Format| self.setting.format.is_none_or(|named| named == format);
        match byte {
            b'{' => {
                let format = self.setting.format.unwrap_or(Format::LlamaJson);
                let objects = CallObjects::bare(format, at, false);
                Bare::Found(self.leave_text(text, at, at, WalkState::Objects(objects)))
            }
            b'[' => {
                let inside = text.after_space(at + 1);
                match text.byte(inside) {
                    None if !text.is_end => Bare::Wait,
                    Some(b'{') => {
                        let format = self.setting.format.unwrap_or(Format::Xlam);
                        let objects = CallObjects::bare(format, at, true);
                        Bare::Found(self.leave_text(text, at, at, WalkState::Objects(objects)))
                    }
                    _ if allows(Format::Pythonic) => match pythonic::is_call(text, inside, self.setting.names) {
                        Begins::Wait => Bare::Wait,
                        Begins::No => Bare::Nothing,
                        Begins::Yes => {
                            let calls = Pythonic::bare(at);
                            Bare::Found(self.leave_text(text, at, at, WalkState::Pythonic(calls)))
                        }
                    },
                    _ => Bare::Nothing,
                }
            }
            b'`' => match begins(text, at, "```") {
                Begins::Wait => Bare::Wait,
                Begins::No => Bare::Nothing,
                Begins::Yes => self.whole_fence(text, at),
            },
            // What separates two calls.
            b';' | b',' if self.has_begun => {
                self.pos = at + 1;
                self.text_from = at + 1;
                Bare::Found(None)
            }
            _ => Bare::Nothing,
        }
    }

    /// What a mark at `at` begins: reasoning, a call, or something else.
    fn mark(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let is_quoted = at > 0 && text.text.as_bytes()[at - 1] == b'`';
        if is_quoted {
            self.pos = at + 1;
            return None;
        }
        let candidates = Candidates::at(text, at);
        match self.reasoning_mark(text, at, candidates) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        if candidates.turns() {
            match begins_any(text, at, TURNS) {
                Begins::Wait => return Some(Met::Wait),
                Begins::Yes => return self.turn(text, at),
                Begins::No => {}
            }
        }
        if candidates.ends() && begins_any(text, at, ENDS) != Begins::No {
            return self.reply_ends(text, at);
        }
        match begins(text, at, "<!--") {
            Begins::Wait => return Some(Met::Wait),
            Begins::Yes => {
                self.searched = at;
                self.state = WalkState::Comment;
                return None;
            }
            Begins::No => {}
        }
        match self.format_mark(text, at, candidates) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        if candidates.meant() {
            match self.means_call(text, at) {
                Begins::Wait => return Some(Met::Wait),
                Begins::Yes => return self.enter_meant(text, at),
                Begins::No => {}
            }
        }
        if candidates.skipped() {
            match self.skipped_mark(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        self.at_bracket(text, at)
    }

    /// Looks for a mark that says nothing. `None`: there is none at this place.
    fn skipped_mark(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        for skipped in SKIPPED {
            match begins(text, at, skipped) {
                Begins::Wait => return Bare::Wait,
                Begins::Yes if text.byte(at + skipped.len()).is_none() && !text.is_end => return Bare::Wait,
                // In code, it is text.
                Begins::Yes if text.byte(at + skipped.len()) == Some(b'`') => {}
                Begins::Yes => {
                    // Most of these are tags of calls; prose may speak of them.
                    self.is_start = self.is_start && self.text_from == at;
                    return Bare::Found(self.leave_text(text, at, at + skipped.len(), WalkState::Prose));
                }
                Begins::No => {}
            }
        }
        Bare::Nothing
    }

    /// Looks for a mark that begins calls of a format. `None`: there is none at this place.
    fn format_mark(&mut self, text: ReplyText<'_>, at: usize, candidates: Candidates) -> Bare {
        for entry in candidates.formats() {
            if self.setting.format.is_some_and(|named| named != entry.format) {
                continue;
            }
            for open in entry.open.iter().filter(|open| open.starts_with(['<', '['])) {
                match begins(text, at, open) {
                    Begins::Wait => return Bare::Wait,
                    Begins::No => continue,
                    Begins::Yes => {}
                }
                match self.fits(text, entry, at, at + open.len()) {
                    Begins::Wait => return Bare::Wait,
                    Begins::No => {}
                    Begins::Yes => return Bare::Found(self.enter(text, entry, at, at + open.len())),
                }
            }
        }
        Bare::Nothing
    }

    /// Calls of a named format without marks, which may begin any line.
    fn at_bracket(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let is_named = self.setting.format.is_some_and(|format| !format.is_marked());
        if is_named && is_at_line_start(text.text, at) {
            match self.bare(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        let is_phi = self.setting.format.is_none_or(|named| named == Format::Phi);
        if is_phi && text.text[..at].ends_with("functools") && is_at_line_start(text.text, at - "functools".len()) {
            let entry = FORMATS.iter().find(|entry| entry.format == Format::Phi);
            if let Some(entry) = entry {
                let start = at - "functools".len();
                match self.fits(text, entry, start, at) {
                    Begins::Wait => return Some(Met::Wait),
                    Begins::Yes => return self.enter(text, entry, start, at),
                    Begins::No => {}
                }
            }
        }
        self.pos = at + 1;
        None
    }

    /// What is at a brace in prose: a JSON value, whose strings may speak of calls.
    fn brace(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let is_named = self.setting.format.is_some_and(|format| !format.is_marked());
        if is_named && is_at_line_start(text.text, at) {
            return self.at_bracket(text, at);
        }
        let inside = text.after_space(at + 1);
        match text.byte(inside) {
            None if !text.is_end => Some(Met::Wait),
            Some(b'"') => {
                self.state = WalkState::Answer(Extent::without_keys(at));
                None
            }
            _ => {
                self.pos = at + 1;
                None
            }
        }
    }

    /// Goes on in a JSON value that is no call.
    fn answer(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let WalkState::Answer(scan) = &mut self.state else {
            return None;
        };
        let next = match scan.go_on(text.text) {
            Reach::Open if !text.is_end => return Some(Met::Wait),
            Reach::Open => text.text.len(),
            Reach::Closed(end) => end,
            Reach::Broken(last) => last.max(scan.start()) + 1,
        };
        self.go_to(next, WalkState::Prose);
        None
    }

    /// Whether the layout of a format is that of the text after its mark.
    fn fits(&self, text: ReplyText<'_>, entry: &'static Entry, at: usize, after: usize) -> Begins {
        match entry.layout {
            Layout::Objects => objects::fits(text, after),
            Layout::Header(header) => headed::fits(text, header, after),
            Layout::Tagged(tags) => tagged::fits(text, tags, after, self.setting.names),
            Layout::Python => pythonic::fits(text, at, after),
        }
    }

    /// Goes into the calls that begin with the mark at `at`.
    fn enter(&mut self, text: ReplyText<'_>, entry: &'static Entry, at: usize, after: usize) -> Option<Met> {
        let state = match entry.layout {
            Layout::Objects => WalkState::Objects(CallObjects::new(entry, at, after)),
            Layout::Header(header) => WalkState::Headed(Headed::new(entry, header, at, after)),
            Layout::Tagged(tags) => WalkState::Tagged(TaggedCall::new(entry, tags, at, after)),
            Layout::Python => WalkState::Pythonic(Pythonic::new(entry, after)),
        };
        let met = self.leave_text(text, at, after, state);
        // What begins with a call does not begin with reasoning.
        self.may_be_reasoning &= self.has_begun;
        self.has_begun = true;
        met
    }
}

/// What is at a place of a reply.
enum Bare {
    Wait,
    Found(Option<Met>),
    Nothing,
}

/// A call that is growing.
#[derive(Debug, Clone)]
pub(super) struct GrowingCall {
    pub(super) format: Format,
    pub(super) name: Range<usize>,
    pub(super) id: Option<Range<usize>>,
    /// Where its arguments begin, and how they are written.
    pub(super) arguments: Arguments,
}

/// The beginning of a text, at most as long as a header.
fn head(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_HEADER);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
