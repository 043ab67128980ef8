//! Texts that cost a reading too much time, memory or stack: how they are made, found and measured.

mod arriving;
pub mod meter;
pub mod search;
pub mod texts;
pub mod types;

/// The texts that were found, one recipe a line.
pub const FOUND: &str = include_str!("../found.txt");

/// Far more stack than any reading may use, so that one that uses too much is measured and not killed.
pub const STACK: usize = 4 << 30;
