//! The quotes inside a string, in pairs: whether one of them may have ended the string.

use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::quotes::{is_quote, may_be_quote};

/// What a quote inside a string looks like, by the characters on both of its sides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Opens,
    Closes,
    /// An apostrophe or an inch mark.
    Neither,
}

/// What the character next to a quote says of it, a bit for each fact.
#[derive(Clone, Copy)]
struct Neighbor(u8);

impl Neighbor {
    /// Nothing is there.
    const NONE: Self = Self(0);
    const SOME: u8 = 1;
    const WORD: u8 = 2;
    const SPACE: u8 = 4;
    const DIGIT: u8 = 8;
    /// Before a quote, it says that the quote opens.
    const LEADS: u8 = 16;
    /// After a quote, it says that the quote closes.
    const FOLLOWS: u8 = 32;
    /// After a quote with which a string begins, it says that the quote closes.
    const ENDS: u8 = 64;

    /// There may be a quote at every byte of a text, and most of what is next to them is ASCII.
    const ASCII: [u8; 128] = {
        let mut table = [0; 128];
        let mut byte = 0_u8;
        while byte < 128 {
            table[byte as usize] = Self::of_ascii(byte);
            byte += 1;
        }
        table
    };

    const fn of_ascii(byte: u8) -> u8 {
        let mut facts = Self::SOME;
        if byte.is_ascii_alphanumeric() {
            facts |= Self::WORD;
        }
        if matches!(byte, b'\t'..=b'\r' | b' ') {
            facts |= Self::SPACE;
        }
        if byte.is_ascii_digit() {
            facts |= Self::DIGIT;
        }
        if matches!(byte, b'(' | b'[' | b'{' | b'=' | b',' | b':' | b';') {
            facts |= Self::LEADS;
        }
        if matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}') {
            facts |= Self::FOLLOWS;
        }
        if matches!(byte, b',' | b';' | b'}' | b']' | b'\n' | b'\r') {
            facts |= Self::ENDS;
        }
        facts
    }

    #[inline(always)]
    fn of(c: Option<char>) -> Self {
        match c {
            None => Self::NONE,
            Some(c) => match Self::ASCII.get(c as usize) {
                Some(&facts) => Self(facts),
                None => Self::other(c),
            },
        }
    }

    #[cold]
    fn other(c: char) -> Self {
        // Looking up a character in the tables of Unicode is slow, and most often it is a quotation mark.
        let is_mark = matches!(c, '\u{2000}'..='\u{206f}') || is_quote(c);
        let word = if !is_mark && c.is_alphanumeric() { Self::WORD } else { 0 };
        let space = if c.is_whitespace() { Self::SPACE } else { 0 };
        Self(Self::SOME | word | space)
    }

    #[inline(always)]
    fn is(self, fact: u8) -> bool {
        self.0 & fact != 0
    }
}

impl Side {
    #[inline(always)]
    fn of(quote: char, before: Neighbor, after: Neighbor) -> Self {
        let (before_word, after_word) = (before.is(Neighbor::WORD), after.is(Neighbor::WORD));
        if before_word && after_word && is_apostrophe(quote) {
            return Self::Neither;
        }
        if !quote.is_ascii() {
            return if is_opening(quote) { Self::Opens } else { Self::Closes };
        }
        if !before.is(Neighbor::SOME) {
            return if after.is(Neighbor::SPACE | Neighbor::ENDS) {
                Self::Closes
            } else {
                Self::Opens
            };
        }
        if !after.is(Neighbor::SOME) {
            return Self::Closes;
        }
        let opens = !before_word && !after.is(Neighbor::SPACE);
        let closes = !before.is(Neighbor::SPACE) && !after_word;
        match (opens, closes) {
            (true, false) => Self::Opens,
            // An inch mark, unless a quotation is open.
            (false, true) if before.is(Neighbor::DIGIT) => Self::Neither,
            (false, true) => Self::Closes,
            // Punctuation on both sides.
            (true, true) if before.is(Neighbor::LEADS) => Self::Opens,
            (true, true) if after.is(Neighbor::FOLLOWS) => Self::Closes,
            _ => Self::Neither,
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
    /// A quote outside a quotation closes none, and is no apostrophe and no inch mark in the middle of a text.
    pub(super) is_torn: bool,
}

impl Pairing {
    /// No inner quotation is open: a quote here may be the string's own.
    pub(super) fn may_end(self) -> bool {
        !self.is_open
    }

    /// Takes a quote between these neighbors for text.
    #[inline]
    fn take(&mut self, quote: char, pos: usize, before: Neighbor, after: Neighbor) {
        let side = Side::of(quote, before, after);
        let is_apostrophe = is_apostrophe(quote) && side == Side::Neither;
        // A number, its inch mark and a comma or a line break may as well be the end of the string.
        let is_unit = before.is(Neighbor::DIGIT) && !after.is(Neighbor::ENDS);
        self.add(side, pos, is_unit || is_apostrophe);
    }

    fn add(&mut self, side: Side, pos: usize, is_text: bool) {
        self.is_torn |= !self.is_open && side != Side::Opens && !is_text;
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
    /// The character at `pos`.
    #[inline(always)]
    pub(super) fn char_at(&self, pos: usize) -> Option<char> {
        match *self.bytes().get(pos)? {
            byte if byte.is_ascii() => Some(char::from(byte)),
            _ => self.text[pos..].chars().next(),
        }
    }

    /// Takes the quote at `pos` of a string that began at `inner` for text.
    #[inline]
    pub(super) fn pair(&self, pairing: &mut Pairing, inner: usize, pos: usize) {
        let bytes = self.bytes();
        let before = if pos > inner { Some(bytes[pos - 1]) } else { None };
        let after = bytes.get(pos + 1).copied();
        let is_other = |byte: Option<u8>| byte.is_some_and(|byte| !byte.is_ascii());
        if is_other(before) || is_other(after) || !bytes[pos].is_ascii() {
            self.pair_otherwise(pairing, inner, pos);
        } else {
            let of = |byte: Option<u8>| Neighbor::of(byte.map(char::from));
            pairing.take(char::from(bytes[pos]), pos, of(before), of(after));
        }
    }

    #[cold]
    #[inline(never)]
    fn pair_otherwise(&self, pairing: &mut Pairing, inner: usize, pos: usize) {
        let Some(quote) = self.char_at(pos) else { return };
        let before = self.text[inner..pos].chars().next_back();
        let after = self.char_at(pos + quote.len_utf8());
        pairing.take(quote, pos, Neighbor::of(before), Neighbor::of(after));
    }
}
