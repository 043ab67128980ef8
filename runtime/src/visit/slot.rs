//! Places for values of a type that whoever fills them does not know: what lets a search or a conversion be compiled
//! once instead of once for every type.

use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};

/// A place for one value: reading again takes the place of what stood there.
pub(crate) trait Slot {
    /// Reads the value at the cursor.
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()>;

    /// Reads the value that a decoded text stands for.
    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()>;
}

impl<T: LlmOutput> Slot for Option<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(self, T::__read(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(self, T::__from_text(text, cursor, at))
    }
}

fn put<T>(slot: &mut Option<T>, read: Read<T>) -> Read<()> {
    match read {
        Ok(value) => {
            *slot = Some(value);
            Ok(())
        }
        Err(halt) => {
            *slot = None;
            Err(halt)
        }
    }
}
