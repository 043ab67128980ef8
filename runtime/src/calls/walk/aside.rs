//! What is no part of the reply: reasoning, and the turns of others.

use super::marks::{first_of, hold_back};
use super::{LONGEST_HEADER, Met, State, Text, Walk, head};

impl Walk {
    /// Skips reasoning.
    pub(super) fn reasoning(&mut self, text: Text<'_>, close: &'static [&'static str]) -> Option<Met> {
        match first_of(text, self.searched, close) {
            Some((at, mark)) => {
                // A mark that opens something else is looked at again.
                let is_own = !matches!(mark, "<|start|>" | "<|channel|>");
                let next = at + if is_own { mark.len() } else { 0 };
                self.go_to(next, State::Prose);
                self.text_from = next;
                self.is_start = true;
                None
            }
            None if text.is_end => {
                self.go_to(text.text.len(), State::Over);
                None
            }
            None => {
                self.searched = hold_back(text.text, self.searched, close);
                Some(Met::Wait)
            }
        }
    }

    /// The end of reasoning that began nowhere in the text.
    pub(super) fn reasoning_closes(&mut self, next: usize) -> Option<Met> {
        let counts = std::mem::take(&mut self.may_be_reasoning);
        if !counts {
            self.pos = next;
            return None;
        }
        self.go_to(next, State::Prose);
        self.text_from = next;
        self.is_start = true;
        Some(Met::Forget)
    }

    /// Somebody else's turn begins here, or the header of the model's own.
    pub(super) fn turn(&mut self, text: Text<'_>, at: usize) -> Option<Met> {
        if self.has_begun || !text.text[self.text_from..at].trim().is_empty() {
            return self.leave_text(text, at, at, State::Over);
        }
        // The header is a line, or a role and a mark.
        let rest = text.rest(at);
        let head = head(rest);
        let line = match head.find('\n') {
            Some(line) => at + line + 1,
            None if !text.is_end && rest.len() < LONGEST_HEADER => return Some(Met::Wait),
            None => at + head.len(),
        };
        if !rest[..line - at].contains("assistant") && !rest[..line - at].contains("model") {
            return self.leave_text(text, at, at, State::Over);
        }
        self.leave_text(text, at, line, State::Prose)
    }
}
