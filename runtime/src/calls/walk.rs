//! Finds the calls in a text, and what is text outside of them, in one pass from left to right.
//!
//! The walk is the same for a whole text and for one that still comes in: each decision is made when nothing that may follow
//! can change it, and until then the walk waits. So every way to cut a text gives the same calls.

mod aside;
mod broken;
mod comments;
mod cut;
mod ending;
mod fence;
mod headed;
mod inside;
mod marks;
mod meant;
mod objects;
mod plain;
mod prose;
mod pythonic;
mod quoted;
mod tagged;

use core::cell::Cell;
use core::ops::Range;

use super::extent::{Balance, Extent};
use super::format::{ENDS, FORMATS, Format, Layout, REASONING, SKIPPED, SPEAKERS};
use super::found::{Arguments, FoundCall};
use crate::bounds::{LONGEST_HEADER, MOST_OVERRUNS, STEPS_IN_PLACE};
use crate::read::scan;
use crate::spec::NamesSpec;
use crate::steps::step;
use ending::Ending;
use headed::Headed;
use meant::Meant;
use objects::CallObjects;
use pythonic::Pythonic;
use quoted::LineMarks;
use tagged::TaggedCall;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// What the walk met.
#[derive(Debug)]
pub(super) enum Met {
    /// Text outside of calls and reasoning.
    Text(Range<usize>),
    Call(FoundCall),
    /// The arguments of a call that is perhaps complete begin with this part of the text, and perhaps are all of it: whoever
    /// reads them may say where they end, with [`Walk::pass`].
    Arguments {
        name: Range<usize>,
        part: Range<usize>,
    },
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
    /// The arguments of the tool with this name begin here, and perhaps are this part of the text.
    Arguments(Range<usize>, Range<usize>),
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
    /// A code fence in prose, with so many of these marks.
    Fence(&'static str, usize),
    /// A comment in prose.
    Comment,
    /// Marks of a call with something else between them.
    Meant(Meant),
    /// A JSON value that is no call.
    Answer(Extent),
    /// A JSON value that is not a call, after a place where it breaks JSON's grammar.
    BrokenAnswer(Balance),
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
    /// Arguments are read where they begin, once all of the text is there.
    pub(super) reads_ahead: bool,
}

/// The text so far, and whether it is all.
#[derive(Debug, Clone, Copy)]
struct ReplyText<'t> {
    text: &'t str,
    is_end: bool,
    /// Arguments are read where they begin, before their end is looked for.
    reads_ahead: bool,
    /// A long run of blanks that was passed before: each push of a stream would look at all of it again.
    blanks: &'t Cell<[usize; 2]>,
}

impl<'t> ReplyText<'t> {
    fn rest(&self, pos: usize) -> &'t str {
        &self.text[pos..]
    }

    fn byte(&self, pos: usize) -> Option<u8> {
        self.text.as_bytes().get(pos).copied()
    }

    #[inline(always)]
    fn after_space(&self, pos: usize) -> usize {
        // As a rule, there is no blank, or one.
        match self.text.as_bytes().get(pos..) {
            Some([] | [b'!'..=0xff, ..]) => return pos,
            Some([b' ' | b'\n', b'!'..=0xff, ..]) => return pos + 1,
            _ => {}
        }
        self.after_long_space(pos)
    }

    /// Where the blanks of any kind end that begin at `pos`. Models write other ones than ASCII's, and marks that have no width.
    fn after_blanks(&self, pos: usize) -> usize {
        let mut at = self.after_space(pos);
        while self.byte(at).is_some_and(|byte| !byte.is_ascii()) {
            let is_blank = |c: &char| c.is_whitespace() || matches!(*c, BYTE_ORDER_MARK | '\u{200b}');
            let Some(blank) = self.rest(at).chars().next().filter(is_blank) else {
                break;
            };
            at = self.after_space(at + blank.len_utf8());
        }
        at
    }

    #[inline(never)]
    fn after_long_space(&self, pos: usize) -> usize {
        let [from, to] = self.blanks.get();
        let known = if (from..to).contains(&pos) {
            to.min(self.text.len())
        } else {
            pos
        };
        let end = scan::after_space(self.text.as_bytes(), known);
        if end - pos > LONGEST_HEADER {
            self.blanks.set([pos, end]);
        }
        end
    }

    /// Where arguments that begin at `start` end if nothing follows them but these brackets, the last one first, and a few marks.
    fn likely_end(&self, start: usize, brackets: &[u8]) -> usize {
        let from = start.max(self.text.len().saturating_sub(LONGEST_HEADER));
        let mut bytes = without_blanks(&self.text.as_bytes()[from..]);
        while let Some((b'>', before)) = bytes.split_last()
            && let Some(mark) = before.iter().rposition(|&byte| byte == b'<')
        {
            bytes = without_blanks(&before[..mark]);
        }
        for &bracket in brackets {
            bytes = without_blanks(bytes.strip_suffix(&[bracket]).unwrap_or(bytes));
        }
        step(self.text.len() - from - bytes.len());
        from + bytes.len()
    }
}

/// A walk over a text.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
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
    /// The call that was met last.
    met_last: Range<usize>,
    /// The last call has JSON arguments: their brackets show where they end.
    is_last_json: bool,
    /// The mark around calls that is open, if no text came since.
    wrapper: Option<&'static str>,
    /// The JSON value that was passed last, which is no call.
    value: Option<Range<usize>>,
    /// The fence that is all of the reply.
    whole: Option<fence::WholeFence>,
    /// The call whose end is looked at.
    ending: Option<Ending>,
    /// How many calls were searched for their end past the place where they are taken to end.
    overruns: usize,
    /// A broken call ended inside a string, and no quote has closed the string up to this place.
    open_string: Option<usize>,
    /// Marks from here on are in a quote that this closes.
    quoted: Option<(usize, &'static str)>,
    /// No mark is in this part of the text.
    plain: Range<usize>,
    /// Which quotes are open on the line.
    marks_of_line: LineMarks,
    /// Where the marks end that closed the last fence in prose.
    fence_end: usize,
    /// A long run of blanks in the text. It is no `Cell`, with which a stream of calls could not be shared between threads.
    blanks: [usize; 2],
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
            met_last: usize::MAX..usize::MAX,
            is_last_json: false,
            wrapper: None,
            value: None,
            whole: None,
            ending: None,
            overruns: 0,
            open_string: None,
            quoted: None,
            plain: 0..0,
            marks_of_line: LineMarks::default(),
            fence_end: 0,
            blanks: [0; 2],
        }
    }

    /// The text begins with no reasoning.
    pub(super) fn without_reasoning(&mut self) {
        self.setting.is_sure = true;
        self.may_be_reasoning = false;
    }

    /// What comes next in the text so far; `is_end`: it is all of the text.
    pub(super) fn next(&mut self, text: &str, is_end: bool) -> Met {
        let blanks = Cell::new(self.blanks);
        let met = self.met(text, is_end, &blanks);
        self.blanks = blanks.get();
        if let Met::Call(found) = &met {
            // No call is met twice, so that a walk always ends.
            let is_again = self.met_last == found.span;
            debug_assert!(!is_again, "the call at {:?} is met again", found.span);
            if is_again {
                self.go_to(text.len(), WalkState::Over);
            }
            self.met_last = found.span.clone();
            self.is_last_json = matches!(found.arguments, Arguments::Json(_) | Arguments::Text(_));
        }
        met
    }

    fn met(&mut self, text: &str, is_end: bool, blanks: &Cell<[usize; 2]>) -> Met {
        let mut steps = 0;
        loop {
            let pos = self.pos;
            let text = ReplyText {
                text: &text[..self.limit.min(text.len())],
                is_end,
                reads_ahead: is_end && self.setting.reads_ahead,
                blanks,
            };
            let met = match &self.state {
                _ if self.ending.is_some() => self.end_call(text),
                WalkState::Prose => self.prose(text),
                WalkState::Reasoning(close) => self.reasoning(text, close),
                WalkState::Fence(mark, marks) => self.fence(text, mark, *marks),
                WalkState::Comment => self.comment(text),
                WalkState::Meant(_) => self.meant(text),
                WalkState::Answer(_) => self.answer(text),
                WalkState::BrokenAnswer(_) => self.broken_answer(text),
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

    /// The arguments that were met last were read, and end here.
    pub(super) fn pass(&mut self, end: usize) {
        match &mut self.state {
            WalkState::Objects(objects) => objects.pass(end),
            WalkState::Headed(headed) => headed.pass(end),
            _ => {}
        }
    }

    /// Whether arguments are read where they begin. A reading that turns out to be of too much text is for nothing, so there
    /// is one of those at most for each text.
    pub(super) fn read_ahead(&mut self, reads_ahead: bool) {
        self.setting.reads_ahead = reads_ahead;
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
        let is_blank = part.is_empty()
            || text
                .text
                .get(part.clone())
                .is_some_and(|part| part.trim_start().is_empty());
        self.has_begun |= !is_blank;
        self.wrapper = self.wrapper.filter(|_| is_blank);
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

/// The bytes without the blanks at their end. As a rule, there is none.
fn without_blanks(bytes: &[u8]) -> &[u8] {
    match bytes {
        [.., b'!'..=0xff] => bytes,
        _ => bytes.trim_ascii_end(),
    }
}

/// The beginning of a text, at most as long as a header.
fn head(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_HEADER);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
