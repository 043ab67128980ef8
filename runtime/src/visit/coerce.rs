//! Values inside other values: a list with one element, an object with one field that fits, `null` for something
//! else.

use core::ops::Range;

use super::divert::InnerReader;
use super::slot::{Slot, taken};
use crate::LlmOutput;
use crate::bounds::LONGEST_KEY;
use crate::error::{Expected, Found};
use crate::fold;
use crate::path::{Conversion, Frame, Level, head};
use crate::read::conserve::knows_other_field;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::quotes::is_quote;
use crate::read::skip::Next;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Checks whether there is any value here at all: not a field of an object further up, and not the end of the text.
#[cold]
pub(crate) fn some_value(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Result<(), Halt> {
    if matches!(at.level, Level::List { .. }) && cursor.is_key_above(cursor.pos, at) {
        return Err(Halt::Ascend);
    }
    if cursor.ends_here() {
        // Cut off: whoever holds the value decides what is missing.
        cursor.cut(at);
        return Err(Halt::Absent);
    }
    cursor.pass_value_marks(at);
    Ok(())
}

/// The value in a list of one.
#[cold]
pub(crate) fn single_element<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Read<T> {
    let mut slot = None::<T>;
    let read = only_element(cursor, at, expected, T::__FACTS.accepts, &mut slot);
    taken(read, &mut slot)
}

/// Reads the one element of a list to `slot`.
#[cold]
pub(crate) fn only_element(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    accepts: Accepts,
    slot: &mut dyn Slot,
) -> Read<()> {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let strangers = cursor.sink.strangers();
    if !at.is_inside(Conversion::Element) && cursor.work.lookahead > 0 {
        let inside = Frame::below(at, Level::Inside(Conversion::Element));
        cursor.pos += 1;
        cursor.space();
        if cursor.peek() != b']' {
            let read = slot.read(cursor, &inside);
            let element = Frame::below(at, Level::List { accepts, index: 1 });
            let comma = cursor.separator(&element);
            let closed =
                cursor.element(comma, b']', &element) == Next::Closed && !is_citation(cursor, at, start, accepts);
            // An object without a field of its type is not one only because the brackets around it can be left out.
            if closed && read.is_ok() && cursor.sink.strangers() == strangers {
                let is_row = |frame: &Frame<'_>| matches!(frame.level, Level::List { .. });
                if is_row(at) && at.parent.is_some_and(is_row) {
                    // It may be the next list, if the closing bracket of this one is missing.
                    cursor.repaired(RepairKind::JunkRemoved, at, start..start + 1);
                }
                let kind = if at.is_root() && accepts.has(Accepts::OBJECT) {
                    RepairKind::EnvelopeUnwrapped
                } else {
                    RepairKind::UnwrapSingleElement
                };
                cursor.repaired(kind, at, start..cursor.pos);
                let first = cursor.byte(cursor.after_space(start + 1));
                let before_row = cursor.text[..start].trim_end();
                let follows = before_row.ends_with([',', '[']);
                let is_after_string = before_row.strip_suffix([',', ';']).unwrap_or(before_row).ends_with('"');
                if is_row(at) && is_after_string {
                    // The string may be the next key of a map whose list was not closed: `{"a": ["x", "b" ["y"]}`.
                    let span = cursor.place(start..start + 1);
                    cursor.sink.doubts().above.get_or_insert(span);
                }
                if is_row(at) && is_before_name(cursor, at) {
                    // It may be the list itself, which was opened twice.
                    cursor.repaired(RepairKind::JunkRemoved, at, start..cursor.pos);
                }
                if is_row(at) && first.is_ascii_digit() && (!accepts.has(Accepts::NUMBER) || !follows) {
                    // The number of a source, or what is left of a text.
                    cursor.repaired(RepairKind::JunkRemoved, at, start..cursor.pos);
                }
                if is_row(at) {
                    // One of these pairs of brackets may be around a list in quotes.
                    let inner = &cursor.text[start + 1..cursor.pos];
                    let inner = inner.strip_suffix(']').unwrap_or(inner);
                    let lead = inner.len() - inner.trim_start().len();
                    let element = start + 1 + lead..start + 1 + inner.trim_end().len();
                    cursor.conserve_wrapped(element, at);
                }
                if is_empty_remainder(&cursor.text[start..cursor.pos]) {
                    cursor.repaired(RepairKind::AmbiguousQuote, at, start..cursor.pos);
                }
                return read;
            }
        }
    }
    cursor.look_back_to(before);
    Err(mistyped(cursor, at, expected))
}

/// Whether a comma and then the name of a field around this list follow: `[["a"], "note"], "note": 1`.
#[cold]
fn is_before_name(cursor: &Cursor<'_>, at: &Frame<'_>) -> bool {
    let comma = cursor.after_space(cursor.pos);
    let next = cursor.after_space(comma + 1);
    let inner = cursor.text.get(next + 1..).map(|inner| head(inner, LONGEST_KEY));
    let name = inner.and_then(|inner| inner.split_once('"')).map(|(name, _)| name);
    step(LONGEST_KEY);
    cursor.byte(comma) == b',' && cursor.byte(next) == b'"' && name.is_some_and(|name| knows_other_field(name, at))
}

/// Whether a list is not closed and contains nothing but quotes: the text between them may be missing.
#[cold]
fn is_empty_remainder(list: &str) -> bool {
    let list = list.trim_end();
    !list.ends_with(']') && !list[1..].contains(|c: char| !is_quote(c) && !c.is_whitespace())
}

/// Whether the list of one that was just read from `start` on is a remark before an element, such as `[1]` or `[12:00:01]`: its
/// word has no quotes, and no comma follows.
#[cold]
fn is_citation(cursor: &Cursor<'_>, at: &Frame<'_>, start: usize, accepts: Accepts) -> bool {
    let in_list = matches!(at.level, Level::List { .. });
    let first = cursor.byte(cursor.after_space(start + 1));
    let next = cursor.byte(cursor.after_space(cursor.pos));
    let is_before = if in_list {
        !matches!(next, b',' | b']' | b'}' | 0)
    } else {
        matches!(next, b'"' | b'\'')
    };
    accepts.has(Accepts::STRING) && first.is_ascii_alphanumeric() && is_before
}

/// The value in an object that is known to wrap values.
#[cold]
pub(crate) fn selected_member<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Read<T> {
    let mut slot = None::<T>;
    let read = only_member(cursor, at, expected, &mut slot);
    taken(read, &mut slot)
}

/// Reads the value in an object that is known to wrap values, to `slot`.
#[cold]
pub(crate) fn only_member(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    slot: &mut dyn Slot,
) -> Read<()> {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    if !at.is_inside(Conversion::Member)
        && cursor.work.lookahead > 0
        && let Some((value, end)) = wrapped_value(cursor, at)
    {
        cursor.look_back_to(before);
        let read = in_wrapper(cursor, at, value, Conversion::Member, &mut |cursor, at| {
            slot.read(cursor, at)
        });
        if read.is_ok() {
            cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
            return read;
        }
    }
    cursor.look_back_to(before);
    Err(mistyped(cursor, at, expected))
}

/// Keys of objects that are known to wrap a value without parts (the rule `evidence_for_wrappers`).
const WRAPPERS: [&str; 8] = [
    "value", "text", "content", "answer", "result", "output", "response", "data",
];

/// Where the value is that an object wraps, and where the object ends.
///
/// The key says so: one of [`WRAPPERS`] or the field's own name, alone or next to `type`. Any other object is not opened,
/// for `{"debug": false}` is not `false`.
pub(crate) fn wrapped_value(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    let mut found = None;
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: None });
    cursor.enter();
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                if !key.has_value {
                    return None;
                }
                let wraps = WRAPPERS.iter().any(|name| fold::folds_to(name, &key.name)) || is_own_name(&key.name, at);
                if wraps {
                    if found.replace(cursor.pos).is_some() || cursor.peek() == b'{' {
                        return None;
                    }
                } else if !fold::folds_to("type", &key.name) {
                    return None;
                }
                cursor.skip(&level);
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    found.map(|value| (value, cursor.pos))
}

/// Reads the value at `value` of the object at the cursor, and the rest of that object: what is repaired there is repaired in the
/// answer.
#[cold]
pub(crate) fn in_wrapper(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    value: usize,
    conversion: Conversion,
    read: &mut InnerReader<'_>,
) -> Read<()> {
    let level = Frame::below(at, Level::Map { key: None });
    let inside = Frame::below(at, Level::Inside(conversion));
    let mut found = Err(Halt::Invalid);
    let mut comma = false;
    cursor.enter();
    loop {
        match cursor.member(comma, &level) {
            Member::Key(_) if cursor.pos == value => {
                read(cursor, &inside)?;
                found = Ok(());
            }
            Member::Key(_) => cursor.skip(&level),
            Member::Closed => return found,
            Member::Unclosed => return Err(Halt::Invalid),
        }
        comma = cursor.separator(&level);
    }
}

/// Whether a key is the name of the field or map entry that the value belongs to, or of the list that it is an element of,
/// in the singular too.
fn is_own_name(key: &str, at: &Frame<'_>) -> bool {
    let mut frame = at.place();
    while let (Level::List { .. }, Some(list)) = (frame.level, frame.parent) {
        frame = list.place();
    }
    let is_it = |name: &str| {
        let singular = name.strip_suffix('s');
        fold::folds_to(name, key) || singular.is_some_and(|name| fold::folds_to(name, key))
    };
    // The object that a reference stands for has an `id`.
    let refers = |name: &str| {
        let name = name.to_ascii_lowercase();
        fold::folds_to("id", key) && (name.ends_with("id") || name.ends_with("ids"))
    };
    let is_number = matches!(frame.level, Level::Object { .. } if frame.field().is_some_and(|field| matches!(field.facts.accepts, Accepts::NUMBER | Accepts::ANY)));
    if is_number && fold::folds_to("id", key) {
        return true;
    }
    let is_it = |name: &str| is_it(name) || refers(name);
    match frame.level {
        Level::Root => fold::folds_to("id", key),
        Level::Object { .. } => frame
            .field()
            .is_some_and(|field| is_it(field.name) || field.aliases.iter().any(|alias| is_it(alias))),
        Level::Map { key: Some(name) } | Level::Rest { key: name, .. } => is_it(name),
        _ => false,
    }
}

/// Where the list is that an object has as its only field, and where the object ends, unless the key is one that `knows`
/// says belongs to the elements, or names an error.
pub(crate) fn only_list(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    knows: impl FnOnce(&str) -> bool,
) -> Option<(usize, usize)> {
    only_member_that(cursor, at, b'[', knows)
}

/// Like [`only_list`], for an object or list that begins with this byte.
pub(crate) fn only_member_that(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    first: u8,
    knows: impl FnOnce(&str) -> bool,
) -> Option<(usize, usize)> {
    if at.is_inside(Conversion::Member) || cursor.work.lookahead == 0 {
        return None;
    }
    let level = Frame::below(at, Level::Map { key: None });
    cursor.enter();
    let value = match cursor.member(false, &level) {
        Member::Key(key) if key.has_value && cursor.peek() == first => {
            let is_error = ["error", "errors"].iter().any(|name| fold::folds_to(name, &key.name));
            if is_error || knows(&key.name) {
                return None;
            }
            cursor.pos
        }
        _ => return None,
    };
    cursor.skip(&level);
    let comma = cursor.separator(&level);
    matches!(cursor.member(comma, &level), Member::Closed).then_some((value, cursor.pos))
}

/// Skips a value that is not of the type, and puts it on record.
#[cold]
pub(crate) fn mistyped(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected) -> Halt {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    if matches!(at.level, Level::List { .. }) && cursor.is_key_above(start, at) {
        return Halt::Ascend;
    }
    cursor.skip(at);
    if cursor.pos == start && !cursor.at_end() {
        // Nothing was skipped: a closer or comma is there, and the level above deals with it.
        cursor.restore(before);
        if matches!(at.place().level, Level::Object { .. } | Level::Map { .. }) {
            cursor.repaired(RepairKind::MissingValue, at, start..start);
            cursor.conserve_value(start, at);
            if matches!(at.place().level, Level::Map { .. }) {
                // The key may be all there is of the entry.
                cursor.repaired(RepairKind::JunkRemoved, at, start..start);
            }
            return Halt::Absent;
        }
        return cursor.violated_by(expected, Found::Nothing, at, start..start);
    }
    let end = cursor.pos;
    cursor.violated(expected, at, start..end)
}

/// A text that does not stand for a value of the type: cut off before it could, or plainly another one.
#[cold]
pub(crate) fn misread(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    expected: Expected,
    span: core::ops::Range<usize>,
) -> Halt {
    if cursor.sink.cut && span.end >= cursor.text.len() {
        return Halt::Absent;
    }
    cursor.violated(expected, at, span)
}

/// What `null` amounts to where a type does not take it: the declared default, a made-up value, or a violation.
#[cold]
pub(crate) fn null<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, expected: Expected) -> Read<T> {
    absent(cursor, at, start, T::__FACTS.invents, expected)?;
    T::__invent().ok_or(Halt::Invalid)
}

/// `Ok` where a value is to be made up, if the type has one.
pub(crate) fn absent(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    invents: bool,
    expected: Expected,
) -> Result<(), Halt> {
    let span = start..cursor.pos;
    if at.field().is_some_and(|field| field.has_default) {
        cursor.repaired(RepairKind::DropNull, at, span);
        return Err(Halt::Absent);
    }
    if invents {
        cursor.repaired(RepairKind::NullToDefault, at, span);
        return Ok(());
    }
    Err(cursor.violated(expected, at, span))
}

/// `Ok` where `null` or an empty string is read as an empty list or map: everywhere but as a whole reply, where it is no answer.
pub(crate) fn emptied(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, expected: Expected) -> Result<(), Halt> {
    let span = start..cursor.pos;
    if at.field().is_some_and(|field| field.has_default) {
        cursor.repaired(RepairKind::DropNull, at, span);
        return Err(Halt::Absent);
    }
    empty(cursor, at, span, expected)
}

/// Like [`emptied`], for the empty string at `span`.
#[cold]
#[inline(never)]
pub(crate) fn empty(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: Range<usize>,
    expected: Expected,
) -> Result<(), Halt> {
    if at.is_root() && !cursor.sink.is_part {
        return Err(cursor.violated(expected, at, span));
    }
    // Alone on the next line, it may be an element of a list that has lost its brackets.
    let before = cursor.text[..span.start].trim_end_matches([' ', '\t']);
    step(span.start - before.len());
    let is_apart = before.ends_with('\n') && matches!(at.place().level, Level::Object { .. });
    cursor.repaired(RepairKind::NullToEmpty, at, span.clone());
    if is_apart {
        cursor.repaired(RepairKind::AmbiguousQuote, at, span);
    }
    Ok(())
}

/// Whether this text is a word that people write where there is no value.
pub(crate) fn is_null_word(text: &str) -> bool {
    ["n/a", "none", "null", "unknown", "-"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text.trim()))
}

/// Whether the value that was written here is such a word, with or without quotes.
pub(crate) fn is_written_as_null(written: &str) -> bool {
    let written = written.trim();
    let inner = ['"', '\'']
        .iter()
        .find_map(|&quote| written.strip_prefix(quote)?.strip_suffix(quote));
    is_null_word(inner.unwrap_or(written))
}

/// Whether the value at the cursor is `null` or empty: as a later duplicate it overrides nothing.
pub(crate) fn is_void(cursor: &Cursor<'_>) -> bool {
    [
        "null",
        "None",
        "NULL",
        "Null",
        "nil",
        "undefined",
        "\"\"",
        "''",
        "[]",
        "{}",
    ]
    .iter()
    .any(|void| cursor.rest().starts_with(void) && cursor.can_follow(cursor.pos + void.len()))
}
