//! Whether the text around the answer holds a part of it, or may be another answer.

use core::ops::Range;

use super::super::assigned::is_changed_later;
use super::super::attempt::framed;
use super::super::behind::{
    begins_entry, begins_member, begins_with_comma, changes_list, closes_after_fence, closes_list, closes_more,
    closes_outer, ends_in_comma, ends_in_entry, ends_in_string_line, goes_on_in_words, is_asked, is_broken_off,
    is_closed_again, is_cut_by_remark, leads_on, opens_again,
};
use super::super::corrected::is_corrected;
use super::super::outside::{
    begins_list, holds_answer, holds_element, holds_member, is_citation, is_enclosed, is_in_code, is_in_literal,
    leads_in, may_be_reference,
};
use super::super::walk::{CandidateWalk, Envelope};
use super::label::is_rejected;
use super::{HeldAttempt, Selection};
use crate::bounds::{LONGEST_KEY, LONGEST_LINE};
use crate::path::{head, tail};
use crate::read::retraction::takes_back;
use crate::read::scan;
use crate::read::steps::step;
use crate::read::turn::has_turn_marker;
use crate::record::Sink;
use crate::repair::RepairKind;

/// Whether a text ends with a key in quotes and its colon. With a word before its quote, it is prose: `For "Ada":`.
fn ends_in_key(before: &str) -> bool {
    let name = before.strip_suffix([':', '：']).map(str::trim_end);
    let Some(name) = name.and_then(|name| name.strip_suffix('"')) else {
        return false;
    };
    let name = tail(name, LONGEST_KEY);
    step(name.len());
    let lead = name.rsplit_once('"').map_or("", |(lead, _)| lead);
    !lead.trim_end_matches([' ', '*', '`']).ends_with(char::is_alphanumeric)
}

/// Whether a list ends on the line on which the one at `start` begins, with nothing but blanks between them: the two may be one, which was
/// closed too early.
fn follows_list_on_line(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '\t']);
    step(start - before.len());
    text.as_bytes()[start] == b'[' && before.ends_with(']')
}

/// Whether a bracket opens in a comment that was removed.
fn opens_in_comment(sink: &Sink, text: &str) -> bool {
    let mut comments = sink
        .spans_of(RepairKind::CommentRemoved)
        .filter_map(|span| text.get(span));
    comments.any(|comment| {
        step(comment.len());
        comment.contains(['{', '['])
    })
}

impl Selection<'_> {
    /// Records a loss where the text around the answer may hold a part of it: what follows it goes on as its object or list
    /// would, or what is before it shows that it is an element of something else.
    pub(super) fn conserve(&self, best: &mut HeldAttempt, walk: &CandidateWalk<'_>) {
        let text = self.text;
        let (start, end) = (best.attempt.start, best.attempt.end);
        let begins_again = self.restart == Some(start);
        let before = text[..start].trim_end();
        let is_value = || !begins_again && ends_in_key(before);
        let is_bare = best.candidate.envelope >= Envelope::Bare && !begins_again;
        let is_piece = is_value()
            || is_bare && {
                let list = before.strip_suffix(',').map(str::trim_end);
                list.is_some_and(|list| list.ends_with(['}', ']', '"', '`']))
                    || (!self.wants_list && text.as_bytes()[start] == b'[' && walk.ends_in_list_of_field(before))
                    || (!self.wants_list
                        && before
                            .strip_suffix('[')
                            .is_some_and(|before| walk.ends_in_list_of_field(before)))
            };
        // A part of an answer that could not be read is not the answer.
        let is_part = self.failed.as_ref().is_some_and(|failed| {
            !failed.attempt.unrecognized && failed.attempt.start < start && failed.attempt.end >= end
        });
        let lost = if is_piece || is_part {
            Some(start..start + 1)
        } else {
            walk.field_outside(start..end.max(start), begins_again)
        };
        // Up to where the next turn begins.
        let until = walk.over_at.map_or(text.len(), |over| over.max(end).max(start));
        let behind = &text[end.max(start)..until];
        // What is skipped begins with its first sign, not with the white space before it.
        let junk = end.max(start) + behind.len() - behind.trim_start().len();
        let width = text[junk..].chars().next().map_or(0, char::len_utf8);
        if let Some(part) = lost {
            framed(&mut best.attempt.sink, RepairKind::ContentLost, part);
        } else if !self.has_answer(end.max(start)..until)
            && (leads_on(&text[..until], end.max(start), true)
                || (walk.takes_any() && (holds_member(behind) || begins_entry(behind)))
                || (self.wants_list
                    && (begins_list(behind)
                        || ends_in_string_line(behind)
                        || behind.trim_start().starts_with(['"', '“', '„', '«'])))
                || ((self.wants_list || walk.takes_any()) && opens_again(behind))
                || (self.wants_list
                    && closes_list(&text[..start], behind)
                    && text.as_bytes().get(start) != Some(&b'['))
                || self.promises_more(best, walk, behind)
                || (walk.over_at.is_some() && closes_more(&text[until..])))
        {
            framed(&mut best.attempt.sink, RepairKind::JunkRemoved, junk..junk + width);
        } else if (!self.has_answer(end.max(start)..until) && holds_answer(behind))
            || (walk.over_at.is_none() && walk.value_outside(start..end.max(start)))
            || takes_back(&text[end.max(start)..])
            || is_changed_later(text, start..end.max(start))
            || is_corrected(&text[..until], start..end.max(start))
            || (is_bare && self.wants_list && may_be_reference(text, start..end.max(start)))
            || is_in_literal(text, start..end.max(start))
            || (best.candidate.fenced && is_in_code(&text[..start]))
            // A dash before a line is no sign of a number.
            || text[best.candidate.opening.clone()].ends_with("diff")
            || walk.is_assigned(start..end.max(start))
            || is_enclosed(&text[..start], behind)
            || is_rejected(text, best.candidate.first().min(start), start..end.max(start))
            || (best.candidate.envelope == Envelope::Tag && is_rejected(text, start, start..end.max(start)))
            || closes_after_fence(behind)
            || closes_outer(behind, || opens_in_comment(&best.attempt.sink, text))
            || is_broken_off(behind)
            || is_asked(behind)
            || (best.candidate.envelope == Envelope::Tag
                && !best.attempt.sink.holds(RepairKind::EnvelopeUnwrapped)
                && best.attempt.sink.passed_over > 0
                && walk.skips_arguments(start..end.max(start)))
            || self.goes_on_in_words(best)
            || (self.wants_list && follows_list_on_line(text, start))
            || self.has_other_list(best, walk)
            || self.has_rival_before(best, walk)
            || self.has_empty_rival(best, walk)
        {
            best.choose();
        }
    }

    /// Whether the text right after a list of plain values goes on with another value or list, or that after any list changes it.
    fn goes_on_in_words(&self, best: &HeldAttempt) -> bool {
        let (start, end) = (best.attempt.start, best.attempt.end.max(best.attempt.start));
        if !self.wants_list || self.text.as_bytes()[start] != b'[' {
            return false;
        }
        let inner = self.text[start + 1..end].trim_start();
        let is_plain = inner.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '-'));
        (is_plain && goes_on_in_words(&self.text[end..])) || changes_list(&self.text[end..])
    }

    /// Whether the prose around this list holds another one that could not be read: it has commas, and a bracket of any kind closes it.
    fn has_other_list(&self, best: &HeldAttempt, walk: &CandidateWalk<'_>) -> bool {
        let (text, own) = (self.text, best.attempt.start..best.attempt.end.max(best.attempt.start));
        if !self.wants_list {
            return false;
        }
        // The brackets and the parts come in the order of the text.
        let mut parts = [self.answers.iter().peekable(), walk.reasoning.iter().peekable()];
        let mut is_known = |at: usize| {
            let is_in_part = parts.iter_mut().any(|parts| {
                while parts.next_if(|part| part.end <= at).is_some() {}
                parts.peek().is_some_and(|part| part.start <= at)
            });
            is_in_part || own.contains(&at)
        };
        // Beside a list of strings, numbers refer to sources.
        let is_of_texts = text[own.clone()].contains(['"', '\'']);
        let is_list = |at: usize| {
            let inner = head(&text[at + 1..], LONGEST_LINE);
            let end = inner
                .find([']', '}', '[', '{'])
                .filter(|&end| inner[end..].starts_with([']', '}']));
            step(end.unwrap_or(inner.len()));
            end.is_some_and(|end| {
                let (list, after) = (&inner[..end], &inner[end + 1..]);
                let is_interval = list.contains(')') && !list.contains('(');
                let is_other = is_interval || after.starts_with('(') || (is_of_texts && is_citation(list));
                list.contains(',') && !is_other
            })
        };
        let is_index = |at: usize| text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ']'));
        let mut opens = text.match_indices('[').map(|(at, _)| at);
        opens.any(|at| !is_index(at) && is_list(at) && !is_known(at))
    }

    /// Whether an empty list or map is around the answer: it may be the answer too. It is no candidate in prose, since it would
    /// be read as any type of its kind.
    fn has_empty_rival(&self, best: &HeldAttempt, walk: &CandidateWalk<'_>) -> bool {
        let (open, close) = match (self.wants_list, walk.takes_any()) {
            (true, _) => ('[', ']'),
            (_, true) => ('{', '}'),
            _ => return false,
        };
        let text = self.text;
        let (first, end) = (
            best.candidate.first().min(best.attempt.start),
            best.attempt.end.max(best.attempt.start),
        );
        let ends = walk.reasoning.iter().map(|block| block.end);
        let from = ends.filter(|&end| end <= first).max().unwrap_or(0);
        // With a word or a backtick before it, it is code.
        let is_empty = |before: &str, inner: &str| {
            let is_code = before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '`' | '='));
            !is_code && !before.ends_with("= ") && inner.trim_start().starts_with(close)
        };
        [from..first, end..text.len()].into_iter().any(|part| {
            let part = &text[part];
            step(part.len());
            let mut opens = part.match_indices(open);
            opens.any(|(at, _)| is_empty(&part[..at], &part[at + 1..]))
        })
    }

    /// Whether what follows the answer promises more (a comma, a remark or the beginning of a name), and elements, entries or fields may be
    /// missing.
    fn promises_more(&self, best: &HeldAttempt, walk: &CandidateWalk<'_>, behind: &str) -> bool {
        let span = best.attempt.start..best.attempt.end.max(best.attempt.start);
        // What closed the answer may have been the bracket of something in it.
        let is_unclosed = best.attempt.sink.holds(RepairKind::MissingCloser);
        let may_grow = || self.wants_list || walk.takes_any() || is_unclosed;
        let ends_open = ends_in_comma(behind) || (!best.attempt.sink.cut && is_cut_by_remark(behind));
        (ends_open && (may_grow() || walk.lacks_field(span.clone())))
            || ((begins_with_comma(behind) || behind.trim_end().ends_with(','))
                && !may_grow()
                && walk.lacks_field(span.clone()))
            || (walk.takes_any() && ends_in_entry(behind))
            || (is_closed_again(self.text, &span) && walk.lacks_field(span.clone()))
            || (walk.takes_any() && behind.trim_start().starts_with('}'))
            || walk.begins_field(behind, span)
    }

    /// Whether one of the readable answers is in this part of the text.
    fn has_answer(&self, part: Range<usize>) -> bool {
        let is_in = |answer: &Range<usize>| part.start <= answer.start && answer.end <= part.end;
        self.answers.iter().any(is_in)
    }

    /// Whether the text before the answer, but for the reasoning in it, holds what may be another one that could not be
    /// read, or opens a bracket around this one.
    fn has_rival_before(&self, best: &HeldAttempt, walk: &CandidateWalk<'_>) -> bool {
        if best.candidate.envelope == Envelope::Reasoning {
            return false;
        }
        let (first, start) = (best.candidate.first().min(best.attempt.start), best.attempt.start);
        let answers = self.answers.iter().map(|answer| answer.end);
        let from = answers
            .chain([walk.reasoned_before(first)])
            .filter(|&end| end <= first)
            .max()
            .unwrap_or(0);
        // The other answer may be before the fence or tag around this one, or inside it.
        let opening = best.candidate.opening.end.clamp(first, start);
        let is_rival = |before: &str| {
            step(before.len());
            let begins = before.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•'));
            // With a word before it, a quote closes a string; otherwise it may open one around the answer.
            let string = if self.wants_list {
                before.trim_end_matches(' ')
            } else {
                before
            };
            let ends_in_string = string
                .strip_suffix('"')
                .is_some_and(|string| string.ends_with(char::is_alphanumeric));
            let is_member = begins_member(begins) || holds_member(before) || (self.wants_list && holds_element(before));
            // A list in brackets of another kind, or without any.
            let is_odd_list = || {
                let has_strings = || before.contains("\",") || before.contains("$,");
                let is_enclosed = begins.starts_with(['(', '<', '【', '〔', '（', '《', '［', '｛'])
                    && before.matches(['"', '\'', '$']).count() > 1;
                let is_opened = || matches!(before.trim(), "(" | "<");
                is_enclosed || is_opened() || (begins.starts_with('"') && has_strings())
            };
            let is_list = self.wants_list && (begins_list(before) || is_odd_list());
            let closes = before.trim_end().ends_with(['}', ']']) && !before.contains(['{', '[']);
            closes || leads_in(before, true) || is_member || is_list || holds_answer(before) || ends_in_string
        };
        let earliest = self.answers.iter().map(|answer| answer.start).min().unwrap_or(first);
        let is_later_turn = {
            let before = &self.text[from.min(start)..start];
            // An object may be in round brackets.
            let opens = scan::either(before.as_bytes(), 0, b'{', b'[') < before.len()
                || ["｛", "［", "(\"", "('"].iter().any(|opening| before.contains(opening));
            opens && has_turn_marker(before)
        };
        is_later_turn
            || is_rival(&self.text[from..first])
            || is_rival(&self.text[opening..start])
            // Whatever is in it, a list that begins a fence is no source.
            || (self.wants_list && opening > first && self.text[opening..start].trim_start().starts_with('['))
            || (earliest < from
                && self
                    .text
                    .get(walk.reasoned_before(earliest)..earliest)
                    .is_some_and(is_rival))
    }
}
