//! Enums whose variants carry data: what a model could not name, or an answer not tell apart.

use quote::ToTokens;
use syn::Type;

use super::types::text;
use super::{fields, is_tuple, size};
use crate::ast::{Enum, Input, Struct, Style, Tagging, Variant};
use crate::attr::Source;
use crate::fold::fold;
use crate::kind::{Kind, kind};
use crate::problems::Problems;

pub(super) fn check(input: &Input<'_>, data: &Enum<'_>, problems: &mut Problems) {
    tagging_fits(input, data, problems);
    if !input.is_union() {
        return;
    }
    let tagging = input.tagging();
    for variant in data.read_variants() {
        problems.of_variant(variant.ident, |problems| {
            carried(input, variant, tagging.as_ref(), problems);
        });
    }
    match &tagging {
        // Where the tag was forgotten that has been said.
        None if input.attrs.content.is_some() => {}
        None => {
            // A variant without a name of its own has been refused already.
            let is_named = |variant: &&Variant<'_>| variant.attrs.untagged.is_none();
            let first = data
                .read_variants()
                .filter(is_named)
                .find(|variant| variant.data.style != Style::Unit);
            if let Some(variant) = first {
                unnamed(input, variant, problems);
            }
        }
        Some(Tagging::Internal { tag }) => {
            for variant in data.read_variants() {
                problems.of_variant(variant.ident, |problems| beside_tag(variant, tag, problems));
            }
        }
        Some(Tagging::Untagged) if data.carries_data() => alike(input, data, problems),
        Some(_) => {}
    }
}

/// Attributes that contradict each other about how the variants are distinguished.
fn tagging_fits(input: &Input<'_>, data: &Enum<'_>, problems: &mut Problems) {
    let attrs = &input.attrs;
    if let (Some(content), None) = (&attrs.content, &attrs.tag) {
        problems.at_span(
            content.span,
            "`content` names the field next to the tag: add `tag = \"type\"`, or write `external` for variants under \
             their own \
             names",
        );
    }
    let ways = [
        attrs.tag.as_ref().map(|given| given.span),
        attrs.untagged.as_ref().map(|given| given.span),
        attrs.external.as_ref().map(|given| given.span),
    ];
    if let Some(second) = ways.into_iter().flatten().nth(1) {
        problems.at_span(
            second,
            "an answer names its variant in one way only: keep one of `tag`, `untagged` and `external`",
        );
    }
    for key in [&attrs.tag, &attrs.content].into_iter().flatten() {
        if fold(&key.value.value()).is_empty() {
            problems.at(
                &key.value,
                "a field needs a name with at least one letter, digit or symbol",
            );
        }
    }
    if let (Some(tag), Some(content)) = (&attrs.tag, &attrs.content)
        && fold(&tag.value.value()) == fold(&content.value.value())
    {
        problems.at(
            &content.value,
            "`tag` and `content` are two fields of one object, and models do not preserve case and separators: \
             rename one of them",
        );
    }
    if let (Some(untagged), false) = (&attrs.untagged, data.carries_data()) {
        problems.at_span(
            untagged.span,
            format!(
                "no variant of `{}` carries data, so only the names distinguish them: remove `untagged`",
                input.ident
            ),
        );
    }
}

fn carried(input: &Input<'_>, variant: &Variant<'_>, tagging: Option<&Tagging>, problems: &mut Problems) {
    let ident = variant.ident;
    if variant.data.style == Style::Tuple && variant.data.read_fields().next().is_none() {
        problems.at(ident, format!("`{ident}` has no data: write just `{ident}`"));
        return;
    }
    if is_tuple(ident, &variant.data, problems) {
        return;
    }
    if let Some(other) = variant
        .attrs
        .other
        .as_ref()
        .filter(|_| variant.data.style != Style::Unit)
    {
        problems.at_span(
            other.span,
            format!(
                "`other` accepts any name, and the data of an unknown variant has no known fields: write just \
            `{ident}`"
            ),
        );
    }
    if tagging == Some(&Tagging::Untagged) {
        nameless(variant, problems);
    }
    for field in variant.data.read_fields() {
        if let Some(content) = &field.attrs.content {
            let message =
                "a reply that is not JSON says nothing about which variant it is: put `content` on a field of a struct";
            problems.of_field(&field.member, |problems| problems.at_span(content.span, message));
        }
    }
    fields(input, &variant.data, variant.newtype().is_some(), problems);
    let own = match (tagging, variant.data.style) {
        (Some(Tagging::Untagged | Tagging::Internal { .. }), Style::Tuple) => 0,
        (Some(Tagging::Untagged | Tagging::Internal { .. }), _) | (_, Style::Tuple) => 1,
        _ => 2,
    };
    size::depth(input, &variant.data, own, problems);
}

/// A variant without a name has no use for other spellings of it.
fn nameless(variant: &Variant<'_>, problems: &mut Problems) {
    let attrs = &variant.attrs;
    let given = [
        ("rename", attrs.rename.as_ref().map(|given| (given.span, given.source))),
        ("alias", attrs.aliases.first().map(|given| (given.span, given.source))),
        ("other", attrs.other.as_ref().map(|given| (given.span, given.source))),
    ];
    for (name, given) in given {
        if let Some((span, Source::Llm)) = given {
            problems.at_span(
                span,
                format!(
                    "`{name}` does not apply here: an answer does not name the variants of an `untagged` enum; \
                     remove it"
                ),
            );
        }
    }
}

fn unnamed(input: &Input<'_>, variant: &Variant<'_>, problems: &mut Problems) {
    let (name, variant) = (input.ident, variant.ident);
    problems.at(
        variant,
        format!(
            "variant `{variant}` carries data, and a model would have to guess where its name goes; write \
             `#[llm(tag = \"type\")]` on `{name}` for `{{\"type\": \"{variant}\", ..}}`, the form that models get right most often; \
             or `#[llm(external)]` for `{{\"{variant}\": ..}}`, or `#[llm(untagged)]` if the fields alone distinguish the variants"
        ),
    );
}

/// A variant with its fields next to the tag.
fn beside_tag(variant: &Variant<'_>, tag: &str, problems: &mut Problems) {
    for field in variant
        .data
        .read_fields()
        .filter(|field| !field.name.is_empty() && !field.is_flat())
    {
        let names =
            std::iter::once(field.name.clone()).chain(field.attrs.aliases.iter().map(|alias| alias.value.value()));
        for name in names {
            if fold(&name) == fold(tag) {
                let message = format!(
                    "`{name}` is the tag's name as well, so an answer could mean either: rename the field, or the tag with \
                     `tag = \"..\"`"
                );
                problems.of_field(&field.member, |problems| problems.at(&field.member, message));
            }
        }
    }
    let Some(field) = variant.newtype().filter(|_| variant.attrs.untagged.is_none()) else {
        return;
    };
    if !matches!(kind(&field.wire), Kind::Other | Kind::Boxed(_)) {
        problems.at(
            field.ty,
            format!(
                "the tag `{tag}` belongs among the variant's own fields, and `{}` has none: name the field, `{ident} {{ value: \
                 .. }}`, or add `content = \"value\"` to the enum",
                text(field.ty),
                ident = variant.ident
            ),
        );
    }
}

/// Variants of an untagged enum that one answer fits.
fn alike(input: &Input<'_>, data: &Enum<'_>, problems: &mut Problems) {
    let variants: Vec<_> = data.read_variants().collect();
    for (at, later) in variants.iter().enumerate() {
        if later.data.style == Style::Named && later.data.read_fields().next().is_none() {
            problems.at(
                later.ident,
                format!(
                    "any object at all would be read as `{}`: give it a field, or write a tag",
                    later.ident
                ),
            );
            continue;
        }
        let Some(earlier) = variants[..at].iter().find(|earlier| takes_all(input, earlier, later)) else {
            continue;
        };
        let instead = if later.data.style == Style::Named {
            format!(
                "give them different fields, put `{}` first if it has more of them",
                later.ident
            )
        } else {
            "keep one of them".to_owned()
        };
        problems.at(
            later.ident,
            format!(
                "every answer that fits `{later}` fits `{earlier}`, which comes first, so `{later}` is never read; \
                 {instead}, or write `tag = \"type\"` on `{name}` instead of `untagged`",
                later = later.ident,
                earlier = earlier.ident,
                name = input.ident,
            ),
        );
    }
}

/// Whether `earlier` reads whatever `later` is written as, as far as tokens show it.
fn takes_all(input: &Input<'_>, earlier: &Variant<'_>, later: &Variant<'_>) -> bool {
    match (earlier.newtype(), later.newtype()) {
        (Some(earlier), Some(later)) => match (kind(&earlier.wire), kind(&later.wire)) {
            (Kind::Text, Kind::Text | Kind::Character) | (Kind::Float, Kind::Float | Kind::Integer { .. }) => true,
            (
                Kind::Integer { min, max },
                Kind::Integer {
                    min: least,
                    max: greatest,
                },
            ) => min <= least && greatest <= max,
            _ => is_same(&earlier.wire, &later.wire),
        },
        (None, None) => match (earlier.data.style, later.data.style) {
            (Style::Unit, Style::Unit) => true,
            // What is flattened is not shown by tokens.
            (Style::Named, Style::Named) => {
                !earlier.data.flattens()
                    && !later.data.flattens()
                    && input.attrs.deny_unknown_fields.is_none()
                    && asks_no_more(input, &earlier.data, &later.data)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether each required field of `earlier` is required in `later` too, and no field of the same name differs.
fn asks_no_more(input: &Input<'_>, earlier: &Struct<'_>, later: &Struct<'_>) -> bool {
    earlier.read_fields().all(|field| {
        let optional = field.has_default(&input.attrs) || matches!(kind(&field.wire), Kind::Optional(_));
        match later.read_fields().find(|other| fold(&other.name) == fold(&field.name)) {
            Some(other) => {
                let absent = other.has_default(&input.attrs) || matches!(kind(&other.wire), Kind::Optional(_));
                is_same(&field.wire, &other.wire) && (optional || !absent)
            }
            None => optional,
        }
    })
}

fn is_same(one: &Type, other: &Type) -> bool {
    one.to_token_stream().to_string() == other.to_token_stream().to_string()
}
