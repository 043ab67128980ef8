//! Fields of derived types that are read by serde.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use std::convert::Infallible;
use std::marker::PhantomData;

use serde_core::de::DeserializeOwned;

use super::refusal::OrRefused;
use super::show::ValueReader;
use super::{read, visit};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::schema::Shape;
use crate::spec::{Accepts, Facts};

/// A value that is read by serde: `#[llm(with_serde)]`. A model sees the schema of `S`.
#[derive(Debug)]
pub struct Serde<T, S = Anything>(T, PhantomData<fn() -> S>);

/// A schema that accepts any JSON.
#[derive(Debug)]
pub enum Anything {}

/// A type with a schema.
pub trait Shown {
    /// The schema.
    const SHOWN: &'static Shape;
    /// Its levels of objects, lists and maps.
    const DEPTH: u32;
}

impl Shown for Anything {
    const SHOWN: &'static Shape = &Shape::Any;
    const DEPTH: u32 = 0;
}

impl<T: LlmOutput> Shown for T {
    const SHOWN: &'static Shape = T::SHAPE;
    const DEPTH: u32 = T::__FACTS.depth;
}

impl<T, S> Serde<T, S> {
    /// The value itself.
    pub fn value(self) -> Result<T, Infallible> {
        Ok(self.0)
    }

    /// The value, if there is one.
    pub fn option(value: Option<Self>) -> Result<Option<T>, Infallible> {
        Ok(value.map(|value| value.0))
    }
}

impl<T: DeserializeOwned, S: Shown> LlmOutput for Serde<T, S> {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = S::SHOWN;
    const __FACTS: Facts = Facts {
        invents: false,
        depth: S::DEPTH,
        ..Facts::leaf(Accepts::ANY)
    };

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        read(cursor, at, None, None, visit).map(|value| Self(value, PhantomData))
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        read(cursor, at, None, Some(text), visit).map(|value| Self(value, PhantomData))
    }
}

/// Reads a field with a function that has the signature serde expects of `deserialize_with`. Nothing is known about what it
/// expects, as about a [`Serde<()>`](Serde).
pub fn by_function<T>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    deserialize: impl for<'x> Fn(ValueReader<'x, 'static>) -> OrRefused<T>,
) -> Read<T> {
    read(cursor, at, None, None, &deserialize)
}
