//! Values of tags that swallowed what is no part of them: a tag is missing, or spelt in another way.

use alloc::vec::Vec;
use core::ops::Range;

use super::format::Tags;
use crate::portable::HashSet;
use crate::spec::ObjectSpec;

/// Whether one of these values contains what belongs to the call:
///
/// - the tag of an argument that the tool knows and the call does not have,
/// - a line that is the opening tag of an argument without a closing one, or
/// - its own closing tag, and then what looks like the next argument.
pub(super) fn is_in(text: &str, arguments: &[(Range<usize>, Range<usize>)], tags: &Tags, spec: &ObjectSpec) -> bool {
    let given: HashSet<&str> = arguments.iter().map(|(key, _)| &text[key.clone()]).collect();
    arguments.iter().any(|(_, value)| {
        let value = &text[value.clone()];
        value.contains('<') && (holds_other(value, &given, tags, spec) || is_unbalanced(value, tags))
    })
}

/// Whether the value contains the tag of an argument that the tool knows and the call does not have.
fn holds_other(value: &str, given: &HashSet<&str>, tags: &Tags, spec: &ObjectSpec) -> bool {
    value.match_indices(tags.key).any(|(at, _)| {
        key_after(&value[at + tags.key.len()..], tags)
            .is_some_and(|key| (spec.exact(key).or_else(|| spec.folded(key))).is_some() && !given.contains(key))
    })
}

/// The key of an opening tag, of which this is the rest.
fn key_after<'v>(rest: &'v str, tags: &Tags) -> Option<&'v str> {
    let (key, _) = rest.split_once(tags.key_end)?;
    (!key.is_empty() && !key.contains(['<', '>', '\n', ' '])).then_some(key)
}

/// Whether a line is an opening tag that nothing closes, or something closes the value that nothing in it has opened, and
/// what looks like an argument follows.
fn is_unbalanced(value: &str, tags: &Tags) -> bool {
    // The places of the tags that are open.
    let mut open = Vec::new();
    for (at, _) in value.match_indices('<') {
        let rest = &value[at..];
        if let Some(after) = rest.strip_prefix(tags.value_end) {
            if open.pop().is_none() && looks_like_argument(after, tags) {
                return true;
            }
        } else if rest
            .strip_prefix(tags.key)
            .is_some_and(|rest| key_after(rest, tags).is_some())
        {
            open.push(at);
        }
    }
    open.iter()
        .any(|&at| value[..at].trim_end_matches([' ', '\t']).ends_with('\n') || value[..at].trim().is_empty())
}

/// Whether a text begins with what may be meant as the opening tag of an argument, or is the rest of one.
fn looks_like_argument(after: &str, tags: &Tags) -> bool {
    if tags.value.starts_with('<') && after.contains(tags.value) {
        return true;
    }
    let Some(tag) = after.trim_start().strip_prefix('<') else {
        return false;
    };
    let tag = tag.trim_start();
    let stem = tags.key.trim_start_matches('<');
    let stem = stem.split(['=', ' ', '>']).next().unwrap_or(stem);
    let is_other = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    tag.starts_with('=') || tag.strip_prefix(stem).is_some_and(|rest| !is_other(rest))
}
