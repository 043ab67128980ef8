//! Writing text in const evaluation.
//!
//! Nothing can be allocated there, and the length of an array must be known before it is filled. So everything is
//! written twice by the same code: first by a [`Writer`] that only counts, then by one that has exactly enough room.
//!
//! The interpreter that evaluates constants is slow, and refuses a constant that takes more than two million steps. A
//! step is a turn of a loop or a call, also one within the standard library, where splitting a slice takes dozens of
//! them. That is why the loops here run over indices, and why only a long piece is copied as a slice.

/// Writes into a slice of bytes, or counts what it would write.
pub(crate) struct Writer<'a> {
    bytes: &'a mut [u8],
    length: usize,
}

impl<'a> Writer<'a> {
    /// A writer that counts and writes nothing.
    pub(crate) const fn counting() -> Self {
        Self {
            bytes: &mut [],
            length: 0,
        }
    }

    /// A writer that fills `bytes` from the start; there must be room for all that is written.
    pub(crate) const fn filling(bytes: &'a mut [u8]) -> Self {
        assert!(!bytes.is_empty(), "a writer without room counts");
        Self { bytes, length: 0 }
    }

    /// Number of bytes that were written or counted.
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    /// Writes `text` as it stands.
    pub(crate) const fn text(&mut self, text: &str) {
        self.copy(text.as_bytes(), 0, text.len());
    }

    /// Writes `text` as a JSON string with its quotes, which is a TypeScript string literal too.
    pub(crate) const fn quoted(&mut self, text: &str) {
        self.text("\"");
        self.escaped(text);
        self.text("\"");
    }

    /// Writes `text` as the inside of a JSON string (RFC 8259, section 7).
    ///
    /// U+2028 and U+2029 are escaped as well: JSON takes them as they are, but they end a line in JavaScript source.
    /// All other text outside ASCII stays what it is, which is shorter and what models read best.
    pub(crate) const fn escaped(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let mut start = 0;
        let mut i = 0;
        while i < bytes.len() {
            if SPECIAL[bytes[i] as usize] {
                self.copy(bytes, start, i);
                if let Some(separator) = line_separator(bytes, i) {
                    self.text(separator);
                    i += 2;
                } else {
                    self.escaped_byte(bytes[i]);
                }
                start = i + 1;
            }
            i += 1;
        }
        self.copy(bytes, start, i);
    }

    const fn escaped_byte(&mut self, byte: u8) {
        match byte {
            b'"' => self.text("\\\""),
            b'\\' => self.text("\\\\"),
            b'\n' => self.text("\\n"),
            b'\r' => self.text("\\r"),
            b'\t' => self.text("\\t"),
            0x08 => self.text("\\b"),
            0x0c => self.text("\\f"),
            0x00..0x20 => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                self.text("\\u00");
                self.copy(&[DIGITS[(byte >> 4) as usize], DIGITS[(byte & 0xf) as usize]], 0, 2);
            }
            _ => self.copy(&[byte], 0, 1),
        }
    }

    /// Writes `text` inside a `//` comment that starts at `indent`; every further line becomes a comment of its own.
    pub(crate) const fn commented(&mut self, text: &str, indent: usize) {
        let bytes = text.as_bytes();
        let mut start = 0;
        let mut i = 0;
        while i < bytes.len() {
            // What ends a line in JavaScript source ends a comment.
            let length = match bytes[i] {
                b'\r' if i + 1 < bytes.len() && bytes[i + 1] == b'\n' => 2,
                b'\n' | b'\r' => 1,
                0xe2 if line_separator(bytes, i).is_some() => 3,
                _ => 0,
            };
            if length == 0 {
                i += 1;
                continue;
            }
            self.copy(bytes, start, i);
            i += length;
            start = i;
            self.line(indent);
            // No space at the end of an empty line.
            let empty = i == bytes.len() || matches!(bytes[i], b'\n' | b'\r');
            self.text(if empty { "//" } else { "// " });
        }
        self.copy(bytes, start, i);
    }

    /// Writes `value` in decimal digits.
    pub(crate) const fn integer(&mut self, value: i128) {
        if value < 0 {
            self.text("-");
        }
        let mut digits = [0; 39];
        let mut start = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            start -= 1;
            digits[start] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.copy(&digits, start, digits.len());
    }

    /// Starts a line at `indent`, in levels of two spaces.
    pub(crate) const fn line(&mut self, indent: usize) {
        self.text("\n");
        self.indent(indent);
    }

    /// Writes `indent` levels of two spaces.
    pub(crate) const fn indent(&mut self, indent: usize) {
        let mut level = 0;
        while level < indent {
            self.text("  ");
            level += 1;
        }
    }

    /// Writes the bytes from `start` to `end`.
    const fn copy(&mut self, bytes: &[u8], start: usize, end: usize) {
        let length = self.length;
        self.length += end - start;
        if self.bytes.is_empty() {
            return;
        }
        if end - start > LONG {
            let (_, piece) = bytes.split_at(start);
            let (piece, _) = piece.split_at(end - start);
            let (_, room) = self.bytes.split_at_mut(length);
            let (place, _) = room.split_at_mut(end - start);
            place.copy_from_slice(piece);
            return;
        }
        let mut i = start;
        while i < end {
            self.bytes[length + i - start] = bytes[i];
            i += 1;
        }
    }
}

/// From here on, a copy as a slice takes fewer steps than one byte by byte.
const LONG: usize = 128;

/// The bytes that a JSON string may not hold as they stand, and the first byte of U+2028 and its neighbours.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        special[control] = true;
        control += 1;
    }
    special[b'"' as usize] = true;
    special[b'\\' as usize] = true;
    special[0xe2] = true;
    special
};

/// The escape of the line or paragraph separator that starts at `at`, if there is one.
const fn line_separator(bytes: &[u8], at: usize) -> Option<&'static str> {
    if bytes.len() - at < 3 || bytes[at] != 0xe2 || bytes[at + 1] != 0x80 {
        return None;
    }
    match bytes[at + 2] {
        0xa8 => Some("\\u2028"),
        0xa9 => Some("\\u2029"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Writer<'_>)) -> String {
        let mut counter = Writer::counting();
        write(&mut counter);
        let mut bytes = vec![0; counter.length().max(1)];
        let mut writer = Writer::filling(&mut bytes);
        write(&mut writer);
        let length = writer.length();
        assert_eq!(length, counter.length(), "both passes agree");
        bytes.truncate(length);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn every_character_survives_quoting_at_every_offset_of_a_word() {
        let special = [
            "\"", "\\", "\u{7f}", "\u{80}", "\u{2028}", "\u{2029}", "\u{2026}", "é", "🦀", " ", "!", "[", "]",
        ];
        let special: Vec<String> = (0..0x20)
            .map(|byte| char::from(byte).to_string())
            .chain(special.map(String::from))
            .collect();
        for character in &special {
            for before in 0..10 {
                for after in [0, 1, 9] {
                    let text = format!("{}{character}{}", "a".repeat(before), "b".repeat(after));
                    let quoted = written(|writer| writer.quoted(&text));
                    assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text, "{quoted}");
                    assert!(!quoted.contains(['\u{2028}', '\u{2029}']), "{quoted}");
                }
            }
        }
    }

    #[test]
    fn escapes_are_the_short_ones_and_only_where_needed() {
        let text = "\0\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f} !\"#[\\]\u{7f}é\u{2026}\u{2028}\u{2029}";
        let expected = "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f !\\\"#[\\\\]\u{7f}é\u{2026}\\u2028\\u2029\"";
        assert_eq!(written(|writer| writer.quoted(text)), expected);
    }

    #[test]
    fn a_comment_goes_on_behind_every_line_break() {
        let text = "a\nb\r\n\r\nc\rd\u{2028}e\u{2029}f \"\\\t\u{2026}\n";
        let expected = "// a\n  // b\n  //\n  // c\n  // d\n  // e\n  // f \"\\\t\u{2026}\n  //";
        let comment = written(|writer| {
            writer.text("// ");
            writer.commented(text, 1);
        });
        assert_eq!(comment, expected);
    }

    #[test]
    fn integers_to_the_extremes() {
        for value in [
            0,
            7,
            -7,
            10,
            255,
            i128::from(i64::MIN),
            i128::from(u64::MAX),
            i128::MIN,
            i128::MAX,
        ] {
            assert_eq!(written(|writer| writer.integer(value)), value.to_string());
        }
    }
}
