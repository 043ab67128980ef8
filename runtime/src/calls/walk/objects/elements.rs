//! What is after the mark of calls that are JSON objects, and what else is in a list of them.

use super::super::fence::after_marks;
use super::super::marks::Begins;
use super::super::{ReplyText, comments, head};

/// The end of an element of a list of calls, if it is neither an object nor a string: a number, a literal, a word.
pub(in super::super) fn foreign(text: ReplyText<'_>, pos: usize) -> Result<usize, Begins> {
    let rest = text.rest(pos);
    let head = head(rest);
    let is_sign = |byte: u8| {
        matches!(
            byte,
            b',' | b']' | b'[' | b'{' | b'}' | b'(' | b'"' | b'\'' | b'`' | b'<'
        )
    };
    match head.bytes().position(is_sign) {
        Some(length) if length > 0 && matches!(head.as_bytes()[length], b',' | b']') => {
            // Only JSON's white space is left out of the element, so an element is never empty.
            Ok(pos + head[..length].trim_end_matches([' ', '\t', '\n', '\r']).len())
        }
        None if head.len() == rest.len() && !text.is_end => Err(Begins::Wait),
        _ => Err(Begins::No),
    }
}

/// Whether an object or array is after the mark.
pub(in super::super) fn fits(text: ReplyText<'_>, after: usize, close: &[&str]) -> Begins {
    let mut pos = text.after_space(after);
    // Most of what is no call begins with another byte.
    if !matches!(text.byte(pos), None | Some(b'{' | b'[' | b'`' | b'/' | b'#')) {
        return Begins::No;
    }
    match after_marks(text, pos) {
        Ok(inside) => pos = text.after_space(inside),
        Err(Begins::Wait) => return Begins::Wait,
        Err(_) => {}
    }
    match comments::after_comments(text, pos, false, close) {
        Ok((next, _)) => pos = next,
        Err(begins) => return begins,
    }
    match text.byte(pos) {
        // The reply was cut off after the mark.
        None if text.is_end => Begins::Yes,
        None => Begins::Wait,
        Some(b'{') => Begins::Yes,
        Some(b'[') => {
            let inside = match comments::after_comments(text, pos + 1, false, close) {
                Ok((inside, _)) => inside,
                Err(begins) => return begins,
            };
            match text.byte(inside) {
                None if text.is_end => Begins::Yes,
                None => Begins::Wait,
                Some(b'{' | b']') => Begins::Yes,
                Some(_) => match foreign(text, inside) {
                    Ok(end) => before_object(text, end),
                    Err(begins) => begins,
                },
            }
        }
        Some(_) => Begins::No,
    }
}

/// Whether a comma and an object follow.
fn before_object(text: ReplyText<'_>, end: usize) -> Begins {
    let waits = if text.is_end { Begins::No } else { Begins::Wait };
    let comma = text.after_space(end);
    match (text.byte(comma), text.byte(text.after_space(comma + 1))) {
        (None, _) | (Some(b','), None) => waits,
        (Some(b','), Some(b'{')) => Begins::Yes,
        _ => Begins::No,
    }
}

/// Where one more object begins after the array of calls that ends at `pos`, in the object that ends at `outer`. Only other keys of
/// the object may follow the array.
pub(super) fn further_object(text: ReplyText<'_>, pos: usize, outer: usize) -> Option<usize> {
    let at = text.after_space(pos);
    let follows_key = || matches!(text.byte(text.after_space(at + 1)), Some(b'"' | b'\''));
    match text.byte(at) {
        Some(b'}') | None => None,
        Some(b',') if follows_key() => None,
        _ => text.text.get(at..outer)?.find('{').map(|offset| at + offset),
    }
}
