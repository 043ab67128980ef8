//! Forms other than JSON in which models write an answer: tags, lines and bullets.
//!
//! JSON comes first. Each surface looks for its form in the text only if the text contains no JSON that says anything about the type,
//! if that JSON may be a part of a value in such a form, or if it is read only with a severity above `Guess`. It writes what it finds
//! as JSON, with a map back to the caller's text, and the engine reads that: conversions, repairs, paths and spans are those of JSON.
//! The type decides what is text, a list or an object, so `007` stays text for a `String` and is a number for a `u32`.
//!
//! An answer in such a form next to JSON that is no part of it does not count, but it is no prose either: if it says something else,
//! the JSON is a choice, see [`rival`].
//!
//! A refusal must not become an answer. If there is doubt, a surface finds nothing, and the error is that of the JSON reading.
//! Each surface lists its rules in its own module.

mod bullets;
mod disowned;
mod found;
mod leaf;
mod lines;
mod outline;
mod revised;
mod rival;
mod rows;
mod tags;

use alloc::collections::BTreeSet;
use core::ops::Range;

use crate::extract;
use crate::options::Finish;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::repair::{RepairKind, Severity};
use crate::steps::step;
use crate::visit::Slot;
use crate::{ErrorKind, LlmOutput, Options, ParseError, Parsed, Repair, Surface};
use found::{Ambiguous, Containment, FoundAnswer};
pub(crate) use outline::Outline;
use rival::Sought;

use crate::parsed::Settled;

/// Reads `T` from `text`: as JSON, wherever it is, unless that is a part of a value, or else in the form of a surface.
#[inline(always)]
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    if options.on_repair.is_some() {
        return observed(text, options);
    }
    let mut outcome = extract::parse::<T>(text, options);
    let needs_more = match &outcome {
        Ok(parsed) => may_be_another(text, &parsed.span(), parsed.severity(), Outline::Derived(T::SHAPE)),
        Err(_) => true,
    };
    if needs_more {
        read_instead(text, options, &mut outcome);
    }
    outcome
}

/// Like [`parse`], and passes the repairs of the result to the observer.
#[cold]
#[inline(never)]
fn observed<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let parsed = parse::<T>(text, &quiet(options))?;
    tell(parsed.repairs(), options);
    Ok(parsed)
}

/// The same options without an observer.
pub(crate) fn quiet<'o>(options: &Options<'o>) -> Options<'o> {
    Options {
        on_repair: None,
        ..options.clone()
    }
}

/// Tells the observer of each repair.
pub(crate) fn tell(repairs: &[Repair], options: &Options<'_>) {
    if let Some(observer) = options.on_repair {
        repairs.iter().for_each(observer);
    }
}

/// Reads the answer in the form of a surface, if the text has such a form.
#[cold]
#[inline(never)]
fn read_instead<T: LlmOutput>(text: &str, options: &Options<'_>, outcome: &mut Result<Parsed<T>, ParseError>) {
    let found = outcome.as_ref().map(Parsed::span);
    let mut json = |options: &Options<'_>| extract::parse::<T>(text, options).map(|parsed| parsed.span());
    let mut value: Option<T> = None;
    let ruling = settle(text, options, &found, Outline::Derived(T::SHAPE), &mut value, &mut json);
    ruling.apply(outcome, value, text, options);
}

/// What becomes of the JSON reading, once the other forms were looked for.
pub(crate) enum Ruling {
    /// It counts.
    Json,
    /// It counts, but there is another answer.
    Rivalled,
    /// It failed, and needs this severity.
    Needs(Option<Severity>),
    /// The answer is in the form of a surface.
    Another(Settled),
    /// Nothing can be read.
    Failed(ParseError),
}

impl Ruling {
    /// Changes the outcome of the JSON reading to that of both. `value` was read in another form.
    pub(crate) fn apply<T>(
        self,
        outcome: &mut Result<Parsed<T>, ParseError>,
        value: Option<T>,
        text: &str,
        options: &Options<'_>,
    ) {
        match (self, value) {
            (Self::Another(settled), Some(value)) => *outcome = Ok(Parsed::new(value, settled)),
            (Self::Failed(error), _) => *outcome = Err(error),
            (Self::Rivalled, _) => {
                let refused = outcome
                    .as_mut()
                    .ok()
                    .and_then(|parsed| parsed.note_rival(text, options).err());
                if let Some(error) = refused {
                    *outcome = Err(error);
                }
            }
            (Self::Needs(needs), _) => {
                if let Err(error) = outcome {
                    error.set_need(needs);
                }
            }
            _ => {}
        }
    }
}

/// Reads the value to `slot` if the answer is in the form of a surface, and says how that ended. `outcome` is that of the JSON
/// reading: where the value is, or the error; and `json` does that reading once more with other options.
///
/// Whoever calls this tells the observer.
pub(crate) fn settle(
    text: &str,
    options: &Options<'_>,
    outcome: &Result<Range<usize>, &ParseError>,
    outline: Outline,
    slot: &mut dyn Slot,
    json: &mut dyn FnMut(&Options<'_>) -> Result<Range<usize>, ParseError>,
) -> Ruling {
    if let Some((_, settled)) = milder(text, options, outcome, outline, slot, json) {
        return Ruling::Another(settled);
    }
    let ruling = judge(text, options, outcome, outline, slot, json);
    let error = match (&ruling, outcome) {
        (Ruling::Json, Err(error)) => error,
        (Ruling::Failed(error), _) => error,
        _ => return ruling,
    };
    let first = error.would_need();
    if first.is_none() || text.len() > options.limits.bytes || !rival::has_form(text, outline) {
        return ruling;
    }
    // With the repairs that the error names, the text may be read in another way, or not at all.
    let mut raised = quiet(options);
    if options.accept.is_none() {
        // `Options::exact` looks for no other form, but its caller will raise the default options.
        raised.surfaces = Options::default().surfaces;
    }
    // What is much work is not done again.
    let mut needed = first.filter(|_| !error.is_costly());
    raised.accept = needed;
    let lower = milder(text, &raised, outcome, outline, slot, json).map(|(level, _)| level);
    needed = lower.or(needed);
    while let Some(level) = needed.filter(|_| lower.is_none()) {
        raised.accept = Some(level);
        let again = json(&raised);
        let outcome = again.as_ref().map(Range::clone);
        let next = match (judge(text, &raised, &outcome, outline, slot, json), &again) {
            (Ruling::Failed(error), _) => error.would_need(),
            (Ruling::Json, Err(error)) => error.would_need(),
            (Ruling::Rivalled, _) if level < Severity::Guess => Some(Severity::Guess),
            _ => break,
        };
        needed = next.filter(|&next| next > level);
    }
    match ruling {
        Ruling::Failed(mut error) => {
            error.set_need(needed);
            Ruling::Failed(error)
        }
        _ if needed != first => Ruling::Needs(needed),
        ruling => ruling,
    }
}

/// The answer in another form that a lower severity finds where no JSON is read with it, and that severity. Above `Guess`, parts may
/// be left out or made up, so JSON may be read that is none.
fn milder(
    text: &str,
    options: &Options<'_>,
    outcome: &Result<Range<usize>, &ParseError>,
    outline: Outline,
    slot: &mut dyn Slot,
    json: &mut dyn FnMut(&Options<'_>) -> Result<Range<usize>, ParseError>,
) -> Option<(Severity, Settled)> {
    let is_costly = outcome.as_ref().is_err_and(|error| error.is_costly());
    if options.accept <= Some(Severity::Guess) || is_costly || !rival::has_form(text, outline) {
        return None;
    }
    let levels = [Severity::Guess, Severity::Incomplete].into_iter();
    for level in levels.filter(|&level| Some(level) < options.accept) {
        let lowered = quiet(options).accept(level);
        let Err(error) = json(&lowered) else {
            return None;
        };
        if let Ruling::Another(settled) = judge(text, &lowered, &Err(&error), outline, slot, json) {
            return Some((level, settled));
        }
    }
    None
}

/// Like [`settle`], but the severity that an error names was not tried.
fn judge(
    text: &str,
    options: &Options<'_>,
    outcome: &Result<Range<usize>, &ParseError>,
    outline: Outline,
    slot: &mut dyn Slot,
    json: &mut dyn FnMut(&Options<'_>) -> Result<Range<usize>, ParseError>,
) -> Ruling {
    let inside = match outcome {
        Ok(span) if !may_be_inside(text, span, outline) => None,
        _ => read_around(text, options, outcome, outline, slot, json),
    };
    match (inside, outcome) {
        (Some(Ok(settled)), _) => Ruling::Another(settled),
        (Some(Err(error)), _) => Ruling::Failed(error),
        (None, Ok(span)) if rival::is_beside(text, options, span, outline) => Ruling::Rivalled,
        _ => Ruling::Json,
    }
}

/// Reads the answer in the form of a surface that JSON may be a part of; `None` if no surface found one.
fn read_around(
    text: &str,
    options: &Options<'_>,
    outcome: &Result<Range<usize>, &ParseError>,
    outline: Outline,
    slot: &mut dyn Slot,
    json: &mut dyn FnMut(&Options<'_>) -> Result<Range<usize>, ParseError>,
) -> Option<Result<Settled, ParseError>> {
    let may_be = outcome
        .as_ref()
        .map_or_else(|error| error.is_foreign() || is_broken(error), |_| true);
    if !may_be || !options.markers.is_empty() || text.len() > options.limits.bytes {
        return None;
    }
    // Below `Guess`, JSON that would be read at a higher severity is judged as if it was read.
    let needed = outcome
        .as_ref()
        .err()
        .filter(|_| options.accept < Some(Severity::Guess));
    if needed.is_some_and(|error| error.is_costly()) {
        return None;
    }
    let reread = needed.and_then(|error| error.would_need()).and_then(|level| {
        let needed = options.clone().accept(level);
        json(&quiet(&needed)).ok()
    });
    let reread = reread.map(Ok);
    if let Some(Ok(span)) = &reread
        && !may_be_inside(text, span, outline)
    {
        return None;
    }
    let outcome = reread.as_ref().unwrap_or(outcome);
    let Some(found) = find(text, options, outline) else {
        // The lines may be code, or an answer that cannot be read.
        let is_rival = |span: &&Range<usize>| follows_words(text, span, outline.element().unwrap_or(outline));
        let place = outcome.as_ref().ok().filter(is_rival)?.start;
        return Some(Err(ParseError::bare(ErrorKind::Ambiguous, None, place, text)));
    };
    let found = match (found, outcome) {
        (Ok(found), _) => found,
        (Err(Ambiguous(place)), Err(error)) if error.is_foreign() => {
            return Some(Err(ParseError::bare(ErrorKind::Ambiguous, None, place, text)));
        }
        (Err(_), _) => return None,
    };
    // JSON that is broken may be the answer, unless it is inside of a value. So may JSON that could be read.
    let is_open = |error: &ParseError| error.is_foreign() || (is_broken(error) && !found.is_beside_json);
    let is_inside = match outcome {
        Ok(span) => found.contains(text, span),
        Err(error) if is_open(error) => Containment::Yes,
        Err(_) => Containment::No,
    };
    match (is_inside, outcome) {
        (Containment::Yes, _) => {}
        (Containment::Perhaps, Ok(span)) => {
            return Some(Err(ParseError::bare(ErrorKind::Ambiguous, None, span.start, text)));
        }
        _ => return None,
    }
    let mut quiet = options.clone();
    // Above `Guess`, parts may be left out or made up: what can be read without that is read without.
    let levels = [Severity::Guess, Severity::Incomplete].map(Some).into_iter();
    let levels = levels.filter(|level| *level < options.accept).chain([options.accept]);
    let mut reading = None;
    for level in levels {
        quiet.accept = level;
        reading = Some(read(text, &quiet, &found, slot)?);
        if reading.as_ref().is_some_and(Result::is_ok) {
            break;
        }
    }
    let reading = match reading? {
        Ok(settled) => Ok(settled),
        Err(mut error) => {
            let mut needed = error.would_need();
            while let Some(level) = needed {
                quiet.accept = Some(level);
                if outcome.is_err() && json(&quiet).is_err_and(|error| !is_open(&error)) {
                    needed = None;
                    break;
                }
                needed = match read(text, &quiet, &found, slot)? {
                    Ok(_) => break,
                    Err(next) => next.would_need().filter(|&next| next > level),
                };
            }
            error.set_need(needed);
            Err(error)
        }
    };
    Some(reading)
}

/// Whether this JSON may be a part of a value in another form, another answer may be next to it, or all of it may be in another form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn may_be_another(text: &str, json: &Range<usize>, worst: Option<Severity>, outline: Outline) -> bool {
    ((json.start > 0 || json.end < text.len()) && is_accompanied(text, json, outline))
        || (worst > Some(Severity::Guess) && rival::has_form(text, outline))
}

#[inline(never)]
fn is_accompanied(text: &str, json: &Range<usize>, outline: Outline) -> bool {
    let sought = Sought::of(outline);
    sought.is_in(&text[..json.start]) || sought.is_in(&text[json.end..])
}

/// Whether this JSON may be a part of a value in tags, lines or bullets. Most JSON is on lines of its own and has no tag around it,
/// which is soon seen.
#[inline(never)]
fn may_be_inside(text: &str, json: &Range<usize>, outline: Outline) -> bool {
    let before = &text[..json.start];
    if before.trim_start().is_empty() || !is_accompanied(text, json, outline) {
        return false;
    }
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    if !before[line..].is_empty() {
        return true;
    }
    let element = outline.element().unwrap_or(outline);
    let mut above = before.trim_end().lines().rev().take(LINES_ABOVE);
    let is_fence = |line: &&str| line.trim_start().starts_with(['`', '~']);
    let first = above.find(|line| !is_fence(line)).unwrap_or_default();
    let mut lines = core::iter::once(first).chain(above.take_while(|line| !line.trim_start().is_empty()));
    let is_below = lines.any(|line| rows::key_of(line).is_some_and(|key| element.has_field(key)));
    let closes_field = |piece: &str| element.has_field(piece.split('>').next().unwrap_or_default().trim());
    step(text.len() - json.len());
    is_below || text[json.end..].split("</").skip(1).any(closes_field)
}

/// Whether this JSON follows the key of a field and words on its line, and another field has a line too.
fn follows_words(text: &str, json: &Range<usize>, element: Outline) -> bool {
    let start = text[..json.start].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..json.start];
    let field_of = |line| rows::key_of(line).filter(|key| element.has_field(key));
    let Some(key) = field_of(line) else { return false };
    let value = line.trim_end().rsplit(key).next().unwrap_or_default();
    let has_words = value.contains(char::is_alphanumeric);
    step(text.len());
    let next = start + text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
    // Without quotes around its keys, what was read as JSON may be the lines.
    let mut others = text[..start].lines().chain(text[next..].lines());
    has_words && others.any(|line| field_of(line).is_some_and(|other| other != key))
}

/// A key is looked for in so many lines above JSON.
const LINES_ABOVE: usize = 8;

/// Whether the JSON reading found an object or a list, but no value of the type.
fn is_broken(error: &ParseError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Truncated | ErrorKind::Malformed | ErrorKind::Schema
    )
}

/// Looks for an answer in each form.
fn find<'t>(text: &'t str, options: &Options<'_>, outline: Outline) -> Option<Result<FoundAnswer<'t>, Ambiguous>> {
    let has = |surface| options.surfaces.has(surface);
    let found = None
        .or_else(|| has(Surface::Tags).then(|| tags::find(text, outline))?)
        .or_else(|| has(Surface::Lines).then(|| lines::find(text, outline))?)
        .or_else(|| has(Surface::Bullets).then(|| bullets::find(text, outline).map(Ok))?);
    if let Some(Ok(found)) = &found {
        if found.is_disowned(text) {
            return None;
        }
        if let Some(place) = found.retraction(text) {
            return Some(Err(Ambiguous(place)));
        }
    }
    found.map(|found| {
        let mut found = found?;
        if options.finish == Some(Finish::Length) && found.kind != RepairKind::TagsRead {
            // Nothing else shows that lines were cut off.
            found.transcript.open_end();
        }
        Ok(found)
    })
}

/// Reads what was found. `None` if it is no value of the type at all.
fn read(
    text: &str,
    options: &Options<'_>,
    found: &FoundAnswer<'_>,
    slot: &mut dyn Slot,
) -> Option<Result<Settled, ParseError>> {
    let mut cursor = Cursor::new(found.transcript.json(), 0, Sink::of(options));
    cursor.nesting.is_lines = found.kind == RepairKind::LinesRead;
    let has_value = slot.read(&mut cursor, &Frame::root()).is_ok();
    if cursor.unrecognized {
        return None;
    }
    let mut sink = cursor.sink;
    sink.settle_doubts();
    // An empty place is that of the token there.
    sink.relocate(|span| found.transcript.place(&(span.start..span.end.max(span.start + 1))));
    // A line whose key is a misspelt one was read after all.
    let misspelt: BTreeSet<usize> = sink.spans_of(RepairKind::KeyFuzzy).map(|key| key.start).collect();
    let is_told = |(kind, span): &&(RepairKind, Range<usize>)| {
        *kind != RepairKind::JunkRemoved || !misspelt.contains(&span.start)
    };
    for (kind, span) in [(found.kind, found.span.clone())]
        .iter()
        .chain(found.notes.iter().filter(is_told))
    {
        sink.repair(*kind, &Frame::root(), span.clone());
    }
    Some(extract::settle_surface(
        sink,
        found.span.clone(),
        has_value,
        options,
        text,
    ))
}
