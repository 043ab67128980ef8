//! Finds the end of a value that is not shown as it arrives, without reading any of it twice.

use crate::read::scan;
use crate::read::steps::step;

/// How far into a value the scan has come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan {
    /// How many brackets are open.
    depth: u32,
    inside: Inside,
    /// Where the last string ends.
    string_end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Before the value's first byte.
    Nothing,
    /// Between the values and brackets of an object or list.
    Brackets,
    /// In a string.
    String,
    /// After a string, which has really ended only if the text continues as JSON does.
    AfterString,
    /// In a number or literal.
    Token,
    /// After the last closer.
    Over,
}

/// Whether a number or literal goes on with this byte.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_in_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// Where the number or literal ends that continues at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn after_token(bytes: &[u8], pos: usize) -> usize {
    let length = bytes[pos..].iter().take_while(|byte| is_in_token(**byte)).count();
    step(length);
    pos + length
}

/// What the scan found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scanned {
    /// The value ends here.
    End(usize),
    Wait,
    /// The value is not plain JSON.
    Odd,
}

impl Scan {
    pub(super) fn new() -> Self {
        Self {
            depth: 0,
            inside: Inside::Nothing,
            string_end: 0,
        }
    }

    /// Whether the text so far ends in a string of the value.
    #[inline]
    pub(super) fn is_in_string(&self) -> bool {
        self.inside == Inside::String
    }

    /// Where the value ends, if it is a string that nothing has followed yet but white space.
    pub(super) fn end_of_string(&self) -> Option<usize> {
        (self.inside == Inside::AfterString && self.depth == 0).then_some(self.string_end)
    }

    /// Where the value at `pos` ends, if it is a string without escapes, a number or a literal, and a comma or a closing
    /// bracket follows. A scan finds the same end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end_of_scalar(bytes: &[u8], pos: usize) -> Option<usize> {
        let end = match bytes.get(pos)? {
            b'"' => {
                let stop = scan::last_string_stop(bytes, pos + 1);
                (bytes.get(stop) == Some(&b'"')).then_some(stop + 1)?
            }
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => after_token(bytes, pos + 1),
            _ => return None,
        };
        matches!(bytes.get(end), Some(b',' | b'}' | b']')).then_some(end)
    }

    /// Continues the scan from `pos`, and leaves `pos` where the next push has to continue.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn go_on(&mut self, text: &str, pos: &mut usize) -> Scanned {
        if self.inside == Inside::Over {
            return Scanned::End(*pos);
        }
        self.scan(text.as_bytes(), pos)
    }

    #[inline(never)]
    fn scan(&mut self, bytes: &[u8], pos: &mut usize) -> Scanned {
        let mut at = *pos;
        let found = loop {
            if self.inside == Inside::String {
                if !self.string(bytes, &mut at) {
                    break Scanned::Wait;
                }
                continue;
            }
            if self.inside == Inside::Over {
                break Scanned::End(at);
            }
            let Some(&byte) = bytes.get(at) else {
                break Scanned::Wait;
            };
            step(1);
            match byte {
                b'"' if matches!(self.inside, Inside::Brackets | Inside::Nothing) => self.inside = Inside::String,
                b',' | b':' | b'}' | b']' => {
                    if let Some(found) = self.separator(byte, at) {
                        break found;
                    }
                    at += 1;
                    if let (Inside::Brackets, Some(b' ' | b'\n')) = (self.inside, bytes.get(at)) {
                        at = scan::after_last_space(bytes, at);
                    }
                    continue;
                }
                b' ' | b'\n' | b'\r' | b'\t' => {
                    if self.inside == Inside::Token {
                        if self.depth == 0 {
                            break Scanned::End(at);
                        }
                        self.inside = Inside::Brackets;
                    }
                    at = scan::after_last_space(bytes, at);
                    continue;
                }
                b'{' | b'[' if matches!(self.inside, Inside::Brackets | Inside::Nothing) => {
                    self.depth += 1;
                    self.inside = Inside::Brackets;
                }
                b'-' | b'0'..=b'9' | b't' | b'f' | b'n'
                    if matches!(self.inside, Inside::Brackets | Inside::Nothing) =>
                {
                    self.inside = Inside::Token;
                    at = after_token(bytes, at + 1) - 1;
                }
                _ if self.inside == Inside::Token && is_in_token(byte) => {}
                _ => break Scanned::Odd,
            }
            at += 1;
        };
        *pos = at;
        found
    }

    /// Scans a piece of a string, or its end; returns whether there is more of the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn string(&mut self, bytes: &[u8], at: &mut usize) -> bool {
        *at = scan::last_string_stop(bytes, *at);
        match bytes.get(*at) {
            None => return false,
            Some(b'"') => {
                *at += 1;
                self.inside = Inside::AfterString;
                self.string_end = *at;
                // Usually, a colon or comma comes next, and another string.
                if self.depth > 0
                    && let Some(b':' | b',') = bytes.get(*at)
                {
                    *at += 1;
                    *at += usize::from(bytes.get(*at) == Some(&b' '));
                    if let Some(b'\n') = bytes.get(*at) {
                        *at = scan::after_last_space(bytes, *at);
                    }
                    self.inside = Inside::Brackets;
                    if bytes.get(*at) == Some(&b'"') {
                        *at += 1;
                        self.inside = Inside::String;
                    }
                }
            }
            Some(b'\\') if *at + 1 >= bytes.len() => return false,
            Some(b'\\') => *at += 2,
            Some(_) => *at += 1,
        }
        true
    }

    /// Scans a comma, a colon or a closing bracket; returns what was found, if that ends the scan.
    #[inline]
    fn separator(&mut self, byte: u8, at: usize) -> Option<Scanned> {
        match self.inside {
            Inside::Nothing => return Some(Scanned::Odd),
            Inside::Token if byte == b':' => return Some(Scanned::Odd),
            Inside::Token if self.depth == 0 => return Some(Scanned::End(at)),
            Inside::AfterString if self.depth == 0 => {
                return Some(if byte == b':' {
                    Scanned::Odd
                } else {
                    Scanned::End(self.string_end)
                });
            }
            _ => self.inside = Inside::Brackets,
        }
        if matches!(byte, b'}' | b']') {
            self.depth -= 1;
            if self.depth == 0 {
                self.inside = Inside::Over;
            }
        }
        None
    }
}
