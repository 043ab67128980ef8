//! Calls with a header that names the tool, and the arguments as JSON after it.

mod header;
mod heading;
mod react;

pub(super) use header::{begins_again, fits, name_before, plain};
pub(super) use heading::Heading;
pub(super) use react::{action, cut_action};

use self::header::{MESSAGE, channel_end, header_end, without_end_so_far};
use self::heading::{Says, channel, heading, is_recipient_cut};
use super::super::extent::{Extent, Reach};
use super::super::format::{ACTION, Entry, Format, Header, HeaderStyle, Layout};
use super::super::found::{Arguments, FoundCall};
use super::fence::{LONGEST_FENCE, count_marks, length_of_word};
use super::marks::{Begins, after_any, begins, begins_any, is_left_open, region_end, search_from};
use super::{GrowingCall, LONGEST_HEADER, Progress, ReplyText, SPEAKERS, comments};
use crate::ErrorKind;
use crate::read::transcript::trimmed;
use crate::spec::NamesSpec;

/// The marks that end a message of a channel.
const MESSAGE_ENDS: &[&str] = &["<|end|>", "<|return|>", "<|call|>", "<|start|>", "<|channel|>"];

/// Where in a call the walk is.
#[derive(Debug)]
pub(in super::super) struct Headed {
    entry: &'static Entry,
    header: &'static Header,
    start: usize,
    after: usize,
    stage: Stage,
    /// The arguments are in a code fence.
    is_fenced: bool,
    /// The call has no name, or it follows another call without a mark of its own.
    is_broken: bool,
}

#[derive(Debug)]
enum Stage {
    Header,
    /// Before the arguments.
    Before(Heading, usize),
    Arguments(Heading, Extent),
    /// The arguments break JSON's grammar: their end was searched up to here.
    Torn(Heading, usize, usize),
    /// After the arguments.
    After(usize),
}

impl Headed {
    /// The call after the mark at `start`. Its heading may be known, and where that ends.
    pub(super) fn new(
        entry: &'static Entry,
        header: &'static Header,
        start: usize,
        after: usize,
        heading: Option<(Heading, usize)>,
    ) -> Self {
        Self {
            entry,
            header,
            start,
            after,
            is_fenced: false,
            is_broken: false,
            stage: heading.map_or(Stage::Header, |(heading, end)| Stage::Before(heading, end)),
        }
    }

    /// A call whose header at `start` is not written as its format says, so that it cannot be read. Its arguments are after `after`.
    pub(super) fn broken(entry: &'static Entry, start: usize, after: usize, heading: Option<Heading>) -> Option<Self> {
        let Layout::Header(header) = entry.layout else {
            return None;
        };
        let heading = heading.map(|heading| (heading, after));
        Some(Self {
            is_broken: true,
            ..Self::new(entry, header, start, after, heading)
        })
    }

    pub(super) fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Goes on at `pos`, after a call that cannot be read.
    pub(super) fn skip_to(&mut self, pos: usize) {
        self.stage = Stage::After(pos);
    }

    /// Whether the arguments are in a code fence.
    pub(super) fn is_fenced(&self) -> bool {
        self.is_fenced
    }

    /// The fence of the arguments is closed, before the place where this goes on.
    pub(super) fn leave_fence(&mut self) {
        self.is_fenced = false;
    }

    /// The arguments end at `end`.
    pub(super) fn pass(&mut self, end: usize) {
        if let Stage::Arguments(_, scan) = &mut self.stage {
            scan.pass(end);
        }
    }

    pub(super) fn whole(&self) -> (usize, usize) {
        (self.start, self.after)
    }

    pub(super) fn growing(&self) -> Option<GrowingCall> {
        let (heading, arguments) = match &self.stage {
            Stage::Before(heading, _) | Stage::Arguments(heading, _) if heading.is_reasoning => return None,
            Stage::Before(heading, _) => (heading, Arguments::Absent),
            Stage::Arguments(heading, scan) => (heading, Arguments::Json(scan.start()..scan.start())),
            _ => return None,
        };
        Some(GrowingCall {
            format: self.entry.format,
            name: heading.name.clone(),
            id: heading.id.clone(),
            arguments,
        })
    }

    pub(super) fn go_on(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Progress {
        loop {
            match &mut self.stage {
                Stage::Header => {
                    if let Some(progress) = self.head(text) {
                        return progress;
                    }
                }
                Stage::Before(heading, pos) => {
                    let (heading, pos) = (heading.clone(), *pos);
                    if let Some(progress) = self.before(text, heading, pos) {
                        return progress;
                    }
                }
                Stage::Arguments(heading, scan) => {
                    let start = scan.start();
                    match scan.go_on(text.text) {
                        Reach::Open if !text.is_end => return Progress::Wait,
                        Reach::Open => {
                            let end = text.text.len();
                            let arguments = if text.byte(start) == Some(b'"') {
                                Arguments::Unreadable(ErrorKind::Truncated)
                            } else {
                                Arguments::Torn {
                                    part: start..end,
                                    is_cut: true,
                                }
                            };
                            let heading = heading.clone();
                            return self.found(&heading, end, arguments);
                        }
                        Reach::Closed(end) => {
                            let heading = heading.clone();
                            match ends_as_call(text, &heading, end) {
                                Begins::Wait => return Progress::Wait,
                                Begins::No => return Progress::Over(end),
                                Begins::Yes => {}
                            }
                            if self.is_broken {
                                let Ok(closed) = self.closing_end(text, end) else {
                                    return Progress::Wait;
                                };
                                let arguments = Arguments::Unreadable(ErrorKind::Malformed);
                                return self.found(&heading, closed.unwrap_or(end), arguments);
                            }
                            let arguments = if text.byte(start) == Some(b'"') {
                                Arguments::Text(start + 1..end - 1)
                            } else {
                                Arguments::Json(start..end)
                            };
                            return self.found(&heading, end, arguments);
                        }
                        Reach::Broken(last) => {
                            let from = search_from(text, last, Some(self.entry));
                            self.stage = Stage::Torn(heading.clone(), start, from);
                        }
                    }
                }
                Stage::Torn(heading, start, from) => match region_end(text, *from, Some(self.entry), names) {
                    Err(next) => {
                        *from = next;
                        return Progress::Wait;
                    }
                    Ok(end) => {
                        let is_left = is_left_open(text, *start..end, self.entry, names);
                        if is_left == Begins::Wait {
                            *from = end;
                            return Progress::Wait;
                        }
                        let is_cut = end == text.text.len() || is_left == Begins::Yes;
                        let (heading, part) = (heading.clone(), *start..end);
                        let arguments = if text.rest(part.start).starts_with(['{', '[']) {
                            Arguments::Torn { part, is_cut }
                        } else {
                            Arguments::Unreadable(ErrorKind::Malformed)
                        };
                        return self.found(&heading, end, arguments);
                    }
                },
                Stage::After(pos) => {
                    let pos = *pos;
                    if let Some(progress) = self.after(text, pos, names) {
                        return progress;
                    }
                }
            }
        }
    }

    /// The call is complete, or will not be.
    fn found(&mut self, heading: &Heading, end: usize, mut arguments: Arguments) -> Progress {
        self.stage = Stage::After(end);
        if self.is_broken && !matches!(arguments, Arguments::Unreadable(_)) {
            arguments = Arguments::Unreadable(match arguments {
                Arguments::Torn { is_cut: true, .. } => ErrorKind::Truncated,
                _ => ErrorKind::Malformed,
            });
        }
        Progress::Call(FoundCall {
            format: self.entry.format,
            span: self.start..end,
            name: heading.name.clone(),
            id: heading.id.clone(),
            arguments,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        })
    }

    fn head(&mut self, text: ReplyText<'_>) -> Option<Progress> {
        let is_channel = self.header.style == HeaderStyle::Channel;
        let known = is_channel.then(|| channel_end(text, self.start, self.after)).flatten();
        if let Some((end, false)) = known {
            return Some(match channel(text.text, self.start, end) {
                Says::Call(heading) => self.found(&heading, end, Arguments::Unreadable(ErrorKind::Malformed)),
                Says::Reasoning => Progress::Over(end),
                Says::Turn => Progress::Turn,
                Says::Answer | Says::Nothing => Progress::Text,
            });
        }
        let ends = match known {
            Some((end, _)) => Ok((end, end + MESSAGE.len())),
            None => header_end(text, self.header, self.after),
        };
        let (end, next) = match ends {
            Ok(found) => found,
            Err(true) => return Some(Progress::Wait),
            // At the end of the reply as before it: what is too long is no header.
            Err(false) if is_channel && text.rest(self.after).len() >= LONGEST_HEADER => {
                return Some(Progress::Text);
            }
            Err(false) => {
                let end = text.text.len();
                if is_channel {
                    return Some(match channel(text.text, self.start, end) {
                        Says::Call(heading) => self.found(&heading, end, Arguments::Unreadable(ErrorKind::Truncated)),
                        Says::Answer if is_recipient_cut(&text.text[self.start..end]) => {
                            let heading = Heading {
                                name: end..end,
                                id: None,
                                is_reasoning: false,
                            };
                            self.found(&heading, end, Arguments::Unreadable(ErrorKind::Truncated))
                        }
                        _ => Progress::Over(end),
                    });
                }
                let name = self.after..self.after + without_end_so_far(text.rest(self.after), self.header).len();
                let heading = Heading {
                    name: trimmed(text.text, name),
                    id: None,
                    is_reasoning: false,
                };
                return Some(self.found(&heading, end, Arguments::Unreadable(ErrorKind::Truncated)));
            }
        };
        let says = match self.header.style {
            HeaderStyle::Channel => channel(text.text, self.start, end),
            style => heading(text.text, style, self.after..end),
        };
        match says {
            Says::Call(heading) => self.stage = Stage::Before(heading, next),
            Says::Reasoning => return Some(Progress::Reasoning(next, MESSAGE_ENDS)),
            Says::Answer => return Some(Progress::Over(next)),
            Says::Turn => return Some(Progress::Turn),
            // The marks are there, and only the name is missing.
            Says::Nothing if text.text[self.after..end].trim_end().is_empty() => {
                self.is_broken = true;
                let heading = Heading {
                    name: end..end,
                    id: None,
                    is_reasoning: false,
                };
                self.stage = Stage::Before(heading, next);
            }
            Says::Nothing => return Some(Progress::Text),
        }
        None
    }

    /// Looks for the opening brace of the arguments.
    fn before(&mut self, text: ReplyText<'_>, heading: Heading, pos: usize) -> Option<Progress> {
        let at = text.after_space(pos);
        match text.byte(at) {
            None if !text.is_end => Some(Progress::Wait),
            None => Some(self.found(&heading, at, Arguments::Unreadable(ErrorKind::Truncated))),
            Some(b'{') if text.reads_ahead && !self.is_broken => {
                let name = heading.name.clone();
                self.stage = Stage::Arguments(heading, Extent::without_keys(at));
                Some(Progress::Arguments(name, at..text.likely_end(at, &[])))
            }
            // A string may contain them.
            Some(b'{' | b'[' | b'"') => {
                self.stage = Stage::Arguments(heading, Extent::without_keys(at));
                None
            }
            Some(b'`') if begins(text, at, "```") != Begins::No => {
                let marks = count_marks(text, at, "```");
                let word = length_of_word(text, at + marks);
                if marks > LONGEST_FENCE {
                    self.stage = Stage::Torn(heading, at, at);
                    return None;
                }
                if at + marks + word >= text.text.len() && !text.is_end {
                    return Some(Progress::Wait);
                }
                self.is_fenced = true;
                self.stage = Stage::Before(heading, at + marks + word);
                None
            }
            Some(b'N' | b'n') if self.entry.format == Format::React && !text.text[pos..at].contains('\n') => {
                self.word_for_none(text, heading, at)
            }
            Some(_) => match begins_any(text, at, self.ends_before(&text.text[pos..at])) {
                Begins::Wait => Some(Progress::Wait),
                Begins::Yes if self.entry.close.is_empty() => Some(self.found(&heading, pos, Arguments::Absent)),
                Begins::Yes => Some(self.found(&heading, at, Arguments::Absent)),
                Begins::No => {
                    self.stage = Stage::Torn(heading, at, at);
                    None
                }
            },
        }
    }

    /// Looks for a word at `at`, alone on its line, that means "no arguments".
    fn word_for_none(&mut self, text: ReplyText<'_>, heading: Heading, at: usize) -> Option<Progress> {
        let head = super::head(text.rest(at));
        let line = head.find('\n');
        if line.is_none() && head.len() == text.rest(at).len() && !text.is_end {
            return Some(Progress::Wait);
        }
        let word = head[..line.unwrap_or(head.len())].trim_end();
        if ["none", "null", "n/a"]
            .iter()
            .any(|none| word.eq_ignore_ascii_case(none))
        {
            return Some(self.found(&heading, at + word.len(), Arguments::Absent));
        }
        self.stage = Stage::Torn(heading, at, at);
        None
    }

    /// What ends the call before its arguments, after these blanks.
    fn ends_before(&self, blanks: &str) -> &'static [&'static str] {
        if self.header.ends == [ACTION[1]] && blanks.contains('\n') {
            SPEAKERS
        } else {
            self.entry.close
        }
    }

    /// Skips what closes the call. The next call may follow without its mark: it is then an error, not text.
    fn after(&mut self, text: ReplyText<'_>, pos: usize, names: &NamesSpec) -> Option<Progress> {
        let Ok(end) = self.closing_end(text, pos) else {
            return Some(Progress::Wait);
        };
        let end = end.unwrap_or(pos);
        let mut next = text.after_space(end);
        if matches!(text.byte(next), Some(b',' | b';')) {
            next = text.after_space(next + 1);
        }
        match begins_again(text, self.header, next, names) {
            Begins::Wait => return Some(Progress::Wait),
            Begins::No => return Some(Progress::Over(end)),
            Begins::Yes => {}
        }
        (self.start, self.after) = (next, next);
        (self.is_fenced, self.is_broken) = (false, true);
        self.stage = Stage::Header;
        None
    }

    /// Where the marks end that close a call whose arguments end at `pos`: the fence around the arguments, and one of the marks in
    /// its format. Closing brackets that nothing opened may be before them.
    pub(super) fn closing_end(&self, text: ReplyText<'_>, pos: usize) -> Result<Option<usize>, Begins> {
        let mut at = text.after_space(pos);
        let mut end = None;
        while matches!(text.byte(at), Some(b'}' | b']' | b',' | b';')) && at - pos <= LONGEST_HEADER {
            at = text.after_space(at + 1);
        }
        if self.is_fenced {
            at = comments::after_comments(text, at, false, self.entry.close)?.0;
        }
        if begins(text, at, "```") != Begins::No {
            let marks = count_marks(text, at, "```");
            if at + marks >= text.text.len() && !text.is_end && marks <= LONGEST_FENCE {
                return Err(Begins::Wait);
            }
            if marks >= 3 {
                end = self.is_fenced.then_some(at + marks);
                at = text.after_space(at + marks);
            }
        }
        match after_any(text, at, self.entry.close) {
            Ok(mark) => Ok(Some(mark)),
            Err(Begins::Wait) => Err(Begins::Wait),
            Err(_) => Ok(end),
        }
    }
}

/// Whether the message that ends at `end` is closed as a call is, if it is one of the reasoning.
fn ends_as_call(text: ReplyText<'_>, heading: &Heading, end: usize) -> Begins {
    let at = text.after_space(end);
    match text.byte(at) {
        _ if !heading.is_reasoning => Begins::Yes,
        None if !text.is_end => Begins::Wait,
        _ => begins(text, at, "<|call|>"),
    }
}
