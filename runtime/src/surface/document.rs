//! The value that a surface found, written as JSON for the engine, with a map back to the caller's text.

use std::fmt::Write;
use std::ops::Range;

use crate::read::scan;
use crate::steps::step;

/// JSON text, and where each of its tokens comes from.
#[derive(Debug, Default)]
pub(super) struct Document {
    json: String,
    /// In the order of the JSON text.
    origins: Vec<Origin>,
    /// Nothing is written any more: the caller's text is cut off here.
    is_cut: bool,
}

/// A token of the JSON text, and the piece of the caller's text that it was made of.
#[derive(Debug, Clone, Copy)]
struct Origin {
    /// Where the token begins.
    token: u32,
    start: u32,
    end: u32,
}

impl Document {
    pub(super) fn json(&self) -> &str {
        &self.json
    }

    /// Writes an opening or closing bracket.
    pub(super) fn bracket(&mut self, bracket: char, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        if matches!(bracket, '{' | '[') {
            self.separate();
        }
        self.begin(&source);
        self.json.push(bracket);
    }

    pub(super) fn key(&mut self, name: &str, source: Range<usize>) {
        self.string(name, source);
        if !self.is_cut {
            self.json.push(':');
        }
    }

    pub(super) fn string(&mut self, content: &str, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        self.separate();
        self.begin(&source);
        write_string(content, &mut self.json);
    }

    /// Writes a number or literal, which is valid JSON.
    pub(super) fn bare(&mut self, token: &str, source: Range<usize>) {
        if self.is_cut {
            return;
        }
        self.separate();
        self.begin(&source);
        self.json.push_str(token);
    }

    /// Ends the document after the last token, which is incomplete: the caller's text ends there.
    pub(super) fn cut(&mut self, in_string: bool) {
        if !self.is_cut && in_string && self.json.ends_with('"') {
            self.json.pop();
        }
        self.is_cut = true;
    }

    /// Drops the last closing bracket: more might have followed.
    pub(super) fn open_end(&mut self) {
        if !self.is_cut {
            self.json.pop();
            self.is_cut = true;
        }
    }

    /// The piece of the caller's text that a piece of the JSON text was made of.
    pub(super) fn place(&self, span: &Range<usize>) -> Range<usize> {
        let at = |place: usize| {
            let after = self.origins.partition_point(|origin| origin.token as usize <= place);
            self.origins.get(after.saturating_sub(1)).copied()
        };
        let last = span.end.saturating_sub(1).max(span.start);
        match (at(span.start), at(last)) {
            (Some(first), Some(last)) => {
                let (start, end) = (first.start.min(last.start), first.end.max(last.end));
                start as usize..end as usize
            }
            _ => 0..0,
        }
    }

    fn begin(&mut self, source: &Range<usize>) {
        let small = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        self.origins.push(Origin {
            token: small(self.json.len()),
            start: small(source.start),
            end: small(source.end),
        });
    }

    /// Writes the comma before a key or element.
    fn separate(&mut self) {
        if !matches!(self.json.as_bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.json.push(',');
        }
    }
}

/// Writes a string with what RFC 8259 section 7 wants escaped, and nothing else.
pub(crate) fn write_string(content: &str, json: &mut String) {
    step(content.len());
    json.push('"');
    let mut from = 0;
    loop {
        let stop = scan::string_stop(content.as_bytes(), from);
        json.push_str(&content[from..stop]);
        let Some(&byte) = content.as_bytes().get(stop) else {
            break;
        };
        match byte {
            b'\n' => json.push_str("\\n"),
            b'\t' => json.push_str("\\t"),
            b'\r' => json.push_str("\\r"),
            0x08 => json.push_str("\\b"),
            0x0c => json.push_str("\\f"),
            b'"' | b'\\' => json.extend(['\\', char::from(byte)]),
            _ => {
                // Writing to a `String` cannot fail.
                let _ = write!(json, "\\u{byte:04x}");
            }
        }
        from = stop + 1;
    }
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::Document;

    #[test]
    fn pieces_of_the_json_lead_back_to_the_text() {
        let mut document = Document::default();
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
        let mut document = Document::default();
        document.bracket('{', 0..1);
        document.key("a", 1..2);
        document.string("x\\", 3..5);
        document.cut(true);
        document.bracket('}', 5..5);
        assert_eq!(document.json(), r#"{"a":"x\\"#);
    }
}
