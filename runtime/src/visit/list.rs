//! Lists, and what models write for them: one value, a text that holds a list, an object of one.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use super::coerce;
use super::text::may_unwrap;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::read::skip::Next;
use crate::repair::{RepairKind, Severity};
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};

/// A list that is being read: its level, and whether it has ended.
struct List<'p> {
    frame: Frame<'p>,
    accepts: Accepts,
    index: u32,
    closer: u8,
    done: bool,
}

impl<'p> List<'p> {
    /// Passes over the opening bracket; `None` where none stands here.
    #[inline]
    fn open(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        if cursor.peek() != b'[' {
            return Self::open_slow(cursor, at, accepts);
        }
        let mut list = Self {
            frame: Frame::below(at, Level::List { accepts, index: 0 }),
            accepts,
            index: 0,
            closer: b']',
            done: false,
        };
        cursor.pos += 1;
        cursor.space();
        list.look(cursor, false);
        Some(list)
    }

    #[cold]
    fn open_slow(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        cursor.trivia(at);
        if cursor.peek() == b'[' {
            return Self::open(cursor, at, accepts);
        }
        let start = cursor.pos;
        let is_set = cursor.peek() == b'{' && !accepts.has(Accepts::OBJECT) && {
            let first = cursor.after_space(start + 1);
            cursor.fits_value(first, accepts) && cursor.key_ahead(first).is_none()
        };
        let closer = match cursor.peek() {
            b'(' => b')',
            b'{' if is_set => b'}',
            _ => return None,
        };
        cursor.open_tuple(closer, at);
        let mut list = Self {
            frame: Frame::below(at, Level::List { accepts, index: 0 }),
            accepts,
            index: 0,
            closer,
            done: false,
        };
        list.look(cursor, false);
        Some(list)
    }

    /// Looks whether an element stands here.
    #[inline]
    fn look(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.peek() {
            b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n' if comma || self.index == 0 => {}
            b']' if !comma && self.closer == b']' => {
                cursor.pos += 1;
                self.done = true;
            }
            _ => self.look_slow(cursor, comma),
        }
    }

    #[cold]
    fn look_slow(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.element(comma, self.closer, &self.frame) {
            Next::Value => {}
            Next::Closed => {
                cursor.close_tuple(self.closer);
                self.done = true;
            }
            Next::Unclosed => {
                let root = Frame::root();
                let at = self.frame.parent.unwrap_or(&root);
                cursor.unclosed(comma, at);
                self.done = true;
            }
        }
    }

    /// Goes on behind an element.
    #[inline]
    fn next(&mut self, cursor: &mut Cursor<'_>) {
        self.index += 1;
        if cursor.headless_at == cursor.pos {
            self.frame.level = Level::List {
                accepts: self.accepts,
                index: self.index,
            };
            return;
        }
        cursor.space();
        let comma = if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
            true
        } else if cursor.peek() == b']' {
            false
        } else {
            cursor.separator(&self.frame)
        };
        self.frame.level = Level::List {
            accepts: self.accepts,
            index: self.index,
        };
        self.look(cursor, comma);
    }
}

/// What is left of a list whose elements were read: nothing, or the knowledge that one of them could not be.
fn read_elements<T: LlmOutput>(cursor: &mut Cursor<'_>, mut list: List<'_>) -> Read<Vec<T>> {
    let mut elements = Vec::new();
    let mut invalid = false;
    while !list.done {
        let start = cursor.pos;
        let mark = cursor.sink.mark();
        match T::__read(cursor, &list.frame) {
            Ok(element) => elements.push(element),
            Err(Halt::Ascend) => {
                let root = Frame::root();
                let at = list.frame.parent.unwrap_or(&root);
                cursor.repaired(RepairKind::MissingCloser, at, start..start);
                break;
            }
            Err(Halt::Absent) if cursor.sink.cut => {}
            Err(_) => {
                if drops_invalid(cursor, &list.frame) {
                    cursor.sink.rewind(mark);
                    let span = start..cursor.pos;
                    cursor.declared(RepairKind::DroppedInvalidElement, &list.frame, span);
                } else {
                    invalid = true;
                }
            }
        }
        list.next(cursor);
    }
    if invalid { Err(Halt::Invalid) } else { Ok(elements) }
}

/// Whether elements that cannot be read are left out here.
fn drops_invalid(cursor: &Cursor<'_>, list: &Frame<'_>) -> bool {
    let declared = list
        .parent
        .and_then(Frame::field)
        .is_some_and(|field| field.skip_invalid);
    declared || cursor.sink.accept() >= Some(Severity::Invented)
}

impl<T: LlmOutput> LlmOutput for Vec<T> {
    const SHAPE: &'static Shape = &Shape::List {
        element: T::SHAPE,
        length: Length::NONE,
        unique: false,
    };
    const __FACTS: Facts = T::__FACTS.list();

    #[inline]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        match List::open(cursor, at, T::__FACTS.accepts) {
            Some(list) => read_elements(cursor, list),
            None => convert(cursor, at),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let span = cursor.token.clone();
        from_text(text, cursor, at, span)
    }

    fn __invent() -> Option<Self> {
        Some(Self::new())
    }
}

/// A list out of something that is none.
#[cold]
#[inline(never)]
fn convert<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let accepts = T::__FACTS.accepts;
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.no_value(at) {
        Some(NoValue::Null) if !accepts.has(Accepts::NULL) => return coerce::null(cursor, at, start, Expected::List),
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(Expected::List, at, start..end));
        }
        Some(NoValue::Null) => cursor.pos = start,
        None => {}
    }
    if cursor.is_string() {
        let Some(text) = cursor.string(at) else {
            return Err(coerce::mistyped(cursor, at, Expected::List));
        };
        let span = start..cursor.pos;
        return from_text(&text, cursor, at, span);
    }
    if cursor.peek() == b'{' {
        return from_object(cursor, at);
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
        wrapped(cursor, at, RepairKind::WrapInArray)
    } else {
        Err(coerce::mistyped(cursor, at, Expected::List))
    }
}

/// The value that stands here, as a list of one.
fn wrapped<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, kind: RepairKind) -> Read<Vec<T>> {
    let start = cursor.pos;
    let frame = Frame::below(
        at,
        Level::List {
            accepts: T::__FACTS.accepts,
            index: 0,
        },
    );
    let value = T::__read(cursor, &frame)?;
    let end = cursor.pos;
    cursor.repaired(kind, at, start..end);
    Ok(vec![value])
}

/// A list out of a text: one that holds a list, one that is split as the field declares, or one element.
fn from_text<T: LlmOutput>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: std::ops::Range<usize>,
) -> Read<Vec<T>> {
    let accepts = T::__FACTS.accepts;
    let trimmed = text.trim();
    let mark = cursor.sink.mark();
    let brackets = if accepts.has(Accepts::OBJECT) {
        &['[', '{'][..]
    } else {
        &['['][..]
    };
    if trimmed.starts_with(brackets) && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let read = cursor.within(trimmed, span.clone(), |inner| {
            let read = Vec::<T>::__read(inner, &inside);
            inner.trivia(&inside);
            if inner.at_end() { read } else { Err(Halt::Invalid) }
        });
        match read {
            Ok(elements) if !cursor.sink.violated_since(mark) => {
                cursor.repaired(RepairKind::UnwrapStringArray, at, span);
                return Ok(elements);
            }
            // A text may look like a list and be none.
            _ if accepts.has(Accepts::STRING) => cursor.sink.rewind(mark),
            read => {
                cursor.repaired(RepairKind::UnwrapStringArray, at, span.clone());
                if read.is_err() && !cursor.sink.violated_since(mark) {
                    return Err(cursor.violated(Expected::List, at, span));
                }
                return Err(Halt::Invalid);
            }
        }
    }
    if trimmed.starts_with('"') && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let inner = cursor.within(trimmed, span.clone(), |inner| {
            inner
                .string(&inside)
                .filter(|_| inner.at_end())
                .map(std::borrow::Cow::into_owned)
        });
        if let Some(inner) = inner.filter(|inner| inner.trim_start().starts_with('[')) {
            cursor.token = span.clone();
            return from_text(&inner, cursor, &inside, span);
        }
    }
    if let Some(separator) = at.field().and_then(|field| field.split) {
        return split(text, separator, cursor, at, span);
    }
    if !accepts.has(
        Accepts::STRING
            .or(Accepts::NAME)
            .or(Accepts::NUMBER)
            .or(Accepts::BOOLEAN),
    ) || (trimmed.is_empty() && !accepts.has(Accepts::STRING))
    {
        return Err(cursor.violated(Expected::List, at, span));
    }
    let element = Frame::below(at, Level::List { accepts, index: 0 });
    cursor.token = span.clone();
    let value = T::__from_text(text, cursor, &element)?;
    cursor.repaired(RepairKind::WrapInArray, at, span);
    Ok(vec![value])
}

fn split<T: LlmOutput>(
    text: &str,
    separator: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: std::ops::Range<usize>,
) -> Read<Vec<T>> {
    let mut elements = Vec::new();
    let mut invalid = false;
    for (index, piece) in (0..).zip(text.split(separator).map(str::trim).filter(|piece| !piece.is_empty())) {
        let frame = Frame::below(
            at,
            Level::List {
                accepts: T::__FACTS.accepts,
                index,
            },
        );
        cursor.token = span.clone();
        match T::__from_text(piece, cursor, &frame) {
            Ok(element) => elements.push(element),
            Err(_) => invalid = true,
        }
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    cursor.repaired(RepairKind::StringSplit, at, span);
    Ok(elements)
}

/// A list out of an object: the only element, several objects in a row, numbered members, or a wrapper of one member.
fn from_object<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    let accepts = T::__FACTS.accepts;
    if accepts.has(Accepts::OBJECT) {
        let read = if at.is_root() {
            collected(cursor, at)
        } else {
            wrapped(cursor, at, RepairKind::WrapInArray)
        };
        if read.is_ok() {
            return read;
        }
        let end = cursor.pos;
        let failed = cursor.sink.mark();
        cursor.pos = start;
        if let Some(elements) = numbered(cursor, at) {
            cursor.sink.retract(mark, failed);
            return Ok(elements);
        }
        cursor.return_to(end, failed);
        return read;
    }
    if let Some((value, end)) = coerce::member_position(cursor, at) {
        let first = cursor.byte(value);
        if !matches!(first, b'{' | b'[' | b'n') {
            cursor.return_to(value, mark);
            let only = Frame::below(at, Level::Inside(Conversion::Only));
            let element = Frame::below(&only, Level::List { accepts, index: 0 });
            let read = T::__read(cursor, &element);
            if let Ok(value) = read {
                cursor.pos = end;
                cursor.repaired(RepairKind::WrapObjectInArray, at, start..end);
                return Ok(vec![value]);
            }
        }
    }
    cursor.return_to(start, mark);
    Err(coerce::mistyped(cursor, at, Expected::List))
}

/// Objects in a row where the whole answer is to be a list of them.
fn collected<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Vec<T>> {
    let start = cursor.pos;
    let mut elements = Vec::new();
    let mut end;
    loop {
        let index = u32::try_from(elements.len()).unwrap_or(u32::MAX);
        let frame = Frame::below(
            at,
            Level::List {
                accepts: T::__FACTS.accepts,
                index,
            },
        );
        elements.push(T::__read(cursor, &frame)?);
        end = cursor.pos;
        cursor.space();
        if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
        }
        if cursor.peek() != b'{' {
            // Words between the objects, or a fence around each, part them as well as commas do.
            let Some(next) = cursor.next_object(T::__OBJECT) else {
                break;
            };
            cursor.pos = next;
        }
    }
    cursor.pos = end;
    let kind = if elements.len() == 1 {
        RepairKind::WrapInArray
    } else {
        RepairKind::ObjectsCollected
    };
    cursor.repaired(kind, at, start..end);
    Ok(elements)
}

/// The members of an object whose keys count from 0 or 1.
fn numbered<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<Vec<T>> {
    let start = cursor.pos;
    let mut elements = Vec::new();
    let mut comma = false;
    let level = Frame::below(at, Level::Map { key: "" });
    let mut first = 0;
    cursor.pos += 1;
    loop {
        match cursor.member(comma, &level) {
            Member::Key(key) => {
                let number: usize = key.name.parse().ok().filter(|_| key.has_value)?;
                if elements.is_empty() && number == 1 {
                    first = 1;
                }
                if number != elements.len() + first {
                    return None;
                }
                let index = u32::try_from(elements.len()).ok()?;
                let frame = Frame::below(
                    at,
                    Level::List {
                        accepts: T::__FACTS.accepts,
                        index,
                    },
                );
                elements.push(T::__read(cursor, &frame).ok()?);
                comma = cursor.separator(&level);
            }
            Member::Closed => break,
            Member::Unclosed => return None,
        }
    }
    if elements.is_empty() {
        return None;
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::IndexedObjectToList, at, start..end);
    Some(elements)
}

macro_rules! sets {
    ($([$($parameters:tt)*] $set:ty;)*) => {$(
        impl<$($parameters)*> LlmOutput for $set {
            const SHAPE: &'static Shape = &Shape::List { element: T::SHAPE, length: Length::NONE, unique: true };
            const __FACTS: Facts = T::__FACTS.list();

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__read(cursor, at).map(Self::from_iter)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__from_text(text, cursor, at).map(Self::from_iter)
            }

            fn __invent() -> Option<Self> {
                Some(std::iter::empty().collect())
            }
        }
    )*};
}

sets! {
    [T: LlmOutput + Ord] BTreeSet<T>;
    [T: LlmOutput + Eq + Hash, S: BuildHasher + Default] HashSet<T, S>;
}
