//! Where a text mentions a call instead of making it: in quotes, in code, in a comment, struck out.

use super::{ReplyText, Walk};
use crate::steps::step;

/// Which quotes are open on a line of prose, up to a place, and whether the line is of a table or a block quote.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineMarks {
    counted: usize,
    /// A quote is open, and where it was opened.
    double: Option<usize>,
    /// The open quotation spans several lines: nothing followed the quote on its line.
    is_block: bool,
    /// The mark, alone on its line, that opens struck-out or quoted text; a second such line closes it.
    block: Option<&'static str>,
    /// How many backticks opened the code that is open.
    code: usize,
    /// What closes a quote of another kind.
    other: Option<char>,
    /// What closes an element of HTML with code or a quotation in it, and whether it may be several lines long.
    element: Option<(&'static str, bool)>,
    pub(super) is_quoted: bool,
}

impl Walk {
    /// Whether the mark at `at` is in quotes, in a line that is quoted or in a table, or has a backslash before it: the text
    /// speaks of a call. Quotes are in one paragraph, and are closed right after another mark or bracket.
    pub(super) fn is_in_quotes(&mut self, text: ReplyText<'_>, at: usize) -> bool {
        // The walk may have gone back to a mark before the one in quotes.
        if let Some((from, close)) = self.quoted
            && let Some(between) = text.text.get(from..at)
        {
            step(between.len());
            let is_after = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')');
            let ends = |(end, _): (usize, &str)| {
                between[..end].ends_with(['>', ']', '}', '=', '.'])
                    && between[end + close.len()..].chars().next().is_none_or(is_after)
            };
            // An element ends at its closing tag, wherever that is.
            let is_tag = |window: &[u8]| window.eq_ignore_ascii_case(close.as_bytes());
            let is_element = close.starts_with("</") || matches!(close, "*/" | "~~");
            let is_closed = if is_element {
                between.as_bytes().windows(close.len()).any(is_tag)
            } else {
                between.match_indices(close).any(ends)
            };
            // A comment may have blank lines in it, a quotation has none.
            if (close == "*/" || !between.contains("\n\n")) && !is_closed {
                self.quoted = Some((at, close));
                return true;
            }
        }
        let open = self.open_quote(text, at);
        let quote = opening_quote(&text.text[..at]).or(open);
        // Quotations that may span several lines are tracked in `marks_of_line`.
        let marks = &self.marks_of_line;
        let is_block = marks.is_block || marks.block.is_some() || marks.element.is_some_and(|(_, is_block)| is_block);
        self.quoted = quote.filter(|_| !is_block).map(|close| (at, close));
        quote.is_some()
            || self.marks_of_line.is_quoted
            || ["\\", "<![CDATA["].iter().any(|mark| text.text[..at].ends_with(mark))
    }

    /// Whether `at` is in text of several lines that is struck out, quoted or in a comment.
    pub(super) fn is_in_block(&mut self, text: ReplyText<'_>, at: usize) -> bool {
        self.open_quote(text, at);
        let marks = &self.marks_of_line;
        let is_element = marks.element.is_some_and(|(_, is_block)| is_block);
        is_element || marks.block.is_some() || marks.other == Some('*')
    }

    /// What closes the quote, the code or the quotation that is open at `at`, on a line in prose.
    fn open_quote(&mut self, text: ReplyText<'_>, at: usize) -> Option<&'static str> {
        if self.marks_of_line.counted < self.text_from.max(self.fence_end) {
            self.marks_of_line = LineMarks::default();
        }
        let marks = &mut self.marks_of_line;
        let from = marks.counted.clamp(self.text_from.max(self.fence_end).min(at), at);
        step(at - from);
        let bytes = text.text.as_bytes();
        let mut is_start = from == 0 || bytes[from - 1] == b'\n';
        let last = from + bytes[from..at].trim_ascii_end().len();
        for place in from..at {
            let byte = bytes[place];
            if byte == b'<' {
                marks.element = element_after(text.text, place, is_start, marks.element);
            }
            if is_start && !matches!(byte, b' ' | b'\t') {
                // A heading has words before the mark.
                let is_comment = bytes[place..at].starts_with(b"//") || (byte == b'#' && place + 1 == last);
                marks.is_quoted = is_comment || matches!(byte, b'>' | b'|');
                let is_bullet = matches!(byte, b'-' | b'*' | b'+') && bytes.get(place + 1) == Some(&b' ');
                is_start = byte == b'\n' || is_bullet;
            }
            // A quote after a digit may be a sign for inches.
            let is_unit = || place > 0 && bytes[place - 1].is_ascii_digit() && marks.double.is_none();
            match byte {
                b'\n' => {
                    let is_blank = place > 0 && bytes[place - 1] == b'\n';
                    let element = marks.element.filter(|(_, is_block)| *is_block);
                    let goes_on = |quote: &usize| marks.is_block || ends_line_with_quote(text.text, *quote, place);
                    let double = marks.double.filter(|quote| !is_blank && goes_on(quote));
                    let alone = block_mark(&text.text[..place]);
                    let block = match (marks.block, alone) {
                        (Some(open), Some(mark)) if open == mark => None,
                        (open, mark) => open.or(mark),
                    };
                    *marks = LineMarks {
                        element,
                        block,
                        other: marks.other.filter(|close| *close == '*'),
                        double,
                        is_block: double.is_some(),
                        ..LineMarks::default()
                    };
                    is_start = true;
                }
                // As many backticks as opened code close it.
                b'`' if place == from || bytes[place - 1] != b'`' => {
                    let run = bytes[place..at].iter().take_while(|&&byte| byte == b'`').count();
                    marks.code = match marks.code {
                        0 => run,
                        open if open == run => 0,
                        open => open,
                    };
                }
                b'"' if !is_unit() && !text.text[..place].ends_with('\\') => {
                    marks.double = if marks.double.is_none() { Some(place) } else { None };
                }
                b'\'' | b'~' | b'*' | b'/' | 0xC0.. => marks.other = other_quote(text.text, place, marks.other),
                _ => {}
            }
        }
        marks.counted = at;
        match *marks {
            LineMarks { block: Some(close), .. } => Some(close),
            LineMarks { code: 1.., .. } => Some("`"),
            LineMarks { double: Some(_), .. } => Some("\""),
            LineMarks {
                element: Some((close, _)),
                ..
            } => Some(close),
            LineMarks { other, .. } => other.and_then(|close| CLOSING.into_iter().find(|mark| mark.starts_with(close))),
        }
    }
}

/// What closes the quote at the end of this text, unless that quote is itself a closing one, which directly follows what it closes.
pub(super) fn opening_quote(before: &str) -> Option<&'static str> {
    let quote = before.chars().next_back()?;
    let close = match quote {
        '"' => "\"",
        '\'' => "'",
        '“' => "”",
        '‘' => "’",
        '«' => "»",
        _ => return None,
    };
    let opens = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '{' | ':' | '=' | ',');
    before[..before.len() - quote.len_utf8()]
        .chars()
        .next_back()
        .is_none_or(opens)
        .then_some(close)
}

/// What closes quotes, besides the straight double one and the backtick.
pub(super) const CLOSING: [&str; 9] = ["'", "’", "”", "“", "»", "›", "」", "~~", "*/"];

/// What closes the quote that is open after the character at `place`, where `open` was open before it.
pub(super) fn other_quote(text: &str, place: usize, open: Option<char>) -> Option<char> {
    let mut following = text[place..].chars();
    let Some(c) = following.next() else { return open };
    let before = text[..place].chars().next_back();
    let next = following.next();
    if let Some(close) = open {
        // An apostrophe is inside a word, a slash in many of them.
        let closes = (c == close && close != '*')
            || (close == '*' && c == '/' && before == Some('*'))
            || (close == '“' && c == '”')
            || (close == '」' && c == '』');
        let is_apostrophe = matches!(c, '\'' | '’') && next.is_some_and(char::is_alphanumeric);
        return (!closes || is_apostrophe).then_some(close);
    }
    // In a line, the same signs are of a path or a number.
    let begins_line = |before: &str| {
        let before = before.trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    };
    let is_apart = |before: &str| {
        let last = before.chars().next_back();
        last.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | '{' | '=' | ',' | ':'))
    };
    match c {
        '\'' if is_apart(&text[..place])
            && next.is_some_and(|c| !c.is_whitespace() && !c.is_ascii_digit())
            && !is_contraction(&text[place + 1..]) =>
        {
            Some('\'')
        }
        '‘' => Some('’'),
        '“' => Some('”'),
        '„' => Some('“'),
        '«' => Some('»'),
        '‹' => Some('›'),
        '「' | '『' => Some('」'),
        // What is struck out, and a comment of a programming language.
        '~' if text[..place].ends_with('~') && begins_line(&text[..place - 1]) => Some('~'),
        '*' if before == Some('/') && begins_line(&text[..place - 1]) => Some('*'),
        _ => None,
    }
}

/// Whether the word at the beginning of this text has lost its own beginning, for which an apostrophe stands: `'em`, `'Tis`.
fn is_contraction(text: &str) -> bool {
    const WORDS: [&str; 8] = ["bout", "cause", "em", "kay", "round", "til", "tis", "twas"];
    let letters = text
        .bytes()
        .take(LONGEST_CONTRACTION + 1)
        .take_while(u8::is_ascii_alphabetic);
    let word = &text[..letters.count()];
    !text[word.len()..].starts_with('\'') && WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// No such word is longer.
const LONGEST_CONTRACTION: usize = 5;

/// What closes the element with code or a quotation in it that is open after the bracket at `place`, and whether that may be
/// several lines long; `open` was open before it.
pub(super) fn element_after(
    text: &str,
    place: usize,
    is_line_start: bool,
    open: Option<(&'static str, bool)>,
) -> Option<(&'static str, bool)> {
    const ELEMENTS: [(&str, bool); 11] = [
        ("</del>", false),
        ("</strike>", false),
        ("</code>", false),
        ("</kbd>", false),
        ("</samp>", false),
        ("</q>", false),
        ("</pre>", true),
        ("</example>", true),
        ("</examples>", true),
        ("</blockquote>", true),
        ("</quote>", true),
    ];
    let rest = &text.as_bytes()[place..];
    let begins = |mark: &str| {
        rest.get(..mark.len())
            .is_some_and(|rest| rest.eq_ignore_ascii_case(mark.as_bytes()))
    };
    if let Some((close, _)) = open {
        return open.filter(|_| !begins(close));
    }
    ELEMENTS
        .into_iter()
        .find(|(close, is_block)| {
            let name = &close[2..close.len() - 1];
            let is_tag = rest
                .get(1..=name.len())
                .is_some_and(|rest| rest.eq_ignore_ascii_case(name.as_bytes()))
                && matches!(rest.get(1 + name.len()), Some(b'>' | b' '));
            is_tag && (is_line_start || !is_block)
        })
        .map(|(close, is_block)| {
            // Code that begins after its tag, on a line of its own, may have several lines.
            let is_alone = rest.get(close.len() - 1) == Some(&b'\n') || close == "</del>";
            (close, is_block || (is_line_start && is_alone))
        })
}

/// The mark alone on the last line that opens or closes struck-out or quoted text.
fn block_mark(text: &str) -> Option<&'static str> {
    let line = text.trim_end_matches([' ', '\t']);
    let mark = ["~~", "\"\"\"", "'''"].into_iter().find(|mark| line.ends_with(mark))?;
    let before = line[..line.len() - mark.len()].trim_end_matches([' ', '\t']);
    (before.is_empty() || before.ends_with('\n')).then_some(mark)
}

/// Whether the quote opens a quotation that begins on the next line: nothing follows it on its line, which ends at `end`, and words are
/// before it.
fn ends_line_with_quote(text: &str, quote: usize, end: usize) -> bool {
    let line = text[..quote].rfind('\n').map_or(0, |line| line + 1);
    let words = text[line..quote].trim_end_matches('"');
    step(end - line);
    text[quote + 1..end].trim_start().is_empty() && words.ends_with([' ', '=', '(']) && !words.trim_start().is_empty()
}
