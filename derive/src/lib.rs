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
/// | `default`, `default = "expression"` | an absent member is taken from `Self::default()`, or from that value |
/// | `transparent` | read as the one field that is not skipped; a tuple struct always is |
/// | `tag = "type"` | an enum with data: the member that names the variant, beside the variant's own |
/// | `tag = "type"`, `content = "value"` | the same, with the variant's value in a member of its own |
/// | `untagged` | the members alone tell the variants apart |
/// | `external` | the variant's name is the only key around its value |
/// | `rename_all_fields = "camelCase"` | the letter case of the fields of all variants |
/// | `from = "Type"`, `try_from = "Type"` | that type is read, and converted by `From` or `TryFrom` |
/// | `validate = path` | a function that checks the whole value |
/// | `max_depth`, `max_fields`, `max_variants` | raise a limit: 5, 50 and 100 |
/// | `example = "variant"` | the variant, or a newtype's value, that an example of the answer shows |
/// | `dialects(openai, anthropic)` | what one of these providers would refuse about the type does not compile |
/// | `bound = "T: Trait"` | bounds of the impl instead of those that the fields ask for |
/// | `crate = path` | where `llm_output` is found |
///
/// | on a field | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the key, and other spellings of it |
/// | `default`, `default = "expression"` | the member may be absent |
/// | `skip` | not part of the answer; `Default` or the given default |
/// | `flatten` | the members of the field's type stand among those of the type that holds it; see below |
/// | `lenient`, `exact` | take every repair here, or none |
/// | `range(min = 1, max = 9)`, `clamp` | bounds of a number; beyond them is an error, or the bound |
/// | `length(min = 1, max = 80)` | bounds of a text's code points, or of the elements of a list or a map |
/// | `validate = path` | a function that checks the value |
/// | `split = ","`, `join = ", "` | a text given for a list, and a list given for a text |
/// | `example = "value"` | what an example of the answer shows |
/// | `null_alias("N/A")` | texts that stand for `null` |
/// | `skip_invalid` | leave out elements that cannot be read |
/// | `recursive(max_depth = 8)` | the field holds its own type, at most so many levels of it inside each other |
/// | `with = module` | `module::Wire` is the type that is read, and `module::read` makes the value from it |
/// | `with_serde` | the field's type is read by its `serde::Deserialize` (feature `serde`), and the schema takes any JSON |
/// | `deserialize_with = path` | a function of serde's form reads the field (feature `serde`), and the schema takes any JSON |
/// | `content` | take a reply without any JSON whole |
/// | `latex` | keep the backslashes of formulas |
///
/// | on a variant | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the name, and other spellings of it |
/// | `rename_all = "camelCase"` | the letter case of the variant's fields |
/// | `other` | stands for every name that no variant has |
/// | `skip` | never read |
///
/// # Flattened fields
///
/// `#[llm(flatten)]` (or serde's) goes on a field whose type is a struct, a newtype or `Box` of one, an `Option` of one, or a
/// map with text as its key. Its members are read in one go with those around it, in any order, and repaired by the keys
/// of all of them together; what is declared about a field inside (`default`, `lenient`, `range`) holds as it does elsewhere.
/// Paths leave the flattened field's own name out, as the answer does, and its own doc comment is not shown to the model: say
/// it on the fields inside.
///
/// An `Option` is `None` where no member inside has a value (`null` for an optional one is none), and where one has, the
/// required ones must be there too: part of a struct is a violation, where serde would drop it without a word. If nothing
/// inside is required, it is always `Some`, as in serde.
///
/// A map takes every member that no field knows, byte for byte the key that was written: a key in another case goes to
/// the field that it resembles only if that field must be there, and its own key stands nowhere in the object
/// (`key_case`). Misspelt keys are members of the map. There can be one map, which comes last; it does not go together
/// with `deny_unknown_fields`. The members of a flattened struct never show up in the map as well, as they do in serde
/// where that struct flattens another one itself.
///
/// What does not compile: names that meet across the types, a type without members (a list, a text), an enum (its members
/// are known only once its variant is), a struct with `deny_unknown_fields` in one without, and more members in all than
/// `max_fields`. A type with parameters is judged where it is used with actual types, when the program is built.
///
/// # Types inside themselves
///
/// A type that holds itself needs `#[llm(recursive(max_depth = 8))]` on the field that does: where a struct's own name shows
/// it, leaving the attribute out is an error at the field. Types that hold each other (`Task` has steps, a `Step` has a task)
/// need it on one field of the circle. The macro sees one type at a time, so that a circle without the attribute is found
/// by the compiler alone, while it works out what the types are made of: it reports `error[E0391]: cycle detected`, with the
/// line of each `derive` and of each field on the way round among its notes. What to do is the same: mark one of those
/// fields. A flattened field cannot be part of a circle, since the members would have no end: remove `flatten` from it, and
/// mark it.
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
