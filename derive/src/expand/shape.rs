//! Constant data that describes the type to a model.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;
use syn::{Expr, LitStr};

use super::{hygienic, implementation, optional, recursion};
use crate::ast::{Enum, Field, Input, Struct, Style, Tagging, Variant};
use crate::attr::{Bounds, Fallback, Given, Number, literal_text};
use crate::json;

/// `SHAPE` of a struct with named fields.
pub(super) fn object(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let (name, doc, closed) = (&input.name, &input.attrs.doc, input.attrs.deny_unknown_fields.is_some());
    let members = members(input, data, 0);
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Object(&__p::ObjectShape {
            name: #name,
            doc: #doc,
            closed: #closed,
            #members
        });
    }
}

/// `SHAPE` of an enum whose variants carry data.
pub(super) fn union(input: &Input<'_>, data: &Enum<'_>) -> TokenStream {
    let (name, doc, example) = (&input.name, &input.attrs.doc, optional(example_name(input)));
    let tagging = match input.tagging() {
        Some(Tagging::Internal { tag }) => quote_spanned!(hygienic()=> Internal { tag: #tag }),
        Some(Tagging::Adjacent { tag, content }) => {
            quote_spanned!(hygienic()=> Adjacent { tag: #tag, content: #content })
        }
        Some(Tagging::Untagged) => quote_spanned!(hygienic()=> Untagged),
        Some(Tagging::External) | None => quote_spanned!(hygienic()=> External),
    };
    let variants = data.read_variants().enumerate().map(|(at, variant)| {
        let (name, doc) = (&variant.name, &variant.attrs.doc);
        let aliases = aliases(name, &variant.attrs.aliases);
        let shape = optional(match variant.data.style {
            Style::Unit => None,
            Style::Tuple => variant.newtype().map(newtype_variant),
            Style::Named => Some(struct_variant(input, variant, at)),
        });
        quote_spanned! {hygienic()=>
            __p::UnionVariantShape { name: #name, doc: #doc, aliases: &[#(#aliases),*], shape: #shape }
        }
    });
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(&__p::UnionShape {
            name: #name,
            doc: #doc,
            tagging: __p::Tagging::#tagging,
            variants: &[#(#variants),*],
            example: #example,
        });
    }
}

fn struct_variant(input: &Input<'_>, variant: &Variant<'_>, at: usize) -> TokenStream {
    let name = format!("{}.{}", input.name, variant.name);
    let closed = input.attrs.deny_unknown_fields.is_some();
    let members = members(input, &variant.data, at);
    quote_spanned! {hygienic()=>
        &__p::Shape::Object(&__p::ObjectShape { name: #name, doc: "", closed: #closed, #members })
    }
}

/// The fields of an object, and the types whose members stand among them.
fn members(input: &Input<'_>, data: &Struct<'_>, at: usize) -> TokenStream {
    if data.flattens() {
        let at = Literal::usize_unsuffixed(at);
        return quote_spanned! {hygienic()=>
            fields: __p::merged_fields::<Self, #at>(),
            flattened: __p::flattened::<Self, #at>(),
        };
    }
    let fields = data.read_fields().map(|field| member(input, field));
    quote_spanned!(hygienic()=> fields: &[#(#fields),*], flattened: &[],)
}

/// The shape of a variant's only field, with what is declared about it.
fn newtype_variant(field: &Field<'_>) -> TokenStream {
    let shape = of_field(field);
    let doc = &field.attrs.doc;
    let attrs = &field.attrs;
    if attrs.range.is_none() && attrs.length.is_none() && attrs.example.is_none() && doc.is_empty() {
        return shape;
    }
    let (range, length) = bounds(field);
    let example = optional(example(field.attrs.example.as_ref()));
    quote_spanned! {hygienic()=>
        &__p::Shape::Named(&__p::NamedShape {
            name: "",
            doc: #doc,
            shape: #shape,
            range: #range,
            length: #length,
            example: #example,
        })
    }
}

/// What a field's value looks like.
pub(super) fn of_field(field: &Field<'_>) -> TokenStream {
    if field.attrs.recursive.is_some() {
        return recursion::shape(field);
    }
    let inner = implementation(&field.wire);
    quote_spanned!(hygienic()=> #inner::SHAPE)
}

/// `SHAPE` of a newtype.
pub(super) fn named(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (name, inner) = (&input.name, implementation(&field.wire));
    let doc = if input.attrs.doc.is_empty() {
        &field.attrs.doc
    } else {
        &input.attrs.doc
    };
    let given = field.attrs.example.as_ref().or(input.attrs.example.as_ref());
    let example = optional(example(given));
    let (range, length) = bounds(field);
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(&__p::NamedShape {
            name: #name,
            doc: #doc,
            shape: #inner::SHAPE,
            range: #range,
            length: #length,
            example: #example,
        });
    }
}

/// `SHAPE` of a unit enum.
pub(super) fn names(input: &Input<'_>, data: &Enum<'_>) -> TokenStream {
    let (name, doc, example) = (&input.name, &input.attrs.doc, optional(example_name(input)));
    let variants = data.read_variants().map(|variant| {
        let (name, doc) = (&variant.name, &variant.attrs.doc);
        let aliases = aliases(name, &variant.attrs.aliases);
        quote_spanned!(hygienic()=> __p::VariantShape { name: #name, doc: #doc, aliases: &[#(#aliases),*] })
    });
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Names(&__p::NamesShape {
            name: #name,
            doc: #doc,
            variants: &[#(#variants),*],
            example: #example,
        });
    }
}

/// The other spellings of a name, each once and without the name itself.
pub(super) fn aliases(name: &str, given: &[Given<LitStr>]) -> Vec<String> {
    let mut aliases: Vec<String> = Vec::new();
    for alias in given.iter().map(|alias| alias.value.value()) {
        if alias != name && !aliases.contains(&alias) {
            aliases.push(alias);
        }
    }
    aliases
}

pub(super) fn range(range: &Bounds<Number>) -> TokenStream {
    let bound = |end: &Number| match end {
        Number::Integer(number) => {
            let number = Literal::i128_unsuffixed(*number);
            quote_spanned!(hygienic()=> __p::Bound::Integer(#number))
        }
        Number::Float(number, text) => {
            let number = Literal::f64_unsuffixed(*number);
            quote_spanned!(hygienic()=> __p::Bound::Float(#number, #text))
        }
    };
    let (min, max) = (
        optional(range.min.as_ref().map(bound)),
        optional(range.max.as_ref().map(bound)),
    );
    quote_spanned!(hygienic()=> __p::Range { min: #min, max: #max })
}

pub(super) fn length(length: &Bounds<usize>) -> TokenStream {
    let [min, max] = [length.min, length.max].map(|end| optional(end.map(Literal::usize_unsuffixed)));
    quote_spanned!(hygienic()=> __p::Length { min: #min, max: #max })
}

pub(super) fn member(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (name, doc, ty, shape) = (&field.name, &field.attrs.doc, &field.wire, of_field(field));
    let required = if field.has_default(&input.attrs) {
        quote_spanned!(hygienic()=> false)
    } else {
        quote_spanned!(syn::spanned::Spanned::span(ty).resolved_at(hygienic())=> __p::required::<#ty>())
    };
    let default = optional(default_text(field));
    let example = optional(example(field.attrs.example.as_ref()));
    let (range, length) = bounds(field);
    let aliases = aliases(name, &field.attrs.aliases);
    quote_spanned! {hygienic()=>
        __p::FieldShape {
            name: #name,
            doc: #doc,
            shape: #shape,
            required: #required,
            example: #example,
            default: #default,
            range: #range,
            length: #length,
            aliases: &[#(#aliases),*],
        }
    }
}

/// The declared example as JSON text.
pub(super) fn example(given: Option<&Given<Expr>>) -> Option<String> {
    json::of_expression(&given?.value)
}

/// The variant that an enum's example names.
fn example_name(input: &Input<'_>) -> Option<String> {
    let given = input.attrs.example.as_ref()?;
    literal_text(&given.value).map(LitStr::value)
}

/// The declared default as JSON text, where tokens show it.
fn default_text(field: &Field<'_>) -> Option<String> {
    match &field.attrs.default.as_ref()?.value {
        Fallback::Trait => json::of_default(field.ty).map(str::to_owned),
        Fallback::Expression(expr) => json::of_expression(expr),
        Fallback::Call(_) => None,
    }
}

fn bounds(field: &Field<'_>) -> (TokenStream, TokenStream) {
    let range = field.attrs.range.as_ref().map(|given| range(&given.value));
    let length = field.attrs.length.as_ref().map(|given| length(&given.value));
    (
        range.unwrap_or_else(|| quote_spanned!(hygienic()=> __p::Range::NONE)),
        length.unwrap_or_else(|| quote_spanned!(hygienic()=> __p::Length::NONE)),
    )
}
