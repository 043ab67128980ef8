//! Everything that compiles as Rust but that a model answers badly, as far as tokens can show it.
//!
//! Each check is a function that reports what it finds and goes on, so that all errors of a type come at once. What
//! tokens cannot show (an alias, another crate's type) is left to the trait's bounds.

mod attributes;
mod examples;
mod flatten;
mod names;
mod size;
mod stream;
mod tools;
mod types;
mod variants;

use syn::Ident;

use crate::ast::{Body, Enum, Field, Input, Struct, Style, Tagging};
use crate::problems::Problems;

pub(crate) fn check(input: &Input<'_>, problems: &mut Problems) {
    problems.of_type(input.ident, |problems| item(input, problems));
}

fn item(input: &Input<'_>, problems: &mut Problems) {
    attributes::of_type(input, problems);
    examples::of_type(input, problems);
    stream::check(input, problems);
    tools::check(input, problems);
    if input.attrs.conversion.is_some() {
        // What is read is the other type, which has been judged where it derives.
        return;
    }
    match &input.body {
        Body::Struct(data) => structure(input, data, problems),
        Body::Enum(data) => enumeration(input, data, problems),
        Body::Union(keyword) => problems.at_span(
            *keyword,
            format!(
                "`{}` is a union: JSON cannot say which of its fields is meant; use a struct with optional \
                 fields, or an enum",
                input.ident
            ),
        ),
    }
}

fn structure(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) {
    if is_empty(input, data, problems) || is_tuple(input.ident, data, problems) {
        return;
    }
    let newtype = input.newtype().is_some();
    fields(input, data, newtype, problems);
    if let Some(field) = input.newtype() {
        problems.of_field(&field.member, |problems| {
            attributes::recursion_of_newtype(input, field, problems);
        });
    }
    size::depth(input, data, usize::from(!newtype), problems);
}

/// The fields of a struct or of a variant.
fn fields(input: &Input<'_>, data: &Struct<'_>, newtype: bool, problems: &mut Problems) {
    for field in data.read_fields() {
        problems.of_field(&field.member, |problems| {
            types::check(input, field, problems);
            attributes::of_field(newtype, field, problems);
            examples::of_field(field, problems);
        });
    }
    for field in data.fields.iter().filter(|field| field.attrs.skip.is_some()) {
        problems.of_field(&field.member, |problems| attributes::of_skipped(field, problems));
    }
    attributes::across_fields(data, problems);
    flatten::check(input, data, newtype, problems);
    if !newtype {
        names::of_fields(data, problems);
        size::fields(input, data, problems);
    }
}

fn enumeration(input: &Input<'_>, data: &Enum<'_>, problems: &mut Problems) {
    if data.read_variants().next().is_none() {
        let empty = if data.variants.is_empty() {
            "has no variants"
        } else {
            "has only skipped variants"
        };
        problems.at(
            input.ident,
            format!(
                "`{}` {empty}: a model would have nothing to choose from; add variants",
                input.ident
            ),
        );
        return;
    }
    variants::check(input, data, problems);
    attributes::across_variants(data, problems);
    if input.tagging() != Some(Tagging::Untagged) {
        names::of_variants(data, problems);
    }
    size::variants(input, data, problems);
}

fn is_empty(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) -> bool {
    let name = input.ident;
    let message = match data.style {
        _ if data.read_fields().next().is_some() => return false,
        // The parameters of a tool that needs none.
        Style::Named if data.fields.is_empty() && input.attrs.transparent.is_none() => return false,
        Style::Unit => {
            format!(
                "`{name}` is a unit struct, which is `null` in JSON: for an empty object write `struct {name} {{}}`"
            )
        }
        Style::Tuple if data.fields.is_empty() => {
            format!("`{name}` has no fields: for an empty object write `struct {name} {{}}`")
        }
        _ if data.fields.is_empty() => {
            format!("`{name}` has no field that could be read as the type: remove `transparent`")
        }
        _ => format!(
            "`{name}` has only skipped fields: a model has nothing to fill in; give it a field, or remove it from the type \
             that holds it"
        ),
    };
    problems.at(name, message);
    true
}

fn is_tuple(ident: &Ident, data: &Struct<'_>, problems: &mut Problems) -> bool {
    let read: Vec<&Field<'_>> = data.read_fields().collect();
    if data.style != Style::Tuple || read.len() == 1 {
        return false;
    }
    problems.at(
        ident,
        format!(
            "`{ident}` holds {} values that differ only in position, and models mix positions up; name the fields: \
             `{ident} {{ .. }}`",
            read.len(),
        ),
    );
    true
}

#[cfg(test)]
mod tests;
