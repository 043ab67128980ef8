//! What surrounds the answer: a fence or tag, reasoning, prose.

use core::ops::Range;

use super::super::attempt::framed;
use super::super::outside::unusual_space;
use super::super::walk::{CandidateWalk, Envelope};
use super::{HeldAttempt, Selection};
use crate::record::Sink;
use crate::repair::RepairKind;

impl Selection<'_> {
    /// Records what surrounds the answer.
    pub(super) fn frame(&self, best: &mut HeldAttempt, walk: &CandidateWalk<'_>) {
        let text = self.text;
        let (start, end) = (best.attempt.start, best.attempt.end);
        let sink = &mut best.attempt.sink;
        let mut head = 0;
        if let Some(rest) = text.strip_prefix('\u{feff}') {
            head = text.len() - rest.len();
            framed(sink, RepairKind::BomStripped, 0..head);
        }
        let opening = best.candidate.opening.clone();
        let (first, last) = if opening.is_empty() {
            (start, end)
        } else {
            (opening.start, frame_block(sink, text, &opening, end, walk))
        };
        let mut before = head..first;
        for block in &walk.reasoning {
            if block.start > start || block.end <= before.start {
                continue;
            }
            // A block is walked from after the first character of its opening mark; one without such a mark has none.
            let opening = text[..block.start].chars().next_back();
            let first = opening.filter(|c| matches!(c, '<' | '[' | '◁'));
            let block_start = block.start - first.map_or(0, char::len_utf8);
            if best.candidate.envelope != Envelope::Reasoning {
                framed(sink, RepairKind::ReasoningBlockSkipped, block_start..block.end);
            }
            let gap = before.start..block_start.max(before.start);
            if !text[gap.clone()].trim_start().is_empty() {
                break;
            }
            before.start = block.end.min(before.end);
        }
        frame_outside(sink, text, [before, last.min(text.len())..text.len()]);
    }
}

/// Records the fence or tag around an answer that ends at `end`, and returns where it ends.
fn frame_block(sink: &mut Sink, text: &str, opening: &Range<usize>, end: usize, walk: &CandidateWalk<'_>) -> usize {
    if matches!(text.as_bytes()[opening.start], b'<' | b'[') {
        framed(sink, RepairKind::TagUnwrapped, opening.clone());
        let closing = text[end..].find(['<', '[']).map_or(end, |offset| end + offset);
        return text[closing..]
            .find(['>', ']'])
            .map_or(end, |close| closing + close + 1);
    }
    if walk.is_open(opening) {
        framed(sink, RepairKind::FenceUnclosed, opening.clone());
        return end;
    }
    framed(sink, RepairKind::FenceUnwrapped, opening.clone());
    let fence = walk.fences.iter().find(|fence| fence.start == opening.start);
    let last = fence.map_or(end, |fence| fence.end.max(end));
    let gap = text[end..last].trim().trim_matches(['`', '~', '\'', '"']).trim();
    if gap.is_empty() { last } else { end }
}

/// Records unusual spaces and prose around the answer.
fn frame_outside(sink: &mut Sink, text: &str, outside: [Range<usize>; 2]) {
    for part in &outside {
        if text[part.clone()].trim_start().is_empty()
            && let Some(space) = unusual_space(&text[part.clone()])
        {
            let space = part.start + space.start..part.start + space.end;
            framed(sink, RepairKind::UnusualSpace, space);
        }
    }
    if let Some(part) = outside
        .into_iter()
        .find(|part| !text[part.clone()].trim_start().is_empty())
    {
        let prose = &text[part.clone()];
        let start = part.start + prose.len() - prose.trim_start().len();
        framed(sink, RepairKind::ProseTrimmed, start..start + prose.trim().len());
    }
}
