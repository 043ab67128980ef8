//! The text of the reply, as much of it as the limit allows.

use super::Items;
use crate::LlmOutput;
use crate::stream::text;

impl<T: LlmOutput> Items<'_, T> {
    /// Appends to the text.
    #[inline]
    pub(super) fn append(&mut self, piece: &str) {
        if self.text.len() + piece.len() > self.options.limits.bytes {
            return self.append_some(piece);
        }
        text::append(&mut self.text, piece);
    }

    /// Like [`Items::append`], if the text gets too long. What is kept does not depend on how the reply is cut into chunks.
    #[cold]
    fn append_some(&mut self, piece: &str) {
        let room = self.options.limits.bytes.saturating_sub(self.text.len());
        let kept = if self.excess > 0 {
            ""
        } else {
            crate::path::head(piece, room)
        };
        self.excess += piece.len() - kept.len();
        text::append(&mut self.text, kept);
    }

    /// Ends a character whose rest never arrived.
    #[cold]
    pub(super) fn end_character(&mut self) {
        let end = self.pending.end();
        self.append(end);
    }

    pub(crate) fn push_raw(&mut self, chunk: &[u8]) {
        let mut pending = core::mem::take(&mut self.pending);
        pending.decode(chunk, |piece| self.append(piece));
        self.pending = pending;
        self.read_on();
    }
}
