//! A list from what is not one: a single value, a string that contains a list, an object that contains one. Compiled
//! once for all types.

mod string;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use self::string::from_text_at;
pub(crate) use self::string::{from_text, holds_elements};
use super::coerce;
use super::list::{self, ListSlot};
use super::text::broken_literal;
use crate::bounds::{LONGEST_ALIKE, LONGEST_BEGUN_AGAIN};
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level, head, tail};
use crate::read::cursor::{Cursor, FlatList, Halt, Read};
use crate::read::decode;
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::read::steps::step;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Makes a list from what is not one.
#[cold]
#[inline(never)]
pub(super) fn convert(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    let accepts = elements.accepts;
    let start = cursor.pos;
    if let Some(read) = bulleted(cursor, at, elements) {
        return read;
    }
    coerce::some_value(cursor, at)?;
    if cursor.pos > start && cursor.peek() == b'[' {
        return list::read(cursor, at, elements);
    }
    match cursor.no_value(at) {
        Some(NoValue::Null) => return coerce::emptied(cursor, at, start, Expected::List),
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::List, at, start..end));
        }
        None => {}
    }
    if cursor.is_string() {
        if unescaped(cursor, at, elements) {
            return Ok(());
        }
        let Some((text, has_pieces)) = cursor.pieces(at) else {
            return Err(coerce::mistyped(cursor, at, Expected::List));
        };
        let span = start..cursor.pos;
        if has_pieces && !text.trim_start().starts_with('[') {
            // Each piece may be an element.
            return Err(cursor.violated(Expected::List, at, span));
        }
        from_text_at(span, &text, cursor, at, elements)?;
        return unbracketed(cursor, at, elements, start);
    }
    if cursor.peek() == b'{' {
        return from_object(cursor, at, elements);
    }
    let word = cursor.word();
    if Cursor::is_broken_literal(word, at) {
        let end = cursor.pos + word.len();
        let next = cursor.after_space(end);
        if cursor.can_follow(end) || cursor.is_frame_end(next) {
            cursor.pos = end;
            return Err(broken_literal(cursor, Expected::List, at, start..end));
        }
    }
    let number = matches!(cursor.peek(), b'0'..=b'9' | b'-' | b'+' | b'.');
    let wanted = Accepts::NUMBER.or(Accepts::STRING);
    let literal = matches!(cursor.word(), "true" | "false" | "True" | "False");
    let fits = if number {
        accepts.has(wanted)
    } else if literal {
        accepts.has(Accepts::BOOLEAN)
    } else {
        accepts.has(Accepts::STRING.or(Accepts::NAME))
    };
    if fits {
        wrapped(cursor, at, elements, RepairKind::WrapInArray)
    } else {
        Err(coerce::mistyped(cursor, at, Expected::List))
    }
}

/// Reads lines with bullets in place of a list, below its key: each of them is an element, and a line with a comma, a closing
/// bracket or a quote follows.
fn bulleted(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Option<Read<()>> {
    let (text, start) = (cursor.text, cursor.pos);
    let is_list = matches!(at.level, Level::Object { .. }) && elements.accepts.has(Accepts::STRING.or(Accepts::NAME));
    let bullet = match cursor.peek() {
        b'-' => "- ",
        b'*' => "* ",
        0xe2 => "• ",
        _ => return None,
    };
    if !is_list || !text[..start].trim_end_matches([' ', '\t']).ends_with('\n') {
        return None;
    }
    let mut items: Vec<(Cow<'_, str>, Range<usize>)> = Vec::new();
    let mut next = start;
    let mut comma = None;
    while let Some(rest) = text[next..].strip_prefix(bullet) {
        let line = rest.split_once('\n')?.0;
        let from = next + bullet.len();
        step(line.len());
        let item = line.trim_end().trim_end_matches(',').trim_end();
        comma = line.trim_end().ends_with(',').then_some(from + item.len());
        let words = match item.trim_start().strip_prefix('"') {
            Some(quoted) => decode::strict(quoted.strip_suffix('"').filter(|inner| !inner.contains('"'))?)?,
            None => Cow::Borrowed(item.trim()),
        };
        if words.is_empty() {
            return None;
        }
        items.push((words, from..from + item.len()));
        next = cursor.after_space(from + line.len());
    }
    if !matches!(cursor.byte(next), b',' | b'}' | b'"' | b'\'') {
        return None;
    }
    let end = items.last()?.1.end;
    let mut invalid = false;
    for (index, (words, span)) in (0..).zip(items) {
        cursor.token = span;
        invalid |= elements.read_text(&words, cursor, at, index).is_err();
    }
    cursor.pos = comma.filter(|_| cursor.byte(next) != b',').unwrap_or(next);
    if invalid {
        return Some(Err(Halt::Invalid));
    }
    cursor.repaired(RepairKind::BulletsRead, at, start..end);
    Some(Ok(()))
}

/// Reads the value at the cursor as a list with one element.
fn wrapped(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>, kind: RepairKind) -> Read<()> {
    let start = cursor.pos;
    let (strangers, flat) = (cursor.sink.strangers(), cursor.hints.flat_at);
    let passed_over = cursor.sink.passed_over;
    elements.read(cursor, at, 0)?;
    let (mut index, mut before) = (0, start);
    // The next element may begin in the same object, with a repeated key.
    while cursor.hints.headless_at == cursor.pos && cursor.pos > before {
        (index, before) = (index + 1, cursor.pos);
        elements.read(cursor, at, index)?;
    }
    let end = cursor.pos;
    if cursor.sink.strangers() > strangers {
        elements.slot.clear();
        return Err(cursor.violated(Expected::Shape(elements.object), at, start..end));
    }
    cursor.conserve_wrapped(start..cursor.pos, at);
    cursor.repaired(kind, at, start..end);
    // Fields that the type does not know may be other elements.
    let holds_others = elements.accepts.has(Accepts::OBJECT) && cursor.sink.passed_over > passed_over && {
        let inner = cursor.text.get(start + 1..end).unwrap_or_default();
        step(inner.len());
        inner
            .match_indices('{')
            .any(|(brace, _)| inner[..brace].trim_end().ends_with("\":"))
    };
    let begins_again = || {
        let begins = head(&cursor.text[start..end], LONGEST_ALIKE);
        let before = tail(&cursor.text[..start], LONGEST_BEGUN_AGAIN / 4);
        step(before.len());
        begins.len() == LONGEST_ALIKE && before.contains(begins)
    };
    if holds_others || cursor.byte(start) == b'{' && (cursor.begins_document(&cursor.text[start..]) || begins_again()) {
        cursor.repaired(RepairKind::ElementSplit, at, start..end);
    }
    element_wrapped(cursor, at, start..end, flat);
    unbracketed(cursor, at, elements, start)
}

/// Records a guess if what was read as a list with one element ends the text, or is itself an element of a list: its brackets may be those
/// of a longer list. The lists inside it have set their own hint, so the one from `before` it counts.
fn element_wrapped(cursor: &mut Cursor<'_>, at: &Frame<'_>, span: Range<usize>, before: FlatList) {
    if !at.is_root() && cursor.after_space(span.end) >= cursor.text.len() {
        // A list that is cut off may have had more elements.
        cursor.repaired(RepairKind::ElementSplit, at, span.clone());
    }
    let Level::List { index, .. } = at.place().level else {
        return;
    };
    cursor.hints.flat_at = match index {
        0 => FlatList {
            start: span.start,
            count: 1,
        },
        _ if before.count == index => FlatList {
            count: index.saturating_add(1),
            ..before
        },
        _ => FlatList::NONE,
    };
    cursor.repaired(RepairKind::ElementSplit, at, span);
}

/// Reads the elements after the first one of a list without brackets in an object: each follows a comma, and none of them
/// is a key.
fn unbracketed(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>, start: usize) -> Read<()> {
    if !matches!(at.level, Level::Object { .. }) {
        return Ok(());
    }
    let mut count = 1u32;
    loop {
        let comma = cursor.after_space(cursor.pos);
        let next = cursor.gap(comma + 1);
        if cursor.byte(comma) != b',' || !cursor.fits_value(next, elements.accepts) || cursor.key_ahead(next).is_some()
        {
            break;
        }
        let before = core::mem::replace(&mut cursor.pos, next);
        // An empty key, or a very long one, is none that may be misspelt.
        if cursor.is_exact_key(usize::MAX) {
            cursor.pos = before;
            break;
        }
        elements.read(cursor, at, count)?;
        count = count.saturating_add(1);
    }
    if count > 1 {
        let end = cursor.pos;
        cursor.repaired(RepairKind::ObjectsCollected, at, start..end);
    }
    Ok(())
}

/// Makes a list from an object: its only element, several objects in a row, numbered fields, or the list that the object
/// wraps.
fn from_object(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let of_objects = elements.accepts.has(Accepts::OBJECT);
    let first = cursor.key_ahead(cursor.after_space(start + 1));
    if first.is_some_and(|key| matches!(&cursor.text[key.name], "0" | "1")) {
        if numbered(cursor, at, elements).is_some() {
            return Ok(());
        }
        cursor.look_back_to(before);
        elements.slot.clear();
    }
    let object = elements.object;
    let is_element = |name: &str| of_objects && (object.takes_rest || object.takes_any() || object.knows(name));
    if let Some((value, end)) = coerce::only_list(cursor, at, is_element) {
        cursor.look_back_to(before);
        let mut read = |cursor: &mut Cursor<'_>, at: &Frame<'_>| list::read(cursor, at, elements);
        if coerce::in_wrapper(cursor, at, value, Conversion::Member, &mut read).is_ok() {
            cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
            return Ok(());
        }
        elements.slot.clear();
    }
    cursor.look_back_to(before);
    if of_objects {
        return if at.is_root() {
            collected(cursor, at, elements)
        } else {
            wrapped(cursor, at, elements, RepairKind::WrapInArray)
        };
    }
    if cursor.work.lookahead > 0
        && let Some((value, end)) = coerce::wrapped_value(cursor, at)
    {
        let first = cursor.byte(value);
        if matches!(first, b'"' | b'\'') && cursor.text[value + 1..].trim_start().starts_with('[') {
            cursor.look_back_to(before);
            let mut read = |cursor: &mut Cursor<'_>, at: &Frame<'_>| convert(cursor, at, elements);
            coerce::in_wrapper(cursor, at, value, Conversion::Member, &mut read)?;
            cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
            return Ok(());
        }
        // As a whole answer, a text in a wrapper is one (`{"response": "I cannot .."}`), and no list.
        let is_answer = at.is_root() && matches!(first, b'"' | b'\'') && elements.accepts.has(Accepts::STRING);
        if !matches!(first, b'{' | b'[' | b'n') && !is_answer {
            cursor.look_back_to(before);
            let mut read = |cursor: &mut Cursor<'_>, at: &Frame<'_>| elements.read(cursor, at, 0);
            if coerce::in_wrapper(cursor, at, value, Conversion::Only, &mut read).is_ok() {
                cursor.repaired(RepairKind::WrapObjectInArray, at, start..end);
                let closers = [
                    RepairKind::ExtraCloserRemoved,
                    RepairKind::MismatchedCloser,
                    RepairKind::MissingCloser,
                ];
                if closers.iter().any(|&kind| cursor.sink.holds_since(before.mark(), kind)) {
                    // The closing bracket of a list whose beginning is lost.
                    cursor.repaired(RepairKind::MissingOpener, at, start..end);
                }
                return Ok(());
            }
        }
    }
    cursor.look_back_to(before);
    Err(coerce::mistyped(cursor, at, Expected::List))
}

/// Reads a list that is written in quotes without escaping the quotes inside it: read strictly, the string ends at the
/// first of them.
fn unescaped(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> bool {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let Some(list) = unescaped_list(cursor) else {
        return false;
    };
    let is_free = at.is_inside(Conversion::Text) || cursor.work.lookahead == 0;
    if is_free {
        return false;
    }
    cursor.pos = list;
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let read = list::read(cursor, &inside, elements);
    cursor.space();
    let end = cursor.pos;
    let is_closed = cursor.peek() == b'"' && cursor.can_follow(end + 1);
    if read.is_ok() && is_closed && !cursor.sink.cut && !cursor.sink.violated_since(before.mark()) {
        cursor.pos = end + 1;
        cursor.repaired(RepairKind::QuoteEscaped, at, start..end + 1);
        cursor.repaired(RepairKind::UnwrapStringArray, at, start..end + 1);
        return true;
    }
    elements.slot.clear();
    cursor.look_back_to(before);
    false
}

/// Where the list begins in a string at the cursor whose first quote inside is not escaped and belongs to the list.
pub(crate) fn unescaped_list(cursor: &Cursor<'_>) -> Option<usize> {
    let list = cursor.after_space(cursor.pos + 1);
    if cursor.peek() != b'"' || cursor.byte(list) != b'[' {
        return None;
    }
    let mut quote = cursor.after_space(list + 1);
    if cursor.byte(quote) == b'{' {
        quote = cursor.after_space(quote + 1);
    }
    let is_inner = cursor.byte(quote) == b'"' && !cursor.can_follow(quote + 1);
    is_inner.then_some(list)
}

/// Whether a list that turned out empty had content: if all of it was dropped, that is not an empty list.
#[cold]
#[inline(never)]
pub(crate) fn dropped_all(cursor: &Cursor<'_>, span: Range<usize>, mark: Mark) -> bool {
    let dropped = [
        RepairKind::JunkRemoved,
        RepairKind::EllipsisRemoved,
        RepairKind::MissingValue,
    ];
    if cursor.sink.cut || !cursor.sink.has_moved(mark) {
        return false;
    }
    // In a remark, only text that may be an element counts.
    let begins_value = |byte: u8| matches!(byte, b'"' | b'{' | b'0'..=b'9');
    let is_remark = cursor.sink.holds_since(mark, RepairKind::CommentRemoved);
    let written = cursor.text.as_bytes().get(span).unwrap_or_default();
    dropped.iter().any(|&kind| cursor.sink.holds_since(mark, kind))
        || (is_remark && written.iter().any(|&byte| begins_value(byte)))
}

/// Whether a list without elements has more than one comma: they may separate empty strings (`[,,]`). A single one may be a trailing
/// comma.
#[cold]
pub(super) fn has_only_commas(written: &str) -> bool {
    step(written.len());
    written.bytes().filter(|&byte| byte == b',').count() > 1
}

/// Skips closing brackets after the end of a list that is the whole content of a string.
fn extra_closers(cursor: &mut Cursor<'_>, at: &Frame<'_>) {
    while cursor.peek() == b']' {
        let closer = cursor.pos;
        cursor.repaired(RepairKind::ExtraCloserRemoved, at, closer..closer + 1);
        cursor.pos += 1;
        cursor.trivia(at);
    }
}

/// Several objects in a row, or lists of a list of lists, if the whole answer should be a list of them.
///
/// One that cannot be read, with another right after it, is an element like the others: they are lines of the same answer.
pub(super) fn collected(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    let start = cursor.pos;
    let opener = cursor.peek();
    let mut count = 0u32;
    let mut invalid = false;
    let mut end;
    let mut holder = 0;
    loop {
        let (first, mark, strangers) = (cursor.pos, cursor.sink.mark(), cursor.sink.strangers());
        // There may be an element for every few bytes: the paths of all of them share the list.
        let frame = elements.frame(at, count);
        frame.holder.set(holder);
        let read = elements.read_at(cursor, &frame);
        holder = frame.holder.get();
        count = count.saturating_add(1);
        end = cursor.pos;
        cursor.space();
        if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
        }
        let goes_on = cursor.peek() == opener && end > first;
        if read.is_ok() && opener == b'{' && cursor.sink.strangers() > strangers {
            // Without brackets around it, nothing shows that an object without a field of the type is an element.
            let halt = cursor.violated(Expected::Shape(elements.object), &frame, first..end);
            cursor.unrecognized |= count == 1 && at.is_root();
            cursor.go_to(end);
            return Err(halt);
        }
        match read {
            Ok(()) => {}
            // An object of another kind may be before the answer, but not inside it.
            Err(Halt::Invalid) if goes_on && (count > 1 || cursor.sink.strangers() == strangers) => {
                invalid |= !list::is_dropped(cursor, &frame, mark, first..end);
            }
            Err(halt) => {
                cursor.go_to(end);
                return Err(halt);
            }
        }
        if !goes_on {
            if opener != b'{' {
                break;
            }
            // Words between the objects, or a fence around each, separate them as well as commas do.
            let Some(next) = cursor.next_object(elements.object) else {
                break;
            };
            cursor.pos = next;
        }
    }
    cursor.go_to(end);
    if invalid {
        return Err(Halt::Invalid);
    }
    let kind = if count == 1 {
        RepairKind::WrapInArray
    } else {
        RepairKind::ObjectsCollected
    };
    cursor.repaired(kind, at, start..end);
    cursor.conserve_opener(at);
    cursor.sink.doubts().element = Some(elements.object);
    Ok(())
}

/// The fields of an object whose keys are numbered from 0 or 1.
fn numbered(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Option<()> {
    let start = cursor.pos;
    let mut count = 0u32;
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: None });
    let mut first = 0;
    cursor.enter();
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                let number: u32 = key.name.parse().ok().filter(|_| key.has_value)?;
                if count == 0 && number == 1 {
                    first = 1;
                }
                if Some(number) != count.checked_add(first) {
                    return None;
                }
                elements.read(cursor, at, count).ok()?;
                count += 1;
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    if count == 0 {
        return None;
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
    Some(())
}
