//! Marks of a call with something between them that no format knows: an error, since it is neither a call nor text.

use super::super::format::{Format, MEANT};
use super::super::found::{Arguments, FoundCall};
use super::ending::is_mark;
use super::marks::{Begins, begins, begins_any, first_of, hold_back, is_at_line_start};
use super::{Met, ReplyText, SKIPPED, Walk, WalkState};
use crate::ErrorKind;

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

/// The marks, and where the first one is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meant {
    start: usize,
    open: &'static str,
    close: &'static str,
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
        for (open, _) in MEANT {
            match begins(text, at, open) {
                Begins::Yes if !open.ends_with('>') => return Begins::Yes,
                // Tags around the tags of a call are no marks of one.
                Begins::Yes => {
                    let inside = text.after_space(at + open.len());
                    return match text.byte(inside) {
                        None if !text.is_end => Begins::Wait,
                        None => Begins::No,
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
        let meant = Meant { start: at, open, close };
        let met = self.leave_text(text, at, at, WalkState::Meant(meant));
        self.searched = at + open.len();
        met
    }

    /// Looks for the mark that closes.
    pub(super) fn meant(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let WalkState::Meant(meant) = &self.state else {
            return None;
        };
        let meant = *meant;
        let marks = [meant.close, meant.open];
        match first_of(text, self.searched, &marks) {
            Some((at, mark)) if mark == meant.close => {
                let end = at + mark.len();
                self.go_to(end, WalkState::Prose);
                self.text_from = end;
                self.may_be_reasoning &= self.has_begun;
                self.has_begun = true;
                self.calls += 1;
                Some(Met::Call(FoundCall {
                    format: Format::Hermes,
                    span: meant.start..end,
                    name: meant.start..meant.start,
                    id: None,
                    arguments: Arguments::Unreadable(ErrorKind::Malformed),
                    is_repeated: false,
                    has_others: false,
                }))
            }
            None if !text.is_end => {
                self.searched = hold_back(text.text, self.searched, &marks);
                Some(Met::Wait)
            }
            _ => {
                let after = meant.start + meant.open.len();
                self.go_to(after, WalkState::Prose);
                if SKIPPED.contains(&meant.open) {
                    self.text_from = after;
                }
                None
            }
        }
    }
}
