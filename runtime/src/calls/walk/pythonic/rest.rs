//! The rest of a section after a line that is neither a call nor a comment.

use super::super::ReplyText;
use super::super::ending::is_mark;
use super::super::marks::{Begins, begins_any};
use super::names::means_call;
use crate::spec::NamesSpec;
use crate::steps::step;

/// A line of another kind may decide whether the calls after it are made: a condition, a loop, a `return`, a word that takes them back.
/// Nobody makes them. If a tool is called there, the rest of the section is an error, up to the mark that ends it; otherwise it is
/// text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// Where the line begins.
    pub(super) start: usize,
    /// The end of the section was searched up to here.
    pos: usize,
    /// A tool is called on one of the lines.
    pub(super) has_call: bool,
}

impl Rest {
    /// The rest that begins with the line at `start`, which is no call.
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            pos: start,
            has_call: false,
        }
    }

    /// Where the rest ends: before the next mark, or with the text. `None`: more text is needed to tell.
    pub(super) fn end(&mut self, text: ReplyText<'_>, close: &[&str], names: &NamesSpec) -> Option<usize> {
        while let Some(byte) = text.byte(self.pos) {
            step(1);
            match byte {
                b'\n' if !self.has_call => match means_call(text, text.after_space(self.pos), names) {
                    Begins::Yes => self.has_call = true,
                    Begins::Wait => return None,
                    Begins::No => {}
                },
                b'<' | b'[' | b'`' => match begins_any(text, self.pos, close).or(is_mark(text, self.pos)) {
                    Begins::Yes => return Some(self.pos),
                    Begins::Wait => return None,
                    Begins::No => {}
                },
                _ => {}
            }
            self.pos += 1;
        }
        text.is_end.then_some(self.pos)
    }
}
