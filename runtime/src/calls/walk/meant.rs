//! Marks of a call that no format can read, since something else is between them or one of them is missing: an error, since it is
//! neither a call nor text.

use core::ops::Range;

use super::super::format::{Format, MEANT};
use super::super::found::FoundCall;
use super::broken::{self, Intent};
use super::ending::is_mark;
use super::marks::{
    Begins, LONGEST_NAME, begins, begins_any, first_of, hold_back, is_at_line_start, is_in_name, is_known,
};
use super::{Met, ReplyText, SKIPPED, Walk, WalkState};
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

/// The marks of one call, which is never empty.
const ONE: [&str; 2] = ["<tool_call>", "<function_call>"];

/// The marks, and where the first one is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meant {
    start: usize,
    open: &'static str,
    close: &'static str,
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

/// Where the next mark of a call begins a line, or the text ends.
fn next_own_mark(text: ReplyText<'_>, mut from: usize) -> usize {
    while let Some((at, mark)) = first_of(text, from, OPENERS) {
        if is_at_line_start(text.text, at) {
            return at;
        }
        from = at + mark.len();
    }
    text.text.len()
}

impl Walk {
    /// Whether a mark of a call begins here, on a line of its own or beside another call.
    pub(super) fn means_call(&self, text: ReplyText<'_>, at: usize) -> Begins {
        if self.setting.format.is_some() {
            return Begins::No;
        }
        let is_own = is_at_line_start(text.text, at) || text.text[self.text_from..at].trim().is_empty();
        if !is_own {
            return Begins::No;
        }
        let mut waits = Begins::No;
        for (open, close) in MEANT {
            match begins(text, at, open) {
                Begins::Yes if close.is_empty() => return begins_as_call(text, at + open.len(), self.setting.names),
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

    /// Goes in between the marks that begin at `at`.
    pub(super) fn enter_meant(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let (open, close) = MEANT.iter().find(|(open, _)| begins(text, at, open) == Begins::Yes)?;
        let meant = Meant {
            start: at,
            open,
            close,
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
            let closes = mark == meant.close;
            if closes && meant.nested == 0 || !closes && meant.opened == MOST_NESTED {
                break found;
            }
            if meant.opened == 0 {
                meant.is_inside = is_inside(text, meant.start + meant.open.len(), at);
            }
            meant.opened += u8::from(!closes);
            meant.nested = if closes { meant.nested - 1 } else { meant.nested + 1 };
            self.searched = at + mark.len();
        };
        let meant = *meant;
        match found {
            Some((at, mark)) if mark == meant.close => {
                Some(self.unreadable(meant.start..at + mark.len(), ErrorKind::Malformed))
            }
            None if !text.is_end => {
                self.searched = hold_back(text.text, self.searched, marks);
                Some(Met::Wait)
            }
            // Too many marks were opened: the last one may begin a call.
            Some((at, _)) if meant.is_inside => Some(self.unreadable(meant.start..at, ErrorKind::Malformed)),
            None if meant.is_inside => Some(self.unreadable(meant.start..text.text.len(), ErrorKind::Truncated)),
            _ => {
                let after = meant.start + meant.open.len();
                if begins_as_call(text, after, self.setting.names) == Begins::Yes {
                    let end = next_own_mark(text, after);
                    let is_closed = text.text[..end].trim_end().ends_with(['}', ']', ')']);
                    let kind = if is_closed {
                        ErrorKind::Malformed
                    } else {
                        ErrorKind::Truncated
                    };
                    return Some(self.unreadable(meant.start..end, kind));
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
        let is_call = self.setting.format.is_none()
            && MEANT.iter().any(|(_, close)| *close == mark)
            && text.after_space(value.end) == at
            && broken::intent(text, value.start, self.setting.names) == Intent::Call;
        if !is_call {
            return None;
        }
        if value.start > self.text_from {
            let before = self.text_from..value.start;
            self.has_begun |= !text.text[before.clone()].trim().is_empty();
            self.text_from = value.start;
            self.value = Some(value);
            return Some(Met::Text(before));
        }
        Some(self.unreadable(value.start..at + mark.len(), ErrorKind::Malformed))
    }

    /// A call that cannot be read.
    fn unreadable(&mut self, span: Range<usize>, kind: ErrorKind) -> Met {
        self.go_to(span.end, WalkState::Prose);
        self.text_from = span.end;
        self.may_be_reasoning &= self.has_begun;
        self.has_begun = true;
        self.calls += 1;
        Met::Call(FoundCall::unreadable(Format::Hermes, span, kind))
    }
}
