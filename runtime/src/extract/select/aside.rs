//! Whether what was read is an answer: not an aside of the prose, a piece of something larger, or the form of an answer.

use super::super::attempt::ReadAttempt;
use super::super::outside::{ends_in_format, is_citation, is_sign, last_line, opens_tuple};
use super::super::skeleton::is_skeleton;
use super::super::walk::{Candidate, Envelope};
use super::{Selection, is_blank};
use crate::bounds::LONGEST_LINE;
use crate::path::head;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Selection<'_> {
    /// Whether the list of a candidate begins with an object of the type: it is the answer, whatever comes of those after it.
    pub(super) fn is_list_of_objects(&self, attempt: &ReadAttempt) -> bool {
        self.opens_list(attempt.start)
            && self.text[attempt.start + 1..].trim_start().starts_with('{')
            && attempt.sink.begins_well()
    }

    pub(super) fn opens_list(&self, start: usize) -> bool {
        self.text.as_bytes()[start] == b'['
    }

    /// Whether a candidate is rather a part of the prose around it: a parenthesis, a citation, a piece of a list.
    pub(super) fn is_aside(&self, candidate: &Candidate, attempt: &ReadAttempt) -> bool {
        let opens_list = self.opens_list(attempt.start);
        let is_stray = !candidate.is_first && candidate.envelope == Envelope::Bare;
        let is_in_prose = || candidate.envelope >= Envelope::Bare || self.is_in_sentence(attempt);
        // In prose, a parenthesis is seldom a tuple.
        let is_aside = opens_tuple(self.text, attempt.start) && is_in_prose();
        let is_doubtful = (is_stray && opens_list && !self.is_list_of_objects(attempt)) || is_aside;
        (is_stray && opens_list && self.is_piece(attempt.start, attempt.end))
            || (opens_list && attempt.sink.holds(RepairKind::NumberToString) && self.cites(candidate, attempt))
            || (opens_list && is_in_prose() && is_sign(self.text, attempt.start..attempt.end))
            || (is_doubtful && !attempt.is_sure() && (is_aside || !self.is_cut_list(attempt)))
    }

    /// Whether a candidate in a fence or tag is a part of a sentence: words follow it on its line, or the tag only formats it.
    fn is_in_sentence(&self, attempt: &ReadAttempt) -> bool {
        if ends_in_format(&self.text[..attempt.start]) {
            return true;
        }
        let behind = head(&self.text[attempt.end.max(attempt.start)..], LONGEST_LINE);
        let line = behind.split(['\n', '<', '`']).next().unwrap_or_default();
        step(line.len());
        line.contains(char::is_alphabetic)
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

    /// Whether a reading is of an object that only shows the form of an answer, in prose or beside another one. As the
    /// whole text, in whatever frame, it is a document.
    pub(super) fn is_skeleton(&self, attempt: &ReadAttempt, candidate: &Candidate) -> bool {
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
        let is_in_line = || !last_line(&self.text[..attempt.start]).trim_start().is_empty();
        is_citation(&self.text[attempt.start..end]) && (!candidate.is_first || is_bare() || is_in_line())
    }
}
