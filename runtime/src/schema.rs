//! What a type looks like to a model: constant data ([`Shape`]), and the two texts that are rendered from it.
//!
//! Both texts are made in const evaluation, so asking for one costs nothing at run time and a type that nobody asks
//! about costs nothing at compile time: the trait's default associated constants are evaluated only where they are
//! read. [`render`] and [`prompt`] say what is in the text, [`subschema`] what both must know of a value,
//! [`text`] writes, and [`constant`] finds room for what is written.

mod constant;
mod definitions;
mod depth;
mod dialect;
mod example;
mod fingerprint;
mod flatten;
mod prompt;
mod render;
mod shape;
mod subschema;
mod text;
#[cfg(any(test, feature = "dialects"))]
mod written;

#[cfg(test)]
mod samples;

pub use depth::too_deep;
pub use dialect::{Dialect, breaches, tool_breaches};
#[cfg(feature = "dialects")]
pub use dialect::{DialectError, DialectNote, DialectNoteKind, DialectSchema, Request};
#[cfg(feature = "dialects")]
pub(crate) use dialect::{request_for, schema_for, tools_for};
pub(crate) use example::example_text;
pub(crate) use fingerprint::fingerprint;
pub use flatten::{ShapePart, flattened, merged_fields, misfit, oversize};
pub use prompt::PromptStyle;
pub(crate) use prompt::prompt_text;
pub(crate) use render::schema_text;
pub use shape::{
    Bound, FieldShape, FlattenedShape, Length, NamedShape, NamesShape, ObjectShape, Range, ReferenceShape, Shape,
    Tagging, UnionShape, UnionVariantShape, VariantShape,
};
