//! Optional values, and values in a smart pointer.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use super::coerce;
use crate::LlmOutput;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::record::Mark;
use crate::repair::{RepairKind, Severity};
use crate::schema::Shape;
use crate::spec::{Accepts, Facts, ObjectSpec, TypeForm, range};
use crate::visit::flatten::OptionalFields;
use crate::visit::{Object, ReadFields};

impl<T: LlmOutput> LlmOutput for Option<T> {
    type __Form = crate::stream::form::Optional;
    const SHAPE: &'static Shape = &Shape::Optional(T::SHAPE);
    const __FACTS: Facts = T::__FACTS.optional();
    const __OBJECT: &'static ObjectSpec = T::__OBJECT;

    #[inline]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        read(cursor, at, T::__FACTS, T::__read)
    }

    fn __members<'t, 'p>(
        cursor: &mut Cursor<'t>,
        at: &Frame<'_>,
        object: &mut Object<'p>,
        base: u32,
        drive: impl ReadFields<'t, 'p>,
    ) -> Read<Self> {
        if T::__OBJECT.always_required() == 0 {
            return T::__members(cursor, at, object, base, drive).map(Some);
        }
        let members = range(base, T::__OBJECT.fields.len());
        match T::__members(cursor, at, object, base, OptionalFields { drive, members }) {
            Ok(value) => Ok(Some(value)),
            Err(Halt::Absent) => Ok(None),
            Err(halt) => Err(halt),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        from_text(text, cursor, at, T::__from_text)
    }

    fn __none() -> Option<Self> {
        Some(None)
    }

    fn __invent() -> Option<Self> {
        Some(None)
    }
}

/// Reads an optional value, whose own type has these facts, with `read`.
#[inline(always)]
pub(crate) fn read<T>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    facts: Facts,
    read: impl FnOnce(&mut Cursor<'_>, &Frame<'_>) -> Read<T>,
) -> Read<Option<T>> {
    let start = cursor.pos;
    if cursor.null() {
        cursor.hints.none_at = start;
        return Ok(None);
    }
    if may_be_absent(cursor, facts.accepts, at) && is_absent(cursor, at, facts) {
        cursor.hints.none_at = start;
        return Ok(None);
    }
    let mark = cursor.sink.mark();
    match read(cursor, at) {
        Ok(value) => Ok(Some(value)),
        Err(halt) => match unread(cursor, at, start, mark, halt) {
            Ok(()) => Ok(None),
            Err(halt) => Err(halt),
        },
    }
}

/// Reads an optional value from a decoded text with `read`.
pub(crate) fn from_text<T>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    read: impl FnOnce(&str, &mut Cursor<'_>, &Frame<'_>) -> Read<T>,
) -> Read<Option<T>> {
    let mark = cursor.sink.mark();
    match read(text, cursor, at) {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Invalid) if coerce::is_null_word(text) => {
            cursor.sink.rewind(mark);
            let span = cursor.token.clone();
            cursor.repaired(RepairKind::NullAlias, at, span);
            Ok(None)
        }
        Err(halt) => Err(halt),
    }
}

/// What becomes of a value that could not be read: a word such as `N/A` is no value, and another one may be left out.
#[cold]
#[inline(never)]
fn unread(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, mark: Mark, halt: Halt) -> Result<(), Halt> {
    if halt != Halt::Invalid {
        return Err(halt);
    }
    let end = cursor.pos;
    let written = cursor.text.get(start..end).unwrap_or_default();
    let kind = if !cursor.sink.cut && coerce::is_written_as_null(written) {
        cursor.hints.none_at = start;
        RepairKind::NullAlias
    } else if !cursor.sink.cut && matches!(written.trim(), "\"\"" | "''") {
        cursor.hints.none_at = start;
        RepairKind::EmptyToNone
    } else if cursor.sink.accept() >= Some(Severity::Invented) {
        RepairKind::DroppedInvalidOptional
    } else {
        return Err(halt);
    };
    cursor.sink.rewind(mark);
    cursor.repaired(kind, at, start..end);
    Ok(())
}

/// Whether what is here needs a closer look before the value is read.
#[inline]
fn may_be_absent(cursor: &Cursor<'_>, accepts: Accepts, at: &Frame<'_>) -> bool {
    match cursor.peek() {
        quote @ (b'"' | b'\'') => {
            (!accepts.has(Accepts::STRING) && cursor.byte(cursor.pos + 1) == quote)
                || at.field().is_some_and(|field| !field.null_alias.is_empty())
        }
        b'[' => !accepts.has(Accepts::ARRAY),
        b'{' => !accepts.has(Accepts::OBJECT),
        b'0'..=b'9' | b't' | b'f' => false,
        _ => true,
    }
}

/// Whether what is here stands for no value; it is then skipped.
#[cold]
#[inline(never)]
pub(crate) fn is_absent(cursor: &mut Cursor<'_>, at: &Frame<'_>, facts: Facts) -> bool {
    let accepts = facts.accepts;
    cursor.trivia(at);
    let start = cursor.pos;
    if cursor.at_end() || accepts == Accepts::ANY {
        return false;
    }
    if cursor.no_value(at).is_some() || cursor.null_in_backticks(at) {
        return true;
    }
    let empty: &[u8] = match cursor.peek() {
        b'"' if !accepts.has(Accepts::STRING) => b"\"\"",
        b'\'' if !accepts.has(Accepts::STRING) => b"''",
        // A map may be written as a list of keys and values, and then this is the empty one.
        b'[' if !accepts.has(Accepts::ARRAY) && facts.form != TypeForm::Map => b"[]",
        b'{' if !accepts.has(Accepts::OBJECT) => b"{}",
        _ => b"",
    };
    if !empty.is_empty() && cursor.can_follow(start + empty.len()) && cursor.eat(empty) {
        let span = start..start + empty.len();
        cursor.repaired(RepairKind::EmptyToNone, at, span.clone());
        if !empty.starts_with(b"\"") && !empty.starts_with(b"'") && matches!(at.level, Level::List { .. }) {
            // An element that is a list or an object may belong elsewhere.
            cursor.repaired(RepairKind::JunkRemoved, at, span);
        }
        return true;
    }
    let aliases = at.field().map_or(&[][..], |field| field.null_alias);
    if aliases.is_empty() || !cursor.is_string() {
        return false;
    }
    let before = cursor.checkpoint();
    let is_alias = |text: &str| aliases.iter().any(|alias| alias.eq_ignore_ascii_case(text.trim()));
    if cursor.string(at).is_some_and(|text| is_alias(&text)) {
        let end = cursor.pos;
        cursor.declared(RepairKind::NullAlias, at, start..end);
        return true;
    }
    cursor.return_to(before);
    false
}

macro_rules! pointers {
    ($($pointer:ident, $form:ident;)*) => {$(
        impl<T: LlmOutput> LlmOutput for $pointer<T> {
            type __Form = crate::stream::form::$form;
            const SHAPE: &'static Shape = T::SHAPE;
            const __FACTS: Facts = T::__FACTS;
            const __OBJECT: &'static ObjectSpec = T::__OBJECT;

            #[inline]
            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                T::__read(cursor, at).map(Self::new)
            }

            fn __members<'t, 'p>(
                cursor: &mut Cursor<'t>,
                at: &Frame<'_>,
                object: &mut Object<'p>,
                base: u32,
                drive: impl ReadFields<'t, 'p>,
            ) -> Read<Self> {
                T::__members(cursor, at, object, base, drive).map(Self::new)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                T::__from_text(text, cursor, at).map(Self::new)
            }

            fn __none() -> Option<Self> {
                T::__none().map(Self::new)
            }

            fn __invent() -> Option<Self> {
                T::__invent().map(Self::new)
            }
        }
    )*};
}

pointers! {
    Box, Boxed;
    Arc, Whole;
    Rc, Whole;
}
