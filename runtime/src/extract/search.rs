//! The search for the answer: what is read where, whatever the type is.

use std::ops::Range;

use super::scalar;
use super::select::{Attempt, Selection};
use super::single::{self, Single};
use super::walk::escaped::escapes;
use super::walk::{Candidate, Outcome, Walk};
use super::wrapper;
use crate::error::ErrorKind;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::read::trivia::NextMarks;
use crate::record::{Report, Sink};
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts, Form, ObjectSpec};
use crate::visit::Slot;
use crate::{Options, ParseError};

/// The type that is looked for: what it is, and two places for values of it.
pub(super) struct Root<'r> {
    pub(super) accepts: Accepts,
    pub(super) object: &'static ObjectSpec,
    /// An object of fields.
    pub(super) is_struct: bool,
    /// Where the next value is read to.
    next: &'r mut dyn Slot,
    /// Where the value that was kept stands.
    kept: &'r mut dyn Slot,
    /// The value that was kept stands in the second place.
    pub(super) in_second: bool,
}

impl<'r> Root<'r> {
    pub(super) fn new(
        facts: Facts,
        object: &'static ObjectSpec,
        first: &'r mut dyn Slot,
        second: &'r mut dyn Slot,
    ) -> Self {
        Self {
            accepts: facts.accepts,
            object,
            is_struct: facts.form == Form::Struct,
            next: first,
            kept: second,
            in_second: true,
        }
    }

    /// Reads the value at the cursor; it counts until the next one is read.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        self.next.read(cursor, &Frame::root())
    }

    /// Reads the value that a text stands for; it counts until the next one is read.
    pub(super) fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>) -> Read<()> {
        self.next.read_text(text, cursor, &Frame::root())
    }

    /// Keeps the value that was read last, in place of the one that was kept before.
    pub(super) fn keep(&mut self) {
        std::mem::swap(&mut self.next, &mut self.kept);
        self.in_second = !self.in_second;
    }
}

/// How the search ended, where it ended well: the value that was kept is the answer.
pub(super) struct Settled {
    pub(super) report: Option<Report>,
    pub(super) span: Range<usize>,
}

impl Settled {
    /// What was repaired is told to whoever wants to know.
    pub(super) fn of(report: Option<Report>, span: Range<usize>, options: &Options<'_>) -> Self {
        if let (Some(observer), Some(report)) = (options.on_repair, &report) {
            report.repairs().iter().for_each(observer);
        }
        Self { report, span }
    }

    /// Nothing settles that was not kept.
    #[cold]
    pub(super) fn lost(&self) -> ! {
        unreachable!("the value at {:?} was settled, but not kept", self.span)
    }
}

/// Settles on the struct that was read from the text's beginning in that span of it, if that is the whole text and every
/// repair is taken.
pub(super) fn whole(cursor: &mut Cursor<'_>, options: &Options<'_>, span: Option<&Range<usize>>) -> Option<Settled> {
    let text = cursor.whole();
    let span = span?;
    cursor.space();
    let is_taken = cursor.pos >= text.len()
        && cursor.sink.is_taken()
        && !cursor.unrecognized
        && options.markers.is_empty()
        && !escapes(text, span.start);
    is_taken.then(|| Settled::of(std::mem::take(&mut cursor.sink).report(), span.clone(), options))
}

/// Looks for the answer in the whole text. The cursor may have read a value from its start already, in that span of it;
/// what came of that stands where the next value is read to.
pub(super) fn answer(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    whole: Option<Range<usize>>,
    has_value: bool,
    root: &mut Root<'_>,
) -> Result<Settled, ParseError> {
    let text = cursor.whole();
    if text.len() > options.limits.bytes {
        return Err(ParseError::bare(ErrorKind::Limit, None, 0, text));
    }
    let direct = has_value.then(|| cursor.sink.tally());
    if !root.is_struct
        && let Some(attempt) = wrapper::attempt(text, options, direct, root)
    {
        root.keep();
        return attempt.settle(options, text);
    }
    let Some(span) = whole else {
        return match single::attempt(cursor, options, root) {
            Single::Settled(outcome) => outcome,
            Single::Read(attempt) => search(text, options, Known::First(attempt), root),
            Single::None => search(text, options, Known::Nothing, root),
        };
    };
    if escapes(text, span.start) {
        return search(text, options, Known::Nothing, root);
    }
    cursor.space();
    let is_whole = cursor.pos >= text.len();
    let mut attempt = Attempt {
        has_value,
        start: span.start,
        end: span.end,
        unrecognized: cursor.unrecognized,
        sink: std::mem::take(&mut cursor.sink),
    };
    let tally = attempt.sink.tally();
    let is_sound = has_value && tally.violations == 0 && tally.refused.is_none();
    let is_doubtful = opens_tuple(text, attempt.start) && !attempt.is_sure();
    if is_sound && !is_doubtful && options.markers.is_empty() {
        if is_whole {
            root.keep();
            return attempt.settle(options, text);
        }
        if attempt.is_taken() && !attempt.sink.cut && single::is_only(text, &span) {
            root.keep();
            let around = single::around(0..0, &span, text);
            if let Some(report) = attempt.sink.framed(&around) {
                return Ok(Settled::of(Some(report), span, options));
            }
            around.note(&mut attempt.sink);
            return attempt.settle(options, text);
        }
    }
    search(text, options, Known::Whole(attempt), root)
}

/// What was read before the search began. Its value stands where the next one is read to.
pub(super) enum Known {
    Nothing,
    /// From the beginning of the text on.
    Whole(Attempt),
    /// The first candidate.
    First(Attempt),
}

/// What the candidates have in common: what they may yet look at ahead, by how much they may go back, and what is known
/// of the text.
#[derive(Debug)]
struct Shared {
    lookahead: usize,
    returns: usize,
    marks: NextMarks,
    /// How far the last one was read.
    reached: usize,
}

impl Shared {
    fn of(cursor: Cursor<'_>) -> Self {
        Self {
            lookahead: cursor.lookahead,
            returns: cursor.returns,
            marks: cursor.marks,
            reached: cursor.pos,
        }
    }

    /// What may yet be looked at.
    fn total(&self) -> usize {
        self.lookahead + self.returns
    }

    fn give(&self, cursor: &mut Cursor<'_>) {
        cursor.lookahead = self.lookahead;
        cursor.returns = self.returns;
        cursor.marks = self.marks.up_to(cursor.whole().len());
    }
}

/// Walks the text, and chooses among what may be the answer.
pub(super) fn search(
    text: &str,
    options: &Options<'_>,
    known: Known,
    root: &mut Root<'_>,
) -> Result<Settled, ParseError> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    if text.trim_matches(is_blank).is_empty() {
        return Err(ParseError::bare(ErrorKind::Empty, None, 0, text));
    }
    let (accepts, object) = (root.accepts, root.object);
    if !accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)) {
        return scalar::parse(text, options, root);
    }
    let mut selection = Selection::new(text, options, !accepts.has(Accepts::OBJECT));
    let mut walk = Walk::new(text, options, accepts, object);
    let (mut first, mut whole) = (None, None);
    let start = match known {
        Known::Nothing => 0,
        Known::First(attempt) => {
            first = Some(attempt);
            0
        }
        Known::Whole(attempt) => {
            let start = attempt.start;
            whole = Some(attempt);
            start
        }
    };
    // All candidates together may look ahead as far as one may.
    let mut shared = Shared::of(Cursor::new(text, 0, Sink::default()));
    let mut read = |candidate: &Candidate| {
        // Its value stands where the next one is read to, so it is the first candidate or none.
        let known = first.take().or_else(|| whole.take());
        let is_it = |attempt: &Attempt| {
            attempt.start == candidate.start && candidate.limit == text.len() && candidate.unescaped.is_none()
        };
        let known = known.filter(is_it);
        let before = shared.total();
        let attempt = known.unwrap_or_else(|| attempt(text, options, candidate, &mut shared, root));
        Outcome {
            looked: before - shared.total(),
            beyond: shared.reached.saturating_sub(attempt.end),
            ..selection.offer(candidate, attempt, root)
        }
    };
    walk.run(start, &mut read);
    if selection.is_empty() && object.content.is_some() && options.markers.is_empty() {
        return raw(text, options, root);
    }
    if selection.is_empty()
        && let Some(outcome) = scalar::lone(text, options, root)
    {
        return outcome;
    }
    // A value without brackets that is the whole text: what is wrong with it is known, so it is not called prose.
    if let (true, true, Some(attempt)) = (selection.is_empty(), options.markers.is_empty(), whole)
        && (accepts.has(Accepts::STRING) || !text[attempt.start..].starts_with('"'))
        && text[attempt.end..].trim().is_empty()
        && !attempt.sink.is_clean()
    {
        let attempt = Attempt {
            has_value: false,
            ..attempt
        };
        return attempt.settle(options, text);
    }
    selection.finish(&walk)
}

/// Reads the value that begins at the candidate's start.
fn attempt(
    text: &str,
    options: &Options<'_>,
    candidate: &Candidate,
    shared: &mut Shared,
    root: &mut Root<'_>,
) -> Attempt {
    let sink = Sink::new(options.accept, options.limits.reports);
    let mut cursor = Cursor::new(&text[..candidate.limit], candidate.start, sink);
    cursor.fenced = candidate.fenced;
    shared.give(&mut cursor);
    let read = match &candidate.unescaped {
        Some(document) => {
            let span = candidate.start..candidate.start + 1;
            cursor.pos = candidate.end_of_escaped;
            cursor.within(document, span, |inner| root.read(inner))
        }
        None => root.read(&mut cursor),
    };
    if let Some(kind) = candidate.reshaped {
        let end = cursor.pos;
        cursor.repaired(kind, &Frame::root(), candidate.start..end);
    }
    let span = candidate.wrapper.clone().unwrap_or(candidate.start..cursor.pos);
    let attempt = Attempt {
        has_value: read.is_ok(),
        start: span.start,
        end: span.end,
        unrecognized: cursor.unrecognized,
        sink: std::mem::take(&mut cursor.sink),
    };
    *shared = Shared::of(cursor);
    attempt
}

/// Takes a reply without any JSON whole as the type's one text.
fn raw(text: &str, options: &Options<'_>, root: &mut Root<'_>) -> Result<Settled, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::new(options.accept, options.limits.reports));
    cursor.raw = true;
    let has_value = root.read(&mut cursor).is_ok();
    root.keep();
    let attempt = Attempt {
        has_value,
        start: 0,
        end: text.len(),
        unrecognized: false,
        sink: cursor.sink,
    };
    attempt.settle(options, text)
}

/// Whether a parenthesis stands at `pos`, which in prose is seldom a tuple.
pub(super) fn opens_tuple(text: &str, pos: usize) -> bool {
    text.as_bytes().get(pos) == Some(&b'(')
}

/// Puts a framing repair on record.
pub(super) fn framed(sink: &mut Sink, kind: RepairKind, span: Range<usize>) {
    sink.repair(kind, &Frame::root(), span);
}
