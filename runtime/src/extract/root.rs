//! What is looked for, and where its values are kept: the type at the root of an answer.

use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Read};
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts, ObjectSpec, TypeForm};
use crate::visit::Slot;

/// The type that is looked for: what it is, and two places for values of it.
pub(super) struct RootType<'r> {
    pub(super) accepts: Accepts,
    pub(super) object: &'static ObjectSpec,
    /// An object of fields.
    pub(super) is_struct: bool,
    /// Where the next value is read to.
    next: &'r mut dyn Slot,
    /// Where the kept value is.
    kept: &'r mut dyn Slot,
    /// How many places the value was read from, and how often parts of it were left out.
    pub(super) rivals: usize,
    /// How much was looked at ahead of the places where the value was read, and read again.
    pub(super) spent: usize,
    /// Bytes of candidates that led to nothing.
    pub(super) tried: usize,
    /// The kept value is in the second place.
    pub(super) in_second: bool,
}

impl<'r> RootType<'r> {
    pub(super) fn new(
        facts: Facts,
        object: &'static ObjectSpec,
        first: &'r mut dyn Slot,
        second: &'r mut dyn Slot,
    ) -> Self {
        Self {
            accepts: facts.accepts,
            object,
            is_struct: facts.form == TypeForm::Struct,
            next: first,
            kept: second,
            rivals: 0,
            spent: 0,
            tried: 0,
            in_second: true,
        }
    }

    /// Reads the value at the cursor; it counts until the next one is read.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        self.next.read(cursor, &Frame::root())
    }

    /// As [`read`](Self::read), in a value that is already parsed.
    pub(super) fn read_value(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        let whole = Frame::root();
        let at = Frame::below(&whole, Level::Inside(Conversion::Value));
        self.next.read(cursor, &at)
    }

    /// Reads the value that a string represents; it is kept until the next one is read.
    pub(super) fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>) -> Read<()> {
        self.next.read_text(text, cursor, &Frame::root())
    }

    /// Counts a place that the value was read from, and whether a part of it was left out.
    pub(super) fn count(&mut self, sink: &Sink) {
        self.rivals += 1 + usize::from(drops(sink));
    }

    /// Keeps the value that was read last, in place of the one that was kept before.
    pub(super) fn keep(&mut self) {
        core::mem::swap(&mut self.next, &mut self.kept);
        self.in_second = !self.in_second;
    }
}

/// Whether a part that could not be read was left out.
#[inline]
pub(super) fn drops(sink: &Sink) -> bool {
    sink.holds(RepairKind::DroppedInvalidElement) || sink.holds(RepairKind::DroppedInvalidOptional)
}
