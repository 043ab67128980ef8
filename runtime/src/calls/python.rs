//! Calls as Python writes them: `name(key="value", ..)`.

use alloc::vec::Vec;
use core::ops::Range;

use crate::read::transcript::trimmed;
use crate::steps::step;

/// How far into the arguments of a call the scan has come, from the opening parenthesis on.
#[derive(Debug, Clone)]
pub(super) struct Parentheses {
    pos: usize,
    open: Vec<u8>,
    /// The quote of the string that is open, and whether it is tripled.
    quote: Option<(u8, bool)>,
    /// What separates the arguments: the place of each `=` after a key, and of each comma.
    marks: Vec<(usize, u8)>,
    /// The comments, each up to the end of its line.
    comments: Vec<Range<usize>>,
    part: PythonPart,
}

/// What a scan covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PythonPart {
    /// The arguments of a call.
    Arguments,
    /// A list.
    List,
    /// The rest of a statement, up to the end of its line.
    Statement,
}

/// What a scan came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    Open,
    /// After the closing parenthesis.
    At(usize),
    /// The brackets do not fit together from here on.
    Broken(usize),
}

impl Parentheses {
    /// A scan of the arguments whose opening parenthesis is at `start`.
    pub(super) fn new(start: usize) -> Self {
        Self {
            pos: start,
            open: Vec::new(),
            quote: None,
            marks: Vec::new(),
            comments: Vec::new(),
            part: PythonPart::Arguments,
        }
    }

    /// A scan of the list whose opening bracket is at `start`.
    pub(super) fn of_list(start: usize) -> Self {
        Self {
            part: PythonPart::List,
            ..Self::new(start)
        }
    }

    /// A scan of the rest of a statement, from `start` on.
    pub(super) fn of_statement(start: usize) -> Self {
        Self {
            part: PythonPart::Statement,
            ..Self::new(start)
        }
    }

    /// Whether there is a comment between the arguments.
    pub(super) fn has_comment(&self) -> bool {
        !self.comments.is_empty()
    }

    /// The part of the text without the comments and blanks around it.
    fn without_comments(&self, text: &str, mut part: Range<usize>) -> Range<usize> {
        loop {
            part = trimmed(text, part);
            let own = self.comments.iter();
            let mut own = own.filter(|comment| part.contains(&comment.start));
            let Some((first, last)) = own.next().map(|first| (first, own.next_back().unwrap_or(first))) else {
                return part;
            };
            if first.start == part.start {
                part.start = first.end.min(part.end);
            } else if last.end >= part.end {
                part.end = last.start;
            } else {
                return part;
            }
        }
    }

    /// Whether a bracket or a string is open where the scan stopped.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty() || self.quote.is_some()
    }

    /// Goes on with the scan where it stopped. `is_end`: no more text will come.
    pub(super) fn go_on(&mut self, text: &str, is_end: bool) -> Closing {
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.pos) {
            step(1);
            // The mark at the end of a fence ends a list too, even inside a comment. Another list may begin after each such mark.
            if byte == b'`' && self.part == PythonPart::List && self.quote.is_none_or(|(quote, _)| quote == b'\n') {
                if self.pos + 3 > bytes.len() && !is_end {
                    return Closing::Open;
                }
                if bytes[self.pos..].starts_with(b"```") {
                    return Closing::Broken(self.pos);
                }
            }
            if let Some((quote, is_triple)) = self.quote {
                match byte {
                    b'\\' if quote != b'\n' => self.pos += 1,
                    _ if byte != quote => {}
                    b'\n' => {
                        self.quote = None;
                        if let Some(comment) = self.comments.last_mut() {
                            comment.end = self.pos;
                        }
                    }
                    _ if !is_triple => self.quote = None,
                    _ if bytes[self.pos..].starts_with(&[quote; 3]) => {
                        self.pos += 2;
                        self.quote = None;
                    }
                    _ if self.pos + 3 > bytes.len() && !is_end => return Closing::Open,
                    _ => {}
                }
                self.pos += 1;
                continue;
            }
            match byte {
                b'"' | b'\'' => {
                    // The quote may be the first of three.
                    if self.pos + 3 > bytes.len() && !is_end {
                        return Closing::Open;
                    }
                    let is_triple = bytes[self.pos..].starts_with(&[byte; 3]);
                    self.quote = Some((byte, is_triple));
                    self.pos += if is_triple { 2 } else { 0 };
                }
                // A comment ends where its line does.
                b'#' => {
                    self.quote = Some((b'\n', false));
                    self.comments.push(self.pos..usize::MAX);
                }
                b'\n' if self.part == PythonPart::Statement && self.open.is_empty() => return Closing::At(self.pos),
                b'(' | b'[' | b'{' => self.open.push(byte),
                b')' | b']' | b'}' => {
                    // What is broken stays so, however often the scan goes on from here.
                    if !matches!(
                        (self.open.last(), byte),
                        (Some(b'('), b')') | (Some(b'['), b']') | (Some(b'{'), b'}')
                    ) {
                        return Closing::Broken(self.pos);
                    }
                    self.open.pop();
                    if self.open.is_empty() && self.part != PythonPart::Statement {
                        self.pos += 1;
                        return Closing::At(self.pos);
                    }
                }
                b',' | b'=' if self.open.len() == 1 && self.part == PythonPart::Arguments => {
                    self.marks.push((self.pos, byte));
                }
                _ => {}
            }
            self.pos += 1;
        }
        Closing::Open
    }

    /// The arguments between the parentheses, the closing one ending before `end`: the places of key and value of each.
    /// `None` if one of them has no key.
    pub(super) fn arguments(&self, text: &str, start: usize, end: usize) -> Option<Vec<(Range<usize>, Range<usize>)>> {
        let mut found = Vec::new();
        let mut from = start + 1;
        let mut key: Option<Range<usize>> = None;
        for &(at, mark) in self.marks.iter().chain([&(end - 1, b',')]) {
            let piece = self.without_comments(text, from..at);
            match (mark, &key) {
                (b'=', None) => {
                    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
                    let name = &text[piece.clone()];
                    if name.is_empty() || !name.chars().all(is_word) {
                        return None;
                    }
                    key = Some(piece);
                }
                // A comparison: no argument is one.
                (b'=', Some(_)) => return None,
                (_, Some(_)) => found.extend(key.take().map(|key| (key, piece))),
                // A comma after the last argument.
                (_, None) if piece.is_empty() && at + 1 == end => {}
                (_, None) => return None,
            }
            from = at + 1;
        }
        Some(found)
    }
}

/// Where the comment at `start` ends: before the line break, or at `limit`.
pub(super) fn comment_end(bytes: &[u8], start: usize, limit: usize) -> usize {
    let length = bytes[start..limit].iter().position(|&byte| byte == b'\n');
    step(length.unwrap_or(limit - start));
    length.map_or(limit, |length| start + length)
}

/// The end of the string whose opening quote is at `start`, if it is closed before `limit`.
pub(super) fn string_end(bytes: &[u8], start: usize, limit: usize) -> Option<usize> {
    let quote = bytes[start];
    let is_triple = bytes[start..limit].starts_with(&[quote; 3]);
    let mut pos = start + if is_triple { 3 } else { 1 };
    while pos < limit {
        match bytes[pos] {
            b'\\' => pos += 1,
            byte if byte != quote => {}
            _ if !is_triple => return Some(pos + 1),
            _ if bytes[pos..limit].starts_with(&[quote; 3]) => return Some(pos + 3),
            _ => {}
        }
        pos += 1;
    }
    None
}

/// Whether a value is one number: an expression that begins with one, such as `1+1` or `2025-01-02`, is none.
pub(super) fn is_number(value: &str) -> bool {
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    if let Some(digits) = ["0x", "0X", "0o", "0O", "0b", "0B"]
        .iter()
        .find_map(|prefix| digits.strip_prefix(prefix))
    {
        return !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.strip_prefix(['-', '+']).unwrap_or(exponent)),
        None => (digits, "0"),
    };
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digit = |part: &str| part.bytes().any(|byte| byte.is_ascii_digit());
    is_digits(whole)
        && is_digits(fraction)
        && is_digits(exponent)
        && (has_digit(whole) || has_digit(fraction))
        && has_digit(exponent)
}

/// Whether each string in a value is written as Python writes one, and its content can be known.
///
/// What is next to a string shows whether a quote in it was not escaped: only brackets, commas and colons may be there.
/// The content of an f-string depends on the model's program, and bytes are no text.
pub(super) fn has_whole_strings(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let mut pos = 0;
    let mut before = b',';
    while let Some(&byte) = bytes.get(pos) {
        step(1);
        if byte.is_ascii_whitespace() {
            pos += 1;
            continue;
        }
        let length = bytes[pos..].iter().take_while(|byte| is_word(byte)).count();
        let prefix = &value[pos..pos + length];
        // Quotes that Python does not have: nobody knows what is inside them.
        if byte == b'#' {
            pos = comment_end(bytes, pos, bytes.len());
            continue;
        }
        // `//` is integer division in Python and a comment elsewhere.
        if bytes[pos..].starts_with(b"//") || bytes[pos..].starts_with(b"/*") {
            return false;
        }
        if byte == b'`' || prefix.contains(['“', '”', '„', '‘', '’', '‚', '«', '»', '‹', '›']) {
            return false;
        }
        // `[3 -1]` is an expression in Python, not two elements without a comma.
        let is_operator = matches!(byte, b'-' | b'+') && bytes[..pos].last().is_some_and(u8::is_ascii_whitespace);
        if is_operator && value.starts_with(['[', '(', '{']) && (is_word(&before) || matches!(before, b')' | b']')) {
            return false;
        }
        if !matches!(bytes.get(pos + length), Some(b'"' | b'\'')) {
            pos += length.max(1);
            before = byte;
            continue;
        }
        let is_expected = matches!(before, b',' | b':' | b'[' | b'(' | b'{');
        let start = pos + length;
        let Some(end) = string_end(bytes, start, bytes.len()) else {
            return false;
        };
        let is_raw = prefix.eq_ignore_ascii_case("r");
        let has_no_field = || !value[start..end].contains(['{', '}']);
        let is_text = is_raw
            || prefix.is_empty()
            || prefix.eq_ignore_ascii_case("u")
            || (prefix.eq_ignore_ascii_case("f") && has_no_field());
        if !is_expected || !is_text || !is_raw && has_other_escape(&bytes[start..end]) {
            return false;
        }
        pos = end;
        loop {
            match bytes.get(pos) {
                Some(byte) if byte.is_ascii_whitespace() => pos += 1,
                Some(b'#') => pos = comment_end(bytes, pos, bytes.len()),
                _ => break,
            }
        }
        if !matches!(bytes.get(pos), None | Some(b',' | b':' | b']' | b')' | b'}')) {
            return false;
        }
        before = byte;
    }
    true
}

/// Whether a string has an escape that gives a character by its name, or one that Python refuses.
fn has_other_escape(string: &[u8]) -> bool {
    let mut pos = 0;
    while let Some(at) = string[pos..].iter().position(|&byte| byte == b'\\') {
        pos += at;
        let digits = match string.get(pos + 1) {
            Some(b'N') => return true,
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => 0,
        };
        let has_digits = |code: &[u8]| code.iter().all(u8::is_ascii_hexdigit);
        if !string.get(pos + 2..pos + 2 + digits).is_some_and(has_digits) && digits > 0 {
            return true;
        }
        pos = (pos + 2).min(string.len());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Closing, Parentheses, has_whole_strings, is_number};

    #[track_caller]
    fn arguments(text: &str) -> Option<Vec<(&str, &str)>> {
        let mut scan = Parentheses::new(0);
        let Closing::At(end) = scan.go_on(text, true) else {
            panic!("{text} is not closed");
        };
        let found = scan.arguments(text, 0, end)?;
        Some(
            found
                .into_iter()
                .map(|(key, value)| (&text[key], &text[value]))
                .collect(),
        )
    }

    #[test]
    fn arguments_end_at_the_commas_outside_of_brackets_and_strings() {
        assert_eq!(arguments("()"), Some(vec![]));
        assert_eq!(
            arguments("(a=1, b=')', c=[1, (2)],)"),
            Some(vec![("a", "1"), ("b", "')'"), ("c", "[1, (2)]")])
        );
        assert_eq!(
            arguments("(a='''x'y''' , b = \"\\\"\")"),
            Some(vec![("a", "'''x'y'''"), ("b", "\"\\\"\"")])
        );
        assert_eq!(arguments("(1)"), None);
        assert_eq!(arguments("(a==1)"), None);
    }

    #[test]
    fn a_scan_that_is_broken_says_so_again() {
        let mut scan = Parentheses::of_statement(0);
        for _ in 0..3 {
            assert_eq!(scan.go_on("(('')(}", false), Closing::Broken(6));
            assert!(scan.is_open());
        }
    }

    #[test]
    fn an_expression_is_no_number() {
        for value in [
            "7", "-7", "007", "1.10", ".5", "5.", "1e6", "1.5E-3", "1_000", "0x1f", "+3",
        ] {
            assert!(is_number(value), "{value}");
        }
        for value in [
            "",
            "-",
            ".",
            "...",
            "1+1",
            "3/4",
            "2025-01-02",
            "-x",
            "7 files",
            "1.2.3",
            "0x",
            "1e",
            "e5",
        ] {
            assert!(!is_number(value), "{value}");
        }
    }

    #[test]
    fn a_quote_that_is_not_escaped_shows_beside_the_string() {
        for value in [
            "1",
            "'a'",
            "r'a\\b'",
            "[u'a', {'b': \"c\"}]",
            "'''it's '''",
            "('a', 1)",
            "\"\"",
            "'\\\\N{x'",
            "a",
            "f'a'",
            "['a', # it's one\n 'b']",
        ] {
            assert!(has_whole_strings(value), "{value}");
        }
        for value in [
            "'say 'hi' now'",
            "'a' 'b'",
            "f'a{x}'",
            "f'a{{x'",
            "b'a'",
            "'\\N{DASH}'",
            "'a",
            "x'a'",
            "{'a': 'b 'c' d'}",
        ] {
            assert!(!has_whole_strings(value), "{value}");
        }
    }
}
