//! Where the header of a call ends, and whether it is one.

use core::ops::Range;

use super::super::super::format::{Header, HeaderStyle};
use super::super::marks::{Begins, LONGEST_NAME, begins, is_in_name, is_known, is_name, place_of};
use super::super::{LONGEST_HEADER, ReplyText, head};
use super::MESSAGE_ENDS;
use super::heading::{Heading, Says, channel, heading};
use crate::read::scan;
use crate::spec::NamesSpec;

/// Where the header ends that begins at `from`, and the arguments or what is before them begins. `Err`: whether more text may
/// show it.
pub(super) fn header_end(text: ReplyText<'_>, header: &Header, from: usize) -> Result<(usize, usize), bool> {
    let rest = text.rest(from);
    let head = head(rest);
    let ends = header.ends.iter().filter_map(|end| match *end {
        "" => place_of(head, "{").map(|at| (at, at)),
        end => place_of(head, end).map(|at| (at, at + end.len())),
    });
    match ends.min() {
        Some((end, next)) => Ok((from + end, from + next)),
        None => Err(!text.is_end && rest.len() < LONGEST_HEADER),
    }
}

/// Whether the layout is that of the text after the mark. If so, what the header says, if it is a name, and where it ends.
pub(in super::super) fn fits(
    text: ReplyText<'_>,
    header: &Header,
    after: usize,
) -> Result<Option<(Heading, usize)>, Begins> {
    if header.style == HeaderStyle::Channel {
        return Ok(None);
    }
    let (end, next) = match header_end(text, header, after) {
        Ok(found) => found,
        Err(true) => return Err(Begins::Wait),
        // The reply was cut off in the header.
        Err(false)
            if text.is_end
                && text.rest(after).len() < LONGEST_HEADER
                && is_heading(without_end_so_far(text.rest(after), header)) =>
        {
            return Ok(None);
        }
        Err(false) => return Err(Begins::No),
    };
    let heading = heading(text.text, header.style, after..end);
    // What is around the name counts too, but for the length alone: all of it may be in names.
    let is_certain = matches!(heading, Says::Call(_)) && end - after <= LONGEST_NAME;
    if !is_certain && !is_heading(&text.text[after..end]) {
        return Err(Begins::No);
    }
    if header.ends == [">"] {
        let inside = text.after_space(next);
        match text.byte(inside) {
            Some(b'{' | b'"') => {}
            Some(b'`') => match begins(text, inside, "```") {
                Begins::Yes => {}
                found => return Err(found),
            },
            None if text.is_end => {}
            None => return Err(Begins::Wait),
            Some(_) => return Err(Begins::No),
        }
    }
    Ok(match heading {
        Says::Call(heading) => Some((heading, next)),
        _ => None,
    })
}

/// The text without what may be the beginning of a mark that ends the header.
pub(super) fn without_end_so_far<'t>(text: &'t str, header: &Header) -> &'t str {
    match text.rfind(['<', '[']) {
        Some(at) if header.ends.iter().any(|end| end.starts_with(&text[at..])) => &text[..at],
        _ => text,
    }
}

/// Whether a text may be a header: a name, and perhaps an id.
fn is_heading(text: &str) -> bool {
    let name = text[..place_of(text, "[CALL_ID]").unwrap_or(text.len())].trim();
    name.is_empty() || is_name(name)
}

/// The mark that ends the header of a message.
pub(super) const MESSAGE: &str = "<|message|>";

/// Where the first mark is that ends the header of a channel, which begins at `start` and goes on at `after`, and whether it is
/// [`MESSAGE`]. Otherwise another message begins, or this one ends: what follows is no content of this message.
pub(super) fn channel_end(text: ReplyText<'_>, start: usize, after: usize) -> Option<(usize, bool)> {
    // After the role, the channel is named once.
    let mut may_be_channel = text.rest(start).starts_with("<|start|>");
    let bytes = head(text.rest(after)).as_bytes();
    let mut at = scan::either(bytes, 0, b'<', b'<');
    while at < bytes.len() {
        // Most of them differ in the third byte.
        let third = bytes.get(at + 2);
        let is_here = |mark: &&&str| third == mark.as_bytes().get(2) && bytes[at..].starts_with(mark.as_bytes());
        match MESSAGE_ENDS.iter().chain([&MESSAGE]).find(is_here) {
            Some(&"<|channel|>") if core::mem::take(&mut may_be_channel) => {}
            Some(mark) => return Some((after + at, *mark == MESSAGE)),
            None => {}
        }
        at = scan::either(bytes, at + 1, b'<', b'<');
    }
    None
}

/// What the header says that follows the mark at `start`, where the name of a tool and nothing else is in it, and where it ends.
pub(in super::super) fn plain(
    text: ReplyText<'_>,
    header: &Header,
    start: usize,
    after: usize,
) -> Option<(Heading, usize)> {
    if header.style != HeaderStyle::Channel {
        return fits(text, header, after).ok().flatten();
    }
    let (end, _) = channel_end(text, start, after).filter(|(_, is_message)| *is_message)?;
    match channel(text.text, start, end) {
        Says::Call(heading) if !heading.is_reasoning => Some((heading, end + MESSAGE.len())),
        _ => None,
    }
}

/// The name of a known tool right before the mark of Mistral's arguments at `at`, if their brace follows the mark. Nothing else is
/// written like that, so the mark before the name is missing.
pub(in super::super) fn name_before(
    text: ReplyText<'_>,
    from: usize,
    at: usize,
    names: &NamesSpec,
) -> Result<Range<usize>, Begins> {
    const MARK: &str = "[ARGS]";
    let before = &text.text[from..at];
    let length = before.chars().rev().take_while(|&c| is_in_name(c)).map(char::len_utf8);
    let name = at - length.take(LONGEST_NAME).sum::<usize>()..at;
    if !is_known(names, &text.text[name.clone()]) {
        return Err(Begins::No);
    }
    match begins(text, at, MARK) {
        Begins::Yes => {}
        found => return Err(found),
    }
    match text.byte(text.after_space(at + MARK.len())) {
        Some(b'{') => Ok(name),
        None if !text.is_end => Err(Begins::Wait),
        _ => Err(Begins::No),
    }
}

/// Whether a known tool is named at `at` in the form that follows the mark of a format with such headers.
pub(in super::super) fn begins_again(text: ReplyText<'_>, header: &Header, at: usize, names: &NamesSpec) -> Begins {
    let style = header.style;
    if style == HeaderStyle::Channel {
        return Begins::No;
    }
    let rest = text.rest(at);
    let length = head(rest).find(|c| !is_in_name(c)).unwrap_or(rest.len());
    if length > LONGEST_NAME {
        return Begins::No;
    }
    if length == rest.len() {
        return if text.is_end { Begins::No } else { Begins::Wait };
    }
    match heading(text.text, style, at..at + length) {
        Says::Call(heading) if is_known(names, heading.name(text.text)) => {}
        _ => return Begins::No,
    }
    // The other texts that end a header may follow any word, so they show nothing.
    let may_end = |end: &&&str| end.is_empty() || end.starts_with(['[', '<']);
    let ends = header.ends.iter().filter(may_end);
    let id = (style == HeaderStyle::Mistral).then_some(&"[CALL_ID]");
    ends.chain(id).fold(Begins::No, |found, end| {
        found.or(begins(text, at + length, if end.is_empty() { "{" } else { end }))
    })
}
