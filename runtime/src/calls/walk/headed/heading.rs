//! What the header of a call says: the name of the tool, an id, and whether it is a call at all.

use core::ops::Range;

use super::super::super::format::HeaderStyle;
use super::super::marks::{is_name, length_of_name, place_of};
use crate::read::transcript::trimmed;

/// What a header says.
#[derive(Debug, Clone)]
pub(in super::super) struct Heading {
    pub(in super::super) name: Range<usize>,
    pub(in super::super) id: Option<Range<usize>>,
    /// It is a message of the reasoning, which is a call only if it is closed as one.
    pub(super) is_reasoning: bool,
}

impl Heading {
    /// The name of the tool.
    pub(in super::super) fn name<'t>(&self, text: &'t str) -> &'t str {
        &text[self.name.clone()]
    }
}

/// What is in a header.
pub(super) enum Says {
    Call(Heading),
    Reasoning,
    /// An answer to the user.
    Answer,
    Turn,
    Nothing,
}

/// What the header says that is between the marks.
#[inline(always)]
pub(super) fn heading(text: &str, style: HeaderStyle, part: Range<usize>) -> Says {
    let mut name = trimmed(text, part);
    let mut id = None;
    match style {
        HeaderStyle::Mistral => {
            if let Some(at) = place_of(&text[name.clone()], "[CALL_ID]") {
                id = Some(trimmed(text, name.start + at + "[CALL_ID]".len()..name.end));
                name = trimmed(text, name.start..name.start + at);
            }
        }
        HeaderStyle::Numbered => {
            id = Some(name.clone());
            name = without_number(text, without_namespace(text, name));
        }
        _ => {}
    }
    if is_name(&text[name.clone()]) {
        Says::Call(Heading {
            name,
            id,
            is_reasoning: false,
        })
    } else {
        Says::Nothing
    }
}

/// The name without `functions.` before it.
fn without_namespace(text: &str, name: Range<usize>) -> Range<usize> {
    let length = if text[name.clone()].starts_with("functions.") {
        "functions.".len()
    } else {
        0
    };
    name.start + length..name.end
}

/// The name without the number of the call after it.
fn without_number(text: &str, name: Range<usize>) -> Range<usize> {
    let bytes = &text.as_bytes()[name.clone()];
    let number = bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    match bytes[..bytes.len() - number].split_last() {
        Some((b':', before)) if number > 0 => name.start..name.start + before.len(),
        _ => name,
    }
}

/// What a header says that names a role, a channel and a recipient.
pub(super) fn channel(text: &str, start: usize, end: usize) -> Says {
    let header = &text[start..end];
    let opened = header.strip_prefix("<|start|>");
    let header = opened.unwrap_or(header);
    let channel = place_of(header, "<|channel|>");
    let rest = channel.map(|at| &header[at + "<|channel|>".len()..]);
    let (role, rest) = if opened.is_some() {
        (
            first_word(&header[..channel.unwrap_or(header.len())]),
            rest.unwrap_or(""),
        )
    } else {
        ("assistant", rest.unwrap_or(header))
    };
    if role != "assistant" {
        return Says::Turn;
    }
    let recipient = recipient(text, start..end);
    let analysis = rest.trim_start().strip_prefix("analysis");
    let is_analysis = analysis.is_some_and(|rest| !rest.starts_with(|c: char| !c.is_whitespace()));
    let Some(name) = recipient else {
        return if is_analysis { Says::Reasoning } else { Says::Answer };
    };
    // The model's own tools are called in its reasoning, and some models call functions there too.
    let function = without_namespace(text, name.clone());
    if is_analysis && function == name {
        Says::Reasoning
    } else if text[function.clone()].contains(char::is_alphanumeric) {
        // A text that is not a name is not the name of a tool either, so the call becomes an error.
        Says::Call(Heading {
            name: function,
            id: None,
            is_reasoning: is_analysis,
        })
    } else {
        Says::Answer
    }
}

/// Whether a header ends before the name of the tool that its message is for.
pub(super) fn is_recipient_cut(header: &str) -> bool {
    let header = header.trim_end();
    header
        .rfind("to=")
        .is_some_and(|at| "functions.".starts_with(&header[at + "to=".len()..]))
}

/// To whom a header says that its message is, perhaps in quotes.
fn recipient(text: &str, header: Range<usize>) -> Option<Range<usize>> {
    let at = place_of(&text[header.clone()], "to=")?;
    let from = header.start + at + "to=".len();
    let rest = &text[from..header.end];
    match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let length = length_until(&rest[1..], |c| c.is_whitespace() || c == quote);
            Some(from + 1..from + 1 + length)
        }
        _ => Some(from..from + length_until(rest, |c| c.is_whitespace() || c == '<')),
    }
}

/// The first word of a text; empty if there is none.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..length_until(text, char::is_whitespace)]
}

/// How much of a text is before the first such character, which is none that a name contains. In a header, it is near.
fn length_until(text: &str, is_end: impl Fn(char) -> bool) -> usize {
    let plain = length_of_name(text);
    plain + text[plain..].find(is_end).unwrap_or(text.len() - plain)
}
