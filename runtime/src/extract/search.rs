//! The search for the answer: what is read where, whatever the type is.

use std::ops::Range;

use super::scalar;
use super::select::{Attempt, Selection};
use super::single::{self, Place};
use super::walk::escaped::escapes;
use super::walk::{Candidate, Outcome, Walk};
use super::wrapper;
use crate::error::ErrorKind;
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::read::trivia::NextMarks;
use crate::record::Sink;
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

/// Looks for the answer in the whole text. The cursor may have read a value already, at that place; what came of that stands
/// where the next value is read to.
pub(super) fn answer(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<Place>,
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
    let (mut place, has_value) = match place {
        Some(place) => (place, has_value),
        None if root.is_struct => return search(text, options, Known::Nothing, root),
        None => match single::begin(cursor, options, root.accepts, root.object) {
            Some(mut place) => {
                let has_value = root.read(cursor).is_ok();
                place.end = cursor.pos;
                (place, has_value)
            }
            None => return search(text, options, Known::Nothing, root),
        },
    };
    if has_value && single::settle(cursor, options, &mut place) {
        root.keep();
        return Ok(place.settled(cursor));
    }
    cursor.space();
    let is_whole = place.is_document && cursor.pos >= text.len();
    let attempt = Attempt {
        has_value,
        start: place.start,
        end: place.end,
        unrecognized: cursor.unrecognized,
        sink: std::mem::take(&mut cursor.sink),
    };
    if place.is_only {
        root.keep();
        return attempt.settle(options, text);
    }
    if !place.is_document {
        return search(text, options, Known::First(attempt), root);
    }
    if escapes(text, place.start) {
        return search(text, options, Known::Nothing, root);
    }
    let tally = attempt.sink.tally();
    let is_sound = has_value && tally.violations == 0 && tally.refused.is_none();
    let is_doubtful = opens_tuple(text, attempt.start) && !attempt.is_sure();
    if is_sound && !is_doubtful && options.markers.is_empty() && is_whole {
        root.keep();
        return attempt.settle(options, text);
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
