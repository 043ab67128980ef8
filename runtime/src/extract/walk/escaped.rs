//! Documents whose quotes are escaped, as the content of a string would have them.

use alloc::string::String;

use super::CandidateWalk;
use crate::bounds::LONGEST_INDENT;
use crate::path::head;
use crate::read::scan;

impl CandidateWalk<'_> {
    /// Where an escaped document ends in the text: at the bracket that closes it.
    pub(super) fn escaped_end(&self, pos: usize, limit: usize) -> usize {
        let mut depth = 0usize;
        for (offset, byte) in self.text[pos..limit].bytes().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return pos + offset + 1;
                    }
                }
                _ => {}
            }
        }
        limit
    }
}

/// Whether the document at `pos` has its quotes escaped, as the content of a string would.
pub(in crate::extract) fn is_escaped(text: &str, pos: usize) -> bool {
    let rest = head(&text[pos + 1..], LONGEST_INDENT).trim_start_matches([' ', '\n', '\r', '\t', '{', '[']);
    let rest = rest.strip_prefix("\\n").unwrap_or(rest).trim_start();
    rest.starts_with("\\\"") && !rest.starts_with("\\\"\\\"")
}

/// Whether a document begins at `pos` that has its quotes escaped: as [`is_escaped`], for any byte of a text, and fast.
#[inline]
pub(in crate::extract) fn escapes(text: &str, pos: usize) -> bool {
    let bytes = text.as_bytes();
    if !matches!(bytes.get(pos), Some(b'{' | b'[')) {
        return false;
    }
    let next = scan::after_space(bytes, pos + 1);
    matches!(bytes.get(next), Some(b'\\' | b'{' | b'[')) && is_escaped(text, pos)
}

/// A document whose quotes are escaped, with one layer of escapes taken off.
pub(super) fn unescape(text: &str) -> String {
    let mut document = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            document.push(c);
            continue;
        }
        match characters.next() {
            Some('n') => document.push('\n'),
            Some('t') => document.push('\t'),
            Some('r') => document.push('\r'),
            Some(other @ ('"' | '\\' | '/')) => document.push(other),
            Some(other) => document.extend(['\\', other]),
            None => document.push('\\'),
        }
    }
    document
}
