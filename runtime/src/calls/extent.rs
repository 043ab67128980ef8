//! Where a JSON value ends, found by its quotes and brackets alone, and without reading any of it twice.
//!
//! The end of a call's arguments is found here before they are read: a mark inside a string does not end them. What breaks
//! JSON's grammar ends the scan, at most one token after the place where it broke.

use alloc::vec::Vec;
use core::ops::Range;

use crate::read::scan;
use crate::steps::step;

/// One key of the outermost object, and where its value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    /// Between the quotes.
    pub(super) key: Range<usize>,
    /// From the value's first byte; the end is its last one, once that has arrived.
    pub(super) value: Range<usize>,
    pub(super) is_complete: bool,
}

/// How far into a JSON value the scan has come.
#[derive(Debug, Clone)]
pub(super) struct Extent {
    start: usize,
    pos: usize,
    /// The brackets that are open.
    open: Vec<u8>,
    expected: Awaited,
    /// Where the string or token that was read last begins.
    last: usize,
    /// The keys of the outermost object.
    pub(super) pairs: Vec<Pair>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Value,
    Key,
    Colon,
    /// A comma or a closer.
    Separator,
    /// The rest of a string with this quote.
    Content {
        quote: u8,
        is_key: bool,
    },
    /// The rest of a number or literal.
    Token,
}

/// What a scan came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// The text ends inside the value.
    Open,
    /// The value ends here.
    Closed(usize),
    /// This is not JSON; the place is where the last token begins, which may have swallowed what it should not.
    Broken(usize),
}

impl Extent {
    /// A scan of the object or array that begins at `start`.
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            pos: start,
            open: Vec::new(),
            expected: Awaited::Value,
            last: start,
            pairs: Vec::new(),
        }
    }

    /// Where the value begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Goes on with the scan where it stopped.
    pub(super) fn go_on(&mut self, text: &str) -> Reach {
        let bytes = text.as_bytes();
        loop {
            match self.expected {
                Awaited::Content { quote, is_key } => {
                    if !self.content(bytes, quote, is_key) {
                        return Reach::Open;
                    }
                    continue;
                }
                Awaited::Token => self.token(bytes),
                _ => self.pos = scan::after_space(bytes, self.pos),
            }
            let Some(&byte) = bytes.get(self.pos) else {
                return Reach::Open;
            };
            step(1);
            let went_on = match self.expected {
                Awaited::Value => self.value(byte),
                Awaited::Key => self.key(byte),
                Awaited::Colon if byte == b':' => {
                    self.pos += 1;
                    self.expected = Awaited::Value;
                    true
                }
                Awaited::Colon => false,
                Awaited::Separator | Awaited::Token | Awaited::Content { .. } => self.separator(byte),
            };
            if !went_on {
                return Reach::Broken(self.last);
            }
            if self.open.is_empty() {
                return Reach::Closed(self.pos);
            }
        }
    }

    /// Reads on in a string; `false` if its end has not arrived.
    fn content(&mut self, bytes: &[u8], quote: u8, is_key: bool) -> bool {
        loop {
            self.pos = if quote == b'"' {
                scan::string_stop(bytes, self.pos)
            } else {
                scan::content_stop(bytes, self.pos, quote)
            };
            match bytes.get(self.pos) {
                None => return false,
                Some(b'\\') if self.pos + 1 >= bytes.len() => return false,
                Some(b'\\') => self.pos += 2,
                Some(&byte) if byte == quote => {
                    self.pos += 1;
                    break;
                }
                Some(_) => self.pos += 1,
            }
        }
        if is_key {
            if self.open.len() == 1 {
                let key = self.last + 1..self.pos - 1;
                let value = self.pos..self.pos;
                self.pairs.push(Pair {
                    key,
                    value,
                    is_complete: false,
                });
            }
            self.expected = Awaited::Colon;
        } else {
            self.valued();
        }
        true
    }

    /// Reads on in a number or literal.
    fn token(&mut self, bytes: &[u8]) {
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_');
        while bytes.get(self.pos).is_some_and(is_part) {
            step(1);
            self.pos += 1;
        }
        if self.pos < bytes.len() {
            self.valued();
            self.pos = scan::after_space(bytes, self.pos);
        }
    }

    /// A value of the innermost object or array has ended.
    fn valued(&mut self) {
        self.expected = Awaited::Separator;
        if let ([b'{'], Some(pair)) = (&self.open[..], self.pairs.last_mut()) {
            pair.value.end = self.pos;
            pair.is_complete = true;
        }
    }

    fn value(&mut self, byte: u8) -> bool {
        if let ([b'{'], Some(pair)) = (&self.open[..], self.pairs.last_mut())
            && !pair.is_complete
        {
            pair.value = self.pos..self.pos;
        }
        match byte {
            b'{' => {
                self.open.push(byte);
                self.expected = Awaited::Key;
            }
            b'[' => self.open.push(byte),
            b'"' | b'\'' => {
                self.expected = Awaited::Content {
                    quote: byte,
                    is_key: false,
                };
                self.last = self.pos;
            }
            b']' if self.open.last() == Some(&b'[') => return self.close(),
            b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                self.expected = Awaited::Token;
                self.last = self.pos;
            }
            _ => return false,
        }
        self.pos += 1;
        true
    }

    fn key(&mut self, byte: u8) -> bool {
        match byte {
            b'"' | b'\'' => {
                self.expected = Awaited::Content {
                    quote: byte,
                    is_key: true,
                };
                self.last = self.pos;
                self.pos += 1;
                true
            }
            b'}' => self.close(),
            _ => false,
        }
    }

    fn separator(&mut self, byte: u8) -> bool {
        match (byte, self.open.last()) {
            (b',', Some(b'{')) => self.expected = Awaited::Key,
            (b',', Some(b'[')) => self.expected = Awaited::Value,
            (b'}', Some(b'{')) | (b']', Some(b'[')) => return self.close(),
            _ => return false,
        }
        self.pos += 1;
        true
    }

    fn close(&mut self) -> bool {
        self.pos += 1;
        self.open.pop();
        self.valued();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Extent, Reach};

    #[track_caller]
    fn reaches(text: &str, expected: Reach) {
        assert_eq!(Extent::new(0).go_on(text), expected, "{text}");
        let mut scan = Extent::new(0);
        let ends = (1..=text.len()).filter(|&end| text.is_char_boundary(end));
        let by_bytes = ends
            .map(|end| scan.go_on(&text[..end]))
            .find(|reach| *reach != Reach::Open);
        assert_eq!(by_bytes.unwrap_or(Reach::Open), expected, "{text}");
    }

    #[test]
    fn a_value_ends_where_its_brackets_do() {
        reaches("{}", Reach::Closed(2));
        reaches("{\"a\": [1, {\"b\": \"}\\\"]\"}], \"c\": true} x", Reach::Closed(36));
        reaches("{'a': 'x', \"b\": -1.5e3,}", Reach::Closed(24));
        reaches("[1, 2", Reach::Open);
        reaches("{\"a\": \"x</tool_call>", Reach::Open);
    }

    #[test]
    fn what_breaks_the_grammar_ends_the_scan() {
        reaches("{\"a\": \"x</tool_call>\n<tool_call>{\"name\": 1", Reach::Broken(6));
        reaches("{a: 1}", Reach::Broken(0));
        reaches("[1 2]", Reach::Broken(1));
        reaches("[1}", Reach::Broken(1));
    }

    #[test]
    fn the_keys_of_the_outermost_object_are_noted() {
        let text = "{\"name\": \"f\", \"arguments\": {\"name\": 2}, \"n\": 3}";
        let mut scan = Extent::new(0);
        scan.go_on(text);
        let pairs: Vec<_> = scan
            .pairs
            .iter()
            .map(|pair| (&text[pair.key.clone()], &text[pair.value.clone()], pair.is_complete))
            .collect();
        let expected = [
            ("name", "\"f\"", true),
            ("arguments", "{\"name\": 2}", true),
            ("n", "3", true),
        ];
        assert_eq!(pairs, expected);
    }
}
