//! What begins at a place in prose: reasoning, somebody else's turn, calls, or an answer in JSON.

use core::ops::Range;

use super::super::extent::{Balanced, Extent, Reach, begins_key};
use super::super::format::{BEGINS, ENDS, Entry, FENCES, FORMATS, Format, Layout, REACT, SKIPPED};
use super::aside::is_in_sentence;
use super::broken::{self, Intent};
use super::headed::{self, Headed, Heading};
use super::marks::{Begins, Candidates, after_any, begins, begins_any, is_at_line_start, is_known, names_tool};
use super::objects::{self, CallObjects};
use super::pythonic::{self, Pythonic};
use super::tagged::{self, TaggedCall};
use super::{Bare, Met, ReplyText, Walk, WalkState, comments};
use crate::ErrorKind;
use crate::read::scan;

impl Walk {
    /// Looks for the next mark.
    pub(super) fn prose(&mut self, text: ReplyText<'_>) -> Option<Met> {
        if self.is_start {
            let at = text.after_blanks(self.pos);
            // Blanks of another kind are no text.
            if let Some((last, blank)) = text.text[self.pos..at].char_indices().rfind(|(_, c)| !c.is_ascii()) {
                self.text_from = self.pos + last + blank.len_utf8();
            }
            self.pos = at;
            match self.bare(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => self.is_start = false,
            }
        }
        let at = self.next_mark(text);
        match self.line_starts(text, at) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        let Some(byte) = text.byte(at) else {
            self.pos = at.max(self.pos);
            return Some(self.end_of_prose(text));
        };
        match byte {
            b'<' | b'[' => self.mark(text, at),
            b'`' if begins(text, at, "```") != Begins::No => self.fence_opens(text, at, "```"),
            b'~' if is_at_line_start(text.text, at) && begins(text, at, "~~~") != Begins::No => {
                self.fence_opens(text, at, "~~~")
            }
            b'{' => self.brace(text, at),
            _ => {
                self.pos = at + 1;
                None
            }
        }
    }

    /// Where the next byte is that may begin a mark.
    fn next_mark(&mut self, text: ReplyText<'_>) -> usize {
        let bytes = text.text.as_bytes();
        // Lines before it may have been found one by one.
        let is_known = self.plain.start <= self.pos && self.pos <= self.plain.end && self.plain.end <= bytes.len();
        let from = if is_known { self.plain.end } else { self.pos };
        let at = scan::byte::<b'~'>(&bytes[..scan::prose_stop(bytes, from)], from);
        self.plain = if is_known { self.plain.start } else { self.pos }..at;
        at
    }

    /// The text ends in prose, or more may come.
    fn end_of_prose(&mut self, text: ReplyText<'_>) -> Met {
        if !text.is_end {
            return Met::Wait;
        }
        let end = text.text.len();
        if let Some(met) = self.cut_call(text) {
            return met;
        }
        if self.text_from == end && self.whole.is_none() {
            self.state = WalkState::Over;
            return Met::End;
        }
        self.leave_text(text, end, end, WalkState::Over).unwrap_or(Met::End)
    }

    /// Looks for calls without marks, which begin the reply.
    fn bare(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let Some(byte) = text.byte(at) else {
            return if text.is_end { Bare::Nothing } else { Bare::Wait };
        };
        let allows = |format: Format| self.setting.format.is_none_or(|named| named == format);
        match byte {
            b'{' => {
                let format = self.setting.format.unwrap_or(Format::LlamaJson);
                let objects = CallObjects::bare(format, at, false);
                Bare::Found(self.leave_text(text, at, at, WalkState::Objects(objects)))
            }
            b'[' => {
                let Ok((inside, _)) = comments::after_comments(text, at + 1, false, &[]) else {
                    return Bare::Wait;
                };
                match text.byte(inside) {
                    None if !text.is_end => Bare::Wait,
                    Some(b'{') => {
                        let format = self.setting.format.unwrap_or(Format::Xlam);
                        let objects = CallObjects::bare(format, at, true);
                        Bare::Found(self.leave_text(text, at, at, WalkState::Objects(objects)))
                    }
                    _ if allows(Format::Pythonic) => match pythonic::is_call(text, inside, self.setting.names) {
                        Begins::Wait => Bare::Wait,
                        Begins::No => Bare::Nothing,
                        Begins::Yes => {
                            self.may_be_reasoning &= self.has_begun;
                            let calls = Pythonic::bare(at);
                            Bare::Found(self.leave_text(text, at, at, WalkState::Pythonic(calls)))
                        }
                    },
                    _ => Bare::Nothing,
                }
            }
            b'`' => match begins(text, at, "```") {
                Begins::Wait => Bare::Wait,
                Begins::No => Bare::Nothing,
                Begins::Yes => self.whole_fence(text, at),
            },
            b'<' if !self.has_begun => match after_any(text, at, BEGINS) {
                Ok(end) => {
                    (self.pos, self.text_from) = (end, end);
                    Bare::Found(None)
                }
                Err(Begins::Wait) => Bare::Wait,
                Err(_) => Bare::Nothing,
            },
            // Some marks of reasoning are no ASCII.
            0x80.. => self.reasoning_mark(text, at),
            _ if !self.has_begun && allows(Format::Pythonic) && (byte.is_ascii_alphabetic() || byte == b'#') => {
                self.only_calls(text, at)
            }
            // What separates two calls.
            b';' | b',' if self.has_begun => {
                self.pos = at + 1;
                self.text_from = at + 1;
                Bare::Found(None)
            }
            _ if self.has_begun && allows(Format::Pythonic) => self.after_list(text, at),
            _ => Bare::Nothing,
        }
    }

    /// Goes into calls as Python writes them, on lines of their own or one after the other, that are all of the reply from `at` on.
    fn only_calls(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let first = match pythonic::first_call(text, at, self.setting.names) {
            Ok(first) => first,
            Err(Begins::Wait) => return Bare::Wait,
            Err(_) => return Bare::Nothing,
        };
        // What follows may be prose.
        if !text.is_end {
            return Bare::Wait;
        }
        match FENCES.iter().find(|entry| entry.format == Format::Pythonic) {
            Some(entry) if pythonic::are_only_calls(text, first, self.setting.names) => {
                Bare::Found(self.enter(text, entry, at, at, None))
            }
            _ => Bare::Nothing,
        }
    }

    /// Looks for a call at `at`, after a list of calls and outside of it. The line is not prose if nothing follows the call.
    fn after_list(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        match pythonic::calls_known(text, at, self.setting.names) {
            Begins::Yes => {}
            Begins::Wait => return Bare::Wait,
            Begins::No => return Bare::Nothing,
        }
        let (line, is_all) = pythonic::line_of_code(text, at);
        let line = line.trim_end();
        if !is_all {
            Bare::Wait
        } else if line.ends_with([')', ']', '(', ',', ';']) {
            Bare::Found(Some(self.unreadable(
                Format::Pythonic,
                at..at + line.len(),
                ErrorKind::Malformed,
            )))
        } else {
            Bare::Nothing
        }
    }

    /// What a mark at `at` begins: reasoning, a call, or something else.
    fn mark(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        // A backtick says nothing here if it belongs to a fence that closed a call.
        let is_quoted = at > self.text_from.max(self.fence_end) && text.text.as_bytes()[at - 1] == b'`';
        if is_quoted {
            // The marks inside of this one are in the same quotes, on whatever line.
            self.is_in_quotes(text, at);
            self.pos = at + 1;
            return None;
        }
        let candidates = Candidates::at(text, at);
        match self.reasoning_mark(text, at) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        match candidates.begin_turn(text, at) {
            Begins::Wait => return Some(Met::Wait),
            Begins::Yes => return self.turn(text, at),
            Begins::No => {}
        }
        if candidates.ends() && begins_any(text, at, ENDS) != Begins::No {
            return self.reply_ends(text, at);
        }
        match begins(text, at, "<!--") {
            Begins::Wait => return Some(Met::Wait),
            Begins::Yes => {
                self.searched = at;
                self.state = WalkState::Comment;
                return None;
            }
            Begins::No => {}
        }
        if candidates.skipped() {
            match self.rest_of_call(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        if self.is_in_quotes(text, at) {
            self.pos = at + 1;
            return None;
        }
        match self.format_mark(text, at, candidates) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        if candidates.meant() {
            match self.means_call(text, at) {
                Begins::Wait => return Some(Met::Wait),
                Begins::Yes => return self.enter_meant(text, at),
                Begins::No => {}
            }
        }
        if candidates.skipped() {
            match self.skipped_mark(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        self.at_bracket(text, at)
    }

    /// Looks for a mark that says nothing. `None`: there is none at this place.
    fn skipped_mark(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        for skipped in SKIPPED {
            match begins(text, at, skipped) {
                Begins::Wait => return Bare::Wait,
                Begins::No => continue,
                Begins::Yes => {}
            }
            let end = at + skipped.len();
            match text.byte(end) {
                None if !text.is_end => return Bare::Wait,
                // In code, it is text.
                Some(b'`') => continue,
                _ => {}
            }
            let is_told = if at > self.text_from {
                is_in_sentence(text, at, end)
            } else {
                Begins::No
            };
            match is_told {
                Begins::Wait => return Bare::Wait,
                // A sentence speaks of it.
                Begins::Yes => {
                    self.pos = end;
                    return Bare::Found(None);
                }
                Begins::No => {}
            }
            if let Some(met) = self.unopened(text, at, skipped) {
                return Bare::Found(Some(met));
            }
            self.is_start = self.is_start && self.text_from == at;
            let met = self.leave_text(text, at, end, WalkState::Prose);
            let closes = |mark: &&str| mark.strip_prefix("</").is_some_and(|name| skipped.ends_with(name));
            let is_opener = !skipped.starts_with("</") && SKIPPED.iter().any(closes);
            self.wrapper = is_opener.then_some(skipped);
            return Bare::Found(met);
        }
        Bare::Nothing
    }

    /// Looks for a mark that begins calls of a format. `None`: there is none at this place.
    fn format_mark(&mut self, text: ReplyText<'_>, at: usize, candidates: Candidates) -> Bare {
        for entry in candidates.formats() {
            if self.setting.format.is_some_and(|named| named != entry.format) {
                continue;
            }
            for open in entry.open.iter().filter(|open| open.starts_with(['<', '['])) {
                match begins(text, at, open) {
                    Begins::Wait => return Bare::Wait,
                    Begins::No => continue,
                    Begins::Yes => {}
                }
                match self.fits(text, entry, at + open.len()) {
                    Ok(heading) => {
                        let start = if *open == "<|channel|>" {
                            self.recipient_before(text, at)
                        } else {
                            at
                        };
                        return Bare::Found(self.enter(text, entry, start, at + open.len(), heading));
                    }
                    Err(Begins::Wait) => return Bare::Wait,
                    Err(_) => {}
                }
            }
        }
        Bare::Nothing
    }

    /// Where the header of the channel at `at` begins: the prompt may end with the role, so that the reply begins with the recipient.
    fn recipient_before(&self, text: ReplyText<'_>, at: usize) -> usize {
        let before = text.text[self.text_from..at].trim();
        let is_recipient = !self.has_begun && before.starts_with("to=") && !before.contains(char::is_whitespace);
        if is_recipient {
            text.after_space(self.text_from)
        } else {
            at
        }
    }

    /// Calls of a named format without marks, which may begin any line.
    fn at_bracket(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let is_named = self.setting.format.is_some_and(|format| !format.is_marked());
        if is_named && is_at_line_start(text.text, at) {
            match self.bare(text, at) {
                Bare::Wait => return Some(Met::Wait),
                Bare::Found(met) => return met,
                Bare::Nothing => {}
            }
        }
        match self.words_before(text, at) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        if text.byte(at) == Some(b'[') {
            let inside = text.after_space(at + 1);
            match text.byte(inside) {
                None if !text.is_end => return Some(Met::Wait),
                Some(b'"') => {
                    self.state = WalkState::Answer(Extent::without_keys(at));
                    return None;
                }
                _ => {}
            }
        }
        self.pos = at + 1;
        None
    }

    /// Looks for the words that begin a call before its bracket or fence at `at`. `Nothing`: there are none.
    pub(super) fn words_before(&mut self, text: ReplyText<'_>, at: usize) -> Bare {
        let is_react = self.setting.format.is_none_or(|named| named == Format::React);
        if is_react
            && let Some((start, heading, is_plain)) = headed::action(text, self.text_from, at)
            && (is_plain || is_known(self.setting.names, heading.name(text.text)))
            && !self.is_in_block(text, start)
        {
            return Bare::Found(self.enter(text, &REACT, start, at, Some((heading, at))));
        }
        let is_mistral = self.setting.format.is_none_or(|named| named == Format::Mistral);
        if is_mistral && text.byte(at) == Some(b'[') {
            match headed::name_before(text, self.text_from, at, self.setting.names) {
                Ok(name) => return self.enter_unmarked(text, name),
                Err(Begins::Wait) => return Bare::Wait,
                Err(_) => {}
            }
        }
        let is_phi = self.setting.format.is_none_or(|named| named == Format::Phi);
        let word = text.text[self.text_from..at].trim_end_matches([' ', '\n']);
        if is_phi && let Some(before) = word.strip_suffix("functools") {
            let is_own = is_at_line_start(text.text, self.text_from + before.len());
            let object = text.after_space(at + 1);
            // In a line, nothing else is written like that.
            match names_tool(text, object, self.setting.names) {
                _ if is_own => {}
                Begins::Yes if !before.ends_with(|c: char| c.is_alphanumeric() || "._-".contains(c)) => {}
                Begins::Wait => return Bare::Wait,
                _ => return Bare::Nothing,
            }
            let entry = FORMATS.iter().find(|entry| entry.format == Format::Phi);
            if let Some(entry) = entry {
                let start = self.text_from + before.len();
                match self.fits(text, entry, at) {
                    Ok(heading) => return Bare::Found(self.enter(text, entry, start, at, heading)),
                    Err(Begins::Wait) => return Bare::Wait,
                    Err(_) => {}
                }
                match self.means_list(text, at) {
                    Begins::Yes => {
                        let met = self.enter_as_meant(text, start, ("functools", ""), &[Format::Phi]);
                        return Bare::Found(met);
                    }
                    Begins::Wait => return Bare::Wait,
                    Begins::No => {}
                }
            }
        }
        Bare::Nothing
    }

    /// Goes into a call of Mistral's that begins with this name, without a mark of its own.
    fn enter_unmarked(&mut self, text: ReplyText<'_>, name: Range<usize>) -> Bare {
        let is_own = |entry: &&Entry| entry.format == Format::Mistral && matches!(entry.layout, Layout::Header(_));
        let entry = FORMATS.iter().find(is_own);
        match entry.and_then(|entry| Headed::broken(entry, name.start, name.start, None)) {
            Some(headed) => Bare::Found(self.enter_broken(text, name.start, headed)),
            None => Bare::Nothing,
        }
    }

    /// Goes into a call that begins at `start` and cannot be read.
    pub(super) fn enter_broken(&mut self, text: ReplyText<'_>, start: usize, headed: Headed) -> Option<Met> {
        let met = self.leave_text(text, start, start, WalkState::Headed(headed));
        self.may_be_reasoning &= self.has_begun;
        self.has_begun = true;
        met
    }

    /// What is at a brace in prose: a JSON value, whose strings may speak of calls.
    fn brace(&mut self, text: ReplyText<'_>, at: usize) -> Option<Met> {
        let is_named = self.setting.format.is_some_and(|format| !format.is_marked());
        if is_named && is_at_line_start(text.text, at) {
            return self.at_bracket(text, at);
        }
        match self.words_before(text, at) {
            Bare::Wait => return Some(Met::Wait),
            Bare::Found(met) => return met,
            Bare::Nothing => {}
        }
        let inside = text.after_space(at + 1);
        match text.byte(inside) {
            None if !text.is_end => Some(Met::Wait),
            Some(byte) if matches!(byte, b'"' | b'\'') || begins_key(byte) => {
                self.state = WalkState::Answer(Extent::without_keys(at));
                None
            }
            _ => {
                self.pos = at + 1;
                None
            }
        }
    }

    /// Goes on in a JSON value that is no call.
    pub(super) fn answer(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let WalkState::Answer(scan) = &mut self.state else {
            return None;
        };
        let next = match scan.go_on(text.text) {
            Reach::Open if !text.is_end => return Some(Met::Wait),
            Reach::Open => text.text.len(),
            Reach::Closed(end) => {
                self.value = Some(scan.start()..end);
                end
            }
            Reach::Broken(last) => {
                let start = scan.start();
                // Text that a string without a closing quote swallowed is searched again.
                let is_line = !text.text[last..scan.pos()].contains('\n');
                if is_line && text.byte(start) == Some(b'{') && is_at_line_start(text.text, start) {
                    match broken::intent(text, start, self.setting.names) {
                        Intent::Wait => return Some(Met::Wait),
                        Intent::Nothing => {}
                        Intent::Call | Intent::List | Intent::Object => {
                            self.state = WalkState::BrokenAnswer(scan.balance(text.text));
                            return None;
                        }
                    }
                }
                last.max(start) + 1
            }
        };
        self.go_to(next, WalkState::Prose);
        None
    }

    /// Continues in a JSON value that is not a call and breaks JSON's grammar: everything in its strings is text. A tag or a
    /// special token outside its strings ends it, as its last bracket does.
    pub(super) fn broken_answer(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let WalkState::BrokenAnswer(balance) = &mut self.state else {
            return None;
        };
        let bytes = text.text.as_bytes();
        // A mark right after a quote is in a string: the quote was not escaped.
        let is_mark = |at: usize| {
            let is_quoted = matches!(bytes[at - 1], b'"' | b'\'');
            !is_quoted && (bytes[at] == b'<' || bytes.get(at + 1).is_some_and(u8::is_ascii_uppercase))
        };
        let next = match balance.go_on(text.text, text.is_end, is_mark) {
            Balanced::Open if !text.is_end => return Some(Met::Wait),
            Balanced::Open => text.text.len(),
            Balanced::Closed(end) => end,
            Balanced::Stopped(at) => at,
        };
        self.go_to(next, WalkState::Prose);
        None
    }

    /// Whether the layout of a format is that of the text after its mark; and what the header says, if there is one.
    pub(super) fn fits(
        &self,
        text: ReplyText<'_>,
        entry: &'static Entry,
        after: usize,
    ) -> Result<Option<(Heading, usize)>, Begins> {
        let fits = match entry.layout {
            Layout::Objects => objects::fits(text, after, entry.close),
            Layout::Header(header) => return headed::fits(text, header, after),
            Layout::Tagged(tags) => tagged::fits(text, tags, after, self.setting.names),
            Layout::Python => pythonic::fits(text, after, entry.close, self.setting.names),
        };
        match fits {
            Begins::Yes => Ok(None),
            other => Err(other),
        }
    }

    /// Goes into the calls that begin with the mark at `at`.
    pub(super) fn enter(
        &mut self,
        text: ReplyText<'_>,
        entry: &'static Entry,
        at: usize,
        after: usize,
        heading: Option<(Heading, usize)>,
    ) -> Option<Met> {
        let met = self.leave_text(text, at, after, WalkState::Prose);
        self.state = match entry.layout {
            Layout::Objects => WalkState::Objects(CallObjects::new(entry, at, after)),
            Layout::Header(header) => WalkState::Headed(Headed::new(entry, header, at, after, heading)),
            Layout::Tagged(tags) => WalkState::Tagged(TaggedCall::new(entry, tags, at, after, self.wrapper.is_some())),
            Layout::Python => WalkState::Pythonic(Pythonic::new(entry, after)),
        };
        // What begins with a call does not begin with reasoning.
        self.may_be_reasoning &= self.has_begun;
        self.has_begun = true;
        met
    }
}
