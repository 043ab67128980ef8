//! Writing text in const evaluation.
//!
//! Nothing can be allocated there, and the length of an array must be known before it is filled. So a [`Writer`] writes
//! into what room it is given, and counts on where that is too small.
//!
//! The interpreter that evaluates constants is slow: a call costs it microseconds, also one within the standard library
//! (splitting a slice needs dozens of them), and so does each mention of a constant. It refuses a constant that needs
//! more than two million calls and turns of loops. That is why the loops here look less simple than they might:
//! lengths and tables are read once, and bytes are copied eight to a turn by slice patterns, which call nothing and
//! check one length for all eight.

use super::definitions::Definitions;

/// Writes into a slice of bytes, and counts what it writes or would write.
pub(crate) struct Writer<'a> {
    /// Where to write: what does not fit any more is counted alone.
    room: &'a mut [u8],
    length: usize,
    /// The types that the text refers to by name.
    pub(crate) definitions: Definitions,
}

impl<'a> Writer<'a> {
    /// A writer that counts and writes nothing.
    #[cfg(any(test, feature = "dialects"))]
    pub(crate) const fn counting() -> Self {
        Self::filling(&mut [])
    }

    /// A writer that fills `bytes` from the start, as far as they go.
    pub(crate) const fn filling(bytes: &'a mut [u8]) -> Self {
        Self {
            room: bytes,
            length: 0,
            definitions: Definitions::NONE,
        }
    }

    /// Number of bytes that were written or counted.
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    /// Writes `text` as it is.
    pub(crate) const fn text(&mut self, text: &str) {
        self.copy(text.as_bytes());
    }

    /// Writes `text` as a JSON string with its quotes, which is a TypeScript string literal too.
    pub(crate) const fn quoted(&mut self, text: &str) {
        self.copy(b"\"");
        let rest = self.plain(text.as_bytes());
        if let [_, ..] = rest {
            self.escaped_rest(rest);
        }
        self.copy(b"\"");
    }

    /// Writes `text` as the inside of a JSON string (RFC 8259, section 7).
    ///
    /// U+2028 and U+2029 are escaped as well: JSON takes them as they are, but they end a line in JavaScript source.
    /// All other text outside ASCII stays what it is, which is shorter and what models read best.
    pub(crate) const fn escaped(&mut self, text: &str) {
        self.escaped_rest(text.as_bytes());
    }

    const fn escaped_rest(&mut self, text: &[u8]) {
        let mut rest = text;
        loop {
            rest = match self.plain(rest) {
                [] => return,
                [0xe2, 0x80, 0xa8, after @ ..] => {
                    self.text("\\u2028");
                    after
                }
                [0xe2, 0x80, 0xa9, after @ ..] => {
                    self.text("\\u2029");
                    after
                }
                [byte, after @ ..] => {
                    self.escaped_byte(*byte);
                    after
                }
            };
        }
    }

    const fn escaped_byte(&mut self, byte: u8) {
        match byte {
            b'"' => self.copy(b"\\\""),
            b'\\' => self.copy(b"\\\\"),
            b'\n' => self.copy(b"\\n"),
            b'\r' => self.copy(b"\\r"),
            b'\t' => self.copy(b"\\t"),
            0x08 => self.copy(b"\\b"),
            0x0c => self.copy(b"\\f"),
            0x00..0x20 => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                self.text("\\u00");
                self.copy(&[DIGITS[(byte >> 4) as usize], DIGITS[(byte & 0xf) as usize]]);
            }
            _ => self.copy(&[byte]),
        }
    }

    /// Writes `text` inside a `//` comment that starts at `indent`; every further line becomes a comment of its own.
    pub(crate) const fn commented(&mut self, text: &str, indent: usize) {
        let mut rest = text.as_bytes();
        loop {
            // What ends a line in JavaScript source ends a comment.
            rest = match self.plain(rest) {
                [] => return,
                [b'\r', b'\n', after @ ..] | [b'\n' | b'\r', after @ ..] | [0xe2, 0x80, 0xa8 | 0xa9, after @ ..] => {
                    self.line(indent);
                    // No space at the end of an empty line.
                    self.text(if matches!(after, [] | [b'\n' | b'\r', ..]) {
                        "//"
                    } else {
                        "// "
                    });
                    after
                }
                [byte, after @ ..] => {
                    self.copy(&[*byte]);
                    after
                }
            };
        }
    }

    /// Writes `value` in decimal digits.
    pub(crate) const fn integer(&mut self, value: i128) {
        if value < 0 {
            self.copy(b"-");
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
        let (_, significant) = digits.split_at(start);
        self.copy(significant);
    }

    /// Starts a line at `indent`, in levels of two spaces.
    pub(crate) const fn line(&mut self, indent: usize) {
        match indent {
            0 => self.copy(b"\n"),
            1 => self.copy(b"\n  "),
            2 => self.copy(b"\n    "),
            3 => self.copy(b"\n      "),
            4 => self.copy(b"\n        "),
            _ => {
                self.copy(b"\n");
                self.indent(indent);
            }
        }
    }

    /// Writes `indent` levels of two spaces.
    pub(crate) const fn indent(&mut self, indent: usize) {
        let mut left = indent;
        while left >= 4 {
            self.copy(b"        ");
            left -= 4;
        }
        match left {
            3 => self.copy(b"      "),
            2 => self.copy(b"    "),
            1 => self.copy(b"  "),
            _ => {}
        }
    }

    /// Writes `bytes` up to the first that is [`SPECIAL`]; returns them from there on.
    const fn plain<'t>(&mut self, bytes: &'t [u8]) -> &'t [u8] {
        let special = SPECIAL;
        let mut at = self.length;
        let mut rest = bytes;
        while let [a, b, c, d, e, f, g, h, after @ ..] = rest {
            if special[*a as usize]
                | special[*b as usize]
                | special[*c as usize]
                | special[*d as usize]
                | special[*e as usize]
                | special[*f as usize]
                | special[*g as usize]
                | special[*h as usize]
            {
                break;
            }
            if at + 8 <= self.room.len() {
                self.room[at] = *a;
                self.room[at + 1] = *b;
                self.room[at + 2] = *c;
                self.room[at + 3] = *d;
                self.room[at + 4] = *e;
                self.room[at + 5] = *f;
                self.room[at + 6] = *g;
                self.room[at + 7] = *h;
            }
            at += 8;
            rest = after;
        }
        while let [byte, after @ ..] = rest {
            if special[*byte as usize] {
                break;
            }
            if at < self.room.len() {
                self.room[at] = *byte;
            }
            at += 1;
            rest = after;
        }
        self.length = at;
        rest
    }

    /// Writes bytes of text as they are. A byte string literal needs no call that makes bytes of it.
    pub(crate) const fn copy(&mut self, piece: &[u8]) {
        let mut at = self.length;
        self.length += piece.len();
        if self.length > self.room.len() {
            return;
        }
        let room = &mut *self.room;
        let mut rest = piece;
        while let [a, b, c, d, e, f, g, h, after @ ..] = rest {
            room[at] = *a;
            room[at + 1] = *b;
            room[at + 2] = *c;
            room[at + 3] = *d;
            room[at + 4] = *e;
            room[at + 5] = *f;
            room[at + 6] = *g;
            room[at + 7] = *h;
            at += 8;
            rest = after;
        }
        while let [byte, after @ ..] = rest {
            room[at] = *byte;
            at += 1;
            rest = after;
        }
    }
}

/// The bytes that a JSON string must escape, and the first byte of U+2028 and its neighbours.
const SPECIAL: &[bool; 256] = &{
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
