//! One reading of one candidate, and how good it is.

use core::ops::Range;

use super::behind::{ends_late, goes_on, resumed};
use super::marks::{doubtful_escape, doubtful_mark, has_doubtful_quotes};
use crate::error::{ErrorKind, Lines};
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::scan;
use crate::read::steps::step;
use crate::record::{FenceAndProse, ReadingTally, Sink};
use crate::repair::{RepairKind, Severity};
use crate::{Options, ParseError, Repair, Violation};

/// One reading of one candidate.
pub(super) struct ReadAttempt {
    /// A value came of it.
    pub(super) has_value: bool,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) unrecognized: bool,
    pub(super) sink: Sink,
}

/// The class of error that a reading's record amounts to.
pub(super) fn classify(attempt: &ReadAttempt, tally: ReadingTally) -> ErrorKind {
    if attempt.sink.overflowed() {
        return ErrorKind::Limit;
    }
    let is_broken = attempt.unrecognized && attempt.sink.holds(RepairKind::JunkRemoved);
    if attempt.sink.cut && !is_broken && (tally.refused >= Some(Severity::Incomplete) || tally.violations == 0) {
        return ErrorKind::Truncated;
    }
    if attempt.unrecognized {
        return if is_broken {
            ErrorKind::Malformed
        } else {
            ErrorKind::UnrecognizedShape
        };
    }
    if attempt.sink.is_ambiguous() {
        return ErrorKind::Ambiguous;
    }
    if tally.violations > 0 {
        return ErrorKind::Schema;
    }
    match tally.refused {
        Some(Severity::Framing | Severity::Syntax) => ErrorKind::Malformed,
        Some(_) if attempt.sink.holds(RepairKind::CandidateSelected) && tally.refused == Some(Severity::Guess) => {
            ErrorKind::Ambiguous
        }
        Some(Severity::Incomplete) => ErrorKind::Truncated,
        _ => ErrorKind::Schema,
    }
}

/// Puts a framing repair on record.
pub(super) fn framed(sink: &mut Sink, kind: RepairKind, span: Range<usize>) {
    sink.repair(kind, &Frame::root(), span);
}

impl ReadAttempt {
    /// Whether the value was read without a guess, up to its own closer.
    pub(super) fn is_sure(&self) -> bool {
        let tally = self.sink.tally();
        self.has_value
            && tally.violations == 0
            && !self.unrecognized
            && tally.worst <= Some(Severity::Coercion)
            && !self.sink.holds(RepairKind::MismatchedCloser)
            && !self.sink.holds(RepairKind::MissingCloser)
            && !self.sink.holds(RepairKind::MissingQuote)
    }

    /// Whether strings of the value may end elsewhere, since their quotes had to be interpreted.
    pub(super) fn has_doubtful_quotes(&self) -> bool {
        has_doubtful_quotes(&self.sink)
    }

    /// Whether the value was read up to its own closer, and is not put together from parts of others.
    pub(super) fn is_whole(&self) -> bool {
        let kinds = [
            RepairKind::MissingCloser,
            RepairKind::MismatchedCloser,
            RepairKind::ObjectReopened,
        ];
        self.reads_well() && !self.sink.cut && !self.is_mixed() && !kinds.iter().any(|&kind| self.sink.holds(kind))
    }

    /// Whether the value may be put together from parts of several.
    pub(super) fn is_mixed(&self) -> bool {
        let kinds = [
            RepairKind::DuplicateKey,
            RepairKind::JunkRemoved,
            RepairKind::AmbiguousQuote,
        ];
        kinds.iter().any(|&kind| self.sink.holds(kind))
    }

    /// Whether a known object is short of fields, or some of them were made up.
    pub(super) fn fills_in(&self) -> bool {
        !self.unrecognized && (!self.has_value || self.sink.tally().worst >= Some(Severity::Invented))
    }

    /// Whether parts of the value are missing, and nothing else is wrong with it.
    pub(super) fn only_lacks(&self, text: &str) -> bool {
        self.has_value && !self.unrecognized && only_lacks(&self.sink, text, self.start..self.end)
    }

    /// Whether there is a value, and nothing of it was made up.
    pub(super) fn reads_well(&self) -> bool {
        let tally = self.sink.tally();
        self.has_value && !self.unrecognized && tally.violations == 0 && tally.worst <= Some(Severity::Guess)
    }

    /// Whether a closer in the value, or its last one, may have come too early.
    pub(super) fn may_go_on(&self, text: &str, limit: usize) -> bool {
        let kinds = [
            RepairKind::JunkRemoved,
            RepairKind::ExtraCloserRemoved,
            RepairKind::ContentLost,
        ];
        // A field of the outer object may be inside an inner one that was closed too late.
        let is_misplaced = self.sink.doubts_above() && self.lacks_parts();
        let is_open = (self.sink.cut && !is_misplaced) || self.sink.overflowed() || self.unrecognized;
        !is_open
            && (is_misplaced
                || goes_on(&text[..limit], self.end)
                || (late_place(&self.sink, self.end).is_some() && ends_late(&text[..limit], self.end))
                || kinds.iter().any(|&kind| self.sink.holds(kind))
                || self.sink.may_be_misplaced()
                || (!self.has_value && self.sink.tally().violations > 0 && self.sink.tally().repairs > 0))
    }

    /// Whether there is no value, or parts of it were made up.
    fn lacks_parts(&self) -> bool {
        !self.has_value || self.sink.worst() >= Some(Severity::Incomplete)
    }

    /// Whether this reading, which doubted every closer, read more than the other one, and to its end.
    pub(super) fn reads_on(&self, other: &Self) -> bool {
        let tally = self.sink.tally();
        let lost = |attempt: &Self| {
            let kinds = [RepairKind::JunkRemoved, RepairKind::ContentLost];
            kinds.iter().map(|&kind| attempt.sink.count_of(kind)).sum::<usize>()
        };
        let is_sound = self.has_value && tally.violations == 0 && !self.unrecognized && !self.sink.cut;
        let closers = |attempt: &Self| attempt.sink.count_of(RepairKind::MissingCloser);
        // The closer is missing at another place, and what was an unknown member is an entry.
        let has_entry = self.sink.holds(RepairKind::ElementSplit)
            && other.sink.doubts_above()
            && lost(self) == 0
            && self.sink.count_of(RepairKind::DuplicateKey) <= other.sink.count_of(RepairKind::DuplicateKey)
            && (closers(self) <= closers(other) || other.lacks_parts());
        let goes_on = self.sink.holds(RepairKind::ObjectReopened)
            && closers(self) == 0
            && (!other.is_taken() || lost(self) < lost(other) || self.end > other.end);
        is_sound && (has_entry || goes_on)
    }

    /// Whether there is a value, and every repair that it took is allowed.
    pub(super) fn is_taken(&self) -> bool {
        self.has_value && !self.unrecognized && self.sink.is_taken()
    }

    /// Whether the other reading is of a part of this one's text.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.start <= other.start && self.end >= other.end
    }

    /// The end of the search: the kept value is this reading's, and it is the answer if every repair was accepted.
    pub(super) fn settle(mut self, options: &Options<'_>, text: &str) -> Result<Settled, ParseError> {
        if let Some(place) = doubtful_mark(&self.sink, text, self.start..self.end) {
            framed(&mut self.sink, RepairKind::AmbiguousQuote, place);
        }
        let may_resume = [RepairKind::MissingValue, RepairKind::MismatchedCloser];
        if self.sink.may_hold_any(may_resume)
            && let Some(piece) = resumed(text, self.end)
            && may_resume.iter().any(|&kind| self.sink.holds(kind))
        {
            framed(&mut self.sink, RepairKind::JunkRemoved, piece);
        }
        if let Some(place) = late_place(&self.sink, self.end)
            && ends_late(text, self.end)
        {
            framed(&mut self.sink, RepairKind::JunkRemoved, place);
        }
        if let Some(place) = doubtful_escape(&self.sink, text, self.start..self.end) {
            framed(&mut self.sink, RepairKind::AmbiguousEscape, place);
        }
        if self.sink.holds(RepairKind::WrapInArray) && self.sink.holds(RepairKind::FenceUnclosed) {
            // More elements may have been cut off with the end of the fence.
            framed(&mut self.sink, RepairKind::JunkRemoved, self.end..self.end);
        }
        self.outcome(options, text, None)
    }

    /// Like [`ReadAttempt::settle`], for a part of an answer, whatever follows it. Some lines of the text before it are
    /// counted.
    pub(super) fn settle_part(
        mut self,
        options: &Options<'_>,
        text: &str,
        lines: &mut Lines,
    ) -> Result<Settled, ParseError> {
        if let Some(place) = doubtful_mark(&self.sink, text, self.start..self.end) {
            framed(&mut self.sink, RepairKind::AmbiguousQuote, place);
        }
        self.outcome(options, text, Some(lines))
    }

    fn outcome(mut self, options: &Options<'_>, text: &str, lines: Option<&mut Lines>) -> Result<Settled, ParseError> {
        self.sink.settle_doubts();
        if !self.is_taken() {
            let kind = classify(&self, self.sink.tally());
            let marker = options.markers.first().copied();
            let record = self.sink.finish(text);
            let Some(lines) = lines else {
                return Err(ParseError::of(kind, record, marker, text, Lines::default()));
            };
            lines.go_on(self.start, text);
            // An error about a part quotes nothing that follows it.
            let spans = record.violations.iter().map(Violation::span);
            let ends = spans
                .chain(record.repairs.iter().map(Repair::span))
                .map(|span| span.end);
            let end = ends.fold(self.end.max(self.start), usize::max);
            let part = text.get(..end).unwrap_or(text);
            return Err(ParseError::of(kind, record, marker, part, *lines));
        }
        let mut sink = self.sink;
        sink.close(FenceAndProse::default(), options);
        Ok(Settled::new(
            sink.closed(FenceAndProse::default()),
            self.start..self.end,
        ))
    }
}

/// Whether parts of this value are missing, and nothing else is wrong with it: every member is a field's, and no string looks
/// like another document. So no other reading of its text finds more.
pub(super) fn only_lacks(sink: &Sink, text: &str, value: Range<usize>) -> bool {
    let is_short = sink.tally().worst >= Some(Severity::Incomplete);
    is_short && sink.passed_over == 0 && sink.only_fills_in() && {
        let bytes = &text.as_bytes()[..value.end];
        step(value.len());
        let opened = |&pos: &usize| scan::opener(bytes, pos + 1);
        let mut openers = core::iter::successors(Some(value.start), |pos| {
            Some(opened(pos)).filter(|&pos| pos < value.end)
        });
        openers.all(|pos| !begins_string(bytes, pos) && !holds_quotes(bytes, pos))
    }
}

/// Whether the bracket at `pos` is the first sign of a string.
fn begins_string(bytes: &[u8], pos: usize) -> bool {
    // As a rule, it follows a colon.
    let follows_colon = matches!(bytes[..pos], [.., b':', b' ']);
    !follows_colon && {
        let before = bytes[..pos].trim_ascii_end();
        before.ends_with(b"\"") && !before.ends_with(b"\\\"")
    }
}

/// Whether an escape or a quote of another kind follows the bracket at `pos`, as in a string that holds a document.
fn holds_quotes(bytes: &[u8], pos: usize) -> bool {
    let mut inner = &bytes[scan::after_space(bytes, pos + 1)..];
    while let [b'\\', b'n' | b'r' | b't', rest @ ..] = inner {
        inner = rest.trim_ascii_start();
    }
    matches!(inner, [b'\\' | b'\'' | b'`', ..])
}

/// What a closing bracket after the end may belong to, if anything: an unknown key, a list that lost its opening bracket, so that
/// each of its elements was wrapped in a list, what followed a comma, or an object or list that was ended without
/// a closer of its own.
pub(crate) fn late_place(sink: &Sink, end: usize) -> Option<Range<usize>> {
    let kinds = [
        RepairKind::WrapInArray,
        RepairKind::ExtraComma,
        RepairKind::MissingCloser,
        RepairKind::MismatchedCloser,
    ];
    let is_open = || sink.may_hold_any(kinds) && kinds.iter().any(|&kind| sink.holds(kind));
    sink.stray().or_else(|| is_open().then_some(end..end))
}
