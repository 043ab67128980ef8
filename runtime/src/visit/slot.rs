//! Slots for values whose type the code that fills them does not know, so that a search or a conversion is compiled
//! once instead of once for every type.

use alloc::vec::Vec;

use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};

/// A place for values: for one, which the next one replaces, or for several.
pub(crate) trait Slot {
    /// Reads the value at the cursor.
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()>;

    /// Reads the value that a decoded text stands for.
    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()>;

    /// Throws the values away. A place for one that is read to once has nothing to do.
    fn clear(&mut self) {}

    /// Throws away the value that was read last, of several. Only the elements of a field that drops what cannot be read need this.
    fn undo(&mut self) {}
}

impl<T: LlmOutput> Slot for Option<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(self, T::__read(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(self, T::__from_text(text, cursor, at))
    }

    fn clear(&mut self) {
        *self = None;
    }
}

/// Puts what was read to a slot.
#[expect(clippy::manual_ok_err, reason = "a call of `ok` is one more function for each type")]
pub(crate) fn put<T>(slot: &mut Option<T>, read: Read<T>) -> Read<()> {
    let result = match &read {
        Ok(_) => Ok(()),
        Err(halt) => Err(*halt),
    };
    *slot = match read {
        Ok(value) => Some(value),
        Err(_) => None,
    };
    result
}

impl<T: LlmOutput> Slot for Vec<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        push(self, T::__read(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        push(self, T::__from_text(text, cursor, at))
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }

    fn undo(&mut self) {
        self.pop();
    }
}

fn push<T>(list: &mut Vec<T>, read: Read<T>) -> Read<()> {
    match read {
        Ok(value) => {
            list.push(value);
            Ok(())
        }
        Err(halt) => Err(halt),
    }
}

/// What was read to a slot.
pub(crate) fn taken<T>(read: Read<()>, slot: &mut Option<T>) -> Read<T> {
    match read {
        Ok(()) => match slot.take() {
            Some(value) => Ok(value),
            None => Err(Halt::Invalid),
        },
        Err(halt) => Err(halt),
    }
}
