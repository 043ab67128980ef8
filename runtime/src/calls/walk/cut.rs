//! The end of a reply that is cut off where a call begins: inside its mark, or after the mark around calls.

use core::ops::Range;

use super::super::format::{ENDS, FORMATS, Format, MEANT, REASONING, SKIPPED, TURNS};
use super::super::found::FoundCall;
use super::{Met, ReplyText, Walk, WalkState, headed};
use crate::ErrorKind;

/// The marks around calls of a format that begins each call with one more.
pub(super) const AROUND: [(&str, Format); 6] = [
    (concat!("<antml", ":function_calls>"), Format::Invoke),
    ("<minimax:tool_call>", Format::Invoke),
    ("<seed:tool_call>", Format::Qwen3Coder),
    ("<｜DSML｜function_calls>", Format::DeepSeekV32),
    ("<｜tool▁calls▁begin｜>", Format::DeepSeekV31),
    ("<|tool_calls_section_begin|>", Format::KimiK2),
];

/// No mark is longer, in bytes.
const LONGEST_MARK: usize = 64;

/// A shorter part of a mark may be anything; with a bar, three bytes are enough.
const SHORTEST_PART: usize = 5;

impl Walk {
    /// The call that was about to begin where the text ends, after the text before it.
    pub(super) fn cut_call(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let end = text.text.len();
        let mark = self.mark_around(text).or_else(|| self.part_of_mark(text));
        let (start, format, name) = match mark {
            Some((start, format)) => (start, format, None),
            None => self.cut_action(text)?,
        };
        if start > self.text_from {
            let before = self.text_from..start;
            self.has_begun |= !text.text[before.clone()].trim_end().is_empty();
            self.text_from = start;
            return Some(Met::Text(before));
        }
        self.go_to(end, WalkState::Over);
        self.text_from = end;
        self.calls += 1;
        let mut found = FoundCall::unreadable(format, start..end, ErrorKind::Truncated);
        found.name = name.unwrap_or(found.name);
        Some(Met::Call(found))
    }

    /// The end of a text that ends after a mark around calls.
    fn mark_around(&self, text: ReplyText<'_>) -> Option<(usize, Format)> {
        let before = text.text[..self.text_from].trim_end();
        let is_bare = text.text[self.text_from..].trim_start().is_empty();
        let (mark, format) = AROUND.iter().find(|(mark, _)| is_bare && before.ends_with(mark))?;
        let format = self.as_named(*format, |other| other == *mark)?;
        Some((self.text_from, format))
    }

    /// An action whose arguments were about to begin.
    fn cut_action(&self, text: ReplyText<'_>) -> Option<(usize, Format, Option<Range<usize>>)> {
        let is_react = self.setting.format.is_none_or(|named| named == Format::React);
        let found = is_react.then(|| headed::cut_action(text, self.text_from, self.setting.names))?;
        found.map(|(start, name)| (start, Format::React, Some(name)))
    }

    /// `format` if no format is named. Otherwise the named format, or `None` if it does not have such a mark.
    fn as_named(&self, format: Format, is_such: impl Fn(&str) -> bool) -> Option<Format> {
        let Some(named) = self.setting.format else {
            return Some(format);
        };
        let own = FORMATS.iter().filter(|entry| entry.format == named);
        let around = AROUND
            .iter()
            .filter(|(_, format)| *format == named)
            .map(|(mark, _)| mark);
        let meant = MEANT
            .iter()
            .filter(|(.., formats)| formats.contains(&named))
            .map(|(mark, ..)| mark);
        let mut marks = own.flat_map(|entry| entry.open).chain(around).chain(meant);
        marks.any(|mark| is_such(mark)).then_some(named)
    }

    /// The first part of a mark that begins a call or several.
    fn part_of_mark(&mut self, text: ReplyText<'_>) -> Option<(usize, Format)> {
        let bytes = text.text.as_bytes();
        let from = bytes.len().saturating_sub(LONGEST_MARK).max(self.text_from);
        let opens = |at: &usize| matches!(bytes[*at], b'<' | b'[');
        let (at, format) = (from..bytes.len()).filter(opens).find_map(|at| {
            let before = text.text[..at].trim_end();
            let is_opened = |mark: &&str| before.ends_with(mark);
            let is_inside = ["<tool_call>", "<function_calls>"].iter().any(is_opened)
                || AROUND.iter().any(|(mark, _)| before.ends_with(mark));
            let part = text.rest(at);
            let format = match AROUND.iter().find(|(mark, _)| before.ends_with(mark)) {
                Some((_, format)) if part == "<" => *format,
                _ if part == "<" && before.ends_with("<function_calls>") => Format::Invoke,
                _ => format_of_part(part, is_inside)?,
            };
            Some((at, self.as_named(format, |mark| mark.starts_with(part))?))
        })?;
        let is_apart = at == self.text_from || matches!(bytes[at - 1], b' ' | b'\t' | b'\n' | b'\r' | b'>');
        (is_apart && !self.is_in_quotes(text, at)).then_some((at, format))
    }
}

/// The format of whose mark this is a part, if it is a part of nothing else. `is_inside`: a mark around calls is right before it.
fn format_of_part(part: &str, is_inside: bool) -> Option<Format> {
    let least = if is_inside {
        2
    } else if part.contains(['|', '｜']) {
        3
    } else {
        SHORTEST_PART
    };
    let is_part = |mark: &str| part.len() >= least && part.len() < mark.len() && mark.starts_with(part);
    let entry = FORMATS.iter().find(|entry| entry.open.iter().any(|mark| is_part(mark)));
    let around = || AROUND.iter().find(|(mark, _)| is_part(mark)).map(|(_, format)| *format);
    let format = entry.map(|entry| entry.format).or_else(around)?;
    let begins = |mark: &str| {
        FORMATS.iter().any(|entry| entry.open.contains(&mark)) || AROUND.iter().any(|(open, _)| *open == mark)
    };
    let closes = FORMATS.iter().flat_map(|entry| entry.close);
    let reasons = REASONING.iter().flat_map(|(open, close)| [open, close]);
    let mut others = closes.chain(SKIPPED).chain(ENDS).chain(TURNS).chain(reasons);
    (is_inside || !others.any(|mark| is_part(mark) && !begins(mark))).then_some(format)
}
