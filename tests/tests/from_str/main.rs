//! `from_str`, for types of which only serde knows, held against what the derive makes of the same types.

mod cases;
mod dates;
mod differential;
mod fields;
mod found;
mod laws;
mod many;
mod refusals;
mod repeats;
mod shapes;
