//! The object that a provider's dialect puts around an answer that is not an object: `{"value": ..}`.
//!
//! Providers require an object with known fields at the root, so the schema of a list, a map, a unit enum or a tagged
//! enum is an object with a single field. A whole text of exactly that form is read as the value inside it.

use super::attempt::ReadAttempt;
use super::root::RootType;
use crate::Options;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::{ReadingTally, Sink};
use crate::repair::{RepairKind, Severity};
use crate::spec::Accepts;

/// What is in the object, if the whole text is one and it is the better reading. The value is then where the root's
/// next one is read to; otherwise the root is as it was.
///
/// `direct` is what reading the text itself amounted to, where a value came of it.
pub(super) fn attempt(
    text: &str,
    options: &Options<'_>,
    direct: Option<ReadingTally>,
    root: &mut RootType<'_>,
) -> Option<ReadAttempt> {
    if !options.markers.is_empty() {
        return None;
    }
    let mut cursor = Cursor::new(text, 0, Sink::of(options));
    let start = open(&mut cursor)?;
    let has_value = direct.is_some();
    if has_value {
        root.keep();
    }
    let read = root.read(&mut cursor).is_ok();
    let is_closed = close(&mut cursor);
    let tally = cursor.sink.tally();
    let direct = direct.filter(|tally| tally.violations == 0 && tally.refused.is_none());
    let is_sound = read && tally.violations == 0;
    let is_better = match direct {
        _ if !is_closed => false,
        // What is wrong with the value inside says more than that the object around it is no value. A text is one, though.
        None => is_sound || !root.accepts.has(Accepts::STRING),
        Some(_) if !is_sound || tally.worst > Some(Severity::Coercion) => false,
        // What was meant as a map may look like one already: only if nothing but the dialect's own form is undone here.
        Some(direct) => direct.worst > Some(Severity::Coercion) || cursor.sink.only_undoes_dialects(),
    };
    if !is_better {
        if has_value {
            root.keep();
        }
        return None;
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::EnvelopeUnwrapped, &Frame::root(), start..end);
    Some(ReadAttempt {
        has_value: read,
        start,
        end,
        unrecognized: false,
        sink: cursor.sink,
    })
}

/// Skips the opening of the object, up to its value; returns where the object begins.
fn open(cursor: &mut Cursor<'_>) -> Option<usize> {
    cursor.space();
    let start = cursor.pos;
    let opened = cursor.eat(b"{")
        && {
            cursor.space();
            cursor.eat(b"\"value\"")
        }
        && {
            cursor.space();
            cursor.eat(b":")
        };
    cursor.space();
    opened.then_some(start)
}

/// Skips the end of the object, if the text ends with it.
fn close(cursor: &mut Cursor<'_>) -> bool {
    cursor.space();
    if !cursor.eat(b"}") {
        return false;
    }
    let end = cursor.pos;
    cursor.space();
    let is_end = cursor.at_end();
    cursor.pos = end;
    is_end
}
