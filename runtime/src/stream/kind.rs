//! How each type is shown while it grows, as constant data; and where in a growing value the reader is.

use crate::path::{Frame, Level as At};
use crate::spec::{Accepts, NamesSpec, ObjectSpec};

/// How a value is shown while its text arrives.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Once it is complete.
    Whole,
    /// A string, as it arrives.
    Text,
    /// A list, element by element.
    List(&'static ListPlan),
    /// An object, field by field.
    Object(&'static ObjectPlan),
    /// An object once its variant is known.
    Choice(&'static ChoicePlan),
    /// Never: the tag of an enum.
    Hidden,
}

/// A list that grows.
#[derive(Debug)]
pub struct ListPlan {
    /// What its elements are read from.
    pub accepts: Accepts,
    /// How they are shown.
    pub element: Kind,
}

/// An object that grows.
#[derive(Debug)]
pub struct ObjectPlan {
    /// Its fields.
    pub spec: &'static ObjectSpec,
    /// How each field is shown.
    pub kinds: &'static [Kind],
    /// One bit for each field that must be complete before anything of the object is shown (`#[llm(stream(needed))]`).
    pub needed: u128,
    /// One bit for each field that is shown with its state.
    pub states: u128,
}

impl ObjectPlan {
    fn shows_state(&self, field: u32) -> bool {
        self.states.checked_shr(field).is_some_and(|bits| bits & 1 == 1)
    }
}

/// An enum with data that grows.
#[derive(Debug)]
pub struct ChoicePlan {
    /// The names of the variants.
    pub names: &'static NamesSpec,
    /// The object that contains the tag, or the object with one key for each variant.
    pub spec: &'static ObjectSpec,
    /// Where the object says which variant it is.
    pub tagging: Tagged,
    /// How the content of each variant is shown.
    pub variants: &'static [VariantPlan],
}

/// Where an object names its variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagged {
    /// In a field next to the variant's own fields.
    Internal,
    /// In a field next to the one with the content.
    Adjacent,
    /// In its only key, whose value is the content.
    External,
}

/// What a variant holds.
#[derive(Debug, Clone, Copy)]
pub enum VariantPlan {
    /// It is shown once the whole enum is complete.
    Whole,
    /// An object, or any other value of its own.
    Shown(Kind),
}

impl VariantPlan {
    /// A variant whose fields are next to the tag, and belong to another type.
    pub const fn in_place(kind: Kind) -> Self {
        match kind {
            Kind::Object(_) => Self::Shown(kind),
            _ => Self::Whole,
        }
    }
}

/// An object or list that is open, and which of its fields or elements is being read.
#[derive(Debug, Clone, Copy)]
pub struct Level {
    /// The object's fields; none for a list.
    pub(super) spec: Option<&'static ObjectSpec>,
    pub(super) open: Open,
    /// The field, or the index of the element; `u32::MAX` before the first.
    pub at: u32,
    /// Where it begins in the text.
    pub(super) start: usize,
    /// The fields whose values have begun.
    pub(super) seen: Seen,
    /// Some of the fields are shown with their state.
    has_states: bool,
}

/// Fields of an object: one bit for each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen([u64; 2]);

impl Seen {
    /// Adds a field. Returns whether it is new.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn add(&mut self, field: u32) -> bool {
        let word = &mut self.0[usize::from(field >= u64::BITS)];
        let bit = 1 << (field % u64::BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// No field or element yet.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) enum Open {
    Object(&'static ObjectPlan),
    List(&'static ListPlan),
    /// The object around an enum's content, and how the content is shown.
    Around(&'static ObjectSpec, Kind),
}

impl Level {
    /// A level that begins at `start`, before its first field or element.
    pub(super) fn new(open: Open, start: usize) -> Self {
        let spec = match open {
            Open::Object(plan) => Some(plan.spec),
            Open::Around(spec, _) => Some(spec),
            Open::List(_) => None,
        };
        Self {
            spec,
            open,
            at: NONE,
            start,
            seen: Seen::default(),
            has_states: matches!(open, Open::Object(plan) if plan.states != 0),
        }
    }

    /// The frame of the field or element that is being read, for reports and for what may follow the value.
    pub fn frame<'p>(&self, parent: &'p Frame<'p>) -> Frame<'p> {
        let level = match self.open {
            Open::Object(plan) => At::Object {
                spec: plan.spec,
                field: self.at,
            },
            Open::Around(spec, _) => At::Object { spec, field: self.at },
            Open::List(plan) => At::List {
                accepts: plan.accepts,
                index: self.at,
            },
        };
        Frame::below(parent, level)
    }

    /// Whether the field that is being read is shown with its state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shows_state(&self) -> bool {
        self.has_states && matches!(self.open, Open::Object(plan) if plan.shows_state(self.at))
    }

    /// The bracket that closes it.
    pub(super) fn closer(&self) -> u8 {
        if self.spec.is_some() { b'}' } else { b']' }
    }
}
