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

    /// Like [`Items::append`], if the text gets too long: it is kept up to the first character past the limit, however the reply
    /// is cut into chunks.
    #[cold]
    fn append_some(&mut self, piece: &str) {
        let most = self.options.limits.bytes;
        if self.text.len() <= most {
            let end = (most + 1 - self.text.len()..piece.len()).find(|&end| piece.is_char_boundary(end));
            text::append(&mut self.text, &piece[..end.unwrap_or(piece.len())]);
        }
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
