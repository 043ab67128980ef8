//! Maps, whose keys the type does not know.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::coerce;
use super::loose;
use super::text::may_unwrap;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::conserve::knows_other_field;
use crate::read::cursor::{Checkpoint, Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::read::quotes;
use crate::read::skip::Next;
use crate::repair::{RepairKind, Severity};
use crate::schema::Shape;
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::steps::step;
use crate::visit::{Object, ReadFields};

/// A type that can be the key of a map: a string type or a unit enum.
///
/// JSON keys are strings (RFC 8259 section 4), and a schema can list names for them but not numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map in a model's answer",
    label = "neither a string nor a unit enum",
    note = "JSON keys are strings: use `String` or a unit enum that derives `LlmOutput`, or a list of structs with a field for the key"
)]
pub trait TextKey: LlmOutput {}

macro_rules! maps {
    ($([$($parameters:tt)*] $map:ty: $key:ty, $value:ty;)*) => {$(
        impl<$($parameters)*> LlmOutput for $map {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::Map { key: <$key>::SHAPE, value: <$value>::SHAPE };
            const __FACTS: Facts = <$value>::__FACTS.map();
            const __OBJECT: &'static ObjectSpec = &ObjectSpec::REST;

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                let members = members(cursor, at, &mut Typed::<$key, $value>::new())?;
                let count = members.len();
                let map = Self::from_iter(members);
                if map.len() < count {
                    overridden(cursor, at);
                }
                Ok(map)
            }

            fn __members<'t, 'p>(
                cursor: &mut Cursor<'t>,
                _: &Frame<'_>,
                object: &mut Object<'p>,
                _: u32,
                drive: impl ReadFields<'t, 'p>,
            ) -> Read<Self> {
                rest(cursor, object, drive, &mut Typed::<$key, $value>::new()).map(Self::from_iter)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                let span = cursor.token.clone();
                from_text(text, cursor, at, span, &mut Typed::<$key, $value>::new()).map(Self::from_iter)
            }

            fn __invent() -> Option<Self> {
                Some(Self::default())
            }
        }
    )*};
}

maps! {
    [K: TextKey + Ord, V: LlmOutput] BTreeMap<K, V>: K, V;
}

#[cfg(feature = "std")]
maps! {
    [K: TextKey + Eq + Hash, V: LlmOutput, S: BuildHasher + Default] HashMap<K, V, S>: K, V;
}

#[cfg(feature = "any")]
maps! {
    [] serde_json::Map<String, serde_json::Value>: String, serde_json::Value;
}

/// Notes that a key of the map, which was just read, is repeated. In a valid document, that is not a repair: the last value
/// is used there too.
#[cold]
pub(super) fn overridden(cursor: &mut Cursor<'_>, at: &Frame<'_>) {
    let last = cursor.text[..cursor.pos].chars().next_back();
    let span = cursor.pos - last.map_or(0, char::len_utf8)..cursor.pos;
    if cursor.sink.is_clean() {
        cursor.sink.note_overridden(at, span);
    } else {
        cursor.repaired(RepairKind::DuplicateKey, at, span);
    }
}

/// What a map consists of: how its keys and values are read.
pub(crate) trait MapEntries {
    type Key;
    type Value;

    /// Reads a key from a decoded string.
    fn key(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Key>;

    /// The value at the cursor.
    fn value(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;

    /// The entries so far are thrown away.
    fn clear(&mut self) {}
}

/// Keys and values of types that are known at compile time.
struct Typed<K, V>(PhantomData<fn() -> (K, V)>);

impl<K, V> Typed<K, V> {
    const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<K: TextKey, V: LlmOutput> MapEntries for Typed<K, V> {
    type Key = K;
    type Value = V;

    #[inline(always)]
    fn key(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<K> {
        K::__from_text(text, cursor, at)
    }

    #[inline(always)]
    fn value(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<V> {
        V::__read(cursor, at)
    }
}

/// An entry of a map.
type MapEntry<E> = (<E as MapEntries>::Key, <E as MapEntries>::Value);

/// The entries of a map.
type EntryList<E> = Vec<MapEntry<E>>;

/// Reads a map.
pub(crate) fn members<E: MapEntries>(cursor: &mut Cursor<'_>, at: &Frame<'_>, entries: &mut E) -> Read<EntryList<E>> {
    if cursor.peek() != b'{' {
        cursor.trivia(at);
        if cursor.peek() != b'{' {
            return convert(cursor, at, entries);
        }
    }
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let mut members = Vec::new();
    let (mut invalid, mut is_open) = (false, false);
    let (mut count, mut first) = (0usize, start);
    cursor.enter();
    let mut comma = false;
    loop {
        let level = Frame::below(at, Level::Map { key: None });
        let key = match cursor.member(comma, &level) {
            Member::Key(key) => key,
            Member::Closed if loose::reopens(cursor, at, &level) => {
                comma = true;
                continue;
            }
            Member::Closed => break,
            Member::Unclosed => {
                cursor.unclosed(comma, true, at);
                if count == 0 && !cursor.sink.cut && (at.is_root() || cursor.ends_at_tag()) {
                    // Nothing but its opening brace is there.
                    let end = cursor.pos;
                    cursor.repaired(RepairKind::ElementSplit, at, end..end);
                }
                is_open = true;
                break;
            }
        };
        count += 1;
        if count == 1 {
            first = cursor.pos;
        }
        let frame = Frame::below(at, Level::Map { key: Some(&key.name) });
        if !key.has_value {
            comma = cursor.separator(&frame);
            continue;
        }
        if !cursor.sink.is_clean() && (has_odd_end(&key.name) || knows_other_field(&key.name, &frame)) {
            let span = cursor.place(key.span.clone());
            cursor.sink.doubts().inside.get_or_insert(span);
        }
        cursor.token = key.span;
        match entry(cursor, &frame, &key.name, entries) {
            Ok(entry) => members.extend(entry),
            Err(_) => invalid = true,
        }
        comma = cursor.separator(&frame);
    }
    if !invalid && (count == 0 || !members.is_empty() || is_open) {
        if count == 0 && cursor.pos - start > 2 {
            cursor.conserve_empty(start, at);
        }
        return Ok(members);
    }
    if count == 1 && !is_open && !at.is_inside(Conversion::Member) && cursor.byte(first) == b'{' {
        return inner_map(cursor, at, before, entries);
    }
    if !invalid {
        // Nothing between the braces is an entry, or every entry is dropped: that is not an empty map.
        return Err(cursor.violated(Expected::Map, at, start..cursor.pos));
    }
    Err(Halt::Invalid)
}

/// Whether a key ends with a blank or a sign between a key and its value, or holds a quotation mark before a colon: in a broken document,
/// it may be more than a key.
#[cold]
fn has_odd_end(key: &str) -> bool {
    step(key.len());
    key.ends_with(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | ':' | '：'))
        || key
            .match_indices(':')
            .any(|(colon, _)| key[..colon].ends_with(quotes::is_quote))
}

/// Reads the map that is the only field of an object, if the object itself is not such a map.
#[cold]
fn inner_map<E: MapEntries>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    before: Checkpoint,
    entries: &mut E,
) -> Read<EntryList<E>> {
    entries.clear();
    cursor.look_back_to(before);
    let start = cursor.pos;
    let inside = Frame::below(at, Level::Inside(Conversion::Member));
    if let Some((value, end)) = coerce::only_member_that(cursor, at, b'{', |_| false) {
        cursor.look_back_to(before);
        let mut list = None;
        let mut read = |cursor: &mut Cursor<'_>, at: &Frame<'_>| {
            list = Some(members(cursor, at, entries)?);
            Ok(())
        };
        if coerce::in_wrapper(cursor, at, value, Conversion::Member, &mut read).is_ok()
            && let Some(list) = list
        {
            cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
            return Ok(list);
        }
    }
    // The violations of reading the entries directly say more.
    entries.clear();
    cursor.look_back_to(before);
    members(cursor, &inside, entries)
}

/// Reads one entry: its key was read, and its value is at the cursor. `None` if the entry is dropped.
fn entry<E: MapEntries>(
    cursor: &mut Cursor<'_>,
    frame: &Frame<'_>,
    key: &str,
    entries: &mut E,
) -> Read<Option<MapEntry<E>>> {
    cursor.count_element()?;
    let name = entries.key(key, cursor, frame);
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    match (name, entries.value(cursor, frame)) {
        (Ok(name), Ok(value)) => Ok(Some((name, value))),
        (_, Err(Halt::Absent)) => {
            let end = cursor.pos;
            // A comment in place of the value says that there is none.
            let is_remark = cursor.text[start..end].trim_start().starts_with(['/', '#']);
            if !cursor.sink.cut && !is_remark {
                cursor.repaired(RepairKind::ContentLost, frame, start..end);
            }
            Ok(None)
        }
        _ if cursor.sink.accept() >= Some(Severity::Invented) => {
            cursor.sink.rewind(mark);
            let end = cursor.pos;
            cursor.repaired(RepairKind::DroppedInvalidElement, frame, start..end);
            Ok(None)
        }
        _ => Err(Halt::Invalid),
    }
}

/// The entries of an object that belong to none of its fields.
fn rest<'t, 'p, E: MapEntries>(
    cursor: &mut Cursor<'t>,
    object: &mut Object<'p>,
    drive: impl ReadFields<'t, 'p>,
    entries: &mut E,
) -> Read<EntryList<E>> {
    let mut members = Vec::new();
    let halt = drive.through(cursor, object, |cursor, object, turn| {
        let (entry, next) = object.rest(cursor, turn, |cursor, at, key| entry(cursor, at, key, entries));
        members.extend(entry);
        next
    });
    halt.map_or(Ok(members), Err)
}

/// Makes a map from what is not one: a list of pairs, or a string that contains an object.
#[cold]
fn convert<E: MapEntries>(cursor: &mut Cursor<'_>, at: &Frame<'_>, entries: &mut E) -> Read<EntryList<E>> {
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    if cursor.pos > start && cursor.peek() == b'{' {
        return members(cursor, at, entries);
    }
    if cursor.peek() == b'[' {
        let before = cursor.checkpoint();
        if let Some(read) = pairs(cursor, at, entries) {
            let pairs = read?;
            let end = cursor.pos;
            cursor.repaired(RepairKind::PairsToMap, at, start..end);
            let comment = cursor.sink.last_spans_from(start, RepairKind::CommentRemoved, 4).next();
            if let Some(comment) = comment.filter(|_| pairs.is_empty()) {
                // What is commented out may be an entry.
                cursor.repaired(RepairKind::JunkRemoved, at, comment);
            }
            return Ok(pairs);
        }
        entries.clear();
        cursor.return_to(before.at(start));
        return Err(coerce::mistyped(cursor, at, Expected::Map));
    }
    match cursor.no_value(at) {
        Some(NoValue::Null) => {
            coerce::emptied(cursor, at, start, Expected::Map)?;
            return Ok(Vec::new());
        }
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::Map, at, start..end));
        }
        None => {}
    }
    if cursor.is_string()
        && let Some(text) = cursor.string(at)
    {
        let span = start..cursor.pos;
        return from_text(&text, cursor, at, span, entries);
    }
    Err(coerce::mistyped(cursor, at, Expected::Map))
}

pub(crate) fn from_text<E: MapEntries>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: core::ops::Range<usize>,
    entries: &mut E,
) -> Read<EntryList<E>> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        coerce::empty(cursor, at, span, Expected::Map)?;
        return Ok(Vec::new());
    }
    if trimmed.starts_with('{') && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let read = cursor.within(trimmed, span.clone(), |inner| {
            let read = members(inner, &inside, entries);
            inner.trivia(&inside);
            if inner.at_end() { read } else { Err(Halt::Invalid) }
        });
        if read.is_ok() {
            cursor.repaired(RepairKind::UnwrapStringObject, at, span.clone());
            cursor.conserve_unwrapped(span, at);
            return read;
        }
    }
    Err(cursor.violated(Expected::Map, at, span))
}

/// Makes entries from a list of objects that each have a key and a value; `None` if it is not such a list.
fn pairs<E: MapEntries>(cursor: &mut Cursor<'_>, at: &Frame<'_>, entries: &mut E) -> Option<Read<EntryList<E>>> {
    let mut members = Vec::new();
    let mut invalid = false;
    let element = Frame::below(
        at,
        Level::List {
            accepts: Accepts::OBJECT,
            index: 0,
        },
    );
    let within = Frame::below(at, Level::Inside(Conversion::Pairs));
    let mut comma = false;
    cursor.enter();
    loop {
        match cursor.element(comma, b']', &element) {
            Next::Value => match pair(cursor, &within, entries)? {
                Ok(Some(member)) => members.push(member),
                Ok(None) => {}
                Err(_) => invalid = true,
            },
            Next::Closed => break,
            Next::Unclosed => return None,
        }
        comma = cursor.separator(&element);
    }
    Some(if invalid { Err(Halt::Invalid) } else { Ok(members) })
}

/// Reads a key and a value, from an object that names them or from a list of two. `None` if it is not such a pair, and no
/// entry if the entry is dropped.
fn pair<E: MapEntries>(cursor: &mut Cursor<'_>, at: &Frame<'_>, entries: &mut E) -> Option<Read<Option<MapEntry<E>>>> {
    let start = cursor.pos;
    let level = Frame::below(at, Level::Map { key: None });
    let (name, value) = match cursor.peek() {
        b'{' => named_pair(cursor, &level)?,
        b'[' => listed_pair(cursor, at)?,
        _ => return None,
    };
    let end = cursor.pos;
    cursor.go_to(name);
    let text = String::__read(cursor, &level).ok()?;
    let frame = Frame::below(at, Level::Map { key: Some(&text) });
    let mark = cursor.sink.mark();
    if let Err(halt) = cursor.count_element() {
        return Some(Err(halt));
    }
    let key = entries.key(&text, cursor, &frame);
    cursor.go_to(value);
    let value = entries.value(cursor, &frame);
    cursor.go_to(end);
    Some(match (key, value) {
        (Ok(key), Ok(value)) => Ok(Some((key, value))),
        _ if cursor.sink.accept() >= Some(Severity::Invented) => {
            cursor.sink.rewind(mark);
            cursor.repaired(RepairKind::DroppedInvalidElement, &frame, start..end);
            Ok(None)
        }
        _ => Err(Halt::Invalid),
    })
}

/// Skips an object with a key and a value; returns where each of them is.
pub(crate) fn named_pair(cursor: &mut Cursor<'_>, level: &Frame<'_>) -> Option<(usize, usize)> {
    let (mut name, mut value, mut comma) = (None, None, false);
    cursor.enter();
    loop {
        match cursor.member(comma, level) {
            Member::Key(key) if key.has_value => {
                let slot = match &*key.name {
                    "key" | "name" => Some(&mut name),
                    "value" => Some(&mut value),
                    // As in every object, unknown fields are skipped.
                    _ => None,
                };
                if slot.is_some_and(|slot| slot.replace(cursor.pos).is_some()) {
                    return None;
                }
                cursor.skip(level);
                comma = cursor.separator(level);
            }
            Member::Closed => return Some((name?, value?)),
            _ => return None,
        }
    }
}

/// Skips a list of a string and a value; returns where each of them is.
pub(crate) fn listed_pair(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    let accepts = Accepts::ANY;
    let mut level = Frame::below(at, Level::List { accepts, index: 0 });
    let mut places = [0; 2];
    let mut comma = false;
    cursor.enter();
    for (index, place) in (0..).zip(&mut places) {
        level.level = Level::List { accepts, index };
        if cursor.element(comma, b']', &level) != Next::Value || (index == 0 && !cursor.is_string()) {
            return None;
        }
        *place = cursor.pos;
        cursor.skip(&level);
        comma = cursor.separator(&level);
    }
    let is_closed = cursor.element(comma, b']', &level) == Next::Closed;
    is_closed.then_some((places[0], places[1]))
}
