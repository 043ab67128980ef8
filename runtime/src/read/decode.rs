//! Decodes what is between the quotes of a string: RFC 8259 section 7, and what models write instead.

mod faulty;
mod latex;

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::read::scan;
use crate::read::steps::step;
pub(super) use latex::begins_with_drive;
pub(crate) use latex::may_be_command;

/// The text of the string whose content begins at `start`, and where its closing quote is; `None` where it is not valid by
/// RFC 8259.
#[inline(always)]
pub(crate) fn string(text: &str, start: usize) -> Option<(Cow<'_, str>, usize)> {
    let stop = scan::string_stop(text.as_bytes(), start);
    match text.as_bytes().get(stop) {
        Some(b'"') => Some((Cow::Borrowed(&text[start..stop]), stop)),
        Some(b'\\') => escaped(text, start, stop).map(|(text, end)| (Cow::Owned(text), end)),
        _ => None,
    }
}

/// The text of the string whose content begins at `start` and has its first backslash at `stop`, and where its closing
/// quote is; `None` where it is not valid by RFC 8259.
///
/// The string is scanned once to validate it and to learn its length, so that the text is allocated once and
/// nothing of it is left over.
#[inline(never)]
fn escaped(text: &str, start: usize, stop: usize) -> Option<(String, usize)> {
    let mut content = StringContent::new(start, stop);
    content.pass::<b'"', true>(text.as_bytes());
    (content.is_valid() && content.end < text.len()).then(|| (content.text(text), content.end))
}

/// The places of so many backslashes are kept: most strings have no more.
const KNOWN_STOPS: usize = 12;

/// The content of a string up to its first quote without a backslash before it, as one pass over it found it.
#[derive(Debug)]
pub(crate) struct StringContent {
    start: usize,
    /// Where the closing quote is, or the text ends.
    pub(crate) end: usize,
    /// How long the decoded text is.
    length: usize,
    /// How many backslashes begin an escape.
    escapes: usize,
    /// The places of the first of them.
    stops: [usize; KNOWN_STOPS],
    /// What those stand for, where it is one byte; otherwise zero.
    decoded: [u8; KNOWN_STOPS],
    /// From the first control character to the last.
    pub(crate) controls: Option<Range<usize>>,
    /// It contains escapes that RFC 8259 does not define: only [`Cursor::decode`] decodes them.
    pub(crate) is_odd: bool,
}

impl StringContent {
    /// The content that begins at `start`, with nothing to decode before `stop`, before it was scanned.
    #[inline(always)]
    pub(crate) fn new(start: usize, stop: usize) -> Self {
        Self {
            start,
            end: stop,
            length: 0,
            escapes: 0,
            stops: [0; KNOWN_STOPS],
            decoded: [0; KNOWN_STOPS],
            controls: None,
            is_odd: false,
        }
    }

    /// Scans the content; with `STRICT`, only up to where it is not valid by RFC 8259.
    #[inline(always)]
    pub(crate) fn pass<const QUOTE: u8, const STRICT: bool>(&mut self, bytes: &[u8]) {
        let (mut saved, mut count) = (0, 0);
        let mut at = self.end;
        while let Some(&byte) = bytes.get(at) {
            let passed = match byte {
                b'\\' => {
                    let letter = bytes.get(at + 1).copied().unwrap_or_default();
                    let plain = plain_escape_in::<QUOTE>(letter);
                    if let (Some(place), Some(known)) = (self.stops.get_mut(count), self.decoded.get_mut(count)) {
                        *place = at;
                        *known = plain;
                    }
                    count += 1;
                    if plain != 0 {
                        saved += 1;
                        2
                    } else if let Some((c, used)) = escape_sequence(bytes, at) {
                        saved += used - c.len_utf8();
                        used
                    } else {
                        self.is_odd = true;
                        2
                    }
                }
                0..0x20 => {
                    widen(&mut self.controls, at..at + 1);
                    1
                }
                _ => break,
            };
            if STRICT && (self.is_odd || self.controls.is_some()) {
                break;
            }
            at = scan::quoted_stop::<QUOTE>(bytes, at + passed);
        }
        self.end = at.min(bytes.len());
        self.escapes = count;
        self.length = self.end - self.start - saved;
    }

    /// Whether it is valid by RFC 8259.
    pub(crate) fn is_valid(&self) -> bool {
        !self.is_odd && self.controls.is_none()
    }

    /// Whether its backslashes may be those of a path or of LaTeX, although each begins an escape.
    pub(crate) fn may_be_raw(&self, text: &str) -> bool {
        self.escapes > 0 && {
            let content = &text[self.start..self.end];
            let bytes = content.as_bytes();
            step(content.len());
            let mut index = self.stops[0] - self.start;
            begins_with_drive(bytes)
                || loop {
                    if index >= bytes.len() {
                        break false;
                    }
                    if may_be_command(bytes, index) {
                        break true;
                    }
                    index = scan::byte::<b'\\'>(bytes, index + 1);
                }
        }
    }

    /// Whether it is the text that it stands for.
    pub(crate) fn is_plain(&self) -> bool {
        self.escapes == 0
    }

    /// The places of the quotes in it that have a backslash before them, unless it is odd.
    pub(crate) fn escaped_quotes(&self, bytes: &[u8]) -> impl Iterator<Item = usize> {
        let known = &self.stops[..self.escapes.min(KNOWN_STOPS)];
        // A backslash that is not known is after the escape of the last known one, and is no part of an escape, for a
        // quote does not follow on one that is.
        let mut behind = match known.last() {
            Some(last) if self.escapes > KNOWN_STOPS => last + 2,
            _ => self.end,
        };
        let others = core::iter::from_fn(move || {
            let stop = (behind < self.end).then(|| next_escape(bytes, behind, self.end))?;
            behind = stop + 2;
            (stop < self.end).then_some(stop)
        });
        step(known.len());
        let stops = known.iter().copied().chain(others);
        stops
            .map(|stop| stop + 1)
            .filter(|&place| bytes.get(place) == Some(&b'"'))
    }

    /// The text that it stands for, unless it is odd.
    #[inline(never)]
    pub(crate) fn text(&self, text: &str) -> String {
        let mut decoded = String::with_capacity(self.length);
        step(self.length);
        let mut copied = self.start;
        let known = self.escapes.min(KNOWN_STOPS);
        for (&stop, &c) in self.stops[..known].iter().zip(&self.decoded[..known]) {
            decoded.push_str(&text[copied..stop]);
            copied = match c {
                0 => stop + long_escape(text.as_bytes(), stop, &mut decoded),
                // A control character; whatever else is after a backslash stands for itself, and begins what is
                // copied next.
                1..0x20 => {
                    decoded.push(char::from(c));
                    stop + 2
                }
                _ => stop + 1,
            };
        }
        if self.escapes > KNOWN_STOPS {
            copied = self.text_behind(text, copied, &mut decoded);
        }
        decoded.push_str(&text[copied..self.end]);
        debug_assert_eq!(decoded.len(), self.length);
        decoded
    }

    /// Decodes what is after the last known escape, up to the last of all, where all before `copied` is; returns up to
    /// where all is then.
    #[inline(never)]
    fn text_behind(&self, text: &str, mut copied: usize, decoded: &mut String) -> usize {
        let bytes = text.as_bytes();
        let mut behind = copied.max(self.stops[KNOWN_STOPS - 1] + 2);
        loop {
            let stop = next_escape(bytes, behind, self.end);
            if stop >= self.end {
                return copied;
            }
            decoded.push_str(&text[copied..stop]);
            let letter = bytes[stop + 1];
            match PLAIN_ESCAPES[usize::from(letter)] {
                0 => copied = stop + long_escape(bytes, stop, decoded),
                c if c == letter => copied = stop + 1,
                c => {
                    decoded.push(char::from(c & 0x7f));
                    copied = stop + 2;
                }
            }
            behind = copied.max(stop + 2);
        }
    }
}

/// Decodes an escape that does not stand for one character of one byte, or for a single quote, at `pos`, and says how many
/// bytes it takes.
#[cold]
#[inline(never)]
fn long_escape(bytes: &[u8], pos: usize, decoded: &mut String) -> usize {
    let (c, used) = escape_sequence(bytes, pos).unwrap_or(('\'', 2));
    decoded.push(c);
    used
}

/// The first backslash from `from` on, or `end` if there is none before it.
fn next_escape(bytes: &[u8], from: usize, end: usize) -> usize {
    scan::byte::<b'\\'>(&bytes[..end], from)
}

/// The character of one byte that a backslash and `letter` stand for, in quotes of this kind; zero where it is none.
#[inline(always)]
fn plain_escape_in<const QUOTE: u8>(letter: u8) -> u8 {
    if QUOTE == b'\'' && letter == b'\'' {
        return letter;
    }
    PLAIN_ESCAPES[usize::from(letter)]
}

/// The characters that a backslash and a letter stand for, by the letter; zero where it stands for none.
const PLAIN_ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    let letters = b"\"\\/bfnrt";
    let mut i = 0;
    while i < letters.len() {
        if let Some(c) = plain_escape(letters[i]) {
            table[letters[i] as usize] = c as u8;
        }
        i += 1;
    }
    table
};

/// The character that the escape sequence at `pos` stands for, and how many bytes it takes.
#[cold]
#[inline(never)]
fn escape_sequence(bytes: &[u8], pos: usize) -> Option<(char, usize)> {
    let letter = *bytes.get(pos + 1)?;
    if letter == b'u' {
        let (c, used) = code_point(&bytes[pos + 2..])?;
        return Some((c?, 2 + used));
    }
    Some((plain_escape(letter)?, 2))
}

/// The text of a string's content, read strictly by RFC 8259, or `None` where it is not valid.
pub(crate) fn strict(content: &str) -> Option<Cow<'_, str>> {
    if scan::string_stop(content.as_bytes(), 0) == content.len() {
        return Some(Cow::Borrowed(content));
    }
    let quoted = format!("{content}\"");
    let (text, end) = string(&quoted, 0)?;
    (end == content.len()).then(|| Cow::Owned(text.into_owned()))
}

/// What a backslash before this letter stands for in JSON.
pub(crate) const fn plain_escape(letter: u8) -> Option<char> {
    Some(match letter {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// The code point of `\uXXXX` after the `u`, with the bytes it takes: a surrogate pair takes both halves. The inner
/// `None` is half a pair.
pub(crate) fn code_point(bytes: &[u8]) -> Option<(Option<char>, usize)> {
    let first = hex(bytes.get(..4)?)?;
    if !(0xd800..0xe000).contains(&first) {
        return Some((char::from_u32(first), 4));
    }
    if first < 0xdc00
        && bytes.get(4..6) == Some(b"\\u")
        && let Some(second) = bytes
            .get(6..10)
            .and_then(hex)
            .filter(|second| (0xdc00..0xe000).contains(second))
    {
        return Some((
            char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)),
            10,
        ));
    }
    Some((None, 4))
}

/// The number that these hexadecimal digits are, at most eight of them.
pub(crate) fn hex(digits: &[u8]) -> Option<u32> {
    digits
        .iter()
        .try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
}

/// Makes the range reach from its first place to the end of this one.
fn widen(range: &mut Option<Range<usize>>, span: Range<usize>) {
    let start = range.as_ref().map_or(span.start, |range| range.start);
    *range = Some(start..span.end);
}

#[cfg(test)]
mod tests;
