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

/// Implements `LlmOutput` for a struct with named fields, a newtype or an enum.
///
/// Doc comments become the descriptions that a model reads. Attributes are written `#[llm(..)]`; those of `#[serde(..)]`
/// that mean the same for reading are followed too, and `#[llm]` wins where both speak.
///
/// | on a type | |
/// |---|---|
/// | `rename = "name"` | the type's name in the schema |
/// | `rename_all = "camelCase"` | the letter case of all names, as in serde |
/// | `deny_unknown_fields` | an unknown member is a violation |
/// | `default` | an absent member is taken from `Self::default()` |
/// | `transparent` | read as the one field that is not skipped; a tuple struct always is |
/// | `tag = "type"` | an enum with data: the member that names the variant, beside the variant's own |
/// | `tag = "type", content = "value"` | the same, with the variant's value in a member of its own |
/// | `untagged` | the members alone tell the variants apart |
/// | `external` | the variant's name is the only key around its value |
/// | `rename_all_fields = "camelCase"` | the letter case of the fields of all variants |
/// | `from = "Type"`, `try_from = "Type"` | that type is read, and converted by `From` or `TryFrom` |
/// | `validate = path` | a function that checks the whole value |
/// | `max_depth`, `max_fields`, `max_variants` | raise a limit: 5, 50 and 100 |
/// | `bound = "T: Trait"` | bounds of the impl instead of those that the fields ask for |
/// | `crate = path` | where `llm_output` is found |
///
/// | on a field | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the key, and other spellings of it |
/// | `default`, `default = "expression"` | the member may be absent |
/// | `skip` | not part of the answer; `Default` or the given default |
/// | `lenient`, `exact` | take every repair here, or none |
/// | `range(min = 1, max = 9)`, `clamp` | bounds of a number; beyond them is an error, or the bound |
/// | `length(min = 1, max = 80)` | bounds of a text's code points or a list's elements |
/// | `validate = path` | a function that checks the value |
/// | `split = ","`, `join = ", "` | a text given for a list, and a list given for a text |
/// | `null_alias("N/A")` | texts that stand for `null` |
/// | `skip_invalid` | leave out elements that cannot be read |
/// | `recursive(max_depth = 8)` | the field holds its own type, at most so many levels of it inside each other |
/// | `with = module` | `module::Wire` is the type that is read, and `module::read` makes the value from it |
/// | `content` | take a reply without any JSON whole |
/// | `latex` | keep the backslashes of formulas |
///
/// | on a variant | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the name, and other spellings of it |
/// | `rename_all = "camelCase"` | the letter case of the variant's fields |
/// | `other` | stands for every name that no variant has |
/// | `skip` | never read |
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
