//! Reads candidates, each in the ways that may make sense of it.

use super::attempt::ReadAttempt;
use super::envelope;
use super::root::RootType;
use super::walk::Candidate;
use crate::Options;
use crate::bounds;
use crate::options::Limit;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Work};
use crate::record::Sink;
use crate::repair::RepairKind;

/// Reads the candidates of one text, each in the ways that may make sense of it.
pub(super) struct CandidateAttempts<'c, 'r> {
    text: &'c str,
    options: &'c Options<'c>,
    /// The first candidate, or the whole text, if it was read before the walk. Its value is where the next one is read to, so it
    /// is the first candidate or none.
    pub(super) known: [Option<ReadAttempt>; 2],
    /// So many bytes may be read once more in all, with every closer in doubt.
    wary_left: usize,
    /// All candidates together may look ahead as far as one may.
    pub(super) shared: Shared,
    pub(super) root: &'c mut RootType<'r>,
}

impl<'c, 'r> CandidateAttempts<'c, 'r> {
    pub(super) fn new(
        text: &'c str,
        options: &'c Options<'c>,
        known: [Option<ReadAttempt>; 2],
        root: &'c mut RootType<'r>,
    ) -> Self {
        Self {
            text,
            options,
            known,
            wary_left: bounds::wary(text.len()),
            shared: Shared::of(Cursor::new(text, 0, Sink::default())),
            root,
        }
    }

    /// The reading of the candidate that counts, and how many bytes were read again for it.
    pub(super) fn best_of(&mut self, candidate: &Candidate) -> (ReadAttempt, usize) {
        let known = self.known.iter_mut().find_map(Option::take);
        let is_it = |attempt: &ReadAttempt| {
            attempt.start == candidate.start && candidate.limit == self.text.len() && candidate.unescaped.is_none()
        };
        let one = known.filter(is_it).unwrap_or_else(|| self.read(candidate, false));
        if candidate.unescaped.is_some() {
            return (one, 0);
        }
        let (one, wary) = self.in_doubt(candidate, one);
        let (one, again) = self.inside_call(candidate, one);
        (one, wary + again)
    }

    /// Reads a candidate that may go on after its end once more, with every closer in doubt.
    fn in_doubt(&mut self, candidate: &Candidate, mut one: ReadAttempt) -> (ReadAttempt, usize) {
        if self.wary_left == 0 || !one.may_go_on(self.text, candidate.limit) {
            return (one, 0);
        }
        if self.root.is_spent() {
            one.sink.exceed(Limit::Work);
            return (one, 0);
        }
        self.root.set_aside();
        let wary = self.read(candidate, true);
        let again = wary.end.saturating_sub(wary.start);
        if wary.reads_on(&one) {
            one = wary;
        } else {
            self.root.set_aside();
        }
        self.wary_left = self.wary_left.saturating_sub(again.max(bounds::LEAST_WARY));
        (one, again)
    }

    /// Reads the arguments of a candidate that may be a call instead of the answer.
    fn inside_call(&mut self, candidate: &Candidate, one: ReadAttempt) -> (ReadAttempt, usize) {
        if !may_be_call(&one, self.root) {
            return (one, 0);
        }
        let text = &self.text[..candidate.limit];
        let object = one.sink.element().unwrap_or(self.root.object);
        let left = &mut self.shared.work.lookahead;
        let Some(inner) = envelope::arguments(text, candidate.start, left, |key| !object.knows(key)) else {
            return (one, 0);
        };
        let content = Candidate {
            start: inner.start,
            wrapper: Some(candidate.start..inner.end),
            reshaped: Some(RepairKind::EnvelopeUnwrapped),
            ..candidate.clone()
        };
        self.root.set_aside();
        let arguments = self.read(&content, false);
        if arguments.reads_well() {
            return (arguments, inner.len());
        }
        self.root.set_aside();
        (one, inner.len())
    }

    /// Reads the value that begins at the candidate's start.
    fn read(&mut self, candidate: &Candidate, wary: bool) -> ReadAttempt {
        let (text, root) = (self.text, &mut *self.root);
        let mut cursor = Cursor::new(&text[..candidate.limit], candidate.start, Sink::of(self.options));
        cursor.fenced = candidate.fenced;
        cursor.is_finished = candidate.limit < text.len();
        cursor.wary = wary;
        cursor.work = self.shared.work.left_for(candidate.limit);
        let read = match &candidate.unescaped {
            Some(document) => {
                let span = candidate.start..candidate.start + 1;
                cursor.pos = candidate.end_of_escaped;
                let is_finished = cursor.is_finished;
                cursor.within(document, span, |inner| {
                    // It is not a string's content: no quote shows where it ends.
                    inner.is_finished = is_finished;
                    root.read(inner)
                })
            }
            None => root.read(&mut cursor),
        };
        if let Some(kind) = candidate.reshaped {
            let end = cursor.pos;
            cursor.repaired(kind, &Frame::root(), candidate.start..end);
        }
        let span = candidate.wrapper.clone().unwrap_or(candidate.start..cursor.pos);
        let attempt = ReadAttempt {
            has_value: read.is_ok(),
            start: span.start,
            end: span.end,
            unrecognized: cursor.unrecognized,
            sink: core::mem::take(&mut cursor.sink),
        };
        self.shared = Shared::of(cursor);
        attempt
    }
}

/// Whether this may be a call whose arguments are the answer, such as one object as a list.
pub(super) fn may_be_call(attempt: &ReadAttempt, root: &RootType<'_>) -> bool {
    attempt.fills_in() || (!root.is_struct && attempt.sink.holds(RepairKind::WrapInArray))
}

/// What the candidates have in common: what they may yet look at ahead, by how much they may go back, and what is known
/// of the text.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) work: Work,
    /// How far the last one was read.
    pub(super) reached: usize,
}

impl Shared {
    fn of(cursor: Cursor<'_>) -> Self {
        Self {
            work: cursor.work,
            reached: cursor.pos,
        }
    }
}
