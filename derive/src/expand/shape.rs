//! Constant data that describes the type to a model.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, LitStr, Type};

use super::{hygienic, implementation, optional, recursion};
use crate::ast::{Enum, Field, Input, Struct, Style, Tagging, Variant};
use crate::attr::{Bounds, Doc, Fallback, Given, Number, literal_text};
use crate::json;
use crate::kind::{Kind, kind};

/// `SHAPE` of a struct with named fields.
pub(super) fn object(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let object = object_shape(input, data, 0, &input.name, &input.attrs.doc);
    quote_spanned!(hygienic()=> const SHAPE: &'static __p::Shape = #object;)
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
        let (aliases, other) = (aliases(name, &variant.attrs.aliases), other(variant));
        let shape = optional(match variant.data.style {
            Style::Unit => None,
            Style::Tuple => variant.newtype().map(newtype_variant),
            Style::Named => Some(struct_variant(input, variant, at)),
        });
        quote_spanned! {hygienic()=>
            __p::UnionVariantShape::new(#name, #doc, &[#(#aliases),*], #shape) #other
        }
    });
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Union(
            &__p::UnionShape::new(#name, #doc, __p::Tagging::#tagging, &[#(#variants),*], #example)
        );
    }
}

fn struct_variant(input: &Input<'_>, variant: &Variant<'_>, at: usize) -> TokenStream {
    let name = format!("{}.{}", input.name, variant.name);
    object_shape(input, &variant.data, at, &name, &Doc::default())
}

/// The shape of an object; `at` is the number of the variant that it belongs to.
fn object_shape(input: &Input<'_>, data: &Struct<'_>, at: usize, name: &str, doc: &Doc) -> TokenStream {
    let is_closed = input.attrs.deny_unknown_fields.is_some();
    let closed = is_closed.then(|| quote_spanned!(hygienic()=> .closed()));
    let (fields, flattened) = if data.flattens() {
        let at = Literal::usize_unsuffixed(at);
        (
            quote_spanned!(hygienic()=> __p::merged_fields::<Self, #at>()),
            Some(quote_spanned!(hygienic()=> .flattened(__p::flattened::<Self, #at>()))),
        )
    } else {
        let fields = data.read_fields().map(|field| member(input, field));
        (quote_spanned!(hygienic()=> &[#(#fields),*]), None)
    };
    quote_spanned! {hygienic()=>
        &__p::Shape::Object(&__p::ObjectShape::new(#name, #doc, #fields) #closed #flattened)
    }
}

/// The call that says something about a shape, where there is something to say.
pub(super) fn call(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let name = Ident::new(name, hygienic());
    value.map(|value| quote_spanned!(hygienic()=> .#name(#value)))
}

/// The shape of a variant's only field, with what is declared about it.
fn newtype_variant(field: &Field<'_>) -> TokenStream {
    let shape = of_field(field);
    let doc = &field.attrs.doc;
    let attrs = &field.attrs;
    let is_plain =
        attrs.range.is_none() && attrs.length.is_none() && attrs.example.is_none() && attrs.pattern.is_none();
    if is_plain && doc.is_empty() {
        return shape;
    }
    let (bounds, pattern) = (bounds(field), pattern(field));
    let example = call("example", example(field.attrs.example.as_ref()));
    quote_spanned! {hygienic()=>
        &__p::Shape::Named(&__p::NamedShape::new("", #doc, #shape) #bounds #example #pattern)
    }
}

/// What a field's value looks like.
pub(super) fn of_field(field: &Field<'_>) -> TokenStream {
    if field.attrs.recursive.is_some() {
        return recursion::shape(field);
    }
    let inner = match kind(&field.wire) {
        Kind::Optional(inner) if field.attrs.required.is_some() => inner,
        _ => &field.wire,
    };
    if let Some(shape) = of_format(inner, field) {
        return shape;
    }
    let inner = implementation(inner);
    quote_spanned!(hygienic()=> #inner::SHAPE)
}

/// A string with a format that its type does not have.
fn of_format(ty: &Type, field: &Field<'_>) -> Option<TokenStream> {
    let format = field.attrs.format.as_ref()?.value;
    match kind(ty) {
        Kind::Text => Some(quote_spanned! {hygienic()=>
            &__p::Shape::String { format: __p::Some(#format), length: __p::Length::NONE }
        }),
        Kind::Optional(inner) => {
            let inner = of_format(inner, field)?;
            Some(quote_spanned!(hygienic()=> &__p::Shape::Optional(#inner)))
        }
        _ => None,
    }
}

/// The shape of a field's value with the pattern that is declared for it.
fn with_pattern(field: &Field<'_>) -> TokenStream {
    let shape = of_field(field);
    let Some(pattern) = pattern(field) else {
        return shape;
    };
    quote_spanned!(hygienic()=> &__p::Shape::Named(&__p::NamedShape::new("", "", #shape) #pattern))
}

/// `SHAPE` of a newtype.
pub(super) fn named(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (name, shape, pattern) = (&input.name, of_field(field), pattern(field));
    let doc = if input.attrs.doc.is_empty() {
        &field.attrs.doc
    } else {
        &input.attrs.doc
    };
    let given = field.attrs.example.as_ref().or(input.attrs.example.as_ref());
    let example = call("example", example(given));
    let bounds = bounds(field);
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape =
            &__p::Shape::Named(&__p::NamedShape::new(#name, #doc, #shape) #bounds #example #pattern);
    }
}

/// `SHAPE` of a unit enum.
pub(super) fn names(input: &Input<'_>, data: &Enum<'_>) -> TokenStream {
    let (name, doc, example) = (&input.name, &input.attrs.doc, optional(example_name(input)));
    let variants = data.read_variants().map(|variant| {
        let (name, doc) = (&variant.name, &variant.attrs.doc);
        let (aliases, other) = (aliases(name, &variant.attrs.aliases), other(variant));
        quote_spanned!(hygienic()=> __p::VariantShape::new(#name, #doc, &[#(#aliases),*]) #other)
    });
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape =
            &__p::Shape::Names(&__p::NamesShape::new(#name, #doc, &[#(#variants),*], #example));
    }
}

/// The mark of a variant that is read for unknown names.
fn other(variant: &Variant<'_>) -> Option<TokenStream> {
    let is_other = variant.attrs.other.is_some();
    is_other.then(|| quote_spanned!(hygienic()=> .other()))
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
    let (name, doc, ty, shape) = (&field.name, &field.attrs.doc, &field.wire, with_pattern(field));
    let required = if field.attrs.required.is_some() {
        quote_spanned!(hygienic()=> true)
    } else if field.has_default(&input.attrs) {
        quote_spanned!(hygienic()=> false)
    } else {
        quote_spanned!(syn::spanned::Spanned::span(ty).resolved_at(hygienic())=> __p::required::<#ty>())
    };
    let default = call("default", default_text(field));
    let example = call("example", example(field.attrs.example.as_ref()));
    let bounds = bounds(field);
    let aliases = aliases(name, &field.attrs.aliases);
    let aliases = (!aliases.is_empty()).then(|| quote_spanned!(hygienic()=> .aliases(&[#(#aliases),*])));
    let reading = reading(field);
    let reading = (!reading.is_empty()).then(|| quote_spanned!(hygienic()=> .reading(&[#(#reading),*])));
    quote_spanned! {hygienic()=>
        __p::FieldShape::new(#name, #doc, #shape, #required) #example #default #bounds #aliases #reading
    }
}

/// Attributes that change which values are read, and not the schema.
fn reading(field: &Field<'_>) -> Vec<String> {
    let attrs = &field.attrs;
    let mut reading = Vec::new();
    let texts = [("split", attrs.split.as_ref()), ("join", attrs.join.as_ref())];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text?)));
    let aliases = attrs.null_alias.iter().map(|alias| ("null_alias", alias));
    for (name, text) in texts.chain(aliases) {
        reading.extend([name.to_owned(), text.value.value()]);
    }
    let flags = [
        ("skip_invalid", attrs.skip_invalid.is_some()),
        ("latex", attrs.latex.is_some()),
        ("content", attrs.content.is_some()),
    ];
    reading.extend(
        flags
            .iter()
            .filter(|(_, is_set)| *is_set)
            .map(|(name, _)| (*name).to_owned()),
    );
    reading
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

fn pattern(field: &Field<'_>) -> Option<TokenStream> {
    call("pattern", field.attrs.pattern.as_ref().map(|given| &given.value))
}

/// The declared default as JSON text, where tokens show it.
fn default_text(field: &Field<'_>) -> Option<String> {
    match &field.attrs.default.as_ref()?.value {
        Fallback::Trait => json::of_default(field.ty).map(str::to_owned),
        Fallback::Expression(expr) => json::of_expression(expr),
        Fallback::Call(_) | Fallback::Written(..) => None,
    }
}

fn bounds(field: &Field<'_>) -> TokenStream {
    let range = call("range", field.attrs.range.as_ref().map(|given| range(&given.value)));
    let length = call("length", field.attrs.length.as_ref().map(|given| length(&given.value)));
    quote_spanned!(hygienic()=> #range #length)
}
