//! Forms of structs and enums, whose code the derive generates.

use super::{Act, Acts, Growth, Outcome, begun, element, keep, keep_element, whole};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::stream::compare::Way;
use crate::stream::kind::{Kind, Level};
use alloc::string::String;
use alloc::vec::Vec;

/// A type that grows field by field. The derive implements it for `#[llm(stream)]`.
pub trait Streams: LlmOutput {
    /// The growing form of the type.
    type Partial: Members + From<Self>;
    /// How it is shown.
    const KIND: Kind;

    /// Reads one field whole, and shows it if the result is final.
    fn read_field(partial: &mut Self::Partial, field: u32, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Outcome {
        let _ = (partial, field, cursor, at);
        Outcome::Nothing
    }
}

/// The growing form of a struct, or of an enum once its variant is known.
pub trait Members: Sized {
    /// The string at the end of `way`.
    fn leaf(&mut self, way: &[Level]) -> Option<&mut String>;

    /// Acts on the value at the end of `way`, which is not this value itself.
    fn act(&mut self, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome;

    /// Whether `value` does not contain everything that this shows.
    fn misses(&self, value: &Self, place: &mut Way) -> bool;

    /// An empty value of this variant.
    fn of(variant: u32) -> Option<Self> {
        let _ = variant;
        None
    }

    /// Acts on the value itself: a newtype is shown as the value inside it.
    fn act_here(&mut self, at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        let _ = (at, act);
        Outcome::Done
    }
}

/// A struct, field by field.
#[derive(Debug)]
pub struct Grown;

impl<T: Streams> Growth<T> for Grown
where
    T::Partial: Default,
{
    type Partial = T::Partial;
    type Slot = Option<T::Partial>;
    const KIND: Kind = T::KIND;
    const EMPTY: Option<T::Partial> = None;

    fn fill(slot: &mut Option<T::Partial>, value: T) {
        *slot = Some(value.into());
    }

    fn show_element(value: T) -> T::Partial {
        value.into()
    }
}

impl<T: Streams> Acts<T> for Grown
where
    T::Partial: Default,
{
    fn leaf<'s>(slot: &'s mut Option<T::Partial>, way: &[Level]) -> Option<&'s mut String> {
        slot.get_or_insert_default().leaf(way)
    }

    fn act(slot: &mut Option<T::Partial>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep::<Self, T>(slot, read, cursor)
            }
            None => on_members(slot.get_or_insert_default(), way, at, act),
        }
    }

    fn misses(shown: &Option<T::Partial>, value: &Option<T::Partial>, place: &mut Way) -> bool {
        missing(shown.as_ref(), value.as_ref(), place)
    }

    fn leaf_in<'s>(list: &'s mut Vec<T::Partial>, index: u32, way: &[Level]) -> Option<&'s mut String> {
        // An object has begun before there is a string in it, so only a newtype begins here.
        if list.len() == index as usize {
            return leaf_of_new(list, index, way);
        }
        list.get_mut(index as usize)?.leaf(way)
    }

    fn act_in(list: &mut Vec<T::Partial>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep_element::<Self, T>(list, index, read, cursor)
            }
            None => match element(list, index) {
                Some(partial) => on_members(partial, way, at, act),
                None => Outcome::Disagrees,
            },
        }
    }

    fn misses_in(shown: &T::Partial, value: &T::Partial, place: &mut Way) -> bool {
        shown.misses(value, place)
    }
}

#[cold]
#[inline(never)]
fn leaf_of_new<'s, P: Members + Default>(list: &'s mut Vec<P>, index: u32, way: &[Level]) -> Option<&'s mut String> {
    element(list, index)?.leaf(way)
}

pub(super) fn on_members<P: Members>(partial: &mut P, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
    if way.is_empty() {
        partial.act_here(at, act)
    } else {
        partial.act(way, at, act)
    }
}

fn missing<P: Members>(shown: Option<&P>, value: Option<&P>, place: &mut Way) -> bool {
    shown.is_some_and(|shown| value.is_none_or(|value| shown.misses(value, place)))
}

/// An enum with data, once its variant is known.
#[derive(Debug)]
pub struct Chosen;

impl<T: Streams> Growth<T> for Chosen {
    type Partial = Option<T::Partial>;
    type Slot = Option<T::Partial>;
    const KIND: Kind = T::KIND;
    const EMPTY: Option<T::Partial> = None;

    fn fill(slot: &mut Option<T::Partial>, value: T) {
        *slot = Some(value.into());
    }

    fn show_element(value: T) -> Option<T::Partial> {
        Some(value.into())
    }
}

impl<T: Streams> Acts<T> for Chosen {
    fn leaf<'s>(slot: &'s mut Option<T::Partial>, way: &[Level]) -> Option<&'s mut String> {
        slot.as_mut()?.leaf(way)
    }

    fn act(slot: &mut Option<T::Partial>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        if let (Act::Choose(variant), true) = (&act, way.is_empty()) {
            if slot.is_none() {
                *slot = T::Partial::of(*variant);
            }
            return Outcome::Done;
        }
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep::<Self, T>(slot, read, cursor)
            }
            None => match slot {
                Some(partial) => on_members(partial, way, at, act),
                None => Outcome::Nothing,
            },
        }
    }

    fn misses(shown: &Option<T::Partial>, value: &Option<T::Partial>, place: &mut Way) -> bool {
        missing(shown.as_ref(), value.as_ref(), place)
    }

    fn leaf_in<'s>(list: &'s mut Vec<Option<T::Partial>>, index: u32, way: &[Level]) -> Option<&'s mut String> {
        <Self as Acts<T>>::leaf(list.get_mut(index as usize)?, way)
    }

    fn act_in(
        list: &mut Vec<Option<T::Partial>>,
        index: u32,
        way: &[Level],
        at: &Frame<'_>,
        act: &mut Act<'_, '_>,
    ) -> Outcome {
        begun(list, index, way, act, |slot, act| {
            <Self as Acts<T>>::act(slot, way, at, act)
        })
    }

    fn misses_in(shown: &Option<T::Partial>, value: &Option<T::Partial>, place: &mut Way) -> bool {
        missing(shown.as_ref(), value.as_ref(), place)
    }
}
