//! `#[derive(LlmOutput)]`: a response type's schema and its repairing reader, made at compile time.
//!
//! Depend on `llm_output`, which re-exports the macro; the code it writes calls that crate at exactly this version.
//!
//! The way through this crate: `attr` reads the attributes, `ast` puts the item together, `reject` looks for what a model
//! cannot answer well, `expand` writes the code, and `fallback` stands in where there was an error.

#![forbid(unsafe_code)]

mod ast;
mod attr;
mod case;
mod expand;
mod fallback;
mod fold;
mod json;
mod kind;
mod problems;
mod reject;

use proc_macro::TokenStream;
use syn::DeriveInput;

/// Implements `LlmOutput` for a struct or an enum.
///
/// Attributes are written `#[llm(..)]`; those of `#[serde(..)]` that mean the same for reading are followed too, and
/// `#[llm]` wins where both speak.
#[proc_macro_derive(LlmOutput, attributes(llm, serde))]
pub fn derive_llm_output(input: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(input as DeriveInput);
    derive(&item).into()
}

/// The whole way, on tokens that tests can make too.
fn derive(item: &DeriveInput) -> proc_macro2::TokenStream {
    let mut problems = problems::Problems::default();
    let input = ast::Input::read(item, &mut problems);
    reject::check(&input, &mut problems);
    match problems.into_error() {
        None => expand::expand(&input),
        Some(error) => fallback::stub(&input, &error),
    }
}
