//! Types that only implement `Deserialize`, read by a plan.

mod judge;
mod learn;
mod read;
mod refusal;
mod show;
mod tape;

use serde_core::Deserialize;

pub use refusal::Refusal;
pub use show::Reader;

use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::spec::{Facts, ObjectSpec};

/// Reads a value with the type's own visitors.
pub(super) fn read<'de, T: Deserialize<'de>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    source: Option<&'de str>,
    text: Option<&str>,
) -> Read<T> {
    let deserialize: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = |reader| T::deserialize(reader);
    let mut value = None;
    judge::read(cursor, at, source, text, deserialize as usize, &mut |item, show| {
        value = None;
        value = Some(deserialize(Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}

/// What is known of a type before it is read.
pub(super) fn known<'de, T: Deserialize<'de>>() -> (Facts, &'static ObjectSpec) {
    let deserialize: for<'x> fn(Reader<'x, 'de>) -> Result<T, Refusal> = |reader| T::deserialize(reader);
    let run: &mut learn::Run<'_, 'de> = &mut |item, show| deserialize(Reader::new(item, show)).map(drop);
    let plan = learn::plan_of(deserialize as usize, run).plan();
    (plan.facts, plan.object)
}

/// Reads a value with a function of serde's form.
pub(super) fn read_by<T, F: for<'x> Fn(Reader<'x, 'static>) -> Result<T, Refusal>>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    deserialize: F,
) -> Read<T> {
    let by: for<'x> fn(&F, Reader<'x, 'static>) -> Result<T, Refusal> = |deserialize, reader| deserialize(reader);
    let mut value = None;
    judge::read(cursor, at, None, None, by as usize, &mut |item, show| {
        value = None;
        value = Some(by(&deserialize, Reader::new(item, show))?);
        Ok(())
    })?;
    value.ok_or(Halt::Invalid)
}
