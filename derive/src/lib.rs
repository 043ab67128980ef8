//! `#[derive(LlmOutput)]`: a response type's schema and its repairing reader, made at compile time.
//!
//! Depend on `llm_output`, which re-exports the macro; the code it writes calls that crate at exactly this version.
//!
//! The way through this crate: `attr` reads the attributes, `ast` puts the item together, `reject` looks for what a model
//! cannot answer well, `expand` writes the code, and `fallback` writes a stub after an error.

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
/// | `deny_unknown_fields` | an unknown field is a violation |
/// | `default`, `default = "expression"` | a missing field gets its value from `Self::default()`, or from that expression |
/// | `transparent` | read as the one field that is not skipped; a tuple struct always is |
/// | `tag = "type"` | an enum with data: the field that names the variant, beside the variant's own |
/// | `tag = "type"`, `content = "value"` | the same, with the variant's value in a field of its own |
/// | `untagged` | the fields alone distinguish the variants |
/// | `external` | the variant's name is the only key around its value |
/// | `rename_all_fields = "camelCase"` | the letter case of the fields of all variants |
/// | `from = "Type"`, `try_from = "Type"` | that type is read, and converted by `From` or `TryFrom` |
/// | `validate = path` | a function that checks the whole value |
/// | `max_depth`, `max_fields`, `max_variants` | raise a limit: 5, 50 and 100 |
/// | `stream` | also makes the growing form of the type, `NamePartial`, for `T::stream()` |
/// | `native` | all fields are read as their own types, as with `native` on each |
/// | `example = "variant"` | the variant, or a newtype's value, that an example of the answer shows |
/// | `dialects(openai, anthropic)` | what one of these providers would refuse about the type does not compile |
/// | `bound = "T: Trait"` | bounds of the impl instead of those that the fields ask for |
/// | `crate = path` | where `llm_output` is found |
///
/// | on a field | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the key, and other spellings of it |
/// | `default`, `default = "expression"` | the field may be missing |
/// | `skip` | not part of the answer; `Default` or the given default |
/// | `flatten` | puts the fields of the field's type among those of the type that holds it; see below |
/// | `lenient`, `exact` | accepts every repair here, or none |
/// | `range(min = 1, max = 9)`, `clamp` | bounds of a number; outside them is an error, or the bound is used |
/// | `length(min = 1, max = 80)` | bounds on a string's code points, or on the elements of a list or map |
/// | `validate = path` | a function that checks the value |
/// | `split = ","`, `join = ", "` | splits a string into a list, joins a list into a string |
/// | `example = "value"` | what an example of the answer shows |
/// | `null_alias("N/A")` | strings that are read as `null` |
/// | `skip_invalid` | leave out elements that cannot be read |
/// | `recursive(max_depth = 8)` | the field holds its own type, at most so many levels of it inside each other |
/// | `with = module` | `module::Wire` is the type that is read, and `module::read` makes the value from it |
/// | `with_serde`, `with_serde = "Type"` | the field's type is read by its `serde::Deserialize` (feature `serde`); the schema accepts any JSON, or is that of the given type |
/// | `deserialize_with = path` | a function of serde's form reads the field (feature `serde`), and the schema accepts any JSON |
/// | `native` | read as the field's own type: `deserialize_with` of serde and `schema_with` of schemars are ignored |
/// | `stream(whole)`, `stream(needed)`, `stream(state)` | while the type grows: shown when complete; nothing is shown before this field; shown with its state |
/// | `content` | accepts a whole reply without any JSON |
/// | `latex` | keep the backslashes of formulas |
///
/// | on a variant | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the name, and other spellings of it |
/// | `rename_all = "camelCase"` | the letter case of the variant's fields |
/// | `other` | catches unknown variants |
/// | `skip` | never read |
///
/// # Attributes of schemars, validator and garde
///
/// `#[schemars(..)]` is followed where it describes the type to a model: `description` and `title` (the first line of the
/// description) replace the doc comment, `skip` leaves a field out of the answer, `rename` is the name that a model sees (the
/// field's own name is read too), `range` and `length` hold as those of `#[llm]` do, `example` and `default` are shown.
/// `required`, `regex(pattern = "..")` and `email`, `url`, `ipv4`, `ipv6` are part of the schema only: an answer that does not
/// match them is not an error. An example that is not a literal is left out. What `llm_output` cannot follow (`schema_with`,
/// `with`, `transform`, `extend`, `inner`, `contains`) does not compile without `#[llm(native)]`, which ignores it.
///
/// `range`, `length` and `required` of `#[validate(..)]` and `#[garde(..)]` are followed in the same way. Their other checks
/// remain with those crates: call `validate` on the value.
///
/// # Flattened fields
///
/// `#[llm(flatten)]` (or serde's) goes on a field whose type is a struct, a newtype or `Box` of one, an `Option` of one, or a
/// map with strings as keys. Its fields are read together with those around it, in any order, and repaired by the keys of
/// all of them; attributes of a field inside (`default`, `lenient`, `range`) mean the same as elsewhere. Paths do not contain
/// the flattened field's own name, since the answer does not either. Its own doc comment is not shown to the model: write
/// it on the fields inside.
///
/// An `Option` is `None` if no field inside has a value (`null` for an optional one is none). If one has, the required ones
/// must be there too: part of a struct is a violation, where serde would drop it silently. If nothing inside is required, it
/// is always `Some`, as in serde.
///
/// A map collects all unknown fields, with their keys as written. A key in another case is read as the field that it
/// resembles only if that field is required and its own key is missing (`key_case`). Misspelt keys are entries of the map.
/// There can be one map, which comes last, and it cannot be combined with `deny_unknown_fields`. The fields of a flattened
/// struct are never entries of the map as well, as they are in serde if that struct flattens another one itself.
///
/// What does not compile: the same name in two of the types, a type without fields (a list, a string), an enum (its fields
/// are known only once its variant is), a struct with `deny_unknown_fields` in one without, and more fields in all than
/// `max_fields`. A generic type is checked where it is used with actual types, when the program is built.
///
/// # Types inside themselves
///
/// A type that holds itself needs `#[llm(recursive(max_depth = 8))]` on the field that does: where a struct's own name shows
/// it, leaving the attribute out is an error at the field. Types that hold each other (`Task` has steps, a `Step` has a task)
/// need it on one field of the circle. The macro sees one type at a time, so that a circle without the attribute is found
/// by the compiler alone, while it works out what the types are made of: it reports `error[E0391]: cycle detected`, with the
/// line of each `derive` and of each field on the way round among its notes. What to do is the same: mark one of those
/// fields. A flattened field cannot be part of a circle, since the fields would have no end: remove `flatten` from it, and
/// mark it.
#[proc_macro_derive(LlmOutput, attributes(llm, serde, schemars))]
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
