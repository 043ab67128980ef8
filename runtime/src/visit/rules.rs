//! What a field declares about its value: bounds, lengths, the caller's own checks, and which repairs it accepts.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Display;
use core::ops::Deref;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use crate::error::{Between, Expected, Found, counted};
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::repair::{Acceptance, RepairKind, Severity};
use crate::schema::{Bound, Length, Range};
use crate::spec::Grade;

/// Sets which repairs are taken for a field that says so itself. Returns what held before.
pub fn set_grade(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Acceptance {
    let accept = match at.field().map(|field| field.grade) {
        Some(Grade::Lenient) => Some(Severity::Invented),
        Some(Grade::Exact) => None,
        _ => cursor.sink.accept(),
    };
    cursor.sink.set_accept(accept)
}

/// Restores what held before [`set_grade`].
pub fn restore_grade(cursor: &mut Cursor<'_>, before: Acceptance) {
    cursor.sink.set_accept(before);
}

/// Has the text that begins here decoded with an eye on LaTeX, although it is valid JSON.
pub fn latex(cursor: &mut Cursor<'_>) {
    cursor.hints.careful_at = cursor.pos;
}

/// A number, or an optional one, that can be checked against bounds.
#[diagnostic::on_unimplemented(
    message = "`range` is for numbers, not for `{Self}`",
    label = "not a number",
    note = "for the length of a string or list, use `length(min = .., max = ..)`; for anything else, `validate = path`"
)]
pub trait Ranged: Sized {
    /// The bound that the value violates, if any.
    fn broken(&self, range: &Range) -> Option<Bound>;

    /// The value at the bound.
    fn at_bound(bound: Bound) -> Option<Self>;

    /// The value as a message shows it.
    fn shown(&self) -> String;

    // A method, so that a missing impl is reported without the name of a function that nobody wrote.
    #[doc(hidden)]
    fn __hold(
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        start: usize,
        read: Read<Self>,
        range: &'static Range,
        clamp: bool,
    ) -> Read<Self> {
        ranged(cursor, at, start, read, range, clamp)
    }
}

macro_rules! ranged {
    ($($type:ident)*) => {$(
        impl Ranged for $type {
            #[allow(clippy::cast_lossless, reason = "the widths of pointers have no `From`")]
            fn broken(&self, range: &Range) -> Option<Bound> {
                let value = Bound::Integer(*self as i128);
                breaks(value, range)
            }

            fn at_bound(bound: Bound) -> Option<Self> {
                match bound {
                    Bound::Integer(value) => Self::try_from(value).ok(),
                    Bound::Float(..) => None,
                }
            }

            fn shown(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

ranged! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

macro_rules! ranged_floats {
    ($($type:ident)*) => {$(
        impl Ranged for $type {
            fn broken(&self, range: &Range) -> Option<Bound> {
                breaks(Bound::Float(f64::from(*self), ""), range)
            }

            #[allow(clippy::cast_possible_truncation, reason = "a bound is rounded to a narrower type as its literal would be")]
            fn at_bound(bound: Bound) -> Option<Self> {
                Some(float(bound) as $type)
            }

            fn shown(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

ranged_floats! { f32 f64 }

#[expect(
    clippy::cast_precision_loss,
    reason = "a bound beyond 2^53 on a float is as exact as the float is"
)]
fn float(bound: Bound) -> f64 {
    match bound {
        Bound::Integer(value) => value as f64,
        Bound::Float(value, _) => value,
    }
}

fn breaks(value: Bound, range: &Range) -> Option<Bound> {
    let below = |bound: &Bound| match (value, *bound) {
        (Bound::Integer(value), Bound::Integer(bound)) => value < bound,
        (value, bound) => float(value) < float(bound),
    };
    let above = |bound: &Bound| match (value, *bound) {
        (Bound::Integer(value), Bound::Integer(bound)) => value > bound,
        (value, bound) => float(value) > float(bound),
    };
    range.min.filter(below).or_else(|| range.max.filter(above))
}

impl<T: Ranged> Ranged for Option<T> {
    fn broken(&self, range: &Range) -> Option<Bound> {
        self.as_ref().and_then(|value| value.broken(range))
    }

    fn at_bound(bound: Bound) -> Option<Self> {
        T::at_bound(bound).map(Some)
    }

    fn shown(&self) -> String {
        self.as_ref().map_or_else(String::new, T::shown)
    }
}

impl<T: Ranged> Ranged for Box<T> {
    fn broken(&self, range: &Range) -> Option<Bound> {
        T::broken(self, range)
    }

    fn at_bound(bound: Bound) -> Option<Self> {
        T::at_bound(bound).map(Self::new)
    }

    fn shown(&self) -> String {
        T::shown(self)
    }
}

impl<T: Ranged> Ranged for Vec<T> {
    fn broken(&self, range: &Range) -> Option<Bound> {
        self.iter().find_map(|value| value.broken(range))
    }

    fn at_bound(_: Bound) -> Option<Self> {
        None
    }

    fn shown(&self) -> String {
        self.iter().map(T::shown).collect::<Vec<_>>().join(", ")
    }
}

/// Holds a value against the bounds that its field declares.
fn ranged<T: Ranged>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    read: Read<T>,
    range: &'static Range,
    clamp: bool,
) -> Read<T> {
    let value = match read {
        Ok(value) => value,
        Err(halt) => {
            cursor.sink.narrow_numbers(at, range);
            return Err(halt);
        }
    };
    let Some(bound) = value.broken(range) else {
        return Ok(value);
    };
    let span = written(cursor, start);
    if clamp && let Some(value) = T::at_bound(bound) {
        cursor.repaired(RepairKind::Clamped, at, span);
        return Ok(value);
    }
    let expected = Expected::Words(format!("a number {}", Between(range)));
    Err(cursor.violated_by(expected, Found::Words(value.shown()), at, span))
}

/// A value that has a length: code points of a string, elements of a list, entries of a map.
#[diagnostic::on_unimplemented(
    message = "`length` is for strings, lists and maps, not for `{Self}`",
    label = "has no length",
    note = "for the bounds of a number, use `range(min = .., max = ..)`; for anything else, `validate = path`"
)]
pub trait Measured {
    /// The length, and what it counts; `None` for a missing value.
    fn measure(&self) -> Option<(usize, &'static str)>;

    #[doc(hidden)]
    fn __hold(
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        start: usize,
        read: Read<Self>,
        length: &'static Length,
    ) -> Read<Self>
    where
        Self: Sized,
    {
        measured(cursor, at, start, read, length)
    }
}

macro_rules! measured {
    ($unit:literal: $($(#[$generics:meta])? [$($parameters:tt)*] $type:ty),*) => {$(
        impl<$($parameters)*> Measured for $type {
            fn measure(&self) -> Option<(usize, &'static str)> {
                Some((self.len(), $unit))
            }
        }
    )*};
}

measured! { "elements": [T] Vec<T>, [T] BTreeSet<T>, [T] VecDeque<T>, [T] Box<[T]>, [T] Arc<[T]> }
measured! { "entries": [K, V] BTreeMap<K, V> }

#[cfg(feature = "std")]
measured! { "elements": [T, S] HashSet<T, S> }
#[cfg(feature = "std")]
measured! { "entries": [K, V, S] HashMap<K, V, S> }

macro_rules! measured_texts {
    ($($type:ty)*) => {$(
        impl Measured for $type {
            fn measure(&self) -> Option<(usize, &'static str)> {
                Some((self.chars().count(), "characters"))
            }
        }
    )*};
}

measured_texts! { String Box<str> Arc<str> alloc::rc::Rc<str> alloc::borrow::Cow<'static, str> }

impl<T: Measured> Measured for Option<T> {
    fn measure(&self) -> Option<(usize, &'static str)> {
        self.as_ref().and_then(T::measure)
    }
}

impl<T: Measured> Measured for Box<T> {
    fn measure(&self) -> Option<(usize, &'static str)> {
        T::measure(self)
    }
}

/// Holds a value against the length that its field declares.
fn measured<T: Measured>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    read: Read<T>,
    length: &'static Length,
) -> Read<T> {
    let value = read?;
    let Some((count, unit)) = value.measure() else {
        return Ok(value);
    };
    if length.min.is_none_or(|min| count >= min) && length.max.is_none_or(|max| count <= max) {
        return Ok(value);
    }
    let one = match unit.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => unit.strip_suffix('s').unwrap_or(unit).to_owned(),
    };
    let counted = |count| counted(count, &one, unit);
    let bounds = match (length.min, length.max) {
        (Some(min), Some(max)) if min == max => counted(min),
        (Some(min), Some(max)) => format!("{min} to {}", counted(max)),
        (Some(min), None) => format!("at least {}", counted(min)),
        (_, max) => format!("at most {}", counted(max.unwrap_or_default())),
    };
    let span = written(cursor, start);
    Err(cursor.violated_by(Expected::Words(bounds), Found::Words(counted(count)), at, span))
}

/// A check of your own: `fn(&T) -> Result<(), E>`, or with a second argument `repaired: bool` that says whether the
/// value, or anything in it, was repaired.
#[diagnostic::on_unimplemented(
    message = "this is not a function that can check a `{T}`",
    label = "not a function that takes `&{T}`",
    note = "`validate` names a function `fn(&{T}) -> Result<(), E>`, or `fn(&{T}, bool) -> Result<(), E>` to learn whether the value was repaired; `E` implements `Display`"
)]
pub trait Validator<T, Arguments> {
    /// Checks the value.
    ///
    /// # Errors
    ///
    /// Why the value is refused.
    fn check(&self, value: &T, repaired: bool) -> Result<(), String>;

    #[doc(hidden)]
    fn __hold(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, read: Read<T>) -> Read<T> {
        validated(cursor, at, start, read, self)
    }
}

impl<T, E: Display, F: Fn(&T) -> Result<(), E>> Validator<T, (E,)> for F {
    fn check(&self, value: &T, _: bool) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

impl<T, E: Display, F: Fn(&T, bool) -> Result<(), E>> Validator<T, (E, bool)> for F {
    fn check(&self, value: &T, repaired: bool) -> Result<(), String> {
        self(value, repaired).map_err(|error| error.to_string())
    }
}

impl<T: Deref, E: Display, F: Fn(&T::Target) -> Result<(), E>> Validator<T, (E, &'static T::Target)> for F
where
    T::Target: 'static,
{
    fn check(&self, value: &T, _: bool) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

/// Shows a value to the caller's own check.
fn validated<T, Arguments>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    read: Read<T>,
    validator: &(impl Validator<T, Arguments> + ?Sized),
) -> Read<T> {
    let value = read?;
    let repaired = !cursor.sink.is_clean() && cursor.sink.touches(at);
    match validator.check(&value, repaired) {
        Ok(()) => Ok(value),
        Err(reason) => Err(rejected(cursor, at, start, reason)),
    }
}

/// Makes a value from the one that was read in its place; what the conversion says against it is a violation.
#[expect(clippy::missing_errors_doc, reason = "generated code calls it")]
pub fn converted<T, U, E: Display>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    start: usize,
    read: Read<T>,
    convert: impl Fn(T) -> Result<U, E>,
) -> Read<U> {
    convert(read?).map_err(|error| rejected(cursor, at, start, error.to_string()))
}

/// Where the value begins that is read next: what a check says against it is said with its text.
#[inline(always)]
pub fn start(cursor: &Cursor<'_>) -> usize {
    cursor.pos
}

/// A value that was read from `start` on, and that the caller's own code refuses.
#[cold]
fn rejected(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, reason: String) -> Halt {
    let span = written(cursor, start);
    cursor.violated(Expected::Rule(reason), at, span)
}

/// The span of the value that was read from `start` on.
#[cold]
fn written(cursor: &Cursor<'_>, start: usize) -> core::ops::Range<usize> {
    let written = cursor.text.get(start..cursor.pos).unwrap_or_default();
    let end = start + written.trim_end().len();
    let start = end - written.trim().len();
    // The span of a value in a decoded string, such as a key, is that of the string.
    if written.trim_start().is_empty() {
        cursor.token.clone()
    } else {
        start..end
    }
}
