//! JSON that is read in place of the caller's text, with the way back to that text.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::ops::Range;

use super::scan;
use super::steps::step;

/// JSON text, and where each piece of it comes from.
#[derive(Debug, Default)]
pub(crate) struct Transcript<'t> {
    json: Cow<'t, str>,
    /// In the order of the JSON text. If there are none, all of it is a part of the caller's text.
    pieces: Vec<Piece>,
    /// Where that part begins.
    start: usize,
    /// Nothing is written any more: the caller's text is cut off here.
    is_cut: bool,
}

/// A piece of the JSON text, up to the next one.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins in the JSON text.
    at: usize,
    /// Where it comes from.
    from: usize,
    /// How many bytes of the caller's text it is written for; none for a copy, of which each byte is one of them.
    length: Option<usize>,
}

impl<'t> Transcript<'t> {
    /// JSON that is a part of the caller's text, and begins there at `start`.
    pub(crate) fn part(json: &'t str, start: usize) -> Self {
        Self {
            json: Cow::Borrowed(json),
            start,
            ..Self::default()
        }
    }

    pub(crate) fn json(&self) -> &str {
        &self.json
    }

    /// The piece of the caller's text that a piece of the JSON text was made of.
    pub(crate) fn place(&self, span: &Range<usize>) -> Range<usize> {
        let first = self.source(span.start);
        if span.is_empty() {
            return first.start..first.start;
        }
        let last = self.source(span.end - 1);
        first.start.min(last.start)..first.end.max(last.end)
    }

    /// What the byte at this place was made of.
    fn source(&self, at: usize) -> Range<usize> {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        match self.pieces.get(after.saturating_sub(1)) {
            Some(&Piece {
                from,
                length: Some(length),
                ..
            }) => from..from + length,
            Some(copy) => {
                let place = copy.from + (at - copy.at);
                place..place + 1
            }
            None => self.start + at..self.start + self.json.len().clamp(at, at + 1),
        }
    }

    /// Writes an opening or closing bracket.
    pub(crate) fn bracket(&mut self, bracket: char, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        if matches!(bracket, '{' | '[') {
            self.separate();
        }
        self.written(bracket.encode_utf8(&mut [0; 4]), source);
    }

    pub(crate) fn key(&mut self, name: &str, source: Range<usize>) {
        self.string(name, source);
        if !self.is_cut {
            self.json.to_mut().push(':');
        }
    }

    pub(crate) fn string(&mut self, content: &str, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        self.separate();
        self.begin(source.start, Some(source.len()));
        write_string(content, self.json.to_mut());
    }

    /// Writes a number or literal, which is valid JSON.
    pub(crate) fn bare(&mut self, token: &str, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        self.separate();
        self.written(token, source);
    }

    /// Ends the text after the last token, which is incomplete: the caller's text ends there.
    pub(crate) fn cut(&mut self, in_string: bool) {
        if !self.is_cut && in_string && self.json.ends_with('"') {
            self.json.to_mut().pop();
        }
        self.is_cut = true;
    }

    /// Drops the last closing bracket: more might have followed.
    pub(crate) fn open_end(&mut self) {
        if !self.is_cut {
            self.json.to_mut().pop();
            self.is_cut = true;
        }
    }

    /// Writes JSON as it is, in the place of this part of the caller's text.
    pub(crate) fn written(&mut self, json: &str, source: Range<usize>) {
        self.begin(source.start, Some(source.len()));
        self.json.to_mut().push_str(json);
    }

    /// Copies a part of the caller's text.
    pub(crate) fn copy(&mut self, text: &str, part: Range<usize>) {
        self.begin(part.start, None);
        self.json.to_mut().push_str(&text[part]);
    }

    /// Writes a part of the caller's text into a string, so that each of its bytes has a place of its own.
    pub(crate) fn content(&mut self, text: &str, part: Range<usize>) {
        let start = part.start;
        runs(&text[part], |run, escaped| {
            let stop = start + run.end;
            if !run.is_empty() {
                self.copy(text, start + run.start..stop);
            }
            if let Some(byte) = escaped {
                self.character(char::from(byte), stop..stop + 1);
            }
        });
    }

    /// Writes a character into a string, in the place of this part of the caller's text.
    pub(crate) fn character(&mut self, c: char, source: Range<usize>) {
        self.begin(source.start, Some(source.len()));
        escape(c, self.json.to_mut());
    }

    fn begin(&mut self, from: usize, length: Option<usize>) {
        let at = self.json.len();
        self.pieces.push(Piece { at, from, length });
    }

    /// Writes the comma before a key or element.
    fn separate(&mut self) {
        if !matches!(self.json.as_bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.json.to_mut().push(',');
        }
    }
}

/// Writes a string with what RFC 8259 section 7 wants escaped, and nothing else.
pub(crate) fn write_string(content: &str, json: &mut String) {
    step(content.len());
    json.push('"');
    runs(content, |run, escaped| {
        json.push_str(&content[run]);
        match escaped {
            Some(0x08) => json.push_str("\\b"),
            Some(0x0c) => json.push_str("\\f"),
            Some(byte) => escape(char::from(byte), json),
            None => {}
        }
    });
    json.push('"');
}

/// Finds the runs of a string's content that are written as they are, each with the byte after it that is escaped.
#[inline]
fn runs(content: &str, mut each: impl FnMut(Range<usize>, Option<u8>)) {
    let mut from = 0;
    loop {
        let stop = scan::string_stop(content.as_bytes(), from);
        let escaped = content.as_bytes().get(stop).copied();
        each(from..stop, escaped);
        if escaped.is_none() {
            return;
        }
        from = stop + 1;
    }
}

/// Writes a character as it is inside a string: a control character that is no white space by its number.
fn escape(c: char, json: &mut String) {
    match c {
        '\n' => json.push_str("\\n"),
        '\t' => json.push_str("\\t"),
        '\r' => json.push_str("\\r"),
        '"' | '\\' => json.extend(['\\', c]),
        c if c < ' ' => {
            // Writing to a `String` cannot fail.
            let _ = write!(json, "\\u{:04x}", u32::from(c));
        }
        c => json.push(c),
    }
}

/// This part of the text without the white space around it.
pub(crate) fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let piece = &text[part.clone()];
    // As a rule there is none, and the bytes at its ends show it.
    if let [first, .., last] = piece.as_bytes()
        && first.is_ascii_graphic()
        && last.is_ascii_graphic()
    {
        return part;
    }
    let start = part.end - piece.trim_start().len();
    let end = start + text[start..part.end].trim_end().len();
    start..end
}

#[cfg(test)]
mod tests {
    use super::Transcript;

    #[test]
    fn pieces_of_the_json_lead_back_to_the_text() {
        let mut document = Transcript::default();
        document.bracket('{', 0..3);
        document.key("a", 4..5);
        document.string("x\"y", 6..9);
        document.key("b", 10..11);
        document.bare("12", 12..14);
        document.bracket('}', 15..18);
        assert_eq!(document.json(), r#"{"a":"x\"y","b":12}"#);
        assert_eq!(document.place(&(0..1)), 0..3);
        assert_eq!(document.place(&(5..11)), 6..9);
        assert_eq!(document.place(&(7..9)), 6..9);
        assert_eq!(document.place(&(16..18)), 12..14);
        assert_eq!(document.place(&(0..19)), 0..18);
    }

    #[test]
    fn a_string_that_is_cut_has_no_end() {
        let mut document = Transcript::default();
        document.bracket('{', 0..1);
        document.key("a", 1..2);
        document.string("x\\", 3..5);
        document.cut(true);
        document.bracket('}', 5..5);
        assert_eq!(document.json(), r#"{"a":"x\\"#);
    }
}
