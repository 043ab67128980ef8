//! Where the name of a tool is followed by its arguments in parentheses, and what was meant to be such a call.

use core::ops::Range;

use super::super::marks::{Begins, begins, is_known, is_name};
use super::super::{LONGEST_HEADER, ReplyText, head};
use crate::spec::{NameSpec, NamesSpec};
use crate::steps::step;

/// The name at `at`, if an opening parenthesis follows it.
pub(in super::super) fn name_at(text: ReplyText<'_>, at: usize) -> Result<Range<usize>, Begins> {
    let rest = text.rest(at);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let plain = rest.bytes().take_while(is_plain).count();
    let length = match rest[plain..].bytes().next() {
        Some(0x80..) => rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()),
        _ => plain,
    };
    if length > LONGEST_HEADER {
        return Err(Begins::No);
    }
    if length == rest.len() {
        return Err(if text.is_end { Begins::No } else { Begins::Wait });
    }
    let is_call = rest[length..].starts_with('(') && !rest.starts_with(|c: char| c.is_numeric());
    if is_call && is_name(&rest[..length]) && !is_python_keyword(&rest[..length]) {
        Ok(at..at + length)
    } else {
        Err(Begins::No)
    }
}

/// Whether Python has this word for itself, so that it names no tool.
pub(super) fn is_python_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 24] = [
        "and", "as", "assert", "async", "await", "def", "del", "elif", "else", "except", "finally", "for", "from",
        "if", "in", "is", "lambda", "not", "or", "raise", "return", "try", "while", "with",
    ];
    KEYWORDS.contains(&word)
}

/// The name of a tool, and where the opening parenthesis is.
pub(super) type Named = (Range<usize>, usize);

/// The call of a known tool at `at` whose result is printed, and nothing else: Gemini writes that to see the result.
pub(super) fn printed(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Result<Named, Begins> {
    const PRINT: &str = "print(";
    match begins(text, at, PRINT) {
        Begins::Yes if !is_known(names, "print") => {}
        Begins::Wait => return Err(Begins::Wait),
        _ => return Err(Begins::No),
    }
    let inside = text.after_space(at + PRINT.len());
    if text.byte(inside).is_none() && !text.is_end {
        return Err(Begins::Wait);
    }
    known_name_at(text, inside, names).and_then(|(name, start)| {
        if is_known(names, &text.text[name.clone()]) {
            Ok((name, start))
        } else {
            Err(Begins::No)
        }
    })
}

/// Like [`name_at`], but blanks may precede the parenthesis if the tool is known. Also returns where the parenthesis is.
pub(in super::super) fn known_name_at(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Result<Named, Begins> {
    match name_at(text, at) {
        Err(Begins::No) => {}
        found => {
            return found.map(|name| {
                let start = name.end;
                (name, start)
            });
        }
    }
    let rest = head(text.rest(at));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let blanks = rest[length..].len() - rest[length..].trim_start_matches([' ', '\t']).len();
    if blanks == 0 || !is_known(names, &rest[..length]) {
        return Err(Begins::No);
    }
    match text.byte(at + length + blanks) {
        None if !text.is_end => Err(Begins::Wait),
        Some(b'(') => Ok((at..at + length, at + length + blanks)),
        _ => Err(Begins::No),
    }
}

/// Whether a call begins at `at`: any of a known tool; of another one if it has no arguments or the first has a key.
pub(in super::super) fn is_call(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    match printed(text, at, names) {
        Err(Begins::No) => {}
        Err(begins) => return begins,
        Ok(_) => return Begins::Yes,
    }
    let name = match known_name_at(text, at, names) {
        Ok((name, _)) => name,
        Err(begins) => return begins,
    };
    if is_known(names, &text.text[name.clone()]) {
        return Begins::Yes;
    }
    let inside = text.after_space(name.end + 1);
    let rest = text.rest(inside);
    if rest.starts_with(')') {
        return Begins::Yes;
    }
    let length = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let after = text.after_space(inside + length);
    match text.byte(after) {
        None if text.is_end => Begins::No,
        None if length <= LONGEST_HEADER => Begins::Wait,
        Some(b'=') if length > 0 => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether a call of a known tool begins at `at`.
pub(in super::super) fn calls_known(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    match known_name_at(text, at, names) {
        Ok((name, _)) if is_known(names, &text.text[name.clone()]) => Begins::Yes,
        Ok(_) => Begins::No,
        Err(begins) => begins,
    }
}

/// Whether the key of an argument and its `=` are at `at`.
pub(in super::super) fn is_keyword(text: ReplyText<'_>, at: usize) -> Begins {
    let rest = text.rest(at);
    let length = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    if length == 0 || length > LONGEST_HEADER {
        return Begins::No;
    }
    match text.byte(text.after_space(at + length)) {
        None if !text.is_end => Begins::Wait,
        Some(b'=') => Begins::Yes,
        _ => Begins::No,
    }
}

/// Whether the line at `at` was meant to be a call, in whatever form: it begins with the name of a tool and has a bracket or a sign
/// of arguments, or has a call of a tool in it, or names one in quotes.
pub(in super::super) fn means_call(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    let rest = text.rest(at);
    let head = head(rest);
    let end = head.find(['\n', '<']);
    if end.is_none() && head.len() == rest.len() && !text.is_end {
        return Begins::Wait;
    }
    let line = &head[..end.unwrap_or(head.len())];
    step(line.len());
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let mut words = line.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let has_arguments = line.contains(['=', '(', '{', '[', '"']);
    let is_first = has_arguments
        && words
            .next()
            .is_some_and(|word| line.starts_with(word) && is_known(names, word));
    let calls = |(open, _): (usize, &str)| {
        let before = line[..open].trim_end_matches([' ', '\t']);
        let name = before
            .rfind(|c| !is_part(c))
            .map_or(0, |end| end + before[end..].chars().next().map_or(1, char::len_utf8));
        !before[name..].is_empty() && is_known(names, &before[name..])
    };
    let is_named = || line.contains("name") && line.split(['"', '\'']).skip(1).any(|part| is_known(names, part));
    if is_first || line.match_indices('(').any(calls) || is_named() {
        Begins::Yes
    } else {
        Begins::No
    }
}

/// Whether a text is the first part of the name of a known tool, or the name and the first part of a method's. After a part of a name,
/// a blank shows that it is another word.
pub(in super::super) fn is_part_of_name(text: &str, names: &NamesSpec) -> bool {
    // From the front: the rest of a text is long, and no name is.
    let head = text.bytes().take(LONGEST_HEADER + 1);
    let length = head.take_while(|byte| !byte.is_ascii_whitespace()).count();
    if length > LONGEST_HEADER || !text.as_bytes()[length..].trim_ascii_start().is_empty() {
        return false;
    }
    let whole = text;
    let text = &text[..length];
    if text.len() < whole.len() && !is_known(names, text) {
        return false;
    }
    let is_part = |name: &str| {
        name.starts_with(text)
            || text
                .strip_prefix(name)
                .is_some_and(|method| ".call".starts_with(method))
    };
    let is_any = |spec: &NameSpec| {
        core::iter::once(&spec.name)
            .chain(spec.aliases)
            .any(|name| is_part(name))
    };
    !text.is_empty() && text.len() <= LONGEST_HEADER && names.names.iter().any(is_any)
}
