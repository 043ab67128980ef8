//! Whether the repaired quotes of an element leave no doubt about where it ends.

use crate::read::quotes::ends_in_number;
use crate::read::steps::step;

/// Whether an element of a list, whose quotes may have been repaired, can only be one element. In a list, nothing but the quotes shows
/// where a string ends: two of them may have become one, or one of them two.
///
/// `content` is the text between `stray` quotes at its ends, and `open` the quote that opens it; the one that closes it may be missing
/// (`is_lost`). If quotes were repaired, only these leave no doubt:
///
/// - A text that begins and ends with a word and has no quotes inside, if one extra quote is at its end or at both ends: `"a b""`,
///   `""a b""`.
/// - A text in which quoted words are apart from others, as in a sentence: `"say "hi" now"`, `"f("") -v"`; or with one sign for inches,
///   if more than one word is beside the number: `"a 5" nail"`, but not `"5" nail"`.
/// - Words on a line of their own, without the quote that closes them.
pub(super) fn is_plain(content: &str, stray: (usize, usize), is_lost: bool, open: char) -> bool {
    step(content.len());
    if is_lost {
        return is_line(content);
    }
    if stray != (0, 0) {
        return matches!(stray, (1 | 0, 1))
            && content.starts_with(char::is_alphanumeric)
            && content.ends_with(char::is_alphanumeric)
            && !content.contains(['"', '`'])
            && content.match_indices('\'').all(|(at, _)| is_in_word(content, at));
    }
    let (mut quotes, mut inches) = (0, 0);
    let (mut is_open, mut has_escaped) = (false, false);
    for (at, quote) in content.match_indices(open) {
        let before = &content[..at];
        let is_escaped = (before.len() - before.trim_end_matches('\\').len()) % 2 == 1;
        has_escaped |= is_escaped;
        if is_escaped || (open == '\'' && is_in_word(content, at)) {
            continue;
        }
        quotes += 1;
        let after = content[at + quote.len()..].chars().next();
        let is_apart = if is_open {
            is_open = false;
            let is_empty = before.strip_suffix(open).is_some_and(|before| before.ends_with('('));
            (is_empty || before.ends_with(|c: char| c.is_alphanumeric() || "$%.!?".contains(c)))
                && after.is_none_or(|c| c == ' ' || ".,;:!?)".contains(c))
        } else if ends_in_number(before.as_bytes()) {
            inches += 1;
            let next = content[at + quote.len()..].trim_start_matches(' ');
            // A number and a single word may be two elements.
            if !before.contains(char::is_alphabetic) && !next.contains(' ') {
                return false;
            }
            after == Some(' ') && next.starts_with(char::is_alphanumeric)
        } else {
            is_open = true;
            before.ends_with([' ', '('])
                && after.is_some_and(|c| c.is_alphanumeric() || (c == open && before.ends_with('(')))
        };
        if !is_apart {
            return false;
        }
    }
    let begins = || content.starts_with(char::is_alphanumeric);
    let ends = || {
        content
            .trim_end()
            .ends_with(|c: char| c.is_alphanumeric() || c == open || ".!?)".contains(c))
    };
    quotes == 0 || (!is_open && !has_escaped && (inches == 0 || quotes == 1) && begins() && ends())
}

/// Whether an element without its closing quote can only be what is left of its line: words.
fn is_line(content: &str) -> bool {
    content.starts_with(char::is_alphanumeric)
        && content.ends_with(char::is_alphanumeric)
        && content.chars().all(|c| c.is_alphanumeric() || " -_./'".contains(c))
}

/// Whether a letter or digit is on both sides of the apostrophe at `at`.
fn is_in_word(text: &str, at: usize) -> bool {
    text[..at].ends_with(char::is_alphanumeric) && text[at + 1..].starts_with(char::is_alphabetic)
}
