//! A call as it was found in a text: where its parts are.

use alloc::vec::Vec;
use core::ops::Range;

use super::extent::{Extent, Pair};
use super::format::{Format, Tags};
use crate::{ErrorKind, fold};

/// A call in a text, not yet read.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
pub(super) struct FoundCall {
    pub(super) format: Format,
    pub(super) span: Range<usize>,
    /// The name of the tool; empty where there is none.
    pub(super) name: Range<usize>,
    pub(super) id: Option<Range<usize>>,
    pub(super) arguments: Arguments,
    /// The name or the arguments are written twice; the last ones count.
    pub(super) is_repeated: bool,
    /// The object of the call has keys that no call has.
    pub(super) has_others: bool,
    /// An unmatched closing bracket follows. An earlier closing bracket may have come too early.
    pub(super) has_surplus: bool,
    /// There is a comment before or after the call.
    pub(super) has_comment: bool,
}

impl FoundCall {
    /// A call without a name that cannot be read.
    pub(super) fn unreadable(format: Format, span: Range<usize>, kind: ErrorKind) -> Self {
        Self {
            format,
            name: span.start..span.start,
            span,
            id: None,
            arguments: Arguments::Unreadable(kind),
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        }
    }

    /// Whether an argument is a key next to the arguments, which were closed too early.
    #[cold]
    pub(super) fn has_beside(&self, text: &str, is_argument: impl Fn(&str) -> bool) -> bool {
        let mut extent = Extent::new(self.span.start);
        extent.go_on(&text[..self.span.end]);
        let mut keys = extent.pairs.iter().map(|pair| &text[pair.key.clone()]);
        keys.any(|key| !is_own(key) && is_argument(key))
    }
}

/// Whether this is a key of a call itself, not of its arguments.
pub(super) fn is_own(key: &str) -> bool {
    matches!(
        key,
        "name"
            | "tool"
            | "tool_name"
            | "function"
            | "arguments"
            | "parameters"
            | "args"
            | "input"
            | "id"
            | "type"
            | "index"
    )
}

/// The arguments of a call.
#[derive(Debug, Clone)]
pub(super) enum Arguments {
    /// None were written.
    Absent,
    /// A JSON value.
    Json(Range<usize>),
    /// The content of a JSON string that contains them as JSON.
    Text(Range<usize>),
    /// A JSON value in an object that is not closed.
    Unclosed(Range<usize>),
    /// They begin like JSON, and break its grammar or are cut off.
    Torn { part: Range<usize>, is_cut: bool },
    /// The whole call is an object that breaks JSON's grammar before the arguments, or without them.
    Whole { part: Range<usize>, is_cut: bool },
    /// Pieces of text, each with its key.
    Plain(Vec<(Range<usize>, Range<usize>)>, &'static Tags),
    /// Python's literals, each with its key.
    Python(Vec<(Range<usize>, Range<usize>)>),
    /// They cannot be read.
    Unreadable(ErrorKind),
}

/// What an object says that may be a call.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
pub(super) struct CallParts {
    pub(super) name: Option<Range<usize>>,
    pub(super) id: Option<Range<usize>>,
    /// The value of the arguments, and whether it is complete.
    pub(super) arguments: Option<(Range<usize>, bool)>,
    /// Two keys with a name, or two with arguments.
    pub(super) is_repeated: bool,
    /// It has keys that no call has.
    pub(super) has_others: bool,
    /// One of these keys belongs to a tool definition.
    is_definition: bool,
    /// One of these keys is not a remark.
    has_unknown: bool,
    /// The name is in `action`, which need not be a tool.
    is_action: bool,
    /// It is a message that has one call.
    is_message: bool,
    /// At least one key has no quotes.
    is_unquoted: bool,
    /// One of the other keys is a misspelled key of the arguments.
    is_misspelled: bool,
}

/// Whether an object is a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IsCall {
    Yes,
    No,
    /// It has the parts of a call and another key, which may be one of its arguments or may say that the call was already made.
    InPart,
}

impl CallParts {
    /// What these keys and values say.
    pub(super) fn of(text: &str, pairs: &[Pair]) -> Self {
        let mut parts = Self::default();
        parts.add(text, pairs, true);
        parts
    }

    fn add(&mut self, text: &str, pairs: &[Pair], is_outermost: bool) {
        for pair in pairs {
            let string = string_content(text, pair);
            self.is_unquoted |= !text[..pair.key.start].ends_with(['"', '\'']);
            match &text[pair.key.clone()] {
                "function" | "function_call" | "functionCall" | "tool_call"
                    if is_outermost && text[pair.value.start..].starts_with('{') =>
                {
                    let is_message = |pair: &Pair| {
                        let key = &text[pair.key.clone()];
                        is_of_message(key) && key != "tool_calls"
                    };
                    self.is_message =
                        pairs.len() > 1 && pairs.iter().filter(|other| other.key != pair.key).all(is_message);
                    let mut inner = Extent::new(pair.value.start);
                    inner.go_on(&text[..pair.value.end.max(pair.value.start)]);
                    self.add(text, &inner.pairs, false);
                }
                "name" | "tool" | "tool_name" | "function" => {
                    self.is_repeated |= self.name.is_some();
                    self.name = string;
                }
                "action" if self.name.is_none() || self.is_action => {
                    self.is_repeated |= self.name.is_some();
                    self.name = string;
                    self.is_action = true;
                }
                "arguments" | "parameters" | "args" | "input" | "action_input" | "tool_input" => {
                    self.is_repeated |= self.arguments.is_some();
                    let has_begun = pair.is_complete || pair.value.start > pair.key.end + 1;
                    if has_begun {
                        self.arguments = Some((pair.value.clone(), pair.is_complete));
                    }
                }
                "id" | "tool_call_id" | "call_id" => {
                    let number = text
                        .as_bytes()
                        .get(pair.value.start)
                        .filter(|byte| byte.is_ascii_digit());
                    let number = number.filter(|_| pair.is_complete).map(|_| pair.value.clone());
                    self.id = string.or(number).or_else(|| self.id.take());
                }
                "type" | "index" => {}
                key => {
                    self.has_others = true;
                    self.is_definition |= matches!(key, "description" | "strict" | "returns" | "annotations");
                    self.has_unknown |= !is_remark(key);
                    self.is_misspelled |= ["arguments", "parameters"].iter().any(|name| fold::is_near(name, key));
                }
            }
        }
    }

    /// Whether the object has what a call has. Nothing else may be in it unless `is_known` says that it names a tool.
    pub(super) fn is_call(&self, text: &str, is_known: impl Fn(&str) -> bool) -> IsCall {
        let Some((name, (arguments, _))) = self.name.clone().zip(self.arguments.as_ref()) else {
            let names_tool = || self.name.clone().is_some_and(|name| is_known(&text[name]));
            return if self.is_misspelled && names_tool() {
                IsCall::InPart
            } else {
                IsCall::No
            };
        };
        let value = &text[arguments.clone()];
        // If it names a tool, arguments in another form are those of a call that cannot be read.
        let may_be_arguments = value.starts_with(['{', '"', '\'']) || value == "null" || is_known(&text[name.clone()]);
        let needs_name = self.has_others || self.is_action;
        if !may_be_arguments || self.is_definition || needs_name && !is_known(&text[name]) {
            IsCall::No
        } else if self.has_unknown && !self.is_message {
            IsCall::InPart
        } else {
            IsCall::Yes
        }
    }

    /// Whether the object has the keys of a call, but its name is not a string.
    pub(super) fn is_nameless(&self) -> bool {
        self.name.is_none() && !self.has_others && self.arguments.is_some()
    }

    /// The arguments of a complete object, which is this part of the text.
    pub(super) fn complete(&self, text: &str, part: Range<usize>) -> Arguments {
        match &self.arguments {
            _ if self.is_unquoted && self.is_repeated => Arguments::Unreadable(ErrorKind::Malformed),
            // The keys of the object are repaired too.
            _ if self.is_unquoted => Arguments::Whole { part, is_cut: false },
            _ if self.name.is_none() => Arguments::Unreadable(ErrorKind::Malformed),
            Some((value, _)) => match text.as_bytes()[value.start] {
                // Without a backslash, there is no escape that JSON and the string around it could both mean.
                b'\'' if is_object(&text[value.start + 1..value.end - 1]) => {
                    Arguments::Json(value.start + 1..value.end - 1)
                }
                b'"' => Arguments::Text(value.start + 1..value.end - 1),
                _ if &text[value.clone()] == "null" => Arguments::Absent,
                _ => Arguments::Json(value.clone()),
            },
            // What was meant to be arguments is not to be lost.
            None if self.has_others => Arguments::Unreadable(ErrorKind::Malformed),
            None => Arguments::Absent,
        }
    }

    /// The arguments of an object whose scan ended early; `part` is all of the object that there is.
    pub(super) fn torn(&self, text: &str, part: Range<usize>, is_cut: bool) -> Arguments {
        let kind = if is_cut {
            ErrorKind::Truncated
        } else {
            ErrorKind::Malformed
        };
        match &self.arguments {
            _ if self.is_repeated => Arguments::Unreadable(kind),
            Some(_) if self.is_unquoted => Arguments::Whole { part, is_cut },
            // The object around them is not closed, and nothing else is in it.
            Some((value, true))
                if !is_cut
                    && self.name.is_some()
                    && text[value.start..].starts_with('{')
                    // A mark in a string may end the part before the value.
                    && text.get(value.end..part.end).is_some_and(|rest| rest.trim_start().is_empty()) =>
            {
                Arguments::Unclosed(value.clone())
            }
            Some((value, false)) if self.name.is_some() && text[value.start..].starts_with(['{', '[']) => {
                let part = value.start..part.end;
                Arguments::Torn { part, is_cut }
            }
            // The quotes of the JSON in a string are not escaped.
            Some((value, true)) if !is_cut && self.name.is_some() && is_open_brace(&text[value.clone()]) => {
                Arguments::Whole { part, is_cut }
            }
            Some(_) => Arguments::Unreadable(kind),
            None => Arguments::Whole { part, is_cut },
        }
    }
}

/// Whether the content of a string in single quotes is an object as it is.
fn is_object(content: &str) -> bool {
    content.starts_with('{') && content.ends_with('}') && !content.contains(['\\', '\''])
}

/// Whether this is a string with nothing but an opening brace in it.
fn is_open_brace(string: &str) -> bool {
    string.starts_with('"') && string.trim_matches('"').trim() == "{"
}

/// The content of a complete string.
fn string_content(text: &str, pair: &Pair) -> Option<Range<usize>> {
    let is_string = pair.is_complete && text[pair.value.start..].starts_with(['"', '\'']);
    is_string.then(|| pair.value.start + 1..pair.value.end - 1)
}

/// Whether what a model writes under this key of a call is a remark on it.
fn is_remark(key: &str) -> bool {
    let remarks = [
        "thought",
        "thoughts",
        "think",
        "thinking",
        "reason",
        "reasoning",
        "rationale",
        "why",
        "explanation",
        "comment",
        "plan",
        "analysis",
        "call_type",
    ];
    remarks.contains(&key)
}

/// Whether a message with calls has this key.
pub(super) fn is_of_message(key: &str) -> bool {
    matches!(key, "tool_calls" | "content" | "role" | "type" | "refusal")
}

/// The array of calls in an object.
pub(super) enum CallArray {
    /// Where it begins.
    At(usize),
    /// There are two.
    Twice,
    No,
}

/// Where the array begins that this object has under `tool_calls`. If the object has keys that no message has, the first element must
/// be a call, as `begins_call` says of its place.
pub(super) fn listed_calls(text: &str, pairs: &[Pair], begins_call: impl Fn(usize) -> bool) -> CallArray {
    let is_message = pairs.iter().all(|pair| is_of_message(&text[pair.key.clone()]));
    let mut lists = pairs.iter().filter(|pair| &text[pair.key.clone()] == "tool_calls");
    let (Some(pair), second) = (lists.next(), lists.next()) else {
        return CallArray::No;
    };
    let list = &text[pair.value.clone()];
    let is_empty = || list[1..].trim_start().starts_with(']');
    match second {
        _ if !is_message && !begins_call(pair.value.start + 1) => CallArray::No,
        Some(_) => CallArray::Twice,
        None if list.starts_with('[') && !is_empty() => CallArray::At(pair.value.start),
        None => CallArray::No,
    }
}
