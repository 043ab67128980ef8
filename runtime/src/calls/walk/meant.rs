//! Marks of a call that no format can read, since something else is between them or one of them is missing: an error, since it is
//! neither a call nor text.

use core::ops::Range;

use super::super::extent::ends_in_string;
use super::super::format::{FORMATS, Format, MEANT};
use super::super::found::FoundCall;
use super::aside::is_at_phrase_start;
use super::broken::{self, Intent};
use super::ending::is_mark;
use super::fence::calls_end;
use super::marks::{
    Begins, LONGEST_NAME, begins, begins_any, begins_folded, first_of, hold_back, is_at_line_start, is_in_name,
    is_known,
};
use super::{Bare, Met, ReplyText, SKIPPED, Walk, WalkState};
use crate::ErrorKind;
use crate::bounds::MOST_NESTED;
use crate::spec::NamesSpec;
use crate::steps::step;

/// The opening marks of [`MEANT`].
const OPENERS: &[&str] = &{
    let mut openers = [""; MEANT.len()];
    let mut i = 0;
    while i < MEANT.len() {
        openers[i] = MEANT[i].0;
        i += 1;
    }
    openers
};

/// The longest text that is searched for the rest of a call. Without a limit, all of it would be scanned again at each mark.
const LONGEST_REST: usize = 1024;

/// The marks of one call, which is never empty.
const ONE: [&str; 2] = ["<tool_call>", "<function_call>"];

/// The marks, and where the first one is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meant {
    start: usize,
    open: &'static str,
    close: &'static str,
    format: Format,
    /// So many more of its opening mark were met, and so many of them are open.
    opened: u8,
    nested: u8,
    /// The first of them is inside the call.
    is_inside: bool,
}

/// Whether the mark at `at` is inside the broken call whose content begins at `from`: a tag is open that began there, or words or
/// a quote are before the mark on its line. A call that follows begins a line, or is right after a tag.
pub(super) fn is_inside(text: ReplyText<'_>, from: usize, at: usize) -> bool {
    let content = &text.text[from..at];
    step(content.len());
    let tags = content
        .match_indices('<')
        .map(|(place, _)| content.as_bytes().get(place + 1));
    let opens = tags
        .clone()
        .filter(|next| next.is_some_and(u8::is_ascii_alphabetic))
        .count();
    let closes = tags.filter(|next| *next == Some(&b'/')).count();
    let line = content.trim_end_matches([' ', '\t']);
    opens > closes || !line.ends_with(['\n', '>'])
}

/// Whether a call begins at `from`, in whatever form: with the name of a tool, before or behind a bracket or a quote, or with a
/// key whose value is one.
fn begins_as_call(text: ReplyText<'_>, from: usize, names: &NamesSpec) -> Begins {
    let waits = if text.is_end { Begins::No } else { Begins::Wait };
    let is_around = |byte: u8| matches!(byte, b'[' | b'{' | b'(' | b'"' | b'\'' | b':' | b'=');
    let mut pos = from;
    for _ in 0..2 {
        let start = pos;
        while text
            .byte(pos)
            .is_some_and(|byte| is_around(byte) || byte.is_ascii_whitespace())
            && pos - start <= LONGEST_NAME
        {
            pos += 1;
        }
        let is_behind = text.text[start..pos].bytes().any(is_around);
        let rest = super::head(text.rest(pos));
        let length = rest
            .find(|c| !is_in_name(c))
            .unwrap_or(rest.len())
            .min(LONGEST_NAME + 1);
        if pos + length >= text.text.len() && !text.is_end {
            return waits;
        }
        let next = text.after_space(pos + length);
        match rest.get(..length) {
            Some(word) if is_known(names, word) => {
                return match text.byte(next) {
                    _ if is_behind => Begins::Yes,
                    None => waits,
                    Some(byte) if is_around(byte) => Begins::Yes,
                    Some(_) => Begins::No,
                };
            }
            Some("name" | "tool" | "tool_name" | "function") => pos += length,
            _ => return Begins::No,
        }
    }
    Begins::No
}

/// Whether a call begins after a mark that nothing closes. The mark before its arguments shows it too, after a name that is missing
/// or runs into it.
fn begins_after(text: ReplyText<'_>, mark: &str, from: usize, names: &NamesSpec) -> Begins {
    if mark == "[TOOL_CALLS]" {
        let head = super::head(text.rest(from));
        let end = head.find(['\n', '{']);
        if end.is_none() && head.len() == text.rest(from).len() && !text.is_end {
            return Begins::Wait;
        }
        if head[..end.unwrap_or(head.len())].trim_end().ends_with("ARGS]") {
            return Begins::Yes;
        }
    }
    begins_as_call(text, from, names)
}

/// Whether a known tool is named at `from`, either in a tag or before a bracket.
fn names_tool(text: ReplyText<'_>, from: usize, names: &NamesSpec) -> Begins {
    let is_in_tag = |c: char| !matches!(c, '"' | '\'' | '>' | ' ' | '\n');
    let rest = super::head(text.rest(from));
    let rest = rest
        .strip_prefix("name=")
        .unwrap_or(rest)
        .trim_start_matches(['"', '\'']);
    match rest.find(|c| !is_in_tag(c)) {
        None if !text.is_end && rest.len() <= LONGEST_NAME => Begins::Wait,
        Some(end) if is_known(names, &rest[..end]) && rest[end..].starts_with(['>', '"', '\'']) => Begins::Yes,
        _ => begins_as_call(text, from, names),
    }
}

/// Whether the tag that goes on at `from` names a known tool, and another tag follows it: a call whose closing tag is broken, or whose
/// own tag is closed (`ping/>`), has the arguments in it or no end.
fn opens_tag(text: ReplyText<'_>, from: usize, names: &NamesSpec) -> bool {
    let rest = super::head(text.rest(from));
    rest.find(['>', '\n']).is_some_and(|end| {
        let next = text.after_space(from + end + 1);
        let name = rest[..end].split([' ', '/', '"']).next().unwrap_or_default();
        is_known(names, name) && text.byte(next) == Some(b'<')
    })
}

/// Whether the mark at `at` is right after the bracket that closes the arguments of a call whose content begins at `from`.
fn follows_arguments(text: ReplyText<'_>, from: usize, at: usize) -> bool {
    let content = &text.text[from..at];
    step(content.len());
    let start = content.find('{').filter(|_| content.trim_end().ends_with(['}', ']']));
    start.is_some_and(|start| !ends_in_string(&text.text[..at], from + start))
}

/// Where the next mark of a call begins a line, or the text ends. If nothing closes a call, the mark may also follow its
/// arguments.
fn next_own_mark(text: ReplyText<'_>, start: usize, mut is_unclosed: bool) -> usize {
    let mut from = start;
    while let Some((at, mark)) = first_of(text, from, OPENERS) {
        if is_at_line_start(text.text, at) || (is_unclosed && follows_arguments(text, start, at)) {
            return at;
        }
        is_unclosed = false;
        from = at + mark.len();
    }
    text.text.len()
}

impl Walk {
    /// Whether a mark of a call begins here, in upper or lower case. It must begin a line or follow another call. After a sentence,
    /// it must be followed by the name of a tool.
    pub(super) fn means_call(&self, text: ReplyText<'_>, at: usize) -> Begins {
        let begins_line = |at| is_at_line_start(text.text, at) || text.text[self.text_from..at].trim_end().is_empty();
        let is_own = begins_line(at);
        let is_bold = text.text[self.text_from..at].ends_with("**") && begins_line(at - 2);
        if !is_own && !is_bold && !is_at_phrase_start(text.text, at) {
            return Begins::No;
        }
        match self.is_of_other(text, at) {
            Begins::No => {}
            Begins::Yes => return Begins::No,
            Begins::Wait => return Begins::Wait,
        }
        let mut waits = Begins::No;
        for (open, close, formats) in MEANT {
            if !self.counts(formats) {
                continue;
            }
            let after = at + open.len();
            match begins_folded(text, at, open) {
                // Both may begin here.
                Begins::Yes if waits == Begins::Wait => return Begins::Wait,
                Begins::Yes if !is_own => {
                    let stars = text.rest(after).bytes().take_while(|&byte| byte == b'*');
                    let after = after + if is_bold { stars.take(2).count() } else { 0 };
                    return names_tool(text, after, self.setting.names);
                }
                Begins::Yes if close.is_empty() => return begins_after(text, open, after, self.setting.names),
                Begins::Yes if !open.ends_with('>') => return Begins::Yes,
                // Tags around the tags of a call are no marks of one.
                Begins::Yes => {
                    let inside = text.after_space(at + open.len());
                    return match text.byte(inside) {
                        None if !text.is_end => Begins::Wait,
                        None => Begins::No,
                        // There may be no calls, but not a call that is nothing.
                        Some(b'<') if ONE.contains(open) && begins(text, inside, close) != Begins::No => {
                            begins(text, inside, close)
                        }
                        Some(b'<') => match is_mark(text, inside).or(begins_any(text, inside, OPENERS)) {
                            Begins::Yes => Begins::No,
                            Begins::No => Begins::Yes,
                            Begins::Wait => Begins::Wait,
                        },
                        Some(_) => Begins::Yes,
                    };
                }
                found => waits = waits.or(found),
            }
        }
        waits
    }

    /// Whether marks of these formats count.
    fn counts(&self, formats: &[Format]) -> bool {
        self.setting.format.is_none_or(|named| formats.contains(&named))
    }

    /// The format of a broken call whose mark these formats have.
    fn format_of(&self, formats: &[Format]) -> Format {
        let named = self.setting.format;
        named.or(formats.first().copied()).unwrap_or(Format::Hermes)
    }

    /// Whether a call begins here in a format other than the named one. Such a call is text.
    fn is_of_other(&self, text: ReplyText<'_>, at: usize) -> Begins {
        let Some(named) = self.setting.format else {
            return Begins::No;
        };
        let others = FORMATS.iter().filter(|entry| entry.format != named);
        let marks = others.flat_map(|entry| entry.open.iter().map(move |open| (entry, open)));
        marks
            .filter(|(_, open)| begins(text, at, open) == Begins::Yes)
            .fold(Begins::No, |found, (entry, open)| {
                found.or(match self.fits(text, entry, at + open.len()) {
                    Ok(_) => Begins::Yes,
                    Err(begins) => begins,
                })
            })
    }

    /// Goes in between the marks that begin at `at`.
    pub(super) fn enter_meant(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let (open, close, formats) = MEANT
            .iter()
            .find(|(open, _, formats)| self.counts(formats) && begins_folded(text, at, open) == Begins::Yes)?;
        self.enter_as_meant(text, at, (open, close), formats)
    }

    /// Whether a list of Phi without its first brace is at `at`, after the word that begins its calls.
    pub(super) fn means_list(&self, text: ReplyText<'_>, at: usize) -> Begins {
        begins_as_call(text, at, self.setting.names)
    }

    /// Enters calls that begin with this mark at `at` but cannot be read.
    pub(super) fn enter_as_meant(
        &mut self,
        text: ReplyText<'_>,
        at: usize,
        (open, close): (&'static str, &'static str),
        formats: &[Format],
    ) -> Option<Met> {
        let meant = Meant {
            start: at,
            open,
            close,
            format: self.format_of(formats),
            opened: 0,
            nested: 0,
            is_inside: false,
        };
        let met = self.leave_text(text, at, at, WalkState::Meant(meant));
        self.searched = at + open.len();
        met
    }

    /// Looks for the mark that closes: calls that are closed before it are inside.
    pub(super) fn meant(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let WalkState::Meant(meant) = &mut self.state else {
            return None;
        };
        let marks = [meant.open, meant.close];
        let marks = if meant.close.is_empty() {
            &marks[..1]
        } else {
            &marks[..]
        };
        let found = loop {
            let found = first_of(text, self.searched, marks);
            let Some((at, mark)) = found else { break None };
            if meant.close == "```" {
                let Ok(end) = calls_end(text, at) else {
                    self.searched = at;
                    return Some(Met::Wait);
                };
                let (format, start) = (meant.format, meant.start);
                return Some(self.unreadable(format, start..end, ErrorKind::Malformed));
            }
            let closes = mark == meant.close;
            if closes && meant.nested == 0 || !closes && meant.opened == MOST_NESTED {
                break found;
            }
            if meant.opened == 0 {
                let from = meant.start + meant.open.len();
                let follows = meant.close.is_empty() && follows_arguments(text, from, at);
                meant.is_inside = !follows && is_inside(text, from, at);
            }
            meant.opened += u8::from(!closes);
            meant.nested = if closes { meant.nested - 1 } else { meant.nested + 1 };
            self.searched = at + mark.len();
        };
        let meant = *meant;
        match found {
            Some((at, mark)) if mark == meant.close => {
                Some(self.unreadable(meant.format, meant.start..at + mark.len(), ErrorKind::Malformed))
            }
            None if !text.is_end => {
                self.searched = hold_back(text.text, self.searched, marks);
                Some(Met::Wait)
            }
            // Too many marks were opened: the last one may begin a call.
            Some((at, _)) if meant.is_inside => {
                Some(self.unreadable(meant.format, meant.start..at, ErrorKind::Malformed))
            }
            None if meant.is_inside => {
                Some(self.unreadable(meant.format, meant.start..text.text.len(), ErrorKind::Truncated))
            }
            _ => {
                let after = meant.start + meant.open.len();
                if begins_after(text, meant.open, after, self.setting.names) == Begins::Yes
                    || (meant.open.ends_with('=') && opens_tag(text, after, self.setting.names))
                {
                    let end = next_own_mark(text, after, meant.close.is_empty());
                    let content = text.text[after..end].trim_end();
                    // Any closing tag also closes the call, however the tag is written.
                    let is_tag = || {
                        content.ends_with('>') && content.rfind('<').is_some_and(|at| content[at..].starts_with("</"))
                    };
                    let is_closed = content.ends_with(['}', ']', ')']) || is_tag();
                    let kind = if is_closed {
                        ErrorKind::Malformed
                    } else {
                        ErrorKind::Truncated
                    };
                    return Some(self.unreadable(meant.format, meant.start..end, kind));
                }
                self.go_to(after, WalkState::Prose);
                if SKIPPED.contains(&meant.open) {
                    self.text_from = after;
                }
                None
            }
        }
    }

    /// A mark at `at` that closes a call, with nothing open: the call is the JSON value right before it, whose opening mark
    /// was lost or is not known.
    pub(super) fn unopened(&mut self, text: ReplyText<'_>, at: usize, mark: &str) -> Option<Met> {
        let value = self.value.take().filter(|value| value.start >= self.text_from)?;
        let (.., formats) = MEANT
            .iter()
            .find(|(_, close, formats)| *close == mark && self.counts(formats))?;
        // With the opening mark before it, the text only mentions a call.
        let before = text.text[..value.start].trim_ascii_end();
        if MEANT
            .iter()
            .any(|(open, close, _)| *close == mark && before.ends_with(open))
        {
            return None;
        }
        let is_call =
            text.after_space(value.end) == at && broken::intent(text, value.start, self.setting.names) == Intent::Call;
        if !is_call {
            return None;
        }
        if value.start > self.text_from {
            let before = self.text_from..value.start;
            self.has_begun |= !text.text[before.clone()].trim_end().is_empty();
            self.text_from = value.start;
            self.value = Some(value);
            return Some(Met::Text(before));
        }
        Some(self.unreadable(
            self.format_of(formats),
            value.start..at + mark.len(),
            ErrorKind::Malformed,
        ))
    }

    /// Looks for the rest of a call before the closing mark at `at`. The text since the last call closes more braces than it opens,
    /// and the same mark comes before that text: the first mark was inside a string of the call with an unescaped quote.
    pub(super) fn rest_of_call(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let rest = &text.text[self.text_from..at];
        if !self.is_last_json || rest.len() > LONGEST_REST || !rest.trim_ascii_end().ends_with('}') {
            return Bare::Nothing;
        }
        step(rest.len());
        let count = |brace| rest.bytes().filter(|&byte| byte == brace).count();
        if count(b'}') <= count(b'{') {
            return Bare::Nothing;
        }
        let before = &text.text[..self.text_from];
        for (_, close, formats) in MEANT
            .iter()
            .filter(|(_, close, _)| !close.is_empty() && before.ends_with(close))
        {
            match begins(text, at, close) {
                Begins::Yes => {
                    let format = self.format_of(formats);
                    let start = at - rest.trim_ascii_start().len();
                    let met = self.unreadable(format, start..at + close.len(), ErrorKind::Malformed);
                    return Bare::Found(Some(met));
                }
                Begins::Wait => return Bare::Wait,
                Begins::No => {}
            }
        }
        Bare::Nothing
    }

    /// A call that cannot be read.
    pub(super) fn unreadable(&mut self, format: Format, span: Range<usize>, kind: ErrorKind) -> Met {
        self.go_to(span.end, WalkState::Prose);
        self.text_from = span.end;
        self.may_be_reasoning &= self.has_begun;
        self.has_begun = true;
        self.calls += 1;
        Met::Call(FoundCall::unreadable(format, span, kind))
    }
}
