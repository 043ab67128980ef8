//! Whether the prose behind an answer corrects it: a sentence or a line there gives one of its fields another value.

use core::ops::Range;

use super::assigned::{LONGEST_OTHERS, name_of, sign_of};
use super::behind::after_marks;
use crate::path::head;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::read::turn::turn_marker;

/// Whether the prose behind an answer gives a field of it a value that it does not have: `The priority should be 5.`, `priority -> 5`, or
/// `title: Buy milk` on a line of its own.
pub(super) fn is_corrected(text: &str, answer: Range<usize>) -> bool {
    let behind = after_marks(head(&text[answer.end..], LONGEST_OTHERS));
    let behind = &behind[..scan::either(behind.as_bytes(), 0, b'{', b'[')];
    let answer = &text[answer];
    // Most prose has no value in it.
    let bytes = behind.as_bytes();
    let is_literal = |start: usize, end: usize| matches!(&bytes[start..end], b"true" | b"false" | b"should" | b"must");
    if scan::value_sign(bytes, 0) >= bytes.len() && !scan::any_word(bytes, is_literal) {
        return false;
    }
    // What another turn says is about something else.
    gives_other(answer, behind) && turn_marker(behind).is_none_or(|turn| gives_other(answer, &behind[..turn]))
}

/// Whether prose gives a field of an answer another value.
fn gives_other(answer: &str, behind: &str) -> bool {
    step(behind.len());
    let mut judged = 0;
    let mut is_other = |name: &str, value: &str| {
        judged += 1;
        judged <= MOST_JUDGED && !value.is_empty() && !has_value(answer, value) && has_key(answer, name)
    };
    let mut words = behind.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let is_said = words.any(|word| {
        let start = word.as_ptr() as usize - behind.as_ptr() as usize;
        let before = behind[..start].trim_end_matches(['-', '+', '.']);
        let open = before.chars().next_back().filter(|&c| quotes::is_quote(c));
        let is_value = word.starts_with(|c: char| c.is_ascii_digit()) || matches!(word, "true" | "false");
        // A name may be ordered without quotes: `Severity should be low.`
        let is_ordered = || {
            ["should be ", "must be ", "should read "]
                .iter()
                .any(|order| before.ends_with(order))
        };
        if word.is_empty() || !(is_value || open.is_some() || is_ordered()) {
            return false;
        }
        let value = if is_value || open.is_some() {
            said_value(&behind[before.len()..], open)
        } else {
            Some(word).filter(|word| !explains(word))
        };
        value.is_some_and(|value| {
            let name = named_before(before);
            // It may begin the sentence.
            name.is_some_and(|name| is_other(name, value) || is_other(&name.to_lowercase(), value))
        })
    });
    is_said
        || (behind.contains(':')
            && behind.lines().any(|line| {
                let (name, value) = line.split_once(':').unwrap_or_default();
                let name = name.trim_matches([' ', '*', '`', '"']);
                let value = value.trim_start_matches([' ', '*', '`', '"']);
                // `Final label: mixed`
                let name = name
                    .split_once(' ')
                    .filter(|(word, _)| is_revision(word))
                    .map_or(name, |(_, name)| name);
                !name.is_empty() && !name.contains(' ') && !explains(value) && is_other(name, first_part(value))
            }))
}

/// Whether this word says that another value takes the place of the first one.
fn is_revision(word: &str) -> bool {
    const REVISIONS: [&str; 7] = ["actual", "correct", "corrected", "final", "new", "revised", "updated"];
    REVISIONS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether what is behind a name and a colon rather says what the name means than which value it has.
fn explains(value: &str) -> bool {
    const FIRST: [&str; 22] = [
        "a", "an", "as", "das", "der", "die", "ein", "eine", "el", "how", "if", "is", "la", "le", "les", "not", "the",
        "this", "un", "une", "what", "whether",
    ];
    let mut words = value.split_whitespace();
    let first = words.next().unwrap_or_default();
    FIRST.iter().any(|word| first.eq_ignore_ascii_case(word)) || words.count() >= MOST_WORDS
}

/// A value that is written on a line of its own is shorter.
const MOST_WORDS: usize = 6;

/// What is before a remark about it: `negative (clear)`.
fn first_part(value: &str) -> &str {
    let ends = [" (", " –", " —", " - ", ", ", "; ", ". "];
    let end = ends
        .iter()
        .filter_map(|end| value.find(end))
        .min()
        .unwrap_or(value.len());
    value[..end].trim_end_matches([' ', '*', '`', '"', '.', ',', ';'])
}

/// So many values that the prose behind an answer gives are compared with it.
const MOST_JUDGED: usize = 8;

/// The words between a name and its value.
const LINKS: [&str; 15] = [
    "are", "actually", "be", "read", "equals", "has", "have", "is", "must", "needs", "now", "rather", "really",
    "should", "to",
];

/// The name whose value follows this text: a sign or words such as `should be` are between them, and perhaps an old value and an arrow.
fn named_before(text: &str) -> Option<&str> {
    let is_around = |c: char| matches!(c, ' ' | '"' | '\'' | '`' | '*');
    let told = text.trim_end_matches(is_around);
    if let Some((_, before)) = sign_of(told) {
        let (lead, name) = name_of(before);
        let is_old = name.starts_with(|c: char| c.is_ascii_digit());
        return if is_old {
            sign_of(lead).map(|(_, before)| name_of(before).1)
        } else {
            Some(name)
        };
    }
    let mut before = told;
    while let Some((rest, _)) = before.rsplit_once(' ').filter(|(_, word)| LINKS.contains(word)) {
        before = rest.trim_end_matches(' ');
    }
    (before.len() < told.len()).then(|| name_of(before).1)
}

/// The number or literal at the beginning of this text, without the zeros at the end of a fraction; or the text up to the mark that closes
/// it, if one opened it.
fn said_value(text: &str, open: Option<char>) -> Option<&str> {
    if let Some(close) = open.and_then(quotes::closing_quotes) {
        return text.find(|c| close.contains(&c)).map(|end| &text[..end]);
    }
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '*' | '`' | ')' | '%'));
    let token = text[..end.unwrap_or(text.len())].trim_end_matches(['.', '!', '?', ':']);
    let is_value = crate::read::number::is_plain(token) || matches!(token, "true" | "false");
    is_value.then(|| shortened(token))
}

/// A number without a point or zeros at the end of its fraction.
fn shortened(number: &str) -> &str {
    let has_fraction = number.contains('.');
    number
        .trim_end_matches(|c| has_fraction && c == '0')
        .trim_end_matches('.')
}

/// Whether this document has such a text or number anywhere.
fn has_value(document: &str, value: &str) -> bool {
    step(document.len());
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    if value.contains(|c| !is_part(c)) {
        return document.match_indices(value).any(|(at, _)| {
            let is_word = |c: char| c.is_alphanumeric();
            !document[..at].ends_with(is_word) && !document[at + value.len()..].starts_with(is_word)
        });
    }
    document.split(|c| !is_part(c)).any(|number| shortened(number) == value)
}

/// Whether this document has such a key, in quotes or before a colon.
fn has_key(document: &str, name: &str) -> bool {
    step(document.len());
    document.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&document[..at], &document[at + name.len()..]);
        (before.ends_with(quotes::is_quote) && behind.starts_with(quotes::is_quote))
            || (before.ends_with(['{', ',', ' ', '\n']) && behind.starts_with(':'))
    })
}
