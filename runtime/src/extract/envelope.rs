//! Wrappers that the type does not know: `{"result": {..}}`, `{"name": .., "arguments": {..}}`.

use core::ops::Range;

use crate::bounds::{DEEPEST_ENVELOPE, LONGEST_CALL_KEY};
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::Member;
use crate::read::steps::step;
use crate::read::trivia::NextMarks;
use crate::record::Sink;
use crate::repair::Severity;
use crate::spec::{Accepts, ObjectSpec};

/// Keys under which a tool call names the tool, and those under which it holds the arguments.
const TOOL: [&str; 4] = ["name", "tool", "tool_name", "function"];
pub(super) const ARGUMENTS: [&str; 5] = ["arguments", "parameters", "args", "input", "tool_input"];

/// Returns the bytes from the arguments of a tool call to its end, if the object at `start` is one.
///
/// All keys of a tool call are keys that calls have, and at least one is unknown to the type: `lacks` says so for each
/// key. The bytes that are scanned are charged to the allowance, and `marks` is what is known of the text.
pub(super) fn arguments(
    text: &str,
    start: usize,
    allowance: &mut usize,
    marks: &mut NextMarks,
    lacks: impl Fn(&str) -> bool,
) -> Option<Range<usize>> {
    if *allowance == 0 || !begins_call(text, start) {
        return None;
    }
    let mut cursor = Cursor::new(text, start + 1, Sink::new(Some(Severity::Invented), 64));
    cursor.work.lower_to(*allowance);
    cursor.work.marks = marks.up_to(text.len());
    let before = cursor.work.total();
    let found = call(&mut cursor, lacks);
    let looked = before - cursor.work.total();
    *allowance = allowance.saturating_sub(cursor.pos - start + looked);
    *marks = cursor.work.marks;
    found
}

/// Whether an object begins here whose first key is one of a call's.
#[inline]
fn begins_call(text: &str, start: usize) -> bool {
    let Some(first) = text[start..].strip_prefix('{') else {
        return false;
    };
    let Some(key) = first.trim_ascii_start().strip_prefix('"') else {
        return false;
    };
    // Most keys begin with another letter.
    if !matches!(key.as_bytes().first(), Some(b'a' | b'f' | b'i' | b'n' | b'p' | b't')) {
        return false;
    }
    let longest = key.len().min(LONGEST_CALL_KEY + 1);
    let Some(end) = key.as_bytes()[..longest].iter().position(|&byte| byte == b'"') else {
        return false;
    };
    let key = &key[..end];
    TOOL.contains(&key) || ARGUMENTS.contains(&key) || matches!(key, "id" | "type")
}

/// The arguments of the call that the cursor was passed into.
fn call(cursor: &mut Cursor<'_>, lacks: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let root = Frame::root();
    let level = Frame::below(&root, Level::Map { key: None });
    let (mut tool, mut arguments, mut is_lacking) = (false, None, false);
    let mut comma = false;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) if key.has_value => {
                let name = &*key.name;
                if TOOL.contains(&name) && !tool && cursor.peek() == b'"' {
                    tool = true;
                } else if ARGUMENTS.contains(&name) && arguments.is_none() && holds_document(cursor.text, cursor.pos) {
                    arguments = Some(cursor.pos);
                } else if !matches!(name, "id" | "type") {
                    return None;
                }
                is_lacking |= lacks(name);
                cursor.skip(&level);
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            _ => return None,
        }
    }
    let is_call = tool && is_lacking && !cursor.sink.cut;
    arguments.filter(|_| is_call).map(|value| value..cursor.pos)
}

/// What looking at wrappers needs and learns.
#[derive(Debug)]
pub(super) struct Means {
    /// The fields of the answer.
    pub(super) spec: &'static ObjectSpec,
    /// Bytes that may yet be looked at.
    pub(super) budget: usize,
    pub(super) marks: NextMarks,
}

/// The value inside the object at `start` that may be the answer, if the object is a wrapper.
///
/// A wrapper has one field that holds an object, list or text with one, all others hold plain values. An error's
/// field is no answer, and a field of the answer beside the object may not be left out.
///
/// What was looked at on the way is charged to the budget.
pub(super) fn unwrap(text: &str, start: usize, accepts: Accepts, means: &mut Means) -> Option<Range<usize>> {
    let mut start = start;
    let mut outer = None;
    for _ in 0..DEEPEST_ENVELOPE {
        let found = inner(text, start, means)?;
        let end = *outer.get_or_insert(found.1);
        start = found.0;
        let byte = text.as_bytes()[start];
        let is_list = byte == b'[';
        if is_list || byte == b'"' || accepts.has(Accepts::ARRAY) || !is_wrapper(text, start, means) {
            return Some(start..end);
        }
    }
    None
}

/// Whether the object at `start` has only one field, with an object in it.
fn is_wrapper(text: &str, start: usize, means: &mut Means) -> bool {
    let Some((value, _)) = inner(text, start, means) else {
        return false;
    };
    step(value - start);
    let keys = text[start..value].matches("\":").count();
    keys <= 3 && text.as_bytes()[value] == b'{' && text[start..value].contains("\"function\"")
}

/// The one value inside the object at `start` that may be the answer, and where the object ends.
fn inner(text: &str, start: usize, means: &mut Means) -> Option<(usize, usize)> {
    if text.as_bytes().get(start) != Some(&b'{') {
        return None;
    }
    let mut cursor = Cursor::new(text, start + 1, Sink::new(Some(Severity::Invented), 64));
    cursor.work.lower_to(means.budget);
    cursor.work.marks = means.marks.up_to(text.len());
    let before = cursor.work.total();
    let found = only_document(&mut cursor, means.spec);
    let looked = before - cursor.work.total();
    means.budget = means.budget.saturating_sub(cursor.pos - start + looked);
    means.marks = cursor.work.marks;
    found.map(|value| (value, cursor.pos))
}

/// The one field's value, in the object that the cursor was passed into, that is an object, list or text with one. The
/// cursor is then after the object.
fn only_document(cursor: &mut Cursor<'_>, spec: &ObjectSpec) -> Option<usize> {
    let root = Frame::root();
    let level = Frame::below(&root, Level::Map { key: None });
    let mut holder: Option<Range<usize>> = None;
    let mut own: Option<Range<usize>> = None;
    // A schema that is echoed holds the type's keys among its properties: that is no answer.
    let (mut has_properties, mut is_schema) = (false, false);
    let mut comma = false;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                has_properties |= key.name == "properties";
                is_schema |= matches!(&*key.name, "$schema" | "type" | "required" | "additionalProperties");
                if key.has_value {
                    let value = cursor.pos;
                    let is_error = ["error", "errors"]
                        .iter()
                        .any(|name| key.name.eq_ignore_ascii_case(name));
                    let holds = holds_document(cursor.text, value);
                    if holds && (is_error || holder.is_some()) {
                        return None;
                    }
                    let is_null = cursor.text[value..].starts_with("null");
                    cursor.skip(&level);
                    if holds {
                        holder = Some(value..cursor.pos);
                    } else if own.is_none() && !is_null && spec.knows(&key.name) {
                        own = Some(key.span);
                    }
                }
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    let holder = holder.filter(|_| !(has_properties && is_schema))?;
    let inside = &cursor.text[holder.clone()];
    let is_lost = |key: Range<usize>| {
        step(inside.len());
        inside.starts_with('{') && !inside.contains(&cursor.text[key])
    };
    (!own.is_some_and(is_lost)).then_some(holder.start)
}

/// Whether the value at `pos` is an object or list, or a text that begins like one.
fn holds_document(text: &str, pos: usize) -> bool {
    let rest = &text[pos..];
    rest.starts_with(['{', '['])
        || rest
            .strip_prefix('"')
            .is_some_and(|inner| inner.trim_start().starts_with(['{', '[']))
}
