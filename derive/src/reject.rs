//! Everything that compiles as Rust but that a model answers badly, as far as tokens can show it.
//!
//! Each check is a function that reports what it finds and goes on, so that all errors of a type come at once. What
//! tokens cannot show (an alias, another crate's type) is left to the trait's bounds.

mod attributes;
mod names;
mod size;
mod types;

use crate::ast::{Body, Enum, Field, Input, Struct, Style};
use crate::problems::Problems;

pub(crate) fn check(input: &Input<'_>, problems: &mut Problems) {
    attributes::of_type(input, problems);
    match &input.body {
        Body::Struct(data) => structure(input, data, problems),
        Body::Enum(data) => enumeration(input, data, problems),
        Body::Union(keyword) => problems.at_span(
            *keyword,
            format!(
                "`{}` is a union: JSON says nothing about which of its fields is meant; use a struct with optional \
                 fields, or an enum",
                input.ident
            ),
        ),
    }
}

fn structure(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) {
    if is_empty(input, data, problems) || is_tuple(input, data, problems) {
        return;
    }
    for field in data.read_fields() {
        types::check(input, field, problems);
        attributes::of_field(input, field, problems);
    }
    for field in data.fields.iter().filter(|field| field.attrs.skip.is_some()) {
        attributes::of_skipped(field, problems);
    }
    attributes::across_fields(data, problems);
    if input.newtype().is_none() {
        names::of_fields(data, problems);
        size::fields(input, data, problems);
    }
    size::depth(input, data, problems);
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
                "`{}` {empty}: there is nothing that a model could answer; add the names to choose from",
                input.ident
            ),
        );
        return;
    }
    for variant in data.read_variants() {
        if !matches!(variant.fields, syn::Fields::Unit) {
            problems.at(
                variant.fields,
                format!(
                    "variant `{variant}` carries data: a model would have to guess how the variant's name goes with it; \
                     write `{variant}` alone, and put the data into a struct that has this enum as its field `kind` and \
                     the data as optional fields",
                    variant = variant.ident
                ),
            );
        }
    }
    attributes::across_variants(data, problems);
    names::of_variants(data, problems);
    size::variants(input, data, problems);
}

fn is_empty(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) -> bool {
    let what = match data.style {
        _ if data.read_fields().next().is_some() => return false,
        Style::Unit => "is a unit struct",
        _ if data.fields.is_empty() => "has no fields",
        _ => "has only skipped fields",
    };
    problems.at(
        input.ident,
        format!(
            "`{name}` {what}: a model has nothing to fill in, and any object at all would be read as `{name}`; give it a \
             field, or remove it from the type that holds it",
            name = input.ident
        ),
    );
    true
}

fn is_tuple(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) -> bool {
    let read: Vec<&Field<'_>> = data.read_fields().collect();
    if data.style != Style::Tuple || read.len() == 1 {
        return false;
    }
    problems.at(
        input.ident,
        format!(
            "`{}` is a tuple struct of {} fields: models mix up values that are told apart by position alone; name the \
             fields: `struct {} {{ .. }}`",
            input.ident,
            read.len(),
            input.ident
        ),
    );
    true
}

#[cfg(test)]
mod tests;
