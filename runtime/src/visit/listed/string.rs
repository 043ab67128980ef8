//! A list from a string: one that contains a list, one that is split, one that is an element.

use alloc::vec::Vec;
use core::ops::Range;

use super::{element_wrapped, extra_closers};
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::steps::step;
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;
use crate::visit::coerce;
use crate::visit::list::{self, ListSlot};
use crate::visit::text::may_unwrap;

/// Makes a list from a decoded string, whose place is that of the cursor's last token.
pub(crate) fn from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    let span = cursor.token.clone();
    from_text_at(span, text, cursor, at, elements)
}

/// Makes a list from the string at `span`: the string contains a list, is split as the field declares, or is one element.
pub(super) fn from_text_at(
    span: Range<usize>,
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    elements: &mut ListSlot<'_>,
) -> Read<()> {
    let accepts = elements.accepts;
    let trimmed = text.trim();
    if text.is_empty() {
        let quotes = &cursor.text[span.clone()];
        if quotes.len() > 2 && quotes.is_ascii() {
            // The brackets of a list with an empty string may be missing.
            cursor.repaired(RepairKind::AmbiguousQuote, at, span.clone());
        }
        return coerce::empty(cursor, at, span, Expected::List);
    }
    let is_optional = at.field().is_some_and(|field| field.facts.optional);
    if accepts.has(Accepts::STRING) && coerce::is_null_word(text) {
        if is_optional {
            // The field is optional, and the text says that there is no value: the caller reads this as `null`.
            return Err(cursor.violated(Expected::List, at, span));
        }
        if at.place().field().is_some() {
            // The only element would be a word that says that there is none.
            cursor.repaired(RepairKind::NullAlias, at, span);
            return Ok(());
        }
    }
    let brackets = if accepts.has(Accepts::OBJECT) {
        &['[', '{'][..]
    } else {
        &['['][..]
    };
    let document = fenced(trimmed).unwrap_or(trimmed);
    if document.starts_with(brackets)
        && may_unwrap(at)
        && let Some(read) = from_document(span.clone(), document, cursor, at, elements)
    {
        return read;
    }
    if trimmed.starts_with('"') && may_unwrap(at) {
        let inside = Frame::below(at, Level::Inside(Conversion::Text));
        let before = cursor.checkpoint();
        let inner = cursor.within(trimmed, span.clone(), |inner| {
            inner
                .string(&inside)
                .filter(|_| inner.at_end())
                .map(alloc::borrow::Cow::into_owned)
        });
        if let Some(inner) = inner.filter(|inner| inner.trim_start().starts_with('[')) {
            cursor.token = span.clone();
            return from_text_at(span, &inner, cursor, &inside, elements);
        }
        // The text is no string, and nothing is wrong with it.
        cursor.look_back_to(before);
    }
    if let Some(separator) = at.field().and_then(|field| field.split) {
        return split(
            span,
            text.split(separator),
            RepairKind::StringSplit,
            cursor,
            at,
            elements,
        );
    }
    let of_text = Accepts::STRING
        .or(Accepts::NAME)
        .or(Accepts::NUMBER)
        .or(Accepts::BOOLEAN);
    if !accepts.has(of_text) || (trimmed.is_empty() && !accepts.has(Accepts::STRING)) {
        return Err(cursor.violated(Expected::List, at, span));
    }
    if let Some(items) = items(trimmed) {
        return split(span, items.into_iter(), RepairKind::BulletsRead, cursor, at, elements);
    }
    if let Some(words) = quoted_words(trimmed) {
        return split(
            span,
            words.into_iter(),
            RepairKind::ObjectsCollected,
            cursor,
            at,
            elements,
        );
    }
    let of_words = Accepts::STRING.or(Accepts::NAME);
    if !accepts.has(of_words) && trimmed.contains(',') {
        // This may be one number with commas in it or several numbers: `100,200,300`.
        return Err(cursor.violated(Expected::List, at, span));
    }
    let flat = cursor.hints.flat_at;
    cursor.token = span.clone();
    elements.read_text(text, cursor, at, 0)?;
    cursor.conserve_wrapped(span.clone(), at);
    let is_bracket = |c| matches!(c, '[' | '{' | '(');
    if trimmed.contains(is_bracket)
        && !trimmed.trim_matches(['[', ']']).is_empty()
        && !trimmed.contains(char::is_alphanumeric)
    {
        // It may be the list, with no elements: `"{,}"`.
        cursor.repaired(RepairKind::JsonAsText, at, span.clone());
    }
    cursor.repaired(RepairKind::WrapInArray, at, span.clone());
    element_wrapped(cursor, at, span, flat);
    Ok(())
}

/// Reads the list that the string at `span` contains as `document`. `None` if the string is rather an element itself.
fn from_document(
    span: Range<usize>,
    document: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    elements: &mut ListSlot<'_>,
) -> Option<Read<()>> {
    let accepts = elements.accepts;
    let mark = cursor.sink.mark();
    let inside = Frame::below(at, Level::Inside(Conversion::Text));
    let read = cursor.within(document, span.clone(), |inner| {
        let read = list::read(inner, &inside, elements);
        inner.trivia(&inside);
        extra_closers(inner, &inside);
        if inner.at_end() { read } else { Err(Halt::Invalid) }
    });
    let tally = cursor.sink.tally_since(mark);
    // If reading the string as a list needs a guess, it is not a list: it may only look like one.
    let is_list = read.is_ok() && tally.violations == 0 && !cursor.sink.cut;
    let is_text = accepts.has(Accepts::STRING) && tally.worst >= Some(Severity::Guess);
    if is_list && !is_text {
        if cursor.sink.holds_since(mark, RepairKind::MissingCloser) {
            // The string is closed and the list is not: the rest of it may be lost.
            cursor.repaired(RepairKind::ElementSplit, at, span.clone());
        }
        cursor.repaired(RepairKind::UnwrapStringArray, at, span.clone());
        cursor.conserve_unwrapped(span, at);
        return Some(Ok(()));
    }
    // A bracket alone is no text, but a list that was cut off.
    if accepts.has(Accepts::STRING) && document.trim_end() != "[" {
        elements.slot.clear();
        cursor.sink.rewind(mark);
        if document.starts_with('[') && document.ends_with(']') && document.contains('"') {
            // As one element, the string would lose its elements.
            cursor.repaired(RepairKind::ContentLost, at, span);
        }
        return None;
    }
    cursor.repaired(RepairKind::UnwrapStringArray, at, span.clone());
    cursor.conserve_unwrapped(span.clone(), at);
    if read.is_err() && !cursor.sink.violated_since(mark) {
        return Some(Err(cursor.violated(Expected::List, at, span)));
    }
    Some(if tally.violations == 0 {
        read
    } else {
        Err(Halt::Invalid)
    })
}

/// Whether a text without brackets is read as several elements.
pub(crate) fn holds_elements(text: &str) -> bool {
    items(text).is_some() || quoted_words(text).is_some()
}

/// The items of a text whose lines all begin with the same bullet or are numbered from one: several, and none of them empty.
fn items(text: &str) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let mut bullet = None;
    if !text.contains('\n') {
        return None;
    }
    step(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let marker = line
            .strip_prefix(['-', '*', '•'])
            .map(|rest| (line.chars().next(), rest));
        let (sign, rest) = marker.or_else(|| {
            let (number, rest) = line.split_once(['.', ')'])?;
            (number.parse() == Ok(items.len() + 1)).then_some((None, rest))
        })?;
        if *bullet.get_or_insert(sign) != sign || !rest.starts_with(' ') || rest.trim_start().is_empty() {
            return None;
        }
        items.push(rest.trim());
    }
    (items.len() > 1).then_some(items)
}

/// The words of a text that consists of several of them in quotes, with commas or line breaks between.
fn quoted_words(text: &str) -> Option<Vec<&str>> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut words = Vec::new();
    let mut rest = text;
    step(text.len());
    loop {
        let (word, behind) = rest.strip_prefix(quote)?.split_once(quote)?;
        words.push(word);
        rest = behind.trim_start();
        if rest.is_empty() {
            return (words.len() > 1 && words.iter().all(|word| !word.trim_start().is_empty())).then_some(words);
        }
        rest = match rest.strip_prefix(',') {
            Some(rest) => rest.trim_start(),
            None if behind.starts_with(['\n', '\r']) => rest,
            None => return None,
        };
    }
}

/// The pieces of a string that is several elements, such as one that is split as the field declares.
fn split<'t>(
    span: Range<usize>,
    pieces: impl Iterator<Item = &'t str>,
    kind: RepairKind,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    elements: &mut ListSlot<'_>,
) -> Read<()> {
    let mut invalid = false;
    let pieces = pieces.map(str::trim).filter(|piece| !piece.is_empty());
    for (index, piece) in (0..).zip(pieces) {
        cursor.token = span.clone();
        invalid |= elements.read_text(piece, cursor, at, index).is_err();
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    cursor.repaired(kind, at, span);
    Ok(())
}

/// The content of a string that consists of one fenced block.
fn fenced(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("```")?.strip_suffix("```")?;
    let (info, inner) = inner.split_once('\n')?;
    let is_info = info.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
    (is_info && !inner.contains("```")).then(|| inner.trim())
}
