//! A list of keys and values, which stands for the map of them.

use super::Entries;
use crate::LlmOutput;
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::key::Key;
use crate::read::skip::Next;
use crate::spec::Accepts;
use crate::visit::map::{listed_pair, named_pair};

impl<'x> Entries<'_, 'x, '_> {
    /// The next pair of a list of pairs, which were all looked at before.
    #[cold]
    pub(super) fn advance_pair(&mut self) -> Option<Key<'x>> {
        let element = Frame::below(
            self.at,
            Level::List {
                accepts: Accepts::OBJECT,
                index: 0,
            },
        );
        let mut comma = false;
        if std::mem::replace(&mut self.begun, true) {
            self.cursor.go_to(self.pair_end);
            comma = self.cursor.separator(&element);
        }
        if self.cursor.element(comma, b']', &element) == Next::Value
            && let Some((name, value)) = pair(self.cursor, self.at)
        {
            self.pair_end = self.cursor.pos;
            self.cursor.go_to(name);
            let level = Frame::below(self.at, Level::Map { key: None });
            let read = String::__read(self.cursor, &level);
            let span = name..self.cursor.pos;
            self.cursor.go_to(value);
            if let Ok(name) = read {
                return Some(Key {
                    name: name.into(),
                    span,
                    has_value: true,
                });
            }
        }
        self.done = true;
        None
    }
}

/// Whether the list at the cursor holds nothing but pairs of a key and a value.
pub(super) fn are_pairs(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    let element = Frame::below(
        at,
        Level::List {
            accepts: Accepts::OBJECT,
            index: 0,
        },
    );
    let mut comma = false;
    cursor.pos += 1;
    loop {
        match cursor.element(comma, b']', &element) {
            Next::Value if pair(cursor, at).is_some() => {}
            Next::Closed => return true,
            _ => return false,
        }
        comma = cursor.separator(&element);
    }
}

/// Passes over a key and a value; returns where the two are.
fn pair(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    match cursor.peek() {
        b'{' => named_pair(cursor, &Frame::below(at, Level::Map { key: None })),
        b'[' => listed_pair(cursor, at),
        _ => None,
    }
}
