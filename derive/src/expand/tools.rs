//! `#[llm(tools)]`: an enum whose variants are tools, as data for the runtime and a reader for the arguments of each.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::choice::index;
use super::hygienic;
use super::variants::{is_unit, reader_name, variant_facts, variant_object};
use crate::ast::{Body, Input, Variant};

/// The impl of `Tools`, where the enum is a set of them.
pub(super) fn expand(input: &Input<'_>) -> Option<TokenStream> {
    input.attrs.tools.as_ref()?;
    let Body::Enum(data) = &input.body else { return None };
    let (ident, tagging) = (input.ident, input.tagging()?);
    let variants: Vec<&Variant<'_>> = data.read_variants().collect();
    let arguments = variants.iter().enumerate().map(|(at, variant)| {
        let facts = if is_unit(variant) {
            quote_spanned!(hygienic()=> __p::Facts::object(&[]))
        } else {
            variant_facts(variant)
        };
        let object = variant_object(at, variant, &tagging);
        quote_spanned!(hygienic()=> (#facts, #object))
    });
    let last = variants.len().checked_sub(1)?;
    let arms = variants.iter().enumerate().map(|(at, variant)| {
        let (index, reader, variant_ident) = (index(at, last), reader_name(at), variant.ident);
        if is_unit(variant) {
            quote_spanned!(hygienic()=> #index => __p::no_arguments(__cursor, __at).map(|()| Self::#variant_ident),)
        } else {
            quote_spanned!(hygienic()=> #index => <Self as __Variants>::#reader(__cursor, __at),)
        }
    });
    let checks = variants.iter().filter_map(|variant| arguments_check(variant));
    Some(quote_spanned! {hygienic()=>
        #(#checks)*
        #[automatically_derived]
        impl __p::Tools for #ident {
            const __NAMES: &'static __p::NamesSpec = __NAMES;
            const __ARGUMENTS: &'static [(__p::Facts, &'static __p::ObjectSpec)] = &[#(#arguments),*];
            fn __call(__tool: __p::u32, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
                match __tool { #(#arms)* }
            }
        }
    })
}

/// The check that the arguments of a tool are an object, where another type says what they are.
fn arguments_check(variant: &Variant<'_>) -> Option<TokenStream> {
    let ty = &variant.newtype()?.wire;
    let span = ty.span().resolved_at(hygienic());
    let message = format!(
        "the arguments of a tool are an object, and what `{0}` contains is not a struct: name the argument, `{0} {{ value: .. }}`",
        variant.ident
    );
    Some(quote_spanned! {span=>
        const _: () = if !__p::has_members::<#ty>() {
            __p::refuse(#message)
        };
    })
}
