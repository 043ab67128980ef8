//! The words of agents that are prompted to reason and act: `Action:` and `Action Input:`, each on a line of its own.

mod loose;

use core::ops::Range;

use super::super::super::format::{ACTION, Format, REACT};
use super::super::super::found::FoundCall;
use super::super::marks::{Begins, begins, is_known, is_name};
use super::super::{Bare, LONGEST_HEADER, Met, ReplyText, Walk, head};
use super::{Headed, Heading};
use crate::ErrorKind;
use crate::read::transcript::trimmed;
use crate::spec::NamesSpec;

impl Walk {
    /// Looks for an `Action Input:` at `line` that is not followed by a bracket or a fence: the call has no arguments or cannot be
    /// read.
    pub(in super::super) fn action_input(&mut self, text: ReplyText<'_>, line: usize) -> Bare {
        let named = self.setting.format;
        // Most lines begin with another letter.
        let mut letters = text.text.as_bytes()[line..].iter().take(MOST_BEFORE_WORD + 1);
        let first = letters.find(|byte| !matches!(byte, b' ' | b'*' | b'#' | b'-' | b'.' | b'0'..=b'9'));
        let is_other = first.is_some_and(|&first| !b"AaIiPO".contains(&first));
        if is_other || named.is_some_and(|named| named != Format::React) {
            return Bare::Nothing;
        }
        match action_as_call(text, line, self.setting.names) {
            Ok(end) if self.text_from <= line => {
                return Bare::Found(Some(self.broken_action(text, line..end, line..line)));
            }
            Err(Begins::Wait) => return Bare::Wait,
            _ => {}
        }
        let is_known = |heading: &Heading| is_known(self.setting.names, heading.name(text.text));
        if self.text_from < line
            && let before = loose::line_before(text.text, self.text_from, line)
            && let Some((start, heading, _)) = announced(text.text, before.start, before.end)
            && is_known(&heading)
        {
            // The tool's result or another action follows at once: the arguments are missing.
            match begins(text, line, OBSERVATION).or(begins(text, line, ACTION[0])) {
                Begins::Yes => return Bare::Found(Some(self.broken_action(text, start..before.end, heading.name))),
                Begins::Wait => return Bare::Wait,
                Begins::No => {}
            }
        }
        let after = input_end(text, line);
        let is_announced = match after {
            Ok(after) => action(text, self.text_from, after).is_some(),
            Err(begins) => begins == Begins::Wait,
        };
        if !is_announced && self.text_from <= line {
            match loose::input(text, self.text_from, line, self.setting.names) {
                Ok((start, after, name)) => {
                    let heading = Heading {
                        name,
                        id: None,
                        is_reasoning: false,
                    };
                    return self.enter_broken_action(text, start, after, heading);
                }
                Err(Begins::Wait) => return Bare::Wait,
                Err(_) => {}
            }
        }
        let after = match after {
            Ok(after) => after,
            Err(Begins::Wait) => return Bare::Wait,
            Err(_) => return Bare::Nothing,
        };
        match text.byte(text.after_space(after)) {
            None if !text.is_end => return Bare::Wait,
            Some(b'{' | b'[') => return Bare::Nothing,
            Some(b'`') => match begins(text, text.after_space(after), "```") {
                Begins::Yes => return Bare::Nothing,
                Begins::Wait => return Bare::Wait,
                Begins::No => {}
            },
            _ => {}
        }
        match action(text, self.text_from, after) {
            Some((start, heading, is_plain)) if (is_plain && named.is_some()) || is_known(&heading) => {
                Bare::Found(self.enter(text, &REACT, start, after, Some((heading, after))))
            }
            _ => Bare::Nothing,
        }
    }

    /// Goes into an action that begins at `start` and cannot be read; its arguments, if there are any, are after `after`.
    fn enter_broken_action(&mut self, text: ReplyText<'_>, start: usize, after: usize, heading: Heading) -> Bare {
        match Headed::broken(&REACT, start, after, Some(heading)) {
            Some(headed) => Bare::Found(self.enter_broken(text, start, headed)),
            None => Bare::Nothing,
        }
    }

    /// An action is announced on this line in a form that cannot be read. The name of its tool may be known.
    fn broken_action(&mut self, text: ReplyText<'_>, line: Range<usize>, name: Range<usize>) -> Met {
        if line.start > self.text_from {
            let before = self.text_from..line.start;
            self.has_begun |= !text.text[before.clone()].trim_end().is_empty();
            (self.text_from, self.pos) = (line.start, line.start);
            return Met::Text(before);
        }
        match self.unreadable(Format::React, trimmed(text.text, line), ErrorKind::Malformed) {
            Met::Call(found) if !name.is_empty() => Met::Call(FoundCall { name, ..found }),
            met => met,
        }
    }
}

/// The word before what a tool answers.
const OBSERVATION: &str = "Observation:";

/// The most blanks and asterisks before one of the words of an agent.
const MOST_BEFORE_WORD: usize = 6;

/// What follows one of the words of an agent on a line, and whether nothing is around the word. It may be bold, and its line may be
/// indented, but not as far as code is.
fn after_word<'t>(line: &'t str, word: &str) -> Option<(&'t str, bool)> {
    let content = line.trim_start_matches(' ');
    let marked = content.trim_start_matches('*');
    let marks = &content[..content.len() - marked.len()];
    if line.len() - content.len() > 3 || marks.len() > 3 {
        return None;
    }
    let rest = marked.strip_prefix(word.strip_suffix(':')?)?;
    let rest = match rest.strip_prefix(':') {
        Some(rest) => rest.strip_prefix(marks)?,
        None => rest.strip_prefix(marks)?.strip_prefix(':')?,
    };
    Some((rest, content.len() == line.len() && marks.is_empty()))
}

/// What may be around the name of a tool. The name still counts as plain inside the first pair.
const AROUND_NAME: [(&str, &str); 5] = [("`", "`"), ("**", "**"), ("[", "]"), ("\"", "\""), ("'", "'")];

/// An action that is announced: where it begins, what it says, and whether the words are written as they should be.
pub(in super::super) type Announced = (usize, Heading, bool);

/// The action that the line from `start` to `end` announces.
fn announced(text: &str, start: usize, end: usize) -> Option<Announced> {
    let (name, mut is_plain) = after_word(&text[start..end], ACTION[0])?;
    let mut name = trimmed(text, end - name.len()..end);
    for (number, (open, close)) in AROUND_NAME.iter().enumerate() {
        let inside = text[name.clone()]
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close));
        if let Some(inside) = inside.filter(|inside| !inside.is_empty()) {
            name = name.start + open.len()..name.start + open.len() + inside.len();
            is_plain &= number == 0;
            break;
        }
    }
    is_name(&text[name.clone()]).then_some((
        trimmed(text, start..end).start,
        Heading {
            name,
            id: None,
            is_reasoning: false,
        },
        is_plain,
    ))
}

/// Where a call begins whose arguments are at `at`, after `Action: name` and `Action Input:` on lines of their own from `from` on;
/// and what its header says.
pub(in super::super) fn action(text: ReplyText<'_>, from: usize, at: usize) -> Option<Announced> {
    let (from, is_cut) = last_lines(text, from, at);
    let before = text.text[from..at].trim_end();
    if !before.ends_with([':', '*']) {
        return None;
    }
    let input = before.rfind('\n')?;
    let (_, is_plain) = after_word(&before[input + 1..], ACTION[1]).filter(|(rest, _)| rest.trim_start().is_empty())?;
    let line = before[..input].trim_end();
    let start = match line.rfind('\n') {
        Some(end) => from + end + 1,
        None if is_cut => return None,
        None => from,
    };
    let (start, heading, is_name_plain) = announced(text.text, start, from + line.len())?;
    Some((start, heading, is_plain && is_name_plain))
}

/// Where the text begins that two lines before `to` may be in, from `from` on, and whether that is after `from`.
fn last_lines(text: ReplyText<'_>, from: usize, to: usize) -> (usize, bool) {
    let mut first = from.max(to.saturating_sub(2 * LONGEST_HEADER));
    while !text.text.is_char_boundary(first) {
        first += 1;
    }
    (first, first > from)
}

/// If the text ends between an action's announcement and its arguments: where the action begins, and its tool's name.
pub(in super::super) fn cut_action(
    text: ReplyText<'_>,
    from: usize,
    names: &NamesSpec,
) -> Option<(usize, Range<usize>)> {
    let (from, _) = last_lines(text, from, text.text.len());
    let is_start = from == 0 || text.text[..from].ends_with('\n');
    let rest = text.text[from..].trim_end();
    let line_of = |rest: &str| match rest.rfind('\n') {
        Some(end) => Some(end + 1),
        None => is_start.then_some(0),
    };
    let last = line_of(rest)?;
    let is_input = |line: &str| {
        let line = line.trim_matches([' ', '*']);
        !line.is_empty() && ACTION[1].starts_with(line)
    };
    let mut line = rest;
    if is_input(&rest[last..]) {
        line = rest[..last].trim_end();
    }
    let start = from + line_of(line)?;
    let (start, heading, _) = announced(text.text, start, from + line.len())?;
    names.exact(heading.name(text.text)).map(|_| (start, heading.name))
}

/// The line that begins at `at`, cut at the greatest length of a header, and whether more of the line may arrive.
fn line_at(text: ReplyText<'_>, at: usize) -> (&str, bool) {
    let rest = text.rest(at);
    let head = head(rest);
    match head.find('\n') {
        Some(end) => (&head[..end], false),
        None => (head, head.len() == rest.len() && !text.is_end),
    }
}

/// Whether a line may become one of the words of an agent when more text arrives.
fn may_become(line: &str, word: &str) -> bool {
    let content = line.trim_start_matches(' ');
    let marked = content.trim_start_matches('*');
    let is_near = line.len() - content.len() <= 3 && content.len() - marked.len() <= 3;
    let end = marked.trim_end_matches('*');
    is_near
        && (word.starts_with(marked) || (marked.len() <= word.len() + 3 && word.starts_with(end.trim_end_matches(':'))))
}

/// Where the words that announce arguments end, if the line at `at` begins with them; otherwise, whether it may still do so.
fn input_end(text: ReplyText<'_>, at: usize) -> Result<usize, Begins> {
    let (line, may_go_on) = line_at(text, at);
    match after_word(line, ACTION[1]) {
        Some((rest, _)) => Ok(at + line.len() - rest.len()),
        None if may_go_on && may_become(line, ACTION[1]) => Err(Begins::Wait),
        None => Err(Begins::No),
    }
}

/// Where the line at `at` ends, if it announces an action with its arguments in brackets: `Action: search(rust)`.
fn action_as_call(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Result<usize, Begins> {
    let (line, may_go_on) = line_at(text, at);
    let action = after_word(line, ACTION[0]);
    if may_go_on && (action.is_some() || may_become(line, ACTION[0])) {
        return Err(Begins::Wait);
    }
    let is_call = action.is_some_and(|(rest, _)| {
        let call = rest.trim().trim_start_matches('`');
        call.split_once(['(', '[', '{'])
            .is_some_and(|(name, _)| is_known(names, name.trim_end()))
    });
    if is_call { Ok(at + line.len()) } else { Err(Begins::No) }
}
