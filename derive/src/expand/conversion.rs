//! Types that are made from another one, which is read in their place.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::{hygienic, implementation, object};
use crate::ast::Input;

/// The items of the impl.
pub(super) fn expand(input: &Input<'_>) -> TokenStream {
    let Some(conversion) = input.attrs.conversion.as_ref().map(|given| &given.value) else {
        unreachable!("the type is made from another one")
    };
    let (from, name, doc) = (&conversion.from, &input.name, &input.attrs.doc);
    let (inner, span) = (implementation(from), from.span().resolved_at(hygienic()));
    let convert = if conversion.fallible {
        quote_spanned!(span=> __p::converted(__cursor, __at, __start, __read, <Self as __p::TryFrom<#from>>::try_from))
    } else {
        quote_spanned!(span=> match __read {
            __p::Ok(__value) => __p::Ok(<Self as __p::From<#from>>::from(__value)),
            __p::Err(__halt) => __p::Err(__halt),
        })
    };
    let validate = input.attrs.validate.as_ref().map(|path| {
        let (ty, at) = (quote_spanned!(hygienic()=> Self), quote_spanned!(hygienic()=> __at));
        let validated = super::validated(&path.value, &ty, &at);
        quote_spanned!(hygienic()=> let __read = #validated;)
    });
    let is_shown = conversion.fallible || input.attrs.validate.is_some();
    let [start, start_of_object] =
        [super::start(), object::start_of_object()].map(|start| super::started(is_shown, &start));
    let members = object::members_fn(&quote_spanned! {hygienic()=>
        #start_of_object
        let __read = #inner::__members(__cursor, __at, __object, __base, __drive);
        let __read = #convert;
        #validate
        __read
    });
    let example = super::shape::example(input.attrs.example.as_ref());
    let example = super::shape::call("example", example);
    quote_spanned! {hygienic()=>
        const SHAPE: &'static __p::Shape = &__p::Shape::Named(&__p::NamedShape::new(#name, #doc, #inner::SHAPE) #example);
        const __FACTS: __p::Facts = __p::Facts { invents: false, optional: false, ..#inner::__FACTS };
        const __OBJECT: &'static __p::ObjectSpec = #inner::__OBJECT;
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #start
            let __read = #inner::__read(__cursor, __at);
            let __read = #convert;
            #validate
            __read
        }
        #members
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #start
            let __read = #inner::__from_text(__text, __cursor, __at);
            let __read = #convert;
            #validate
            __read
        }
    }
}
