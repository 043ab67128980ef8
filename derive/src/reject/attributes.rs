//! Attributes that are spelt correctly but do not apply, or contradict each other.
//!
//! Only `#[llm]` is checked: a `#[serde]` attribute may be there for serialization.

use quote::ToTokens;
use syn::{Expr, Member};

use super::types::text;
use crate::ast::{Body, Enum, Field, Input, Struct, Style};
use crate::attr::{Bounds, Fallback, FieldAttrs, Given, Number, Source, TypeAttrs, number};
use crate::kind::{Kind, inside, kind};
use crate::problems::Problems;

/// [`misplaced`] for several attributes at once, each called as its field.
macro_rules! all_misplaced {
    ($attrs:ident, $why:expr, $problems:expr; $($name:ident),+) => {
        $( misplaced($attrs.$name.as_ref(), stringify!($name), $why, $problems); )+
    };
}

pub(super) fn of_type(input: &Input<'_>, problems: &mut Problems) {
    let attrs = &input.attrs;
    let newtype = input.newtype().is_some();
    if let Some(given) = &attrs.json_schema
        && !cfg!(any(test, feature = "schemars"))
    {
        problems.at_span(
            given.span,
            "`json_schema` implements a trait of `schemars`: add the feature `schemars` to `llm_output` in Cargo.toml",
        );
    }
    match input.body {
        Body::Struct(_) => of_struct(attrs, problems),
        Body::Enum(_) => of_enum(input, problems),
        Body::Union(_) => return,
    }
    if newtype {
        let why = "a newtype is read as the value inside it, which has no key";
        all_misplaced!(attrs, why, problems; rename_all, deny_unknown_fields, max_fields, default);
    }
    if let (Body::Struct(data), Some(transparent)) = (&input.body, &attrs.transparent) {
        let count = data.read_fields().count();
        if data.style == Style::Named && count > 1 {
            problems.at_span(
                transparent.span,
                format!(
                    "`transparent` needs exactly one field that is read, and `{}` has {count}: remove it, or mark the others \
                     `#[llm(skip)]`",
                    input.ident
                ),
            );
        }
    }
}

fn of_enum(input: &Input<'_>, problems: &mut Problems) {
    let attrs = &input.attrs;
    let why = "an enum is read by its variants' names";
    misplaced(attrs.transparent.as_ref(), "transparent", why, problems);
    if !input.is_union() {
        all_misplaced!(attrs, why, problems; deny_unknown_fields, max_fields, max_depth);
        misplaced(
            attrs.rename_all_fields.as_ref(),
            "rename_all_fields",
            "no variant has fields",
            problems,
        );
    }
    let why = "put `#[llm(default = \"Enum::Variant\")]` on the fields that hold the enum";
    misplaced(attrs.default.as_ref(), "default", why, problems);
}

fn of_struct(attrs: &TypeAttrs, problems: &mut Problems) {
    misplaced(
        attrs.max_variants.as_ref(),
        "max_variants",
        "a struct has no variants",
        problems,
    );
    let why = "a struct has no variants to tell apart";
    misplaced(
        attrs.rename_all_fields.as_ref(),
        "rename_all_fields",
        "a struct has no variants; write `rename_all`",
        problems,
    );
    all_misplaced!(attrs, why, problems; content, untagged, external);
    if let Some(tag) = &attrs.tag {
        problems.at_span(tag.span, "`tag` does not apply here: a struct has no variants to tell apart; for a field that always holds one name, \
             write a field whose type is an enum of that one name");
    }
}

/// `newtype` says that the value is read as the whole struct or variant.
pub(super) fn of_field(newtype: bool, field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    if newtype {
        in_newtype(attrs, problems);
    }
    if let (Some(lenient), Some(_)) = (&attrs.lenient, &attrs.exact) {
        problems.at_span(
            lenient.span,
            "`lenient` accepts every repair and `exact` accepts none: keep one of them",
        );
    }
    if let (Some(clamp), None) = (&attrs.clamp, &attrs.range) {
        problems.at_span(
            clamp.span,
            "`clamp` needs a range to clamp to: add `range(min = .., max = ..)`",
        );
    }
    if let Some(range) = &attrs.range {
        range_fits(field, range, problems);
    }
    if let Some(length) = &attrs.length {
        length_fits(field, length, problems);
    }
    if let Some(limit) = &attrs.recursive {
        recursion_fits(field, limit, problems);
    }
    way_fits(field, problems);
    default_fits(field, problems);
    if !newtype {
        kind_fits(field, problems);
    }
}

/// A skipped field is not read, so nothing about reading it can be said.
pub(super) fn of_skipped(field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    let why = "the field is skipped, so it is never read";
    unnamed(attrs, why, problems);
    all_misplaced!(attrs, why, problems; range, length, clamp, validate, flatten, with, with_serde, deserialize_with, native, recursive, example);
    reading(attrs, why, problems);
}

/// A flattened field has no key of its own, so attributes about a key or its value do not apply.
pub(super) fn of_flattened(field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    let why = "a flattened field has no key and no value of its own; put it on the fields of its type";
    unnamed(attrs, why, problems);
    all_misplaced!(attrs, why, problems; default, range, length, clamp, with, with_serde, deserialize_with, native, recursive, example);
    reading(attrs, why, problems);
}

pub(super) fn across_fields(data: &Struct<'_>, problems: &mut Problems) {
    let contents = data
        .read_fields()
        .filter_map(|field| Some((field, field.attrs.content.as_ref()?)));
    for (second, given) in contents.skip(1) {
        problems.of_field(&second.member, |problems| {
            let what = "only one field can accept a reply that is not JSON: keep one `content`";
            problems.at_span(given.span, what);
        });
    }
}

pub(super) fn across_variants(data: &Enum<'_>, problems: &mut Problems) {
    let others = data
        .read_variants()
        .filter_map(|variant| Some((variant, variant.attrs.other.as_ref()?)));
    for (second, given) in others.skip(1) {
        problems.of_variant(second.ident, |problems| {
            let what = "only one variant can catch unknown names: keep one `other`";
            problems.at_span(given.span, what);
        });
    }
    for variant in data
        .read_variants()
        .filter(|variant| variant.data.style != Style::Named)
    {
        let why = "the variant has no fields with names";
        problems.of_variant(variant.ident, |problems| {
            misplaced(variant.attrs.rename_all.as_ref(), "rename_all", why, problems);
        });
    }
    for variant in data.variants.iter().filter(|variant| variant.attrs.skip.is_some()) {
        let attrs = &variant.attrs;
        let why = "the variant is skipped, so it is never read";
        problems.of_variant(variant.ident, |problems| {
            all_misplaced!(attrs, why, problems; other, rename);
            misplaced(attrs.aliases.first(), "alias", why, problems);
        });
    }
}

fn in_newtype(attrs: &FieldAttrs, problems: &mut Problems) {
    let why = "a newtype is read as the value inside it; put this on the field that has the newtype as its type";
    unnamed(attrs, why, problems);
    misplaced(attrs.default.as_ref(), "default", why, problems);
    reading(attrs, why, problems);
}

fn unnamed(attrs: &FieldAttrs, why: &str, problems: &mut Problems) {
    misplaced(attrs.rename.as_ref(), "rename", why, problems);
    misplaced(attrs.aliases.first(), "alias", why, problems);
}

fn reading(attrs: &FieldAttrs, why: &str, problems: &mut Problems) {
    all_misplaced!(attrs, why, problems; lenient, exact, split, join);
    misplaced(attrs.null_alias.first(), "null_alias", why, problems);
    all_misplaced!(attrs, why, problems; content, skip_invalid, latex);
}

pub(super) fn misplaced<T>(given: Option<&Given<T>>, name: &str, why: &str, problems: &mut Problems) {
    if let Some(given) = given.filter(|given| given.source == Source::Llm) {
        // Some reasons say themselves what to write.
        let rest = if why.contains("put `") || why.contains("; ") {
            ""
        } else {
            "; remove it"
        };
        problems.at_span(given.span, format!("`{name}` does not apply here: {why}{rest}"));
    }
}

fn range_fits(field: &Field<'_>, range: &Given<Bounds<Number>>, problems: &mut Problems) {
    let (min, max) = (&range.value.min, &range.value.max);
    if let (Some(min), Some(max)) = (min, max)
        && min.to_f64() > max.to_f64()
    {
        problems.at_span(
            range.span,
            "this range contains no number, because `min` is greater than `max`: swap them",
        );
    }
    let inner = inside(field.ty);
    match kind(inner) {
        Kind::Integer {
            min: least,
            max: greatest,
        } => {
            for end in [min, max].into_iter().flatten() {
                match end {
                    Number::Float(..) => problems.at_span(
                        range.span,
                        format!(
                            "`{}` holds whole numbers: write the bounds without a fraction",
                            text(inner)
                        ),
                    ),
                    Number::Integer(end) if *end < least || *end > greatest => problems.at_span(
                        range.span,
                        format!(
                            "`{}` holds numbers from {least} to {greatest}: {end} is outside",
                            text(inner)
                        ),
                    ),
                    Number::Integer(_) => {}
                }
            }
        }
        Kind::Float | Kind::Other => {}
        Kind::Text | Kind::List(_) | Kind::Set(_) | Kind::Map(..) => problems.at_span(
            range.span,
            format!(
                "`range` is for numbers, not for `{}`: to limit its length, use `length`",
                text(inner)
            ),
        ),
        _ => problems.at_span(
            range.span,
            format!("`range` is for numbers, not for `{}`: remove it", text(inner)),
        ),
    }
}

/// Checks how a field is read that is not read as its own type: in one way only, and one that works here.
fn way_fits(field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    let ways = [
        ("with", attrs.with.as_ref().map(|given| given.span)),
        ("with_serde", attrs.with_serde.as_ref().map(|given| given.span)),
        (
            "deserialize_with",
            attrs.deserialize_with.as_ref().map(|given| given.span),
        ),
        (
            "native",
            attrs
                .native
                .as_ref()
                .filter(|given| given.source == Source::Llm)
                .map(|given| given.span),
        ),
    ];
    let mut given = ways.into_iter().filter_map(|(name, span)| Some((name, span?)));
    let Some((name, span)) = given.next() else { return };
    if let Some((_, second)) = given.next() {
        problems.at_span(
            second,
            "a field is read in one way: keep one of `with`, `with_serde`, `deserialize_with` and `native`",
        );
    } else if name == "deserialize_with" && matches!(field.member, Member::Unnamed(_)) {
        problems.at_span(
            span,
            "`deserialize_with` is for fields with a name: write a struct with a named field",
        );
    } else if !matches!(name, "with" | "native") && !cfg!(any(test, feature = "serde")) {
        problems.at_span(
            span,
            format!("`{name}` reads with serde: add the feature `serde` to `llm_output` in Cargo.toml"),
        );
    }
}

/// A newtype is written as the value inside it, so that a schema has nothing to refer to.
pub(super) fn recursion_of_newtype(input: &Input<'_>, field: &Field<'_>, problems: &mut Problems) {
    if let Some(limit) = &field.attrs.recursive {
        problems.at_span(
            limit.span,
            format!(
                "a newtype is read as the value inside it, so no schema could refer to `{name}`: name the field, `{name} {{ \
                 inside: .. }}`",
                name = input.ident
            ),
        );
    }
}

fn recursion_fits(field: &Field<'_>, limit: &Given<usize>, problems: &mut Problems) {
    /// Each level is on the stack while it is read.
    const MOST: usize = 64;
    if limit.value == 0 || limit.value > MOST {
        problems.at_span(
            limit.span,
            format!("models do not write deeper answers reliably: write a `max_depth` from 1 to {MOST}"),
        );
    }
    let mut inner = field.ty;
    loop {
        inner = match kind(inner) {
            Kind::Optional(next) | Kind::Boxed(next) | Kind::List(next) | Kind::Map(_, next) => next,
            Kind::Other if matches!(inner, syn::Type::Path(_) | syn::Type::Group(_) | syn::Type::Paren(_)) => break,
            _ => {
                problems.at(
                    field.ty,
                    format!(
                        "`recursive` is for a `Box`, `Option`, `Vec` or map of the type that contains the field, and `{}` \
                         does not contain that type",
                        text(field.ty)
                    ),
                );
                break;
            }
        };
    }
}

fn length_fits(field: &Field<'_>, length: &Given<Bounds<usize>>, problems: &mut Problems) {
    if let Bounds {
        min: Some(min),
        max: Some(max),
    } = length.value
        && min > max
    {
        problems.at_span(
            length.span,
            "nothing has this length, because `min` is greater than `max`: swap them",
        );
    }
    let inner = inside(field.ty);
    match kind(inner) {
        Kind::Text | Kind::List(_) | Kind::Set(_) | Kind::Map(..) | Kind::Other => {}
        Kind::Integer { .. } | Kind::Float => problems.at_span(
            length.span,
            format!(
                "`length` is for strings, lists and maps, and `{}` is a number: use `range`",
                text(inner)
            ),
        ),
        Kind::Array(..) => problems.at_span(length.span, "an array has its length already: remove `length`"),
        _ => problems.at_span(
            length.span,
            format!("`length` is for strings, lists and maps, not for `{}`", text(inner)),
        ),
    }
}

fn default_fits(field: &Field<'_>, problems: &mut Problems) {
    let Some(Fallback::Expression(expr)) = field.attrs.default.as_ref().map(|default| &default.value) else {
        return;
    };
    if let (Expr::Path(path), Kind::Text) = (expr, kind(inside(field.ty))) {
        let word = path.path.get_ident().map(ToString::to_string);
        if let Some(word) = word.filter(|word| word.starts_with(char::is_lowercase)) {
            problems.at(
                expr,
                format!(
                    "`{word}` could be a string or a function: write `default = \"\\\"{word}\\\"\"` for the string, or \
                     `default = \"{word}()\"` for the function"
                ),
            );
        }
    }
    let (Some(range), Ok(number)) = (&field.attrs.range, number(expr)) else {
        return;
    };
    if !range.value.hold(&number) {
        problems.at(
            expr,
            "the default is outside the field's own `range`, so no answer could contain it: change one of the two",
        );
    }
}

/// Attributes about one kind of value, on a field that is known to be of another kind.
fn kind_fits(field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    let inner = inside(field.ty);
    let shown = kind(inner);
    let is = |fits: bool| fits || matches!(shown, Kind::Other);
    let listed = is(matches!(shown, Kind::List(_) | Kind::Set(_)));
    if !listed {
        unfit(
            attrs.split.as_ref(),
            "split",
            "lists: it says where to split a string into elements",
            inner,
            problems,
        );
    }
    if !(listed || matches!(shown, Kind::Map(..))) {
        unfit(
            attrs.skip_invalid.as_ref(),
            "skip_invalid",
            "lists and maps: it leaves out bad elements",
            inner,
            problems,
        );
    }
    if !is(matches!(shown, Kind::Text)) {
        unfit(
            attrs.join.as_ref(),
            "join",
            "strings: it says how to join a list into the string",
            inner,
            problems,
        );
        unfit(
            attrs.content.as_ref(),
            "content",
            "a string: it accepts a whole reply without JSON",
            inner,
            problems,
        );
    }
    element_fits(field, problems);
}

/// Like [`kind_fits`], for attributes that are also about the elements of a list, or about a missing value.
fn element_fits(field: &Field<'_>, problems: &mut Problems) {
    let (attrs, inner) = (&field.attrs, inside(field.ty));
    let element = match kind(inner) {
        Kind::List(element) | Kind::Set(element) => kind(inside(element)),
        shown => shown,
    };
    if !matches!(element, Kind::Text | Kind::Other) {
        unfit(
            attrs.latex.as_ref(),
            "latex",
            "strings: it keeps the backslashes of formulas",
            inner,
            problems,
        );
    }
    let optional = matches!(kind(field.ty), Kind::Optional(_) | Kind::Other) || attrs.default.is_some();
    if let (false, Some(given)) = (optional, attrs.null_alias.first()) {
        problems.at(
            &given.value,
            "`null_alias` is for fields that may be missing: make this one an `Option`, or give it a `default`",
        );
    }
}

fn unfit<T>(given: Option<&Given<T>>, name: &str, what: &str, ty: impl ToTokens, problems: &mut Problems) {
    if let Some(given) = given {
        problems.at_span(
            given.span,
            format!("`{name}` is for {what}; remove it from this `{}`", text(ty)),
        );
    }
}
