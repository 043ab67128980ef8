//! What may stand between tokens without meaning anything: comments, spaces that JSON does not know, stray backslashes.

use std::cell::Cell;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::steps::{searched, step};
use crate::repair::RepairKind;

/// Looking ahead over a comment stops here.
const LONGEST_COMMENT: usize = 400;

/// The next line break, and the next end of a block comment.
#[derive(Debug, Default, Clone)]
pub(crate) struct NextMarks {
    line_ends: NextMark,
    comment_ends: NextMark,
    /// Where the text ends in which they were looked for.
    limit: usize,
}

impl NextMarks {
    /// What is known of them, if it holds for a text that is the same up to `limit` and ends there.
    pub(crate) fn up_to(&self, limit: usize) -> Self {
        if limit == self.limit {
            self.clone()
        } else {
            Self {
                limit,
                ..Self::default()
            }
        }
    }
}

/// Where the next mark of some kind stands: remembered, so that a text without any is searched once.
#[derive(Debug, Default, Clone)]
struct NextMark(Cell<(usize, usize)>);

impl NextMark {
    /// The mark at or behind `pos`, which `find` looks for where it is not known.
    fn at(&self, pos: usize, find: impl FnOnce() -> usize) -> usize {
        let (from, mark) = self.0.get();
        if (from..=mark).contains(&pos) && mark > 0 {
            return mark;
        }
        let mark = searched(pos, find());
        self.0.set((pos, mark));
        mark
    }
}

/// Spaces that are not JSON's, marks without width, and the byte order mark.
pub(crate) fn is_unusual_space(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{ad}' | '\u{1680}' | '\u{2000}'
            ..='\u{200f}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{202f}'
                | '\u{205f}'
                | '\u{2060}'
                | '\u{3000}'
                | '\u{feff}'
                | '\u{b}'
                | '\u{c}'
                | '\u{85}'
    )
}

impl Cursor<'_> {
    /// Passes over white space and everything else that means nothing here, and puts on record what JSON lacks.
    #[cold]
    pub(crate) fn trivia(&mut self, at: &Frame<'_>) {
        self.trivia_of(at, at);
    }

    /// As [`Cursor::trivia`], for what stands on `level` but is reported at another place.
    #[cold]
    pub(crate) fn trivia_of(&mut self, at: &Frame<'_>, level: &Frame<'_>) {
        loop {
            self.space();
            let start = self.pos;
            let kind = match self.peek() {
                b'/' | b'#' => {
                    let Some(end) = self.comment_end(start) else { return };
                    self.pos = self.comment_stop(start, end, level).unwrap_or(end);
                    RepairKind::CommentRemoved
                }
                b'\\' if self.is_stray_backslash() => {
                    let letter = matches!(self.byte(start + 1), b'n' | b'r' | b't');
                    self.pos += if letter { 2 } else { 1 };
                    RepairKind::StrayBackslashRemoved
                }
                0x0b | 0x0c | 0x80.. => {
                    let Some(c) = self.rest().chars().next().filter(|&c| is_unusual_space(c)) else {
                        return;
                    };
                    self.pos += c.len_utf8();
                    RepairKind::UnusualSpace
                }
                _ => return,
            };
            self.repaired(kind, at, start..self.pos);
        }
    }

    /// A backslash before white space, a bracket, or the letter of an escape that stands for white space.
    fn is_stray_backslash(&self) -> bool {
        match self.byte(self.pos + 1) {
            b'n' | b'r' | b't' => !self.byte(self.pos + 2).is_ascii_alphanumeric(),
            b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'}' | b'[' | b']' | b',' | b'_' => true,
            _ => false,
        }
    }

    /// The place behind the comment that begins at `pos`, if one does.
    pub(crate) fn comment_end(&self, pos: usize) -> Option<usize> {
        let rest = self.text.get(pos..)?;
        let end = self.text.len();
        // What is remembered holds for the whole text, of which the cursor may know less at times.
        let whole = self.whole();
        if rest.starts_with("//") || rest.starts_with('#') {
            let find = || whole[pos..].find('\n').map_or(whole.len(), |offset| pos + offset);
            return Some(self.marks.line_ends.at(pos, find).min(end));
        }
        if rest.starts_with("/*") {
            let find = || {
                let found = whole[pos + 2..].find("*/");
                found.map_or(whole.len(), |offset| pos + 2 + offset)
            };
            return Some((self.marks.comment_ends.at(pos + 2, find) + 2).min(end));
        }
        None
    }

    /// The place behind white space and comments; the end of the text where there is none.
    pub(crate) fn gap(&self, pos: usize) -> usize {
        self.after_gap(pos).unwrap_or(self.text.len())
    }

    /// The place behind white space and comments, or `None` where a comment holds half a pair of quotes, or stands close
    /// to the value and runs to the end of the text: what looks like one is then part of a string.
    pub(crate) fn after_gap(&self, pos: usize) -> Option<usize> {
        let mut next = self.after_space(pos);
        // Comments that follow each other count as one.
        let mut length = 0;
        while let b'/' | b'#' = self.byte(next) {
            // Behind a value, only a comment as people write it counts: not `#[derive]`, `#1` or the `#` of an anchor.
            if self.byte(next) == b'#' && (next == pos || self.byte(next + 1) != b' ') {
                return Some(next);
            }
            let Some(end) = self.comment_end(next) else {
                return Some(next);
            };
            let comment = &self.bytes()[next..end];
            length += comment.len();
            if (end >= self.text.len() && next == pos) || length > LONGEST_COMMENT {
                return None;
            }
            step(comment.len());
            if comment.iter().fold(false, |half, &byte| half ^ (byte == b'"')) {
                return None;
            }
            next = self.after_space(end);
        }
        Some(next)
    }
}
