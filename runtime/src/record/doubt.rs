//! Doubts: not repairs by themselves, but signs that a document may be wrong if it is repaired elsewhere.

use alloc::boxed::Box;
use core::ops::Range;

use super::Sink;
use crate::path::{Frame, Place};
use crate::repair::{RepairKind, Severity};
use crate::spec::ObjectSpec;

/// What a valid document may contain, although it looks like an accident if something else is broken.
#[derive(Debug, Default, Clone)]
pub(crate) struct Doubts {
    /// An unknown key that resembles the name of a missing field, or may be one of the map before it.
    pub(crate) resembling: Option<Range<usize>>,
    /// A key that may belong to an object around its own: its own object does not know it, or it and a closing bracket are missing
    /// from the outer one.
    pub(crate) above: Option<Range<usize>>,
    /// An unknown key right after an object or list, or where an object is missing: if a closing bracket too many follows the
    /// answer, the key may belong to that object or list.
    pub(crate) stray: Option<Range<usize>>,
    /// The name of a field that is missing, in the value of an unknown key.
    pub(crate) inside: Option<Range<usize>>,
    /// A map with a repeated key: the last one was used.
    overridden: Option<(Range<usize>, Place)>,
    /// How many objects had fields, but none that their type knows.
    pub(crate) strangers: u32,
    /// The root is a list, and was read from objects without a list around them: what its elements are.
    pub(crate) element: Option<&'static ObjectSpec>,
    /// How many events were on record when the first of them was added.
    pub(super) noted_at: usize,
}

impl Sink {
    /// The doubts, to add one.
    #[cold]
    pub(crate) fn doubts(&mut self) -> &mut Doubts {
        let noted_at = self.count;
        self.doubts.get_or_insert_with(|| {
            Box::new(Doubts {
                noted_at,
                ..Doubts::default()
            })
        })
    }

    /// Notes that a key of the map at this place was repeated.
    #[cold]
    pub(crate) fn note_overridden(&mut self, at: &Frame<'_>, span: Range<usize>) {
        let place = self.log.get_or_insert_default().place(at, self.count);
        self.doubts().overridden.get_or_insert((span, place));
    }

    /// Whether a key that may belong to an outer object was noted.
    pub(crate) fn doubts_above(&self) -> bool {
        self.doubts.as_ref().is_some_and(|doubts| doubts.above.is_some())
    }

    /// Whether a closing bracket is missing, or the text is cut off, and a key was noted that may belong to an outer object.
    pub(crate) fn may_be_misplaced(&self) -> bool {
        self.doubts_above() && (self.cut || self.holds(RepairKind::MissingCloser))
    }

    /// An unknown key that may belong to another object or list.
    pub(crate) fn stray(&self) -> Option<Range<usize>> {
        let doubts = self.doubts.as_ref()?;
        doubts.stray.clone().or_else(|| doubts.inside.clone())
    }

    /// How many objects had fields, but none that their type knows.
    pub(crate) fn strangers(&self) -> u32 {
        self.doubts.as_ref().map_or(0, |doubts| doubts.strangers)
    }

    /// What the elements are of a list that was read from objects without a list around them.
    pub(crate) fn element(&self) -> Option<&'static ObjectSpec> {
        self.doubts.as_ref().and_then(|doubts| doubts.element)
    }

    /// Whether there is a doubt about a document that was repaired without a guess.
    #[inline]
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.doubts.is_some() && self.doubt().is_some()
    }

    /// Records the doubt as a guess, if there is one.
    pub(crate) fn settle_doubts(&mut self) {
        if let Some((kind, span, place)) = self.doubt()
            && !self.repair_at(kind, place, &span)
        {
            self.repair_unusual(kind, place, &span);
        }
    }

    #[cold]
    fn doubt(&self) -> Option<(RepairKind, Range<usize>, Place)> {
        let doubts = self.doubts.as_ref()?;
        if !(Some(Severity::Syntax)..Some(Severity::Guess)).contains(&self.worst()) {
            return None;
        }
        let above = doubts.above.as_ref().filter(|_| self.may_be_misplaced());
        // An object was read as a list of one: the next member may belong to another.
        let in_list = doubts.stray.as_ref().filter(|_| self.holds(RepairKind::WrapInArray));
        let junk = doubts.resembling.as_ref().or(doubts.inside.as_ref()).or(above);
        let junk = junk.or(in_list);
        junk.map(|span| (RepairKind::JunkRemoved, span.clone(), Place::ROOT))
            .or_else(|| {
                let (span, place) = doubts.overridden.clone()?;
                Some((RepairKind::DuplicateKey, span, place))
            })
    }
}
