//! Adjacent strings: the elements of a list with missing commas, or the pieces of one string.

use core::cell::Cell;

use crate::bounds::LONGEST_PIECE;
use crate::path::{Frame, Level};
use crate::read::closer::Fit;
use crate::read::cursor::Cursor;
use crate::read::steps::step;
use crate::read::string::Verdict;

/// What is known of strings that are side by side: every quote between them may be asked what follows it.
///
/// By the quote that one begins with, they are cut in one of two ways, so two runs are remembered.
#[derive(Debug, Default, Clone)]
pub(crate) struct Runs(Cell<KnownRuns>);

/// The runs that are remembered.
pub(crate) type KnownRuns = [StringRun; 2];

/// Strings that are side by side.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct StringRun {
    /// Where the first of those begins that were not asked for yet.
    start: usize,
    /// How far they were looked at: if each one has a closing quote, up to what follows the white space after the last.
    reach: usize,
    /// Whether each one has a closing quote.
    is_closed: bool,
    /// Where the text ends in which they are.
    limit: usize,
}

impl Cursor<'_> {
    /// The strings side by side that are known: what reads the text after this place need not look at them again.
    pub(crate) fn known_runs(&self) -> KnownRuns {
        self.work
            .marks
            .looked()
            .map_or_else(KnownRuns::default, |seen| seen.strings.0.get())
    }

    /// Sets what an earlier cursor knew of strings side by side in the same text.
    pub(crate) fn know_runs(&self, runs: KnownRuns) {
        if runs
            .iter()
            .any(|run| run.limit == self.text.len() && run.reach > self.pos)
        {
            self.work.marks.seen().strings.0.set(runs);
        }
    }

    /// Whether a whole string begins at `pos` after which a value of this level may have ended: a further piece of
    /// the text before it, or the next element of a list, of which several may be side by side.
    pub(super) fn is_piece(&self, pos: usize, at: &Frame<'_>) -> bool {
        let in_list = matches!(at.place().level, Level::List { .. });
        let next = if in_list {
            self.after_strings(pos)
        } else {
            self.short_string_end(pos).map(|end| self.after_space(end))
        };
        let Some(next) = next else { return false };
        match self.byte(next) {
            _ if next >= self.text.len() => true,
            b',' => matches!(self.after_comma(self.gap(next + 1), at), Verdict::Ends),
            b'}' | b']' => self.closers_fit(next, at) != Fit::No,
            _ => false,
        }
    }

    /// The place after the strings that are side by side from `pos` on, each of them in double quotes, and after the white
    /// space behind them: each of the strings is asked for it.
    fn after_strings(&self, pos: usize) -> Option<usize> {
        let runs = &self.work.marks.seen().strings;
        let limit = self.text.len();
        let [mut last, mut other] = runs.0.get();
        if !self.goes_on_to(&mut last, pos) {
            core::mem::swap(&mut last, &mut other);
            if !self.goes_on_to(&mut last, pos) {
                last = self.run(pos, limit, [last, other]);
            }
        }
        runs.0.set([last, other]);
        last.is_closed.then_some(last.reach)
    }

    /// Whether one of the strings of the run begins at `pos`, before which no other is asked for any more.
    fn goes_on_to(&self, run: &mut StringRun, pos: usize) -> bool {
        if run.limit != self.text.len() || !(run.start..run.reach).contains(&pos) {
            return false;
        }
        while run.start < pos {
            match self.short_string_end(run.start) {
                Some(end) => run.start = self.after_space(end),
                None => return false,
            }
        }
        run.start == pos
    }

    /// The run of strings from `start` on. It may lead to one that is `known`, since the cursor goes back.
    fn run(&self, start: usize, limit: usize, known: [StringRun; 2]) -> StringRun {
        let mut reach = start;
        loop {
            let is_next = |run: &&StringRun| run.limit == limit && run.start == reach && run.reach > reach;
            if let Some(&run) = known.iter().find(is_next) {
                return StringRun { start, ..run };
            }
            let end = self.short_string_end(reach);
            reach = end.map_or(reach + 1, |end| self.after_space(end));
            if end.is_none() || self.byte(reach) != b'"' {
                return StringRun {
                    start,
                    reach,
                    is_closed: end.is_some(),
                    limit,
                };
            }
        }
    }

    /// The place after the string that begins at `pos`, if it is no longer than what may be looked at ahead.
    pub(crate) fn short_string_end(&self, pos: usize) -> Option<usize> {
        let quote = self.byte(pos);
        let bytes = &self.bytes()[pos + 1..];
        let mut escaped = false;
        let mut ends = |byte: u8| {
            let ends = byte == b'\n' || (byte == quote && !escaped);
            escaped = byte == b'\\' && !escaped;
            ends
        };
        let length = bytes
            .iter()
            .take(LONGEST_PIECE)
            .inspect(|_| step(1))
            .position(|&byte| ends(byte));
        if length.is_none() {
            self.meets_end_within(pos + 1, LONGEST_PIECE);
        }
        let length = length?;
        (bytes[length] == quote).then_some(pos + length + 2)
    }
}
