//! Where the next quote is that no backslash escapes, and where the line ends.
//!
//! There may be an escaped quote at every other byte, and each may be asked about: whether a key begins there, and where
//! it ends. The same quote and the same line break end all of them, so both are looked for once.

use core::cell::Cell;

use crate::read::cursor::Cursor;
use crate::read::scan;

/// The parts of the text that were searched in vain.
#[derive(Debug, Default, Clone)]
pub(crate) struct SearchedParts {
    /// For each kind of straight quote that is not escaped. Nothing escapes what is at the end of the part.
    quotes: [Cell<SearchedPart>; 2],
    /// For line breaks.
    line: Cell<SearchedPart>,
}

#[derive(Debug, Clone, Copy, Default)]
struct SearchedPart {
    start: usize,
    end: usize,
}

impl SearchedPart {
    /// This part if `from` is in it, else the empty one there.
    fn around(self, from: usize) -> Self {
        if (self.start..=self.end).contains(&from) {
            self
        } else {
            Self { start: from, end: from }
        }
    }
}

impl Cursor<'_> {
    /// The first straight quote from `inner` on that is not escaped; `limit` where there is none before that. A quote of
    /// this kind is right before `inner`.
    ///
    /// Whether that one is escaped itself does not matter: a backslash escapes one character.
    pub(crate) fn unescaped_quote(&self, inner: usize, quote: u8, limit: usize) -> usize {
        debug_assert_eq!(self.bytes().get(inner - 1), Some(&quote), "a quote is before it");
        let known = &self.work.marks.seen().searched.quotes[usize::from(quote == b'\'')];
        let bytes = &self.bytes()[..limit.min(self.text.len())];
        let mut part = known.get().around(inner);
        while part.end < bytes.len() {
            part.end = scan::either(bytes, part.end, quote, b'\\');
            if bytes.get(part.end) != Some(&b'\\') {
                break;
            }
            part.end += 2;
        }
        known.set(part);
        part.end.min(limit)
    }

    /// The first line break from `from` on; `limit` where there is none before that.
    pub(crate) fn line_end(&self, from: usize, limit: usize) -> usize {
        let bytes = &self.bytes()[..limit.min(self.text.len())];
        let mut part = self.work.marks.seen().searched.line.get().around(from);
        if part.end < bytes.len() {
            part.end = scan::byte::<b'\n'>(bytes, part.end);
        }
        self.work.marks.seen().searched.line.set(part);
        part.end.min(limit)
    }
}

#[cfg(test)]
mod tests {
    use crate::read::cursor::Cursor;
    use crate::read::steps::steps_of;
    use crate::record::Sink;
    use alloc::string::String;

    fn naive(text: &str, inner: usize, quote: u8, limit: usize) -> usize {
        let mut escaped = false;
        for (offset, byte) in text.as_bytes()[inner..limit].iter().enumerate() {
            if *byte == quote && !escaped {
                return inner + offset;
            }
            escaped = *byte == b'\\' && !escaped;
        }
        limit
    }

    /// Quotes are asked about in any order, with any limit: the answer is that of a search from the beginning.
    #[test]
    fn what_was_searched_changes_no_answer() {
        let mut state = 5u64;
        let mut next = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % limit
        };
        for _ in 0..2_000 {
            let units = ["\"", "\\", "\\\"", "'", "\\'", "a", "ä", "\n"];
            let text: String = (0..next(40)).map(|_| units[next(units.len())]).collect();
            let cursor = Cursor::new(&text, 0, Sink::default());
            let quotes: Vec<usize> = text.match_indices(['"', '\'']).map(|(place, _)| place).collect();
            for _ in 0..quotes.len() * 3 {
                let place = quotes[next(quotes.len())];
                let (quote, inner) = (text.as_bytes()[place], place + 1);
                let limit = inner + next(text.len() - inner + 1);
                let expected = naive(&text, inner, quote, limit);
                assert_eq!(
                    cursor.unescaped_quote(inner, quote, limit),
                    expected,
                    "{text:?} from {inner}"
                );
                let line = text[inner..].find('\n').map_or(limit, |offset| inner + offset);
                assert_eq!(cursor.line_end(inner, limit), line.min(limit), "{text:?} from {inner}");
            }
        }
    }

    /// Asking at every quote whether a key begins there looks at each byte a few times.
    #[test]
    fn keys_with_escaped_quotes_are_looked_at_once() {
        for unit in ["\\\"a", "\\'a", "\\\"a\\'b"] {
            let text = unit.repeat(10_000);
            let cursor = Cursor::new(&text, 0, Sink::default());
            let steps = steps_of(|| {
                for (place, _) in text.match_indices(['"', '\'']) {
                    cursor.key_ahead(place);
                }
            });
            assert!(steps < 12 * text.len(), "{unit:?}: {steps} steps");
        }
    }
}
