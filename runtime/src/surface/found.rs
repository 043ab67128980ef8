//! What a surface found in a text.

use alloc::vec::Vec;
use core::ops::Range;

use super::leaf::FoundValue;
use crate::read::reasoning;
use crate::read::transcript::Transcript;
use crate::repair::RepairKind;
use crate::steps::step;

/// An answer that is written in another form than JSON.
#[derive(Debug)]
pub(super) struct FoundAnswer<'t> {
    pub(super) transcript: Transcript<'static>,
    pub(super) kind: RepairKind,
    /// Where the answer is.
    pub(super) span: Range<usize>,
    /// What is around it or was left out.
    pub(super) notes: Vec<(RepairKind, Range<usize>)>,
    /// A bracket outside of its values may be the beginning of a JSON answer that could not be read.
    pub(super) is_beside_json: bool,
    pub(super) leaves: Vec<FoundValue<'t>>,
    /// Where its values are.
    values: Vec<Range<usize>>,
}

/// So many values are looked for in JSON to see whether they contradict it.
const MOST_COMPARED: usize = 8;

/// Whether JSON is a part of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Containment {
    Yes,
    No,
    Perhaps,
}

/// Several answers are in the text; the second one is here.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ambiguous(pub(super) usize);

impl<'t> FoundAnswer<'t> {
    pub(super) fn new(
        text: &str,
        transcript: Transcript<'static>,
        kind: RepairKind,
        span: Range<usize>,
        leaves: &[FoundValue<'t>],
    ) -> Self {
        let brackets = |text: &str| {
            step(text.len());
            text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count()
        };
        let inside: usize = leaves.iter().map(|leaf| brackets(leaf.content)).sum();
        let place = |content: &str| {
            let start = content.as_ptr() as usize - text.as_ptr() as usize;
            start..start + content.len()
        };
        Self {
            is_beside_json: brackets(text) > inside,
            values: leaves.iter().map(|leaf| place(leaf.content)).collect(),
            leaves: leaves.to_vec(),
            transcript,
            kind,
            span,
            notes: Vec::new(),
        }
    }

    /// Whether this JSON is a part of one of several values: words come before it on its line, it is indented below its key, or it
    /// is the whole value. In an element it is a part of the value wherever it is.
    ///
    /// JSON on a line of its own that is not indented may be the answer itself, after a summary of it. If a line of the value is right
    /// before it and another value is not in the JSON, nothing shows which of them is meant.
    pub(super) fn contains(&self, text: &str, json: &Range<usize>) -> Containment {
        let holds = |place: usize| {
            let mut values = self.values.iter();
            values.find(|value| value.start <= place && place < value.end)
        };
        let (first, last) = (holds(json.start), holds(json.end.max(json.start + 1) - 1));
        let is_in_json = |other: &Range<usize>| text[json.clone()].contains(text[other.clone()].trim());
        let (Some(value), Some(_), true) = (first, last, self.values.len() > 1) else {
            let is_another = self.values.len() > 1 && !self.values.iter().take(MOST_COMPARED).all(is_in_json);
            return if is_another {
                Containment::Perhaps
            } else {
                Containment::No
            };
        };
        // A list in JSON may have a number before each of its lines.
        if self.kind == RepairKind::BulletsRead && first != last {
            return Containment::No;
        }
        let before = &text[value.start..json.start];
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        let lead = &before[..before.len() - line.len()];
        let is_sign = |line: &str| line.trim_start().is_empty() || line.trim_start().starts_with(['`', '~', '|', '>']);
        step(before.len() + MOST_COMPARED * json.len());
        if self.kind == RepairKind::TagsRead || !line.is_empty() || lead.lines().all(is_sign) {
            return Containment::Yes;
        }
        let mut others = self.values.iter().filter(|other| *other != value).take(MOST_COMPARED);
        if lead.lines().next_back().is_some_and(is_sign) || others.all(is_in_json) {
            Containment::No
        } else {
            Containment::Perhaps
        }
    }

    /// Notes what is outside of `span`: a fence around it, reasoning before it, and prose.
    pub(super) fn around(&mut self, text: &str, span: Range<usize>) {
        step(text.len() - span.len().min(text.len()));
        let mut before = text[..span.start].trim_end();
        let mut after = text[span.end..].trim();
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        if before[line..].trim_start().starts_with("```") {
            self.notes.push((RepairKind::FenceUnwrapped, line..before.len()));
            before = before[..line].trim_end();
            after = after.strip_prefix("```").unwrap_or(after).trim();
        }
        if reasoning::begins(before)
            && let Some(end) = reasoning::last_end(before)
        {
            let start = before.len() - before.trim_start().len();
            self.notes.push((RepairKind::ReasoningBlockSkipped, start..end));
            before = &before[end..];
        }
        let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        for part in [before.trim(), after] {
            if !part.is_empty() {
                let start = place(part);
                self.notes.push((RepairKind::ProseTrimmed, start..start + part.len()));
                break;
            }
        }
    }
}
