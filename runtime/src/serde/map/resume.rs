//! How an object of any keys goes on where an earlier run has left it.

use std::ops::Range;

use super::Entries;
use crate::path::{Frame, Level};
use crate::read::key::Key;
use crate::serde::pass;

/// Where an object goes on in another run.
#[derive(Debug)]
pub(in crate::serde) struct EntriesStop {
    pub(in crate::serde) pos: usize,
    /// The member there is to go on itself: its key, and where that stands.
    inside: Option<(String, Range<usize>)>,
    came: Vec<&'static str>,
}

impl Entries<'_, '_, '_> {
    /// Goes on where an earlier run has left the object.
    #[cold]
    pub(super) fn go_on(&mut self, stop: EntriesStop) {
        self.cursor.pos = stop.pos;
        self.came = stop.came;
        self.ahead = stop.inside.map(|(name, span)| Key {
            name: name.into(),
            span,
            has_value: true,
        });
        self.begun = true;
        self.resumed = true;
    }

    /// Notes where the object goes on behind a value that was refused, or with what is left of it.
    #[cold]
    pub(super) fn leave(&mut self, here: usize) {
        self.refused = true;
        let key = self.key.as_ref().filter(|_| !self.pairs);
        let Some(key) = key else { return self.pass.lose() };
        let inside = self.pass.has_stopped();
        let stop = EntriesStop {
            pos: if inside { here } else { self.cursor.pos },
            inside: inside.then(|| (key.name.clone().into_owned(), key.span.clone())),
            came: std::mem::take(&mut self.came),
        };
        self.pass.stop(self.cursor, self.start, pass::Stop::Entries(stop), 0);
    }

    /// Goes on behind the member whose key was refused.
    #[cold]
    pub(super) fn leave_key(&mut self) {
        let mark = self.cursor.sink.mark();
        self.cursor.skip(&Frame::below(self.at, Level::Map { key: None }));
        self.cursor.sink.rewind(mark);
        self.leave(self.cursor.pos);
    }
}
