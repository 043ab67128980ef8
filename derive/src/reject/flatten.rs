//! Flattened fields, as far as tokens show what is wrong with them. What they do not show (the names of another type's
//! fields) is judged in const evaluation, where the types are known.

use syn::Type;

use super::attributes::{misplaced, of_flattened};
use super::types::text;
use crate::ast::{Field, Input, Struct};
use crate::kind::{Kind, inside, kind};
use crate::problems::Problems;

pub(super) fn check(input: &Input<'_>, data: &Struct<'_>, newtype: bool, problems: &mut Problems) {
    let mut map: Option<&Field<'_>> = None;
    for field in data.read_fields().filter(|field| field.is_flat()) {
        problems.of_field(&field.member, |problems| one(input, field, newtype, &mut map, problems));
    }
}

fn one<'a>(
    input: &Input<'_>,
    field: &'a Field<'a>,
    newtype: bool,
    map: &mut Option<&'a Field<'a>>,
    problems: &mut Problems,
) {
    if newtype {
        let why = "a newtype is read as the value inside it already";
        misplaced(field.attrs.flatten.as_ref(), "flatten", why, problems);
        return;
    }
    of_flattened(field, problems);
    if let Some(message) = no_members(field.ty, input) {
        problems.at(field.ty, message);
        return;
    }
    let Kind::Map(key, _) = kind(inside(field.ty)) else {
        return;
    };
    if !matches!(kind(key), Kind::Text | Kind::Other) {
        return;
    }
    if matches!(kind(field.ty), Kind::Optional(_)) {
        problems.at(
            field.ty,
            format!(
                "a flattened map collects all unknown fields, and is empty if there are none: write `{}`",
                text(inside(field.ty))
            ),
        );
    }
    if let (Some(_), Some(flatten)) = (&input.attrs.deny_unknown_fields, &field.attrs.flatten) {
        problems.at_span(
            flatten.span,
            "a flattened map collects all unknown fields, and `deny_unknown_fields` refuses them: keep one of the two",
        );
    }
    if let (Some(first), Some(flatten)) = (*map, &field.attrs.flatten) {
        problems.at_span(
            flatten.span,
            format!(
                "`{}` collects all unknown fields already, so this map would never get one: keep one of them",
                first.label()
            ),
        );
    }
    *map = Some(field);
}

/// Why the type has no fields, if its name shows that it has none.
fn no_members(ty: &Type, input: &Input<'_>) -> Option<String> {
    let what = match kind(inside(ty)) {
        Kind::Text | Kind::Character => "a string",
        Kind::Boolean => "`true` or `false`",
        Kind::Integer { .. } | Kind::Float => "a number",
        Kind::List(_) | Kind::Set(_) | Kind::Array(_) => "a list",
        _ => return None,
    };
    Some(format!(
        "{what} has no fields to merge into those of `{}`: remove `flatten`",
        input.ident
    ))
}
