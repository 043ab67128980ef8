//! The texts of keys, in a form that is compared quickly.

/// A key's text, cut into words that are compared all at once.
#[derive(Debug, Clone, Copy)]
pub struct KeyText {
    /// The text, where there is room for it.
    pub words: [u64; 4],
    /// What of each word is the text.
    pub masks: [u64; 4],
    /// How long the text is.
    pub length: u8,
}

impl KeyText {
    /// A text that occurs nowhere: no byte of UTF-8 is `0xff`.
    const NOWHERE: Self = Self {
        words: [u64::MAX; 4],
        masks: [u64::MAX; 4],
        length: 0,
    };

    /// The longest text that there is room for.
    const LONGEST: usize = 32;

    /// A name that is a word, so it may be written without quotes.
    pub(super) const fn word(name: &str) -> Self {
        if super::is_word(name) {
            Self::of(b"", name.as_bytes(), b"")
        } else {
            Self::NOWHERE
        }
    }

    /// A key as JSON writes it, with the colon after it.
    pub(super) const fn quoted(name: &str) -> Self {
        Self::of(b"\"", name.as_bytes(), b"\":")
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the longest text is shorter than 256 bytes"
    )]
    const fn of(before: &[u8], name: &[u8], behind: &[u8]) -> Self {
        let length = before.len() + name.len() + behind.len();
        if length > Self::LONGEST {
            return Self::NOWHERE;
        }
        let mut key = Self {
            words: [0; 4],
            masks: [0; 4],
            length: length as u8,
        };
        let mut i = 0;
        while i < length {
            let byte = if i < before.len() {
                before[i]
            } else if i - before.len() < name.len() {
                let byte = name[i - before.len()];
                if matches!(byte, 0..0x20 | b'"' | b'\\') {
                    return Self::NOWHERE;
                }
                byte
            } else {
                behind[i - before.len() - name.len()]
            };
            key.words[i / 8] |= (byte as u64) << (i % 8 * 8);
            key.masks[i / 8] |= 0xff << (i % 8 * 8);
            i += 1;
        }
        key
    }
}
