//! An object with the fields of several types.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use super::divert;
use super::object::{END, Object};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::ObjectSpec;

/// How the fields of an object are gone through: by one type alone, or by several in turn.
pub trait ReadFields<'t, 'p> {
    /// What is known of the object's fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn spec(&self, object: &Object<'p>) -> &'static ObjectSpec {
        object.spec
    }

    /// Goes through the fields, and gives each type its turns. Returns why no value can be made, where none can.
    fn through(
        self,
        cursor: &mut Cursor<'t>,
        object: &mut Object<'p>,
        turns: impl FnMut(&mut Cursor<'t>, &mut Object<'p>, u32) -> u32,
    ) -> Option<Halt>;
}

/// One type has the object for itself, of which it knows this.
#[derive(Debug, Clone, Copy)]
pub struct SingleType(&'static ObjectSpec);

impl SingleType {
    /// With these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(spec: &'static ObjectSpec) -> Self {
        Self(spec)
    }
}

impl<'t, 'p> ReadFields<'t, 'p> for SingleType {
    #[inline(always)]
    fn spec(&self, _: &Object<'p>) -> &'static ObjectSpec {
        self.0
    }

    #[inline(always)]
    fn through(
        self,
        cursor: &mut Cursor<'t>,
        object: &mut Object<'p>,
        mut turns: impl FnMut(&mut Cursor<'t>, &mut Object<'p>, u32) -> u32,
    ) -> Option<Halt> {
        let mut turn = object.follow(cursor, self.0, 0);
        while turn != END {
            turn = turns(cursor, object, turn);
        }
        object.close(cursor).then_some(Halt::Invalid)
    }
}

/// Several types have it, each with its turns around those of the next one: this is the next one's part in it.
#[derive(Debug)]
pub struct MergedTypes<F>(F);

/// The turns of one type: given whose turn it is, it takes it if it is one of its own, and says whose is next.
type FieldTurns<'a, 't, 'p> = &'a mut dyn FnMut(&mut Cursor<'t>, &mut Object<'p>, u32) -> u32;

/// Goes through the fields by `through`, which is given the turns of the type that is flattened.
pub const fn merge_types<'t, 'p, F>(through: F) -> MergedTypes<F>
where
    F: FnOnce(&mut Cursor<'t>, &mut Object<'p>, FieldTurns<'_, 't, 'p>) -> Option<Halt>,
{
    MergedTypes(through)
}

impl<'t, 'p, F> ReadFields<'t, 'p> for MergedTypes<F>
where
    F: FnOnce(&mut Cursor<'t>, &mut Object<'p>, FieldTurns<'_, 't, 'p>) -> Option<Halt>,
{
    fn through(
        self,
        cursor: &mut Cursor<'t>,
        object: &mut Object<'p>,
        mut turns: impl FnMut(&mut Cursor<'t>, &mut Object<'p>, u32) -> u32,
    ) -> Option<Halt> {
        (self.0)(cursor, object, &mut turns)
    }
}

/// The fields may be absent as a whole.
#[derive(Debug)]
pub(super) struct OptionalFields<D> {
    pub(super) drive: D,
    /// The fields that they are.
    pub(super) members: u128,
}

impl<'t, 'p, D: ReadFields<'t, 'p>> ReadFields<'t, 'p> for OptionalFields<D> {
    fn through(
        self,
        cursor: &mut Cursor<'t>,
        object: &mut Object<'p>,
        turns: impl FnMut(&mut Cursor<'t>, &mut Object<'p>, u32) -> u32,
    ) -> Option<Halt> {
        object.counts_given();
        let halt = self.drive.through(cursor, object, turns);
        let is_absent = halt.is_none() && !object.has_given(self.members);
        if is_absent { Some(Halt::Absent) } else { halt }
    }
}

/// How many fields of an object are those of this type.
#[expect(clippy::cast_possible_truncation, reason = "an object has at most 128 fields")]
pub const fn width<T: LlmOutput>() -> u32 {
    T::__OBJECT.fields.len() as u32
}

/// Reads an object.
#[inline(always)]
pub fn object<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let mut object = Object::new(cursor, at, T::__OBJECT);
    if !object.open(cursor) {
        return divert::divert::<T>(cursor, at);
    }
    T::__members(cursor, at, &mut object, 0, SingleType(T::__OBJECT))
}
