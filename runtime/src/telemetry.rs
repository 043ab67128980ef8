//! Counts of what parses needed, without any text of the model.
//!
//! With the feature `tracing`, each parse that needed repair or failed is one event too.

#[cfg(feature = "tracing")]
mod event;
mod tally;

#[cfg(feature = "tracing")]
pub(crate) use event::tell;
pub use tally::{Counts, Tally};
