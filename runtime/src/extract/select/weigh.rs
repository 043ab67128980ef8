//! Which of two answers comes first.

use alloc::vec::Vec;
use core::ops::Range;

use super::super::attempt::{ReadAttempt, framed};
use super::super::root::RootType;
use super::super::walk::Envelope;
use super::label::{calls_before_wrong, is_set_aside, yields};
use super::{HeldAttempt, Selection};
use crate::bounds::LONGEST_KEY;
use crate::options::Prefer;
use crate::path::{head, tail};
use crate::read::number::is_plain;
use crate::read::retraction::takes_back;
use crate::read::steps::step;
use crate::repair::{RepairKind, Severity};

/// The most bytes between a broken answer and the text that continues it.
const MOST_BETWEEN: usize = 64;

impl Selection<'_> {
    /// Keeps the better of the best reading so far and this one.
    pub(super) fn weigh(&mut self, held: HeldAttempt, root: &mut RootType<'_>) {
        self.answers
            .push(held.attempt.start..held.attempt.end.max(held.attempt.start));
        let Some(mut best) = self.best.take() else {
            self.best = Some(held);
            root.keep();
            return;
        };
        let differs = !self.same(&best.attempt, &held.attempt);
        self.differs |= differs;
        // A draft that is broken off does not stand for the whole answer after it, whatever is around it.
        let is_draft = || !best.attempt.is_whole() && best.attempt.sink.holds(RepairKind::MissingCloser);
        let is_final = held.candidate.envelope <= Envelope::Bare
            && held.attempt.start > best.attempt.start
            && *best.is_draft.get_or_init(is_draft)
            && held.attempt.is_sure();
        // A later answer that is cut off may not be ignored without a report, even where such an answer is accepted.
        let is_cut = held.attempt.sink.cut
            && held.tally.worst >= Some(Severity::Incomplete)
            && held.candidate.envelope <= best.candidate.envelope
            && held.attempt.start > best.attempt.start
            && !begins_with(
                self.text,
                best.attempt.start..best.attempt.end.max(best.attempt.start),
                &held,
            );
        // What goes on behind a closer that came too early is a piece of the broken answer, and not a later one.
        let between = self.text.get(best.attempt.end..held.attempt.start);
        let is_piece = between.is_some_and(|between| {
            let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}');
            between.len() <= MOST_BETWEEN && between.contains(',') && between.chars().all(is_joint)
        }) && !best.attempt.is_sure();
        if is_piece {
            framed(
                &mut best.attempt.sink,
                RepairKind::ContentLost,
                held.attempt.start..held.attempt.end,
            );
        }
        let is_unmarked = self.options.markers.is_empty();
        let replaces = is_cut || (is_unmarked && (is_final || (differs && self.corrects(&best, &held))));
        let is_free = self.options.prefer.is_none();
        let takes_over = !is_piece && ((is_free && replaces) || self.outranks(&held, &best, differs));
        if takes_over {
            root.keep();
        }
        self.last_end = self.last_end.max(held.attempt.end);
        self.best = Some(if takes_over { held } else { best });
    }

    /// Whether an answer comes before the best one so far, judged by what is around them and by their order. If the two differ, what the
    /// text says about this one counts too.
    fn outranks(&self, held: &HeldAttempt, best: &HeldAttempt, differs: bool) -> bool {
        // Where a list is asked for, one that is there as a list comes before objects collected to one.
        let collected = |held: &HeldAttempt| self.wants_list && self.text.as_bytes()[held.attempt.start] == b'{';
        // An answer without a required field comes last, even if it is in a fence and another one is not.
        let is_partial = |held: &HeldAttempt| held.attempt.sink.holds(RepairKind::MissingToDefault);
        // In a fence of a program, it is rather an argument or a variable.
        let envelope = |held: &HeldAttempt| match held.candidate.envelope {
            Envelope::Fence if is_program(&self.text[held.candidate.opening.clone()]) => (Envelope::Bare, true),
            envelope => (envelope, false),
        };
        let rank = |held: &HeldAttempt| (is_partial(held), envelope(held), collected(held));
        let is_dismissed = || {
            differs
                && best.attempt.is_sure()
                && (self.is_set_aside(held) || self.yields(held, best) || (self.wants_list && self.is_mentioned(held)))
        };
        if rank(held) != rank(best) {
            return rank(held) < rank(best) && !(self.options.prefer.is_none() && is_dismissed());
        }
        match self.options.prefer {
            Some(Prefer::First) => false,
            Some(Prefer::Last) => true,
            _ => {
                // A key without a value only names a field.
                let safe = |held: &HeldAttempt| {
                    held.tally.worst <= Some(Severity::Coercion) && !held.attempt.sink.holds(RepairKind::MissingValue)
                };
                let cost = |held: &HeldAttempt| (held.tally.worst, held.tally.repairs);
                let is_better = safe(held) || (!safe(best) && cost(held) <= cost(best));
                is_better && !is_dismissed()
            }
        }
    }

    /// Whether a later answer replaces the best one so far, whatever their envelopes: the text sets the earlier one aside, or takes it
    /// back before the later one.
    fn corrects(&self, best: &HeldAttempt, held: &HeldAttempt) -> bool {
        let between = self.last_end.max(best.attempt.end)..held.attempt.start;
        let is_taken_back = || {
            let said = self.text.get(between.clone());
            said.is_some_and(|said| takes_back(said) || calls_before_wrong(said))
        };
        held.candidate.envelope <= Envelope::Bare
            && held.attempt.start >= best.attempt.end
            && if held.attempt.is_sure() {
                self.is_set_aside(best) || is_taken_back()
            } else {
                // An answer that the text takes back loses, even if it was written better.
                held.attempt.reads_well() && is_taken_back()
            }
            && !self.is_set_aside(held)
    }

    /// Whether the text around a later answer says that the earlier one counts.
    fn yields(&self, held: &HeldAttempt, best: &HeldAttempt) -> bool {
        let (start, end) = (held.attempt.start, held.attempt.end.max(held.attempt.start));
        let between = self.text.get(best.attempt.end..held.candidate.first().min(start));
        between.is_some_and(|between| yields(between, &self.text[end..]))
    }

    /// Whether the text around an answer says that it is not the one that counts.
    fn is_set_aside(&self, held: &HeldAttempt) -> bool {
        let (start, end) = (held.attempt.start, held.attempt.end.max(held.attempt.start));
        is_set_aside(self.text, held.candidate.first().min(start), start..end)
    }

    /// Whether a list in a sentence is only mentioned there, by the word before it: as an interval (`in the range [0, 1]`), or as what was there
    /// before (`from the original [3, 1]`).
    fn is_mentioned(&self, held: &HeldAttempt) -> bool {
        const BOUNDS: [&str; 8] = ["between", "from", "in", "interval", "range", "to", "within", "over"];
        const EARLIER: [&str; 4] = ["formerly", "original", "previously", "was"];
        let (start, end) = (held.attempt.start, held.attempt.end.max(held.attempt.start));
        let before = tail(&self.text[..start], LONGEST_KEY).trim_end_matches([' ', '*', '`']);
        let word = &before[before.trim_end_matches(char::is_alphabetic).len()..];
        let is_one_of = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
        let list = &self.text[start..end];
        step(before.len() + list.len());
        let is_pair = || {
            let inner = list.trim_matches(['[', ']']);
            let ends = inner.split_once(',').map(|(low, high)| [low.trim(), high.trim()]);
            ends.is_some_and(|ends| ends.iter().all(|end| is_plain(end)))
        };
        is_one_of(&EARLIER) || (is_one_of(&BOUNDS) && is_pair())
    }

    /// Whether two readings come from the same text but for white space.
    fn same(&self, one: &ReadAttempt, other: &ReadAttempt) -> bool {
        let tokens = |attempt: &ReadAttempt| tokens(self.text, attempt.start..attempt.end.max(attempt.start));
        tokens(one).eq(tokens(other))
    }

    /// A later block of the same kind that is cut off: no falling back to an earlier one in silence, unless it says the same
    /// as far as it goes.
    pub(super) fn unrepeated_cut(&mut self) -> Option<HeldAttempt> {
        let cut = self.cut.take_if(|cut| !repeats(self.text, &self.answers, cut))?;
        let outranked = self.best.as_ref().is_some_and(|best| {
            best.candidate.envelope < cut.candidate.envelope || best.attempt.start > cut.attempt.start
        });
        // What goes on around the answer might have been the answer, had it come to an end.
        self.differs |= self.best.as_ref().is_some_and(|best| cut.attempt.holds(&best.attempt));
        (!outranked).then_some(cut)
    }
}

/// How much of a fence's opening is looked at: its marks and the language.
const LONGEST_OPENING: usize = 32;

/// Whether the opening of a fence says that a program is in it.
fn is_program(opening: &str) -> bool {
    const LANGUAGES: [&str; 28] = [
        "bash",
        "c",
        "console",
        "cpp",
        "cs",
        "csharp",
        "curl",
        "diff",
        "go",
        "http",
        "java",
        "javascript",
        "js",
        "jsx",
        "kotlin",
        "php",
        "powershell",
        "py",
        "python",
        "ruby",
        "rust",
        "sh",
        "shell",
        "sql",
        "swift",
        "ts",
        "tsx",
        "typescript",
    ];
    // The marks may be very many, and each answer in the fence asks.
    let opening = head(opening, LONGEST_OPENING);
    let info = opening.trim_start_matches(['`', '~', ' ']);
    let language = info
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    step(opening.len());
    LANGUAGES.iter().any(|known| language.eq_ignore_ascii_case(known))
}

/// Whether this answer begins with a value that is cut off, white space aside.
fn begins_with(text: &str, answer: Range<usize>, cut: &HeldAttempt) -> bool {
    let mut answer = tokens(text, answer);
    tokens(text, cut.written(text)).all(|byte| answer.next() == Some(byte))
}

/// The bytes of a part of the text without the white space that means nothing. What is in a string means something, and between two
/// words or numbers, that there is some.
pub(crate) fn tokens(text: &str, range: Range<usize>) -> impl Iterator<Item = u8> {
    let bytes = text[range].as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b'.' | b'-' | b'+');
    let (mut pos, mut last, mut open, mut escaped) = (0, b' ', None, false);
    core::iter::from_fn(move || {
        loop {
            let byte = *bytes.get(pos)?;
            step(1);
            pos += 1;
            if open.is_none() && byte.is_ascii_whitespace() {
                let is_parted = is_word(last) && bytes.get(pos).is_some_and(|&next| is_word(next));
                if !is_parted {
                    continue;
                }
                last = b' ';
                return Some(last);
            }
            match open {
                Some(_) if escaped => escaped = false,
                Some(_) if byte == b'\\' => escaped = true,
                Some(quote) if byte == quote => open = None,
                None if matches!(byte, b'"' | b'\'') => open = Some(byte),
                _ => {}
            }
            last = byte;
            return Some(byte);
        }
    })
}

/// Whether a value that is cut off repeats one of the answers, white space aside, as far as it goes.
fn repeats(text: &str, answers: &[Range<usize>], cut: &HeldAttempt) -> bool {
    let written = cut.written(text);
    let mut before = answers.iter().filter(|answer| answer.end <= written.start).peekable();
    if before.peek().is_none() {
        return false;
    }
    // There may be many answers, and much white space in what is cut off, which is passed over only once.
    let written: Vec<u8> = tokens(text, written.clone()).collect();
    before.any(|answer| {
        let mut answer = tokens(text, answer.clone());
        written.iter().all(|&byte| answer.next() == Some(byte))
    })
}
