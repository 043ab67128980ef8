//! Going back: a checkpoint holds all that a retreat restores, so that what is read after it is read as if for the first
//! time.
//!
//! Only [`Work`](super::Work) is left as it is, and what the record says of limits that were hit. A test in `tests.rs` reads
//! damaged texts from a restored cursor and from a fresh one, and compares the results.

use core::ops::Range;

use super::{Cursor, FlatList, Hints, NOWHERE, Style};
use crate::record::Mark;

/// The state of a reading at one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    pos: usize,
    /// Where the text ends, as far as that is known.
    end: usize,
    hints: Hints,
    style: Style,
    /// Where the last token begins and ends.
    token: (usize, usize),
    raw: bool,
    unrecognized: bool,
    elements: usize,
    mark: Mark,
}

impl Checkpoint {
    /// The state of the record.
    pub(crate) fn mark(&self) -> Mark {
        self.mark
    }

    /// The same state at another position. What is between the two was only looked over, or is not read again.
    pub(crate) fn at(self, pos: usize) -> Self {
        Self { pos, ..self }
    }

    /// The same state with what was recorded until `mark`.
    pub(crate) fn keeping(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }
}

impl Cursor<'_> {
    /// The state here, to come back to.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        // Without `..`, so that whoever adds a field has to decide whether a retreat restores it.
        let Self {
            pos,
            text,
            hints,
            style,
            token: Range { start, end },
            raw,
            unrecognized,
            sink,
            whole: _,
            fenced: _,
            wary: _,
            is_finished: _,
            origin: _,
            plain_end: _,
            nesting: _,
            work: _,
        } = self;
        Checkpoint {
            pos: *pos,
            end: text.len(),
            hints: *hints,
            style: *style,
            token: (*start, *end),
            raw: *raw,
            unrecognized: *unrecognized,
            elements: sink.elements,
            mark: sink.mark(),
        }
    }

    /// Goes back, as if nothing had been read since. The bytes that are read again are not counted: there is at most one
    /// token of them, or the caller counts them.
    #[cold]
    pub(crate) fn restore(&mut self, to: Checkpoint) {
        let Checkpoint {
            pos,
            end,
            hints,
            style,
            token: (token_start, token_end),
            raw,
            unrecognized,
            elements,
            mark,
        } = to;
        self.text = &self.whole[..end];
        self.pos = pos;
        self.hints = hints;
        self.style = style;
        self.token = token_start..token_end;
        self.raw = raw;
        self.unrecognized = unrecognized;
        self.sink.elements = elements;
        self.sink.rewind(mark);
    }

    /// Goes back like [`Cursor::restore`], and counts the bytes that are read again. If the cursor has gone back too far in
    /// total, it moves to the end of the text instead.
    #[cold]
    pub(crate) fn return_to(&mut self, to: Checkpoint) {
        let bytes = self.pos.saturating_sub(to.pos);
        self.restore(to);
        self.charge_reread(bytes);
    }

    /// Goes back like [`Cursor::return_to`] to where the string or number begins that was just read, with the record as it was
    /// then.
    ///
    /// An object takes no checkpoint before each of its values, since that would cost clean texts too much. It does not need
    /// one here: a string or number has no keys or elements in it, so all else is as it was.
    #[cold]
    #[inline(never)]
    pub(crate) fn return_to_token(&mut self, pos: usize, mark: Mark) {
        self.return_to(Checkpoint {
            pos,
            end: self.whole.len(),
            hints: Hints::NONE,
            mark,
            ..self.checkpoint()
        });
    }

    /// Goes back like [`Cursor::return_to`]; what was read also counts as looking ahead.
    #[cold]
    pub(crate) fn look_back_to(&mut self, to: Checkpoint) {
        self.look(self.pos.saturating_sub(to.pos));
        self.return_to(to);
    }

    /// Goes to `pos` to read the parts of a value in another order. The record is kept; bytes between `pos` and the cursor count
    /// as read again.
    ///
    /// What was read in between may have shown that the text ends before `pos`. Then it goes to that end.
    #[cold]
    pub(crate) fn go_to(&mut self, pos: usize) {
        if self.charge_reread(self.pos.saturating_sub(pos)) {
            self.pos = pos.min(self.text.len());
        }
    }

    /// Goes back over a token in plain form. Reading one changes nothing but the position.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, start: usize) {
        debug_assert!(start <= self.pos, "a token does not end before it begins");
        self.pos = start;
    }
}

impl Hints {
    /// Nothing is known in advance.
    pub(super) const NONE: Self = Self {
        careful_at: NOWHERE,
        none_at: NOWHERE,
        headless_at: NOWHERE,
        tag_at: (NOWHERE, NOWHERE),
        flat_at: FlatList::NONE,
    };
}
