//! What cannot grow, and fields that say how they are shown where nothing is shown.

use super::attributes::misplaced;
use crate::ast::{Body, Field, Input, Tagging};
use crate::problems::Problems;

pub(super) fn check(input: &Input<'_>, problems: &mut Problems) {
    let Some(given) = &input.attrs.stream else {
        for field in input.fields() {
            problems.of_field(&field.member, |problems| {
                let why = "the type has no partial form; add `#[llm(stream)]` to it";
                misplaced(field.attrs.stream.as_ref(), "stream", why, problems);
            });
        }
        return;
    };
    if let Some(why) = obstacle(input) {
        problems.at_span(given.span, format!("`stream` does not apply here: {why}"));
    }
    let is_newtype = input.newtype().is_some();
    let is_enum = matches!(input.body, Body::Enum(_));
    for field in input.fields() {
        problems.of_field(&field.member, |problems| of_field(field, is_newtype, is_enum, problems));
    }
}

fn of_field(field: &Field<'_>, is_newtype: bool, is_enum: bool, problems: &mut Problems) {
    let attrs = &field.attrs;
    let Some(given) = &attrs.stream else { return };
    if is_newtype || (is_enum && field.name.is_empty()) {
        let why = "a newtype is shown as the value inside it; put this on the field that has the newtype as its type";
        misplaced(Some(given), "stream", why, problems);
    } else if attrs.skip.is_some() {
        misplaced(
            Some(given),
            "stream",
            "the field is skipped, so it is never read",
            problems,
        );
    } else if is_enum && attrs.is_needed() {
        problems.at_span(
            given.span,
            "`needed` does not apply here: a variant is shown once its name is known; put the fields into a struct of their own",
        );
    }
}

/// Why the type cannot grow, and what to write instead.
fn obstacle(input: &Input<'_>) -> Option<&'static str> {
    let attrs = &input.attrs;
    if attrs.conversion.is_some() {
        return Some("the type is made from another one once that is complete; remove it");
    }
    if attrs.validate.is_some() {
        return Some("`validate` judges the complete value, so nothing is shown before; put `validate` on the fields");
    }
    if !input.generics.params.is_empty() {
        return Some(
            "a type with parameters is shown when it is complete; remove it, or write the type without parameters",
        );
    }
    if input.fields().into_iter().any(Field::is_flat) {
        return Some("a type with a flattened field is shown when it is complete; remove it, or write the fields out");
    }
    match &input.body {
        Body::Enum(_) if !input.is_union() => Some("an enum of names is shown when its name is complete; remove it"),
        Body::Enum(_) if input.tagging() == Some(Tagging::Untagged) => {
            Some("the variant is known only at the end of the value; give the enum a `tag`, or remove it")
        }
        _ => None,
    }
}
