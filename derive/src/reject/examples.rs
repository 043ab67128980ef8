//! Examples that a model should not be shown: not of the type, outside its bounds, or no value that tokens can show.

use syn::{Expr, Lit, LitStr};

use super::types::text;
use crate::ast::{Body, Enum, Field, Input};
use crate::attr::{Given, Number, literal_text, nearest, number};
use crate::json;
use crate::kind::{Kind, inside, kind};
use crate::problems::Problems;

pub(super) fn of_type(input: &Input<'_>, problems: &mut Problems) {
    let Some(given) = &input.attrs.example else { return };
    match &input.body {
        _ if input.attrs.conversion.is_some() => {
            written_out(given, problems);
        }
        Body::Struct(_) => match input.newtype() {
            Some(field) => fits(given, field, problems),
            None => problems.at_span(
                given.span,
                "a struct's example is made from those of its fields: put `example` on them",
            ),
        },
        Body::Enum(data) => names_a_variant(given, data, problems),
        Body::Union(_) => {}
    }
}

pub(super) fn of_field(field: &Field<'_>, problems: &mut Problems) {
    if let Some(given) = &field.attrs.example {
        fits(given, field, problems);
    }
}

fn names_a_variant(given: &Given<Expr>, data: &Enum<'_>, problems: &mut Problems) {
    let names: Vec<&str> = data.read_variants().map(|variant| variant.name.as_str()).collect();
    let list = format!("valid here: {}", names.join(", "));
    let Some(name) = literal_text(&given.value).map(LitStr::value) else {
        problems.at(
            &given.value,
            format!("an enum's example is the name of a variant, in quotes\n{list}"),
        );
        return;
    };
    if !names.contains(&name.as_str()) {
        let hint = nearest(&name, &names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        problems.at(&given.value, format!("no variant is called `{name}`{hint}\n{list}"));
    }
}

/// Whether tokens show the value; it is reported where they do not.
fn written_out(given: &Given<Expr>, problems: &mut Problems) -> bool {
    let shown = json::of_expression(&given.value).is_some();
    if !shown {
        problems.at(
            &given.value,
            "an example must be a literal, because it is part of a constant: write a string, a number, `true`, \
             `false`, or a list of \
             them in brackets",
        );
    }
    shown
}

fn fits(given: &Given<Expr>, field: &Field<'_>, problems: &mut Problems) {
    if !written_out(given, problems) {
        return;
    }
    let ty = inside(&field.wire);
    if !is_of(&given.value, ty) {
        problems.at(
            &given.value,
            format!(
                "the example is not a valid `{}`, and models copy examples: write a valid one",
                text(ty)
            ),
        );
        return;
    }
    if let (Some(range), Ok(number)) = (&field.attrs.range, number(&given.value))
        && !range.value.hold(&number)
    {
        problems.at(
            &given.value,
            "the example is outside the field's own `range`, and models copy examples: change one of the two",
        );
    }
    if let (Some(length), Some(count)) = (&field.attrs.length, count(&given.value)) {
        let (min, max) = (length.value.min.unwrap_or(0), length.value.max.unwrap_or(usize::MAX));
        if count < min || count > max {
            problems.at(
                &given.value,
                "the example is outside the field's own `length`, and models copy examples: change one of the two",
            );
        }
    }
}

/// Whether the value may be of the type, as far as its name tells.
fn is_of(value: &Expr, ty: &syn::Type) -> bool {
    let literal = |wanted: fn(&Lit) -> bool| matches!(value, Expr::Lit(literal) if wanted(&literal.lit));
    match kind(inside(ty)) {
        Kind::Text => literal(|lit| matches!(lit, Lit::Str(_))),
        Kind::Character => literal(|lit| {
            matches!(lit, Lit::Char(_)) || matches!(lit, Lit::Str(text) if text.value().chars().count() == 1)
        }),
        Kind::Boolean => literal(|lit| matches!(lit, Lit::Bool(_))),
        Kind::Integer { min, max } => {
            matches!(number(value), Ok(Number::Integer(number)) if (min..=max).contains(&number))
        }
        Kind::Float => number(value).is_ok(),
        Kind::List(element) | Kind::Set(element) | Kind::Array(element) => {
            matches!(value, Expr::Array(list) if list.elems.iter().all(|value| is_of(value, element)))
        }
        Kind::Map(..) => false,
        _ => true,
    }
}

/// Code points of a text, elements of a list.
fn count(value: &Expr) -> Option<usize> {
    match value {
        Expr::Array(list) => Some(list.elems.len()),
        _ => literal_text(value).map(|text| text.value().chars().count()),
    }
}
