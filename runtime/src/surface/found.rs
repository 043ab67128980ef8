//! What a surface found in a text.

use std::ops::Range;

use super::leaf::Leaf;
use crate::read::transcript::Transcript;
use crate::repair::RepairKind;
use crate::steps::step;

/// An answer that is written in another form than JSON.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) transcript: Transcript<'static>,
    pub(super) kind: RepairKind,
    /// Where the answer is.
    pub(super) span: Range<usize>,
    /// What is around it or was left out.
    pub(super) notes: Vec<(RepairKind, Range<usize>)>,
    /// A bracket outside of its values may be the beginning of a JSON answer that could not be read.
    pub(super) is_beside_json: bool,
}

/// Several answers are in the text; the second one is here.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ambiguous(pub(super) usize);

impl Found {
    pub(super) fn new(
        text: &str,
        transcript: Transcript<'static>,
        kind: RepairKind,
        span: Range<usize>,
        leaves: &[Leaf<'_>],
    ) -> Self {
        let brackets = |text: &str| {
            step(text.len());
            text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count()
        };
        let inside: usize = leaves.iter().map(|leaf| brackets(leaf.content)).sum();
        Self {
            is_beside_json: brackets(text) > inside,
            transcript,
            kind,
            span,
            notes: Vec::new(),
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
        if before.trim_start().starts_with("<think")
            && let Some(end) = before.rfind("</think")
        {
            let end = before[end..].find('>').map_or(before.len(), |width| end + width + 1);
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
