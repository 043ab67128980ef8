//! Decodes what is between the quotes of a string: RFC 8259 section 7, and what models write instead.

mod latex;

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use crate::bounds::LONGEST_REMARK;
use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;
pub(super) use latex::begins_with_drive;
pub(crate) use latex::may_be_command;
use latex::{Backslash, Formulas, Habit, backslash_at, has_path, is_between_words, is_raw};

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

/// The character of a JavaScript escape such as `{1F600}`, after its `\u`, and how many bytes it takes up. A single
/// letter may have an accent in LaTeX.
fn braced(bytes: &[u8]) -> Option<(char, usize)> {
    let inner = bytes.strip_prefix(b"{")?;
    let digits = inner.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let is_closed = (2..=6).contains(&digits) && inner.get(digits) == Some(&b'}');
    let c = char::from_u32(hex(&inner[..digits.min(6)])?)?;
    is_closed.then_some((c, digits + 2))
}

/// How much was wrong with a string's content: one report a kind, from the first place to the last.
#[derive(Default)]
struct Faults {
    control: Option<Range<usize>>,
    escape: Option<Range<usize>>,
    surrogate: Option<Range<usize>>,
    latex: Option<Range<usize>>,
    /// A quote, or its entity, that was escaped twice.
    twice: Option<Range<usize>>,
    /// An escape of a control character that may be the beginning of a name in a path.
    name: Option<Range<usize>>,
    /// An escape that hardly anybody needs: beside backslashes that escape nothing, it may be a part of the text, such as `\/` in a script.
    rare: Option<Range<usize>>,
    /// A backslash before a line break, or one that begins either a command or a line break and a word.
    line_end: Option<Range<usize>>,
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
        let mut habit = at.field().filter(|field| field.latex).map(|_| Habit::Declared);
        let mut formulas = Formulas::default();
        let mut faults = Faults::default();
        let mut decoded = String::new();
        let mut copied = 0;
        let (mut is_remark, mut is_doubtful) = (false, false);
        let mut is_twice = None;
        let in_list = matches!(at.place().level, Level::List { .. });
        let takes_keys = |frame: &Frame<'_>| matches!(frame.place().level, Level::Map { .. });
        let is_entry = takes_keys(at);
        let is_in_entry = is_entry || (in_list && at.place().parent.is_some_and(takes_keys));
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
                    let backslash = backslash_at(content, index, &mut habit, &mut formulas);
                    let used = if backslash == Backslash::Escapes {
                        if is_between_words(bytes, index) {
                            widen(&mut faults.name, here..here + 2);
                        }
                        if matches!(bytes.get(index + 1), Some(b'/' | b'b' | b'f')) {
                            widen(&mut faults.rare, here..here + 2);
                        }
                        // In double quotes, the string is JSON. In a path, the backslash may separate two names.
                        let is_separator = habit == Some(Habit::Path)
                            && bytes[index + 1..].strip_prefix(b"u").and_then(code_point).is_some();
                        if is_separator || (quote != '"' && may_be_command(bytes, index)) {
                            widen(&mut faults.line_end, here..here + 2);
                        }
                        escape(content, index, here, quote, &mut decoded, &mut faults)
                    } else {
                        widen(&mut faults.latex, here..here + 2);
                        if backslash == Backslash::Doubtful {
                            widen(&mut faults.line_end, here..here + 2);
                        }
                        decoded.push('\\');
                        1
                    };
                    index += used;
                    copied = index;
                    continue;
                }
                0..0x20 => {
                    widen(&mut faults.control, here..here + 1);
                    is_remark |= byte == b'\n' && ends_in_comment(&content[..index]);
                    is_doubtful |= byte == b'\n' && in_list && ends_in_escaped_quote(&content[..index]);
                }
                _ => {
                    self.repaired(RepairKind::QuoteEscaped, at, here..here + 1);
                    is_doubtful |= (in_list && may_end_element(content, index))
                        || (is_entry && content[..index].trim_end_matches([' ', '\t']).ends_with('\n'))
                        || (is_in_entry && opens_key(&content[index + 1..]));
                    if content[..index].ends_with("\\\\") {
                        // It may have been escaped twice.
                        widen(&mut faults.twice, here - 2..here + 1);
                        if *is_twice.get_or_insert_with(|| escapes_quotes_twice(content, byte)) && copied == index {
                            decoded.pop();
                        }
                    }
                }
            }
            index += 1;
        }
        if is_doubtful || (is_remark && self.sink.holds(RepairKind::CommentRemoved)) {
            // The string may have ended with its line, before a comma, or at a quote. Or the document has comments at the ends of its lines, so
            // this may be a comment after the string.
            self.repaired(RepairKind::AmbiguousQuote, at, span.clone());
        }
        if faults.control.is_some() {
            self.conserve_lines(span, at);
        }
        // A text of one word has no line breaks.
        let is_word = || !content.bytes().any(|byte| byte.is_ascii_whitespace());
        faults.name = faults
            .name
            .filter(|_| faults.escape.is_some() && (has_path(content) || (is_word() && is_raw(content))));
        faults.rare = faults.rare.filter(|_| faults.escape.is_some());
        self.report_faults(faults, at);
        if copied == 0 {
            return Cow::Borrowed(content);
        }
        decoded.push_str(&content[copied..]);
        Cow::Owned(decoded)
    }

    fn report_faults(&mut self, faults: Faults, at: &Frame<'_>) {
        let reports = [
            (RepairKind::ControlCharEscaped, faults.control),
            (RepairKind::InvalidEscape, faults.escape),
            (RepairKind::LoneSurrogate, faults.surrogate),
            (RepairKind::LatexKept, faults.latex),
            (RepairKind::AmbiguousQuote, faults.twice),
            (RepairKind::AmbiguousEscape, faults.name),
            (RepairKind::AmbiguousEscape, faults.line_end),
            (RepairKind::AmbiguousEscape, faults.rare),
        ];
        for (kind, place) in reports {
            if let Some(place) = place {
                self.repaired(kind, at, place);
            }
        }
    }
}

/// Whether the last line of this text ends in what is a comment outside a string.
fn ends_in_comment(text: &str) -> bool {
    let line = tail(text, LONGEST_REMARK).rsplit('\n').next().unwrap_or_default();
    step(line.len());
    let may_hold_sign = line.bytes().any(|byte| matches!(byte, b'/' | b'#' | b'-'));
    may_hold_sign && [" //", " #", " --", "*/"].iter().any(|sign| line.contains(sign))
}

/// Whether a key follows a quote that was kept, with its own closing quote and colon.
fn opens_key(behind: &str) -> bool {
    let name = head(behind, LONGEST_REMARK);
    let after = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    step(name.len() - after.len());
    after.len() < name.len()
        && after
            .strip_prefix('"')
            .is_some_and(|after| after.trim_start().starts_with(':'))
}

/// Whether the quote at `index`, which was kept in an element, may end it or stand for inches behind another element: nothing but blanks
/// follows it (`a list "of b" `), or it is around a number after a comma (`a, "5" nails`).
fn may_end_element(content: &str, index: usize) -> bool {
    let behind = head(&content[index + 1..], LONGEST_REMARK);
    let after_blanks = behind.trim_start_matches(' ');
    let after_number = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    step(behind.len() - after_blanks.len().min(after_number.len()) + 1);
    (after_blanks.is_empty() && !behind.is_empty())
        || (after_number.len() < behind.len() && after_number.starts_with('"') && content[..index].ends_with(", "))
}

/// Whether this text ends like an element at the end of a line, except for the backslash before its quote: `a\",`.
fn ends_in_escaped_quote(text: &str) -> bool {
    let text = tail(text, LONGEST_REMARK);
    let told = text.trim_end_matches([' ', '\t', '\r', ',']);
    step(text.len() - told.len());
    told.ends_with("\\\"")
}

/// Whether all quotes of this kind in a string come in pairs with two backslashes before each, the first of them after a space or at the
/// beginning: they were escaped twice, `He said \\"yes\\".`
fn escapes_quotes_twice(content: &str, quote: u8) -> bool {
    step(content.len());
    let mut count = 0;
    let all = content.match_indices(char::from(quote)).all(|(at, _)| {
        let before = content[..at].strip_suffix("\\\\");
        let opens = count % 2 == 0;
        count += 1;
        before.is_some_and(|before| !opens || before.is_empty() || before.ends_with([' ', '\n', '(', '[']))
    });
    all && count > 0 && count % 2 == 0
}

/// The multi-byte character at the start of these escapes, one escape per byte as Python writes it (`\xc3\xab`), and the length of its
/// escapes.
fn character_of_bytes(escapes: &[u8]) -> Option<(char, usize)> {
    let mut written = [0; 4];
    let mut count = 0;
    for escape in escapes.chunks_exact(4).take(written.len()) {
        let byte = escape
            .strip_prefix(b"\\x")
            .and_then(hex)
            .and_then(|byte| u8::try_from(byte).ok());
        match byte {
            Some(byte) if !byte.is_ascii() => written[count] = byte,
            _ => break,
        }
        count += 1;
    }
    let valid = written[..count].utf8_chunks().next()?.valid();
    valid.chars().next().map(|c| (c, 4 * c.len_utf8()))
}

/// Decodes the escape at `index` of `content`, and says how many bytes it takes.
fn escape(content: &str, index: usize, here: usize, quote: char, decoded: &mut String, faults: &mut Faults) -> usize {
    let bytes = content.as_bytes();
    let Some(&letter) = bytes.get(index + 1) else {
        widen(&mut faults.escape, here..here + 1);
        decoded.push('\\');
        return 1;
    };
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
            None => {
                if let Some((c, used)) = braced(&bytes[index + 2..]) {
                    widen(&mut faults.escape, here..here + 2 + used);
                    decoded.push(c);
                    return 2 + used;
                }
            }
        },
        b'U' => {
            let digits = bytes.get(index + 2..index + 10);
            if let Some(c) = digits.and_then(hex).and_then(char::from_u32) {
                widen(&mut faults.escape, here..here + 10);
                decoded.push(c);
                return 10;
            }
        }
        b'x' => {
            if let Some((c, used)) = character_of_bytes(&bytes[index..]) {
                widen(&mut faults.escape, here..here + used);
                decoded.push(c);
                return used;
            }
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
    let marked = content[index + 1..].chars().next();
    // A mark that would close the string.
    let own = marked.filter(|mark| quotes::closing_quotes(quote).is_some_and(|close| close.contains(mark)));
    if let Some(mark) = own.filter(|mark| !mark.is_ascii()) {
        widen(&mut faults.escape, here..here + 1 + mark.len_utf8());
        decoded.push(mark);
        return 1 + mark.len_utf8();
    }
    if matches!(letter, b'\n' | b'\r') {
        // In a program, the backslash and the line break would both be dropped; in Markdown, the backslash makes a hard line break.
        widen(&mut faults.line_end, here..here + 2);
    }
    // Regular expressions, paths and LaTeX survive: the backslash and what follows it are both kept.
    let follower = marked.map_or(0, char::len_utf8);
    widen(&mut faults.escape, here..here + 1 + follower);
    if ["&quot;", "&#34;"]
        .iter()
        .any(|entity| content[index + 1..].starts_with(entity))
    {
        widen(&mut faults.twice, here..here + 1 + follower);
    }
    decoded.push('\\');
    1
}

#[cfg(test)]
mod tests;
