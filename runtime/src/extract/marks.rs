//! Whether the strings of an answer may end elsewhere than they were read, or say something else, judged by its whole text and record.

use core::ops::Range;

use super::restart::repeats_beginning;
use crate::bounds::{LONGEST_KEY, LONGEST_LINE, LONGEST_PIECE};
use crate::path::{head, tail};
use crate::read::conserve::goes_on_behind;
use crate::read::decode::may_be_command;
use crate::read::entity;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::record::Sink;
use crate::repair::{RepairKind, Severity};

/// An escape that was decoded but was probably not intended, in an answer with other backslashes that begin no escape: `\b` or `\f`
/// before a letter (`\bfoo` next to `\d`), any escape that begins a command of LaTeX (`\nabla` next to `\alpha`), or any of `\b`, `\f`,
/// `\n`, `\r` and `\t` after a drive letter or at the beginning of a relative path (`C:\temp` next to `C:\Users` or `\w`).
pub(super) fn doubtful_escape(sink: &Sink, text: &str, answer: Range<usize>) -> Option<Range<usize>> {
    if !sink.may_hold_any([RepairKind::InvalidEscape]) || !sink.holds(RepairKind::InvalidEscape) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut kept = sink.spans_of(RepairKind::LatexKept).peekable();
    let mut pos = answer.start;
    let (mut is_raw, mut in_path) = (false, None);
    step(answer.len());
    loop {
        let at = scan::byte::<b'\\'>(bytes, pos);
        if at >= bytes.len().min(answer.end) {
            break;
        }
        pos = at + 2;
        while kept.next_if(|span| span.end <= at).is_some() {}
        if kept.peek().is_some_and(|span| span.contains(&at)) {
            continue;
        }
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        let is_drive = at > 1 && bytes[at - 1] == b':' && is_letter(at - 2) && !is_letter(at.wrapping_sub(3));
        let begins_path = is_drive || (at > 1 && bytes[at - 1] == b'.' && matches!(bytes[at - 2], b'"' | b'.'));
        match bytes.get(at + 1) {
            Some(b'b' | b'f') if is_letter(at + 2) => return Some(at..at + 2),
            Some(b'n' | b'r' | b't')
                if stands_alone(bytes, at) || (is_letter(at + 2) && (begins_path || may_be_command(bytes, at))) =>
            {
                in_path.get_or_insert(at..at + 2);
            }
            Some(b'"' | b'\'' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' | b'u') | None => {}
            Some(byte) => is_raw |= byte.is_ascii_alphanumeric(),
        }
    }
    in_path.filter(|_| is_raw)
}

/// Whether blanks or punctuation are on both sides of the escape at `at`, as around a word, and a backslash that begins no escape is in
/// the same string: `split on \s or \n`.
fn stands_alone(bytes: &[u8], at: usize) -> bool {
    let is_around = |byte: &u8| matches!(byte, b' ' | b'(' | b')' | b',' | b'.' | b';' | b'`' | b'"' | b'\'');
    let [before, after] = [at.checked_sub(1), Some(at + 2)].map(|at| at.and_then(|at| bytes.get(at)));
    before.is_some_and(|&byte| matches!(byte, b' ' | b'(' | b'`' | b'\''))
        && after.is_some_and(is_around)
        && has_raw_beside(bytes, at)
}

/// Whether the string around the escape at `at` has, near it, a backslash before a letter that begins no escape.
fn has_raw_beside(bytes: &[u8], at: usize) -> bool {
    let is_raw = |pair: &[u8]| pair[0] == b'\\' && pair[1].is_ascii_alphanumeric() && !b"bfnrtu".contains(&pair[1]);
    let is_inside = |pair: &&[u8]| pair[1] != b'"';
    step(2 * LONGEST_KEY);
    let before = bytes[at.saturating_sub(LONGEST_KEY)..at].windows(2).rev();
    let after = bytes[at + 2..bytes.len().min(at + LONGEST_KEY).max(at + 2)].windows(2);
    before.take_while(is_inside).any(is_raw) || after.take_while(is_inside).any(is_raw)
}

/// Whether strings may end elsewhere than the record says.
pub(super) fn has_doubtful_quotes(sink: &Sink) -> bool {
    let kinds = [RepairKind::StrayQuoteRemoved, RepairKind::QuoteEscaped];
    sink.may_hold_any(kinds) && kinds.iter().any(|&kind| sink.holds(kind))
}

/// Whether a list has a single element, which is a string with a list of objects or strings in it: the quotes may be one too many.
fn holds_list_in_quotes(value: &str) -> bool {
    scan::places::<b'['>(value.as_bytes()).any(|at| {
        let Some(inner) = value[at + 1..].strip_prefix("\"[") else {
            return false;
        };
        let inner = head(inner, LONGEST_LINE);
        let begins = inner.trim_start_matches(['\\', 'n', ' ']).starts_with(['{', '"']);
        step(if begins { inner.len() } else { 1 });
        begins && inner.contains("]\"]")
    })
}

/// Whether a typographic mark, perhaps closing brackets, and a comma are in this string, and another mark after them: the string may have
/// ended at the first of them, and the next one begun at the last.
fn goes_on_at_mark(string: &str) -> bool {
    step(string.len());
    let is_mark = |c: char| matches!(c, '‘' | '’' | '“' | '”');
    // All of them begin with this byte.
    scan::places::<0xe2>(string.as_bytes()).any(|at| {
        let rest = string[at..].strip_prefix(is_mark).unwrap_or_default();
        let rest = rest.trim_start_matches([' ', '\n', '}', ']']);
        rest.starts_with(',') && head(rest, LONGEST_LINE).contains(quotes::is_quote)
    })
}

/// Whether a typographic mark that ends a quotation is right behind a double quote: `["a”, "b”, "” c"]`.
fn begins_with_end(value: &str) -> bool {
    scan::places::<0xe2>(value.as_bytes()).any(|at| value[..at].ends_with('"') && value[at..].starts_with('”'))
}

/// Whether this string has a single quote before a comma that none before it opens, and another one after it: `a', b: 'c`.
fn is_closed_before_comma(string: &str) -> bool {
    step(string.len());
    scan::signs(string, 0, "',").is_some_and(|quote| {
        let (before, after) = string.as_bytes().split_at(quote);
        scan::byte::<b'\''>(after, 1) < after.len() && scan::count::<b'\''>(before).is_multiple_of(2)
    })
}

/// A quote that was kept inside a string, in a document in which quotes, commas or brackets are damaged in another way too. That a quote
/// is one of the text is told by what is around it, and there that may be damaged as well.
fn quote_beside_damage(sink: &Sink) -> Option<Range<usize>> {
    const OTHER_DAMAGE: [RepairKind; 8] = [
        RepairKind::MissingQuote,
        RepairKind::MissingCloser,
        RepairKind::MismatchedCloser,
        RepairKind::ExtraCloserRemoved,
        RepairKind::StrayQuoteRemoved,
        RepairKind::StringPrefix,
        RepairKind::TripleQuoted,
        RepairKind::SmartQuoteDelimiter,
    ];
    let worst = sink.worst();
    if !sink.may_hold_any([RepairKind::QuoteEscaped]) || worst >= Some(Severity::Guess) {
        return None;
    }
    let is_damaged = sink.may_hold_any(OTHER_DAMAGE) && OTHER_DAMAGE.iter().any(|&kind| sink.holds(kind));
    // A pair of quotes is not what a missing comma leaves.
    let is_odd = || sink.holds(RepairKind::MissingComma) && sink.count_of(RepairKind::QuoteEscaped) % 2 == 1;
    if !is_damaged && !is_odd() {
        return None;
    }
    let mut quotes = sink.spans_of(RepairKind::QuoteEscaped);
    quotes.next()
}

/// Where a string of the answer at `span` may have ended elsewhere than it was read.
pub(super) fn doubtful_mark(sink: &Sink, text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let is_changed = || {
        text.get(span.clone())
            .is_some_and(|value| changes_marks(sink, value, span.start))
    };
    quote_beside_damage(sink)
        .or_else(|| (is_changed() || repeats_beginning(sink, text, span.clone())).then(|| span.clone()))
}

/// Whether a string contains the end of another one, and a key after it: `'a" "name": "b'`.
fn holds_next_key(string: &str) -> bool {
    step(string.len());
    scan::places::<b'"'>(string.as_bytes()).any(|at| {
        let next = string[at + 1..].strip_prefix(" \"").unwrap_or_default();
        let name = next.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
        name.len() < next.len() && name.starts_with("\":")
    })
}

/// Whether a repaired value, which has its strings in double quotes, contains a comma between two other quotation marks of
/// different kinds. There, one string may have ended and the next one begun.
///
/// In a string that lists words in quotes, both marks are of one kind.
/// If a string is in single quotes, its first double quote may have closed it, and the next one after a comma opened another; and a
/// quote that is written as an entity may be one of its text.
///
/// The value begins at `offset`.
fn changes_marks(sink: &Sink, value: &str, offset: usize) -> bool {
    // Where the grammar holds, each string ends where it says.
    let worst = sink.worst();
    // If a value was in extra brackets, a list in quotes may be too.
    if worst < Some(Severity::Guess) && sink.may_hold_any([RepairKind::UnwrapSingleElement]) && value.contains("[\"[") {
        return true;
    }
    if worst >= Some(Severity::Syntax) && worst < Some(Severity::Guess) && holds_list_in_quotes(value) {
        return true;
    }
    if worst.is_none() || !sink.may_break_grammar() || worst >= Some(Severity::Guess) {
        return false;
    }
    let kinds = [
        RepairKind::SingleQuoted,
        RepairKind::BacktickQuoted,
        RepairKind::SmartQuoteDelimiter,
    ];
    if sink.may_hold_any([RepairKind::UnquotedKey])
        && (holds_bare_key(sink, value, offset) || strings(value).any(is_closed_before_comma))
    {
        return true;
    }
    let bytes = value.as_bytes();
    // Where strings end with such a mark, none begins with it.
    if sink.may_hold_any([RepairKind::SmartQuoteDelimiter]) && begins_with_end(value) {
        return true;
    }
    // Where the quotes of some strings are escaped, the backslashes in others may be.
    if sink.may_hold_any([RepairKind::StrayBackslashRemoved]) && (value.contains("\\\\") || value.contains(",\\\"")) {
        return true;
    }
    if sink.may_hold_any(kinds) && kinds.iter().any(|&kind| sink.holds(kind)) {
        let content = |span: Range<usize>| {
            value.get(span.start.wrapping_sub(offset).wrapping_add(1)..span.end.wrapping_sub(offset))
        };
        let mut spans = kinds.into_iter().flat_map(|kind| sink.spans_of(kind));
        let is_joined = |string: &str| goes_on_behind(string) || goes_on_at_mark(string) || holds_next_key(string);
        if spans.any(|span| content(span).is_some_and(is_joined)) || strings(value).any(goes_on_behind) {
            return true;
        }
        if entity::holds_quote(value) || holds_change(sink, value, offset) {
            return true;
        }
        if !holds_other_marks(bytes) {
            return false;
        }
        // The strings in such marks, in order: a mark at the end of one closes it.
        let mut delimited = kinds.map(|kind| sink.spans_of(kind).peekable());
        let mut is_delimiter = |comma: usize| {
            delimited.iter_mut().any(|spans| {
                while spans.next_if(|span| span.end < offset + comma).is_some() {}
                spans.peek().is_some_and(|span| span.end == offset + comma)
            })
        };
        let is_inside = |comma: usize| {
            (is_between_marks(value, comma) || is_after_closing_mark(value, comma)) && !is_delimiter(comma)
        };
        return commas(bytes).any(is_inside) || opens_unclosed(sink, value, offset);
    }
    // The document may have been begun again in a key: `{"a": 1, "b{a": 1, b": 2}`.
    if sink.may_hold_any([RepairKind::MissingQuote]) {
        // Another mark may have closed the string whose quote is missing.
        let is_half = |string: &str| string.starts_with('\'') && string.matches('\'').count() == 1;
        step(value.len());
        if strings(value).any(is_half) {
            return true;
        }
        let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        step(bytes.len());
        let mut braces = value.match_indices('{').map(|(brace, _)| brace);
        if braces.any(|brace| brace > 0 && is_part(bytes.get(brace - 1)) && is_part(bytes.get(brace + 1))) {
            return true;
        }
    }
    holds_other_marks(bytes)
        && (commas(bytes).any(|comma| is_between_marks(value, comma) || is_after_closing_mark(value, comma))
            || opens_unclosed(sink, value, offset))
}

/// Whether a string of the value contains, after a comma or an opening brace, a key that the document has without quotes elsewhere:
/// `{a: "x, b: 1, a: y", b: 2}`. The quotes between them may be missing.
fn holds_bare_key(sink: &Sink, value: &str, offset: usize) -> bool {
    // The keys are only needed where something in a string may be one. The objects of a list have the same keys.
    let mut known = None;
    let mut is_name = |name: &str| {
        let names: &[&str; MOST_NAMES] = known.get_or_insert_with(|| {
            let mut names = [""; MOST_NAMES];
            for (place, span) in names.iter_mut().zip(sink.spans_of(RepairKind::UnquotedKey)) {
                let span = span.start.wrapping_sub(offset)..span.end.wrapping_sub(offset);
                *place = value.get(span).unwrap_or_default();
            }
            names
        });
        step(MOST_NAMES);
        !name.is_empty() && names.contains(&name)
    };
    let mut holds_name = |string: &str| {
        let mut colon = scan::byte::<b':'>(string.as_bytes(), 0);
        while colon < string.len() {
            let before = tail(&string[..colon], LONGEST_KEY).trim_end();
            let lead = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
            if lead.trim_end().ends_with([',', '{']) && is_name(&before[lead.len()..]) {
                return true;
            }
            colon = scan::byte::<b':'>(string.as_bytes(), colon + 1);
        }
        false
    };
    let mut single = sink.spans_of(RepairKind::SingleQuoted).filter_map(|span| {
        let span = span.start.wrapping_sub(offset)..span.end.wrapping_sub(offset);
        value.get(span)
    });
    strings(value).any(&mut holds_name) || (!has_only_key_colons(sink, value, offset) && single.any(holds_name))
}

/// Whether each colon of the value follows one of its keys without quotes, so that no string in single quotes contains one.
fn has_only_key_colons(sink: &Sink, value: &str, offset: usize) -> bool {
    // In these, a string holds keys.
    if sink.may_hold_any([RepairKind::UnwrapStringArray, RepairKind::UnwrapStringObject]) {
        return false;
    }
    let bytes = value.as_bytes();
    let (mut keys, mut next) = (0, 0);
    for span in sink.spans_of(RepairKind::UnquotedKey) {
        let (start, end) = (span.start.wrapping_sub(offset), span.end.wrapping_sub(offset));
        if start >= next && bytes.get(end) == Some(&b':') {
            (keys, next) = (keys + 1, end);
        }
    }
    scan::count::<b':'>(bytes) == keys
}

/// As many keys are compared with what is in a string.
const MOST_NAMES: usize = 16;

/// What is between double quotes.
fn strings(value: &str) -> impl Iterator<Item = &str> {
    let bytes = value.as_bytes();
    let mut next = 0;
    core::iter::from_fn(move || {
        let open = scan::byte::<b'"'>(bytes, next);
        let mut close = scan::string_stop(bytes, (open + 1).min(bytes.len()));
        while bytes.get(close).is_some_and(|&byte| byte != b'"') {
            let after = if bytes[close] == b'\\' { close + 2 } else { close + 1 };
            close = scan::string_stop(bytes, after.min(bytes.len()));
        }
        next = (close + 1).min(bytes.len());
        value.get(open + 1..close)
    })
}

/// Whether the first double quote in one of the strings in single quotes is before a comma and another double quote.
fn holds_change(sink: &Sink, value: &str, offset: usize) -> bool {
    // Few texts contain such a quote: only there, the strings are looked at one by one.
    let bytes = value.as_bytes();
    let mut quote = scan::byte::<b'"'>(bytes, 0);
    while quote < bytes.len() && !is_before_another(bytes, quote) {
        quote = scan::byte::<b'"'>(bytes, quote + 1);
    }
    quote < bytes.len()
        && sink.spans_of(RepairKind::SingleQuoted).any(|span| {
            let span = span.start.wrapping_sub(offset)..span.end.wrapping_sub(offset);
            let string = bytes.get(span).filter(|string| string.starts_with(b"'"));
            string.is_some_and(|string| {
                let first = scan::byte::<b'"'>(string, 0);
                first < string.len() && is_before_another(string, first)
            })
        })
}

/// Whether a comma and a double quote, or the first byte of another quotation mark, follow the byte at `mark`.
fn is_before_another(value: &[u8], mark: usize) -> bool {
    let comma = scan::after_space(value, mark + 1);
    let next = value.get(scan::after_space(value, comma + 1));
    value.get(comma) == Some(&b',') && next.is_some_and(|byte| b"\"`\xe2\xc2".contains(byte))
}

/// The commas that follow a byte with which a quotation mark may end, except an unescaped double quote.
fn commas(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let mut next = 0;
    core::iter::from_fn(move || {
        loop {
            let comma = scan::byte::<b','>(bytes, next);
            step(1);
            next = comma + 1;
            bytes.get(comma)?;
            let before = comma.checked_sub(1).map(|before| bytes[before]);
            let is_escaped = || before == Some(b'"') && bytes[..comma - 1].ends_with(b"\\");
            if before.is_some_and(|byte| byte >= 0x80 || matches!(byte, b'`' | b'\'')) || is_escaped() {
                return Some(comma);
            }
        }
    })
}

/// The backticks and the typographic marks that open a quotation, by their rare first bytes.
fn opening_marks(value: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut next = 0;
    core::iter::from_fn(move || {
        loop {
            let at = scan::any_of(value.as_bytes(), next, [b'`', 0xc2, 0xe2, b'`', b'`', b'`']);
            let mark = value.get(at..)?.chars().next()?;
            step(1);
            next = at + mark.len_utf8();
            if matches!(mark, '“' | '„' | '«' | '‘' | '`') {
                return Some((at, mark));
            }
        }
    })
}

/// Whether there may be a backtick or a typographic mark in this text, by the first bytes of those.
fn holds_other_marks(bytes: &[u8]) -> bool {
    let first = scan::wide_or::<b'`'>(bytes, 0);
    first < bytes.len() && scan::any_of(bytes, first, [b'`', 0xc2, 0xe2, 0xe3, 0xef, b'`']) < bytes.len()
}

/// Whether a typographic mark opens a quotation that its string does not close: `"a and “b"`. In a broken document, the quotes between two
/// strings may be missing. A single mark or a backtick counts only after a comma: it may be an apostrophe.
fn opens_unclosed(sink: &Sink, value: &str, offset: usize) -> bool {
    let kinds = [RepairKind::SmartQuoteDelimiter, RepairKind::BacktickQuoted];
    let mut delimited = kinds.map(|kind| sink.spans_of(kind).peekable());
    step(value.len());
    opening_marks(value).any(|(at, mark)| {
        let is_delimiter = delimited.iter_mut().any(|spans| {
            while spans.next_if(|span| span.start < offset + at).is_some() {}
            spans.peek().is_some_and(|span| span.start == offset + at)
        });
        let before = &value[..at];
        let is_opening = if matches!(mark, '‘' | '`') {
            before.trim_end_matches(' ').ends_with(',')
        } else {
            before.ends_with([' ', ',']) || before.ends_with("\\\"")
        };
        !is_delimiter && is_opening && {
            let rest = head(&value[at + mark.len_utf8()..], LONGEST_PIECE);
            let close = quotes::closing_quotes(mark).unwrap_or_default();
            let end = rest.find(|c| c == '"' || close.contains(&c));
            step(end.unwrap_or(rest.len()));
            end.is_none_or(|end| rest[end..].starts_with('"'))
        }
    })
}

/// Whether a mark before the comma closes a quotation that nothing opens in its string: `"a”, b"`. After a digit, it may be the sign
/// for inches.
fn is_after_closing_mark(value: &str, comma: usize) -> bool {
    let Some(before) = value[..comma].strip_suffix(['”', '“', '»', '`']) else {
        return false;
    };
    let string = tail(before, LONGEST_PIECE);
    let string = &string[string.rfind('"').map_or(0, |quote| quote + 1)..];
    step(string.len());
    let is_inches = string.ends_with(|c: char| c.is_ascii_digit()) && value[comma + 1..].starts_with(' ');
    !is_inches && !string.contains(['“', '”', '„', '«', '»', '‟', '`'])
}

/// Whether the comma is between two quotation marks of different kinds, the second of them not an unescaped double quote.
fn is_between_marks(value: &str, comma: usize) -> bool {
    // Nearly all white space is ASCII, which is skipped faster, and most often a key without quotes follows it.
    let next = scan::after_space(value.as_bytes(), comma + 1);
    if value.as_bytes().get(next).is_none_or(u8::is_ascii_alphanumeric) {
        return false;
    }
    let close = value[..comma].chars().next_back().filter(|&c| quotes::is_quote(c));
    let rest = value[next..].trim_start();
    step(value.len() - comma - rest.len());
    let (rest, is_escaped) = rest.strip_prefix('\\').map_or((rest, false), |rest| (rest, true));
    let is_mark = |c: &char| (*c != '"' || is_escaped) && quotes::is_quote(*c);
    let open = rest.chars().next().filter(is_mark);
    // What usually closes a string that begins like the next one.
    let usual = open.and_then(quotes::closing_quotes).and_then(<[char]>::first).copied();
    close.is_some() && usual.is_some() && usual != close
}
