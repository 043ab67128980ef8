//! Forms without a way into them: values that are shown whole, and strings.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::{Act, Acts, Growth, Outcome, differs, element, keep, keep_element, whole};
use crate::LlmOutput;
use crate::path::Frame;
use crate::stream::compare::{Way, is_same};
use crate::stream::kind::{Kind, Level};

/// A value that is shown once it is complete.
#[derive(Debug)]
pub struct Whole;

impl<T> Growth<T> for Whole {
    type Partial = T;
    type Slot = Option<T>;

    const EMPTY: Option<T> = None;

    fn fill(slot: &mut Option<T>, value: T) {
        *slot = Some(value);
    }

    fn show_element(value: T) -> T {
        value
    }
}

impl<T: LlmOutput + Debug> Acts<T> for Whole {
    fn leaf<'s>(_: &'s mut Option<T>, _: &[Level]) -> Option<&'s mut String> {
        None
    }

    fn act(slot: &mut Option<T>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep::<Self, T>(slot, read, cursor)
            }
            None => Outcome::Nothing,
        }
    }

    fn misses(shown: &Option<T>, value: &Option<T>, place: &mut Way) -> bool {
        differs(shown, value, place)
    }

    fn leaf_in<'s>(_: &'s mut Vec<T>, _: u32, _: &[Level]) -> Option<&'s mut String> {
        None
    }

    fn act_in(list: &mut Vec<T>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep_element::<Self, T>(list, index, read, cursor)
            }
            None => Outcome::Nothing,
        }
    }

    fn misses_in(shown: &T, value: &T, _: &mut Way) -> bool {
        !is_same(shown, value)
    }
}

/// A string that is shown as it arrives.
#[derive(Debug)]
pub struct Text;

impl<T: AsRef<str>> Growth<T> for Text {
    type Partial = String;
    type Slot = Option<String>;
    const KIND: Kind = Kind::Text;

    const EMPTY: Option<String> = None;

    fn fill(slot: &mut Option<String>, value: T) {
        *slot = Some(value.as_ref().to_owned());
    }

    fn show_element(value: T) -> String {
        value.as_ref().to_owned()
    }
}

impl<T: LlmOutput + AsRef<str>> Acts<T> for Text {
    fn leaf<'s>(slot: &'s mut Option<String>, _: &[Level]) -> Option<&'s mut String> {
        Some(slot.get_or_insert_default())
    }

    fn act(slot: &mut Option<String>, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        if let Act::Begin = act {
            slot.get_or_insert_default();
            return Outcome::Done;
        }
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep::<Self, T>(slot, read, cursor)
            }
            None => Outcome::Nothing,
        }
    }

    fn misses(shown: &Option<String>, value: &Option<String>, _: &mut Way) -> bool {
        shown
            .as_ref()
            .is_some_and(|shown| !value.as_ref().is_some_and(|value| value.starts_with(shown.as_str())))
    }

    fn leaf_in<'s>(list: &'s mut Vec<String>, index: u32, _: &[Level]) -> Option<&'s mut String> {
        element(list, index)
    }

    fn act_in(list: &mut Vec<String>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        if let Act::Begin = act {
            return element(list, index).map_or(Outcome::Disagrees, |_| Outcome::Done);
        }
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                keep_element::<Self, T>(list, index, read, cursor)
            }
            None => Outcome::Nothing,
        }
    }

    fn misses_in(shown: &String, value: &String, _: &mut Way) -> bool {
        !value.starts_with(shown.as_str())
    }
}
