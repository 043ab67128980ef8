// The front page links to files beside it. Of two definitions of a link, Markdown uses the first one: these lead to the
// pages of the crate's docs.
#![doc = include_str!("picture.md")]
//! [getting_started]: crate::guide::getting_started
//! [attributes]: crate::guide::attributes
//! [repairs]: crate::guide::repairs
//! [schema_or_prompt]: crate::guide::schema_or_prompt
//! [severity]: crate::guide::severity
//! [asking_again]: crate::guide::asking_again
//! [providers]: crate::guide::providers
//! [serde_types]: crate::guide::serde_types
//! [frameworks]: crate::guide::frameworks
//! [streaming]: crate::guide::streaming
//! [tools]: crate::guide::tools
//! [agents]: crate::guide::agents
//! [batch]: crate::guide::batch
//! [use_cases]: crate::guide::use_cases
//! [cookbook]: crate::guide::cookbook
//! [surfaces]: crate::guide::surfaces
//! [troubleshooting]: crate::guide::troubleshooting
//! [untrusted]: crate::guide::untrusted
//!
// The front page's example needs this feature, and a doctest cannot ask for one.
#![cfg_attr(any(not(doctest), feature = "derive"), doc = include_str!("../README.md"))]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The docs name items of these features, so without them some links lead nowhere.
#![cfg_attr(
    not(all(feature = "any", feature = "dialects", feature = "events", feature = "serde")),
    allow(rustdoc::broken_intra_doc_links)
)]
#![deny(unsafe_code)]
// The tests of the modules need the standard library, whatever is built without it.
#![cfg_attr(not(any(test, feature = "std")), no_std)]

#[macro_use]
extern crate alloc;

// What the derive makes names this crate, in its own tests too.
#[cfg(test)]
extern crate self as llm_output;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private_0_1_0;
mod bounds;
mod calls;
mod error;
#[cfg(feature = "events")]
pub mod events;
pub mod exchange;
mod extract;
mod fold;
#[cfg(any(doc, doctest))]
pub mod guide;
#[cfg(feature = "serde")]
pub mod lenient;
mod options;
mod output;
mod parsed;
mod path;
mod portable;
pub mod prelude;
mod read;
mod record;
mod registry;
mod repair;
mod schema;
#[cfg(feature = "schemars")]
mod schemars;
#[cfg(feature = "serde")]
mod serde;
mod spec;
mod steps;
mod stream;
mod surface;
pub mod telemetry;
#[cfg(feature = "any")]
mod value;
mod visit;
#[cfg(any(feature = "any", feature = "serde"))]
mod written;

pub use calls::{Call, CallStream, Calls, Format, GrowingCall, GrowingCalls, ToolArguments, Tools};
pub use error::{ErrorKind, ParseError, StrictError, Violation};
#[cfg(feature = "serde")]
pub use lenient::Lenient;
#[cfg(feature = "derive")]
pub use llm_output_derive::LlmOutput;
pub use options::{Finish, Limit, Limits, Options, Prefer, Surface};
pub use output::LlmOutput;
pub use parsed::Parsed;
pub use path::{Path, PathTexts, Segment};
pub use registry::{Contract, Registration, Registry, RegistryError};
pub use repair::{Repair, RepairKind, Severity, UnknownName};
#[cfg(feature = "serde")]
pub use serde::{from_str, from_str_with};
pub use stream::{Change, Changed, Ended, EndedItems, Growing, Items, State, Stream, Streamed};
#[cfg(feature = "futures")]
pub use stream::{Chunk, Following, ItemStream, StreamError};

// What the modules are about, so that their first examples need one `use` only.
#[doc(no_inline)]
pub use dialect::Dialect;
#[cfg(feature = "dialects")]
#[doc(no_inline)]
pub use dialect::{DialectError, DialectNote, DialectSchema, Request};
#[doc(no_inline)]
pub use exchange::{Exchange, Outcome, Reply, Turn, Usage};
#[doc(no_inline)]
pub use shape::{PromptStyle, Shape};

/// Each provider's form of the schema and the request.
///
/// With the feature `dialects`, [`LlmOutput::schema_for`] and [`LlmOutput::request_for`] generate them.
pub mod dialect {
    pub use crate::schema::Dialect;
    #[cfg(feature = "dialects")]
    pub use crate::schema::{DialectError, DialectNote, DialectNoteKind, DialectSchema, Request};
}

/// The types of [`LlmOutput::SHAPE`], a type's description as constant data, and the traits that certain attributes
/// require.
pub mod shape {
    pub use crate::schema::{
        Bound, FieldShape, FlattenedShape, Length, NamedShape, NamesShape, ObjectShape, PromptStyle, Range,
        ReferenceShape, Shape, Tagging, UnionShape, UnionVariantShape, VariantShape,
    };
    pub use crate::visit::{Measured, Ranged, TextKey, Validator};
}
