//! Documents whose quotes are escaped, as the content of a string or of a page of HTML would have them.

use alloc::string::String;

use super::CandidateWalk;
use crate::bounds::LONGEST_INDENT;
use crate::path::head;
use crate::read::entity;
use crate::read::scan;
use crate::read::steps::step;

impl CandidateWalk<'_> {
    /// The document at `pos` with one layer of `escapes` taken off, unless a string in it has quotes that are not escaped: then the
    /// others are only the damage of a few strings.
    pub(super) fn escaped_document(
        &mut self,
        escapes: EscapedQuotes,
        pos: usize,
        limit: usize,
    ) -> Option<EscapedDocument> {
        let end = self.escaped_end(pos, limit);
        step(end - pos);
        self.spend(end - pos);
        let document = &self.text[pos..end];
        let mut quotes = document.match_indices('"');
        let opens_string = |at: usize| document[..at].trim_end_matches(' ').ends_with([':', ',', '[']);
        let is_doubled = |at: usize| escapes == EscapedQuotes::Doubled && document[at + 1..].starts_with('"');
        let is_whole = !quotes.any(|(at, _)| opens_string(at) && !is_doubled(at));
        step(if is_whole { 2 * (limit - pos) } else { 0 });
        is_whole.then(|| EscapedDocument {
            escapes,
            text: escapes.taken_off(&self.text[pos..limit]),
            end,
        })
    }

    /// Where an escaped document ends in the text: at the bracket that closes it.
    fn escaped_end(&self, pos: usize, limit: usize) -> usize {
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

/// How the quotes of a document are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::extract) enum EscapedQuotes {
    /// `\"`, as in a string of JSON.
    Backslashes,
    /// `&quot;`, as in HTML.
    Entities,
    /// `""`, as in a cell of CSV (RFC 4180, section 2, rule 7).
    Doubled,
}

impl EscapedQuotes {
    /// How the quotes of the document at `pos` are escaped, if they are.
    pub(in crate::extract) fn at(text: &str, pos: usize) -> Option<Self> {
        let rest = head(&text[pos + 1..], LONGEST_INDENT).trim_start_matches([' ', '\n', '\r', '\t', '{', '[']);
        if entity::QUOTES.iter().any(|quote| rest.starts_with(quote)) {
            return Some(Self::Entities);
        }
        let is_cell = text[..pos].ends_with('"') && !text[..pos].ends_with("\"\"");
        let is_key = |inner: &str| inner.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_cell && rest.strip_prefix("\"\"").is_some_and(is_key) {
            return Some(Self::Doubled);
        }
        let rest = rest.strip_prefix("\\n").unwrap_or(rest).trim_start();
        (rest.starts_with("\\\"") && !rest.starts_with("\\\"\\\"")).then_some(Self::Backslashes)
    }

    /// The document with one layer of escapes taken off.
    fn taken_off(self, text: &str) -> String {
        match self {
            Self::Backslashes => unescape(text),
            Self::Entities => {
                let mut document = String::with_capacity(text.len());
                entity::decode(text, &mut document);
                document
            }
            Self::Doubled => text.replace("\"\"", "\""),
        }
    }

    /// How many bytes of the text correspond to the first `length` bytes of the document.
    fn written(self, text: &str, length: usize) -> usize {
        // Escapes can be removed part by part: no bracket that ends a document is inside an escape.
        let mut before = 0;
        let mut taken = 0;
        for (end, _) in text.match_indices(['}', ']']) {
            taken += self.taken_off(&text[before..=end]).len();
            before = end + 1;
            if taken >= length {
                break;
            }
        }
        if taken < length { text.len() } else { before }
    }
}

/// A document whose quotes are escaped.
#[derive(Debug, Clone)]
pub(in crate::extract) struct EscapedDocument {
    escapes: EscapedQuotes,
    /// The document with one layer of escapes taken off.
    pub(in crate::extract) text: String,
    /// Where it ends in the text, as far as its brackets show that.
    pub(in crate::extract) end: usize,
}

impl EscapedDocument {
    /// Where the first `length` bytes of the document end in the text, if the document begins at `start`.
    pub(in crate::extract) fn end_of(&self, text: &str, start: usize, length: usize) -> usize {
        let end = start + self.escapes.written(&text[start..], length);
        step(2 * (end - start));
        end
    }
}

/// Whether a document with escaped quotes begins at `pos`. Like [`EscapedQuotes::at`], but fast, and for any byte of a text.
#[inline]
pub(in crate::extract) fn escapes(text: &str, pos: usize) -> bool {
    let bytes = text.as_bytes();
    if !matches!(bytes.get(pos), Some(b'{' | b'[')) {
        return false;
    }
    let next = scan::after_space(bytes, pos + 1);
    let may_escape = match bytes.get(next) {
        Some(b'\\' | b'&' | b'{' | b'[') => true,
        Some(b'"') => bytes.get(next + 1) == Some(&b'"'),
        _ => false,
    };
    may_escape && EscapedQuotes::at(text, pos).is_some()
}

/// A document whose quotes have a backslash before them, with one layer of escapes taken off.
fn unescape(text: &str) -> String {
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
