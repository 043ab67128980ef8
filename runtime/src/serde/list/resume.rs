//! How a list goes on where an earlier run has left it.

use super::{Elements, Enclosure};
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::serde::pass;
use crate::spec::Accepts;

/// Where a list goes on in another run.
#[derive(Debug)]
pub(in crate::serde) struct ListStop {
    pub(in crate::serde) pos: usize,
    index: u32,
    accepts: Accepts,
    /// An object begins there without a brace.
    headless: bool,
    /// The element there is to go on itself.
    inside: bool,
}

impl Elements<'_, '_, '_> {
    /// Goes on where an earlier run has left the list.
    #[cold]
    pub(super) fn go_on(&mut self, stop: &ListStop) {
        self.cursor.pos = stop.pos;
        if stop.headless {
            self.cursor.headless_at = stop.pos;
        }
        self.index = stop.index;
        self.accepts.set(stop.accepts);
        self.at_element = stop.inside;
        self.begun = true;
        self.resumed = true;
        self.look();
    }

    /// Notes where the list goes on behind an element that was refused, or with what is left of it.
    #[cold]
    pub(super) fn leave(&mut self, here: usize, headless: bool) {
        self.refused = true;
        if !self.is_even || !matches!(self.form, Enclosure::Brackets(_)) {
            return self.pass.lose();
        }
        let inside = self.pass.has_stopped();
        let pos = if inside { here } else { self.cursor.pos };
        let stop = ListStop {
            pos,
            index: self.index,
            accepts: self.accepts.get(),
            headless: if inside {
                headless
            } else {
                self.cursor.headless_at == pos
            },
            inside,
        };
        self.pass.stop(self.cursor, self.start, pass::Stop::List(stop), 0);
    }
}

/// Passes over the value that began at `start` and was given up in the middle.
#[cold]
pub(in crate::serde) fn end_of(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize) {
    if cursor.at_end() {
        return;
    }
    let (mark, cut) = (cursor.sink.mark(), cursor.sink.cut);
    let (end, text) = (cursor.pos, cursor.text);
    cursor.go_to(start);
    cursor.skip(at);
    if cursor.pos < end {
        cursor.text = text;
        cursor.pos = end;
    }
    cursor.sink.rewind(mark);
    cursor.sink.cut = cut;
}
