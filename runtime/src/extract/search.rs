//! The search for the answer: what to read where, for any type.

use core::ops::Range;

use super::attempt::{ReadAttempt, framed};
use super::behind::{ends_in_comma, ends_late};
use super::candidates::{CandidateAttempts, may_be_call};
use super::envelope;
use super::lines;
use super::outside::opens_tuple;
use super::restart::may_restart;
use super::root::RootType;
use super::scalar;
use super::select::Selection;
use super::single::{self, FirstPlace, first_place};
use super::walk::escaped::escapes;
use super::walk::{Candidate, CandidateOutcome, CandidateWalk};
use super::wrapper;
use crate::bounds;
use crate::error::ErrorKind;
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::steps::step;
use crate::read::trivia::NextMarks;
use crate::record::{Acceptance, Sink};
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts};
use crate::{Options, ParseError};

/// Looks for the answer in the whole text, as [`answer`] does, and checks it against what other options would have given.
///
/// An error names a severity only if the text can be read with it. Above `Guess`, a cut-off text is accepted and bad
/// parts may be left out, so two readings may differ: a text that can be read without that is read without it.
pub(super) fn run(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<FirstPlace>,
    has_value: bool,
    facts: Facts,
    root: &mut RootType<'_>,
) -> Result<Settled, ParseError> {
    root.spent = cursor.effort();
    if options.accept < Some(Severity::Incomplete) {
        let outcome = answer(cursor, options, place, has_value, root);
        return outcome.map_err(|error| proved(cursor.whole(), options, facts, root, error));
    }
    // The repairs of the reading that counts are told, not those of another.
    let quiet = quiet(options, options.accept);
    let text = cursor.whole();
    let outcome = match direct(cursor, &quiet, place, has_value, root) {
        Ok(outcome) if is_only(&outcome, root) => outcome,
        _ => mildest(&quiet, root, text, |options, root| anew(text, options, facts, root)),
    };
    match outcome {
        Ok(settled) => {
            if let Some(observer) = options.on_repair {
                settled.repairs().iter().for_each(observer);
            }
            Ok(settled)
        }
        Err(error) => Err(proved(text, options, facts, root, error)),
    }
}

/// Whether this is what every lower severity makes of the text too, if it accepts it.
fn is_only(outcome: &Result<Settled, ParseError>, root: &RootType<'_>) -> bool {
    let worst = outcome.as_ref().map_or(None, Settled::worst);
    let is_sure = outcome.is_ok() && worst < Some(Severity::Guess);
    // What was made up in the only reading may stand in the text that another reading makes sense of.
    let invents = worst >= Some(Severity::Invented);
    is_sure || (root.rivals == 1 && (!invents || root.is_settled))
}

/// The reading with the least severity, where several may be accepted: `anew` reads the text from its beginning. What a lower
/// severity accepts is found as it would be found with that severity, within the same allowance, so it is accepted here too.
pub(super) fn mildest(
    options: &Options<'_>,
    root: &mut RootType<'_>,
    text: &str,
    mut anew: impl FnMut(&Options<'_>, &mut RootType<'_>) -> Result<Settled, ParseError>,
) -> Result<Settled, ParseError> {
    root.forget();
    let mut outcome = anew(&quiet(options, Some(Severity::Guess)), root);
    for accept in [Severity::Incomplete, Severity::Invented].map(Some) {
        if outcome.is_ok() || accept > options.accept {
            break;
        }
        // If the readings before have cost so much that this one would be cut short, nobody would know whether its value is the one.
        let limit = || Err(ParseError::bare(ErrorKind::Limit, None, 0, text));
        if root.is_spent() {
            let is_limit = outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::Limit);
            return if is_limit { outcome } else { limit() };
        }
        root.begin_search();
        outcome = anew(&quiet(options, accept), root);
        if outcome.is_ok() && root.is_curtailed {
            return limit();
        }
    }
    outcome
}

/// An error that names the lowest severity with which the text can be read, or none.
#[cold]
#[inline(never)]
fn proved(
    text: &str,
    options: &Options<'_>,
    facts: Facts,
    root: &mut RootType<'_>,
    mut error: ParseError,
) -> ParseError {
    let mut needed = error.would_need().filter(|_| error.kind() != ErrorKind::Limit);
    root.drop_values();
    while let Some(accept) = needed {
        // What is much work is not done again.
        if root.is_spent() {
            needed = None;
            break;
        }
        root.begin_search();
        needed = match anew(text, &quiet(options, Some(accept)), facts, root) {
            // With all of its allowance, the search may have found something else.
            Ok(_) if root.is_curtailed => None,
            Ok(_) => break,
            Err(next) if next.kind() == ErrorKind::Limit => None,
            Err(next) => Some(next.would_need().unwrap_or(Severity::Invented)).filter(|&next| next > accept),
        };
    }
    // Another reading of the text may need less. Up to `Guess`, what a severity does not read, no lower one does.
    let mut milder = needed.and_then(Severity::milder);
    while let Some(accept) = milder.filter(|&milder| Some(milder) > options.accept && !root.is_spent()) {
        root.begin_search();
        let is_read = anew(text, &quiet(options, Some(accept)), facts, root).is_ok();
        if root.is_curtailed {
            // Above `Guess`, the lower severities are read first, and may leave too little for the one that is needed.
            needed = needed.filter(|&needed| needed < Severity::Incomplete);
            break;
        }
        if is_read {
            needed = Some(accept);
        } else if accept <= Severity::Guess {
            break;
        }
        milder = accept.milder();
    }
    let is_costly = root.is_spent();
    // Above `Guess`, the readings at lower severities are compared: each of them was done above or before, and together they were too
    // much work.
    error.set_need(needed.filter(|&needed| needed < Severity::Incomplete || !is_costly));
    error.set_costly(is_costly);
    error
}

/// The same options with another severity and no observer.
fn quiet<'a>(options: &Options<'a>, accept: Acceptance) -> Options<'a> {
    let mut quiet = options.clone();
    quiet.accept = accept;
    quiet.on_repair = None;
    quiet
}

/// Reads the text from its beginning.
fn anew(text: &str, options: &Options<'_>, facts: Facts, root: &mut RootType<'_>) -> Result<Settled, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let mut place = first_place(&mut cursor, options, facts, root.object);
    let mut has_value = false;
    if let Some(place) = &mut place {
        has_value = root.read(&mut cursor).is_ok();
        place.end = cursor.pos;
        if has_value && let Some(settled) = place.settle(&mut cursor, options, facts.form) {
            root.keep();
            return Ok(settled);
        }
    }
    answer(&mut cursor, options, place, has_value, root)
}

/// Looks for the answer in the whole text. The cursor may have read a value already, at that place; that value is in
/// the place that the next value is read to.
pub(super) fn answer(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<FirstPlace>,
    has_value: bool,
    root: &mut RootType<'_>,
) -> Result<Settled, ParseError> {
    let text = cursor.whole();
    match direct(cursor, options, place, has_value, root) {
        Ok(outcome) => outcome,
        Err(known) => search(text, options, known, root),
    }
}

/// As [`answer`], where no search is needed; otherwise what is known before it.
fn direct(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<FirstPlace>,
    has_value: bool,
    root: &mut RootType<'_>,
) -> Result<Result<Settled, ParseError>, EarlierAttempt> {
    let text = cursor.whole();
    if text.len() > options.limits.bytes {
        return Ok(Err(ParseError::too_long(options.limits.bytes, None)));
    }
    let tally = has_value.then(|| cursor.sink.tally());
    if !root.is_struct
        && let Some(attempt) = wrapper::attempt(text, options, tally, root)
    {
        root.keep();
        return Ok(attempt.settle(options, text));
    }
    let begun = match place {
        Some(place) => Some((place, has_value)),
        None if root.is_struct => None,
        None => begun(cursor, options, root),
    };
    let Some((mut place, has_value)) = begun else {
        return Err(EarlierAttempt::Nothing);
    };
    // Another closing brace after a map may close one around it.
    let is_entry = || root.object.takes_any() && ends_late(text, place.end);
    let is_promising = !root.is_struct && (ends_in_comma(&text[place.end..]) || is_entry());
    if has_value && !is_promising && single::settle(cursor, options, &mut place) {
        root.keep();
        return Ok(Ok(place.settled(cursor)));
    }
    cursor.space();
    let is_whole = place.is_document && cursor.pos >= text.len();
    let attempt = ReadAttempt {
        has_value,
        start: place.start,
        end: place.end,
        unrecognized: cursor.unrecognized,
        sink: core::mem::take(&mut cursor.sink),
    };
    if place.is_only {
        root.count(&attempt.sink);
        root.keep();
        return Ok(attempt.settle(options, text));
    }
    if !place.is_document {
        return Err(EarlierAttempt::First(attempt));
    }
    if escapes(text, place.start) {
        return Err(EarlierAttempt::Nothing);
    }
    root.is_settled = is_whole && attempt.only_lacks(text);
    if is_whole && options.markers.is_empty() && is_answer(&attempt, options, text, root) {
        root.count(&attempt.sink);
        root.keep();
        return Ok(attempt.settle(options, text));
    }
    Err(EarlierAttempt::Whole(attempt))
}

/// The place where the value begins, if that is seen at once, and whether one was read from there.
fn begun(cursor: &mut Cursor<'_>, options: &Options<'_>, root: &mut RootType<'_>) -> Option<(FirstPlace, bool)> {
    let mut place = single::begin(cursor, options, root.accepts, root.object)?;
    let has_value = root.read(cursor).is_ok();
    place.end = cursor.pos;
    Some((place, has_value))
}

/// Whether the reading of the whole text is the answer beyond doubt.
fn is_answer(attempt: &ReadAttempt, options: &Options<'_>, text: &str, root: &RootType<'_>) -> bool {
    let tally = attempt.sink.tally();
    // What the options refuse is refused in the end: another reading would not be the one that they accept.
    let is_refused = tally.refused.is_some_and(|refused| Some(refused) <= options.accept);
    let is_filled = tally.worst < Some(Severity::Incomplete) || root.is_settled;
    let is_sound = attempt.has_value && tally.violations == 0 && is_filled && !is_refused;
    let is_doubtful = || opens_tuple(text, attempt.start) && !attempt.is_sure();
    let is_call = || {
        let (mut left, mut marks) = (text.len(), NextMarks::default());
        may_be_call(attempt, root)
            && envelope::arguments(text, attempt.start, &mut left, &mut marks, |_| true).is_some()
    };
    let is_draft = || {
        let is_doubtful = !attempt.is_sure() || attempt.has_doubtful_quotes();
        // If only parts are missing, nothing in the value comes from another answer.
        is_doubtful && !root.is_settled && may_restart(text, attempt.start..attempt.end, &attempt.sink)
    };
    is_sound && !is_doubtful() && !is_call() && !is_draft() && !attempt.may_go_on(text, text.len())
}

/// What was read before the search began. Its value is where the next one will be read to.
pub(super) enum EarlierAttempt {
    Nothing,
    /// From the beginning of the text on.
    Whole(ReadAttempt),
    /// The first candidate.
    First(ReadAttempt),
}

impl EarlierAttempt {
    /// What is left to know once another value was read: it took the place of the one that came of this reading.
    fn outlived(self) -> Self {
        match self {
            Self::Whole(attempt) | Self::First(attempt) if attempt.has_value => Self::Nothing,
            known => known,
        }
    }

    /// The first candidate, the reading of the whole text, and where the walk begins.
    fn parts(self) -> (Option<ReadAttempt>, Option<ReadAttempt>, usize) {
        match self {
            Self::Nothing => (None, None, 0),
            Self::First(attempt) => (Some(attempt), None, 0),
            Self::Whole(attempt) => {
                let start = attempt.start;
                (None, Some(attempt), start)
            }
        }
    }
}

/// Looks for the answer in a text that is no document, or not only one.
pub(super) fn search(
    text: &str,
    options: &Options<'_>,
    known: EarlierAttempt,
    root: &mut RootType<'_>,
) -> Result<Settled, ParseError> {
    let has_parts = root.accepts.has(Accepts::OBJECT.or(Accepts::ARRAY));
    if has_parts && let Some((bare, part)) = lines::without_prefixes(text) {
        // Where the value needs no repair, the signs are outside of it.
        if options.accept.is_some() && !root.was_read_plainly {
            let plain = Options {
                accept: Some(Severity::Framing),
                ..options.clone()
            };
            let settled = root.read_plainly(|root| choose(text, &plain, EarlierAttempt::Nothing, None, root));
            if settled.is_ok() {
                return settled;
            }
            root.was_read_plainly = true;
        }
        // With the signs and without them, the text may be read as two values.
        root.rivals += 1;
        let settled = choose(&bare, options, EarlierAttempt::Nothing, Some(part), root);
        let Err(refusal) = settled else {
            return settled;
        };
        // The signs would be text or numbers at this severity and none at a higher one.
        if refusal.would_need().is_some() && options.accept.is_some() {
            return Err(refusal);
        }
        let literal = choose(text, options, EarlierAttempt::Nothing, None, root);
        return literal.map_err(|error| if refusal.would_need().is_some() { refusal } else { error });
    }
    choose(text, options, known, None, root)
}

/// Walks the text, and chooses among what may be the answer. In the part `prefixed`, each line began with a sign.
fn choose(
    text: &str,
    options: &Options<'_>,
    mut known: EarlierAttempt,
    prefixed: Option<Range<usize>>,
    root: &mut RootType<'_>,
) -> Result<Settled, ParseError> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    if text.trim_matches(is_blank).is_empty() {
        return Err(ParseError::bare(ErrorKind::Empty, None, 0, text));
    }
    let (accepts, object) = (root.accepts, root.object);
    if (options.is_part && text == "null") || !accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)) {
        return scalar::parse(text, options, root);
    }
    if scalar::follows_reasoning(text)
        && let Some(outcome) = scalar::lone(text, options, root)
    {
        return outcome;
    }
    let mut selection = Selection::new(text, options, !accepts.has(Accepts::OBJECT));
    selection.prefixed = prefixed;
    let mut walk = CandidateWalk::new(text, options, accepts, object);
    walk.begin_within(root.deepest);
    walk.bound(bounds::candidates_left(text.len(), root.tried));
    if let Some((attempt, is_answer)) = headless(text, options, root) {
        if is_answer {
            root.keep();
            return attempt.settle(options, text);
        }
        known = known.outlived();
    }
    let (first, whole, start) = known.parts();
    let mut attempts = CandidateAttempts::new(text, options, [first, whole], root);
    let mut read = |candidate: &Candidate| {
        let (before, judged) = (attempts.shared.work.total(), attempts.shared.work.judged());
        let (one, again) = attempts.best_of(candidate);
        attempts.root.count(&one.sink);
        selection.restart = attempts.restart;
        CandidateOutcome {
            looked: before - attempts.shared.work.total() + attempts.shared.work.judged() - judged + again,
            beyond: attempts.shared.reached.saturating_sub(one.end),
            ..selection.offer(candidate, one, attempts.root)
        }
    };
    walk.run(start, &mut read);
    let [first, whole] = attempts.known;
    drop(first);
    root.is_curtailed |= root.tried > 0 && walk.exhausted;
    root.tried = bounds::candidates(text.len()) - walk.budget();
    if selection.is_empty() {
        if let Some(outcome) = without_candidates(text, options, whole, root) {
            return outcome;
        }
    } else {
        drop(whole);
    }
    if selection.fails() {
        // An error is about to be made, which takes room too.
        root.drop_values();
    }
    selection.finish(&walk)
}

/// The outcome where no candidate is an answer and the text is not searched any further. `whole` is the reading of a value
/// that the text begins with.
fn without_candidates(
    text: &str,
    options: &Options<'_>,
    whole: Option<ReadAttempt>,
    root: &mut RootType<'_>,
) -> Option<Result<Settled, ParseError>> {
    if root.object.content.is_some() && options.markers.is_empty() {
        return Some(raw(text, options, root));
    }
    if let Some(outcome) = scalar::lone(text, options, root) {
        return Some(outcome);
    }
    // A value without brackets that is the whole text: what is wrong with it is known, so it is not called prose.
    let attempt = whole.filter(|attempt| {
        options.markers.is_empty()
            && (root.accepts.has(Accepts::STRING) || !text[attempt.start..].starts_with('"'))
            && text[attempt.end..].trim_start().is_empty()
            && !attempt.sink.is_clean()
    })?;
    let attempt = ReadAttempt {
        has_value: false,
        ..attempt
    };
    Some(attempt.settle(options, text))
}

/// Reads an object whose opening brace is missing: the text begins with a key of the type. It is the answer if the text holds
/// another one, or all that must be there.
fn headless(text: &str, options: &Options<'_>, root: &mut RootType<'_>) -> Option<(ReadAttempt, bool)> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    cursor.space();
    let opening = cursor.pos;
    if cursor.rest().starts_with("```") {
        let line = cursor.rest().find('\n')?;
        let close = cursor.rest()[line..].rfind("```").map(|at| opening + line + at);
        cursor.pos += line;
        cursor.text = &text[..close.unwrap_or(text.len())];
        cursor.space();
    }
    let start = cursor.pos;
    let knows = |cursor: &Cursor<'_>, pos: usize| {
        let key = cursor.key_ahead(pos).filter(|key| key.quoted);
        key.is_some_and(|key| root.object.exact(&text[key.name]).is_some())
    };
    if !root.is_struct || cursor.peek() != b'"' || !options.markers.is_empty() || !knows(&cursor, start) {
        return None;
    }
    let quotes = text[start + 1..].match_indices('"');
    let has_more = quotes.into_iter().any(|(offset, _)| {
        step(1);
        knows(&cursor, start + 1 + offset)
    });
    if opening < start {
        framed(&mut cursor.sink, RepairKind::FenceUnwrapped, opening..start);
    }
    cursor.hints.headless_at = start;
    let has_value = root.read(&mut cursor).is_ok();
    let end = cursor.pos;
    cursor.repaired(RepairKind::MissingOpener, &Frame::root(), start..start);
    cursor.space();
    let tally = cursor.sink.tally();
    let is_read = has_value && tally.violations == 0 && tally.worst <= Some(Severity::Guess) && !cursor.unrecognized;
    let has_all = has_more || !cursor.sink.holds(RepairKind::MissingToDefault);
    let is_answer = is_read && has_all && cursor.at_end();
    let attempt = ReadAttempt {
        has_value,
        start,
        end,
        unrecognized: false,
        sink: core::mem::take(&mut cursor.sink),
    };
    Some((attempt, is_answer))
}

/// Accepts a whole reply without any JSON as the type's only string.
fn raw(text: &str, options: &Options<'_>, root: &mut RootType<'_>) -> Result<Settled, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    cursor.raw = true;
    let has_value = root.read(&mut cursor).is_ok();
    if has_value && cursor.raw {
        // It was a string in quotes, which is no document of the type either.
        framed(&mut cursor.sink, RepairKind::RawTextWrapped, 0..text.len());
    }
    root.keep();
    let attempt = ReadAttempt {
        has_value,
        start: 0,
        end: text.len(),
        unrecognized: false,
        sink: cursor.sink,
    };
    attempt.settle(options, text)
}
