//! What a push changed: which fields, and which text was added.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::compare::{Way, path_of};
use super::kind::Level;
use crate::path::Path;
use crate::read::cursor::NOWHERE;
use crate::spec::ObjectSpec;

/// What a push did to a field or element; see [`Stream::changes`](super::Stream::changes).
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
    /// A string, object, list or variant of an enum has begun. It may still be empty.
    Began,
    /// The string got longer by this text.
    Grew(&'s str),
    /// The value was read as a whole and is complete: read it, and everything inside it, from the partial. What is
    /// inside it has no changes of its own. Numbers and unit variants are always read this way, and so are many values
    /// that need a repair.
    Set,
    /// The string, object or list is complete, or it is `null` (then there was no `Began`).
    Done,
}

/// The changes of one push.
#[derive(Debug)]
pub(super) struct Changes {
    /// Whether the changes are kept: only if someone asks for them.
    pub(super) are_kept: bool,
    events: Vec<Event>,
    /// What strings grew by, if that is not a slice of the text (an escape was decoded).
    decoded: String,
    /// If nothing else happened: the current string has grown by the text from here to the end of what is shown.
    plain_from: usize,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            are_kept: false,
            events: Vec::new(),
            decoded: String::new(),
            plain_from: NOWHERE,
        }
    }
}

/// A change, with the last step of the way to its place.
///
/// The steps before it are those of the next event further up, or of the way that is open at the end: an object or list is
/// never left without an event of its own.
#[derive(Debug)]
struct Event {
    what: What,
    /// The text by which a string grew.
    piece: Range<usize>,
    depth: usize,
    step: ChangeStep,
}

/// A field of an object, or an element of a list.
type ChangeStep = (Option<&'static ObjectSpec>, u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Began,
    /// By a slice of the text.
    Grew,
    /// By a slice of `decoded`.
    Decoded,
    Set,
    Done,
    /// The object or list around this place is no longer read piece by piece: this is no change, but a step of the way.
    Left,
}

impl Changes {
    /// Forgets the changes of the previous push. Those of the next one are kept if they have been asked for: from then on, they
    /// always are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin_push(&mut self, are_asked_for: bool) {
        self.plain_from = NOWHERE;
        if are_asked_for {
            self.are_kept = true;
            self.events.clear();
            self.decoded.clear();
        }
    }

    /// Nothing happens except that the current string continues with the text from `from`, as far as it is shown. Changes
    /// are not kept.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn grew_plainly(&mut self, from: usize) {
        self.plain_from = from;
    }

    /// Whether the changes of the last push are available.
    pub(super) fn are_known(&self) -> bool {
        self.are_kept || self.plain_from != NOWHERE
    }

    /// The string at the end of `way` continues with this slice of the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn grew(&mut self, way: &[Level], text: &str, piece: Range<usize>) {
        if self.are_kept {
            self.keep_piece(way, text, piece);
        }
    }

    /// Like [`Changes::grew`], for a piece that is not a slice of the text.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn grew_otherwise(&mut self, way: &[Level], text: &str, piece: &str) {
        if self.are_kept {
            self.keep_decoded(way, text, piece);
        }
    }

    #[inline(never)]
    fn keep_piece(&mut self, way: &[Level], text: &str, piece: Range<usize>) {
        if piece.is_empty() {
            return;
        }
        // Two pieces in a row belong to the same string: between two strings, something else happens.
        match self.events.last_mut() {
            Some(event) if event.what == What::Grew && event.piece.end == piece.start => event.piece.end = piece.end,
            Some(event) if matches!(event.what, What::Grew | What::Decoded) => {
                self.keep_decoded(way, text, &text[piece]);
            }
            _ => self.keep(way, What::Grew, piece),
        }
    }

    #[inline(never)]
    fn keep_decoded(&mut self, way: &[Level], text: &str, piece: &str) {
        if piece.is_empty() {
            return;
        }
        let mut start = self.decoded.len();
        match self.events.last_mut() {
            Some(event) if event.what == What::Grew => {
                event.what = What::Decoded;
                self.decoded.push_str(&text[event.piece.clone()]);
            }
            Some(event) if event.what == What::Decoded => start = event.piece.start,
            _ => self.keep(way, What::Decoded, start..start),
        }
        self.decoded.push_str(piece);
        if let Some(event) = self.events.last_mut() {
            event.piece = start..self.decoded.len();
        }
    }

    /// A value begins at the end of `way`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn began(&mut self, way: &[Level]) {
        if self.are_kept {
            self.keep(way, What::Began, 0..0);
        }
    }

    /// A value that is shown whole is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn set(&mut self, way: &[Level]) {
        if self.are_kept {
            self.keep(way, What::Set, 0..0);
        }
    }

    /// A value is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn done(&mut self, way: &[Level]) {
        if self.are_kept {
            self.keep(way, What::Done, 0..0);
        }
    }

    /// The object or list around the end of `way` is left before its end.
    pub(super) fn left(&mut self, way: &[Level]) {
        if self.are_kept {
            self.keep(way, What::Left, 0..0);
        }
    }

    #[inline(never)]
    fn keep(&mut self, way: &[Level], what: What, piece: Range<usize>) {
        let step = way.last().map_or((None, 0), |level| (level.spec, level.at));
        self.events.push(Event {
            what,
            piece,
            depth: way.len(),
            step,
        });
    }

    /// The changes. `text` is what has arrived so far, `shown` is the end of what is shown, and `way` is open at its end.
    pub(super) fn iter<'s>(
        &'s self,
        text: &'s str,
        shown: usize,
        way: &'s [Level],
    ) -> impl Iterator<Item = Change<'s>> {
        let mut steps: Vec<ChangeStep> = way.iter().map(|level| (level.spec, level.at)).collect();
        let plain = text.get(self.plain_from..shown).filter(|piece| !piece.is_empty());
        let plain = plain.map(|piece| Change {
            path: path_of(way),
            what: Changed::Grew(piece),
        });
        let mut changes: Vec<_> = self
            .events
            .iter()
            .rev()
            .filter_map(|event| {
                steps.resize(event.depth, event.step);
                if let Some(last) = steps.last_mut() {
                    *last = event.step;
                }
                let what = match event.what {
                    What::Began => Changed::Began,
                    What::Grew => Changed::Grew(&text[event.piece.clone()]),
                    What::Decoded => Changed::Grew(&self.decoded[event.piece.clone()]),
                    What::Set => Changed::Set,
                    What::Done => Changed::Done,
                    What::Left => return None,
                };
                let path = Way::to(&steps).path();
                Some(Change { path, what })
            })
            .collect();
        changes.reverse();
        plain.into_iter().chain(changes)
    }
}
