//! The messages as text: what each must say, and what none may show.
//!
//! These read the recorded messages, so they hold with every compiler version; `ui.rs` holds the messages to the compiler.

mod case;
mod contract;
mod examples;
mod vocabulary;
mod wording;
