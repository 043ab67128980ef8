//! The growing form of each type, and how the reader reaches a place inside it.
//!
//! The reader keeps no reference into the value between two pushes. It knows the way to the place that it reads, with a
//! [`Level`] for each open object and list, and every function here follows that way from the root.

mod inner;
mod leaf;
mod members;
mod root;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

pub use inner::{Boxed, Listed, Optional};
pub use leaf::{Text, Whole};
pub use members::{Chosen, Grown, Members, Streams};
pub(super) use root::Root;

use super::State;
use super::compare::{Way, is_same};
use super::kind::{Kind, Level};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::ObjectSpec;

/// How values of `T` are shown while they grow.
pub trait Growth<T>: Sized {
    /// The growing value, as an element of a list.
    type Partial;
    /// The growing value, as a field.
    type Slot: Default;
    /// How the value is shown.
    const KIND: Kind = Kind::Whole;
    /// An empty field.
    const EMPTY: Self::Slot;

    /// Shows the complete value in a field that is empty.
    fn fill(slot: &mut Self::Slot, value: T);

    /// The complete value, in the form that a field shows.
    fn show(value: T) -> Self::Slot {
        let mut slot = Self::EMPTY;
        Self::fill(&mut slot, value);
        slot
    }

    /// The complete value, in the form that a list shows.
    fn show_element(value: T) -> Self::Partial;
}

/// What the reader does at the end of the way, other than appending to a string.
#[derive(Debug)]
pub enum Act<'a, 't> {
    /// Reads the value whole, and shows it if the result is final.
    Read(&'a mut Cursor<'t>),
    /// The value begins.
    Begin,
    /// The value begins, with this variant.
    Choose(u32),
    /// Sets the state of the value, if the type shows one.
    Mark(State),
}

/// The result of an [`Act`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// There is nothing to show here.
    Nothing,
    /// More text may change the value.
    Waits,
    /// The list ended before the value: the next key belongs to an outer object.
    Ascends,
    /// There is no value, or it needs repairs that are not accepted.
    Invalid,
    /// The value does not contain what was shown of it.
    Disagrees,
}

/// How the reader reaches a place in a growing value.
pub trait Acts<T>: Growth<T> {
    /// The string at the end of `way`.
    fn leaf<'s>(slot: &'s mut Self::Slot, way: &[Level]) -> Option<&'s mut String>;

    /// Acts on the value at the end of `way`, with the frames of everything on the way.
    fn act(slot: &mut Self::Slot, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome;

    /// Whether `value` does not contain everything that is `shown`; if so, `place` is then the way to the first difference.
    fn misses(shown: &Self::Slot, value: &Self::Slot, place: &mut Way) -> bool;

    /// Like [`Acts::leaf`], for the last element of a list.
    fn leaf_in<'s>(list: &'s mut Vec<Self::Partial>, index: u32, way: &[Level]) -> Option<&'s mut String>;

    /// Like [`Acts::act`], for an element of a list.
    fn act_in(
        list: &mut Vec<Self::Partial>,
        index: u32,
        way: &[Level],
        at: &Frame<'_>,
        act: &mut Act<'_, '_>,
    ) -> Outcome;

    /// Like [`Acts::misses`], for an element of a list.
    fn misses_in(shown: &Self::Partial, value: &Self::Partial, place: &mut Way) -> bool;
}

/// The form of a type.
pub type FormOf<T> = <T as LlmOutput>::__Form;

/// The growing form of a type, as a field holds it.
pub type SlotOf<T> = <FormOf<T> as Growth<T>>::Slot;

/// The cursor, if the value at the end of `way` is to be read whole.
pub fn whole<'c, 't>(way: &[Level], act: &'c mut Act<'_, 't>) -> Option<&'c mut Cursor<'t>> {
    match act {
        Act::Read(cursor) if way.is_empty() => Some(cursor),
        _ => None,
    }
}

/// Shows a value that was read whole in a field, if the result is final.
pub fn keep<F: Acts<T>, T>(slot: &mut F::Slot, read: Read<T>, cursor: &Cursor<'_>) -> Outcome {
    keep_as(slot, read, cursor, F::show, F::misses)
}

/// Like [`keep`], for a field whose value is made in its own way.
pub fn keep_made<T: Debug>(slot: &mut Option<T>, read: Read<T>, cursor: &Cursor<'_>) -> Outcome {
    keep_as(slot, read, cursor, Some, differs)
}

/// Like [`keep_made`], but if there is no value, nothing is shown.
pub fn keep_optional<T: Debug>(slot: &mut Option<T>, read: Read<Option<T>>, cursor: &Cursor<'_>) -> Outcome {
    keep_as(slot, read, cursor, core::convert::identity, differs)
}

/// Whether a field that is shown whole shows a different value.
pub fn differs<T: Debug>(shown: &Option<T>, value: &Option<T>, _: &mut Way) -> bool {
    shown
        .as_ref()
        .is_some_and(|shown| !value.as_ref().is_some_and(|value| is_same(shown, value)))
}

/// Whether the value of a field does not contain everything that is shown of it; if so, `place` is then the way to the first
/// difference.
pub fn field_misses<T: LlmOutput>(
    shown: &SlotOf<T>,
    value: &SlotOf<T>,
    spec: &'static ObjectSpec,
    field: u32,
    place: &mut Way,
) -> bool
where
    FormOf<T>: Acts<T>,
{
    place.enter(spec, field);
    let misses = FormOf::<T>::misses(shown, value, place);
    if !misses {
        place.leave();
    }
    misses
}

/// Like [`field_misses`], for a field that is shown whole in its own way.
pub fn field_differs<T: Debug>(
    shown: &Option<T>,
    value: &Option<T>,
    spec: &'static ObjectSpec,
    field: u32,
    place: &mut Way,
) -> bool {
    place.enter(spec, field);
    let differs = differs(shown, value, place);
    if !differs {
        place.leave();
    }
    differs
}

// The functions below and those of each form are compiled again for each type of the user, in each debug build. So they take no
// closures, and what is the same for every type is in functions without a type.

/// Shows in a field what `show` makes of a value that was read whole, if the result is final and contains everything that is shown.
#[inline]
fn keep_as<S, T>(
    slot: &mut S,
    read: Read<T>,
    cursor: &Cursor<'_>,
    show: fn(T) -> S,
    misses: fn(&S, &S, &mut Way) -> bool,
) -> Outcome {
    let value = match read {
        Ok(value) => value,
        Err(halt) => return halted(halt, cursor),
    };
    if let Some(outcome) = unsettled(cursor) {
        return outcome;
    }
    let value = show(value);
    if disagree(slot, &value, misses) {
        return Outcome::Disagrees;
    }
    *slot = value;
    Outcome::Done
}

/// Whether `value` does not contain everything that is shown.
#[inline]
fn disagree<S>(shown: &S, value: &S, misses: fn(&S, &S, &mut Way) -> bool) -> bool {
    misses(shown, value, &mut Way::default())
}

/// What happens instead of showing a value, unless it is final.
#[cfg_attr(not(debug_assertions), inline)]
fn unsettled(cursor: &Cursor<'_>) -> Option<Outcome> {
    match (cursor.is_settled(), cursor.sink.is_taken()) {
        (false, _) => Some(Outcome::Waits),
        (true, false) => Some(Outcome::Invalid),
        (true, true) => None,
    }
}

/// What happens if there is no value.
fn halted(halt: Halt, cursor: &Cursor<'_>) -> Outcome {
    match (unsettled(cursor), halt) {
        (Some(Outcome::Waits), _) => Outcome::Waits,
        (None, Halt::Absent) => Outcome::Nothing,
        (_, Halt::Ascend) => Outcome::Ascends,
        _ => Outcome::Invalid,
    }
}

/// Shows an element that was read whole, if the result is final.
#[inline]
fn keep_element<F: Acts<T>, T>(list: &mut Vec<F::Partial>, index: u32, read: Read<T>, cursor: &Cursor<'_>) -> Outcome {
    let value = match read {
        Ok(value) => value,
        Err(halt) => return halted(halt, cursor),
    };
    if let Some(outcome) = unsettled(cursor) {
        return outcome;
    }
    let value = F::show_element(value);
    let index = index as usize;
    if list.len() == index {
        list.push(value);
    } else {
        match list.get_mut(index) {
            Some(shown) if !disagree(shown, &value, F::misses_in) => *shown = value,
            _ => return Outcome::Disagrees,
        }
    }
    Outcome::Done
}

/// An element that grows. It is created if it is the next one.
#[inline]
fn element<P: Default>(list: &mut Vec<P>, index: u32) -> Option<&mut P> {
    if list.len() == index as usize {
        return Some(begin(list));
    }
    list.get_mut(index as usize)
}

#[inline(never)]
fn begin<P: Default>(list: &mut Vec<P>) -> &mut P {
    {
        let index = list.len();
        list.push(P::default());
        &mut list[index]
    }
}

/// Acts on an element. An element that grows exists as soon as it begins; one that is read whole, only after it was read.
fn begun<P: Default>(
    list: &mut Vec<P>,
    index: u32,
    way: &[Level],
    act: &mut Act<'_, '_>,
    then: impl FnOnce(&mut P, &mut Act<'_, '_>) -> Outcome,
) -> Outcome {
    let is_new = list.len() == index as usize && whole(way, act).is_some();
    let Some(slot) = element(list, index) else {
        return Outcome::Disagrees;
    };
    let outcome = then(slot, act);
    if is_new && outcome != Outcome::Done {
        list.pop();
    }
    outcome
}
