//! The work that a reading may still do. Nothing here is undone when the cursor goes back: what was spent stays spent.

use core::cell::Cell;

use super::Cursor;
use crate::bounds;
use crate::options::Limit;
use crate::read::expected::Foreseen;
use crate::read::trivia::NextMarks;

/// The allowances that keep reading linear (see [`bounds`]), and what was found out about the text ahead of the cursor.
///
/// It can be neither copied nor cloned, so it cannot become a part of a [`Checkpoint`](super::Checkpoint).
#[derive(Debug)]
pub(crate) struct Work {
    /// How many more bytes may be looked at ahead of the cursor.
    pub(crate) lookahead: usize,
    /// How many more bytes the cursor may go back, to read them again.
    pub(crate) returns: usize,
    /// How many more bytes of what may be keys in typographic quotes may be looked at.
    keys: Cell<usize>,
    /// How many more bytes of comments, of the white space after them and of long runs of closing brackets may be looked at to find
    /// out whether a string or a text without quotes ends before them.
    comments: Cell<usize>,
    /// How many quotes and line ends were judged, each by what is around it, how many words name no variant, and how many
    /// refusals of serde's visitors were dealt with.
    judged: Cell<usize>,
    /// Whether the text begins with an answer, as far as that is known.
    pub(crate) is_opened: Cell<Option<bool>>,
    /// The end of the text was looked at: more text may change what was read.
    pub(crate) met_end: Cell<bool>,
    /// Where comments end.
    pub(crate) marks: NextMarks,
    /// The next key without quotes or in single quotes, if it was found while looking for the end of the string before it.
    pub(crate) foreseen: Foreseen,
}

impl Work {
    /// The work that a text of this length allows.
    #[inline(always)]
    pub(super) fn of(length: usize) -> Self {
        Self {
            lookahead: bounds::lookahead(length),
            returns: bounds::returns(length),
            keys: Cell::new(bounds::keys(length)),
            comments: Cell::new(bounds::comments(length)),
            judged: Cell::new(0),
            is_opened: Cell::new(None),
            met_end: Cell::new(false),
            marks: NextMarks::default(),
            foreseen: Foreseen::NONE,
        }
    }

    /// What is left of it for another text, which is the same as this one up to `limit` and ends there.
    pub(crate) fn left_for(&self, limit: usize) -> Self {
        Self {
            lookahead: self.lookahead,
            returns: self.returns,
            keys: self.keys.clone(),
            comments: self.comments.clone(),
            judged: self.judged.clone(),
            is_opened: self.is_opened.clone(),
            met_end: Cell::new(false),
            marks: self.marks.up_to(limit),
            foreseen: Foreseen::NONE,
        }
    }

    /// The work that a text of this length allows, as far as this allows it: it is taken from here until
    /// [`Work::take_back`] puts back what is left of it. All of the way back is lent.
    pub(super) fn lend(&mut self, length: usize) -> Self {
        let mut lent = Self::of(length);
        lent.lookahead = lent.lookahead.min(self.lookahead);
        lent.returns = self.returns;
        self.lookahead -= lent.lookahead;
        self.returns = 0;
        for (lent, own) in [(&lent.keys, &self.keys), (&lent.comments, &self.comments)] {
            lent.set(lent.get().min(own.get()));
            own.set(own.get() - lent.get());
        }
        lent
    }

    /// Puts back what is left of the work that was lent.
    pub(super) fn take_back(&mut self, lent: &Self) {
        self.lookahead += lent.lookahead;
        self.returns += lent.returns;
        self.keys.set(self.keys.get() + lent.keys.get());
        self.comments.set(self.comments.get() + lent.comments.get());
        self.judged.set(self.judged.get() + lent.judged.get());
    }

    /// Lowers the allowances to `bytes`. Returns whether one of them was higher.
    pub(crate) fn lower_to(&mut self, bytes: usize) -> bool {
        let before = self.total();
        self.lookahead = self.lookahead.min(bytes);
        self.returns = self.returns.min(bytes);
        self.keys.set(self.keys.get().min(bytes));
        self.total() < before
    }

    /// How many more bytes may be looked at, ahead of the cursor or again.
    pub(crate) fn total(&self) -> usize {
        self.lookahead + self.returns + self.keys.get()
    }

    /// What judging quotes and names has cost so far, in bytes that are looked at: nothing in a short text.
    pub(crate) fn judged(&self) -> usize {
        bounds::DOUBTED * self.judged.get().saturating_sub(bounds::DOUBTED_FREELY)
    }
}

impl Cursor<'_> {
    /// What reading from the start of the text to here has cost, see [`bounds::again`].
    pub(crate) fn effort(&self) -> usize {
        let left = Work::of(self.whole.len()).total().saturating_sub(self.work.total());
        self.pos + left + self.judged() + bounds::RECORDED * self.sink.recorded()
    }

    /// See [`Work::judged`].
    pub(crate) fn judged(&self) -> usize {
        self.work.judged()
    }

    /// Counts a quote or a line's end that was judged, a word that names no variant, or a refusal of serde's visitors. No
    /// allowance limits this, since the cursor moves on with each; but what was read at that cost is not read again as often.
    #[inline]
    pub(crate) fn count_judged(&self) {
        self.work.judged.set(self.work.judged.get() + 1);
    }

    /// Uses up some of the allowance for looking ahead; `false` if none is left.
    pub(crate) fn look(&mut self, bytes: usize) -> bool {
        if let Some(left) = self.work.lookahead.checked_sub(bytes) {
            self.work.lookahead = left;
            true
        } else {
            // A longer text has a larger allowance.
            self.meets_end();
            self.work.lookahead = 0;
            false
        }
    }

    /// How many bytes of what may be a key in typographic quotes may be looked at, if it has that many.
    pub(crate) fn key_bytes_left(&self) -> usize {
        self.work.keys.get()
    }

    /// Uses up some of the allowance for looking at keys in typographic quotes.
    pub(crate) fn look_at_key(&self, bytes: usize) {
        let left = self.work.keys.get().saturating_sub(bytes);
        self.work.keys.set(left);
        if left == 0 {
            // A longer text has a larger allowance.
            self.meets_end();
        }
    }

    /// Uses up some of the allowance for looking at comments and at closing brackets; `false` if none is left.
    pub(crate) fn look_at_comment(&self, bytes: usize) -> bool {
        let left = self.work.comments.get().checked_sub(bytes);
        self.work.comments.set(left.unwrap_or(0));
        if left.is_none() {
            // A longer text has a larger allowance.
            self.meets_end();
        }
        left.is_some()
    }

    /// Counts the bytes that are read again; `false` if that is too much, and the rest of the text was skipped.
    pub(crate) fn charge_reread(&mut self, bytes: usize) -> bool {
        if let Some(left) = self.work.returns.checked_sub(bytes) {
            self.work.returns = left;
            true
        } else {
            self.give_up();
            false
        }
    }

    /// Skips the rest of the text: too much was looked at to no effect.
    #[cold]
    pub(crate) fn give_up(&mut self) {
        self.meets_end();
        self.work.returns = 0;
        self.work.lookahead = 0;
        self.work.keys.set(0);
        self.work.comments.set(0);
        self.sink.exceed(Limit::Work);
        self.pos = self.text.len();
    }

    /// Notes that the end of the text was looked at. A reading that never does this is final: no further text changes it,
    /// see [`Cursor::is_settled`].
    #[cold]
    #[inline(never)]
    pub(crate) fn meets_end(&self) -> u8 {
        self.work.met_end.set(true);
        0
    }

    /// Notes that the end of the text was looked at, if less than `margin` bytes are left from `pos` on.
    #[inline]
    pub(crate) fn meets_end_within(&self, pos: usize, margin: usize) {
        if self.text.len() < pos.saturating_add(margin) {
            self.meets_end();
        }
    }
}
