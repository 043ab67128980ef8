//! What a push has changed: which fields, and by which text.

use std::fmt;
use std::ops::Range;

use super::compare::{Way, path_of};
use super::kind::Level;
use crate::path::Path;
use crate::spec::ObjectSpec;

/// What a push did to a field or element, see [`Stream::changes`](super::Stream::changes).
#[derive(Clone, PartialEq, Eq)]
pub struct Change<'s> {
    path: Path,
    what: Changed<'s>,
}

impl<'s> Change<'s> {
    /// The field or element.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What happened to it.
    pub fn what(&self) -> Changed<'s> {
        self.what
    }
}

impl fmt::Debug for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.path, self.what)
    }
}

/// What happened to a field or element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Changed<'s> {
    /// A string, object, list or variant of an enum begins here.
    Began,
    /// The string goes on with this text.
    Grew(&'s str),
    /// The value is there, complete.
    Set,
    /// The string, object or list is complete, or the field is `null`.
    Done,
}

/// The changes of one push.
#[derive(Debug, Default)]
pub(super) struct Changes {
    events: Vec<Event>,
    steps: Vec<(Option<&'static ObjectSpec>, u32)>,
    /// What strings grew by.
    texts: String,
    /// All that happened is that the string which is being read has grown by this part of the text.
    plain: Option<Range<usize>>,
}

#[derive(Debug)]
struct Event {
    /// Which of the steps lead to the place.
    way: Range<usize>,
    what: What,
}

#[derive(Debug)]
enum What {
    Began,
    Grew(Range<usize>),
    Set,
    Done,
}

impl Changes {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.plain = None;
        if !self.events.is_empty() {
            self.forget();
        }
    }

    #[inline(never)]
    fn forget(&mut self) {
        self.events.clear();
        self.steps.clear();
        self.texts.clear();
    }

    #[inline]
    pub(super) fn grew_plainly(&mut self, piece: Range<usize>) {
        self.plain = Some(piece);
    }

    /// Keeps what happened so far, for there is more to come of the same chunk.
    pub(super) fn keep_plain(&mut self, text: &str, way: &[Level]) {
        if let Some(piece) = self.plain.take() {
            self.grew(way, &text[piece]);
        }
    }

    /// The string at the end of the way goes on with `piece`.
    pub(super) fn grew(&mut self, way: &[Level], piece: &str) {
        if piece.is_empty() {
            return;
        }
        let start = self.texts.len();
        self.texts.push_str(piece);
        let end = self.texts.len();
        // A piece that follows another one is of the same string: something else happens between two of them.
        if let Some(Event {
            what: What::Grew(grown),
            ..
        }) = self.events.last_mut()
        {
            grown.end = end;
            return;
        }
        self.push(way, What::Grew(start..end));
    }

    /// Something else happens at the end of the way.
    pub(super) fn add(&mut self, way: &[Level], what: Changed<'_>) {
        let what = match what {
            Changed::Began => What::Began,
            Changed::Grew(piece) => return self.grew(way, piece),
            Changed::Set => What::Set,
            Changed::Done => What::Done,
        };
        self.push(way, what);
    }

    fn push(&mut self, way: &[Level], what: What) {
        let start = self.steps.len();
        self.steps.extend(way.iter().map(|level| (level.spec(), level.at)));
        self.events.push(Event {
            way: start..self.steps.len(),
            what,
        });
    }

    /// The changes, where `text` is what came in so far and `way` leads to the string that is being read.
    pub(super) fn iter<'s>(&'s self, text: &'s str, way: &'s [Level]) -> impl Iterator<Item = Change<'s>> {
        let plain = self.plain.clone().map(|piece| Change {
            path: path_of(way),
            what: Changed::Grew(&text[piece]),
        });
        let others = self.events.iter().map(|event| {
            let mut way = Way::default();
            for &(spec, step) in &self.steps[event.way.clone()] {
                way.enter(spec, step);
            }
            let what = match &event.what {
                What::Began => Changed::Began,
                What::Grew(grown) => Changed::Grew(&self.texts[grown.clone()]),
                What::Set => Changed::Set,
                What::Done => Changed::Done,
            };
            Change { path: way.path(), what }
        });
        plain.into_iter().chain(others)
    }
}
