//! Reads tokens as typed values: leaf types, `Option`, lists and maps, and what drives the code that the derive
//! generates. What a value means is decided here; where it ends is decided in `read`.

#[cfg(any(feature = "any", feature = "serde"))]
pub(crate) mod any;
pub(crate) mod choice;
pub(crate) mod coerce;
mod collection;
pub(crate) mod divert;
mod fallible;
mod flatten;
mod foreign;
pub(crate) mod leaf;
pub(crate) mod list;
pub(crate) mod listed;
pub(crate) mod loose;
pub(crate) mod map;
pub(crate) mod names;
mod object;
pub(crate) mod option;
#[cfg(feature = "serde")]
pub(crate) mod planned;
mod rules;
mod slot;
mod text;
mod untagged;
#[cfg(any(feature = "chrono", feature = "serde"))]
pub(crate) mod year;

pub use choice::{
    choose_unit, contentless, descend, descend_text, divert_variant, holds_object, nothing, only_null, tag, tagged,
    through,
};
pub use divert::{divert, object_from_text};
pub use flatten::{MergedTypes, ReadFields, SingleType, merge_types, object, width};
pub use map::TextKey;
pub use names::{choose, choose_text};
pub use object::{END, Object, absent, supply};
pub use rules::{Measured, Ranged, Validator, converted, latex, restore_grade, set_grade, start};
pub(crate) use slot::Slot;
pub(crate) use slot::put;
pub use untagged::{UntaggedForm, untagged, untagged_text};
