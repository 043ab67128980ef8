//! What reading a text that was cut off returns, and whether that is final: for the tests of the rule on which all
//! streaming is built.

use alloc::string::String;
use core::fmt::Debug;

use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::spec::{Accepts, ObjectSpec};
use crate::{LlmOutput, Options};

/// What a value is inside of, from the outermost level to the innermost one.
#[derive(Debug, Clone, Copy)]
pub enum Around {
    /// The value of this field of an object.
    Field(&'static ObjectSpec, u32),
    /// The element at this index of a list.
    Element(Accepts, u32),
}

/// The result of reading a `T` at `start`, as a string: its value, what was recorded and where it ended. Also whether the
/// reading never looked at the end of the text, so that no further text can change it.
pub fn probe<T: LlmOutput + Debug>(text: &str, start: usize, around: &[Around], fenced: bool) -> (String, bool) {
    let mut cursor = Cursor::new(text, start, Sink::of(&Options::default()));
    cursor.fenced = fenced;
    let read = within(around, &Frame::root(), &mut |at| {
        let read = T::__read(&mut cursor, at);
        format!("{read:?} up to {}, {:?}", cursor.pos, cursor.sink.tally())
    });
    (read, cursor.is_settled())
}

fn within(around: &[Around], at: &Frame<'_>, read: &mut dyn FnMut(&Frame<'_>) -> String) -> String {
    let Some((first, rest)) = around.split_first() else {
        return read(at);
    };
    let level = match *first {
        Around::Field(spec, field) => Level::Object { spec, field },
        Around::Element(accepts, index) => Level::List { accepts, index },
    };
    within(rest, &Frame::below(at, level), read)
}
