//! `#[schemars(..)]`, `#[validate(..)]` and `#[garde(..)]`: descriptions for the model and bounds on values are followed.
//!
//! These attributes belong to other macros, which report their misuse. So entries that do not concern the schema are ignored
//! here. An entry is only an error if ignoring it would silently change the schema.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Error, Expr, Ident, LitStr, Meta, Type};

use super::item::{self, Argument, Item, assignment, literal_text, plain};
use super::serde;
use super::{Bounds, Doc, FieldAttrs, Given, Number, Source, TypeAttrs, VariantAttrs};
use crate::json;
use crate::problems::Problems;

pub(super) fn on_type(attrs: &[Attribute], read: &mut TypeAttrs, problems: &mut Problems) {
    let mut docs = Docs::default();
    for item in items(attrs, "schemars") {
        let done = match item.name.to_string().as_str() {
            "title" | "description" => docs.take(&item),
            // The example of a whole struct is made from those of its fields.
            // `with` is checked after serde's attributes: it may name the type that this one is converted from.
            "inline" | "example" | "deprecated" | "crate" | "bound" | "remote" | "with" => Ok(()),
            // A name that contains the names of the type parameters.
            "rename" if is_pattern(&item) => Ok(()),
            "schema_with" | "transform" | "extend" if read.native.is_some() => Ok(()),
            "schema_with" | "transform" | "extend" => Err(schema_only(&item, "each field of this type")),
            _ => serde::type_item(&item, read, Source::Foreign).unwrap_or(Ok(())),
        };
        problems.take(done);
    }
    docs.put(&mut read.doc);
}

/// Refuses the schema of another type, unless this type is converted from that type.
pub(super) fn other_schema(attrs: &[Attribute], read: &TypeAttrs, problems: &mut Problems) {
    for item in items(attrs, "schemars").into_iter().filter(|item| item.name == "with") {
        let is_read = |shown: &Type| {
            let from = read.conversion.as_ref().map(|given| &given.value.from);
            from.is_some_and(|from| from.to_token_stream().to_string() == shown.to_token_stream().to_string())
        };
        if read.native.is_none() && !named_type(&item).as_ref().is_some_and(is_read) {
            problems.push(schema_only(&item, "each field of this type"));
        }
    }
}

/// The type that `with = ".."` names.
fn named_type(item: &Item) -> Option<Type> {
    let Argument::Value(value) = &item.argument else {
        return None;
    };
    literal_text(value)?.parse().ok()
}

pub(super) fn on_variant(attrs: &[Attribute], read: &mut VariantAttrs, problems: &mut Problems) {
    let mut docs = Docs::default();
    for item in items(attrs, "schemars") {
        let done = match item.name.to_string().as_str() {
            "title" | "description" => docs.take(&item),
            "example" | "deprecated" => Ok(()),
            "with" | "schema_with" | "transform" | "extend" => Err(schema_only(&item, "each field of this type")),
            _ => serde::variant_item(&item, read, Source::Foreign).unwrap_or(Ok(())),
        };
        problems.take(done);
    }
    docs.put(&mut read.doc);
}

pub(super) fn on_field(attrs: &[Attribute], read: &mut FieldAttrs, problems: &mut Problems) {
    let mut docs = Docs::default();
    // If serde reads the field with a function, the field must first say how it is read here.
    let has_function = items(attrs, "serde")
        .iter()
        .any(|item| item.name == "with" || item.name == "deserialize_with");
    for item in items(attrs, "schemars") {
        let done = match item.name.to_string().as_str() {
            "title" | "description" => docs.take(&item),
            "example" | "examples" => {
                example(&item, read);
                Ok(())
            }
            "deprecated" => Ok(()),
            "with" if read.deserialize_with.is_some() => {
                read.shown = named_type(&item);
                Ok(())
            }
            "with" if has_function => Ok(()),
            "with" | "schema_with" | "transform" | "extend" | "inner" | "contains" if read.is_read_otherwise() => {
                Ok(())
            }
            "with" => Err(with(&item)),
            "schema_with" | "transform" | "extend" | "inner" | "contains" => Err(schema_only(&item, "the field")),
            _ => match constraint(&item, "schemars", read) {
                Some(done) => done,
                None => serde::field_item(&item, read, Source::Foreign).unwrap_or(Ok(())),
            },
        };
        problems.take(done);
    }
    for attribute in ["validate", "garde"] {
        for item in items(attrs, attribute) {
            if let Some(done) = constraint(&item, attribute, read) {
                problems.take(done);
            }
        }
    }
    docs.put(&mut read.doc);
}

/// A constraint on the value; `None` if the entry is not a constraint.
fn constraint(item: &Item, attribute: &str, read: &mut FieldAttrs) -> Option<syn::Result<()>> {
    let format = match item.name.to_string().as_str() {
        "range" => return Some(range(item, attribute).map(|range| fill(&mut read.range, item, range))),
        "length" => return Some(length(item, attribute).map(|length| fill(&mut read.length, item, length))),
        "required" => {
            fill(&mut read.required, item, Some(()));
            return Some(Ok(()));
        }
        "regex" | "pattern" => {
            let given = pattern(item);
            if given.is_none() && attribute == "schemars" && read.native.is_none() {
                let message = "the schema is a constant: write the pattern as a literal, `regex(pattern = \"..\")`, or leave it \
                               out of the schema with `#[llm(native)]`";
                return Some(Err(Error::new(item.span(), message)));
            }
            fill(&mut read.pattern, item, given);
            return Some(Ok(()));
        }
        "email" => "email",
        "url" => "uri",
        "ipv4" => "ipv4",
        "ipv6" => "ipv6",
        "ip" => "ip",
        _ => return None,
    };
    // JSON Schema has no name for an address of either kind.
    fill(&mut read.format, item, Some(format).filter(|format| *format != "ip"));
    Some(Ok(()))
}

fn range(item: &Item, attribute: &str) -> syn::Result<Option<Bounds<Number>>> {
    let mut bounds = Bounds { min: None, max: None };
    for (name, value) in entries(item) {
        let number = match name.to_string().as_str() {
            "min" | "max" | "exclusive_min" | "exclusive_max" | "equal" => item::number(value).ok(),
            _ => continue,
        };
        let Some(number) = number else {
            return Err(written_out(item, attribute, value));
        };
        match (name.to_string().as_str(), number) {
            ("min", number) => bounds.min = Some(number),
            ("max", number) => bounds.max = Some(number),
            ("equal", number) => {
                bounds.min = Some(number.clone());
                bounds.max = Some(number);
            }
            ("exclusive_min", Number::Integer(number)) => bounds.min = Some(Number::Integer(number + 1)),
            ("exclusive_max", Number::Integer(number)) => bounds.max = Some(Number::Integer(number - 1)),
            _ => return Err(written_out(item, attribute, value)),
        }
    }
    Ok((bounds.min.is_some() || bounds.max.is_some()).then_some(bounds))
}

fn length(item: &Item, attribute: &str) -> syn::Result<Option<Bounds<usize>>> {
    let mut bounds = Bounds { min: None, max: None };
    for (name, value) in entries(item) {
        let slots = match name.to_string().as_str() {
            "min" => [Some(&mut bounds.min), None],
            "max" => [Some(&mut bounds.max), None],
            "equal" => [Some(&mut bounds.min), Some(&mut bounds.max)],
            _ => continue,
        };
        let Some(count) = item::count(value) else {
            return Err(written_out(item, attribute, value));
        };
        for slot in slots.into_iter().flatten() {
            *slot = Some(count);
        }
    }
    Ok((bounds.min.is_some() || bounds.max.is_some()).then_some(bounds))
}

/// The pattern, if it is a literal: `regex(pattern = "..")`, `pattern("..")`, `pattern = ".."`.
fn pattern(item: &Item) -> Option<LitStr> {
    match &item.argument {
        Argument::Value(value) if item.name == "pattern" => literal_text(value).cloned(),
        Argument::List(list) => list.iter().find_map(|entry| match assignment(entry) {
            Some((name, value)) if name == "pattern" => literal_text(value).cloned(),
            Some(_) => None,
            None => literal_text(entry).cloned(),
        }),
        _ => None,
    }
}

/// The example, if it is a literal.
fn example(item: &Item, read: &mut FieldAttrs) {
    let Argument::Value(value) = &item.argument else { return };
    let mut value = plain(value);
    while let Expr::Reference(reference) = value {
        value = plain(&reference.expr);
    }
    if json::of_expression(value).is_some() {
        fill(&mut read.example, item, Some(value.clone()));
    }
}

fn entries(item: &Item) -> impl Iterator<Item = (&Ident, &Expr)> {
    let list = match &item.argument {
        Argument::List(list) => list.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(assignment)
}

/// Sets what `#[llm]` did not set.
fn fill<T>(slot: &mut Option<Given<T>>, item: &Item, value: Option<T>) {
    if slot.is_none() {
        *slot = value.map(|value| Given {
            value,
            span: item.span(),
            source: Source::Foreign,
        });
    }
}

/// The title and description. The title is the first line of the text that a model reads.
#[derive(Default)]
struct Docs {
    title: Option<Expr>,
    description: Option<Expr>,
}

impl Docs {
    fn take(&mut self, item: &Item) -> syn::Result<()> {
        let value = item.value("description = \"..\"")?;
        if item.name == "title" {
            self.title = Some(value);
        } else {
            self.description = Some(value);
        }
        Ok(())
    }

    fn put(self, doc: &mut Doc) {
        if let Some(description) = self.description {
            *doc = match literal_text(&description) {
                Some(text) => Doc::Text(text.value().trim().to_owned()),
                None => Doc::Expression(description),
            };
        }
        let title = self.title.and_then(|title| Some(literal_text(&title)?.value()));
        if let (Some(title), Doc::Text(text)) = (title, &*doc)
            && !text.starts_with(&title)
        {
            *doc = Doc::Text(format!("{title}\n{text}").trim().to_owned());
        }
    }
}

/// `rename = "{T}List"`
fn is_pattern(item: &Item) -> bool {
    matches!(&item.argument, Argument::Value(value) if literal_text(value).is_some_and(|text| text.value().contains('{')))
}

fn with(item: &Item) -> Error {
    let Argument::Value(value) = &item.argument else {
        return schema_only(item, "the field");
    };
    Error::new(
        item.span(),
        format!(
            "`#[schemars(with)]` gives the field a schema that does not say how to read it: add \
             `#[llm(with_serde = {})]` to read the field with serde and show that schema, or `#[llm(native)]` to use the \
             field's own type for both",
            value.to_token_stream()
        ),
    )
}

/// `fields` says where to put `with_serde`.
fn schema_only(item: &Item, fields: &str) -> Error {
    let name = &item.name;
    let instead = match name.to_string().as_str() {
        "schema_with" | "with" => format!(
            "use the schema of its own type with `#[llm(native)]`, or name a type with the schema that you want: \
             `#[llm(with_serde = \"Type\")]` on {fields}"
        ),
        "inner" => "put the bounds on a newtype for the elements, or ignore it with `#[llm(native)]`".to_owned(),
        _ => "say it in the doc comment, and ignore it here with `#[llm(native)]`".to_owned(),
    };
    Error::new(
        item.span(),
        format!("`#[schemars({name})]` changes a schema that `llm_output` does not use: {instead}"),
    )
}

fn written_out(item: &Item, attribute: &str, value: &Expr) -> Error {
    let name = &item.name;
    Error::new_spanned(
        value,
        format!(
            "`#[{attribute}({name})]` is read too, and its bounds are part of the schema, which is a constant: \
             write a literal here, or add `#[llm({name}(min = .., max = ..))]`, which takes precedence"
        ),
    )
}

/// The entries of another macro's attributes, if they have the syntax of ours.
fn items(attrs: &[Attribute], attribute: &str) -> Vec<Item> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(attribute)) {
        let Meta::List(list) = &attr.meta else { continue };
        let mut entry = TokenStream::new();
        for token in list.tokens.clone() {
            if matches!(&token, TokenTree::Punct(comma) if comma.as_char() == ',') {
                items.extend(read(std::mem::take(&mut entry)));
            } else {
                entry.extend([token]);
            }
        }
        items.extend(read(entry));
    }
    items
}

fn read(tokens: TokenStream) -> Option<Item> {
    if let Ok(item) = syn::parse2(tokens.clone()) {
        return Some(item);
    }
    match tokens.into_iter().next() {
        Some(TokenTree::Ident(name)) => Some(Item {
            name,
            argument: Argument::Nothing,
        }),
        _ => None,
    }
}
