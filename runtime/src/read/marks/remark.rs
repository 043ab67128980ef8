//! Remarks in brackets after a value: `5 (approx.)`.

use crate::bounds::LONGEST_MARKS;
use crate::path::Frame;
use crate::read::closer::Fit;
use crate::read::conserve::is_citation;
use crate::read::cursor::Cursor;
use crate::read::retraction::takes_back;
use crate::read::steps::step;
use crate::repair::RepairKind;

/// Words in a remark that make another number of the one before it.
const OTHER_NUMBER: [&str; 14] = [
    "negative",
    "minus",
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
    "trillion",
    "dozen",
    "mio",
    "mrd",
];

/// Words in a remark after a number that make the number in the remark the right one.
const RATHER: [&str; 4] = ["actually", "should", "corrected", "correction"];

/// Whether a remark says that the value before it is another one: `24.99 (wait, no: 19.99)`, `5 (million)`, `true (not confirmed)`.
fn changes_value(before: &str, remark: &str) -> bool {
    let Some(words) = remark.strip_prefix('(') else {
        return false;
    };
    step(words.len());
    let folded = words.to_lowercase();
    let mut said = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_number = before.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let is_boolean = ["true", "false", "True", "False"]
        .iter()
        .any(|literal| before.trim_end().ends_with(literal));
    let has_number = folded.contains(|c: char| c.is_ascii_digit());
    let is_other = |word| OTHER_NUMBER.contains(&word) || (has_number && RATHER.contains(&word));
    takes_back(words)
        || (is_number && said.clone().any(is_other))
        || (is_boolean && said.any(|word| matches!(word, "not" | "unless" | "unknown")))
}

impl Cursor<'_> {
    /// The place after the remark in brackets at `pos`: words on one line, without quotes or further brackets.
    pub(in crate::read) fn remark_end(&self, pos: usize) -> Option<usize> {
        let close = match self.byte(pos) {
            b'(' => b')',
            b'[' => b']',
            b'<' => b'>',
            _ => return None,
        };
        let words = self.bytes().get(pos + 1..)?;
        let length = words.iter().take(LONGEST_MARKS).inspect(|_| step(1)).position(|&byte| {
            matches!(
                byte,
                b'"' | b'\n' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'<' | b'>'
            )
        });
        if length.is_none() {
            self.meets_end_within(pos + 1, LONGEST_MARKS);
        }
        let length = length?;
        let is_wording = words[..length]
            .iter()
            .any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
        (words[length] == close && is_wording).then_some(pos + length + 2)
    }

    /// Whether what follows the remark that ends at `end` can follow a value.
    pub(in crate::read) fn may_follow_remark(&self, end: usize, at: &Frame<'_>) -> bool {
        let next = self.after_space(end);
        if next >= self.text.len() {
            return !at.place().is_root();
        }
        match self.byte(next) {
            b',' => self.begins_next(self.gap(next + 1), at),
            b'}' | b']' => self.closers_fit(next, at) != Fit::No,
            _ => self.separator_sign(next, at).is_some() || (self.line_ends_before(next) && self.is_key(next, at)),
        }
    }

    /// Skips the remark at the cursor, after a value, if what follows it can follow the value.
    pub(in crate::read) fn pass_remark(&mut self, at: &Frame<'_>) -> bool {
        let start = self.pos;
        let remark = self
            .remark_end(start)
            .or_else(|| self.citation_end(start, at))
            .filter(|&end| self.may_follow_remark(end, at) || self.is_element_in_quotes(self.after_space(end), at));
        let end = remark.or_else(|| self.closing_marks_end(start, at));
        let Some(end) = end else { return false };
        self.pos = end;
        let (before, remark) = self.text.split_at(start);
        let remark = &remark[..end - start];
        // The target of a link is part of the value: `[text](https://..)`.
        let is_link =
            before.ends_with(']') && remark.starts_with('(') && remark.contains("://") && !is_citation(before);
        let kind = if is_link || changes_value(before, remark) {
            RepairKind::ContentLost
        } else {
            RepairKind::JunkRemoved
        };
        self.repaired(kind, at, start..end);
        true
    }
}
