//! What is missing around values without a known type: an end that came too early, braces around a field.

#[cfg(any(feature = "any", feature = "serde"))]
use crate::error::Expected;
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
#[cfg(any(feature = "any", feature = "serde"))]
use crate::read::cursor::Halt;
#[cfg(any(feature = "any", feature = "serde"))]
use crate::read::scan;
use crate::repair::RepairKind;

/// Whether fields follow the end of the object, which then came too early: they can belong to no object around it.
pub(crate) fn reopens(cursor: &mut Cursor<'_>, at: &Frame<'_>, level: &Frame<'_>) -> bool {
    let brace = cursor.pos - 1;
    if cursor.byte(brace) != b'}' || !matches!(at.place().level, Level::Root | Level::List { .. }) {
        return false;
    }
    let comma = cursor.after_space(cursor.pos);
    let next = cursor.after_space(comma + 1);
    let Some(key) = cursor.key_ahead(next).filter(|_| cursor.byte(comma) == b',') else {
        return false;
    };
    // The elements of a list may be numbered.
    let is_index =
        !matches!(at.place().level, Level::Root) && cursor.text[key.name].bytes().all(|c| c.is_ascii_digit());
    if !key.quoted || is_index || !cursor.is_value_start(cursor.after_space(key.colon + 1)) {
        return false;
    }
    cursor.repaired(RepairKind::ObjectReopened, level, brace..brace + 1);
    cursor.pos = next;
    true
}

/// Skips a key and its value where an element of a list belongs: the braces around them are lost, and nobody
/// knows where they were.
#[cfg(any(feature = "any", feature = "serde"))]
pub(crate) fn lone_member(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<Halt> {
    let (start, quote) = (cursor.pos, cursor.peek());
    let is_text = |cursor: &Cursor<'_>| {
        let stop = scan::content_stop(cursor.bytes(), start + 1, quote);
        cursor.can_follow(stop + 1)
    };
    if !matches!(quote, b'"' | b'\'') || is_text(cursor) {
        return None;
    }
    let key = cursor.key_ahead(start).filter(|key| key.quoted)?;
    let value = cursor.after_space(key.colon + 1);
    if !cursor.is_value_start(value) || cursor.is_key_above(start, at) {
        return None;
    }
    cursor.pos = value;
    cursor.skip(at);
    let end = cursor.pos;
    Some(cursor.violated(
        Expected::Words("an element, or an object around this field".into()),
        at,
        start..end,
    ))
}
