//! Writing text in const evaluation.
//!
//! Nothing can be allocated there, and the length of an array must be known before it is filled. So a [`Writer`] writes
//! into what room it is given, and counts on where that is too small.
//!
//! The interpreter that evaluates constants is slow: a call costs it microseconds, also one within the standard library
//! (splitting a slice takes dozens of them), and so does each mention of a constant. It refuses a constant that takes
//! more than two million calls and turns of loops. That is why the loops here look less simple than they might:
//! lengths and tables are read once, and bytes are copied eight to a turn by slice patterns, which call nothing and
//! check one length for all eight.

use super::definitions::Definitions;

/// Writes into a slice of bytes, and counts what it writes or would write.
pub(crate) struct Writer<'a> {
    /// Where to write; once a text did not fit, nowhere.
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

    /// Writes `text` as it stands.
    pub(crate) const fn text(&mut self, text: &str) {
        self.copy(text.as_bytes());
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
        let mut rest = text.as_bytes();
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
        let (_, significant) = digits.split_at(start);
        self.copy(significant);
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

    /// Writes `bytes` up to the first that is [`SPECIAL`]; returns them from there on.
    const fn plain<'t>(&mut self, bytes: &'t [u8]) -> &'t [u8] {
        let special = from_special(bytes);
        if special.is_empty() {
            self.copy(bytes);
        } else {
            let (plain, _) = bytes.split_at(bytes.len() - special.len());
            self.copy(plain);
        }
        special
    }

    const fn copy(&mut self, piece: &[u8]) {
        self.length += piece.len();
        let nowhere: &mut [u8] = &mut [];
        let mut room = std::mem::replace(&mut self.room, nowhere);
        if piece.len() > room.len() {
            return;
        }
        let mut rest = piece;
        while let [a, b, c, d, e, f, g, h, after @ ..] = rest {
            let [to_a, to_b, to_c, to_d, to_e, to_f, to_g, to_h, behind @ ..] = room else {
                return;
            };
            (*to_a, *to_b, *to_c, *to_d) = (*a, *b, *c, *d);
            (*to_e, *to_f, *to_g, *to_h) = (*e, *f, *g, *h);
            (rest, room) = (after, behind);
        }
        while let [byte, after @ ..] = rest {
            let [place, behind @ ..] = room else { return };
            *place = *byte;
            (rest, room) = (after, behind);
        }
        self.room = room;
    }
}

/// The bytes that a JSON string may not hold as they stand, and the first byte of U+2028 and its neighbours.
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

/// What is left of `bytes` from the first that is [`SPECIAL`].
const fn from_special(bytes: &[u8]) -> &[u8] {
    let special = SPECIAL;
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
        rest = after;
    }
    while let [byte, after @ ..] = rest {
        if special[*byte as usize] {
            break;
        }
        rest = after;
    }
    rest
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
