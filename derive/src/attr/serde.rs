//! `#[serde(..)]`: entries that mean the same for reading are followed, and entries that only concern writing are ignored.
//! An entry that changes how a value is read, in a way that this parser cannot follow, is an error.

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, Error, LitStr};

use super::item::{Argument, Item, assignment, items, literal_text};
use super::llm::{case, conversion};
use super::{Fallback, FieldAttrs, Given, Source, TypeAttrs, VariantAttrs};
use crate::case::Case;
use crate::problems::Problems;

pub(super) fn on_type(attrs: &[Attribute], read: &mut TypeAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = type_item(&item, read, Source::Serde).unwrap_or_else(|| Err(unknown(&item)));
        problems.take(done);
    }
}

/// Follows an entry; `None` where it is not one of serde's.
pub(super) fn type_item(item: &Item, read: &mut TypeAttrs, source: Source) -> Option<syn::Result<()>> {
    Some(match item.name.to_string().as_str() {
        "rename" => set(&mut read.rename, item, source, reading_name(item)),
        "rename_all" => set(&mut read.rename_all, item, source, reading_case(item)),
        "default" => set(&mut read.default, item, source, fallback(item).map(Some)),
        "deny_unknown_fields" => set(&mut read.deny_unknown_fields, item, source, Ok(Some(()))),
        "transparent" => set(&mut read.transparent, item, source, Ok(Some(()))),
        "tag" => set(&mut read.tag, item, source, item.text("tag = \"type\"").map(Some)),
        "content" => set(
            &mut read.content,
            item,
            source,
            item.text("content = \"value\"").map(Some),
        ),
        "untagged" => set(&mut read.untagged, item, source, Ok(Some(()))),
        "rename_all_fields" => set(&mut read.rename_all_fields, item, source, reading_case(item)),
        "bound" | "crate" | "expecting" | "into" => Ok(()),
        "from" | "try_from" => {
            let usage = format!("{} = \"Type\"", item.name);
            set(&mut read.conversion, item, source, conversion(item, &usage).map(Some))
        }
        "remote" => Err(refused(item, "derive on a type of your own, and convert it yourself")),
        "variant_identifier" | "field_identifier" => {
            Err(refused(item, "remove it, or write the names out with `rename`"))
        }
        _ => return None,
    })
}

pub(super) fn on_field(attrs: &[Attribute], read: &mut FieldAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = field_item(&item, read, Source::Serde).unwrap_or_else(|| Err(unknown(&item)));
        problems.take(done);
    }
}

/// Follows an entry; `None` where it is not one of serde's.
pub(super) fn field_item(item: &Item, read: &mut FieldAttrs, source: Source) -> Option<syn::Result<()>> {
    Some(match item.name.to_string().as_str() {
        "rename" => reading_name(item).map(|name| renamed(&mut read.rename, &mut read.aliases, item, source, name)),
        "alias" => add(&mut read.aliases, item, source),
        "default" => set(&mut read.default, item, source, fallback(item).map(Some)),
        "skip" | "skip_deserializing" => set(&mut read.skip, item, source, Ok(Some(()))),
        "flatten" => set(&mut read.flatten, item, source, Ok(Some(()))),
        "skip_serializing" | "skip_serializing_if" | "serialize_with" | "getter" | "bound" => Ok(()),
        // An attribute of ours says how the field is read.
        "with" | "deserialize_with" if read.is_read_otherwise() => Ok(()),
        "with" | "deserialize_with" => Err(by_function(item)),
        "borrow" => Err(refused(
            item,
            "a repaired string is not part of the input, so it cannot be borrowed; use \
         `String`",
        )),
        _ => return None,
    })
}

pub(super) fn on_variant(attrs: &[Attribute], read: &mut VariantAttrs, problems: &mut Problems) {
    for item in items(attrs, "serde", problems) {
        let done = variant_item(&item, read, Source::Serde).unwrap_or_else(|| Err(unknown(&item)));
        problems.take(done);
    }
}

/// Follows an entry; `None` where it is not one of serde's.
pub(super) fn variant_item(item: &Item, read: &mut VariantAttrs, source: Source) -> Option<syn::Result<()>> {
    Some(match item.name.to_string().as_str() {
        "rename" => reading_name(item).map(|name| renamed(&mut read.rename, &mut read.aliases, item, source, name)),
        "alias" => add(&mut read.aliases, item, source),
        "other" => set(&mut read.other, item, source, Ok(Some(()))),
        "skip" | "skip_deserializing" => set(&mut read.skip, item, source, Ok(Some(()))),
        "skip_serializing" | "serialize_with" | "bound" => Ok(()),
        "with" | "deserialize_with" => Err(refused(
            item,
            "a function that reads with serde cannot repair or report; remove it",
        )),
        "rename_all" => set(&mut read.rename_all, item, source, reading_case(item)),
        "untagged" => set(&mut read.untagged, item, source, Ok(Some(()))).and(Err(refused(
            item,
            "an answer would name some variants and not others; put `untagged` on the enum, give this variant a name, or \
             let serde read the enum: remove `LlmOutput` from it, and write `#[llm(with_serde = \"String\")]` on each \
             field of this type",
        ))),
        "borrow" => Err(refused(item, "a repaired string is not part of the input, so it cannot be borrowed; use \
         `String`")),
        _ => return None,
    })
}

/// A function like serde's: most of them exist for a leniency that is built in here.
fn by_function(item: &Item) -> Error {
    let function = match item
        .path("")
        .map(|path| path.to_token_stream().to_string().replace(' ', ""))
    {
        Ok(path) if item.name == "with" => format!("{path}::deserialize"),
        Ok(path) => path,
        Err(_) => "path".to_owned(),
    };
    Error::new(
        item.span(),
        format!(
            "`#[serde({})]` is not followed: add `#[llm(native)]`, here or on the type, to read the field as its own type (a \
             number in quotes and the like are read anyway), or `#[llm(deserialize_with = {function})]` (feature `serde`) to call the function",
            item.name
        ),
    )
}

/// Sets what `#[llm]` did not set. A value that only concerns writing is `None`.
fn set<T>(slot: &mut Option<Given<T>>, item: &Item, source: Source, value: syn::Result<Option<T>>) -> syn::Result<()> {
    if let (None, Some(value)) = (&slot, value?) {
        *slot = Some(Given {
            value,
            span: item.span(),
            source,
        });
    }
    Ok(())
}

fn add(list: &mut Vec<Given<LitStr>>, item: &Item, source: Source) -> syn::Result<()> {
    let value = item.text("alias = \"name\"")?;
    list.push(Given {
        value,
        span: item.span(),
        source,
    });
    Ok(())
}

/// The name that serde reads; if the schema shows another name, it is an alias of that name.
fn renamed(
    slot: &mut Option<Given<LitStr>>,
    aliases: &mut Vec<Given<LitStr>>,
    item: &Item,
    source: Source,
    name: Option<LitStr>,
) {
    let Some(value) = name else { return };
    let given = Given {
        value,
        span: item.span(),
        source,
    };
    match slot {
        None => *slot = Some(given),
        Some(shown) if shown.source == Source::Foreign => aliases.push(given),
        Some(_) => {}
    }
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
        format!("`#[serde({})]` is not supported here: {instead}", item.name),
    )
}

fn unknown(item: &Item) -> Error {
    let span: Span = item.span();
    Error::new(
        span,
        format!(
            "`#[serde({})]` is unknown to this derive: remove it, or say the same with `#[llm(..)]`",
            item.name
        ),
    )
}
