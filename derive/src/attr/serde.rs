//! `#[serde(..)]`: what means the same for reading is followed, what concerns writing only is passed over, and what
//! changes how a value is read in a way that this parser cannot follow is an error.

use proc_macro2::Span;
use syn::{Attribute, Error, LitStr};

use super::item::{Argument, Item, assignment, items, literal_text};
use super::llm::{case, conversion};
use super::{Fallback, FieldAttrs, Given, Source, TypeAttrs, VariantAttrs};
use crate::case::Case;
use crate::problems::Problems;

pub(super) fn on_type(attrs: &[Attribute], read: &mut TypeAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = match item.name.to_string().as_str() {
            "rename" => set(&mut read.rename, &item, reading_name(&item)),
            "rename_all" => set(&mut read.rename_all, &item, reading_case(&item)),
            "default" => set(&mut read.default, &item, fallback(&item).map(Some)),
            "deny_unknown_fields" => set(&mut read.deny_unknown_fields, &item, Ok(Some(()))),
            "transparent" => set(&mut read.transparent, &item, Ok(Some(()))),
            "tag" => set(&mut read.tag, &item, item.text("tag = \"type\"").map(Some)),
            "content" => set(&mut read.content, &item, item.text("content = \"value\"").map(Some)),
            "untagged" => set(&mut read.untagged, &item, Ok(Some(()))),
            "rename_all_fields" => set(&mut read.rename_all_fields, &item, reading_case(&item)),
            "bound" | "crate" | "expecting" | "into" => Ok(()),
            "from" | "try_from" => {
                let usage = format!("{} = \"Type\"", item.name);
                set(&mut read.conversion, &item, conversion(&item, &usage).map(Some))
            }
            "remote" => Err(refused(&item, "derive on a type of your own, and convert it yourself")),
            "variant_identifier" | "field_identifier" => {
                Err(refused(&item, "remove it, or write the names out with `rename`"))
            }
            _ => Err(unknown(&item)),
        };
        problems.take(done);
    }
}

pub(super) fn on_field(attrs: &[Attribute], read: &mut FieldAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = match item.name.to_string().as_str() {
            "rename" => set(&mut read.rename, &item, reading_name(&item)),
            "alias" => add(&mut read.aliases, &item),
            "default" => set(&mut read.default, &item, fallback(&item).map(Some)),
            "skip" | "skip_deserializing" => set(&mut read.skip, &item, Ok(Some(()))),
            "flatten" => set(&mut read.flatten, &item, Ok(Some(()))),
            "skip_serializing" | "skip_serializing_if" | "serialize_with" | "getter" | "bound" => Ok(()),
            // What is read here says the other attribute.
            "with" | "deserialize_with"
                if read.with.is_some() || read.with_serde.is_some() || read.deserialize_with.is_some() =>
            {
                Ok(())
            }
            "with" | "deserialize_with" => Err(refused(
                &item,
                "nothing shows what such a function reads, so that no schema could say it; write `#[llm(with = module)]` with a \
                 module that has the type which is read, `type Wire = String;`, and a function that converts it, `fn read(wire: \
                 Wire) -> Result<Value, Error>`; or, where the schema may take any JSON, `#[llm(deserialize_with = path)]`, with \
                 the feature `serde`",
            )),
            "borrow" => Err(refused(&item, "a repaired text is not part of the input; use `String`")),
            _ => Err(unknown(&item)),
        };
        problems.take(done);
    }
}

pub(super) fn on_variant(attrs: &[Attribute], read: &mut VariantAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = match item.name.to_string().as_str() {
            "rename" => set(&mut read.rename, &item, reading_name(&item)),
            "alias" => add(&mut read.aliases, &item),
            "other" => set(&mut read.other, &item, Ok(Some(()))),
            "skip" | "skip_deserializing" => set(&mut read.skip, &item, Ok(Some(()))),
            "skip_serializing" | "serialize_with" | "bound" => Ok(()),
            "with" | "deserialize_with" => Err(refused(
                &item,
                "a function that reads from serde cannot repair or report; remove it",
            )),
            "rename_all" => set(&mut read.rename_all, &item, reading_case(&item)),
            "untagged" => set(&mut read.untagged, &item, Ok(Some(()))).and(Err(refused(
                &item,
                "an answer would name some variants and not others; put `untagged` on the enum, or give this variant a name",
            ))),
            "borrow" => Err(refused(&item, "a repaired text is not part of the input; use `String`")),
            _ => Err(unknown(&item)),
        };
        problems.take(done);
    }
}

/// Fills what `#[llm]` left open. A value that concerns writing only is `None`.
fn set<T>(slot: &mut Option<Given<T>>, item: &Item, value: syn::Result<Option<T>>) -> syn::Result<()> {
    if let (None, Some(value)) = (&slot, value?) {
        *slot = Some(Given {
            value,
            span: item.span(),
            source: Source::Serde,
        });
    }
    Ok(())
}

fn add(list: &mut Vec<Given<LitStr>>, item: &Item) -> syn::Result<()> {
    let value = item.text("alias = \"name\"")?;
    list.push(Given {
        value,
        span: item.span(),
        source: Source::Serde,
    });
    Ok(())
}

/// `rename = ".."`, or the `deserialize` part of `rename(serialize = "..", deserialize = "..")`.
fn reading_name(item: &Item) -> syn::Result<Option<LitStr>> {
    match &item.argument {
        Argument::List(list) => {
            for entry in list {
                match assignment(entry) {
                    Some((name, value)) if name == "deserialize" => return Ok(literal_text(value).cloned()),
                    Some((name, _)) if name == "serialize" => {}
                    _ => {
                        return Err(Error::new_spanned(
                            entry,
                            "this is neither `serialize` nor `deserialize`: write `rename(deserialize = \"name\")`",
                        ));
                    }
                }
            }
            Ok(None)
        }
        _ => item.text("rename = \"name\"").map(Some),
    }
}

fn reading_case(item: &Item) -> syn::Result<Option<Case>> {
    let usage = "rename_all = \"snake_case\"";
    match &item.argument {
        Argument::List(_) => match reading_name(item)? {
            Some(text) => {
                let value = syn::parse_quote!(#text);
                case(
                    &Item {
                        name: item.name.clone(),
                        argument: Argument::Value(value),
                    },
                    usage,
                )
                .map(Some)
            }
            None => Ok(None),
        },
        _ => case(item, usage).map(Some),
    }
}

/// `default`, or `default = "path"` to a function.
fn fallback(item: &Item) -> syn::Result<Fallback> {
    match item.argument {
        Argument::Nothing => Ok(Fallback::Trait),
        _ => item.path("default = \"path\"").map(Fallback::Call),
    }
}

fn refused(item: &Item, instead: &str) -> Error {
    Error::new(
        item.span(),
        format!(
            "`#[serde({})]` cannot be followed when a model's answer is read: {instead}",
            item.name
        ),
    )
}

fn unknown(item: &Item) -> Error {
    let span: Span = item.span();
    Error::new(
        span,
        format!(
            "`#[serde({})]` is not known here, so it cannot be followed: remove it, or write what it means with `#[llm(..)]`",
            item.name
        ),
    )
}
