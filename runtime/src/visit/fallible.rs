//! `Result`, which no answer can be: the impl exists only for its error message, in case an alias hides the name.

use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::schema::Shape;
use crate::spec::Facts;

/// A model's answer.
#[derive(Debug)]
pub struct Answer;

/// Holds for no type. Its `Self` is another type than the `Result`: else the compiler would show the message of [`LlmOutput`].
#[diagnostic::on_unimplemented(
    message = "`Result<{T}, {E}>` cannot be read from a model's answer: a model writes a value or leaves it out",
    label = "a `Result` is never read",
    note = "use `Option<{T}>`; the error of `parse_llm` says what went wrong"
)]
pub trait Holds<T, E> {}

impl<T, E> LlmOutput for Result<T, E>
where
    Answer: Holds<T, E>,
{
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::Any;
    const __FACTS: Facts = Facts::nothing();

    fn __read(_: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
        Err(Halt::Invalid)
    }

    fn __from_text(_: &str, _: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
        Err(Halt::Invalid)
    }
}
