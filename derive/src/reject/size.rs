//! Types that are too large or too deep for a model to answer reliably.

use syn::Type;

use crate::ast::{Enum, Input, Struct};
use crate::kind::{Kind, kind};
use crate::problems::Problems;

/// What was seen of an object's fields is kept in a 128 bit set.
const MOST_FIELDS: usize = 128;
const MAX_VARIANTS: usize = 100;

pub(super) fn fields(input: &Input<'_>, data: &Struct<'_>, problems: &mut Problems) {
    let limit = input.attrs.max_fields.as_ref();
    if let Some(limit) = limit.filter(|limit| limit.value > MOST_FIELDS) {
        problems.at_span(
            limit.span,
            format!("`max_fields` can be raised to {MOST_FIELDS} at most: split the type"),
        );
        return;
    }
    let allowed = input.max_fields();
    // What is flattened is counted where its type is known.
    let count = data.read_fields().filter(|field| !field.is_flat()).count();
    if count <= allowed {
        return;
    }
    let raise = if count <= MOST_FIELDS {
        format!(", or raise the limit with `#[llm(max_fields = {count})]`")
    } else {
        String::new()
    };
    problems.at(
        input.ident,
        format!(
            "`{}` has {count} fields, and the limit is {allowed}: models forget and mix up the fields of large \
             objects; group them into nested structs{raise}",
            input.ident
        ),
    );
}

pub(super) fn variants(input: &Input<'_>, data: &Enum<'_>, problems: &mut Problems) {
    let allowed = input
        .attrs
        .max_variants
        .as_ref()
        .map_or(MAX_VARIANTS, |limit| limit.value);
    let count = data.read_variants().count();
    if count > allowed {
        problems.at(
            input.ident,
            format!(
                "`{}` has {count} variants, and the limit is {allowed}: models choose poorly from long lists, and \
                 providers refuse such schemas; use a `String` and look the name up, or raise the limit with \
                 `#[llm(max_variants = {count})]`",
                input.ident
            ),
        );
    }
}

/// The depth that this type's own tokens show; what the field types add is counted where they are known.
pub(super) fn depth(input: &Input<'_>, data: &Struct<'_>, own: usize, problems: &mut Problems) {
    let allowed = input.max_depth();
    for field in data.read_fields() {
        let depth = own + levels(&field.wire).saturating_sub(usize::from(field.is_flat()));
        if depth > allowed {
            problems.of_field(&field.member, |problems| {
                problems.at(
                    field.ty,
                    format!(
                        "this nests {depth} levels deep, and the limit is {allowed}: models lose count of brackets, and \
                         providers refuse deep schemas; use a flatter type, or raise the limit with \
                         `#[llm(max_depth = {depth})]` on `{}`",
                        input.ident
                    ),
                );
            });
        }
    }
}

fn levels(ty: &Type) -> usize {
    match kind(ty) {
        Kind::List(inner) | Kind::Set(inner) | Kind::Array(inner) | Kind::Map(_, inner) => 1 + levels(inner),
        Kind::Optional(inner) | Kind::Boxed(inner) => levels(inner),
        _ => 0,
    }
}
