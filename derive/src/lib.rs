//! `#[derive(LlmOutput)]`: generates a type's schema and its repairing parser at compile time.
//!
//! Depend on `llm_output`, which re-exports the macro; the generated code works only with exactly this version of
//! that crate.
//!
//! The pipeline of this crate: `attr` reads the attributes, `ast` assembles the item, `reject` looks for what models
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
/// Doc comments become the descriptions that a model reads. Attributes are written `#[llm(..)]`. Attributes of
/// `#[serde(..)]` that describe how a type is read are accepted too; if both set the same thing, `#[llm]` wins.
///
/// | on a type | |
/// |---|---|
/// | `rename = "name"` | the type's name in the schema |
/// | `rename_all = "camelCase"` | the letter case of all names, as in serde |
/// | `deny_unknown_fields` | an unknown field is a violation |
/// | `default`, `default = "expression"` | a missing field gets its value from `Self::default()`, or from that expression |
/// | `transparent` | reads the type as its single non-skipped field; newtypes are always read this way |
/// | `tag = "type"` | an enum with data: the field that names the variant, next to the variant's own fields |
/// | `tag = "type"`, `content = "value"` | the same, but the variant's value has a field of its own |
/// | `untagged` | the fields alone distinguish the variants |
/// | `external` | the variant's name is the only key around its value |
/// | `rename_all_fields = "camelCase"` | the letter case of the fields of all variants |
/// | `from = "Type"`, `try_from = "Type"` | that type is read, and converted by `From` or `TryFrom` |
/// | `validate = path` | a function that checks the whole value |
/// | `max_depth`, `max_fields`, `max_variants` | raise a limit: 5, 50 and 100 |
/// | `stream` | also generates the type of a partial value, `NamePartial`, for `T::stream()` |
/// | `json_schema` | also implements `schemars::JsonSchema`, with the same schema (feature `schemars`) |
/// | `tools` | an enum: each variant is a tool, for `T::parse_calls(text)` |
/// | `native` | all fields are read as their own types, as with `native` on each |
/// | `example = "variant"` | the variant, or a newtype's value, that an example of the answer shows |
/// | `dialects(openai, anthropic)` | a type whose schema one of these providers would reject does not compile |
/// | `bound = "T: Trait"` | the trait bounds of the impl, instead of those derived from the fields |
/// | `crate = path` | the path to `llm_output` |
///
/// | on a field | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the key, and other names for it |
/// | `default`, `default = "expression"` | the field may be missing |
/// | `skip` | not part of the answer; gets `Default` or the given default |
/// | `flatten` | adds its fields to those of the type that contains it; see below |
/// | `lenient`, `exact` | accepts every repair here, or none |
/// | `range(min = 1, max = 9)`, `clamp` | bounds of a number; a number out of bounds is an error, or is moved to the bound |
/// | `length(min = 1, max = 80)` | bounds on a string's code points, or on the elements of a list or map |
/// | `validate = path` | a function that checks the value |
/// | `split = ","`, `join = ", "` | splits a string into a list; joins a list into a string |
/// | `example = "value"` | what an example of the answer shows |
/// | `null_alias("N/A")` | strings that are read as `null` |
/// | `skip_invalid` | leaves out elements that cannot be read or have no value for a required field |
/// | `recursive(max_depth = 8)` | the field contains its own type, nested at most this many levels deep |
/// | `with = module` | `module::Wire` is the type that is read, and `module::read` makes the value from it |
/// | `with_serde`, `with_serde = "Type"` | the field's type is read by its `serde::Deserialize` (feature `serde`); the schema accepts any JSON, or is that of the given type |
/// | `deserialize_with = path` | a function like serde's reads the field (feature `serde`); the schema accepts any JSON, or is that of the type in `#[schemars(with = "Type")]` |
/// | `native` | read as the field's own type: `deserialize_with` of serde and `schema_with` of schemars are ignored |
/// | `stream(whole)`, `stream(needed)`, `stream(state)` | while the type grows: shown when complete; nothing is shown before this field is complete; shown with its state |
/// | `content` | accepts a whole reply without any JSON as this string; all other fields must be optional or have a default |
/// | `latex` | keeps the backslashes of formulas |
///
/// | on a variant | |
/// |---|---|
/// | `rename = "name"`, `alias = "name"` | the name, and other names for it |
/// | `rename_all = "camelCase"` | the letter case of the variant's fields |
/// | `other` | catches unknown variants |
/// | `skip` | never read |
///
/// # Attributes of schemars, validator and garde
///
/// `#[schemars(..)]` is read if it describes the type to a model: `description` and `title` (the first line of the
/// description) replace the doc comment, `skip` leaves a field out of the answer, `rename` is the name that a model
/// sees (the field's own name is read too), `range` and `length` work as in `#[llm]`, and `example` and `default` are
/// shown. `required`, `regex(pattern = "..")` and `email`, `url`, `ipv4`, `ipv6` are only part of the schema: an answer
/// that does not match them is not an error. An example that is not a literal is left out. Attributes that `llm_output`
/// cannot support (`schema_with`, `with`, `transform`, `extend`, `inner`, `contains`) are a compile error;
/// `#[llm(native)]` ignores them. `with = "Type"` is accepted in two places: next to `#[llm(deserialize_with = path)]`,
/// and on a type with `from = "Type"` or `try_from = "Type"`.
///
/// `range`, `length` and `required` of `#[validate(..)]` and `#[garde(..)]` are read in the same way. For their other
/// checks, call `validate` on the value.
///
/// # Flattened fields
///
/// `#[llm(flatten)]` (or serde's) goes on a field whose type is a struct, a newtype or a `Box`, `Arc` or `Rc` of one, an `Option` of
/// one, or a map with string keys. The fields of that type are read together with those around it, in any order, and
/// keys are repaired against all of them. Attributes on the inner fields (`default`, `lenient`, `range`) mean the same
/// as elsewhere. Paths do not contain the flattened field's own name, since the answer does not either. Its doc comment
/// is not shown to the model: document the inner fields instead.
///
/// An `Option` is `None` if no inner field has a value (`null` for an optional field does not count). If any inner field
/// has a value, all required inner fields must be present: an incomplete struct is a violation, where serde would drop it
/// silently. If no inner field is required, the `Option` is always `Some`, as in serde.
///
/// A map collects all unknown fields, with their keys as written. A key in another case is read as the field that it
/// resembles only if that field is required and its own key is missing (`key_case`). Misspelled keys are entries of the
/// map. There can be only one map. It comes last, and cannot be combined with `deny_unknown_fields`. Unlike in serde,
/// the fields of a flattened struct are never in the map as well, even if that struct flattens another one.
///
/// These do not compile: the same name in two of the types, a type without fields (a list, a string), an enum (its fields
/// depend on its variant), a struct with `deny_unknown_fields` inside one without it, and more fields in total than
/// `max_fields`. A generic type is checked where it is used with concrete types, when the program is built.
///
/// # Recursive types
///
/// A field that contains its own type needs `#[llm(recursive(max_depth = 8))]`. If the field's type names the struct itself,
/// leaving the attribute out is an error at the field. If several types contain each other, put `recursive` on the field that
/// leads back to the type that you parse. For example, if a `Task` has steps, each `Step` has a task, and you parse a `Task`, put
/// it on the `Task` field of `Step`. The macro sees one type at a time, so only the compiler can find a cycle without the
/// attribute: it reports `error[E0391]: cycle detected`, and its notes list the line of each `derive` and field in the cycle. A
/// flattened field cannot be part of a cycle, since its fields would never end: replace `flatten` with `recursive`.
#[proc_macro_derive(LlmOutput, attributes(llm, serde, schemars))]
pub fn derive_llm_output(input: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(input as DeriveInput);
    derive(&item).into()
}

/// The whole pipeline, on tokens that tests can build too.
fn derive(item: &DeriveInput) -> proc_macro2::TokenStream {
    let mut problems = problems::Problems::default();
    let input = ast::Input::read(item, &mut problems);
    reject::check(&input, &mut problems);
    match problems.into_error() {
        None => expand::expand(&input),
        Some(error) => fallback::stub(&input, &error),
    }
}
