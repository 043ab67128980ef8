//! What is no part of the reply: reasoning, comments, and the turns of others.

use core::ops::Range;

use super::marks::{Begins, begins_any, begins_folded, first_of, hold_back, is_at_line_start, length_of};
use super::quoted::opening_quote;
use super::{Bare, ENDS, LONGEST_HEADER, Met, REASONING, ReplyText, SPEAKERS, Walk, WalkState, head};
use crate::read::{reasoning, scan};

/// What closes `<think>` and `<thinking>`, the own tag first: models mix them up.
const THINK: [&[&str]; 2] = [
    &["</think>", "</think >", "</thinking>", "</thinking >"],
    &["</thinking>", "</thinking >", "</think>", "</think >"],
];

impl Walk {
    /// Looks for a mark that begins or ends reasoning. `None`: there is none at this place.
    pub(super) fn reasoning_mark(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let begins_if = |may_begin: bool, mark: &str| {
            if may_begin {
                begins_folded(text, at, mark)
            } else {
                Begins::No
            }
        };
        for ((open, close), may_open, may_close) in reasoning::candidates(&text.text.as_bytes()[at..]) {
            match begins_if(may_open, open) {
                Begins::Wait => return Bare::Wait,
                // Prose may speak of tags; these marks are none.
                Begins::Yes if open.contains([':', '[', '|']) || is_at_phrase_start(text.text, at) => {
                    self.may_be_reasoning = false;
                    let think = THINK.into_iter().find(|closes| closes[0] == *close);
                    let state = WalkState::Reasoning(think.unwrap_or(core::slice::from_ref(close)));
                    return Bare::Found(self.leave_text(text, at, at + open.len(), state));
                }
                _ => {}
            }
            match begins_if(may_close, close) {
                Begins::Wait => return Bare::Wait,
                Begins::Yes => {
                    return Bare::Found(match is_in_sentence(text, at, at + close.len()) {
                        Begins::Wait => Some(Met::Wait),
                        Begins::Yes => {
                            self.pos = at + close.len();
                            None
                        }
                        Begins::No => self.reasoning_closes(at + close.len()),
                    });
                }
                Begins::No => {}
            }
        }
        Bare::Nothing
    }

    /// Looks for a line up to `stop` that begins another speaker's turn after a call, or that begins with `Action Input:`.
    pub(super) fn line_starts(&mut self, text: ReplyText<'_>, stop: usize) -> Bare {
        let bytes = text.text.as_bytes();
        let mut line = self.pos;
        if line > 0 && bytes[line - 1] != b'\n' {
            line = scan::byte::<b'\n'>(&bytes[..stop], line) + 1;
        }
        while line <= stop {
            let speaks = if self.calls > 0 {
                begins_any(text, line, SPEAKERS)
            } else {
                Begins::No
            };
            if speaks == Begins::Yes {
                return Bare::Found(self.leave_text(text, line, line, WalkState::Over));
            }
            match self.action_input(text, line) {
                Bare::Nothing if speaks == Begins::No => line = scan::byte::<b'\n'>(&bytes[..stop], line) + 1,
                Bare::Found(met) => return Bare::Found(met),
                _ => {
                    self.pos = line;
                    return Bare::Wait;
                }
            }
        }
        Bare::Nothing
    }

    /// The end of the reply, if the line ends after the mark or another mark follows it.
    pub(super) fn reply_ends(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let length = length_of(text, at, ENDS);
        let next = text.byte(at + length);
        if length == 0 || next.is_none() && !text.is_end {
            return Some(Met::Wait);
        }
        let has_begun = self.has_begun || !text.text[self.text_from..at].trim_end().is_empty();
        if has_begun && matches!(next, None | Some(b'\n' | b'\r' | b'<' | b'[')) {
            let reply = ReplyText {
                text: &text.text[..at],
                is_end: true,
                ..text
            };
            if let Some(met) = self.cut_call(reply) {
                return Some(met);
            }
            return self.leave_text(text, at, at, WalkState::Over);
        }
        if next == Some(b'`') {
            self.pos = at + length;
            return None;
        }
        self.is_start = self.is_start && self.text_from == at;
        self.leave_text(text, at, at + length, WalkState::Prose)
    }

    /// Looks for the end of a comment, which is text.
    pub(super) fn comment(&mut self, text: ReplyText<'_>) -> Option<Met> {
        match text.rest(self.searched).find("-->") {
            Some(offset) => self.go_to(self.searched + offset + "-->".len(), WalkState::Prose),
            None if text.is_end => self.go_to(text.text.len(), WalkState::Prose),
            None => {
                let end = text.text.len();
                let dashes = text.text.bytes().rev().take(2).take_while(|&byte| byte == b'-').count();
                self.searched = self.searched.max(end - dashes);
                return Some(Met::Wait);
            }
        }
        None
    }

    /// Skips reasoning.
    pub(super) fn reasoning(&mut self, text: ReplyText<'_>, close: &'static [&'static str]) -> Option<Met> {
        match first_of(text, self.searched, close) {
            Some((at, mark)) if is_quoted(text, at, at + mark.len()) != Begins::No => {
                if is_quoted(text, at, at + mark.len()) == Begins::Wait {
                    self.searched = at;
                    return Some(Met::Wait);
                }
                self.searched = at + mark.len();
                None
            }
            // The other tag closes only itself if it was opened.
            Some((at, mark)) if closes_other(text, self.text_from..at, mark, close) => {
                self.searched = at + mark.len();
                None
            }
            Some((at, mark)) => {
                self.reasoning_was_nested(text, at, mark);
                // A mark that opens something else is looked at again.
                let is_own = !matches!(mark, "<|start|>" | "<|channel|>");
                let next = at + if is_own { mark.len() } else { 0 };
                self.go_to(next, WalkState::Prose);
                self.text_from = next;
                self.is_start = true;
                None
            }
            None if text.is_end => {
                self.go_to(text.text.len(), WalkState::Over);
                None
            }
            None => {
                self.searched = hold_back(text.text, self.searched, close);
                Some(Met::Wait)
            }
        }
    }

    /// If reasoning that ends at `at` has opened the same block twice, all that follows may be reasoning too.
    fn reasoning_was_nested(&mut self, text: ReplyText<'_>, at: usize, close: &str) {
        let Some((open, _)) = REASONING.iter().find(|(_, known)| *known == close) else {
            return;
        };
        let is_nested = first_of(text, self.text_from, &[open]).is_some_and(|(place, _)| place < at);
        if is_nested && self.calls == 0 && !self.setting.is_sure {
            self.may_be_reasoning = true;
            self.has_begun = true;
        }
    }

    /// The end of reasoning that began nowhere in the text.
    pub(super) fn reasoning_closes(&mut self, next: usize) -> Option<Met> {
        let counts = core::mem::take(&mut self.may_be_reasoning);
        if !counts {
            self.pos = next;
            return None;
        }
        self.go_to(next, WalkState::Prose);
        self.text_from = next;
        self.is_start = true;
        Some(Met::Forget)
    }

    /// Somebody else's turn begins here, or the header of the model's own.
    pub(super) fn turn(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        if self.has_begun || !text.text[self.text_from..at].trim_end().is_empty() {
            return self.leave_text(text, at, at, WalkState::Over);
        }
        // The header is a line, or a role and a mark.
        let rest = text.rest(at);
        let head = head(rest);
        let ends = ["\n", "<|end_of_role|>", "<|end_header_id|>", "<|im_middle|>"];
        let end = ends
            .iter()
            .filter_map(|end| head.find(end).map(|place| place + end.len()))
            .min();
        let line = match end {
            Some(end) => at + end,
            None if !text.is_end && rest.len() < LONGEST_HEADER => return Some(Met::Wait),
            None => at + head.len(),
        };
        if !rest[..line - at].contains("assistant") && !rest[..line - at].contains("model") {
            return self.leave_text(text, at, at, WalkState::Over);
        }
        // The reply begins after its header.
        self.is_start = true;
        self.leave_text(text, at, line, WalkState::Prose)
    }
}

/// Whether a tag is in quotes or backticks of its own: the text speaks of it.
fn is_quoted(text: ReplyText<'_>, at: usize, end: usize) -> Begins {
    let before = &text.text.as_bytes()[..at];
    let quote = match before {
        [.., b'`'] => b'`',
        [.., quote] if opening_quote(&text.text[..at]).is_some() => *quote,
        _ => return Begins::No,
    };
    match text.byte(end) {
        None if !text.is_end => Begins::Wait,
        Some(byte) if byte == quote => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether a mark closes a block inside reasoning that the first of these marks closes.
fn closes_other(text: ReplyText<'_>, inside: Range<usize>, mark: &str, close: &[&str]) -> bool {
    let Some(other) = THINK.into_iter().find(|closes| closes[0] == mark) else {
        return false;
    };
    let open = if other[0] == THINK[0][0] {
        "<think>"
    } else {
        "<thinking>"
    };
    close.first() != Some(&mark) && first_of(text, inside.start, &[open]).is_some_and(|(at, _)| at < inside.end)
}

/// Whether nothing is before `at` on its line, or a mark or the end of a sentence.
pub(super) fn is_at_phrase_start(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t']);
    is_at_line_start(text, at) || before.ends_with(['>', ']', '}', '.', '!', '?', '。', '！', '？'])
}

/// Whether words are before and after a tag on its line: a sentence speaks of it.
pub(super) fn is_in_sentence(text: ReplyText<'_>, at: usize, end: usize) -> Begins {
    let before = text.text[..at].trim_end_matches(' ');
    if before.len() == at || !before.ends_with(|c: char| c.is_alphanumeric()) {
        return Begins::No;
    }
    let rest = text.rest(end);
    let after = rest.trim_start_matches(' ');
    match after.bytes().next() {
        None if !text.is_end => Begins::Wait,
        None | Some(b'\n' | b'\r') => Begins::No,
        Some(_) if after.len() < rest.len() => Begins::Yes,
        Some(_) => Begins::No,
    }
}
