#![doc = include_str!("../../README.md")]
#![deny(unsafe_code)]

// What the derive makes names this crate, in its own tests too.
#[cfg(test)]
extern crate self as llm_output;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1_0;
mod error;
mod extract;
mod fold;
mod options;
mod output;
mod parsed;
mod path;
mod read;
mod record;
mod repair;
mod schema;
#[cfg(feature = "serde")]
mod serde;
mod spec;
mod visit;

pub use error::{ErrorKind, ParseError, StrictError, Violation};
#[cfg(feature = "derive")]
pub use llm_output_derive::LlmOutput;
pub use options::{Limits, Options, Prefer};
pub use output::LlmOutput;
pub use parsed::Parsed;
pub use path::{Path, Segment};
pub use repair::{Repair, RepairKind, Severity};
pub use schema::{
    Bound, Dialect, FieldShape, FlattenedShape, Length, NamedShape, NamesShape, ObjectShape, PromptStyle, Range,
    ReferenceShape, Shape, Tagging, UnionShape, UnionVariantShape, VariantShape,
};
#[cfg(feature = "dialects")]
pub use schema::{DialectError, DialectNote, DialectNoteKind, DialectSchema, Request};
#[cfg(feature = "serde")]
pub use serde::{from_str, from_str_with};
pub use visit::{Measured, Ranged, TextKey, Validator};
