//! What the integration suite shares: the types that are parsed, values of them, documents of those, and the runner
//! of the cases that are data.

#![forbid(unsafe_code)]

pub mod board;
pub mod case;
pub mod damage;
pub mod document;
pub mod flat;
pub mod sample;
pub mod types;
pub mod way;
