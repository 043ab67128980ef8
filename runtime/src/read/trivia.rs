//! What may stand between tokens without meaning anything: comments, spaces that JSON does not know, stray backslashes.

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::repair::RepairKind;

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
        loop {
            self.space();
            let start = self.pos;
            let kind = match self.peek() {
                b'/' | b'#' => {
                    let Some(end) = self.comment_end(start) else { return };
                    self.pos = end;
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
        if rest.starts_with("//") || rest.starts_with('#') {
            return Some(rest.find('\n').map_or(self.text.len(), |offset| pos + offset));
        }
        if rest.starts_with("/*") {
            return Some(rest[2..].find("*/").map_or(self.text.len(), |offset| pos + offset + 4));
        }
        None
    }
}
