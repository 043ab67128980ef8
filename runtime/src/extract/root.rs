//! What is looked for, and where its values are kept: the type at the root of an answer.

use core::mem::swap;

use crate::bounds;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Read};
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts, ObjectSpec, TypeForm};
use crate::visit::Slot;

/// A place for a value, and its number among all of them.
type NumberedSlot<'r> = (usize, &'r mut dyn Slot);

/// How many places there are.
pub(crate) const PLACES: usize = 3;

/// The type that is looked for: what it is, and places for values of it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
pub(super) struct RootType<'r> {
    pub(super) accepts: Accepts,
    pub(super) object: &'static ObjectSpec,
    /// An object of fields.
    pub(super) is_struct: bool,
    /// No more brackets are tried in a long run of them.
    pub(super) deepest: usize,
    /// Where the next value is read to.
    next: NumberedSlot<'r>,
    /// Where the kept value is.
    kept: NumberedSlot<'r>,
    /// Where the last value is while the same candidate is read in another way.
    rival: NumberedSlot<'r>,
    /// The text's length.
    length: usize,
    /// How many places the value was read from, and how often parts of it were left out.
    pub(super) rivals: usize,
    /// No reading finds more in the text than that of the whole text did.
    pub(super) is_settled: bool,
    /// The text was read with the signs before its lines, and needed more than framing.
    pub(super) was_read_plainly: bool,
    /// What the readings have cost so far, see [`bounds::again`].
    pub(super) spent: usize,
    /// What they had cost when this search of the text began.
    spent_before: usize,
    /// Bytes of candidates that led to nothing.
    pub(super) tried: usize,
    /// A search ended early, or looked less far ahead, because of what earlier ones had cost: the text alone may be read otherwise.
    pub(super) is_curtailed: bool,
}

impl<'r> RootType<'r> {
    pub(super) fn new(
        facts: Facts,
        object: &'static ObjectSpec,
        length: usize,
        [first, second, third]: [&'r mut dyn Slot; PLACES],
    ) -> Self {
        Self {
            accepts: facts.accepts,
            object,
            is_struct: facts.form == TypeForm::Struct,
            deepest: bounds::DEEPEST_TYPE,
            next: (0, first),
            kept: (1, second),
            rival: (2, third),
            length,
            rivals: 0,
            is_settled: false,
            was_read_plainly: false,
            spent: 0,
            spent_before: 0,
            tried: 0,
            is_curtailed: false,
        }
    }

    /// Reads the value at the cursor; it counts until the next one is read.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        self.measured(cursor, |slot, cursor| slot.read(cursor, &Frame::root()))
    }

    /// As [`read`](Self::read), in a value that is already parsed.
    pub(super) fn read_value(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        let whole = Frame::root();
        let at = Frame::below(&whole, Level::Inside(Conversion::Value));
        self.measured(cursor, |slot, cursor| slot.read(cursor, &at))
    }

    /// Reads the value that a string represents; it is kept until the next one is read.
    pub(super) fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>) -> Read<()> {
        self.measured(cursor, |slot, cursor| slot.read_text(text, cursor, &Frame::root()))
    }

    /// Reads a value in place of the last one, within what is left for all readings, and counts what that costs.
    fn measured(
        &mut self,
        cursor: &mut Cursor<'_>,
        read: impl FnOnce(&mut dyn Slot, &mut Cursor<'_>) -> Read<()>,
    ) -> Read<()> {
        self.next.1.clear();
        let left = bounds::readings(self.length).saturating_sub(self.spent);
        self.is_curtailed |= cursor.work.lower_to(left);
        let before = cursor.effort();
        let read = read(&mut *self.next.1, cursor);
        self.spent += bounds::BEGUN + cursor.effort().saturating_sub(before);
        read
    }

    /// Whether the text has cost so much that nothing in it is read in another way, or at another severity.
    pub(super) fn is_spent(&self) -> bool {
        self.spent > bounds::again(self.length)
    }

    /// Whether a place may be read in another way too. If only the searches before this one have cost too much for that, the text
    /// alone may be read otherwise.
    pub(super) fn may_read_again(&mut self) -> bool {
        let is_spent = self.is_spent();
        self.is_curtailed |= is_spent && self.spent - self.spent_before <= bounds::again(self.length);
        !is_spent
    }

    /// What is read from here on is another search of the same text.
    pub(super) fn begin_search(&mut self) {
        self.spent_before = self.spent;
        self.is_curtailed = false;
    }

    /// Looks for a value that needs no repair: no place is read in more than one way. What that costs is counted, but nothing of the
    /// search is: how it ended says nothing of the text as it is read later.
    pub(super) fn read_plainly<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let all = bounds::again(self.length) + 1;
        let (spent, rivals, tried, is_curtailed) = (self.spent, self.rivals, self.tried, self.is_curtailed);
        self.spent = all;
        let outcome = search(self);
        self.spent = spent + (self.spent - all);
        (self.rivals, self.tried, self.is_curtailed) = (rivals, tried, is_curtailed);
        outcome
    }

    /// What is read from here on is read as if nothing had been read before.
    pub(super) fn forget(&mut self) {
        (self.spent, self.spent_before, self.tried, self.rivals) = (0, 0, 0, 0);
        (self.is_settled, self.was_read_plainly, self.is_curtailed) = (false, false, false);
    }

    /// Counts a place that the value was read from, and whether a part of it was left out.
    pub(super) fn count(&mut self, sink: &Sink) {
        self.rivals += 1 + usize::from(drops(sink) || sink.holds(RepairKind::ContentLost));
    }

    /// Keeps the value that was read last, in place of the one that was kept before.
    pub(super) fn keep(&mut self) {
        swap(&mut self.next, &mut self.kept);
    }

    /// Sets the value that was read last aside, or puts it back in place of the one that was read since.
    pub(super) fn set_aside(&mut self) {
        swap(&mut self.next, &mut self.rival);
    }

    /// Drops all values: the text is not read with these options.
    pub(super) fn drop_values(&mut self) {
        self.next.1.clear();
        self.rival.1.clear();
        self.kept.1.clear();
    }

    /// The number of the place that the kept value is in.
    pub(super) fn place(&self) -> usize {
        self.kept.0
    }
}

/// Whether a part that could not be read was left out.
#[inline]
pub(super) fn drops(sink: &Sink) -> bool {
    sink.holds(RepairKind::DroppedInvalidElement) || sink.holds(RepairKind::DroppedInvalidOptional)
}
