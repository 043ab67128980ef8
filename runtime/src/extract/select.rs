//! The choice among the readings of several candidates.

mod around;
mod aside;
mod frame;
mod label;
mod weigh;

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::ops::Range;

use super::attempt::{ReadAttempt, classify, framed};
use super::root::RootType;
use super::walk::{Candidate, CandidateOutcome, CandidateWalk, Envelope};
use crate::error::{ErrorKind, Lines};
use crate::options::{Limit, Prefer};
use crate::parsed::Settled;
use crate::record::ReadingTally;
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::{Options, ParseError};
pub(super) use label::is_rejected;
pub(crate) use weigh::tokens;

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
        outside.iter().all(|part| part.trim_start().is_empty())
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

    fn fail(&mut self, held: HeldAttempt) {
        let rank = |held: &HeldAttempt| (held.attempt.unrecognized, held.candidate.envelope);
        match &self.failed {
            Some(failed) if rank(failed) < rank(&held) => {}
            _ => self.failed = Some(held),
        }
    }

    /// The value that counts, or the error that says most.
    pub(super) fn finish(mut self, walk: &CandidateWalk<'_>) -> Result<Settled, ParseError> {
        let marker = self.options.markers.first().copied();
        if !self.options.markers.is_empty() {
            self.keep_marked();
            if self.is_empty() {
                let kind = walk.marked.map_or(ErrorKind::NoBlock, |start| self.empty_block(start));
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
            let before = &self.text[..failed.attempt.start];
            let is_index = self.opens_list(failed.attempt.start)
                && before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ']' | ')'));
            failed.candidate.envelope <= best.candidate.envelope && !failed.attempt.holds(&best.attempt) && !is_index
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

    /// The kind of error about a block whose content begins at `start` and holds no answer.
    fn empty_block(&self, start: usize) -> ErrorKind {
        let content = self.text[start..].trim_start();
        let is_empty = content.is_empty() || ["```", "~~~", "</"].iter().any(|mark| content.starts_with(mark));
        if is_empty {
            ErrorKind::Empty
        } else {
            ErrorKind::UnrecognizedShape
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
