#![doc = include_str!("../../README.md")]
#![deny(unsafe_code)]

// What the derive makes names this crate, in its own tests too.
#[cfg(test)]
extern crate self as llm_output;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1_0;
#[doc = include_str!("behaviours.md")]
pub mod behaviours {}
mod error;
mod exchange;
mod extract;
mod fold;
mod options;
mod output;
mod parsed;
mod path;
mod read;
mod record;
mod registry;
mod repair;
mod schema;
#[cfg(feature = "serde")]
mod serde;
mod spec;
mod telemetry;
mod visit;

pub use error::{ErrorKind, ParseError, StrictError, Violation};
pub use exchange::{Attempt, Exchange, Finish, Interrupted, Message, Outcome, Reply, Role, Turn, Usage};
#[cfg(feature = "derive")]
pub use llm_output_derive::LlmOutput;
pub use options::{Limits, Options, Prefer};
pub use output::LlmOutput;
pub use parsed::Parsed;
pub use path::{Path, Segment};
pub use registry::{Contract, ContractOf, Registry, RegistryError};
pub use repair::{Repair, RepairKind, Severity};
pub use schema::{
    Bound, Dialect, FieldShape, FlattenedShape, Length, NamedShape, NamesShape, ObjectShape, PromptStyle, Range,
    ReferenceShape, Shape, Tagging, UnionShape, UnionVariantShape, VariantShape,
};
#[cfg(feature = "dialects")]
pub use schema::{DialectError, DialectNote, DialectNoteKind, DialectSchema, Request};
#[cfg(feature = "serde")]
pub use serde::{from_str, from_str_with};
pub use telemetry::{Counts, Tally};
pub use visit::{Measured, Ranged, TextKey, Validator};
