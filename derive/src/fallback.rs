//! The stub that is written after an error.
//!
//! Without an impl the compiler would report every use of the type as well, and bury the error that matters. So the stub
//! has all that generated code would have; it is never run, since the error stops the build.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Error;

use crate::ast::Input;
use crate::expand;

pub(crate) fn stub(input: &Input<'_>, error: &Error) -> TokenStream {
    let errors = error.to_compile_error();
    let (ident, private) = (input.ident, expand::private(input));
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote_spanned! {Span::mixed_site()=>
        #errors

        const _: () = {
            use #private as __p;
            #[automatically_derived]
            impl #impl_generics __p::LlmOutput for #ident #ty_generics #where_clause {
                type __Form = __p::Whole;
                const SHAPE: &'static __p::Shape = &__p::Shape::Any;
                const __FACTS: __p::Facts = __p::Facts::names();
                fn __read(_: &mut __p::Cursor<'_>, _: &__p::Frame<'_>) -> __p::Read<Self> {
                    loop {}
                }
                fn __from_text(_: &__p::str, _: &mut __p::Cursor<'_>, _: &__p::Frame<'_>) -> __p::Read<Self> {
                    loop {}
                }
            }
            #[automatically_derived]
            impl #impl_generics __p::TextKey for #ident #ty_generics #where_clause {}
        };
    }
}
