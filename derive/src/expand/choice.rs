//! Enums that are read by their variants' names.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;

use super::{hygienic, optional, shape, where_clause};
use crate::ast::{Enum, Input};

/// Items next to the impl, and the items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Enum<'_>) -> (TokenStream, TokenStream) {
    let ident = input.ident;
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let where_clause = where_clause(input);
    let turbofish = ty_generics.as_turbofish();
    let names = names(data);
    let variant = variant(input, data);
    let outside = quote_spanned! {hygienic()=>
        #names
        fn __variant #impl_generics (__index: __p::u32) -> #ident #ty_generics #where_clause {
            #variant
        }
        #[automatically_derived]
        impl #impl_generics __p::TextKey for #ident #ty_generics #where_clause {}
    };
    let shape = shape::names(input, data);
    let (read, text) = match &input.attrs.validate {
        None => (
            quote_spanned!(hygienic()=> __p::choose(__cursor, __at, __NAMES, __variant #turbofish)),
            quote_spanned!(hygienic()=> __p::choose_text(__text, __cursor, __at, __NAMES, __variant #turbofish)),
        ),
        Some(path) => {
            let start = super::started(true, &super::start());
            let validated = super::validated(
                &path.value,
                &quote_spanned!(hygienic()=> Self),
                &quote_spanned!(hygienic()=> __at),
            );
            (
                quote_spanned! {hygienic()=>
                    #start
                    let __read = __p::choose(__cursor, __at, __NAMES, __variant #turbofish);
                    #validated
                },
                quote_spanned! {hygienic()=>
                    #start
                    let __read = __p::choose_text(__text, __cursor, __at, __NAMES, __variant #turbofish);
                    #validated
                },
            )
        }
    };
    let items = quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = __p::Facts::one_of(__NAMES);
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #read
        }
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #text
        }
    };
    (outside, items)
}

pub(super) fn names(data: &Enum<'_>) -> TokenStream {
    let names = data.read_variants().map(|variant| {
        let name = &variant.name;
        let aliases = shape::aliases(name, &variant.attrs.aliases);
        quote_spanned!(hygienic()=> __p::NameSpec { name: #name, aliases: &[#(#aliases),*] })
    });
    let other = data.read_variants().position(|variant| variant.attrs.other.is_some());
    let other = optional(other.map(Literal::usize_unsuffixed));
    quote_spanned! {hygienic()=>
        const __NAMES: &__p::NamesSpec = &__p::NamesSpec { names: &[#(#names),*], other: #other };
    }
}

/// The variant at `__index`.
fn variant(input: &Input<'_>, data: &Enum<'_>) -> TokenStream {
    let ident = input.ident;
    let variants: Vec<_> = data.read_variants().map(|variant| variant.ident).collect();
    let arms = variants.iter().enumerate().map(|(at, variant)| {
        let index = index(at, variants.len() - 1);
        quote_spanned!(hygienic()=> #index => #ident::#variant,)
    });
    quote_spanned!(hygienic()=> match __index { #(#arms)* })
}

/// The pattern of a variant's index; the last one also matches the indices that the engine never returns.
pub(super) fn index(at: usize, last: usize) -> TokenStream {
    if at == last {
        quote_spanned!(hygienic()=> _)
    } else {
        let at = Literal::usize_unsuffixed(at);
        quote_spanned!(hygienic()=> #at)
    }
}
