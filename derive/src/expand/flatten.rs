//! Types that hold the fields of other types among their own (`#[llm(flatten)]`), and what allows that.
//!
//! The reader of a type's fields is generic over who goes through the object: the type alone, or one that holds its
//! fields among others. Each type has its own slots, and a closure that fills them from its own keys. If several types
//! share an object, their closures are called one after the other, in declared order.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;

use super::object::{self, empty, field_spec, filled, slot, start_of_object, tag_slot, tag_spec, tag_turn};
use super::{checks, default_value, hygienic, implementation, shape, started};
use crate::ast::{Body, Field, Input, Struct, Tagging};

/// How many keys of the object belong to a field: one, or those of the flattened type.
pub(super) fn width(field: &Field<'_>) -> TokenStream {
    if field.is_flat() {
        let ty = field.ty;
        quote_spanned!(hygienic()=> __p::width::<#ty>())
    } else {
        quote_spanned!(hygienic()=> 1)
    }
}

/// The parts that the type's fields come from, and the data for checking that they fit into one object.
pub(super) fn parts(input: &Input<'_>, data: &Struct<'_>, tag: Option<&str>, at: usize) -> TokenStream {
    let specs = tag
        .map(tag_spec)
        .into_iter()
        .map(|spec| quote_spanned!(hygienic()=> __p::Part::Field(&#spec)));
    let specs = specs.chain(data.read_fields().map(|field| part(input, field)));
    let shapes = data.read_fields().map(|field| shape_part(input, field));
    let (name, index) = (input.ident.to_string(), Literal::usize_unsuffixed(at));
    let (ident, where_clause) = (input.ident, super::where_clause(input));
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let closed = input.attrs.deny_unknown_fields.is_some();
    let content = data.read_fields().any(|field| field.attrs.content.is_some());
    quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl #impl_generics __p::Flattens<#index> for #ident #ty_generics #where_clause {
            const NAME: &'static __p::str = #name;
            const CLOSED: __p::bool = #closed;
            const CONTENT: __p::bool = #content;
            const PARTS: &'static [__p::Part] = &[#(#specs),*];
            const SHAPES: &'static [__p::ShapePart] = &[#(#shapes),*];
        }
    }
}

/// The checks that the fields fit together in each object of the type; `of` is the type.
pub(super) fn checks_of(input: &Input<'_>, of: &TokenStream) -> Vec<(Span, TokenStream)> {
    let tag = match input.tagging() {
        Some(Tagging::Internal { .. }) => 1,
        _ => 0,
    };
    match &input.body {
        _ if input.attrs.conversion.is_some() => Vec::new(),
        Body::Struct(data) if input.newtype().is_none() => fits(input, data, 0, 0, of),
        Body::Enum(data) => {
            let variants = data.read_variants().enumerate();
            variants
                .flat_map(|(at, variant)| fits(input, &variant.data, tag, at, of))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn fits(input: &Input<'_>, data: &Struct<'_>, first: usize, at: usize, of: &TokenStream) -> Vec<(Span, TokenStream)> {
    if !data.flattens() {
        return Vec::new();
    }
    let index = Literal::usize_unsuffixed(at);
    let flat = data.read_fields().enumerate().filter(|(_, field)| field.is_flat());
    let mut checks = Vec::new();
    for (part, field) in flat {
        let span = field.ty.span().resolved_at(hygienic());
        let part = Literal::usize_unsuffixed(first + part);
        let check = quote_spanned! {span=>
            if !__p::misfit::<#of, #index, #part>().is_empty() {
                __p::refuse(__p::misfit::<#of, #index, #part>())
            }
        };
        checks.push((span, check));
    }
    let (span, limit) = (
        input.ident.span().resolved_at(hygienic()),
        Literal::usize_unsuffixed(input.max_fields()),
    );
    let check = quote_spanned! {span=>
        if !__p::oversize::<#of, #index, #limit>().is_empty() {
            __p::refuse(__p::oversize::<#of, #index, #limit>())
        }
    };
    checks.push((span, check));
    checks
}

fn part(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    if !field.is_flat() {
        let spec = field_spec(input, field);
        return quote_spanned!(hygienic()=> __p::Part::Field(&#spec));
    }
    let (name, inner) = (field.label(), implementation(&field.wire));
    quote_spanned! {hygienic()=>
        __p::Part::Flat { name: #name, spec: #inner::__OBJECT, optional: #inner::__FACTS.optional }
    }
}

fn shape_part(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    if !field.is_flat() {
        let shape = shape::member(input, field);
        return quote_spanned!(hygienic()=> __p::ShapePart::Field(#shape));
    }
    let shape = shape::of_field(field);
    quote_spanned!(hygienic()=> __p::ShapePart::Flat(#shape))
}

/// The way through the object that fills a slot for each field, and the struct or variant that is made of them.
pub(super) fn filled_through(
    input: &Input<'_>,
    data: &Struct<'_>,
    tag: Option<&TokenStream>,
    constructor: &TokenStream,
) -> (TokenStream, TokenStream) {
    let value = value(input, data, usize::from(tag.is_some()), constructor);
    (through(input, data, tag), value)
}

fn through(input: &Input<'_>, data: &Struct<'_>, tag: Option<&TokenStream>) -> TokenStream {
    let first = usize::from(tag.is_some());
    let fields = || data.read_fields().enumerate().map(|(at, field)| (first + at, field));
    let slots = fields().map(|(at, field)| {
        if field.is_flat() {
            let (slot, ty) = (slot(at), field.ty);
            quote_spanned!(hygienic()=> let mut #slot = __p::Read::<#ty>::Err(__p::Halt::Invalid);)
        } else {
            empty(at, field)
        }
    });
    let tag_slot = tag.map(|_| tag_slot());
    let tag_turn = tag.map(|tag| tag_turn(&quote_spanned!(hygienic()=> __base), tag));
    let turns = numbered(first, fields());
    let arms = fields().map(|(at, field)| {
        if field.is_flat() {
            let turns = turns_of(at);
            quote_spanned!(hygienic()=> __turn = #turns(__cursor, __object, __turn);)
        } else {
            object::turn(&slot(at), &turn(at).to_token_stream(), false, field)
        }
    });
    let innermost = quote_spanned! {hygienic()=>
        __halt = __p::ReadFields::through(__drive, __cursor, __object, |__cursor, __object, mut __turn| {
            #tag_turn
            #(#arms)*
            __turn
        });
    };
    let flat = fields().filter(|(_, field)| field.is_flat()).collect::<Vec<_>>();
    let nested = flat.into_iter().rev().fold(innermost, |inside, (at, field)| {
        let (slot, turn, turns, inner) = (slot(at), turn(at), turns_of(at), implementation(&field.wire));
        quote_spanned! {hygienic()=>
            #slot = #inner::__members(
                __cursor,
                __at,
                __object,
                #turn,
                __p::merge_types(|__cursor, __object, #turns| { #inside __halt }),
            );
        }
    });
    // Wherever the type is read, and not only where it is the whole answer.
    let fits = (!input.generics.params.is_empty())
        .then(|| quote_spanned!(hygienic()=> const { <Self as __p::LlmOutput>::LLM_OUTPUT_WITHIN_LIMITS };));
    quote_spanned! {hygienic()=>
        #fits
        #tag_slot
        #(#slots)*
        #(#turns)*
        let __spec = __p::ReadFields::spec(&__drive, __object);
        let mut __halt = __p::None::<__p::Halt>;
        #nested
        if let __p::Some(__halt) = __halt {
            return __p::Err(__halt);
        }
    }
}

/// The number of each field's first turn: the fields of flattened types shift those after them.
fn numbered<'f, 'a: 'f>(first: usize, fields: impl Iterator<Item = (usize, &'f Field<'a>)>) -> Vec<TokenStream> {
    let mut before = if first == 0 {
        quote_spanned!(hygienic()=> __base)
    } else {
        quote_spanned!(hygienic()=> __base + 1)
    };
    let mut turns = Vec::new();
    for (at, field) in fields {
        let (turn, width) = (turn(at), width(field));
        turns.push(quote_spanned!(hygienic()=> let #turn: __p::u32 = #before;));
        before = quote_spanned!(hygienic()=> #turn + #width);
    }
    turns
}

/// The number of the turn at which the fields of a flattened type begin.
fn turn(at: usize) -> Ident {
    format_ident!("__turn_{at}", span = hygienic())
}

/// The turns of a flattened field's type.
fn turns_of(at: usize) -> Ident {
    format_ident!("__turns_{at}", span = hygienic())
}

/// The struct or variant, made from the slots.
fn value(input: &Input<'_>, data: &Struct<'_>, first: usize, constructor: &TokenStream) -> TokenStream {
    let mut index = first;
    let members = data.fields.iter().map(|field| {
        let member = &field.member;
        if field.attrs.skip.is_some() {
            let default = default_value(input, field);
            return quote_spanned!(hygienic()=> #member: #default);
        }
        index += 1;
        let slot = slot(index - 1);
        let value = if field.is_flat() {
            let checks = checks(field, &quote_spanned!(hygienic()=> __at));
            let read = if checks.is_empty() {
                slot.to_token_stream()
            } else {
                let start = started(field.attrs.is_checked(), &start_of_object());
                quote_spanned!(hygienic()=> { #start let __read = #slot; #checks __read })
            };
            quote_spanned! {hygienic()=>
                match #read {
                    __p::Ok(__value) => __value,
                    __p::Err(__halt) => return __p::Err(__halt),
                }
            }
        } else {
            filled(input, field, &slot)
        };
        quote_spanned!(hygienic()=> #member: #value)
    });
    quote_spanned!(hygienic()=> #constructor { #(#members),* })
}
