//! The choice among the readings of several candidates.

use super::search::{Root, framed, opens_tuple};
use super::walk::{Candidate, Envelope, Outcome, Walk};
use crate::error::ErrorKind;
use crate::options::Prefer;
use crate::parsed::Settled;
use crate::read::steps::step;
use crate::record::{Around, Sink, Tally};
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::{Options, ParseError};

/// One reading of one candidate.
pub(super) struct Attempt {
    /// A value came of it.
    pub(super) has_value: bool,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) unrecognized: bool,
    pub(super) sink: Sink,
}

impl Attempt {
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

    /// Whether there is a value, and every repair that it took is allowed.
    pub(super) fn is_taken(&self) -> bool {
        self.has_value && !self.unrecognized && self.sink.is_taken()
    }

    /// Whether the other reading is of a part of this one's text.
    fn holds(&self, other: &Self) -> bool {
        self.start <= other.start && self.end >= other.end
    }

    /// The end of the search: the value that was kept is this reading's, and the answer if every repair was taken.
    pub(super) fn settle(self, options: &Options<'_>, text: &str) -> Result<Settled, ParseError> {
        if !self.is_taken() {
            let kind = classify(&self, self.sink.tally());
            let marker = options.markers.first().copied();
            return Err(ParseError::of(kind, self.sink.finish(text), marker, text));
        }
        let mut sink = self.sink;
        sink.close(Around::default(), options);
        Ok(Settled::new(sink.closed(Around::default()), self.start..self.end))
    }
}

struct Held {
    attempt: Attempt,
    candidate: Candidate,
    tally: Tally,
}

impl Held {
    /// Whether nothing but white space stands around the value.
    fn is_whole(&self, text: &str) -> bool {
        let outside = [&text[..self.attempt.start], &text[self.attempt.end..]];
        outside.iter().all(|part| part.trim().is_empty())
    }
}

/// The readings so far: the one that would be taken, and the one whose failure says most.
pub(super) struct Selection<'a> {
    text: &'a str,
    options: &'a Options<'a>,
    best: Option<Held>,
    failed: Option<Held>,
    /// The last candidate that is cut off.
    cut: Option<Held>,
    /// Another answer would have given another value.
    differs: bool,
    /// The type is a list.
    wants_list: bool,
}

impl<'a> Selection<'a> {
    pub(super) fn new(text: &'a str, options: &'a Options<'a>, wants_list: bool) -> Self {
        Self {
            text,
            options,
            best: None,
            failed: None,
            cut: None,
            differs: false,
            wants_list,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.best.is_none() && self.failed.is_none() && self.cut.is_none()
    }

    /// Takes in the reading of a candidate.
    pub(super) fn offer(&mut self, candidate: &Candidate, attempt: Attempt, root: &mut Root<'_>) -> Outcome {
        let tally = attempt.sink.tally();
        let readable = attempt.has_value && tally.violations == 0 && !attempt.unrecognized;
        let is_stray = !candidate.is_first && candidate.envelope == Envelope::Bare;
        let sound = tally.worst.is_none_or(|worst| worst < Severity::Syntax)
            || attempt.sink.holds(RepairKind::EnvelopeUnwrapped);
        let end = attempt.end;
        let refused = tally.refused;
        let unrecognized = attempt.unrecognized;
        let is_open = attempt.sink.cut || attempt.sink.overflowed;
        let opens_list = self.text.as_bytes()[attempt.start] == b'[';
        // A list whose first object is one of the type's is the answer, whatever comes of those behind it.
        let is_list_of_objects =
            opens_list && self.text[attempt.start + 1..].trim_start().starts_with('{') && attempt.sink.begins_well();
        // In prose, a parenthesis is seldom a tuple.
        let is_aside = candidate.envelope >= Envelope::Bare && opens_tuple(self.text, attempt.start);
        let is_doubtful = (is_stray && opens_list && !is_list_of_objects) || is_aside;
        let is_piece = is_stray && opens_list && self.is_piece(attempt.start, end);
        if is_piece || (is_doubtful && !attempt.is_sure()) {
            return Outcome {
                end,
                looked: 0,
                beyond: 0,
                settled: false,
                unrecognized: false,
                is_open,
            };
        }
        let held = Held {
            attempt,
            candidate: candidate.clone(),
            tally,
        };
        if readable && refused == Some(Severity::Incomplete)
            || (readable && refused == Some(Severity::Invented) && held.attempt.sink.cut)
        {
            self.cut = Some(held);
            return Outcome {
                end,
                looked: 0,
                beyond: 0,
                settled: true,
                unrecognized: false,
                is_open,
            };
        }
        if readable {
            self.weigh(held, root);
            return Outcome {
                end,
                looked: 0,
                beyond: 0,
                settled: true,
                unrecognized: false,
                is_open,
            };
        }
        // An object that knows some of the type's keys is the answer, if a wrong one: nothing inside it is. So is one
        // that is well-formed; braces in prose are neither.
        let settled = if unrecognized {
            sound
        } else {
            !opens_list || candidate.is_first || is_list_of_objects
        };
        // A list inside another object says nothing about an object that was asked for.
        let is_strange = candidate.wrapper.is_some()
            && self.text.as_bytes()[candidate.start] == b'['
            && !root.accepts.has(Accepts::ARRAY);
        let counts = (!unrecognized || sound || candidate.is_first) && !is_strange;
        if counts {
            if held.attempt.sink.cut && !unrecognized {
                self.cut = Some(held);
            } else {
                self.fail(held);
            }
        }
        Outcome {
            end,
            looked: 0,
            beyond: 0,
            settled,
            unrecognized,
            is_open,
        }
    }

    /// Whether commas or closers on both sides show that a list is a piece of something larger.
    fn is_piece(&self, start: usize, end: usize) -> bool {
        let before = self.text[..start].trim_end().strip_suffix(',').map(str::trim_end);
        let after = self.text[end.max(start)..].trim_start();
        before.is_some_and(|before| before.ends_with([']', '}', '"'])) && after.starts_with([',', ']', '}'])
    }

    fn fail(&mut self, held: Held) {
        let rank = |held: &Held| (held.attempt.unrecognized, held.candidate.envelope);
        match &self.failed {
            Some(failed) if rank(failed) < rank(&held) => {}
            _ => self.failed = Some(held),
        }
    }

    /// Keeps the better of the best reading so far and this one.
    fn weigh(&mut self, held: Held, root: &mut Root<'_>) {
        let Some(best) = self.best.take() else {
            self.best = Some(held);
            root.keep();
            return;
        };
        // Where a list is asked for, one that stands there as a list comes before objects collected to one.
        let collected = |held: &Held| self.wants_list && self.text.as_bytes()[held.attempt.start] == b'{';
        let old = (best.candidate.envelope, collected(&best));
        let new = (held.candidate.envelope, collected(&held));
        self.differs |= !self.same(&best.attempt, &held.attempt);
        let takes_over = if old == new {
            match self.options.prefer {
                Some(Prefer::First) => false,
                Some(Prefer::Last) => true,
                _ => {
                    let safe = |held: &Held| held.tally.worst <= Some(Severity::Coercion);
                    let cost = |held: &Held| (held.tally.worst, held.tally.repairs);
                    safe(&held) || (!safe(&best) && cost(&held) <= cost(&best))
                }
            }
        } else {
            new < old
        };
        if takes_over {
            root.keep();
        }
        self.best = Some(if takes_over { held } else { best });
    }

    /// Whether two readings come from the same text but for white space.
    fn same(&self, one: &Attempt, other: &Attempt) -> bool {
        let tokens = |attempt: &Attempt| {
            let range = attempt.start..attempt.end.max(attempt.start);
            self.text[range]
                .bytes()
                .inspect(|_| step(1))
                .filter(|byte| !byte.is_ascii_whitespace())
        };
        tokens(one).eq(tokens(other))
    }

    /// The value that counts, or the error that says most.
    pub(super) fn finish(mut self, walk: &Walk<'_>) -> Result<Settled, ParseError> {
        let marker = self.options.markers.first().copied();
        if !self.options.markers.is_empty() {
            let text = self.text;
            let stands_in_block = |held: &Held| {
                matches!(held.candidate.envelope, Envelope::Marked(_))
                    || (held.tally.worst.is_none() && held.is_whole(text))
            };
            self.best = self.best.take().filter(stands_in_block);
            self.failed = self.failed.take().filter(stands_in_block);
            self.cut = self.cut.take().filter(stands_in_block);
            if self.is_empty() {
                let kind = if walk.marked {
                    self.empty_block(walk)
                } else {
                    ErrorKind::NoBlock
                };
                return Err(ParseError::bare(kind, marker, 0, self.text));
            }
        }
        // A later block of the same kind that is cut off: no falling back to an earlier one in silence.
        if let Some(cut) = self.cut.take() {
            let outranked = self.best.as_ref().is_some_and(|best| {
                best.candidate.envelope < cut.candidate.envelope || best.attempt.start > cut.attempt.start
            });
            // What goes on around the answer might have been the answer, had it come to an end.
            self.differs |= self.best.as_ref().is_some_and(|best| cut.attempt.holds(&best.attempt));
            if !outranked {
                let kind = classify(&cut.attempt, cut.tally);
                return Err(ParseError::of(
                    kind,
                    cut.attempt.sink.finish(self.text),
                    marker,
                    self.text,
                ));
            }
        }
        let Some(mut best) = self.best.take() else {
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
        if self.differs || rejected {
            framed(
                &mut best.attempt.sink,
                RepairKind::CandidateSelected,
                best.attempt.start..best.attempt.end,
            );
        }
        self.frame(&mut best, walk);
        best.attempt.settle(self.options, self.text)
    }

    fn empty_block(&self, walk: &Walk<'_>) -> ErrorKind {
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

    /// Puts on record what stands around the answer.
    fn frame(&self, best: &mut Held, walk: &Walk<'_>) {
        let text = self.text;
        let (start, end) = (best.attempt.start, best.attempt.end);
        let sink = &mut best.attempt.sink;
        let mut head = 0;
        if let Some(rest) = text.strip_prefix('\u{feff}') {
            head = text.len() - rest.len();
            framed(sink, RepairKind::BomStripped, 0..head);
        }
        let opening = best.candidate.opening.clone();
        let mut first = start;
        let mut last = end;
        if !opening.is_empty() {
            first = opening.start;
            let tag = matches!(text.as_bytes()[opening.start], b'<' | b'[');
            if tag {
                framed(sink, RepairKind::TagUnwrapped, opening.clone());
                last += text[end..]
                    .find(['<', '['])
                    .and_then(|offset| text[end + offset..].find(['>', ']']).map(|close| offset + close + 1))
                    .unwrap_or(0);
            } else if walk.is_open(&opening) {
                framed(sink, RepairKind::FenceUnclosed, opening.clone());
            } else {
                framed(sink, RepairKind::FenceUnwrapped, opening.clone());
                if let Some(fence) = walk.fences.iter().find(|fence| fence.start == opening.start) {
                    last = last.max(fence.end);
                }
                let gap = text[end..last].trim().trim_matches(['`', '~', '\'', '"']).trim();
                if !gap.is_empty() {
                    last = end;
                }
            }
        }
        let mut before = head..first;
        for block in &walk.reasoning {
            if block.start > start || block.end <= before.start {
                continue;
            }
            // A block is walked from behind the bracket of its opening tag; one without such a tag has no bracket.
            let opens = text[..block.start].ends_with('<');
            let block_start = block.start - usize::from(opens);
            if best.candidate.envelope != Envelope::Reasoning {
                framed(sink, RepairKind::ReasoningBlockSkipped, block_start..block.end);
            }
            let gap = before.start..block_start.max(before.start);
            if !text[gap.clone()].trim().is_empty() {
                break;
            }
            before.start = block.end.min(before.end);
        }
        let outside = [before, last.min(text.len())..text.len()];
        if let Some(part) = outside.into_iter().find(|part| !text[part.clone()].trim().is_empty()) {
            let lead = text[part.clone()].len() - text[part.clone()].trim_start().len();
            let length = text[part.clone()].trim().len();
            framed(
                sink,
                RepairKind::ProseTrimmed,
                part.start + lead..part.start + lead + length,
            );
        }
    }

    /// The error that says most about a text without any readable answer.
    fn failure(self, walk: &Walk<'_>, marker: Option<&str>) -> ParseError {
        let text = self.text;
        let Some(failed) = self.failed else {
            let first = text.trim_start_matches('\u{feff}').trim();
            let kind = match first.as_bytes().first() {
                _ if walk.exhausted => ErrorKind::Limit,
                _ if first.eq_ignore_ascii_case("null") || first == "None" => ErrorKind::UnrecognizedShape,
                Some(b'{' | b'[') => ErrorKind::Malformed,
                _ => ErrorKind::Prose,
            };
            return ParseError::bare(kind, marker, 0, text);
        };
        let kind = classify(&failed.attempt, failed.tally);
        ParseError::of(kind, failed.attempt.sink.finish(text), marker, text)
    }
}

/// The class of error that a reading's record amounts to.
fn classify(attempt: &Attempt, tally: Tally) -> ErrorKind {
    if attempt.sink.overflowed {
        return ErrorKind::Limit;
    }
    if attempt.sink.cut && (tally.refused >= Some(Severity::Incomplete) || tally.violations == 0) {
        return ErrorKind::Truncated;
    }
    if attempt.unrecognized {
        let broken = attempt.sink.holds(RepairKind::JunkRemoved);
        return if broken {
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
