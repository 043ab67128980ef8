//! Documents whose quotes are escaped, as the content of a string would have them.

use super::Walk;
use crate::path::head;

/// What stands between an opening bracket and the first escaped quote is no longer than this.
const LONGEST_INDENT: usize = 40;

impl Walk<'_> {
    /// Whether the document at `pos` has its quotes escaped, as the content of a string would.
    pub(super) fn is_escaped(&self, pos: usize) -> bool {
        let rest = head(&self.text[pos + 1..], LONGEST_INDENT).trim_start_matches([' ', '\n', '\r', '\t', '{', '[']);
        let rest = rest.strip_prefix("\\n").unwrap_or(rest).trim_start();
        rest.starts_with("\\\"") && !rest.starts_with("\\\"\\\"")
    }

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
