//! Chunks of bytes as chunks of text: a character may be split between two of them.

/// The beginning of a character whose rest has not arrived yet: at most three bytes.
#[derive(Debug, Default, Clone)]
pub(crate) struct Pending {
    bytes: [u8; 4],
    length: usize,
}

impl Pending {
    /// Passes the text of a chunk to `each`, piece by piece. Invalid UTF-8 becomes U+FFFD, as if
    /// [`String::from_utf8_lossy`] had read all of the bytes at once.
    pub(crate) fn decode(&mut self, mut chunk: &[u8], mut each: impl FnMut(&str)) {
        while self.length > 0 && !chunk.is_empty() {
            self.bytes[self.length] = chunk[0];
            let head = self.bytes;
            match core::str::from_utf8(&head[..=self.length]) {
                Ok(text) => {
                    self.length = 0;
                    chunk = &chunk[1..];
                    each(text);
                }
                Err(error) if error.error_len().is_none() => {
                    self.length += 1;
                    chunk = &chunk[1..];
                }
                Err(_) => {
                    // The byte does not continue the character, so the bytes kept so far are invalid.
                    self.length = 0;
                    each("\u{fffd}");
                }
            }
        }
        for part in chunk.utf8_chunks() {
            if !part.valid().is_empty() {
                each(part.valid());
            }
            let invalid = part.invalid();
            if invalid.is_empty() {
                continue;
            }
            let is_last = invalid.as_ptr_range().end == chunk.as_ptr_range().end;
            let is_part = is_last && core::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if is_part {
                self.bytes[..invalid.len()].copy_from_slice(invalid);
                self.length = invalid.len();
            } else {
                each("\u{fffd}");
            }
        }
    }

    /// Whether no character is incomplete.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The end of the bytes: an incomplete character will get no more.
    pub(crate) fn end(&mut self) -> &'static str {
        if core::mem::take(&mut self.length) > 0 {
            "\u{fffd}"
        } else {
            ""
        }
    }
}
