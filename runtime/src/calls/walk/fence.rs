//! Code fences: what is in one is an example, unless it is all of the reply, or its word says that it holds calls.

use super::super::format::FENCES;
use super::marks::{Begins, after_any, begins, is_at_line_start};
use super::{Bare, ENDS, FORMATS, Format, LONGEST_HEADER, Met, ReplyText, Walk, WalkState, head, pythonic};
use crate::read::scan;

/// At most this many lines of a fence are searched for a call that cannot be read.
const MOST_LINES: usize = 16;

/// A fence that is all of the reply.
#[derive(Debug)]
pub(super) struct WholeFence {
    pub(super) start: usize,
    /// Where its content begins.
    pub(super) inside: usize,
    /// Where the reply ends.
    pub(super) end: usize,
}

impl Walk {
    /// Calls in a fence that is all of the reply.
    pub(super) fn whole_fence(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        if self.limit != usize::MAX || self.has_begun {
            return Bare::Nothing;
        }
        // Its word says what is in it.
        match holds_calls(text, at) {
            Begins::Yes => return Bare::Nothing,
            Begins::Wait => return Bare::Wait,
            Begins::No => {}
        }
        let marks = count_marks(text, at, "```");
        let close = match fence_close(text, self.searched.max(at + 3), "```", marks) {
            Ok(close) => close,
            Err(_) if text.is_end => return Bare::Nothing,
            Err(next) => {
                self.searched = next;
                return Bare::Wait;
            }
        };
        // The mark with which a reply ends may follow.
        let first = text.after_space(text.text.len() - text.rest(close).trim_start_matches('`').len());
        let mut next = first;
        let begins = loop {
            match after_any(text, next, ENDS) {
                Ok(end) => next = text.after_space(end),
                Err(begins) => break begins,
            }
        };
        if next < text.text.len() && begins == Begins::No {
            return Bare::Nothing;
        }
        if !text.is_end {
            self.searched = text.text[..close].rfind('\n').unwrap_or(close);
            return Bare::Wait;
        }
        let Some(line) = text
            .rest(at)
            .find('\n')
            .map(|line| at + line + 1)
            .filter(|&line| line <= close)
        else {
            return Bare::Nothing;
        };
        self.limit = close;
        self.whole = Some(WholeFence {
            start: at,
            inside: line,
            end: if next > first { first } else { text.text.len() },
        });
        self.text_from = at;
        self.go_to(line, WalkState::Prose);
        Bare::Found(None)
    }

    /// A code fence in prose: what is in it is an example, unless an action is announced before.
    pub(super) fn fence_opens(&mut self, text: ReplyText<'_>, at: usize, mark: &'static str) -> Option<Met> {
        if begins(text, at, mark) == Begins::Wait {
            self.pos = at;
            return Some(Met::Wait);
        }
        let before = text.text[self.text_from..at].trim_end();
        let named = self.setting.format;
        let allows_format = |format: Format| named.is_none_or(|named| named == format);
        if allows_format(Format::CommandR)
            && before.ends_with("Action:")
            && is_at_line_start(text.text, self.text_from + before.len() - 7)
        {
            let entry = FORMATS.iter().find(|entry| entry.format == Format::CommandR);
            if let Some(entry) = entry {
                return self.enter(text, entry, self.text_from + before.len() - 7, at, None);
            }
        }
        match self.words_before(text, at) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        let is_told = self.is_in_quotes(text, at);
        for entry in FENCES.iter().filter(|entry| !is_told && allows_format(entry.format)) {
            for open in entry.open {
                match begins(text, at, open) {
                    Begins::Wait => return Some(Met::Wait),
                    Begins::No => continue,
                    Begins::Yes => {}
                }
                match self.fits(text, entry, at + open.len()) {
                    Ok(heading) => return self.enter(text, entry, at, at + open.len(), heading),
                    Err(Begins::Wait) => return Some(Met::Wait),
                    Err(_) => {}
                }
                match self.means_calls(text, at + open.len()) {
                    Begins::Yes => return self.enter_as_meant(text, at, (open, "```"), &[entry.format]),
                    Begins::Wait => return Some(Met::Wait),
                    Begins::No => {}
                }
            }
        }
        let marks = count_marks(text, at, mark);
        if marks > LONGEST_FENCE {
            // A line across the page. No more of it is needed to know that.
            self.pos = at + marks;
            return None;
        }
        let info = length_of_word(text, at + marks);
        let line = at + marks + info;
        match text.byte(line) {
            None if !text.is_end && info <= LONGEST_HEADER => return Some(Met::Wait),
            Some(b'\n' | b'\r') => {}
            // Marks around code inside of a line.
            _ if !is_at_line_start(text.text, at) => {
                self.pos = at + marks;
                return None;
            }
            _ => {}
        }
        self.searched = at + 3;
        self.state = WalkState::Fence(mark, marks);
        None
    }

    /// Whether one of the first lines of a fence that is marked as calls was meant to be a call.
    fn means_calls(&self, text: ReplyText<'_>, from: usize) -> Begins {
        let mut line = from;
        for _ in 0..MOST_LINES {
            match begins(text, text.after_space(line), "```") {
                Begins::No => {}
                Begins::Yes => return Begins::No,
                Begins::Wait => return Begins::Wait,
            }
            match pythonic::means_call(text, line, self.setting.names) {
                Begins::No => {}
                found => return found,
            }
            let rest = text.rest(line);
            let head = head(rest);
            match head.find('\n') {
                Some(length) => line += length + 1,
                None if head.len() == rest.len() && !text.is_end => return Begins::Wait,
                None => return Begins::No,
            }
        }
        Begins::No
    }

    /// Looks for the end of a fence.
    pub(super) fn fence(&mut self, text: ReplyText<'_>, mark: &'static str, marks: usize) -> Option<Met> {
        match fence_close(text, self.searched, mark, marks) {
            Ok(close) => {
                // These backticks put nothing in quotes that follows them.
                self.fence_end = close + count_marks(text, close, mark);
                self.go_to(self.fence_end, WalkState::Prose);
                None
            }
            Err(_) if text.is_end => {
                self.go_to(text.text.len(), WalkState::Prose);
                None
            }
            Err(next) => {
                self.searched = next;
                Some(Met::Wait)
            }
        }
    }
}

/// Whether a fence begins at `at` whose word says that there are calls in it.
pub(super) fn holds_calls(text: ReplyText<'_>, at: usize) -> Begins {
    let opens = FENCES.iter().flat_map(|entry| entry.open);
    opens.fold(Begins::No, |found, open| found.or(begins(text, at, open)))
}

/// Where the text goes on after the marks of a fence at `pos` and the word after them.
pub(super) fn after_marks(text: ReplyText<'_>, pos: usize) -> Result<usize, Begins> {
    match begins(text, pos, "```") {
        Begins::Yes => {
            let inside = pos + count_marks(text, pos, "```");
            let end = inside + length_of_word(text, inside);
            if end >= text.text.len() && !text.is_end {
                Err(Begins::Wait)
            } else {
                Ok(end)
            }
        }
        found => Err(found),
    }
}

/// Where the calls in a fence end, given backticks at `pos`: after them, or before them if they open another fence, that is, if only an
/// info string follows on the line.
pub(super) fn calls_end(text: ReplyText<'_>, pos: usize) -> Result<usize, Begins> {
    let end = after_marks(text, pos)?;
    let marks = pos + count_marks(text, pos, "```");
    let is_other = end > marks && matches!(text.byte(end), None | Some(b'\n' | b'\r'));
    Ok(if is_other { pos } else { marks })
}

/// The fence around calls that have marks of their own too.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OwnFence {
    is_open: bool,
}

impl OwnFence {
    /// Where the calls continue after the backticks at `pos`. Their fence opens before the first call; one that opens later is not theirs.
    /// Backticks that close nothing are ignored before the mark that closes the calls.
    pub(super) fn pass(
        &mut self,
        text: ReplyText<'_>,
        pos: usize,
        is_first: bool,
        close: &[&str],
    ) -> Result<usize, Begins> {
        let end = after_marks(text, pos)?;
        let has_word = text.byte(end - 1) != Some(b'`');
        if !self.is_open && is_first {
            self.is_open = true;
        } else if has_word {
            return Err(Begins::No);
        } else if !core::mem::take(&mut self.is_open) {
            after_any(text, text.after_space(end), close)?;
        }
        Ok(end)
    }
}

/// The most marks that a fence is looked for with.
pub(super) const LONGEST_FENCE: usize = 64;

/// How many of these marks are at `at`, as far as a fence needs to know.
pub(super) fn count_marks(text: ReplyText<'_>, at: usize, mark: &str) -> usize {
    let is_mark = |byte: &u8| *byte == mark.as_bytes()[0];
    text.rest(at)
        .bytes()
        .take(LONGEST_FENCE + 1)
        .take_while(is_mark)
        .count()
}

/// How long the word is that begins at `at`, as far as a fence needs to know.
pub(super) fn length_of_word(text: ReplyText<'_>, at: usize) -> usize {
    let head = text.rest(at).bytes().take(LONGEST_HEADER + 1);
    head.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+'))
        .count()
}

/// The closing marks of a fence with so many `marks`, at the start of a line after `from`; or where the search goes on when more
/// text has come.
///
/// As in `CommonMark`, a closing fence has as many marks as the opening one or more, and no word after them.
fn fence_close(text: ReplyText<'_>, mut from: usize, mark: &str, marks: usize) -> Result<usize, usize> {
    loop {
        let line = scan::byte::<b'\n'>(text.text.as_bytes(), from);
        if line >= text.text.len() {
            return Err(text.text.len());
        }
        let start = text.after_space(line);
        let count = count_marks(text, start, mark);
        // How many marks there are, and whether a word is after them, shows at what follows.
        if !text.is_end && start + count == text.text.len() && count <= LONGEST_FENCE {
            return Err(line);
        }
        let is_word = text
            .byte(start + count)
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if (marks..=LONGEST_FENCE).contains(&count) && !is_word {
            return Ok(start);
        }
        from = start + count;
    }
}
