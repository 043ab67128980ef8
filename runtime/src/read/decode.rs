//! What stands between the quotes of a string, made into text: RFC 8259 section 7, and what models write instead.

use std::borrow::Cow;
use std::ops::Range;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;

/// The text of the string whose content begins at `start` and has its first backslash at `stop`, and where its closing
/// quote stands; `None` where it is not valid by RFC 8259.
///
/// The string is passed over once to validate it and to learn its length, so that the text is allocated once and
/// nothing of it is left over.
#[inline(never)]
pub(crate) fn escaped(text: &str, start: usize, stop: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let mut stops = [0; KNOWN_STOPS];
    let (end, length) = measure(bytes, start, stop, &mut stops)?;
    let mut decoded = String::with_capacity(length);
    step(length);
    let (mut copied, mut stop) = (start, stop);
    let mut count = 0;
    while stop < end {
        decoded.push_str(&text[copied..stop]);
        copied = match PLAIN_ESCAPES[usize::from(bytes[stop + 1])] {
            0 => {
                let (c, used) = escape_sequence(bytes, stop)?;
                decoded.push(c);
                stop + used
            }
            c => {
                decoded.push(char::from(c & 0x7f));
                stop + 2
            }
        };
        count += 1;
        stop = match stops.get(count) {
            Some(&0) => end,
            Some(&known) => known,
            None => scan::string_stop(bytes, copied),
        };
    }
    decoded.push_str(&text[copied..end]);
    debug_assert_eq!(decoded.len(), length);
    Some((decoded, end))
}

/// The places of so many backslashes are kept: most strings have no more.
const KNOWN_STOPS: usize = 12;

/// Where the closing quote stands, and how long the decoded text is. Puts the places of the first backslashes into
/// `stops`.
#[inline(always)]
fn measure(bytes: &[u8], start: usize, mut stop: usize, stops: &mut [usize; KNOWN_STOPS]) -> Option<(usize, usize)> {
    let mut saved = 0;
    let mut count = 0;
    loop {
        match bytes.get(stop)? {
            b'\\' => {}
            b'"' => return Some((stop, stop - start - saved)),
            _ => return None,
        }
        if let Some(place) = stops.get_mut(count) {
            *place = stop;
        }
        count += 1;
        let used = match PLAIN_ESCAPES[usize::from(*bytes.get(stop + 1)?)] {
            0 => {
                let (c, used) = escape_sequence(bytes, stop)?;
                saved += used - c.len_utf8();
                used
            }
            _ => {
                saved += 1;
                2
            }
        };
        stop = scan::string_stop(bytes, stop + used);
    }
}

/// The characters that a backslash and a letter stand for, by the letter; zero where it stands for none.
const PLAIN_ESCAPES: [u8; 256] = {
    let mut table = [0; 256];
    let mut letter = 0;
    while letter < 256 {
        if let Some(c) = plain_escape(letter as u8) {
            table[letter] = c as u8;
        }
        letter += 1;
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

/// The text of a string's content by the letter of RFC 8259, or `None` where it is not valid.
pub(crate) fn strict(content: &str) -> Option<Cow<'_, str>> {
    if scan::string_stop(content.as_bytes(), 0) == content.len() {
        return Some(Cow::Borrowed(content));
    }
    let quoted = format!("{content}\"");
    let stop = scan::string_stop(quoted.as_bytes(), 0);
    let (text, end) = escaped(&quoted, 0, stop)?;
    (end == content.len()).then_some(Cow::Owned(text))
}

const fn plain_escape(letter: u8) -> Option<char> {
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
fn code_point(bytes: &[u8]) -> Option<(Option<char>, usize)> {
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

fn hex(digits: &[u8]) -> Option<u32> {
    digits
        .iter()
        .try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
}

/// How much was wrong with a string's content: one report a kind, from the first place to the last.
#[derive(Default)]
struct Faults {
    control: Option<Range<usize>>,
    escape: Option<Range<usize>>,
    surrogate: Option<Range<usize>>,
    latex: Option<Range<usize>>,
}

fn widen(range: &mut Option<Range<usize>>, span: Range<usize>) {
    let start = range.as_ref().map_or(span.start, |range| range.start);
    *range = Some(start..span.end);
}

impl<'t> Cursor<'t> {
    /// The text of the content at `span`, whatever is wrong with it, in quotes of the kind `quote`.
    #[cold]
    pub(crate) fn decode(&mut self, span: Range<usize>, quote: char, at: &Frame<'_>) -> Cow<'t, str> {
        let text = self.text;
        let content = &text[span.clone()];
        let latex = at.field().is_some_and(|field| field.latex);
        let mut faults = Faults::default();
        let mut decoded = String::new();
        let mut copied = 0;
        let bytes = content.as_bytes();
        step(bytes.len());
        let mut index = 0;
        let doubtful = match quote {
            '"' => b'"',
            '\'' => b'\'',
            _ => b'\\',
        };
        loop {
            index = scan::content_stop(bytes, index, doubtful);
            let Some(&byte) = bytes.get(index) else { break };
            let here = span.start + index;
            match byte {
                b'\\' => {
                    if copied == 0 {
                        decoded.reserve_exact(content.len());
                    }
                    decoded.push_str(&content[copied..index]);
                    let used = escape(content, index, here, quote, latex, &mut decoded, &mut faults);
                    index += used;
                    copied = index;
                    continue;
                }
                0..0x20 => widen(&mut faults.control, here..here + 1),
                _ => self.repaired(RepairKind::QuoteEscaped, at, here..here + 1),
            }
            index += 1;
        }
        let reports = [
            (RepairKind::ControlCharEscaped, faults.control),
            (RepairKind::InvalidEscape, faults.escape),
            (RepairKind::LoneSurrogate, faults.surrogate),
            (RepairKind::LatexKept, faults.latex),
        ];
        for (kind, place) in reports {
            if let Some(place) = place {
                self.repaired(kind, at, place);
            }
        }
        if copied == 0 {
            return Cow::Borrowed(content);
        }
        decoded.push_str(&content[copied..]);
        Cow::Owned(decoded)
    }
}

/// Decodes the escape at `index` of `content`, and says how many bytes it takes.
fn escape(
    content: &str,
    index: usize,
    here: usize,
    quote: char,
    latex: bool,
    decoded: &mut String,
    faults: &mut Faults,
) -> usize {
    let bytes = content.as_bytes();
    let Some(&letter) = bytes.get(index + 1) else {
        widen(&mut faults.escape, here..here + 1);
        return 1;
    };
    if latex
        && matches!(letter, b'b' | b'f' | b'n' | b'r' | b't')
        && bytes.get(index + 2).is_some_and(u8::is_ascii_lowercase)
    {
        widen(&mut faults.latex, here..here + 2);
        decoded.push('\\');
        return 1;
    }
    if let Some(c) = plain_escape(letter) {
        decoded.push(c);
        return 2;
    }
    match letter {
        b'u' => match code_point(&bytes[index + 2..]) {
            Some((Some(c), used)) => {
                decoded.push(c);
                return 2 + used;
            }
            Some((None, used)) => {
                widen(&mut faults.surrogate, here..here + 2 + used);
                decoded.push(char::REPLACEMENT_CHARACTER);
                return 2 + used;
            }
            None => {}
        },
        b'x' => {
            if let Some(c) = bytes.get(index + 2..index + 4).and_then(hex).and_then(char::from_u32) {
                widen(&mut faults.escape, here..here + 4);
                decoded.push(c);
                return 4;
            }
        }
        b'\'' => {
            if quote != '\'' {
                widen(&mut faults.escape, here..here + 2);
            }
            decoded.push('\'');
            return 2;
        }
        b'`' if quote == '`' => {
            decoded.push('`');
            return 2;
        }
        _ => {}
    }
    // Regular expressions, paths and LaTeX survive: the backslash and what follows it are both kept.
    let follower = content[index + 1..].chars().next().map_or(0, char::len_utf8);
    widen(&mut faults.escape, here..here + 1 + follower);
    decoded.push('\\');
    1
}
