//! Tolerant reading of bytes as tokens. Nothing in here looks at a type: the [`Frame`] (`crate::path::Frame`) that
//! the caller passes says what may follow a value.

pub(crate) mod ahead;
pub(crate) mod block;
pub(crate) mod closer;
mod comment;
pub(crate) mod conserve;
pub(crate) mod cursor;
pub(crate) mod decode;
mod elsewhere;
mod embedded;
pub(crate) mod entity;
pub(crate) mod expected;
pub(crate) mod interruption;
pub(crate) mod key;
pub(crate) mod lead;
pub(crate) mod literal;
mod marks;
pub(crate) mod number;
mod pairing;
pub(crate) mod pieces;
pub(crate) mod quick;
pub(crate) mod quotes;
pub(crate) mod reasoning;
pub(crate) mod retraction;
pub(crate) mod scan;
pub(crate) mod separator;
pub(crate) mod skip;
pub(crate) mod string;
pub(crate) mod transcript;
pub(crate) mod trivia;
pub(crate) mod turn;
pub(crate) mod unescaped;

pub(crate) use crate::steps;
