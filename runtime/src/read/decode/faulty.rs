//! Decodes what is between the quotes of a string that is not valid: escapes and signs that models write and JSON does not have.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::latex::{Backslash, Formulas, Habit, backslash_at, has_path, is_between_words, is_raw, may_be_command};
use super::{code_point, hex, plain_escape, widen};
use crate::bounds::LONGEST_REMARK;
use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;

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
