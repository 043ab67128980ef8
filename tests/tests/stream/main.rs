//! Typed values while the text still streams.

mod settled;
