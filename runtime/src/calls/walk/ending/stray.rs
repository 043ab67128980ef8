//! What is between two calls of a list and separates nothing: a word, an operator, a sign.

use super::super::super::format::Entry;
use super::super::ReplyText;
use super::super::comments;
use super::super::marks::{Begins, begins, begins_any};
use super::is_mark;
use crate::steps::step;

/// What follows a call in an open list, and is neither a comma nor a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stray {
    at: usize,
    /// The end was searched up to here.
    pos: usize,
}

impl Stray {
    pub(super) fn new(at: usize) -> Self {
        Self { at, pos: at }
    }

    pub(super) fn at(self) -> usize {
        self.at
    }

    /// Where it ends: at the next object, or with the list. If neither comes before a mark or the end of the text, the list was
    /// not closed, and what follows it is text.
    pub(super) fn end(&mut self, text: ReplyText<'_>, entry: Option<&Entry>) -> Result<usize, Begins> {
        let close = entry.map_or(&[][..], |entry| entry.close);
        while let Some(byte) = text.byte(self.pos) {
            step(1);
            match byte {
                // Before the end of the list, a blank of another kind is an error of its own.
                b']' if text.text[self.at..self.pos].trim_end().is_empty() => return Err(Begins::No),
                b'{' | b']' => return Ok(self.pos),
                b'<' | b'[' | b'`' if self.pos > self.at || byte != b'`' => {
                    let fence = begins(text, self.pos, "```");
                    match begins_any(text, self.pos, close).or(is_mark(text, self.pos)).or(fence) {
                        Begins::No => {}
                        found => return Err(if found == Begins::Yes { Begins::No } else { found }),
                    }
                }
                _ => {}
            }
            self.pos += 1;
        }
        Err(if text.is_end { Begins::No } else { Begins::Wait })
    }

    /// Whether the element after it, at `end`, depends on it too: it is more than a sign between sentences, and no comma is before
    /// the element.
    pub(super) fn determines_next(self, text: ReplyText<'_>, end: usize) -> bool {
        let between = text.text[self.at..end].trim_end();
        let says = |c: char| c.is_alphanumeric() || "|&?:+*/%=<>!^~$@\\".contains(c);
        text.byte(end) == Some(b'{') && !between.ends_with(',') && between.contains(says)
    }
}

/// What is after a call in the list of an object that was read to its end, if it is neither a comma nor a call nor the end.
pub(super) fn stray_inside(text: ReplyText<'_>, end: usize) -> Option<Stray> {
    let mut at = text.after_space(end);
    if matches!(text.byte(at), Some(b'/' | b'#')) {
        at = comments::after_comments(text, at, false, &[]).map_or(at, |(at, _)| at);
    }
    let is_known = matches!(
        text.byte(at),
        None | Some(b',' | b';' | b']' | b'{' | b'}' | b'/' | b'#')
    );
    (!is_known).then(|| Stray::new(at))
}
