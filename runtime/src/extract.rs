//! Finds where in the text the answer may be, and chooses among several.
//!
//! The whole text is tried first, or the first value in it where it begins with prose or a fence. Only then does one walk
//! look at fences, tags, reasoning and bare brackets. Each candidate is read against the type when it is found, so a reader
//! that understands strings decides where it ends.
//!
//! All code that is generic over the type is in this file, and short: every type pays for it at compile time.

mod assigned;
mod attempt;
mod behind;
mod candidates;
mod corrected;
mod envelope;
#[cfg(test)]
mod linear;
mod lines;
mod marks;
mod outside;
mod restart;
mod root;
mod scalar;
mod search;
mod select;
mod single;
mod skeleton;
mod walk;
mod wrapper;

use alloc::string::String;
use core::ops::Range;

use crate::bounds::{DEEPEST_TYPE, LONGEST_SKELETON};
use crate::error::Lines;
use crate::parsed::Settled;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::cursor::Read;
use crate::record::Sink;
use crate::spec::{Accepts, Facts, ObjectSpec, TypeForm};
use crate::visit::{Slot, put};
use crate::{LlmOutput, Options, ParseError, Parsed};
pub(crate) use attempt::late_place;
pub(crate) use root::PLACES;
use root::RootType;
pub(crate) use select::tokens;
use single::{FirstPlace, first_place};
pub(crate) use skeleton::is_placeholder;

/// Reads `T` from `text`, wherever in it the answer is.
pub(crate) fn parse<T: LlmOutput>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let mut first = None;
    let mut place = first_place(&mut cursor, options, T::__FACTS, T::__OBJECT);
    if let Some(place) = &mut place {
        let read = T::__read(&mut cursor, &Frame::root());
        place.end = cursor.pos;
        // The value goes from here to where it is wanted, and the report is put together there: what is moved once more,
        // soon after it was written, costs more than all that is looked at around it.
        if let Ok(value) = read {
            match place.settle(&mut cursor, options, T::__FACTS.form) {
                Some(settled) => return Ok(Parsed::new(value, settled)),
                None => first = Some(value),
            }
        }
    }
    search(&mut cursor, options, place, &mut first)
}

/// Chooses among the objects and lists of a text as [`parse`] does for a struct. The slots read what may be the answer;
/// returns the number of the one with the answer, and what was repaired.
pub(crate) fn choose(
    text: &str,
    options: &Options<'_>,
    slots: [&mut dyn Slot; PLACES],
) -> Result<(usize, Settled), ParseError> {
    let facts = Facts {
        form: TypeForm::Struct,
        ..Facts::leaf(Accepts::OBJECT.or(Accepts::ARRAY))
    };
    let mut root = RootType::new(facts, &ObjectSpec::NONE, text.len(), slots);
    let settled = search::search(text, options, search::EarlierAttempt::Nothing, &mut root)?;
    Ok((root.place(), settled))
}

/// Whether the line with the position `pos` begins with a sign or number before it, such as `> `. If several lines do, the signs
/// are no part of the answer.
pub(crate) fn is_prefixed(text: &str, pos: usize) -> bool {
    lines::is_prefixed(text, pos)
}

/// The text with blanks in place of the signs before its lines, if there are any.
pub(crate) fn without_prefixes(text: &str) -> Option<String> {
    lines::without_prefixes(text).map(|(bare, _)| bare)
}

/// Whether what follows the value that ends at `end` looks like more of it.
pub(crate) fn goes_on(text: &str, end: usize) -> bool {
    behind::goes_on(text, end)
}

/// Whether this object or list may only show the form of an answer.
pub(crate) fn is_skeleton(value: &str) -> bool {
    value.len() <= LONGEST_SKELETON && skeleton::is_skeleton(value)
}

/// The outcome of reading one value that is a part of the answer and was read without its surroundings. Lines are
/// counted from `lines`, which is a place before the value.
pub(crate) fn settle_part(
    cursor: Cursor<'_>,
    start: usize,
    has_value: bool,
    options: &Options<'_>,
    lines: &mut Lines,
) -> Result<Settled, ParseError> {
    let text = cursor.whole();
    let attempt = attempt::ReadAttempt {
        has_value,
        start,
        end: cursor.pos,
        unrecognized: cursor.unrecognized,
        sink: cursor.sink,
    };
    attempt.settle_part(options, text, lines)
}

/// The outcome of reading a value that was written in another form at `span`: everything on record refers to the
/// caller's text.
pub(crate) fn settle_surface(
    sink: Sink,
    span: Range<usize>,
    has_value: bool,
    options: &Options<'_>,
    text: &str,
) -> Result<Settled, ParseError> {
    let attempt = attempt::ReadAttempt {
        has_value,
        start: span.start,
        end: span.end,
        unrecognized: false,
        sink,
    };
    attempt.settle(options, text)
}

/// The text is no exact document: looks for the answer in all of it. What was read from its start, and the value that
/// came of it, are one candidate among others.
#[cold]
#[inline(never)]
fn search<T: LlmOutput>(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    place: Option<FirstPlace>,
    first: &mut Option<T>,
) -> Result<Parsed<T>, ParseError> {
    let mut others = [const { None::<T> }; PLACES - 1];
    let has_value = first.is_some();
    let [second, third] = &mut others;
    let slots: [&mut dyn Slot; PLACES] = [first, second, third];
    let mut root = RootType::new(T::__FACTS, T::__OBJECT, cursor.whole().len(), slots);
    let settled = search::run(cursor, options, place, has_value, T::__FACTS, &mut root);
    let place = root.place();
    let kept = if place == 0 { first } else { &mut others[place - 1] };
    match settled {
        Ok(settled) => match kept.take() {
            Some(value) => Ok(Parsed::new(value, settled)),
            None => settled.lost(),
        },
        Err(error) => Err(error),
    }
}

/// What a text is read as, where no type says it at compile time.
pub(crate) trait Target {
    type Value;

    /// The JSON values that stand for it, and whether it is an object of fields.
    fn facts(&self) -> Facts;

    /// Its fields, where it is an object that knows them.
    fn object(&self) -> &'static ObjectSpec;

    /// No more brackets are tried in a long run of them.
    fn deepest(&self) -> usize {
        DEEPEST_TYPE
    }

    /// The value at the cursor, if there is nothing to repair in it; otherwise the cursor stays.
    fn read_strictly(&self, cursor: &mut Cursor<'_>) -> Option<Self::Value>;

    fn read(&self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;

    /// The value that text without quotes represents.
    fn read_text(&self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self::Value>;
}

/// Reads the target from `text`, wherever in it the answer is.
pub(crate) fn parse_target<T: Target>(
    target: &T,
    text: &str,
    options: &Options<'_>,
) -> Result<Parsed<T::Value>, ParseError> {
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let mut value = None;
    let mut place = first_place(&mut cursor, options, target.facts(), target.object());
    if let Some(place) = place.as_ref().filter(|place| !place.is_document)
        && let Some((value, settled)) = framed(target, &mut cursor, options, place.clone())
    {
        return Ok(Parsed::new(value, settled));
    }
    if let Some(place) = &mut place {
        value = target.read(&mut cursor, &Frame::root()).ok();
        place.end = cursor.pos;
        if value.is_some()
            && let Some(settled) = place.settle(&mut cursor, options, target.facts().form)
            && let Some(value) = value.take()
        {
            return Ok(Parsed::new(value, settled));
        }
    }
    let has_value = value.is_some();
    let mut slots = [value, None, None].map(|value| TargetSlot { target, value });
    let mut root = RootType::new(
        target.facts(),
        target.object(),
        text.len(),
        slots.each_mut().map(|slot| slot as _),
    );
    root.deepest = target.deepest();
    let settled = search::run(&mut cursor, options, place, has_value, target.facts(), &mut root)?;
    let place = root.place();
    match slots[place].value.take() {
        Some(value) => Ok(Parsed::new(value, settled)),
        None => settled.lost(),
    }
}

/// Reads the value at this place in prose or in a fence, if there is nothing to repair in it and nothing else can be the
/// answer; otherwise the cursor stays.
fn framed<T: Target>(
    target: &T,
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    mut place: FirstPlace,
) -> Option<(T::Value, Settled)> {
    let before = cursor.checkpoint();
    let value = target.read_strictly(cursor)?;
    place.end = cursor.pos;
    let settled = place.settle(cursor, options, target.facts().form);
    if settled.is_none() {
        cursor.restore(before.at(place.start));
    }
    settled.map(|settled| (value, settled))
}

/// A place for a value of a target.
struct TargetSlot<'t, T: Target> {
    target: &'t T,
    value: Option<T::Value>,
}

impl<T: Target> Slot for TargetSlot<'_, T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, self.target.read(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, self.target.read_text(text, cursor, at))
    }

    fn clear(&mut self) {
        self.value = None;
    }
}
