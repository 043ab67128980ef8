//! Generated code names everything by absolute path: it works in a crate without a prelude, where `llm_output` goes by
//! another name, where the names of the standard library are taken, and where `unsafe` is forbidden.

#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings)]

use ::std::fmt::Debug;
use ::std::prelude::rust_2024::derive;

/// A name of the prelude that generated code must not mean.
#[derive(Debug)]
pub struct Option;

/// A name of the prelude that generated code must not mean.
#[derive(Debug)]
pub struct Result;

/// A name of the prelude that generated code must not mean.
#[derive(Debug)]
pub struct String;

/// A name of the prelude that generated code must not mean.
#[derive(Debug)]
pub struct Vec;

/// A name of the prelude that generated code must not mean.
#[derive(Debug)]
pub struct Box;

/// A name of the prelude that generated code must not mean.
pub trait Default {}

/// A name of the prelude that generated code must not mean.
pub trait Into {}

/// A variant of the prelude that generated code must not mean.
#[allow(non_snake_case)]
pub fn Some() {}

/// A variant of the prelude that generated code must not mean.
#[allow(non_snake_case)]
pub fn Ok() {}

/// A variant of the prelude that generated code must not mean.
pub const NONE: () = ();

/// A module by the crate's usual name.
pub mod llm_output {}

/// A module that generated code must not mean.
pub mod core {}

/// A module that generated code must not mean.
pub mod std {}

/// Members of other types among its own.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed)]
pub struct Entry<T: Debug> {
    /// Its number.
    pub number: u32,
    /// What it is about.
    #[llm(flatten)]
    pub of: T,
    /// Where it stands.
    #[llm(flatten)]
    pub place: ::std::option::Option<Place>,
    /// What else there is.
    #[llm(flatten)]
    pub more: ::std::collections::BTreeMap<::std::string::String, bool>,
}

/// A place.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed)]
pub struct Place {
    /// A path.
    pub file: ::std::string::String,
}

/// The same in a variant.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed, tag = "type")]
pub enum Change {
    /// Something new.
    Added {
        /// Where it stands.
        #[llm(flatten)]
        place: Place,
    },
}

/// An answer.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed)]
pub struct Answer {
    /// Text.
    pub text: ::std::string::String,
    /// Text or nothing.
    pub remark: ::std::option::Option<::std::string::String>,
    /// Marks from 1 to 6.
    pub marks: ::std::vec::Vec<Mark>,
    /// How sure the model is.
    #[llm(default = "high()")]
    pub certainty: Certainty,
    /// A keyword of the language.
    pub r#match: bool,
    /// Names that generated code might use for its own bindings.
    #[llm(default)]
    pub cursor: u8,
    /// Names that generated code might use for its own bindings.
    #[llm(default)]
    pub at: u8,
    /// Names that generated code might use for its own bindings.
    #[llm(default)]
    pub value: u8,
}

fn high() -> Certainty {
    Certainty::High
}

/// A mark.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed)]
pub struct Mark(#[llm(range(min = 1, max = 6))] pub u8);

/// How sure the model is.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed, rename_all = "lowercase")]
pub enum Certainty {
    /// Sure.
    High,
    /// Unsure, named like a variant of the prelude.
    None,
    /// Wrong, named like a variant of the prelude.
    Err,
}

/// A page of anything: generic code is hygienic too.
#[derive(Debug, ::renamed::LlmOutput)]
#[llm(crate = ::renamed)]
pub struct Paged<T> {
    /// What stands on it.
    pub items: ::std::vec::Vec<T>,
    /// Where the next one starts.
    pub next: ::std::option::Option<u64>,
}
