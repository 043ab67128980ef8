//! Finding the end of a value that is not shown as it comes, without reading anything of it twice.

use crate::read::scan;
use crate::read::steps::step;

/// How far into a value the text was looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan {
    /// How many brackets are open.
    depth: u32,
    inside: Inside,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Before the value's first byte.
    Nothing,
    /// Between the values and brackets of an object or list.
    Brackets,
    /// In a string.
    String,
    /// After a string, which is over only if the text goes on as JSON does.
    AfterString(usize),
    /// In a number or literal.
    Token,
    /// After the last closer.
    Over,
}

/// What was found.
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
        }
    }

    /// Looks on from `pos`, and leaves `pos` where it has to go on with the next push.
    pub(super) fn go_on(&mut self, text: &str, pos: &mut usize) -> Scanned {
        let bytes = text.as_bytes();
        loop {
            if self.inside == Inside::Over {
                return Scanned::End(*pos);
            }
            if self.inside == Inside::String {
                *pos = scan::string_stop(bytes, *pos);
                match bytes.get(*pos) {
                    None => return Scanned::Wait,
                    Some(b'\\') if *pos + 1 >= bytes.len() => return Scanned::Wait,
                    Some(b'\\') => *pos += 1,
                    Some(b'"') => self.inside = Inside::AfterString(*pos + 1),
                    Some(_) => {}
                }
                *pos += 1;
                continue;
            }
            let Some(&byte) = bytes.get(*pos) else {
                return Scanned::Wait;
            };
            step(1);
            match (self.inside, byte) {
                (Inside::Token, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.')
                | (Inside::Brackets, b',' | b':') => {}
                (Inside::Token, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') => {
                    if self.depth == 0 {
                        return Scanned::End(*pos);
                    }
                    self.inside = Inside::Brackets;
                    continue;
                }
                (Inside::Token, _) => return Scanned::Odd,
                (Inside::AfterString(end), b',' | b'}' | b']' | b':') => {
                    if self.depth == 0 {
                        return if byte == b':' { Scanned::Odd } else { Scanned::End(end) };
                    }
                    self.inside = Inside::Brackets;
                    continue;
                }
                (_, b' ' | b'\n' | b'\r' | b'\t') => {}
                (Inside::AfterString(_), _) => return Scanned::Odd,
                (_, b'{' | b'[') => {
                    self.depth += 1;
                    self.inside = Inside::Brackets;
                }
                (Inside::Brackets, b'}' | b']') => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.inside = Inside::Over;
                    }
                }
                (_, b'"') => self.inside = Inside::String,
                (_, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => self.inside = Inside::Token,
                _ => return Scanned::Odd,
            }
            *pos += 1;
        }
    }
}
