//! Checks what is around an answer: whether its start is missing, whether it is no value there, or whether there is another
//! answer.

use core::ops::Range;

use super::behind::{closes_more, is_colon_and_value};
use crate::bounds::{LONGEST_LINE, LONGEST_PROSE_KEY, LONGEST_TAG, MOST_KEYS_OUTSIDE};
use crate::path::{head, tail};
use crate::read::interruption::FORMATS;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;

/// Whether a list in brackets contains only numbers. If the type is a list of strings, that is a citation or an index.
pub(super) fn is_citation(list: &str) -> bool {
    step(list.len());
    list.bytes()
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b',' | b'-'))
}

/// Whether this list in prose or code is no value: a reference to a source (`as [3] says`, `[1]: https://..`), the type of a list
/// (`[]string{..}`) or a box to tick (`[ ] milk`).
pub(super) fn is_sign(text: &str, list: Range<usize>) -> bool {
    let inner = text[list.clone()].trim_start_matches('[').trim_end_matches(']');
    let number = inner.trim();
    let (before, after) = (last_line(&text[..list.start]), &text[list.end..]);
    if number.is_empty() {
        let is_type = inner.is_empty() && after.starts_with(|c: char| c.is_alphanumeric() || c == '{');
        let lead = before.rsplit('>').next().unwrap_or_default();
        let is_box = !inner.is_empty() && after.starts_with(' ') && lead.trim_matches(['-', '*', ' ']).is_empty();
        return is_type || is_box;
    }
    if number.len() > LONGEST_REFERENCE || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (before, after) = (before_format(before), after_format(head(after, LONGEST_LINE)));
    // At the beginning of a line, it is what names the source. A list that begins the reply is read before what follows it is known.
    let names = |rest: &str| list.start > 0 && rest.starts_with(char::is_alphabetic) && !is_one_of(&IS, rest);
    let defines = before.is_empty() && (after.starts_with(": ") || after.strip_prefix(' ').is_some_and(names));
    let is_inside = before.matches('(').count() > before.matches(')').count();
    let is_word = |c: char| c.is_alphabetic();
    let word = &before[before.trim_end_matches(is_word).len()..];
    let leads = ["list", "array", "answer", "result", "output", "return"];
    let follows_word = !word.is_empty() && !is_one_of(&IS, word) && !is_one_of(&leads, word);
    let refers = ["see", "in", "by", "from", "ref", "source", "siehe", "voir"];
    // After a number, it is that number's source.
    let follows_number = before.ends_with(|c: char| c.is_ascii_digit());
    // A sentence goes on after a reference, it ended before it, or the list is there already.
    let goes_on = after
        .split('\n')
        .next()
        .unwrap_or_default()
        .contains(char::is_alphanumeric);
    step(after.len());
    defines
        || is_inside
        || follows_number
        || before.ends_with(']')
        || is_one_of(&refers, word)
        || (follows_word && (goes_on || before.contains(']')))
        || before.ends_with(['.', '!', '?'])
}

/// Whether this list of one number in prose may be a reference to a source all the same: after a word, or before one on its line.
pub(super) fn may_be_reference(text: &str, list: Range<usize>) -> bool {
    let number = text[list.clone()].trim_start_matches('[').trim_end_matches(']').trim();
    let is_number = number.len() <= LONGEST_REFERENCE && number.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || number.is_empty() {
        return false;
    }
    let before = before_format(last_line(&text[..list.start]));
    let word = &before[before.trim_end_matches(char::is_alphabetic).len()..];
    let leads = ["list", "array", "answer", "result", "output", "return"];
    if is_one_of(&IS, word) || is_one_of(&leads, word) {
        return false;
    }
    let after = text[list.end..].trim_start_matches(' ');
    let is_before_word = list.start > 0 && after.starts_with(char::is_alphabetic) && !is_one_of(&IS, after);
    !word.is_empty() || is_before_word
}

/// The words between a value and what it is.
const IS: [&str; 7] = ["is", "are", "be", "was", "ist", "es", "est"];

/// Whether the first word of this text is one of these.
fn is_one_of(words: &[&str], text: &str) -> bool {
    let word = &text[..text.len() - text.trim_start_matches(char::is_alphabetic).len()];
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Whether such a tag opens at the end of this text.
pub(super) fn ends_in_format(text: &str) -> bool {
    let near = tail(text, LONGEST_TAG);
    let tag = near.strip_suffix('>').and_then(|near| near.rsplit_once('<'));
    tag.is_some_and(|(_, tag)| is_one_of(&FORMATS, tag))
}

/// The line without the marks and opening tags that it ends with: they format what follows.
fn before_format(line: &str) -> &str {
    let mut line = line.trim_end_matches(is_format);
    while ends_in_format(line) {
        line = line[..line.rfind('<').unwrap_or_default()].trim_end_matches(is_format);
    }
    line
}

/// The text without the marks and closing tags that it begins with: they end the formatting of what came before.
fn after_format(text: &str) -> &str {
    let mut text = text.trim_start_matches(['*', '_']);
    while let Some((_, rest)) = text.strip_prefix("</").and_then(|tag| tag.split_once('>')) {
        text = rest.trim_start_matches(['*', '_']);
    }
    text
}

fn is_format(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_')
}

/// No number of a source has more digits: a year may be one.
const LONGEST_REFERENCE: usize = 4;

/// Whether this answer is in a literal of a programming language, in which a backslash is written twice: `'{"path": "C:\\\\x"}'`.
pub(super) fn is_in_literal(text: &str, answer: Range<usize>) -> bool {
    let is_enclosed = text[..answer.start].ends_with('\'') && text[answer.end..].starts_with('\'');
    is_enclosed && {
        step(answer.len());
        text[answer].contains("\\\\")
    }
}

/// Whether an answer in a fence, after this text, is a part of code that does not give it: what something is compared with, or the text
/// of a program (`assert x == {..}`, `curl -d '{..}'`).
pub(super) fn is_in_code(before: &str) -> bool {
    let line = last_line(before).trim_end();
    let is_named = || line.contains(char::is_alphabetic);
    line.ends_with("==") || (line.ends_with(['\'', '"']) && is_named())
}

/// The last line of this text, or the end of it.
pub(super) fn last_line(text: &str) -> &str {
    let line = tail(text, LONGEST_LINE);
    step(line.len());
    line.rsplit('\n').next().unwrap_or_default()
}

/// Whether there is a parenthesis at `pos`; in prose, it seldom begins a tuple.
pub(super) fn opens_tuple(text: &str, pos: usize) -> bool {
    text.as_bytes().get(pos) == Some(&b'(')
}

/// The first white space character in the text around an answer that JSON does not allow (RFC 8259 section 2).
pub(super) fn unusual_space(part: &str) -> Option<Range<usize>> {
    step(part.len());
    let is_unusual = |c: char| c == '\u{feff}' || (c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r'));
    let (offset, found) = part.char_indices().find(|&(_, c)| is_unusual(c))?;
    Some(offset..offset + found.len_utf8())
}

/// The brackets that open something, also as they are written between wide characters.
const OPENERS: [char; 5] = ['{', '[', '｛', '［', '【'];

/// Whether the text before an answer shows that the answer is part of something larger whose start is missing. `closers`
/// says whether the text contains closing brackets.
pub(super) fn leads_in(before: &str, closers: bool) -> bool {
    // The line may begin with a sign, as the lines of a quotation do.
    let touches = before.ends_with(|c: char| c == '"' || c.is_alphanumeric());
    let told = before.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '|' | '>' | '-' | '*' | '#'));
    // Or with its number, or any other mark.
    let opens_before = || {
        let near = tail(before, LONGEST_TAG).trim_end_matches([' ', '\t']);
        let line = near.trim_end_matches(|c: char| !c.is_whitespace());
        step(near.len() - line.len());
        let line = line.trim_end_matches([' ', '\t']);
        line.ends_with('\n') && line.trim_end().ends_with(OPENERS)
    };
    let before = if before[told.len()..].contains('\n') {
        told
    } else {
        before.trim_end()
    };
    let ends_element = |before: &str| {
        let mut literals = ["null", "true", "false"].iter();
        let lead = literals
            .find_map(|literal| before.strip_suffix(literal))
            .map(str::trim_end);
        lead.is_some_and(|lead| lead.is_empty() || lead.ends_with([',', '[']))
    };
    let ends_value =
        |before: &str| before.ends_with(|c: char| c.is_ascii_digit() || "}]\"'".contains(c)) || ends_element(before);
    let follows_value = before
        .strip_suffix(',')
        .is_some_and(|before| ends_value(before.trim_end_matches(',').trim_end()));
    // A value in a comment is a remark about the answer.
    let in_comment = before.ends_with("/*") || before.ends_with("//");
    // A text in quotes that touches the bracket, or is all that is before it, may be an element or key, with a bracket too many or in place of
    // its comma.
    let is_quoted = || {
        let near = tail(before, LONGEST_LINE).trim_start();
        step(near.len());
        let is_alone = |quote: char| near.len() > 1 && near.starts_with(quote) && near.ends_with(quote);
        let is_open = || {
            let quotes = near.matches('"').count();
            quotes % 2 == 1 || (quotes > 1 && near.ends_with('"'))
        };
        is_alone('"') || is_alone('\'') || (touches && is_open())
    };
    // If only numbers come before a list, they are probably its first elements. `1.` and `1)` may number the list itself.
    let are_numbers = || {
        step(before.len());
        before.ends_with(|c: char| c.is_ascii_digit())
            && before
                .chars()
                .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '-' | '.'))
    };
    follows_value
        || before.trim_start().starts_with([',', '}', ']'])
        || are_numbers()
        || in_comment
        || is_quoted()
        || before.ends_with(OPENERS)
        || opens_before()
        || (closers && closes_more(before))
}

/// Whether this text contains an object or list with something in quotes, however broken it is: it may be a later answer.
pub(super) fn holds_answer(text: &str) -> bool {
    const BRACKETS: [(char, char); 5] = [('{', '}'), ('[', ']'), ('｛', '｝'), ('［', '］'), ('【', '】')];
    step(text.len());
    let is_mark = |c: char| c == '(' || quotes::is_quote(c);
    BRACKETS.into_iter().any(|(open, close)| {
        // With a word before it, a bracket is that of an index: `data["label"]`.
        let is_index = |at: usize| open == '[' && text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let mut opens = text.match_indices(open).map(|(at, _)| at);
        let inner = opens.find(|&at| !is_index(at)).map(|at| {
            let inner = &text[at + open.len_utf8()..];
            inner.rfind(close).map_or(inner, |end| &inner[..end])
        });
        inner.is_some_and(|inner| {
            let has_marks = inner.matches(is_mark).take(2).count() == 2;
            // One that is not closed must contain a field.
            let is_closed = text.contains(close);
            let is_left_out = || {
                let inner = inner.trim();
                matches!(inner, "..." | "…") || (inner.starts_with('(') && inner.ends_with(')'))
            };
            (has_marks && (is_closed || inner.contains(':')))
                || (is_closed && open == '{' && (inner.contains(':') || is_left_out()))
        })
    })
}

/// Whether a list of strings or objects begins in this text, closed or cut off.
pub(super) fn begins_list(text: &str) -> bool {
    step(text.len());
    text.split('[').skip(1).any(|rest| {
        let first = rest.trim_start();
        first.starts_with('{') || (quotes::opens_string(first) && !first.starts_with(['\'', '`']))
    })
}

/// Whether this text contains a key in quotes, its colon and a value.
pub(super) fn holds_member(text: &str) -> bool {
    let mut left = MOST_KEYS_OUTSIDE;
    let mut is_member = |colon: usize| {
        let is_key = left > 0 && text[..colon].trim_end_matches(['*', '_']).ends_with(quotes::is_quote);
        left -= usize::from(is_key);
        is_key && is_colon_and_value(head(&text[colon..], LONGEST_PROSE_KEY))
    };
    let bytes = text.as_bytes();
    let mut colon = scan::byte::<b':'>(bytes, 0);
    while colon < bytes.len() {
        if is_member(colon) {
            return true;
        }
        colon = scan::byte::<b':'>(bytes, colon + 1);
    }
    !text.is_ascii() && {
        step(text.len());
        text.match_indices(['：', '∶']).any(|(colon, _)| is_member(colon))
    }
}

/// Whether a line of this text is a string in double quotes and a comma, with signs before it or without.
pub(super) fn holds_element(text: &str) -> bool {
    step(text.len());
    text.lines().any(|line| {
        line.trim_end()
            .strip_suffix("\",")
            .is_some_and(|line| line.contains('"'))
    })
}

/// Whether a bracket is still open where an answer begins, and the text after the answer closes it: the answer is a part of something.
pub(super) fn is_enclosed(before: &str, behind: &str) -> bool {
    let is_opener = |c: char| matches!(c, '{' | '[' | '｛' | '［');
    let is_closer = |c: char| matches!(c, '}' | ']' | '｝' | '］');
    let mut depth = 0usize;
    let is_open = before.chars().rev().inspect(|_| step(1)).any(|c| {
        let opens = is_opener(c) && depth == 0;
        depth = (depth + usize::from(is_closer(c))).saturating_sub(usize::from(is_opener(c)));
        opens
    });
    let mut depth = 0usize;
    is_open
        && behind.chars().inspect(|_| step(1)).any(|c| {
            let closes = is_closer(c) && depth == 0;
            depth = (depth + usize::from(is_opener(c))).saturating_sub(usize::from(is_closer(c)));
            closes
        })
}
