#![doc = include_str!("../../README.md")]
#![forbid(unsafe_code)]

mod output;
mod schema;
mod spec;

pub use output::LlmOutput;
pub use schema::{Bound, FieldShape, Length, NamedShape, NamesShape, ObjectShape, Range, Shape, VariantShape};
