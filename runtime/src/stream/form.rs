//! The growing form of each type, and how the reader reaches a place inside it.
//!
//! The reader keeps no reference into the value between two pushes. It knows the way to the place that it reads, with a
//! [`Level`] for each open object and list, and every function here follows that way from the root.

use std::fmt::Debug;

use super::State;
use super::compare::{Way, is_same};
use super::kind::{Kind, Level, ListPlan};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::Facts;

/// How values of `T` are shown while they grow.
pub trait Growth<T>: Sized {
    /// The growing value, as an element of a list.
    type Partial;
    /// The growing value, as a field.
    type Slot: Default;
    /// How the value is shown.
    const KIND: Kind = Kind::Whole;

    /// The complete value, in the form that a field shows.
    fn show(value: T) -> Self::Slot;

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
    settled(read, cursor, |value| {
        let value = F::show(value);
        put(slot, value, F::misses)
    })
}

/// Like [`keep`], for a field whose value is made in its own way.
pub fn keep_made<T: Debug>(slot: &mut Option<T>, read: Read<T>, cursor: &Cursor<'_>) -> Outcome {
    settled(read, cursor, |value| put(slot, Some(value), differs))
}

/// Like [`keep_made`], but if there is no value, nothing is shown.
pub fn keep_optional<T: Debug>(slot: &mut Option<T>, read: Read<Option<T>>, cursor: &Cursor<'_>) -> Outcome {
    settled(read, cursor, |value| put(slot, value, differs))
}

/// Whether a field that is shown whole shows a different value.
pub fn differs<T: Debug>(shown: &Option<T>, value: &Option<T>, _: &mut Way) -> bool {
    shown
        .as_ref()
        .is_some_and(|shown| !value.as_ref().is_some_and(|value| is_same(shown, value)))
}

fn put<S>(slot: &mut S, value: S, misses: impl Fn(&S, &S, &mut Way) -> bool) -> Outcome {
    if misses(slot, &value, &mut Way::default()) {
        return Outcome::Disagrees;
    }
    *slot = value;
    Outcome::Done
}

/// What happens to a value that was read whole.
fn settled<T>(read: Read<T>, cursor: &Cursor<'_>, put: impl FnOnce(T) -> Outcome) -> Outcome {
    if !cursor.is_settled() {
        return Outcome::Waits;
    }
    match read {
        Ok(value) if cursor.sink.is_taken() => put(value),
        Err(Halt::Absent) if cursor.sink.is_taken() => Outcome::Nothing,
        Err(Halt::Ascend) => Outcome::Ascends,
        _ => Outcome::Invalid,
    }
}

/// Shows an element that was read whole.
fn keep_element<P>(list: &mut Vec<P>, index: u32, value: P, misses: fn(&P, &P, &mut Way) -> bool) -> Outcome {
    if list.len() == index as usize {
        list.push(value);
        return Outcome::Done;
    }
    match list.get_mut(index as usize) {
        Some(shown) => put(shown, value, misses),
        None => Outcome::Disagrees,
    }
}

/// An element that grows. It is created if it is the next one.
fn element<P: Default>(list: &mut Vec<P>, index: u32) -> Option<&mut P> {
    if list.len() == index as usize {
        list.push(P::default());
    }
    list.get_mut(index as usize)
}

/// A value that is shown once it is complete.
#[derive(Debug)]
pub struct Whole;

impl<T> Growth<T> for Whole {
    type Partial = T;
    type Slot = Option<T>;

    fn show(value: T) -> Option<T> {
        Some(value)
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
                settled(read, cursor, |value| {
                    keep_element(list, index, value, <Self as Acts<T>>::misses_in)
                })
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

    fn show(value: T) -> Option<String> {
        Some(value.as_ref().to_owned())
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
                settled(read, cursor, |value| {
                    let value = <Self as Growth<T>>::show_element(value);
                    keep_element(list, index, value, <Self as Acts<T>>::misses_in)
                })
            }
            None => Outcome::Nothing,
        }
    }

    fn misses_in(shown: &String, value: &String, _: &mut Way) -> bool {
        !value.starts_with(shown.as_str())
    }
}

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

    fn show(value: Vec<T>) -> List<T> {
        value.into_iter().map(FormOf::<T>::show_element).collect()
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
        for (index, shown) in (0u32..).zip(shown) {
            place.enter(None, index);
            if value
                .get(index as usize)
                .is_none_or(|value| FormOf::<T>::misses_in(shown, value, place))
            {
                return true;
            }
            place.leave();
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

/// An optional value: shown like the value itself.
#[derive(Debug)]
pub struct Optional;

impl<T: LlmOutput> Growth<Option<T>> for Optional {
    type Partial = SlotOf<T>;
    type Slot = SlotOf<T>;
    const KIND: Kind = <FormOf<T> as Growth<T>>::KIND;

    fn show(value: Option<T>) -> SlotOf<T> {
        value.map(FormOf::<T>::show).unwrap_or_default()
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

    fn show(value: Box<T>) -> Self::Slot {
        FormOf::<T>::show(*value)
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

/// A type that grows field by field. The derive implements it for `#[llm(stream)]`.
pub trait Streams: LlmOutput {
    /// The growing form of the type.
    type Partial: Members;
    /// How it is shown.
    const KIND: Kind;

    /// The complete value in its growing form.
    fn shown(self) -> Self::Partial;

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

    fn show(value: T) -> Option<T::Partial> {
        Some(value.shown())
    }

    fn show_element(value: T) -> T::Partial {
        value.shown()
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
        element(list, index)?.leaf(way)
    }

    fn act_in(list: &mut Vec<T::Partial>, index: u32, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, at);
                settled(read, cursor, |value| {
                    keep_element(list, index, value.shown(), <Self as Acts<T>>::misses_in)
                })
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

fn on_members<P: Members>(partial: &mut P, way: &[Level], at: &Frame<'_>, act: &mut Act<'_, '_>) -> Outcome {
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

    fn show(value: T) -> Option<T::Partial> {
        Some(value.shown())
    }

    fn show_element(value: T) -> Option<T::Partial> {
        Some(value.shown())
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

    fn root_leaf<'s>(root: &'s mut T::Partial, way: &[Level]) -> Option<&'s mut String> {
        root.leaf(way)
    }

    fn root_act(root: &mut T::Partial, way: &[Level], act: &mut Act<'_, '_>) -> Outcome {
        match whole(way, act) {
            Some(cursor) => {
                let read = T::__read(cursor, &Frame::root());
                settled(read, cursor, |value| put(root, value.shown(), T::Partial::misses))
            }
            None => on_members(root, way, &Frame::root(), act),
        }
    }

    fn root_misses(shown: &T::Partial, value: &T::Partial, place: &mut Way) -> bool {
        shown.misses(value, place)
    }

    fn root_show(value: T) -> T::Partial {
        value.shown()
    }
}

/// Implements [`Root`] for forms that are the same at the root as in a field.
macro_rules! roots {
    ($([$($parameters:tt)*] $form:ty, $type:ty, $($where:ty: $bound:path)?;)*) => {$(
        impl<$($parameters)*> Root<$type> for $form
        $(where $where: $bound)?
        {
            type Growing = <Self as Growth<$type>>::Slot;

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
