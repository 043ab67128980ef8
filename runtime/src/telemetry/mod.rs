//! What parses needed, counted and told without a word of what was read.

#[cfg(feature = "tracing")]
mod event;
mod tally;

#[cfg(feature = "tracing")]
pub(crate) use event::tell;
pub use tally::{Counts, Tally};
