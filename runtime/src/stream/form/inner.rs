//! Forms around another form: lists, optional values, boxes.

use super::{Act, Acts, FormOf, Growth, Outcome, SlotOf, begun, element, keep, whole};
use crate::LlmOutput;
use crate::path::Frame;
use crate::spec::Facts;
use crate::stream::compare::Way;
use crate::stream::kind::{Kind, Level, ListPlan};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A list that is shown element by element.
#[derive(Debug)]
pub struct Listed;

/// The growing form of a list.
type List<T> = Vec<<FormOf<T> as Growth<T>>::Partial>;

impl<T: LlmOutput> Growth<Vec<T>> for Listed {
    type Partial = List<T>;
    type Slot = List<T>;
    const KIND: Kind = Kind::List(&ListPlan {
        accepts: facts::<T>().accepts,
        element: <FormOf<T> as Growth<T>>::KIND,
    });

    const EMPTY: List<T> = Vec::new();

    fn fill(list: &mut List<T>, value: Vec<T>) {
        // A plain loop: a chain of iterators would be much more code in each user's debug build.
        for value in value {
            list.push(FormOf::<T>::show_element(value));
        }
    }

    fn show_element(value: Vec<T>) -> List<T> {
        Self::show(value)
    }
}

const fn facts<T: LlmOutput>() -> Facts {
    T::__FACTS
}

impl<T: LlmOutput> Acts<Vec<T>> for Listed
where
    FormOf<T>: Acts<T>,
{
    fn leaf<'s>(list: &'s mut List<T>, way: &[Level]) -> Option<&'s mut String> {
        let (level, way) = way.split_first()?;
        FormOf::<T>::leaf_in(list, level.at, way)
    }

    fn act(list: &mut List<T>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        if let Some((level, way)) = way.split_first() {
            return FormOf::<T>::act_in(list, level.at, way, &level.frame(at), act);
        }
        match whole(way, act) {
            Some(cursor) => {
                let read = Vec::<T>::__read(cursor, at);
                keep::<Self, Vec<T>>(list, read, cursor)
            }
            None => Outcome::Done,
        }
    }

    fn misses(shown: &List<T>, value: &List<T>, place: &mut Way) -> bool {
        let mut index = 0;
        while let Some(shown) = shown.get(index) {
            place.enter_element(index);
            match value.get(index) {
                Some(value) if !FormOf::<T>::misses_in(shown, value, place) => place.leave(),
                _ => return true,
            }
            index += 1;
        }
        false
    }

    fn leaf_in<'s>(list: &'s mut Vec<List<T>>, index: u32, way: &[Level]) -> Option<&'s mut String> {
        <Self as Acts<Vec<T>>>::leaf(element(list, index)?, way)
    }

    fn act_in(list: &mut Vec<List<T>>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        begun(list, index, way, act, |slot, act| {
            <Self as Acts<Vec<T>>>::act(slot, way, at, act)
        })
    }

    fn misses_in(shown: &List<T>, value: &List<T>, place: &mut Way) -> bool {
        <Self as Acts<Vec<T>>>::misses(shown, value, place)
    }
}

/// An optional value: shown like the value itself.
#[derive(Debug)]
pub struct Optional;

impl<T: LlmOutput> Growth<Option<T>> for Optional {
    type Partial = SlotOf<T>;
    type Slot = SlotOf<T>;
    const KIND: Kind = <FormOf<T> as Growth<T>>::KIND;

    const EMPTY: SlotOf<T> = FormOf::<T>::EMPTY;

    fn fill(slot: &mut SlotOf<T>, value: Option<T>) {
        if let Some(value) = value {
            FormOf::<T>::fill(slot, value);
        }
    }

    fn show_element(value: Option<T>) -> SlotOf<T> {
        Self::show(value)
    }
}

impl<T: LlmOutput> Acts<Option<T>> for Optional
where
    FormOf<T>: Acts<T>,
{
    fn leaf<'s>(slot: &'s mut SlotOf<T>, way: &[Level]) -> Option<&'s mut String> {
        FormOf::<T>::leaf(slot, way)
    }

    fn act(slot: &mut SlotOf<T>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = Option::<T>::__read(cursor, at);
                keep::<Self, Option<T>>(slot, read, cursor)
            }
            None => FormOf::<T>::act(slot, way, at, act),
        }
    }

    fn misses(shown: &SlotOf<T>, value: &SlotOf<T>, place: &mut Way) -> bool {
        FormOf::<T>::misses(shown, value, place)
    }

    fn leaf_in<'s>(list: &'s mut Vec<SlotOf<T>>, index: u32, way: &[Level]) -> Option<&'s mut String> {
        <Self as Acts<Option<T>>>::leaf(element(list, index)?, way)
    }

    fn act_in(list: &mut Vec<SlotOf<T>>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        begun(list, index, way, act, |slot, act| {
            <Self as Acts<Option<T>>>::act(slot, way, at, act)
        })
    }

    fn misses_in(shown: &SlotOf<T>, value: &SlotOf<T>, place: &mut Way) -> bool {
        <Self as Acts<Option<T>>>::misses(shown, value, place)
    }
}

/// A value in a `Box`: shown like the value itself.
#[derive(Debug)]
pub struct Boxed;

impl<T: LlmOutput> Growth<Box<T>> for Boxed {
    type Partial = <FormOf<T> as Growth<T>>::Partial;
    type Slot = SlotOf<T>;
    const KIND: Kind = <FormOf<T> as Growth<T>>::KIND;

    const EMPTY: Self::Slot = FormOf::<T>::EMPTY;

    fn fill(slot: &mut Self::Slot, value: Box<T>) {
        FormOf::<T>::fill(slot, *value);
    }

    fn show_element(value: Box<T>) -> Self::Partial {
        FormOf::<T>::show_element(*value)
    }
}

impl<T: LlmOutput> Acts<Box<T>> for Boxed
where
    FormOf<T>: Acts<T>,
{
    fn leaf<'s>(slot: &'s mut Self::Slot, way: &[Level]) -> Option<&'s mut String> {
        FormOf::<T>::leaf(slot, way)
    }

    fn act(slot: &mut Self::Slot, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        FormOf::<T>::act(slot, way, at, act)
    }

    fn misses(shown: &Self::Slot, value: &Self::Slot, place: &mut Way) -> bool {
        FormOf::<T>::misses(shown, value, place)
    }

    fn leaf_in<'s>(list: &'s mut Vec<Self::Partial>, index: u32, way: &[Level]) -> Option<&'s mut String> {
        FormOf::<T>::leaf_in(list, index, way)
    }

    fn act_in(
        list: &mut Vec<Self::Partial>,
        index: u32,
        way: &[Level],
        at: &Frame<'_>,
        act: &mut Act<'_, '_>,
    ) -> Outcome {
        FormOf::<T>::act_in(list, index, way, at, act)
    }

    fn misses_in(shown: &Self::Partial, value: &Self::Partial, place: &mut Way) -> bool {
        FormOf::<T>::misses_in(shown, value, place)
    }
}
