//! Chunks: how they are appended to the text, and the short way for those that only continue a string.

use alloc::string::String;

use super::super::text;
use super::{Reader, Root};
use crate::Options;
use crate::read::cursor::NOWHERE;
use crate::read::scan;

impl Reader {
    /// Whether the next chunk may simply continue the string that is shown.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in super::super) fn is_growing(&self) -> bool {
        self.grown == self.text.len()
    }

    /// Appends a chunk to the text. Returns whether it was kept: no more is kept of a text that is too long.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in super::super) fn append(&mut self, chunk: &str) -> bool {
        if self.text.capacity() - self.text.len() < chunk.len() {
            return self.append_in_new_room(chunk);
        }
        self.text.push_str(chunk);
        true
    }

    #[cold]
    #[inline(never)]
    fn append_in_new_room(&mut self, chunk: &str) -> bool {
        let is_kept = self.text.len() <= self.most;
        if is_kept {
            text::append(&mut self.text, chunk);
        } else {
            self.text.shrink_to_fit();
        }
        is_kept
    }

    /// Appends a chunk to the text, if [`Reader::is_growing`]. Returns whether it was kept and nothing in it ends or changes
    /// the string: if so, [`Reader::grow`] is all that is left to do, and otherwise [`Reader::read_on`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in super::super) fn append_plain(&mut self, chunk: &str) -> bool {
        let before = self.text.len();
        if !self.append(chunk) {
            self.stop_growing();
            return false;
        }
        let stop = scan::last_string_stop(self.text.as_bytes(), before);
        if stop == self.text.len() {
            self.grown = stop;
            return true;
        }
        self.scanned = stop;
        self.grown = NOWHERE;
        false
    }

    /// Shows the chunk, which continues this string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in super::super) fn grow(&mut self, leaf: &mut String, chunk: &str) {
        let from = self.pos;
        let end = self.text.len();
        let before = end - chunk.len();
        self.changes.grew_plainly(from);
        // Unless something was held back, the chunk is all that is new.
        let is_all = from == before;
        let piece = match chunk.as_bytes() {
            [.., last] if *last > b',' => {
                self.pos = end;
                if is_all { chunk } else { &self.text[from..] }
            }
            // Usually, what is held back is one space after a word.
            [.., last, b' '] if *last > b',' => {
                self.pos = end - 1;
                if is_all {
                    &chunk[..chunk.len() - 1]
                } else {
                    &self.text[from..end - 1]
                }
            }
            _ => return self.grow_before_blanks(leaf, before),
        };
        self.spare.extend(leaf, piece);
    }

    /// Like [`Reader::grow`], if the end of the chunk is held back.
    #[inline(never)]
    fn grow_before_blanks(&mut self, leaf: &mut String, before: usize) {
        let from = self.pos;
        self.pos = text::before_blanks(self.text.as_bytes(), from, before, self.grown);
        self.spare.extend(leaf, &self.text[from..self.pos]);
    }

    /// Reads one piece of a chunk that comes in several pieces.
    pub(in super::super) fn push_piece(
        &mut self,
        piece: &str,
        is_first: bool,
        options: &Options<'_>,
        root: &mut dyn Root,
    ) {
        let before = self.text.len();
        self.stop_growing();
        self.append(piece);
        if is_first {
            self.read_on(before, options, root);
        } else {
            self.read_more(options, root);
        }
    }

    /// Reads the chunk that was appended to the text: everything from `start` on. [`Changes::begin_push`] comes first.
    ///
    /// [`Changes::begin_push`]: super::Changes::begin_push
    #[inline]
    pub(in super::super) fn read_on(&mut self, start: usize, options: &Options<'_>, root: &mut dyn Root) {
        self.last = start;
        self.read_more(options, root);
    }

    /// Reads everything that `other` has read, in chunks cut so that it asks the engine at the same points, and keeps the
    /// changes of the last chunk.
    pub(in super::super) fn replay(&mut self, other: &Self, options: &Options<'_>, root: &mut dyn Root) {
        let mut start = 0;
        for &end in other.asked.iter().filter(|&&end| end < other.last).chain([&other.last]) {
            self.push_piece(&other.text[start..end], true, options, root);
            start = end;
        }
        self.stop_growing();
        self.changes.begin_push(true);
        self.push_piece(&other.text[start..], true, options, root);
    }

    /// From now on, the next chunk may be more than a piece of a string.
    #[cold]
    #[inline(never)]
    pub(in super::super) fn stop_growing(&mut self) {
        if self.grown != NOWHERE {
            self.scanned = self.grown;
            self.grown = NOWHERE;
        }
    }
}
