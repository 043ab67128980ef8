//! Whether a string in place of a list or object holds it.

use core::ops::Range;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::entity;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// Records a guess if a string was read as the only element of a list but looks like a list or object itself, with
    /// strings in it, however broken it is.
    #[cold]
    pub(crate) fn conserve_wrapped(&mut self, span: Range<usize>, at: &Frame<'_>) {
        let Some(text) = self.text.get(span.clone()).filter(|text| quotes::opens_string(text)) else {
            return;
        };
        step(text.len());
        let inner = text.trim_matches(|c: char| quotes::is_quote(c) || c.is_whitespace() || c == '\\');
        let inner = ["n", "json"]
            .iter()
            .fold(inner, |inner, word| inner.strip_prefix(word).unwrap_or(inner));
        let inner = inner.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\\' | '`'));
        let has_list = inner.starts_with(['[', '{', '(', '［', '｛']) || inner.ends_with(']') || text.contains("```");
        // It is never closed, or has commas between its brackets: `[1, 2`, `[a, b]`.
        let is_list = inner
            .strip_prefix('[')
            .is_some_and(|inner| match inner.strip_suffix(']') {
                Some(inner) => inner.contains([',', '\n']) || inner.contains("\\n"),
                None => !inner.contains(']'),
            });
        // Strings in it are rather values of their own, and so they are if they are in brackets or commas are between them.
        let mut marks = text.get(1..text.len() - 1).unwrap_or_default().match_indices('"');
        let has_strings = marks.any(|(at, _)| at > 0 && text.as_bytes()[at] != b'\\')
            || (text.contains('"')
                && text.contains("\\\"")
                && (text.contains(['{', '[', '【', '<']) || text.contains("\\\",")))
            || entity::holds_quote(text);
        let holds_list =
            has_list && (inner.contains(quotes::is_quote) || (text.starts_with('`') && inner.ends_with("[]")));
        if is_list || has_strings || holds_list {
            self.repaired(RepairKind::JsonAsText, at, span);
        }
    }

    /// Records a guess if the string at `span`, which was read as a document, has quotes or line breaks inside that are not escaped, or
    /// strings in single quotes, and backslashes that may be those of the document's own strings.
    #[cold]
    pub(crate) fn conserve_unwrapped(&mut self, span: Range<usize>, at: &Frame<'_>) {
        let Some(text) = self.text.get(span.clone()).filter(|text| text.contains('\\')) else {
            return;
        };
        step(text.len());
        let (mut has_quote, mut has_escape, mut escaped) = (false, false, false);
        for byte in text.bytes().skip(1).take(text.len().saturating_sub(2)) {
            has_escape |= escaped && byte != b'"';
            has_quote |= !escaped && matches!(byte, b'"' | b'\n');
            escaped = byte == b'\\' && !escaped;
        }
        // In a document in Python's quotes, nothing had to be escaped.
        has_quote |= ["':", "',", "']", "'}"].iter().any(|end| text.contains(end));
        if has_quote && has_escape {
            self.repaired(RepairKind::AmbiguousEscape, at, span);
        }
    }
}
