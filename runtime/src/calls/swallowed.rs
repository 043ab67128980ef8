//! Values of tags that swallowed what is no part of them: a tag is missing, or spelt in another way.

use alloc::vec::Vec;
use core::ops::Range;

use super::format::Tags;
use crate::bounds::LONGEST_KEY;
use crate::path::head;
use crate::portable::HashSet;
use crate::spec::ObjectSpec;
use crate::steps::step;

/// Whether one of these values contains what belongs to the call:
///
/// - the tag of an argument that the tool knows and the call does not have,
/// - such a tag in another spelling, as another format has it,
/// - the tag of any argument that the tool knows, unless the value has a whole call in it, as a text about calls does,
/// - the opening tag of an argument without a closing one, on a line of its own or with a name that the tool knows,
/// - the tag that opens a value, right after the first, or
/// - its own closing tag, and then what looks like the next argument, another line, or nothing, or
/// - the beginning of its own closing tag as a tag at its end.
pub(super) fn is_in(text: &str, arguments: &[(Range<usize>, Range<usize>)], tags: &Tags, spec: &ObjectSpec) -> bool {
    let given: HashSet<&str> = arguments.iter().map(|(key, _)| &text[key.clone()]).collect();
    let is_known = |key: &str| (spec.exact(key).or_else(|| spec.folded(key))).is_some();
    arguments.iter().any(|(_, value)| {
        let value = &text[value.clone()];
        value.contains('<')
            && (holds_key(value, tags, |key| is_known(key) && !given.contains(key))
                || holds_other_tag(value, |key| is_known(key) && !given.contains(key))
                || (!value.contains(tags.close) && holds_key(value, tags, is_known))
                || is_unbalanced(value, tags, is_known)
                || ends_in_half_tag(value, tags))
    })
}

/// Whether the value contains the opening tag of such an argument.
fn holds_key(value: &str, tags: &Tags, is_such: impl Fn(&str) -> bool) -> bool {
    value
        .match_indices(tags.key)
        .any(|(at, _)| key_after(&value[at + tags.key.len()..], tags).is_some_and(&is_such))
}

/// Whether the value contains the opening tag of such an argument as any format may have it: `<parameter="k">`, `<param name=k>`.
fn holds_other_tag(value: &str, is_such: impl Fn(&str) -> bool) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    value.match_indices('<').any(|(at, _)| {
        let tag = head(&value[at + 1..], LONGEST_KEY);
        let tag = tag.split(['<', '>', '\n']).next().unwrap_or_default();
        let mut words = tag.split(|c| !is_name(c)).filter(|word| !word.is_empty());
        step(1);
        let is_argument = words
            .next()
            .is_some_and(|word| ["param", "parameter", "arg", "argument"].contains(&word));
        is_argument && words.any(&is_such)
    })
}

/// The key of an opening tag, of which this is the rest.
fn key_after<'v>(rest: &'v str, tags: &Tags) -> Option<&'v str> {
    let end = rest.find(|c| matches!(c, '<' | '>' | '\n' | ' ') || tags.key_end.starts_with(c))?;
    (end > 0 && rest[end..].starts_with(tags.key_end)).then(|| &rest[..end])
}

/// Whether something in the value is opened that nothing closes, or something closes the value that nothing in it has opened,
/// and what is there looks like a part of the call.
fn is_unbalanced(value: &str, tags: &Tags, is_known: impl Fn(&str) -> bool) -> bool {
    // The places of the tags that are open, and whether the tool knows their names.
    let mut open = Vec::new();
    let last_value = Some(tags.value)
        .filter(|tag| tag.starts_with('<'))
        .and_then(|tag| value.rfind(tag));
    for (at, _) in value.match_indices('<') {
        let rest = &value[at..];
        if let Some(after) = rest.strip_prefix(tags.value_end) {
            let is_closed = open.pop().is_none();
            let ends_line = after.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
            if is_closed
                && (last_value > Some(at)
                    || ends_line
                    || after.trim_start().is_empty()
                    || looks_like_argument(after, tags))
            {
                return true;
            }
        } else if let Some(key) = rest.strip_prefix(tags.key).and_then(|rest| key_after(rest, tags)) {
            open.push((at, is_known(key)));
        } else if tags.value.starts_with('<') && rest.starts_with(tags.value) && open.is_empty() {
            let before = value[..at].trim_end();
            if before.is_empty() || before.ends_with(tags.key_end) {
                return true;
            }
        }
    }
    open.iter().any(|&(at, is_known)| {
        is_known || value[..at].trim_end_matches([' ', '\t']).ends_with('\n') || value[..at].trim_end().is_empty()
    })
}

/// Whether the value ends in a closing tag whose name is the beginning of that of its own, and which nothing in it opens.
fn ends_in_half_tag(value: &str, tags: &Tags) -> bool {
    const SHORTEST: usize = 4;
    let Some(at) = value.rfind("</") else { return false };
    let (Some(name), Some(own)) = (
        value[at + 2..].trim_end().strip_suffix('>'),
        tags.value_end.strip_prefix("</"),
    ) else {
        return false;
    };
    let is_opened = || {
        value[..at]
            .match_indices('<')
            .any(|(open, _)| value[open + 1..].starts_with(name))
    };
    name.len() >= SHORTEST && own.starts_with(name) && !is_opened()
}

/// Whether a text begins with what may be meant as the opening tag of an argument, or is the rest of one.
fn looks_like_argument(after: &str, tags: &Tags) -> bool {
    let next = after.trim_start();
    // The rest of a tag whose beginning is missing is a line of its own.
    let is_tag_end = |line: &str| line.trim_end().ends_with('>') && !line.contains('<');
    let begins_line = next.len() < after.trim_start_matches([' ', '\t']).len();
    let is_tag_rest = |(at, c): (usize, char)| {
        let rest = &tags.key[at..];
        at > 0 && (c.is_alphabetic() || c == '｜') && rest.len() > 4 && next.starts_with(rest)
    };
    // The name of the argument, and what ends its tag: `name">`, perhaps with attributes.
    let is_key_rest = next.split_once('>').is_some_and(|(key, _)| {
        let (name, attributes) = key.split_once(tags.key_end).unwrap_or_default();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        matches!(tags.key_end, "\"" | "'")
            && !name.is_empty()
            && name.chars().all(is_name)
            && (attributes.is_empty() || attributes.starts_with(' '))
            && !attributes.contains(['<', '\n'])
    });
    is_key_rest
        || tags.key.char_indices().any(is_tag_rest)
        || (begins_line && next.lines().next().is_some_and(is_tag_end))
        || next.strip_prefix('<').is_some_and(|tag| {
            let tag = tag.trim_start();
            tag.starts_with(|c: char| c.is_alphabetic() || matches!(c, '=' | '|' | '｜'))
        })
}
