//! Limits, each at its number and one beyond.
