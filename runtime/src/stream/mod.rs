//! Typed values while the text still streams.
//!
//! One idea carries it: *a reading that never looked at the end of the text is final.* The engine is a function of the bytes
//! that it looks at, so text that comes later cannot change what was read without the end. The stream therefore needs no
//! repairs of its own: it asks the engine about the text so far, and waits where the engine met the end.

mod probe;

pub use probe::{Around as Probed, probe};
