//! The words of agents as they should not be written: in another case, numbered, in a list, with a remark after the name.

use core::ops::Range;

use super::super::super::super::format::ACTION;
use super::super::super::ReplyText;
use super::super::super::marks::{Begins, is_in_name, is_known};
use super::line_at;
use crate::read::transcript::trimmed;
use crate::spec::NamesSpec;

/// The words before arguments. Without `Action`, each of them is a word of prose too.
const INPUTS: [&str; 4] = ["input", "arguments", "args", "parameters"];

/// The call that the line at `line` gives arguments to, if the line before it announces an action and a known tool is a word of that
/// line; one line of prose may be between them. Returns where the call begins, where the words before its arguments end, and the
/// name. Such a call cannot be read: what is around the words may change it.
pub(super) fn input(
    text: ReplyText<'_>,
    from: usize,
    line: usize,
    names: &NamesSpec,
) -> Result<(usize, usize, Range<usize>), Begins> {
    let (content, may_go_on) = line_at(text, line);
    // Code is indented so far.
    if content.starts_with('\t') || content.starts_with("    ") {
        return Err(Begins::No);
    }
    let Some((length, has_action)) = input_words(content) else {
        return Err(if may_go_on && may_become_input(content) {
            Begins::Wait
        } else {
            Begins::No
        });
    };
    // Marks of bold text may still close.
    if may_go_on && length == content.len() {
        return Err(Begins::Wait);
    }
    let nearest = line_before(text.text, from, line);
    let action_on = |line: &Range<usize>| named_action(text.text, line.clone(), names);
    let announced = action_on(&nearest).or_else(|| {
        let next = line_before(text.text, from, nearest.start);
        let is_action = |line: &Range<usize>| {
            let words = undecorated(&text.text[line.clone()]);
            words
                .trim_end_matches(is_around)
                .trim_end_matches(':')
                .eq_ignore_ascii_case("action")
        };
        if has_action && is_action(&next) && is_known(names, &text.text[nearest.clone()]) {
            // The name is on a line of its own.
            return Some((next.start, nearest.clone()));
        }
        // The words may be on two lines.
        action_on(&next).filter(|_| has_action || is_action(&nearest))
    });
    let (start, name) = announced.ok_or(Begins::No)?;
    Ok((start, line + length, name))
}

/// The last line between these places that is not blank.
pub(super) fn line_before(text: &str, from: usize, to: usize) -> Range<usize> {
    let before = text[from..to].trim_end();
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    trimmed(text, from + start..from + before.len())
}

/// How long the words are that a line begins with, if they announce arguments; and whether `Action` is one of them.
fn input_words(line: &str) -> Option<(usize, bool)> {
    let (words, _) = line.split_once(':')?;
    let folded = undecorated(words).to_ascii_lowercase();
    let rest = folded.strip_prefix("action");
    let word = rest.unwrap_or(&folded).trim_matches(is_around);
    INPUTS.contains(&word).then(|| {
        let length = words.len() + 1;
        let stars = line[length..].len() - line[length..].trim_start_matches('*').len();
        (length + stars, rest.is_some())
    })
}

/// Whether a line may begin with such words when more of it has come.
fn may_become_input(line: &str) -> bool {
    let folded = undecorated(line).to_ascii_lowercase();
    let word = match folded.strip_prefix("action") {
        Some(rest) => rest.trim_start_matches(is_around),
        None => &folded,
    };
    "action".starts_with(word)
        || INPUTS
            .iter()
            .any(|input| input.starts_with(word.trim_end_matches(is_around)))
}

/// Where an action is announced on a line, and the known tool that is one of the next words. After a sentence on the line, it must
/// be the first one.
fn named_action(text: &str, line: Range<usize>, names: &NamesSpec) -> Option<(usize, Range<usize>)> {
    let content = &text[line.clone()];
    let is_own = content.split_once(':').is_some_and(|(words, _)| {
        let words = undecorated(words).to_ascii_lowercase();
        words.trim_end_matches(is_around) == "action"
    });
    let (start, mut at) = if is_own {
        (line.start, line.start + content.find(':')? + 1)
    } else {
        let before = content.rfind(ACTION[0])?;
        let is_quoted = content[..before].contains(['"', '`', '“', '>', '|']);
        let prose = content[..before].trim_end();
        if is_quoted || prose.len() == before || !prose.ends_with(['.', '!', '?', ':', ';']) {
            return None;
        }
        (line.start + before, line.start + before + ACTION[0].len())
    };
    while at < line.end {
        let rest = &text[at..line.end];
        let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
        let word = rest[..length].trim_end_matches(['.', ':', '-', '/']);
        if is_known(names, word) {
            return Some((start, at..at + word.len()));
        }
        if !is_own && length > 0 {
            return None;
        }
        at += length + rest[length..].chars().next().map_or(0, char::len_utf8);
    }
    None
}

/// A line without what may be before its words: blanks, marks of a heading, of a list or of bold text, the end of a call.
fn undecorated(line: &str) -> &str {
    line.trim_start_matches(is_around)
}

fn is_around(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, ' ' | '\t' | '*' | '#' | '-' | '.' | '_' | ';' | ',' | ')')
}
