//! `#[llm(..)]`.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, LitStr, RangeLimits, Token, Type, WherePredicate};

use super::dialect::dialects;
use super::item::{self, Argument, Item, items};
use super::vocabulary::{Place, nearest};
use super::{Bounds, Conversion, Fallback, FieldAttrs, Given, Number, Shown, Source, TypeAttrs, VariantAttrs};
use crate::case::Case;
use crate::problems::Problems;

pub(super) fn on_type(attrs: &[Attribute], read: &mut TypeAttrs, problems: &mut Problems) {
    for item in items(attrs, "llm", problems) {
        let name = item.name.to_string();
        let usage = Place::Type.usage(&name);
        let done = match name.as_str() {
            "bound" => set(&mut read.bound, &item, bound(&item, usage)),
            "content" => set(&mut read.content, &item, item.text(usage)),
            "crate" => set(&mut read.krate, &item, item.path(usage)),
            "default" => set(&mut read.default, &item, fallback(&item).and_then(expression)),
            "deny_unknown_fields" => set(&mut read.deny_unknown_fields, &item, item.flag()),
            "dialects" => set(&mut read.dialects, &item, dialects(&item, usage)),
            "example" => set(&mut read.example, &item, item.value(usage)),
            "external" => set(&mut read.external, &item, item.flag()),
            "from" | "try_from" => set(&mut read.conversion, &item, conversion(&item, usage)),
            "json_schema" => set(&mut read.json_schema, &item, item.flag()),
            "max_depth" => set(&mut read.max_depth, &item, item.count(usage)),
            "max_fields" => set(&mut read.max_fields, &item, item.count(usage)),
            "max_variants" => set(&mut read.max_variants, &item, item.count(usage)),
            "native" => set(&mut read.native, &item, item.flag()),
            "rename" => set(&mut read.rename, &item, item.text(usage)),
            "rename_all" => set(&mut read.rename_all, &item, case(&item, usage)),
            "rename_all_fields" => set(&mut read.rename_all_fields, &item, case(&item, usage)),
            "stream" => set(&mut read.stream, &item, item.flag()),
            "tag" => set(&mut read.tag, &item, item.text(usage)),
            "tools" => set(&mut read.tools, &item, item.flag()),
            "transparent" => set(&mut read.transparent, &item, item.flag()),
            "untagged" => set(&mut read.untagged, &item, item.flag()),
            "validate" => set(&mut read.validate, &item, item.path(usage)),
            _ => Err(Error::new(item.span(), Place::Type.unknown(&name))),
        };
        problems.take(done);
    }
}

pub(super) fn on_field(attrs: &[Attribute], read: &mut FieldAttrs, problems: &mut Problems) {
    for item in items(attrs, "llm", problems) {
        let name = item.name.to_string();
        let usage = Place::Field.usage(&name);
        let done = match name.as_str() {
            "alias" => add(&mut read.aliases, &item, item.texts(usage)),
            "clamp" => set(&mut read.clamp, &item, item.flag()),
            "content" => set(&mut read.content, &item, item.flag()),
            "default" => set(&mut read.default, &item, fallback(&item)),
            "deserialize_with" => set(&mut read.deserialize_with, &item, item.path(usage)),
            "exact" => set(&mut read.exact, &item, item.flag()),
            "example" => set(&mut read.example, &item, item.value(usage)),
            "flatten" => set(&mut read.flatten, &item, item.flag()),
            "join" => set(&mut read.join, &item, item.text(usage)),
            "latex" => set(&mut read.latex, &item, item.flag()),
            "length" => set(&mut read.length, &item, length(&item, usage)),
            "lenient" => set(&mut read.lenient, &item, item.flag()),
            "native" => set(&mut read.native, &item, item.flag()),
            "null_alias" => add(&mut read.null_alias, &item, item.texts(usage)),
            "range" => set(&mut read.range, &item, range(&item, usage)),
            "recursive" => set(&mut read.recursive, &item, Ok(recursive(&item, usage, problems))),
            "rename" => set(&mut read.rename, &item, item.text(usage)),
            "skip" => set(&mut read.skip, &item, item.flag()),
            "skip_invalid" => set(&mut read.skip_invalid, &item, item.flag()),
            "split" => set(&mut read.split, &item, item.text(usage)),
            "stream" => set(&mut read.stream, &item, shown(&item, usage)),
            "validate" => set(&mut read.validate, &item, item.path(usage)),
            "with" => set(&mut read.with, &item, item.path(usage)),
            "with_serde" => set(&mut read.with_serde, &item, with_serde(&item)),
            _ => Err(Error::new(item.span(), Place::Field.unknown(&name))),
        };
        problems.take(done);
    }
}

pub(super) fn on_variant(attrs: &[Attribute], read: &mut VariantAttrs, problems: &mut Problems) {
    for item in items(attrs, "llm", problems) {
        let name = item.name.to_string();
        let usage = Place::Variant.usage(&name);
        let done = match name.as_str() {
            "alias" => add(&mut read.aliases, &item, item.texts(usage)),
            "other" => set(&mut read.other, &item, item.flag()),
            "rename" => set(&mut read.rename, &item, item.text(usage)),
            "rename_all" => set(&mut read.rename_all, &item, case(&item, usage)),
            "skip" => set(&mut read.skip, &item, item.flag()),
            _ => Err(Error::new(item.span(), Place::Variant.unknown(&name))),
        };
        problems.take(done);
    }
}

/// Puts a value where none was; a second one is an error, since one of the two would be lost without a word.
fn set<T>(slot: &mut Option<Given<T>>, item: &Item, value: syn::Result<T>) -> syn::Result<()> {
    if slot.is_some() {
        return Err(Error::new(
            item.span(),
            format!("`{}` is given twice: keep one", item.name),
        ));
    }
    *slot = Some(Given {
        value: value?,
        span: item.span(),
        source: Source::Llm,
    });
    Ok(())
}

fn add<T>(list: &mut Vec<Given<T>>, item: &Item, values: syn::Result<Vec<T>>) -> syn::Result<()> {
    list.extend(values?.into_iter().map(|value| Given {
        value,
        span: item.span(),
        source: Source::Llm,
    }));
    Ok(())
}

pub(super) fn case(item: &Item, usage: &str) -> syn::Result<Case> {
    let text = item.text(usage)?;
    let name = text.value();
    Case::from_name(&name).ok_or_else(|| {
        let known = Case::ALL.map(|(known, _)| known);
        let hint = nearest(&name, &known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        Error::new(
            text.span(),
            format!("unknown letter case `{name}`{hint}\nvalid here: {}", known.join(", ")),
        )
    })
}

/// `default`, `default = "expression"` or `default = expression`.
fn fallback(item: &Item) -> syn::Result<Fallback> {
    match &item.argument {
        Argument::Nothing => Ok(Fallback::Trait),
        Argument::List(_) => Err(Error::new(item.span(), "write `default` or `default = \"expression\"`")),
        Argument::Value(value) => match item::literal_text(value) {
            None => Ok(Fallback::Expression(value.clone())),
            Some(text) => Ok(Fallback::Written(text.clone(), text.parse().ok())),
        },
    }
}

/// The default as an expression, where no string can be meant.
pub(crate) fn expression(fallback: Fallback) -> syn::Result<Fallback> {
    match fallback {
        Fallback::Written(_, Some(expr)) => Ok(Fallback::Expression(expr)),
        Fallback::Written(text, None) => Err(not_an_expression(&text)),
        fallback => Ok(fallback),
    }
}

pub(crate) fn not_an_expression(text: &LitStr) -> Error {
    Error::new(
        text.span(),
        format!(
            "`{}` is not a Rust expression; for a string as the default, put quotes inside the quotes: `default = {:?}`",
            text.value(),
            format!("{:?}", text.value()),
        ),
    )
}

/// `stream(whole)`, `stream(needed)` or `stream(state)`, or several of them
fn shown(item: &Item, usage: &str) -> syn::Result<Vec<Shown>> {
    let Argument::List(list) = &item.argument else {
        return Err(Error::new(item.span(), format!("write `{usage}`")));
    };
    let read = |word: &Expr| {
        let text = word.to_token_stream().to_string();
        let known = ["whole", "needed", "state"];
        match text.as_str() {
            "whole" => Ok(Shown::Whole),
            "needed" => Ok(Shown::Needed),
            "state" => Ok(Shown::State),
            _ => {
                let hint = nearest(&text, &known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                let message = format!(
                    "unknown option `{text}` to show a field{hint}\nvalid here: {}",
                    known.join(", ")
                );
                Err(Error::new_spanned(word, message))
            }
        }
    };
    if list.is_empty() {
        return Err(Error::new(item.span(), format!("write `{usage}`")));
    }
    list.iter().map(read).collect()
}

/// `with_serde`, or `with_serde = "Type"`
fn with_serde(item: &Item) -> syn::Result<Option<Type>> {
    if let Argument::Nothing = item.argument {
        return Ok(None);
    }
    let usage = "with_serde = \"Type\"";
    let text = item.text(usage)?;
    text.parse().map(Some).map_err(|_| {
        let message = format!("`{}` is not a type: write `{usage}`", text.value());
        Error::new(text.span(), message)
    })
}

fn range(item: &Item, usage: &str) -> syn::Result<Bounds<Number>> {
    let bounds = item.bounds(usage, item::number);
    as_in_rust(item, bounds)
}

fn length(item: &Item, usage: &str) -> syn::Result<Bounds<usize>> {
    let bounds = item.bounds(usage, length_end);
    as_in_rust(item, bounds)
}

/// The error for bounds that are written as a Rust range shows how to write the very same bounds.
fn as_in_rust<T>(item: &Item, bounds: syn::Result<T>) -> syn::Result<T> {
    let Argument::List(list) = &item.argument else {
        return bounds;
    };
    let [Expr::Range(range)] = list.as_slice() else {
        return bounds;
    };
    let end = |name: &str, end: &Option<Box<Expr>>| Some(format!("{name} = {}", end.as_ref()?.to_token_stream()));
    let exclusive = matches!(range.limits, RangeLimits::HalfOpen(_));
    let max = match range.end.as_deref().map(item::number) {
        Some(Ok(Number::Integer(number))) if exclusive => Some(format!("max = {}", number - 1)),
        _ => end("max", &range.end),
    };
    let ends: Vec<_> = end("min", &range.start).into_iter().chain(max).collect();
    if ends.is_empty() {
        return bounds;
    }
    bounds.map_err(|_| {
        let message = format!("write `{}({})`", item.name, ends.join(", ").replace("- ", "-"));
        Error::new_spanned(&list[0], message)
    })
}

/// `from = "Type"` or `try_from = "Type"`
pub(super) fn conversion(item: &Item, usage: &str) -> syn::Result<Conversion> {
    let text = item.text(usage)?;
    let from = text.parse().map_err(|_| {
        Error::new(
            text.span(),
            format!("`{}` is not a type: write `{usage}`", text.value()),
        )
    })?;
    Ok(Conversion {
        from,
        fallible: item.name == "try_from",
    })
}

/// `recursive(max_depth = 8)`; it is kept even if its limit cannot be read, so that the field is not reported twice.
fn recursive(item: &Item, usage: &str, problems: &mut Problems) -> usize {
    let limit = match &item.argument {
        Argument::List(list) if list.len() == 1 => match item::assignment(&list[0]) {
            Some((name, value)) if name == "max_depth" => item::count(value),
            _ => None,
        },
        _ => None,
    };
    limit.unwrap_or_else(|| {
        problems.at_span(item.span(), format!("say how deep the type may nest: write `{usage}`"));
        1
    })
}

fn length_end(value: &Expr) -> syn::Result<usize> {
    item::count(value).ok_or_else(|| {
        let message = "a length must be a literal whole number, because it is part of the schema: `max = 80`";
        Error::new_spanned(value, message)
    })
}

fn bound(item: &Item, usage: &str) -> syn::Result<Vec<WherePredicate>> {
    let text = item.text(usage)?;
    let bounds = text
        .parse_with(Punctuated::<WherePredicate, Token![,]>::parse_terminated)
        .map_err(|_| {
            Error::new(
                text.span(),
                format!("`{}` is not a bound: write `{usage}`", text.value()),
            )
        })?;
    Ok(bounds.into_iter().collect())
}
