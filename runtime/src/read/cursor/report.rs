//! What a cursor puts on record: repairs, violations, and texts that end too early.

use core::ops::Range;

use super::{Cursor, Halt, Read};
use crate::error::{Expected, Found};
use crate::options::{Finish, Limit};
use crate::path::{Frame, Level, NO_FIELD};
use crate::read::interruption::{ends_no_answer, says_cut};
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::ObjectSpec;

impl Cursor<'_> {
    /// Where `span` of this text is in the caller's text.
    pub(crate) fn place(&self, span: Range<usize>) -> Range<usize> {
        match self.origin {
            Some((start, end)) => start..end,
            None => span.start.min(self.text.len())..span.end.min(self.text.len()),
        }
    }

    /// Records a repair.
    #[cold]
    pub(crate) fn repaired(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.repair(kind, at, span);
    }

    /// Like [`Cursor::repaired`], for texts in which repairs are the rule.
    #[inline(always)]
    pub(crate) fn repaired_often(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let is_recorded = self.origin.is_none() && self.sink.repair_known(kind, at, &span);
        if !is_recorded {
            self.repaired(kind, at, span);
        }
    }

    /// Records two repairs of the same value; the second one is the more severe.
    #[cold]
    pub(crate) fn repaired_twice(&mut self, kinds: [RepairKind; 2], at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.repair_twice(kinds, at, span);
    }

    /// Records the repair of a key of the object at `at`.
    #[inline(always)]
    pub(crate) fn repaired_key(
        &mut self,
        kind: RepairKind,
        at: &mut Frame<'_>,
        spec: &'static ObjectSpec,
        span: Range<usize>,
    ) {
        if self.origin.is_some() || !self.sink.repair_in(kind, at.holder.get(), NO_FIELD, &span) {
            at.level = Level::Object { spec, field: NO_FIELD };
            self.repaired(kind, at, span);
        }
    }

    /// Records a repair that the field's own declaration accepts, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let span = self.place(span);
        self.sink.declared(kind, at, span);
    }

    /// Records a violation for the text of `span`.
    #[cold]
    pub(crate) fn violated(&mut self, expected: Expected, at: &Frame<'_>, span: Range<usize>) -> Halt {
        self.violated_by(expected, Found::Written, at, span)
    }

    /// Records a violation, with a description of what was found.
    #[cold]
    pub(crate) fn violated_by(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) -> Halt {
        let found = match (found, self.origin) {
            (Found::Written, Some(_)) => {
                // What was read may be past the end that is known by now.
                let written = self.whole.get(span.clone()).unwrap_or_default();
                Found::Words(crate::error::excerpt(written))
            }
            (found, _) => found,
        };
        let span = self.place(span);
        self.sink.violation(expected, found, at, span);
        Halt::Invalid
    }

    /// Records that the text ends here, once.
    #[cold]
    pub(crate) fn cut(&mut self, at: &Frame<'_>) {
        self.meets_end();
        if !self.sink.cut {
            let end = self.text.len();
            let span = self.place(self.pos..end);
            self.sink.truncated(at, span);
        }
    }

    /// Whether something shows that the writer had finished when the text ends at an open bracket: the caller says so, a
    /// closing fence or tag follows, or prose does. `None` if the text simply ends here.
    #[cold]
    pub(in crate::read) fn who_ended(&self) -> Option<Finish> {
        self.meets_end();
        match self.sink.finish {
            Some(Finish::Stop | Finish::Length) => self.sink.finish,
            _ if self.is_finished || self.is_followed() => Some(Finish::Stop),
            _ => None,
        }
    }

    /// Whether more than white space is between the end of the text and that of the whole one, and does not say that the text was cut
    /// off. Many levels may be open at that end, and each asks.
    fn is_followed(&self) -> bool {
        let lengths = [self.text.len(), self.whole.len()];
        if lengths[0] >= lengths[1] {
            return false;
        }
        let tail = &self.work.marks.seen().tail;
        if let Some((known, is_followed)) = tail.get()
            && known == lengths
        {
            return is_followed;
        }
        let after = self.whole.get(lengths[0]..).unwrap_or_default().trim_start();
        step(lengths[1] - lengths[0] - after.len() + 1);
        let before = self.whole.get(..lengths[0]).unwrap_or_default();
        let is_followed = !after.is_empty() && !says_cut(after) && !ends_no_answer(after, before);
        tail.set(Some((lengths, is_followed)));
        is_followed
    }

    /// Whether the text ends right after a number or word that may be incomplete: not if the caller says that the model had
    /// stopped, and not if it is the whole answer.
    #[cold]
    pub(crate) fn may_be_cut(&self, at: &Frame<'_>) -> bool {
        self.at_end() && !at.is_root() && self.sink.finish != Some(Finish::Stop)
    }

    /// Whether the number at `span` ends in a point, and nothing of the answer follows: its other digits were cut off, whatever ended
    /// the text.
    pub(crate) fn ends_in_point(&self, span: &Range<usize>, at: &Frame<'_>) -> bool {
        let ends = !at.is_root() && self.text.get(span.clone()).is_some_and(|text| text.ends_with('.'));
        ends && {
            let next = self.after_space(span.end);
            next >= self.text.len() || self.is_frame_end(next)
        }
    }

    /// Records that a level is open at the end of the text: cut off, or merely not closed.
    ///
    /// A comma promises that more follows. Without one, who ended the text decides (`who_ended_the_text` in
    /// `tests/rulings/contract.md`): if only the text's end says so, a level that `may_grow` is cut off.
    #[cold]
    pub(crate) fn unclosed(&mut self, comma: bool, may_grow: bool, at: &Frame<'_>) {
        if self.sink.cut {
            self.meets_end();
            return;
        }
        // The quote that ends a string may as well open the first key or element of an object or list in it: `"{"`.
        let is_empty = self.origin.is_some() && self.text.trim_end().ends_with(['[', '{']);
        let is_cut = comma
            || is_empty
            || match self.who_ended() {
                Some(Finish::Stop) => false,
                Some(_) => true,
                None => may_grow,
            };
        if is_cut {
            self.cut(at);
        } else {
            let end = self.text.len();
            self.repaired(RepairKind::MissingCloser, at, end..end);
            self.conserve_closer(end, at);
            self.conserve_unclosed(at);
        }
    }

    /// Counts an element of a list or an entry of a map, which is at the cursor. It is an error if it is one too many: the rest
    /// of the text was skipped.
    #[inline(always)]
    pub(crate) fn count_element(&mut self) -> Read<()> {
        self.count_elements(1)
    }

    /// Counts so many elements or entries.
    #[inline(always)]
    pub(crate) fn count_elements(&mut self, count: usize) -> Read<()> {
        if self.sink.counts_too_many(count) {
            self.sink.exceed(Limit::Elements);
            self.give_up();
            return Err(Halt::Invalid);
        }
        Ok(())
    }
}
