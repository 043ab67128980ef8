//! The choice among the readings of several candidates.

mod around;
mod frame;
mod label;

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use super::attempt::{ReadAttempt, classify, framed};
use super::outside::{is_citation, is_sign, last_line, opens_tuple};
use super::root::RootType;
use super::skeleton::is_skeleton;
use super::walk::{Candidate, CandidateOutcome, CandidateWalk, Envelope};
use crate::error::{ErrorKind, Lines};
use crate::options::{Limit, Prefer};
use crate::parsed::Settled;
use crate::read::retraction::takes_back;
use crate::read::steps::step;
use crate::record::ReadingTally;
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::{Options, ParseError};
pub(super) use label::is_disowned;
use label::is_set_aside;

/// The most bytes between a broken answer and the text that continues it.
const MOST_BETWEEN: usize = 64;

struct HeldAttempt {
    attempt: ReadAttempt,
    candidate: Candidate,
    tally: ReadingTally,
    /// Whether it is broken off, where that was asked: every later candidate asks for it.
    is_draft: OnceCell<bool>,
}

impl HeldAttempt {
    /// What is written from the beginning of the value on.
    fn written(&self, text: &str) -> Range<usize> {
        self.attempt.start..self.candidate.limit.min(text.len())
    }

    /// Whether there is nothing but white space around the value.
    fn is_whole(&self, text: &str) -> bool {
        let outside = [&text[..self.attempt.start], &text[self.attempt.end..]];
        outside.iter().all(|part| part.trim().is_empty())
    }

    /// Records that this answer was chosen from several, once.
    fn choose(&mut self) {
        let sink = &mut self.attempt.sink;
        if !sink.holds(RepairKind::CandidateSelected) {
            framed(
                sink,
                RepairKind::CandidateSelected,
                self.attempt.start..self.attempt.end,
            );
        }
    }
}

/// The readings so far: the one that would be accepted, and the one whose failure says most.
pub(super) struct Selection<'a> {
    text: &'a str,
    options: &'a Options<'a>,
    best: Option<HeldAttempt>,
    failed: Option<HeldAttempt>,
    /// The last candidate that is cut off.
    cut: Option<HeldAttempt>,
    /// The first candidate with too many elements: no other one is the answer in its place.
    limited: Option<ReadAttempt>,
    /// Another answer would have given another value.
    differs: bool,
    /// The type is a list.
    wants_list: bool,
    /// Where the last candidate began.
    last_start: usize,
    /// Where the last answer ended.
    last_end: usize,
    /// In this part of the text, each line began with a sign.
    pub(super) prefixed: Option<Range<usize>>,
    /// Where an answer was begun again that was broken off.
    pub(super) restart: Option<usize>,
    /// An object was skipped that only shows the form of an answer.
    has_skeleton: bool,
    /// Where the readable answers are.
    answers: Vec<Range<usize>>,
    /// The text without white space and fence marks at its ends. They may be long, and each candidate asks for them.
    inner: Range<usize>,
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '`' | '~' | '\u{feff}')
}

impl<'a> Selection<'a> {
    pub(super) fn new(text: &'a str, options: &'a Options<'a>, wants_list: bool) -> Self {
        Self {
            text,
            options,
            best: None,
            failed: None,
            cut: None,
            limited: None,
            differs: false,
            wants_list,
            last_start: 0,
            last_end: 0,
            prefixed: None,
            restart: None,
            has_skeleton: false,
            answers: Vec::new(),
            inner: {
                let end = text.trim_end_matches(is_blank).len();
                text.len() - text.trim_start_matches(is_blank).len()..end
            },
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.best.is_none()
            && self.failed.is_none()
            && self.cut.is_none()
            && self.limited.is_none()
            && !self.has_skeleton
    }

    /// Takes in the reading of a candidate.
    pub(super) fn offer(
        &mut self,
        candidate: &Candidate,
        attempt: ReadAttempt,
        root: &mut RootType<'_>,
    ) -> CandidateOutcome {
        self.last_start = self.last_start.max(attempt.start);
        let tally = attempt.sink.tally();
        let readable = attempt.has_value && tally.violations == 0 && !attempt.unrecognized;
        // What becomes of it where it is not the answer.
        let passed = CandidateOutcome {
            end: attempt.end,
            looked: 0,
            beyond: 0,
            settled: false,
            unrecognized: false,
            answers: false,
            is_open: attempt.sink.cut || attempt.sink.overflowed(),
        };
        if attempt.sink.exceeded == Some(Limit::Elements) {
            self.limited.get_or_insert(attempt);
            return CandidateOutcome {
                settled: true,
                ..passed
            };
        }
        if self.is_aside(candidate, &attempt) {
            return passed;
        }
        if readable && candidate.unescaped.is_none() && self.is_skeleton(&attempt, candidate) {
            self.has_skeleton = true;
            return CandidateOutcome {
                settled: true,
                ..passed
            };
        }
        let answers = attempt.is_taken();
        let held = HeldAttempt {
            attempt,
            candidate: candidate.clone(),
            tally,
            is_draft: OnceCell::new(),
        };
        if !readable {
            return self.offer_failed(held, passed, root.accepts);
        }
        let refused = held.tally.refused;
        if refused == Some(Severity::Incomplete) || (refused == Some(Severity::Invented) && held.attempt.sink.cut) {
            self.cut = Some(held);
        } else {
            self.weigh(held, root);
        }
        CandidateOutcome {
            settled: true,
            answers,
            ..passed
        }
    }

    /// Whether the list of a candidate begins with an object of the type: it is the answer, whatever comes of those after it.
    fn is_list_of_objects(&self, attempt: &ReadAttempt) -> bool {
        self.opens_list(attempt.start)
            && self.text[attempt.start + 1..].trim_start().starts_with('{')
            && attempt.sink.begins_well()
    }

    fn opens_list(&self, start: usize) -> bool {
        self.text.as_bytes()[start] == b'['
    }

    /// Whether a candidate is rather a part of the prose around it: a parenthesis, a citation, a piece of a list.
    fn is_aside(&self, candidate: &Candidate, attempt: &ReadAttempt) -> bool {
        let opens_list = self.opens_list(attempt.start);
        let is_stray = !candidate.is_first && candidate.envelope == Envelope::Bare;
        // In prose, a parenthesis is seldom a tuple.
        let is_aside = candidate.envelope >= Envelope::Bare && opens_tuple(self.text, attempt.start);
        let is_doubtful = (is_stray && opens_list && !self.is_list_of_objects(attempt)) || is_aside;
        (is_stray && opens_list && self.is_piece(attempt.start, attempt.end))
            || (opens_list && attempt.sink.holds(RepairKind::NumberToString) && self.cites(candidate, attempt))
            || (opens_list && candidate.envelope >= Envelope::Bare && is_sign(self.text, attempt.start..attempt.end))
            || (is_doubtful && !attempt.is_sure() && (is_aside || !self.is_cut_list(attempt)))
    }

    /// Whether this list, which is cut off, holds elements that need no other repair: it may be a later answer.
    fn is_cut_list(&self, attempt: &ReadAttempt) -> bool {
        let kinds = [
            RepairKind::UnquotedValue,
            RepairKind::JunkRemoved,
            RepairKind::ContentLost,
        ];
        let inner = self.text[attempt.start + 1..].trim_start();
        self.wants_list
            && attempt.sink.cut
            && attempt.has_value
            && attempt.sink.tally().violations == 0
            && inner.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '-' | '{' | '['))
            && !kinds.iter().any(|&kind| attempt.sink.holds(kind))
    }

    /// Takes in a reading without a value.
    fn offer_failed(&mut self, held: HeldAttempt, passed: CandidateOutcome, accepts: Accepts) -> CandidateOutcome {
        let (attempt, candidate) = (&held.attempt, &held.candidate);
        let unrecognized = attempt.unrecognized;
        let sound = held.tally.worst.is_none_or(|worst| worst < Severity::Syntax)
            || attempt.sink.holds(RepairKind::EnvelopeUnwrapped);
        // An object that knows some of the type's keys is the answer, if a wrong one: nothing inside it is. So is one
        // that is well-formed; braces in prose are neither.
        let settled = if unrecognized {
            sound
        } else {
            !self.opens_list(attempt.start) || candidate.is_first || self.is_list_of_objects(attempt)
        };
        // A list inside another object says nothing about an object that was asked for.
        let is_strange =
            candidate.wrapper.is_some() && self.opens_list(candidate.start) && !accepts.has(Accepts::ARRAY);
        let counts = (!unrecognized || sound || candidate.is_first) && !is_strange;
        if counts && attempt.sink.cut && !unrecognized {
            self.cut = Some(held);
        } else if counts {
            self.fail(held);
        }
        CandidateOutcome {
            settled,
            unrecognized,
            ..passed
        }
    }

    /// Whether a reading is of an object that only shows the form of an answer, in prose or beside another one. As the
    /// whole text, in whatever frame, it is a document.
    fn is_skeleton(&self, attempt: &ReadAttempt, candidate: &Candidate) -> bool {
        let span = attempt.start..attempt.end.max(attempt.start);
        let before = candidate.first().min(span.start);
        let is_alone = || {
            let after = self.text[span.end..self.inner.end.max(span.end)].trim_start_matches(is_blank);
            let is_tag =
                || after.starts_with(['<', '[']) && after.find(['>', ']']) == Some(after.len().saturating_sub(1));
            before <= self.inner.start && (after.is_empty() || is_tag())
        };
        is_skeleton(&self.text[span.clone()]) && !is_alone()
    }

    /// Whether commas or closers on both sides show that a list is a piece of something larger.
    fn is_piece(&self, start: usize, end: usize) -> bool {
        let before = self.text[..start].trim_end().strip_suffix(',').map(str::trim_end);
        let after = self.text[end.max(start)..].trim_start();
        before.is_some_and(|before| before.ends_with([']', '}', '"'])) && after.starts_with([',', ']', '}'])
    }

    /// Whether a list of numbers that was read as one of strings is a citation or an index: it is not all that its block or
    /// the text holds.
    fn cites(&self, candidate: &Candidate, attempt: &ReadAttempt) -> bool {
        let end = attempt.end.clamp(attempt.start, self.text.len());
        let is_bare = || candidate.envelope == Envelope::Bare && !self.text[end..].trim_start().is_empty();
        let is_in_line = || !last_line(&self.text[..attempt.start]).trim().is_empty();
        is_citation(&self.text[attempt.start..end]) && (!candidate.is_first || is_bare() || is_in_line())
    }

    fn fail(&mut self, held: HeldAttempt) {
        let rank = |held: &HeldAttempt| (held.attempt.unrecognized, held.candidate.envelope);
        match &self.failed {
            Some(failed) if rank(failed) < rank(&held) => {}
            _ => self.failed = Some(held),
        }
    }

    /// Keeps the better of the best reading so far and this one.
    fn weigh(&mut self, held: HeldAttempt, root: &mut RootType<'_>) {
        self.answers
            .push(held.attempt.start..held.attempt.end.max(held.attempt.start));
        let Some(mut best) = self.best.take() else {
            self.best = Some(held);
            root.keep();
            return;
        };
        let differs = !self.same(&best.attempt, &held.attempt);
        self.differs |= differs;
        // A draft that is broken off does not stand for the whole answer after it, whatever is around it.
        let is_draft = || !best.attempt.is_whole() && best.attempt.sink.holds(RepairKind::MissingCloser);
        let is_final = held.candidate.envelope <= Envelope::Bare
            && held.attempt.start > best.attempt.start
            && *best.is_draft.get_or_init(is_draft)
            && held.attempt.is_sure();
        // A later answer that is cut off may not be ignored without a report, even where such an answer is accepted.
        let is_cut = held.attempt.sink.cut
            && held.tally.worst >= Some(Severity::Incomplete)
            && held.candidate.envelope <= best.candidate.envelope
            && held.attempt.start > best.attempt.start
            && !begins_with(
                self.text,
                best.attempt.start..best.attempt.end.max(best.attempt.start),
                &held,
            );
        // What goes on behind a closer that came too early is a piece of the broken answer, and not a later one.
        let between = self.text.get(best.attempt.end..held.attempt.start);
        let is_piece = between.is_some_and(|between| {
            let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}');
            between.len() <= MOST_BETWEEN && between.contains(',') && between.chars().all(is_joint)
        }) && !best.attempt.is_sure();
        if is_piece {
            framed(
                &mut best.attempt.sink,
                RepairKind::ContentLost,
                held.attempt.start..held.attempt.end,
            );
        }
        let is_unmarked = self.options.markers.is_empty();
        let replaces = is_cut || (is_unmarked && (is_final || (differs && self.corrects(&best, &held))));
        let is_free = self.options.prefer.is_none();
        let takes_over = !is_piece && ((is_free && replaces) || self.outranks(&held, &best, differs));
        if takes_over {
            root.keep();
        }
        self.last_end = self.last_end.max(held.attempt.end);
        self.best = Some(if takes_over { held } else { best });
    }

    /// Whether an answer comes before the best one so far, judged by what is around them and by their order. If the two differ, what the
    /// text says about this one counts too.
    fn outranks(&self, held: &HeldAttempt, best: &HeldAttempt, differs: bool) -> bool {
        // Where a list is asked for, one that is there as a list comes before objects collected to one.
        let collected = |held: &HeldAttempt| self.wants_list && self.text.as_bytes()[held.attempt.start] == b'{';
        let rank = |held: &HeldAttempt| (held.candidate.envelope, collected(held));
        let is_dismissed = || differs && best.attempt.is_sure() && self.is_set_aside(held);
        if rank(held) != rank(best) {
            return rank(held) < rank(best) && !(self.options.prefer.is_none() && is_dismissed());
        }
        match self.options.prefer {
            Some(Prefer::First) => false,
            Some(Prefer::Last) => true,
            _ => {
                // A key without a value only names a field.
                let safe = |held: &HeldAttempt| {
                    held.tally.worst <= Some(Severity::Coercion) && !held.attempt.sink.holds(RepairKind::MissingValue)
                };
                let cost = |held: &HeldAttempt| (held.tally.worst, held.tally.repairs);
                let is_better = safe(held) || (!safe(best) && cost(held) <= cost(best));
                is_better && !is_dismissed()
            }
        }
    }

    /// Whether a later answer replaces the best one so far, whatever their envelopes: the text sets the earlier one aside, or takes it
    /// back before the later one.
    fn corrects(&self, best: &HeldAttempt, held: &HeldAttempt) -> bool {
        let between = self.last_end.max(best.attempt.end)..held.attempt.start;
        held.candidate.envelope <= Envelope::Bare
            && held.attempt.is_sure()
            && held.attempt.start >= best.attempt.end
            && (self.is_set_aside(best) || self.text.get(between).is_some_and(takes_back))
            && !self.is_set_aside(held)
    }

    /// Whether the text around an answer says that it is not the one that counts.
    fn is_set_aside(&self, held: &HeldAttempt) -> bool {
        let (start, end) = (held.attempt.start, held.attempt.end.max(held.attempt.start));
        is_set_aside(self.text, held.candidate.first().min(start), start..end)
    }

    /// Whether two readings come from the same text but for white space.
    fn same(&self, one: &ReadAttempt, other: &ReadAttempt) -> bool {
        let tokens = |attempt: &ReadAttempt| tokens(self.text, attempt.start..attempt.end.max(attempt.start));
        tokens(one).eq(tokens(other))
    }

    /// The value that counts, or the error that says most.
    pub(super) fn finish(mut self, walk: &CandidateWalk<'_>) -> Result<Settled, ParseError> {
        let marker = self.options.markers.first().copied();
        if !self.options.markers.is_empty() {
            self.keep_marked();
            if self.is_empty() {
                let kind = if walk.marked {
                    self.empty_block(walk)
                } else {
                    ErrorKind::NoBlock
                };
                return Err(ParseError::bare(kind, marker, 0, self.text));
            }
        }
        let is_first = |best: &HeldAttempt, limited: &ReadAttempt| {
            self.options.prefer == Some(Prefer::First) && best.attempt.start < limited.start
        };
        if let Some(limited) = self.limited.take()
            && !self.best.as_ref().is_some_and(|best| is_first(best, &limited))
        {
            return Err(error(self.text, ErrorKind::Limit, limited, marker));
        }
        if let Some(cut) = self.unrepeated_cut() {
            let kind = classify(&cut.attempt, cut.tally);
            return Err(error(self.text, kind, cut.attempt, marker));
        }
        let Some(mut best) = self.best.take() else {
            if self.has_skeleton && self.failed.is_none() {
                return Err(ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, self.text));
            }
            return Err(self.failure(walk, marker));
        };
        if self.differs && self.options.prefer == Some(Prefer::Only) {
            return Err(ParseError::bare(
                ErrorKind::Ambiguous,
                marker,
                best.attempt.start,
                self.text,
            ));
        }
        let rejected = self.failed.as_ref().is_some_and(|failed| {
            failed.candidate.envelope <= best.candidate.envelope && !failed.attempt.holds(&best.attempt)
        });
        if self.differs || rejected || self.has_skeleton || self.restart.is_some() {
            best.choose();
        }
        self.conserve(&mut best, walk);
        if best.candidate.envelope == Envelope::Reasoning && best.tally.worst < Some(Severity::Guess) {
            // It may be a draft.
            best.choose();
        }
        if let Some(part) = self.prefixed.clone() {
            framed(&mut best.attempt.sink, RepairKind::LinePrefixRemoved, part);
        }
        self.frame(&mut best, walk);
        best.attempt.settle(self.options, self.text)
    }

    /// Whether no candidate can be the answer, as far as that is known now.
    pub(super) fn fails(&self) -> bool {
        self.best.as_ref().is_none_or(|best| !best.attempt.is_taken())
    }

    /// Forgets what is in no block with the marker, unless it is the whole text and needs no repair.
    fn keep_marked(&mut self) {
        let text = self.text;
        let stands_in_block = |held: &HeldAttempt| {
            matches!(held.candidate.envelope, Envelope::Marked(_))
                || (held.tally.worst.is_none() && held.is_whole(text))
        };
        self.best = self.best.take().filter(stands_in_block);
        self.failed = self.failed.take().filter(stands_in_block);
        self.cut = self.cut.take().filter(stands_in_block);
    }

    /// A later block of the same kind that is cut off: no falling back to an earlier one in silence, unless it says the same
    /// as far as it goes.
    fn unrepeated_cut(&mut self) -> Option<HeldAttempt> {
        let cut = self.cut.take_if(|cut| !repeats(self.text, &self.answers, cut))?;
        let outranked = self.best.as_ref().is_some_and(|best| {
            best.candidate.envelope < cut.candidate.envelope || best.attempt.start > cut.attempt.start
        });
        // What goes on around the answer might have been the answer, had it come to an end.
        self.differs |= self.best.as_ref().is_some_and(|best| cut.attempt.holds(&best.attempt));
        (!outranked).then_some(cut)
    }

    fn empty_block(&self, walk: &CandidateWalk<'_>) -> ErrorKind {
        let filled = walk.fences.iter().any(|fence| {
            self.text[fence.clone()]
                .lines()
                .skip(1)
                .any(|line| !line.trim().trim_matches('`').trim_matches('~').is_empty())
        });
        if filled {
            ErrorKind::UnrecognizedShape
        } else {
            ErrorKind::Empty
        }
    }

    /// The error that says most about a text without any readable answer.
    fn failure(self, walk: &CandidateWalk<'_>, marker: Option<&str>) -> ParseError {
        let text = self.text;
        let Some(failed) = self.failed else {
            let first = text.trim_start_matches('\u{feff}').trim();
            let kind = match first.as_bytes().first() {
                _ if walk.exhausted => ErrorKind::Limit,
                _ if first.eq_ignore_ascii_case("null") || first == "None" => ErrorKind::UnrecognizedShape,
                Some(b'{' | b'[') => ErrorKind::Malformed,
                _ if is_scalar(first) => ErrorKind::UnrecognizedShape,
                _ => ErrorKind::Prose,
            };
            return ParseError::bare(kind, marker, 0, text);
        };
        let kind = classify(&failed.attempt, failed.tally);
        error(text, kind, failed.attempt, marker)
    }
}

/// The error of a kind that this reading amounts to.
fn error(text: &str, kind: ErrorKind, attempt: ReadAttempt, marker: Option<&str>) -> ParseError {
    ParseError::of(kind, attempt.sink.finish(text), marker, text, Lines::default())
}

/// Whether the whole text is one JSON string, number or boolean.
fn is_scalar(text: &str) -> bool {
    match text.as_bytes() {
        [b'"', inner @ .., b'"'] => !inner.contains(&b'"') && !inner.contains(&b'\\'),
        [b'-' | b'0'..=b'9', ..] => text.parse::<f64>().is_ok(),
        _ => matches!(text, "true" | "false"),
    }
}

/// Whether this answer begins with a value that is cut off, white space aside.
fn begins_with(text: &str, answer: Range<usize>, cut: &HeldAttempt) -> bool {
    let mut answer = tokens(text, answer);
    tokens(text, cut.written(text)).all(|byte| answer.next() == Some(byte))
}

/// The bytes of a part of the text that are no white space.
fn tokens(text: &str, range: Range<usize>) -> impl Iterator<Item = u8> {
    let bytes = text[range].bytes().inspect(|_| step(1));
    bytes.filter(|byte| !byte.is_ascii_whitespace())
}

/// Whether a value that is cut off repeats one of the answers, white space aside, as far as it goes.
fn repeats(text: &str, answers: &[Range<usize>], cut: &HeldAttempt) -> bool {
    let written = cut.written(text);
    let mut before = answers.iter().filter(|answer| answer.end <= written.start).peekable();
    if before.peek().is_none() {
        return false;
    }
    // There may be many answers, and much white space in what is cut off, which is passed over only once.
    let written: Vec<u8> = tokens(text, written.clone()).collect();
    before.any(|answer| {
        let mut answer = tokens(text, answer.clone());
        written.iter().all(|&byte| answer.next() == Some(byte))
    })
}
