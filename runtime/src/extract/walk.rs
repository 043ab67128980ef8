//! One walk through the text, from one place where an answer may begin to the next.

mod beside;
mod blocks;
pub(super) mod escaped;

use alloc::vec::Vec;
use core::ops::Range;

use super::envelope::{self, Means};
use crate::Options;
use crate::bounds;
use crate::bounds::{DEEPEST_TYPE, LONGEST_LINE, LONGEST_TAG, MOST_SPACE_AFTER_REASONING};
use crate::fold::is_unusual_space;
use crate::path::head;
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::entity;
use crate::read::scan;
use crate::read::steps::step;
use crate::read::trivia::NextMarks;
use crate::read::turn::{is_opening, turn_marker};
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};
use blocks::Fence;
use escaped::{EscapedDocument, EscapedQuotes};

/// What a candidate is inside of, from the highest rank to the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Envelope {
    Marked(usize),
    Tag,
    Fence,
    Bare,
    /// Anything inside a reasoning block: it is used only if there is no answer outside it.
    Reasoning,
}

/// A place where the answer may begin.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) start: usize,
    /// Where the text ends for it.
    pub(super) limit: usize,
    pub(super) envelope: Envelope,
    pub(super) fenced: bool,
    /// The fence's or tag's own opening text.
    pub(super) opening: Range<usize>,
    /// It is the first thing in its block, or in the text.
    pub(super) is_first: bool,
    /// The wrapper around it, which then counts as the answer's text.
    pub(super) wrapper: Option<Range<usize>>,
    /// How it was found inside another value.
    pub(super) reshaped: Option<RepairKind>,
    /// The document, if its quotes are escaped there.
    pub(super) unescaped: Option<EscapedDocument>,
}

impl Candidate {
    /// Where it begins, with the opening of the fence or tag that it is in.
    pub(super) fn first(&self) -> usize {
        if self.opening.is_empty() {
            self.start
        } else {
            self.opening.start
        }
    }
}

/// Whether the marker of another turn ends the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// There was no answer so far.
    Unknown,
    /// The reply did not begin with its answer: it may quote a conversation.
    Ignored,
    /// It did, and from here on the text was not yet searched for a marker.
    From(usize),
}

/// What became of a candidate.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the candidate, not a state"
)]
#[derive(Debug, Clone, Copy)]
pub(super) struct CandidateOutcome {
    pub(super) end: usize,
    /// How many bytes were looked at ahead on the way.
    pub(super) looked: usize,
    /// How many bytes after its end were read anyway.
    pub(super) beyond: usize,
    /// Nothing inside it needs to be looked at.
    pub(super) settled: bool,
    /// It is an object without any of the type's keys.
    pub(super) unrecognized: bool,
    /// It is an answer: a value came of it, and every repair is accepted.
    pub(super) answers: bool,
    /// It has no end: the text ended first, or there was too much wrong with it.
    pub(super) is_open: bool,
}

/// The walk, and what it learned about the text around the candidates.
#[derive(Debug)]
pub(super) struct CandidateWalk<'a> {
    text: &'a str,
    markers: &'a [&'a str],
    accepts: Accepts,
    spec: &'static ObjectSpec,
    /// Where the text begins, after the white space.
    first: usize,
    fence: Option<Fence>,
    tags: Vec<(&'a str, Range<usize>, Envelope)>,
    /// The next bracket is the first thing in its block.
    is_first: bool,
    /// How many brackets of a long run may begin the answer, counted from the last.
    deepest: usize,
    /// There is an escaped quote somewhere in the text.
    has_escapes: bool,
    /// The text up to here is that of an object that has no end, and looked through for better blocks.
    inside_open: usize,
    /// Where the last candidate ended that may be the answer.
    settled_at: usize,
    turns: Turns,
    /// Where the reply has ended: the model went on with the next turn itself.
    pub(super) over_at: Option<usize>,
    /// Bytes that failing candidates may yet cost, and wrappers.
    means: Means,
    pub(super) reasoning: Vec<Range<usize>>,
    pub(super) fences: Vec<Range<usize>>,
    /// Where the content of the last block with the requested name begins.
    pub(super) marked: Option<usize>,
    /// Candidates that failed have used the budget up: no further ones are read.
    pub(super) exhausted: bool,
}

type CandidateReader<'r> = dyn FnMut(&Candidate) -> CandidateOutcome + 'r;

impl<'a> CandidateWalk<'a> {
    pub(super) fn new(text: &'a str, options: &'a Options<'a>, accepts: Accepts, spec: &'static ObjectSpec) -> Self {
        Self {
            text,
            markers: &options.markers,
            accepts,
            spec,
            first: text.len() - text.trim_start().len(),
            fence: None,
            tags: Vec::new(),
            is_first: true,
            deepest: DEEPEST_TYPE,
            has_escapes: find_at::<b'\\'>(text, "\\\"").is_some()
                || entity::QUOTES
                    .iter()
                    .any(|quote| find_at::<b'&'>(text, quote).is_some()),
            inside_open: 0,
            settled_at: 0,
            turns: Turns::Unknown,
            over_at: None,
            means: Means {
                spec,
                budget: bounds::candidates(text.len()),
                marks: NextMarks::default(),
            },
            reasoning: Vec::new(),
            fences: Vec::new(),
            marked: None,
            exhausted: false,
        }
    }

    /// Walks the text, then the reasoning in it if nothing was found outside.
    pub(super) fn run(&mut self, start: usize, read: &mut CandidateReader<'_>) {
        let mut found = false;
        let start = start.max(self.lone_reasoning());
        let mut outside = |candidate: &Candidate| {
            let outcome = read(candidate);
            found |= outcome.settled && !outcome.unrecognized && candidate.envelope != Envelope::Reasoning;
            outcome
        };
        self.walk(start, self.text.len(), false, &mut outside);
        if !found {
            for block in self.reasoning.clone() {
                self.fence = None;
                self.tags.clear();
                self.walk(block.start, block.end, true, read);
            }
        }
    }

    /// Where the answer may begin after a `</think>` that nothing opened; everything before it is reasoning.
    fn lone_reasoning(&mut self) -> usize {
        let Some(close) = find_at::<b'<'>(self.text, "</think") else {
            return 0;
        };
        let opened = ["<think", "{", "["]
            .iter()
            .any(|open| self.text[..close].trim_start().starts_with(open));
        let end = self.text[close..]
            .find('>')
            .map_or(self.text.len(), |offset| close + offset + 1);
        if opened || self.text[..close].contains("<think") {
            return 0;
        }
        self.reasoning.push(0..end);
        end
    }

    /// Whether any key is one of the type's.
    pub(super) fn takes_any(&self) -> bool {
        self.spec.takes_any()
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn walk(&mut self, from: usize, limit: usize, reasoning: bool, read: &mut CandidateReader<'_>) {
        let bytes = self.bytes();
        let mut pos = from;
        self.is_first = true;
        if pos == 0 && !bytes.get(self.first).is_none_or(u8::is_ascii) {
            pos = self.reasoning_block(self.first, limit, reasoning).unwrap_or(pos);
        }
        while pos < limit && self.over_at.is_none() {
            let before = pos;
            step(1);
            match bytes[pos] {
                b'{' | b'[' => {
                    pos = self.last_of_run(&bytes[..limit], pos);
                    pos = self.bracket(pos, limit, reasoning, read);
                }
                b'"' if self.is_first && (self.opens_document(pos) || self.is_name(pos, limit)) => {
                    pos = self.candidate(pos, limit, reasoning, None, read);
                }
                b'`' | b'~' | b'\'' | b'"' => pos = self.fence(pos, limit),
                b'<' => pos = self.angle(pos, limit, reasoning),
                b'(' if self.is_first && self.opens_tuple(pos) => {
                    pos = self.candidate(pos, limit, reasoning, None, read);
                }
                _ => {
                    let next = self.prose_end(pos, limit);
                    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte >= 0x80;
                    self.is_first = self.is_first && bytes[pos..next].iter().all(is_blank);
                    pos = next;
                    continue;
                }
            }
            debug_assert!(pos > before);
        }
    }

    /// The bracket at `pos`; in a run of brackets of its kind that is longer than any type nests, the first from which
    /// a type might begin.
    fn last_of_run(&self, bytes: &[u8], pos: usize) -> usize {
        if bytes.get(pos + DEEPEST_TYPE) != Some(&bytes[pos]) {
            return pos;
        }
        let run = bytes[pos..].iter().take_while(|&&byte| byte == bytes[pos]).count();
        step(run);
        pos + run.saturating_sub(self.deepest)
    }

    /// Where the prose at `pos` ends: at what may open a value, a fence or a tag. At the beginning of a block, a
    /// parenthesis may open a tuple.
    fn prose_end(&self, pos: usize, limit: usize) -> usize {
        let bytes = &self.bytes()[..limit];
        let first = scan::after_space(bytes, pos);
        if self.is_first && first > pos && bytes.get(first) == Some(&b'(') {
            return first;
        }
        scan::prose_stop(bytes, pos)
    }

    fn opens_tuple(&mut self, pos: usize) -> bool {
        self.accepts.has(Accepts::ARRAY) && {
            let mut cursor = Cursor::new(self.text, pos, Sink::default());
            cursor.work.marks = self.means.marks.up_to(self.text.len());
            let opens = cursor.opens_tuple(pos);
            self.means.marks = cursor.work.marks;
            opens
        }
    }

    /// Whether a string that begins at `pos` holds a document.
    fn opens_document(&self, pos: usize) -> bool {
        if self.text[pos..].starts_with("\"\"\"") {
            return false;
        }
        let rest = head(&self.text[pos + 1..], LONGEST_TAG).trim_start_matches(['\\', 'n', ' ', '\n', 't', 'r', '"']);
        rest.starts_with(['{', '['])
    }

    /// Whether the string at `pos` is all of a block, or of the model's turn, and may be the name of a variant.
    fn is_name(&self, pos: usize, limit: usize) -> bool {
        if !self.accepts.has(Accepts::NAME) || self.accepts.has(Accepts::STRING) {
            return false;
        }
        let name = head(&self.text[pos + 1..limit], LONGEST_TAG);
        let Some(length) = name.find(['"', '\n']).filter(|&length| name[length..].starts_with('"')) else {
            return false;
        };
        let after = self.text[pos + 1 + length + 1..].trim_ascii_start();
        if self.fence.is_some() {
            after.starts_with(['`', '~'])
        } else {
            pos == self.first && after.starts_with("<|")
        }
    }

    /// A bracket: reads the value that begins here if one may.
    fn bracket(&mut self, pos: usize, limit: usize, reasoning: bool, read: &mut CandidateReader<'_>) -> usize {
        if self.exhausted {
            return pos + 1;
        }
        let label = self.bracket_tag(pos, limit, reasoning);
        if let Some(end) = label {
            return end;
        }
        let in_envelope = self.fence.is_some() || !self.tags.is_empty();
        let follows_reasoning = || {
            let block = self.reasoning.last().map(|block| block.end);
            block.is_some_and(|end| {
                end <= pos && pos - end <= MOST_SPACE_AFTER_REASONING && self.text[end..pos].trim_start().is_empty()
            })
        };
        let in_block = (self.is_first && (in_envelope || follows_reasoning()))
            || begins_reply(&self.text[self.first..], pos - self.first);
        let quotes = if self.has_escapes {
            EscapedQuotes::at(self.text, pos)
        } else {
            None
        };
        let escaped = quotes.is_some();
        if pos < self.inside_open && (escaped || !in_envelope) {
            // A part of the object that is cut off, or a document in a string of it.
            self.is_first = false;
            return pos + 1;
        }
        let is_index = self.bytes()[pos] == b'[' && pos != self.settled_at && is_glued(self.text, pos);
        if !in_block && !escaped && (is_index || !may_begin(self.text, pos, self.accepts, self.spec)) {
            self.is_first = false;
            return pos + 1;
        }
        if self.exhausted {
            return pos + 1;
        }
        let unescaped = quotes.and_then(|quotes| self.escaped_document(quotes, pos, limit));
        self.candidate(pos, limit, reasoning, unescaped, read)
    }

    /// The first fence that begins a line in this part of the text: what a bracket in prose opens for good may hold the
    /// answer after all, for a fence is better than no fence.
    fn fence_at_line(&self, start: usize, end: usize) -> Option<usize> {
        step(end - start);
        let part = &self.text[start..end];
        ["\n```", "\n~~~"]
            .into_iter()
            .filter_map(|line| part.find(line))
            .min()
            .map(|at| start + at + 1)
    }

    fn candidate(
        &mut self,
        pos: usize,
        limit: usize,
        reasoning: bool,
        unescaped: Option<EscapedDocument>,
        read: &mut CandidateReader<'_>,
    ) -> usize {
        if self.exhausted || self.turn_ends_before(pos) {
            return pos + 1;
        }
        let (envelope, opening) = self.envelope();
        let candidate = Candidate {
            start: pos,
            limit,
            envelope: if reasoning { Envelope::Reasoning } else { envelope },
            fenced: self.fence.is_some(),
            opening,
            is_first: self.is_first,
            wrapper: None,
            reshaped: unescaped.is_some().then_some(RepairKind::EnvelopeUnwrapped),
            unescaped,
        };
        self.is_first = false;
        let outcome = read(&candidate);
        let end = outcome.end.max(pos + 1);
        let first = candidate.first();
        self.note_answer(first, candidate.envelope, &outcome);
        let cost = end - pos + outcome.looked;
        if candidate.unescaped.is_some() {
            // Taking the escapes off costs the whole rest of the text, and so may reading what is left.
            self.spend(2 * (limit - end.min(limit)) + outcome.looked);
        }
        let is_late = candidate.envelope == Envelope::Bare && !candidate.is_first;
        if outcome.unrecognized
            && let Some(inner) = self.unwrapped(pos, limit)
            && let Some(next) = self.candidate_inside(candidate, envelope, &inner, end, read)
        {
            return next;
        }
        if outcome.settled {
            if outcome.is_open
                && is_late
                && let Some(left) = self.means.budget.checked_sub(cost)
                && let Some(fence) = self.fence_at_line(pos, end)
            {
                self.means.budget = left;
                self.inside_open = end;
                return fence;
            }
            if !outcome.answers {
                // Its bytes are not read again, but there may be one for every few of them.
                self.spend(bounds::LEAST_CANDIDATE.saturating_sub(cost));
            }
            self.settled_at = end;
            return end;
        }
        self.spend(cost.max(bounds::LEAST_CANDIDATE));
        pos + 1
    }

    /// Reads what is at `inner` in a candidate that is not of the type and ends at `end`. Returns where the walk goes on if that
    /// is the answer.
    fn candidate_inside(
        &mut self,
        wrapper: Candidate,
        envelope: Envelope,
        inner: &Range<usize>,
        end: usize,
        read: &mut CandidateReader<'_>,
    ) -> Option<usize> {
        let first = wrapper.first();
        let outcome = read(&Candidate {
            start: inner.start,
            wrapper: Some(wrapper.start..inner.end),
            reshaped: Some(RepairKind::EnvelopeUnwrapped),
            unescaped: None,
            ..wrapper
        });
        if !outcome.settled || outcome.unrecognized {
            self.spend(outcome.end.saturating_sub(inner.start) + outcome.looked + outcome.beyond);
            return None;
        }
        let next = inner.end.max(outcome.end);
        self.note_answer(first, envelope, &CandidateOutcome { end: next, ..outcome });
        // What was read of the wrapper after it is read again.
        self.spend(end.saturating_sub(next) + outcome.beyond);
        Some(next)
    }

    /// Whether the reply has ended before `pos`, since a marker of another turn follows the answer that it began with.
    fn turn_ends_before(&mut self, pos: usize) -> bool {
        if let Turns::From(from) = self.turns {
            let from = from.min(pos);
            self.over_at = self
                .over_at
                .or_else(|| turn_marker(&self.text[from..pos]).map(|at| from + at));
            self.turns = Turns::From(pos);
        }
        self.over_at.is_some()
    }

    /// Notes where an answer ends that the reply began with: what follows may be the next turn.
    fn note_answer(&mut self, first: usize, envelope: Envelope, outcome: &CandidateOutcome) {
        if outcome.settled && matches!(self.turns, Turns::From(_)) {
            self.turns = Turns::From(outcome.end);
        }
        if self.turns == Turns::Unknown && outcome.answers && envelope != Envelope::Reasoning {
            let reasoning = self.reasoning.last().map_or(0, |block| block.end);
            let before = &self.text[reasoning.min(first)..first];
            self.turns = if is_opening(before) {
                Turns::From(outcome.end)
            } else {
                Turns::Ignored
            };
        }
    }

    /// Has no more than so many brackets of a long run begin a candidate.
    pub(super) fn begin_within(&mut self, deepest: usize) {
        self.deepest = self.deepest.min(deepest);
    }

    /// Lowers the budget for candidates that lead to nothing.
    pub(super) fn bound(&mut self, budget: usize) {
        self.means.budget = self.means.budget.min(budget);
    }

    /// What is left of the budget for candidates that lead to nothing.
    pub(super) fn budget(&self) -> usize {
        self.means.budget
    }

    /// Charges the budget for candidates that lead to nothing.
    fn spend(&mut self, cost: usize) {
        self.exhausted |= cost > self.means.budget;
        self.means.budget = self.means.budget.saturating_sub(cost);
    }

    /// The value inside the object at `pos` that may be the answer, if the object is a wrapper.
    fn unwrapped(&mut self, pos: usize, limit: usize) -> Option<Range<usize>> {
        if self.means.budget == 0 {
            self.exhausted = true;
            return None;
        }
        envelope::unwrap(&self.text[..limit], pos, self.accepts, &mut self.means)
    }
}

/// Whether a word or a closing bracket is right before `pos`, so that a bracket there is an index.
fn is_glued(text: &str, pos: usize) -> bool {
    text[..pos].ends_with(|c: char| c.is_alphanumeric() || c == ']')
}

/// Whether a value of the type may begin with the bracket at `pos`, in prose.
pub(super) fn may_begin(text: &str, pos: usize, accepts: Accepts, spec: &ObjectSpec) -> bool {
    let cursor = Cursor::new(text, pos, Sink::default());
    let mut next = cursor.after_space(pos + 1);
    if text.as_bytes()[pos] == b'[' {
        // The lines of the list may be indented with other spaces.
        let rest = text[next..].trim_start_matches(|c: char| c.is_whitespace() || is_unusual_space(c));
        step(text.len() - next - rest.len());
        next = text.len() - rest.len();
    }
    let byte = cursor.byte(next);
    if text.as_bytes()[pos] == b'[' {
        let is_value = matches!(
            byte,
            b'"' | b'\'' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'/'
        ) || text[next..].starts_with(|c: char| !c.is_ascii() && closing_quotes(c).is_some());
        return (accepts.has(Accepts::ARRAY) && is_value) || byte == b'{';
    }
    match byte {
        b'"' | b'\'' | b'/' | b'`' | 0x80.. => true,
        b'#' => cursor.byte(next + 1) == b' ',
        b'{' | b'}' | b'[' | b']' | 0 => false,
        // The fields of an element are not known here: words alone, such as `{color: red}`, are a remark.
        _ => cursor.key_ahead(next).is_some_and(|key| {
            let has_value = || {
                let object = head(&text[next..], LONGEST_LINE).split('}').next().unwrap_or_default();
                step(object.len());
                object.contains(',') || cursor.is_value_start(cursor.after_space(key.colon + 1))
            };
            spec.takes_any() || spec.knows(&text[key.name]) || (spec.fields.is_empty() && has_value())
        }),
    }
}

/// The first place of `sought`, found by its rare first byte: much faster than a search for the whole.
#[inline(always)]
pub(super) fn find_at<const FIRST: u8>(text: &str, sought: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = scan::byte::<FIRST>(bytes, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(sought.as_bytes()) {
            return Some(at);
        }
        at = scan::byte::<FIRST>(bytes, at + 1);
    }
    None
}

/// Whether nothing is before `pos` but a byte order mark and the tokens that begin the model's turn.
fn begins_reply(text: &str, pos: usize) -> bool {
    if pos > LONGEST_TAG {
        return false;
    }
    let before = text[..pos].trim_start_matches('\u{feff}').trim();
    step(pos - before.len());
    before.is_empty() || (before.starts_with("<|") && is_opening(before))
}
