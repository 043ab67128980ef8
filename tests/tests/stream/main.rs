//! Typed values while the text still streams.

mod ended;
mod events;
mod growth;
mod items;
mod liveness;
mod settled;
mod shown;
mod sources;
