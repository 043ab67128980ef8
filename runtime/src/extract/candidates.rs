//! Reads candidates, each in the ways that may make sense of it.

use core::ops::Range;

use super::attempt::{ReadAttempt, framed};
use super::behind::{is_torn, last_text};
use super::envelope::{self, Means};
use super::restart::{is_last, restarts};
use super::root::RootType;
use super::walk::Candidate;
use crate::Options;
use crate::bounds::{self, LONGEST_KEY};
use crate::options::Limit;
use crate::path::{Frame, tail};
use crate::read::cursor::{Cursor, Work};
use crate::read::interruption::{ends_no_answer, says_cut};
use crate::read::steps::step;
use crate::read::trivia::NextMarks;
use crate::read::turn::has_turn_marker;
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// How a candidate is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Usual,
    /// With every closing bracket in doubt.
    Wary,
    /// As a text that is cut off where the candidate's limit is.
    Cut,
}

/// Reads the candidates of one text, each in the ways that may make sense of it.
pub(super) struct CandidateAttempts<'c, 'r> {
    text: &'c str,
    options: &'c Options<'c>,
    /// The first candidate, or the whole text, if it was read before the walk. Its value is where the next one is read to, so it
    /// is the first candidate or none.
    pub(super) known: [Option<ReadAttempt>; 2],
    /// So many bytes may be read once more in all, with every closer in doubt.
    wary_left: usize,
    /// So many bytes may be read to find out whether an answer was begun again.
    restarts_left: usize,
    /// So many bytes may be looked at in objects that lack fields, for an unknown field that holds the answer.
    unknown_left: usize,
    /// Whether what follows a limit says that the text was cut off there: most candidates have the same one.
    said_cut: Option<(usize, bool)>,
    /// A string that begins here does not end at its first quote.
    careful_at: Option<usize>,
    /// Where the last answer that was begun again has its second beginning.
    pub(super) restart: Option<usize>,
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
            restarts_left: bounds::wary(text.len()),
            unknown_left: bounds::wary(text.len()),
            said_cut: None,
            careful_at: None,
            restart: None,
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
        let one = known
            .filter(is_it)
            .unwrap_or_else(|| self.read(candidate, Manner::Usual));
        if candidate.unescaped.is_some() {
            return (one, 0);
        }
        let (one, probed, is_draft) = self.broken_off(candidate, one);
        if is_draft {
            return (one, probed);
        }
        let (one, torn) = self.torn(candidate, one);
        let (one, wary) = self.in_doubt(candidate, one);
        let (one, again) = self.inside_call(candidate, one);
        (one, probed + torn + wary + again)
    }

    /// Reads a broken candidate only up to where the answer is begun again, if it is. Returns how many bytes were read again for
    /// that, and whether it is.
    ///
    /// It is begun again where the same kind of bracket opens a value of the type that is read well, and nothing goes on after
    /// that. If something does, it may be a string that contains another answer, but not if fields of both are in the value.
    fn broken_off(&mut self, candidate: &Candidate, mut one: ReadAttempt) -> (ReadAttempt, usize, bool) {
        let mut probed = 0;
        if (one.is_sure() && !one.has_doubtful_quotes()) || candidate.wrapper.is_some() {
            return (one, probed, false);
        }
        let rest = &self.text[..candidate.limit];
        let mut other = None;
        let mut searched = candidate.start;
        for start in restarts(rest, candidate.start..one.end, &one.sink) {
            // What begins in another turn is no answer to this one.
            let is_affordable = self.restarts_left > one.end - start && self.root.may_read_again();
            if !is_affordable || has_turn_marker(&rest[searched..start]) {
                break;
            }
            searched = start;
            self.root.set_aside();
            let again = Candidate {
                start,
                ..candidate.clone()
            };
            let probe = self.read(&again, Manner::Usual);
            let looked = if probe.is_whole() { rest.len() } else { probe.end };
            let reached = self.shared.reached.max(looked);
            let cost = (reached.saturating_sub(start) + one.end - start).max(bounds::LEAST_WARY);
            self.restarts_left = self.restarts_left.saturating_sub(cost);
            probed += cost;
            let is_line = !self.root.accepts.has(Accepts::OBJECT) && rest[start..].starts_with('{');
            if is_line {
                // In a list without brackets, an element that is broken off is no less an element.
                let kinds = [
                    RepairKind::AmbiguousQuote,
                    RepairKind::ElementSplit,
                    RepairKind::DuplicateKey,
                ];
                if !probe.is_whole() || !kinds.iter().any(|&kind| one.sink.holds(kind)) {
                    self.root.set_aside();
                    continue;
                }
                framed(&mut one.sink, RepairKind::ContentLost, candidate.start..start);
                self.root.set_aside();
                break;
            }
            if probe.is_whole() && is_last(rest, probe.end) {
                let draft = Candidate {
                    limit: start,
                    ..candidate.clone()
                };
                self.restart = Some(start);
                return (self.read(&draft, Manner::Cut), probed, true);
            }
            if probe.is_sure() {
                other = Some(start);
            }
            self.root.set_aside();
        }
        if let Some(start) = other
            && one.sink.holds(RepairKind::DuplicateKey)
        {
            framed(&mut one.sink, RepairKind::ContentLost, start..start + 1);
        }
        (one, probed, false)
    }

    /// Reads a candidate once more whose last text seems to be cut off before a bracket in quotes: `"ends with "}" signs"}`. It
    /// then does not end at its first quote; if that does not help, a part of the text is lost.
    fn torn(&mut self, candidate: &Candidate, mut one: ReadAttempt) -> (ReadAttempt, usize) {
        let (start, end) = (candidate.start, one.end);
        let rest = &self.text[..candidate.limit];
        if !one.has_value || candidate.wrapper.is_some() || !is_torn(rest, start, end) {
            return (one, 0);
        }
        let mut again = 0;
        if self.wary_left > 0 && self.root.may_read_again() {
            self.careful_at = last_text(&rest[start..end]).map(|quote| start + quote);
            self.root.set_aside();
            let other = self.read(candidate, Manner::Usual);
            self.careful_at = None;
            again = self.shared.reached.max(other.end).saturating_sub(start);
            self.wary_left = self.wary_left.saturating_sub(again.max(bounds::LEAST_WARY));
            if other.reads_well() && other.end > end && !is_torn(rest, start, other.end) {
                return (other, again);
            }
            self.root.set_aside();
        }
        framed(&mut one.sink, RepairKind::ContentLost, end..end + 1);
        (one, again)
    }

    /// Reads a candidate that may go on after its end once more, with every closer in doubt.
    fn in_doubt(&mut self, candidate: &Candidate, mut one: ReadAttempt) -> (ReadAttempt, usize) {
        if self.wary_left == 0 || !one.may_go_on(self.text, candidate.limit) {
            return (one, 0);
        }
        if !self.root.may_read_again() {
            one.sink.exceed(Limit::Work);
            return (one, 0);
        }
        self.root.set_aside();
        let wary = self.read(candidate, Manner::Wary);
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
        let text = &self.text[..candidate.limit];
        let is_marked = || self.root.is_struct && is_marked_call(&text[..candidate.start]);
        if !(may_be_call(&one, self.root) || is_marked()) {
            return (one, 0);
        }
        let object = one.sink.element().unwrap_or(self.root.object);
        let Work { lookahead, marks, .. } = &mut self.shared.work;
        let call = envelope::arguments(text, candidate.start, lookahead, marks, |key| !object.knows(key));
        let is_call = call.is_some();
        let Some(inner) = call.or_else(|| self.inside_unknown_field(candidate, &one)) else {
            return (one, 0);
        };
        let around = candidate.wrapper.clone().unwrap_or(candidate.start..inner.end);
        let content = Candidate {
            start: inner.start,
            wrapper: Some(around.start..inner.end.max(around.end)),
            reshaped: Some(RepairKind::EnvelopeUnwrapped),
            ..candidate.clone()
        };
        self.root.set_aside();
        let arguments = self.read(&content, Manner::Usual);
        let is_read = if is_call {
            arguments.reads_well()
        } else {
            arguments.is_whole()
        };
        if is_read {
            return (arguments, inner.len());
        }
        self.root.set_aside();
        (one, inner.len())
    }

    /// The object in an unknown field of an object that lacks fields. The outer object has a field that the type knows,
    /// perhaps because the wrapper has a field of the same name: `{"name": "get", "result": {..}}`.
    fn inside_unknown_field(&mut self, candidate: &Candidate, one: &ReadAttempt) -> Option<Range<usize>> {
        let text = &self.text[..candidate.limit];
        let budget = self.shared.work.lookahead.min(self.unknown_left);
        if budget == 0 || !self.root.is_struct || one.sink.cut || !one.sink.holds(RepairKind::MissingToDefault) {
            return None;
        }
        let mut means = Means {
            spec: self.root.object,
            budget,
            marks: NextMarks::default(),
        };
        let found = envelope::unwrap(text, candidate.start, self.root.accepts, &mut means);
        let looked = budget - means.budget;
        self.shared.work.lookahead -= looked;
        self.unknown_left -= looked;
        let before = found.as_ref().map(|inner| &text[candidate.start..inner.start])?;
        let key = before.trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?;
        let key = &key[key.rfind('"')? + 1..];
        found.filter(|inner| text[inner.start..].starts_with('{') && !self.root.object.knows(key))
    }

    /// Reads the value that begins at the candidate's start.
    fn read(&mut self, candidate: &Candidate, manner: Manner) -> ReadAttempt {
        let (text, root) = (self.text, &mut *self.root);
        let mut cursor = Cursor::new(&text[..candidate.limit], candidate.start, Sink::of(self.options));
        cursor.fenced = candidate.fenced;
        let limit = candidate.limit;
        cursor.is_finished = manner != Manner::Cut && limit < text.len() && {
            let known = self.said_cut.filter(|known| known.0 == limit);
            let (_, is_cut) = known.unwrap_or_else(|| {
                let (before, after) = text.split_at(limit);
                (limit, says_cut(after) || ends_no_answer(after, before))
            });
            self.said_cut = Some((limit, is_cut));
            !is_cut
        };
        cursor.wary = manner == Manner::Wary;
        if let Some(quote) = self.careful_at {
            cursor.hints.careful_at = quote;
        }
        cursor.work = self.shared.work.left_for(candidate.limit);
        let read = match &candidate.unescaped {
            Some(document) => {
                let span = candidate.start..candidate.start + 1;
                let is_finished = cursor.is_finished;
                let (read, length) = cursor.within(&document.text, span, |inner| {
                    // It is not a string's content: no quote shows where it ends.
                    inner.is_finished = is_finished;
                    (root.read(inner), inner.pos)
                });
                cursor.pos = match &read {
                    Ok(()) => document.end_of(&text[..candidate.limit], candidate.start, length),
                    Err(_) => document.end,
                };
                read
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

/// Whether the text before an object says that it is a call: with a tag or marker that models put there, or as the value of `function`.
fn is_marked_call(before: &str) -> bool {
    const MARKS: [&str; 5] = [
        "<tool_call>",
        "<function_call>",
        "<|tool_call|>",
        "<|tool_call>",
        "[TOOL_CALLS]",
    ];
    let near = tail(before, LONGEST_KEY);
    let told = near.trim_end();
    step(near.len() - told.len() + 1);
    let is_function = || {
        let key = told.strip_suffix(':').map(str::trim_end);
        key.is_some_and(|key| key.ends_with("\"function\""))
    };
    MARKS.iter().any(|mark| told.ends_with(mark)) || is_function()
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
