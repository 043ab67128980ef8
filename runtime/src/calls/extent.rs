//! Where a JSON value ends, found by its quotes and brackets alone, and without reading any of it twice.
//!
//! The end of a call's arguments is found here before they are read: a mark inside a string does not end them. What breaks
//! JSON's grammar ends the scan, at most one token after the place where it broke.

mod balance;

use alloc::vec::Vec;
use core::ops::Range;

pub(super) use balance::{Balance, Balanced, closes_string, ends_in_string};

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

impl Pair {
    /// A pair whose value begins at `start`.
    pub(super) fn open(key: Range<usize>, start: usize) -> Self {
        Self {
            key,
            value: start..start,
            is_complete: false,
        }
    }
}

/// How far into a JSON value the scan has come.
#[derive(Debug, Clone)]
pub(super) struct Extent {
    start: usize,
    pos: usize,
    open: Brackets,
    expected: Awaited,
    /// Where the string or token that was read last begins.
    last: usize,
    /// The keys of the outermost object are noted.
    has_keys: bool,
    /// The keys of the outermost object.
    pub(super) pairs: Vec<Pair>,
}

/// The brackets that are open, one bit for each: set for an object. A call seldom has more than 64.
#[derive(Debug, Clone, Default)]
struct Brackets {
    depth: usize,
    /// The innermost ones, up to a whole 64 of them.
    innermost: u64,
    /// All others.
    outer: Vec<u64>,
}

impl Brackets {
    fn open(&mut self, is_object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.outer.push(self.innermost);
        }
        self.innermost = self.innermost << 1 | u64::from(is_object);
        self.depth += 1;
    }

    fn close(&mut self) {
        self.innermost >>= 1;
        self.depth = self.depth.saturating_sub(1);
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.innermost = self.outer.pop().unwrap_or_default();
        }
    }

    fn is_in_object(&self) -> bool {
        self.depth > 0 && self.innermost & 1 == 1
    }

    fn is_in_list(&self) -> bool {
        self.depth > 0 && self.innermost & 1 == 0
    }
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
    /// The rest of a key without quotes.
    Name,
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
    /// A scan of the object, array or string that begins at `start`.
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            pos: start,
            open: Brackets::default(),
            expected: Awaited::Value,
            last: start,
            has_keys: true,
            pairs: Vec::new(),
        }
    }

    /// Like [`Extent::new`], without noting the keys of the object.
    pub(super) fn without_keys(start: usize) -> Self {
        Self {
            has_keys: false,
            ..Self::new(start)
        }
    }

    /// A scan of the object at `start` that has come to `pos`, after an element of the array that this pair has.
    pub(super) fn after_element(start: usize, array: Pair, pos: usize) -> Self {
        let mut scan = Self::new(start);
        scan.open.open(true);
        scan.open.open(false);
        scan.pairs.push(array);
        scan.pos = pos;
        scan.expected = Awaited::Separator;
        scan.last = pos - 1;
        scan
    }

    /// How many objects and arrays are open at the end of this text, if one begins at `start`.
    #[cold]
    pub(super) fn depth_at(text: &str, start: usize) -> usize {
        let mut scan = Self::without_keys(start);
        scan.go_on(text);
        scan.open.depth
    }

    /// Where the value begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Where the scan is.
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// The value is known to end here.
    pub(super) fn pass(&mut self, end: usize) {
        self.pos = end;
        self.expected = Awaited::Separator;
    }

    /// Goes on with the scan where it stopped.
    pub(super) fn go_on(&mut self, text: &str) -> Reach {
        let bytes = text.as_bytes();
        if self.open.depth == 0 && self.expected == Awaited::Separator {
            return Reach::Closed(self.pos);
        }
        loop {
            match self.expected {
                Awaited::Content { quote, is_key } => {
                    if !self.content(bytes, quote, is_key) {
                        return Reach::Open;
                    }
                    if self.open.depth == 0 {
                        return Reach::Closed(self.pos);
                    }
                    continue;
                }
                Awaited::Token => self.token(bytes),
                Awaited::Name => self.name(bytes),
                _ if bytes.get(self.pos).is_some_and(|byte| *byte > b' ') => {}
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
                Awaited::Separator | Awaited::Token | Awaited::Name | Awaited::Content { .. } => self.separator(byte),
            };
            if !went_on {
                return Reach::Broken(self.last);
            }
            if self.open.depth == 0 && self.expected == Awaited::Separator {
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
            if self.has_keys && self.open.depth == 1 {
                self.pairs.push(Pair::open(self.last + 1..self.pos - 1, self.pos));
            }
            self.expected = Awaited::Colon;
            if bytes.get(self.pos) == Some(&b':') {
                self.pos += 1;
                self.expected = Awaited::Value;
            }
        } else {
            self.valued();
            self.comma(bytes);
        }
        true
    }

    /// Goes on after a comma, if one follows the value.
    #[inline(always)]
    fn comma(&mut self, bytes: &[u8]) {
        if self.open.depth > 0 && bytes.get(self.pos) == Some(&b',') {
            self.pos += 1;
            self.expected = if self.open.is_in_object() {
                Awaited::Key
            } else {
                Awaited::Value
            };
        }
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

    /// Continues in a key without quotes.
    #[cold]
    fn name(&mut self, bytes: &[u8]) {
        while bytes.get(self.pos).is_some_and(|&byte| is_in_key(byte)) {
            step(1);
            self.pos += 1;
        }
        if self.pos < bytes.len() {
            if self.has_keys && self.open.depth == 1 {
                self.pairs.push(Pair::open(self.last..self.pos, self.pos));
            }
            self.expected = Awaited::Colon;
            self.pos = scan::after_space(bytes, self.pos);
        }
    }

    /// A value of the innermost object or array has ended.
    fn valued(&mut self) {
        self.expected = Awaited::Separator;
        if self.open.depth == 1
            && let Some(pair) = self.pairs.last_mut()
        {
            pair.value.end = self.pos;
            pair.is_complete = true;
        }
    }

    fn value(&mut self, byte: u8) -> bool {
        if self.open.depth == 1
            && let Some(pair) = self.pairs.last_mut()
            && !pair.is_complete
        {
            pair.value = self.pos..self.pos;
        }
        match byte {
            b'{' => {
                self.open.open(true);
                self.expected = Awaited::Key;
            }
            b'[' => self.open.open(false),
            b'"' | b'\'' => {
                self.expected = Awaited::Content {
                    quote: byte,
                    is_key: false,
                };
                self.last = self.pos;
            }
            b']' if self.open.is_in_list() => return self.close(),
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
            _ if begins_key(byte) => {
                self.expected = Awaited::Name;
                self.last = self.pos;
                self.pos += 1;
                true
            }
            _ => false,
        }
    }

    fn separator(&mut self, byte: u8) -> bool {
        match byte {
            b',' if self.open.is_in_object() => self.expected = Awaited::Key,
            b',' if self.open.is_in_list() => self.expected = Awaited::Value,
            b'}' if self.open.is_in_object() => return self.close(),
            b']' if self.open.is_in_list() => return self.close(),
            _ => return false,
        }
        self.pos += 1;
        true
    }

    fn close(&mut self) -> bool {
        self.pos += 1;
        self.open.close();
        self.valued();
        true
    }
}

/// Whether a key without quotes may begin with this byte.
pub(super) fn begins_key(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$')
}

/// Whether this byte may be in a key without quotes.
pub(super) fn is_in_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-')
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
        reaches("{a: 'x', b_2 : {c: 1}}", Reach::Closed(22));
        reaches("[1, 2", Reach::Open);
        reaches("\"{\\\"a\\\": 1}\" x", Reach::Closed(12));
        reaches("\"{", Reach::Open);
        reaches("{\"a\": \"x</tool_call>", Reach::Open);
    }

    #[test]
    fn brackets_close_in_the_order_in_which_they_open() {
        for depth in [1, 2, 63, 64, 65, 127, 128, 129, 300] {
            let is_object = |level: usize| level % 3 == 1;
            let mut text: String = (0..depth)
                .map(|level| if is_object(level) { "{\"a\":" } else { "[" })
                .collect();
            text.push('1');
            let mut wrong = text.clone();
            for level in (0..depth).rev() {
                text.push(if is_object(level) { '}' } else { ']' });
                let is_last = level == 0;
                wrong.push(if is_object(level) == is_last { ']' } else { '}' });
            }
            assert_eq!(Extent::new(0).go_on(&text), Reach::Closed(text.len()), "{depth}");
            assert!(
                matches!(Extent::without_keys(0).go_on(&wrong), Reach::Broken(_)),
                "{depth}"
            );
        }
    }

    #[test]
    fn what_breaks_the_grammar_ends_the_scan() {
        reaches("{\"a\": \"x</tool_call>\n<tool_call>{\"name\": 1", Reach::Broken(6));
        reaches("{a 1}", Reach::Broken(1));
        reaches("{a, b}", Reach::Broken(1));
        reaches("{1: 2}", Reach::Broken(0));
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
