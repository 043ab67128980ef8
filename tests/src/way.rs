//! The two ways in which a text is read as a type: by the derive, and by serde's own visitor. What holds for one has to
//! hold for the other.

use std::fmt::Debug;

use llm_output::{LlmOutput, Options, ParseError, Parsed, from_str_with};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::sample::Sample;

/// What every type of these tests can do.
pub trait Subject: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug> Subject for T {}

/// How a text is read.
pub trait Way {
    /// Reads `text` as a `T`.
    ///
    /// # Errors
    ///
    /// As the reader itself.
    fn read_with<T: LlmOutput + DeserializeOwned>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError>;

    /// Reads `text` as a `T` with the default options.
    ///
    /// # Errors
    ///
    /// As the reader itself.
    fn read<T: LlmOutput + DeserializeOwned>(text: &str) -> Result<Parsed<T>, ParseError> {
        Self::read_with(text, &Options::default())
    }
}

/// By the derive: `T::parse_llm`.
#[derive(Debug)]
pub struct Derived;

/// By serde: `from_str::<T>`.
#[derive(Debug)]
pub struct ThroughSerde;

impl Way for Derived {
    fn read_with<T: LlmOutput + DeserializeOwned>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        T::parse_llm_with(text, options)
    }
}

impl Way for ThroughSerde {
    fn read_with<T: LlmOutput + DeserializeOwned>(text: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
        from_str_with(text, options)
    }
}

/// Has each of these laws, functions over a [`Way`], hold for both ways: a test each.
#[macro_export]
macro_rules! both_ways {
    ($($(#[$attribute:meta])* $law:ident),* $(,)?) => {
        mod derived {
            $($(#[$attribute])* #[test] fn $law() { super::$law::<llm_output_tests::way::Derived>(); })*
        }
        mod through_serde {
            $($(#[$attribute])* #[test] fn $law() { super::$law::<llm_output_tests::way::ThroughSerde>(); })*
        }
    };
}
