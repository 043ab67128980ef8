//! Examples of the expected form, with dots or placeholders in place of the strings: `{"answer": "..."}`.
//!
//! Models write them into their prose, before or after the answer. If it is the whole text, such an object is a valid
//! document like any other.

use crate::bounds::LONGEST_PLACEHOLDER;
use crate::fold;
use crate::read::scan;
use crate::read::steps::step;

/// Whether the object or array in `text` is a skeleton: a text in it is its own key in angle brackets or braces, or all its
/// texts are placeholders.
///
/// A single word counts for nothing, since it may be the name of a variant. Otherwise, one text of dots among others is no
/// proof: people write `...` too, and text is about `<answer>` and `{name}`.
pub(super) fn is_skeleton(text: &str) -> bool {
    let bytes = text.as_bytes();
    if !holds_sign(bytes) {
        return false;
    }
    let (mut texts, mut placeholders, mut words, mut fields) = (0usize, 0usize, 0usize, 0usize);
    let mut pos = 0;
    let mut key = "";
    while let Some(string) = next_string(bytes, pos) {
        let (start, end) = string;
        let next = scan::after_space(bytes, end + 1);
        pos = end + 1;
        let content = &text[start..end];
        if bytes.get(next) == Some(&b':') {
            key = content;
            continue;
        }
        texts += 1;
        let first = content.bytes().find(|byte| !byte.is_ascii_whitespace());
        if first.is_some_and(is_sign) && is_placeholder(content) {
            placeholders += 1;
            if bracketed(content.trim()).is_some_and(|name| names(name, key)) {
                return true;
            }
        } else if is_alternatives(content) || is_one_word(content) {
            texts -= 1;
            words += usize::from(is_one_word(content));
        }
        // The parent folder is a value beside others, and dots in a list are an ellipsis.
        let is_field = text[..start - 1].trim_end().ends_with(':');
        fields += usize::from(is_field && content.trim() != ".." && is_placeholder(content));
    }
    placeholders > 0 && placeholders == texts && (words == 0 || fields > 0)
}

/// Whether a field or the first element of a list begins like a placeholder: with dots or an opening bracket.
fn holds_sign(bytes: &[u8]) -> bool {
    let mut pos = 0;
    loop {
        pos = scan::either(bytes, pos, b':', b'[') + 1;
        let Some(mut next) = bytes.get(pos) else {
            return false;
        };
        if matches!(next, b' ' | b'\n' | b'\r' | b'\t') {
            pos = scan::after_space(bytes, pos);
            next = bytes.get(pos).unwrap_or(&0);
        }
        if *next == b'"'
            && bytes
                .get(pos + 1)
                .is_some_and(|&byte| is_sign(byte) || byte.is_ascii_whitespace())
        {
            return true;
        }
    }
}

/// Whether a placeholder may begin with this byte.
fn is_sign(byte: u8) -> bool {
    matches!(byte, b'.' | b'<' | b'{' | b'$' | 0xe2)
}

/// Where the next string from `pos` on has its content.
fn next_string(bytes: &[u8], pos: usize) -> Option<(usize, usize)> {
    let start = scan::byte::<b'"'>(bytes, pos) + 1;
    step(start.saturating_sub(pos));
    let mut end = start;
    while end < bytes.len() {
        let stop = scan::either(bytes, end, b'"', b'\\');
        step(stop - end);
        match bytes.get(stop) {
            Some(b'"') => return Some((start, stop)),
            Some(_) => end = stop + 2,
            None => break,
        }
    }
    None
}

/// Whether a text is only dots, or a name in angle brackets or braces.
pub(crate) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    is_dots(text) || bracketed(text).is_some_and(is_name)
}

/// Whether a placeholder is called like its key, with words before that or without: `<your name>`.
fn names(placeholder: &str, key: &str) -> bool {
    let mut rest = Some(placeholder.trim());
    core::iter::from_fn(|| {
        let name = rest?;
        rest = name.split_once(' ').map(|(_, rest)| rest.trim_start());
        Some(name)
    })
    .any(|name| fold::folds_to(key, name))
}

/// The content of angle brackets or braces, if they enclose the whole text.
fn bracketed(text: &str) -> Option<&str> {
    [("<", ">"), ("${", "}"), ("{{", "}}"), ("{", "}")]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
}

fn is_dots(text: &str) -> bool {
    text == "…" || (text.len() > 1 && text.bytes().all(|byte| byte == b'.'))
}

/// Whether a placeholder may be called so: a few words.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | ',');
    text.len() <= LONGEST_PLACEHOLDER && text.trim().starts_with(char::is_alphabetic) && text.chars().all(is_part)
}

/// Whether a text is a word that may be the name of a variant.
fn is_one_word(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    text.len() <= LONGEST_PLACEHOLDER
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(is_part)
}

/// Whether a text lists the names to choose from: `low|medium|high`.
fn is_alternatives(text: &str) -> bool {
    let mut names = text.split('|');
    text.len() <= LONGEST_PLACEHOLDER && text.contains('|') && names.all(|name| is_name(name.trim()))
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn dots_and_names_in_brackets_are_placeholders() {
        for text in [
            "...",
            "…",
            "..",
            "......",
            " <title> ",
            "<your name>",
            "{name}",
            "{{name}}",
            "${name}",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in [
            "",
            ".",
            "Wait...",
            "<a@b.c>",
            "<https://example.org>",
            "</p>",
            "<br/>",
            "<p>text</p>",
            "{}",
            "{\"a\": 1}",
            "[1]",
            "{1}",
            "a < b > c",
            "<1>",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
