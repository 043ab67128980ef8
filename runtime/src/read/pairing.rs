//! The quotes inside a string, in pairs: whether one of them may have ended the string.

use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::quotes::may_be_quote;

/// What a quote inside a string looks like, by the characters on both of its sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Opens,
    Closes,
    /// An apostrophe or an inch mark.
    Neither,
}

impl Side {
    fn of(quote: char, before: Option<char>, after: Option<char>) -> Self {
        let is_word = char::is_alphanumeric;
        if is_apostrophe(quote) && before.is_some_and(is_word) && after.is_some_and(is_word) {
            return Self::Neither;
        }
        if !quote.is_ascii() {
            return if is_opening(quote) { Self::Opens } else { Self::Closes };
        }
        let (before_word, after_word) = (before.is_some_and(is_word), after.is_some_and(is_word));
        match (before, after) {
            (None, Some(after)) if after.is_whitespace() || matches!(after, ',' | ';' | '}' | ']') => Self::Closes,
            (None, _) => Self::Opens,
            (_, None) => Self::Closes,
            (Some(before), Some(after)) => {
                let opens = !before_word && !after.is_whitespace();
                let closes = !before.is_whitespace() && !after_word;
                match (opens, closes) {
                    (true, false) => Self::Opens,
                    // An inch mark, unless a quotation is open.
                    (false, true) if before.is_ascii_digit() => Self::Neither,
                    (false, true) => Self::Closes,
                    // Punctuation on both sides.
                    (true, true) if matches!(before, '(' | '[' | '{' | '=' | ',' | ':' | ';') => Self::Opens,
                    (true, true) if matches!(after, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}') => {
                        Self::Closes
                    }
                    _ => Self::Neither,
                }
            }
        }
    }
}

/// Whether this mark is an apostrophe between letters.
fn is_apostrophe(quote: char) -> bool {
    matches!(quote, '\'' | '’')
}

/// Whether this typographic mark opens a quotation wherever it is.
fn is_opening(quote: char) -> bool {
    matches!(
        quote,
        '“' | '„' | '‟' | '‘' | '‚' | '‛' | '«' | '‹' | '「' | '『' | '｢' | '〝'
    )
}

/// Whether `c` is one of the marks of a string that `open` opened.
#[inline]
pub(super) fn marks(open: char, c: char) -> bool {
    open != '"' && (c == open || (may_be_quote(c) && closing_quotes(open).is_some_and(|close| close.contains(&c))))
}

/// The pairing of the quotes in a string, as they come.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
#[derive(Clone, Copy, Default)]
pub(super) struct Pairing {
    /// An inner quotation is open.
    pub(super) is_open: bool,
    /// The first quote that closed what only the string's own quote can have opened.
    pub(super) closed_at: Option<usize>,
    /// The first quote outside a quotation that may be an inch mark.
    pub(super) inch_at: Option<usize>,
    /// Another quotation was opened after that: the string may have ended at the quote that closed it.
    pub(super) is_doubtful: bool,
    /// How many quotes outside a quotation may be inch marks, and whether a quotation was opened after the first of them.
    pub(super) odd: usize,
    pub(super) opens_after_odd: bool,
    /// A quote outside a quotation closes none, and does not follow a number as an inch mark does.
    pub(super) is_torn: bool,
}

impl Pairing {
    /// No inner quotation is open: a quote here may be the string's own.
    pub(super) fn may_end(self) -> bool {
        !self.is_open
    }

    fn add(&mut self, side: Side, pos: usize, follows_digit: bool) {
        self.is_torn |= !self.is_open && side != Side::Opens && !follows_digit;
        match side {
            Side::Opens if self.closed_at.is_some() => self.is_doubtful = true,
            Side::Opens => {
                self.is_open = true;
                self.opens_after_odd |= self.odd > 0;
            }
            // An odd one is whatever is wanted here.
            Side::Closes | Side::Neither if self.is_open => self.is_open = false,
            Side::Closes => self.closed_at = self.closed_at.or(Some(pos)),
            Side::Neither => {
                self.odd += 1;
                self.inch_at = self.inch_at.or(Some(pos));
                self.is_doubtful |= self.closed_at.is_some();
            }
        }
    }
}

impl Cursor<'_> {
    /// Takes the quote at `pos` of a string that began at `inner` for text.
    pub(super) fn pair(&self, pairing: &mut Pairing, inner: usize, pos: usize) {
        let text = self.text;
        let Some(quote) = text[pos..].chars().next() else {
            return;
        };
        let before = text[inner..pos].chars().next_back();
        let after = text[pos + quote.len_utf8()..].chars().next();
        let side = Side::of(quote, before, after);
        let is_apostrophe = is_apostrophe(quote) && side == Side::Neither;
        let follows_digit = before.is_some_and(|c| c.is_ascii_digit());
        pairing.add(side, pos, follows_digit || is_apostrophe);
    }
}
