//! Bytes to tokens, tolerant. Nothing in here looks at a type: what may follow a value is read off the [`Frame`]
//! (`crate::path::Frame`) that the caller hands down.

pub(crate) mod ahead;
pub(crate) mod block;
mod comment;
pub(crate) mod cursor;
pub(crate) mod decode;
pub(crate) mod expected;
pub(crate) mod key;
pub(crate) mod literal;
pub(crate) mod number;
pub(crate) mod quick;
pub(crate) mod scan;
pub(crate) mod separator;
pub(crate) mod skip;
pub(crate) mod steps;
pub(crate) mod string;
pub(crate) mod trivia;
