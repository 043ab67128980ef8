//! The end of a value that breaks JSON's grammar: only its quotes and brackets are counted.

use super::{Awaited, Extent};
use crate::read::scan;
use crate::steps::step;

/// A scan for the end of an object or array that breaks JSON's grammar; it only looks at quotes and brackets.
#[derive(Debug, Clone)]
pub(in crate::calls) struct Balance {
    start: usize,
    pos: usize,
    depth: usize,
    quote: Option<u8>,
    /// The last byte before `pos` that is not a blank.
    before: u8,
}

/// The result of the search for a closing bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::calls) enum Balanced {
    /// The text ends first.
    Open,
    /// The outermost bracket is closed here.
    Closed(usize),
    /// The search was stopped here, because something else begins.
    Stopped(usize),
}

impl Extent {
    /// A scan by quotes and brackets alone, from the place where the grammar is broken.
    pub(in crate::calls) fn balance(&self, text: &str) -> Balance {
        let before = text[..self.pos].trim_ascii_end().bytes().next_back();
        Balance {
            start: self.start,
            pos: self.pos,
            depth: self.open.depth,
            quote: match self.expected {
                Awaited::Content { quote, .. } => Some(quote),
                _ => None,
            },
            before: before.unwrap_or_default(),
        }
    }
}

/// Whether a string is open at the end of this text, if an object or array begins at `start`.
#[cold]
pub(in crate::calls) fn ends_in_string(text: &str, start: usize) -> bool {
    let mut scan = Extent::without_keys(start);
    scan.go_on(text);
    let mut balance = scan.balance(text);
    // No bracket ends this scan.
    balance.depth = usize::MAX / 2;
    balance.go_on(text, true, |_| false);
    balance.quote.is_some()
}

/// Whether this text, which begins inside a string, contains the quote that closes it.
#[cold]
pub(in crate::calls) fn closes_string(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at = scan::string_stop(bytes, at);
        match bytes.get(at) {
            None => return false,
            Some(b'"') => return true,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// The first byte of a curly quote, which has three bytes. It represents the quote.
const CURLY: u8 = 0xE2;

impl Balance {
    pub(in crate::calls) fn start(&self) -> usize {
        self.start
    }

    /// Continues the search. It also ends at a `<` or `[` outside strings if `stops` returns true for its place.
    pub(in crate::calls) fn go_on(&mut self, text: &str, is_end: bool, stops: impl Fn(usize) -> bool) -> Balanced {
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            step(1);
            // The rest of the three bytes may not have arrived yet.
            if byte == CURLY && !is_end && self.pos + 3 > bytes.len() {
                return Balanced::Open;
            }
            // What follows a bracket shows whether it begins a mark.
            if matches!(byte, b'<' | b'[') && !is_end && self.pos + 1 >= bytes.len() {
                return Balanced::Open;
            }
            if let Some(quote) = self.quote {
                match byte {
                    b'\\' => self.pos += 1,
                    _ if byte == quote && (quote != CURLY || bytes[self.pos..].starts_with("”".as_bytes())) => {
                        self.quote = None;
                        self.before = b'"';
                    }
                    _ => {}
                }
                self.pos += 1;
                continue;
            }
            let may_open = matches!(self.before, b'{' | b'[' | b':' | b',' | b'(' | b'=');
            match byte {
                b'"' => self.quote = Some(byte),
                b'\'' if may_open => self.quote = Some(byte),
                CURLY if may_open && bytes[self.pos..].starts_with("“".as_bytes()) => self.quote = Some(CURLY),
                b'<' | b'[' if stops(self.pos) => return Balanced::Stopped(self.pos),
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Balanced::Closed(self.pos + 1);
                    }
                }
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.before = byte;
            }
            self.pos += 1;
        }
        Balanced::Open
    }
}
