//! Quotation marks: which ones open a string or key, and which ones close it.

use core::ops::Range;

use crate::bounds::{LONGEST_INCHES, LONGEST_QUOTED};
use crate::read::steps::step;
use crate::repair::RepairKind;

/// The marks that close what this one opens, the usual one first, or `None` if it opens nothing.
///
/// A straight quote is closed by itself alone. What a typographic mark opens may be closed by any mark that people pair
/// with it, the straight quote included, because keyboards and models mix them.
#[inline]
pub(crate) fn closing_quotes(open: char) -> Option<&'static [char]> {
    if may_be_quote(open) { partners(open) } else { None }
}

/// Whether this may be a quotation mark. Whole texts are searched for them, and most characters are none.
#[inline]
pub(crate) fn may_be_quote(c: char) -> bool {
    !c.is_ascii() || matches!(c, '"' | '\'' | '`')
}

fn partners(open: char) -> Option<&'static [char]> {
    Some(match open {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`', '\'', '´', '’'],
        '´' => &['´', '`', '\'', '’'],
        '“' | '”' | '„' | '‟' => &['”', '“', '‟', '"', '″'],
        '‘' | '’' | '‚' | '‛' => &['’', '‘', '\'', '′', '´'],
        '«' => &['»', '"'],
        '»' => &['«', '»', '"'],
        '‹' => &['›', '\''],
        '›' => &['‹', '›', '\''],
        '「' | '『' | '｢' => &['」', '』', '｣', '"'],
        '〝' => &['〞', '〟', '”', '"'],
        '＂' => &['＂', '"', '”'],
        '＇' => &['＇', '\'', '’'],
        '″' => &['″', '"', '”'],
        '′' => &['′', '\'', '’'],
        _ => return None,
    })
}

/// Whether this is a quotation mark of any kind.
pub(crate) fn is_quote(c: char) -> bool {
    closing_quotes(c).is_some() || matches!(c, '」' | '』' | '｣' | '〞' | '〟')
}

/// The length of the prefix of a programming language before a quoted string, as in `r"a"`, or 0.
pub(crate) fn prefix_length(rest: &str) -> usize {
    match rest.as_bytes() {
        // A closing quote ends a word whose opening one is missing.
        [_, b'"' | b'\'', rest @ ..] if matches!(rest.trim_ascii_start().first(), None | Some(b',' | b'}' | b']')) => 0,
        [b'r' | b'f' | b'b' | b'u' | b'R' | b'F' | b'B' | b'U', b'"' | b'\'', ..] => 1,
        _ => 0,
    }
}

/// Whether `rest` begins with a string in quotes of any kind.
pub(crate) fn opens_string(rest: &str) -> bool {
    let first = rest[prefix_length(rest)..].chars().next();
    first.is_some_and(|c| closing_quotes(c).is_some())
}

/// The repair that reading a string or key with this opening mark takes.
pub(crate) fn quote_kind(open: char) -> Option<RepairKind> {
    match open {
        '"' => None,
        '\'' => Some(RepairKind::SingleQuoted),
        '`' => Some(RepairKind::BacktickQuoted),
        _ => Some(RepairKind::SmartQuoteDelimiter),
    }
}

/// The typographic marks that may close what a straight quote opened, if nothing else does.
pub(crate) fn late_closing_quotes(open: char) -> &'static [char] {
    match open {
        '"' => &['”', '“', '‟', '„', '»', '«', '″', '〞', '〟', '」', '』', '＂'],
        '\'' => &['’', '‘', '‛', '‚', '›', '‹', '′', '´', '＇'],
        _ => &[],
    }
}

/// The length of the typographic mark that `rest` begins with and that may close what a straight quote opened, or 0.
pub(crate) fn late_close_len(rest: &str) -> usize {
    let is_late = |c: &char| late_closing_quotes('"').contains(c) || late_closing_quotes('\'').contains(c);
    rest.chars().next().filter(is_late).map_or(0, char::len_utf8)
}

/// The length of the typographic mark at the end of `content` that closes it, where `open` opened it and the mark's own
/// partner is not inside: in `he said “yes”` both marks are text.
pub(crate) fn late_close(content: &str, open: char) -> Option<usize> {
    let last = content.chars().next_back()?;
    if !late_closing_quotes(open).contains(&last) {
        return None;
    }
    let inner = &content[..content.len() - last.len_utf8()];
    let is_partner = |c: char| !c.is_ascii() && closing_quotes(c).is_some_and(|close| close.contains(&last));
    let mut nearest = inner.chars().rev().take(LONGEST_QUOTED).inspect(|_| step(1));
    (!nearest.any(is_partner)).then_some(last.len_utf8())
}

/// How many bytes of stray quotes are at the start and at the end of the content of a string that the straight quote or
/// backtick `open` opened.
///
/// Quotes at both ends are doubled delimiters (`""text""`), and those at one end are stray (`"text""`). If there are other
/// quotes inside, those at the ends may belong to quoted words and are text, and so is the inch mark after a number
/// (`"24""`).
pub(crate) fn stray_quotes(content: &str, open: char) -> (usize, usize) {
    let Some(quote) = u8::try_from(open).ok().filter(u8::is_ascii) else {
        return (0, 0);
    };
    let bytes = content.as_bytes();
    let is_close = |byte: u8| byte == quote || (quote == b'`' && byte == b'\'');
    let leading = bytes.iter().take_while(|&&byte| byte == quote).count();
    if leading == bytes.len() {
        return (leading, 0);
    }
    let mut trailing = bytes[leading..]
        .iter()
        .rev()
        .take_while(|&&byte| is_close(byte))
        .count();
    let backslashes = bytes[leading..bytes.len() - trailing]
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\');
    if trailing > 0 && backslashes.count() % 2 == 1 {
        trailing -= 1;
    }
    // What consists of nothing but other closing quotes is text: an apostrophe between backticks.
    if leading + trailing == 0 || trailing == bytes.len() {
        return (0, 0);
    }
    if has_quotes(bytes, leading..bytes.len() - trailing, quote) {
        return (0, 0);
    }
    let text = &content[..content.len() - trailing];
    let is_one = leading == 0 && trailing == 1;
    let is_inches = is_one && (ends_in_number(text.as_bytes()) || text.ends_with(['½', '¼', '¾']));
    let is_partner = is_one && leaves_open(text, open);
    // Two quotes behind a sign or a space are an empty string inside the text: `x = ""`.
    let is_empty = leading == 0 && trailing == 2 && !text.ends_with(char::is_alphanumeric);
    if is_inches || is_partner || is_empty {
        (0, 0)
    } else {
        (leading, trailing)
    }
}

/// Whether a typographic mark in this text opens a quotation that is not closed in it, and that this quote may close: `„Halt!`.
fn leaves_open(text: &str, quote: char) -> bool {
    step(text.len());
    let mut open: Option<&[char]> = None;
    for c in text.chars().filter(|c| !c.is_ascii()) {
        match open {
            Some(closing) if closing.contains(&c) => open = None,
            None => open = closing_quotes(c),
            Some(_) => {}
        }
    }
    open.is_some_and(|closing| closing.contains(&quote))
}

/// Whether a string ends in a number that is no part of a word, a path or an address: `24`, `a 5.5`, `3/8`, `10x12`. Nothing
/// is measured in thousands of inches: more digits are a year or a code.
pub(super) fn ends_in_number(bytes: &[u8]) -> bool {
    let is_part = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'/' | b',');
    let length = bytes.iter().rev().take_while(is_part).inspect(|_| step(1)).count();
    let (before, number) = bytes.split_at(bytes.len() - length);
    // With more than one point or slash, it is a version or a date.
    let parts = number.iter().filter(|byte| !byte.is_ascii_digit()).count();
    let digits = number.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    parts <= 1
        && (1..=LONGEST_INCHES).contains(&digits)
        && match before {
            [] | [.., b' ' | b'\n' | b'('] => true,
            [.., digit, b'x' | b'X' | b'\''] => digit.is_ascii_digit(),
            // One dash is between the ends of a range, and two are in a date.
            [range @ .., b'-'] => {
                let first = range.iter().rev().take_while(is_part).count();
                first > 0 && matches!(range[..range.len() - first], [] | [.., b' ' | b'\n' | b'('])
            }
            _ => false,
        }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// Whether quotes are inside, not counting the escaped ones and the apostrophes in words.
fn has_quotes(bytes: &[u8], inner: Range<usize>, quote: u8) -> bool {
    let is_word_at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(|&byte| is_word(byte));
    let mut at = inner.start;
    // The letter of an escape is no part of a word.
    let mut escape_end = 0;
    while at < inner.end {
        if bytes[at] == b'\\' {
            at += 2;
            escape_end = at;
            continue;
        }
        let is_in_word = at > escape_end && is_word_at(Some(at - 1)) && is_word_at(Some(at + 1));
        if bytes[at] == quote && !(quote == b'\'' && is_in_word) {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{closing_quotes, late_close, stray_quotes};

    #[test]
    fn stray_quotes_are_those_without_a_partner() {
        let cases = [
            ("t", '"', (0, 0)),
            ("\"t\"", '"', (1, 1)),
            ("\"\"t\"\"", '"', (2, 2)),
            ("t\"", '"', (0, 1)),
            ("t\"\"\"", '"', (0, 3)),
            ("t\"\"", '"', (0, 2)),
            ("t = \"\"", '"', (0, 0)),
            ("„t\"", '"', (0, 0)),
            ("„t“ t\"", '"', (0, 1)),
            ("27 ½\"", '"', (0, 0)),
            ("\\n't'", '\'', (0, 0)),
            ("\"t", '"', (1, 0)),
            ("\"", '"', (1, 0)),
            ("'", '`', (0, 0)),
            ("''", '`', (0, 0)),
            ("`'", '`', (1, 1)),
            ("t'", '`', (0, 1)),
            ("say \"t\"", '"', (0, 0)),
            ("say \"t\"\"", '"', (0, 0)),
            ("\"t\" is said", '"', (0, 0)),
            ("\"t\" and \"u\"", '"', (0, 0)),
            ("24\"", '"', (0, 0)),
            ("a 5.5\"", '"', (0, 0)),
            ("3/8\"", '"', (0, 0)),
            ("10x12\"", '"', (0, 0)),
            ("21287\"", '"', (0, 1)),
            ("May 3, 2020\"", '"', (0, 1)),
            ("v2\"", '"', (0, 1)),
            ("/tmp/v2\"", '"', (0, 1)),
            ("a?b=2\"", '"', (0, 1)),
            ("5\" nails, and \"more\"", '"', (0, 0)),
            ("a\"Quoted\"", '"', (0, 0)),
            ("\"one\", 5\" nails, and \"more\"", '"', (0, 0)),
            ("say \\\"t\\\"", '"', (0, 0)),
            ("it's\'", '\'', (0, 1)),
            ("'it's'", '\'', (1, 1)),
            ("`t'", '`', (1, 1)),
            ("``'", '`', (2, 1)),
            ("é« »", '«', (0, 0)),
            ("`t` and", '`', (0, 0)),
            ("\"t\"", '\'', (0, 0)),
            ("", '"', (0, 0)),
        ];
        for (content, open, expected) in cases {
            assert_eq!(stray_quotes(content, open), expected, "{content}");
        }
    }

    #[test]
    fn a_typographic_mark_with_its_partner_inside_closes_nothing() {
        assert_eq!(late_close("t”", '"'), Some(3));
        assert_eq!(late_close("he said “t”", '"'), None);
        assert_eq!(late_close("t’", '"'), None);
        assert_eq!(late_close("t’", '\''), Some(3));
        assert_eq!(late_close("it’s t’", '\''), None);
        assert_eq!(late_close("t", '"'), None);
    }

    #[test]
    fn a_straight_quote_is_closed_by_itself_alone() {
        assert_eq!(closing_quotes('"'), Some(&['"'][..]));
        assert_eq!(closing_quotes('\''), Some(&['\''][..]));
    }
}
