//! The form of a whole answer.

use super::members::on_members;
use super::{
    Act, Acts, Boxed, Chosen, FormOf, Grown, Growth, Listed, Members, Optional, Outcome, Streams, keep, whole,
};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::stream::compare::Way;
use crate::stream::kind::Level;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// What a stream can show while it grows: the form of the whole answer.
pub trait Root<T>: Acts<T> {
    /// The growing value.
    type Growing: Default;

    fn root_leaf<'s>(root: &'s mut Self::Growing, way: &[Level]) -> Option<&'s mut String>;
    fn root_act(root: &mut Self::Growing, way: &[Level], act: &mut Act<'_, '_>) -> Outcome;
    fn root_misses(shown: &Self::Growing, value: &Self::Growing, place: &mut Way) -> bool;
    fn root_show(value: T) -> Self::Growing;
}

impl<T: Streams> Root<T> for Grown
where
    T::Partial: Default,
{
    type Growing = T::Partial;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root_leaf<'s>(root: &'s mut T::Partial, way: &[Level]) -> Option<&'s mut String> {
        root.leaf(way)
    }

    fn root_act(root: &mut T::Partial, way: &[Level], act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => root_whole::<T>(root, cursor),
            None => on_members(root, way, &Frame::root(), act),
        }
    }

    fn root_misses(shown: &T::Partial, value: &T::Partial, place: &mut Way) -> bool {
        shown.misses(value, place)
    }

    fn root_show(value: T) -> T::Partial {
        value.into()
    }
}

/// Reads the answer whole. Its partial is there from the beginning; that of a field, once the field has begun.
#[cold]
#[inline(never)]
fn root_whole<T: Streams>(root: &mut T::Partial, cursor: &mut Cursor<'_>) -> Outcome
where
    T::Partial: Default,
{
    let read = T::__read(cursor, &Frame::root());
    let mut slot = Some(core::mem::take(root));
    let outcome = keep::<Grown, T>(&mut slot, read, cursor);
    *root = slot.unwrap_or_default();
    outcome
}

/// Implements [`Root`] for forms that are the same at the root as in a field.
macro_rules! roots {
    ($([$($parameters:tt)*] $form:ty, $type:ty, $($where:ty: $bound:path)?;)*) => {$(
        impl<$($parameters)*> Root<$type> for $form
        $(where $where: $bound)?
        {
            type Growing = <Self as Growth<$type>>::Slot;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn root_leaf<'s>(root: &'s mut Self::Growing, way: &[Level]) -> Option<&'s mut String> {
                <Self as Acts<$type>>::leaf(root, way)
            }

            fn root_act(root: &mut Self::Growing, way: &[Level], act: &mut Act<'_, '_>) -> Outcome {
                <Self as Acts<$type>>::act(root, way, &Frame::root(), act)
            }

            fn root_misses(shown: &Self::Growing, value: &Self::Growing, place: &mut Way) -> bool {
                <Self as Acts<$type>>::misses(shown, value, place)
            }

            fn root_show(value: $type) -> Self::Growing {
                <Self as Growth<$type>>::show(value)
            }
        }
    )*};
}

roots! {
    [T: Streams] Chosen, T,;
    [T: LlmOutput] Listed, Vec<T>, FormOf<T>: Acts<T>;
    [T: LlmOutput] Optional, Option<T>, FormOf<T>: Acts<T>;
    [T: LlmOutput] Boxed, Box<T>, FormOf<T>: Acts<T>;
}
