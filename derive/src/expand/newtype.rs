//! Structs that are read as the one value inside them.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::{
    checked, checks, converted, default_value, hygienic, implementation, made_up, object, shape, start, started,
    where_clause,
};
use crate::ast::{Body, Field, Input, Struct};
use crate::kind::{Kind, inside, kind};

/// Items next to the impl, and the items of the impl.
pub(super) fn expand(input: &Input<'_>, field: &Field<'_>) -> (TokenStream, TokenStream) {
    let (shape, inner, wrapped) = (
        shape::named(input, field),
        implementation(&field.wire),
        wrapped(input, field, &quote_spanned!(hygienic()=> Self)),
    );
    let at = quote_spanned!(hygienic()=> __at);
    let checks = checks(field, &at);
    let result = checked(input, &wrapped);
    let read = quote_spanned! {hygienic()=>
        #checks
        let __value = match __read {
            __p::Ok(__value) => __value,
            __p::Err(__halt) => return __p::Err(__halt),
        };
        #result
    };
    let [none, invent] = ["__none", "__invent"].map(|name| without_value(name, field, &inner, &wrapped));
    // A made-up value is not checked. So if there is a check, nothing may be made up; a conversion is a check too.
    let is_checked = !checks.is_empty() || input.attrs.validate.is_some() || field.converter().is_some();
    let (facts, invent) = if is_checked {
        (
            quote_spanned!(hygienic()=> __p::Facts { invents: false, ..#inner::__FACTS }),
            None,
        )
    } else {
        (quote_spanned!(hygienic()=> #inner::__FACTS), Some(invent))
    };
    let is_shown = field.attrs.is_checked() || input.attrs.validate.is_some();
    // Only what may be an object can be flattened.
    let may_hold = matches!(kind(inside(&field.wire)), Kind::Other | Kind::Map(..));
    let members = may_hold.then(|| flattened(field, &inner, is_shown, &read));
    let [whole, text] = [
        quote_spanned!(hygienic()=> #inner::__read(__cursor, __at)),
        quote_spanned!(hygienic()=> #inner::__from_text(__text, __cursor, __at)),
    ]
    .map(|read| converted(field, &at, &start(), read));
    let start = started(is_shown, &start());
    let items = quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = #facts;
        const __OBJECT: &'static __p::ObjectSpec = #inner::__OBJECT;
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #start
            let __read = #whole;
            #read
        }
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #start
            let __read = #text;
            #read
        }
        #members
        #none
        #invent
    };
    (text_key(input, field), items)
}

/// The function that reads the value's fields as those of an outer object.
fn flattened(field: &Field<'_>, inner: &TokenStream, is_shown: bool, read: &TokenStream) -> TokenStream {
    let (at, start) = (quote_spanned!(hygienic()=> __at), object::start_of_object());
    let members = quote_spanned!(hygienic()=> #inner::__members(__cursor, __at, __object, __base, __drive));
    let (members, start) = (converted(field, &at, &start, members), started(is_shown, &start));
    object::members_fn(&quote_spanned!(hygienic()=> #start let __read = #members; #read))
}

/// The function of this name: it makes the value for a field that is missing.
fn without_value(name: &str, field: &Field<'_>, inner: &TokenStream, wrapped: &TokenStream) -> TokenStream {
    let name = proc_macro2::Ident::new(name, hygienic());
    let made = made_up(field, quote_spanned!(hygienic()=> #inner::#name()));
    quote_spanned! {hygienic()=>
        fn #name() -> __p::Option<Self> {
            match #made {
                __p::Some(__value) => __p::Some(#wrapped),
                __p::None => __p::None,
            }
        }
    }
}

/// A newtype of a string can be the key of a map, as a string can.
fn text_key(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    if !matches!(kind(&field.wire), Kind::Text) {
        return TokenStream::new();
    }
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let (ident, where_clause) = (input.ident, where_clause(input));
    quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl #impl_generics __p::TextKey for #ident #ty_generics #where_clause {}
    }
}

/// The newtype around `value`, with the skipped fields at their defaults.
fn wrapped(input: &Input<'_>, field: &Field<'_>, constructor: &TokenStream) -> TokenStream {
    let Body::Struct(data) = &input.body else {
        unreachable!("a newtype is a struct")
    };
    around(input, data, field, constructor)
}

/// The struct or variant around the `value` of one field, with the skipped fields at their defaults.
pub(super) fn around(
    input: &Input<'_>,
    data: &Struct<'_>,
    field: &Field<'_>,
    constructor: &TokenStream,
) -> TokenStream {
    let members = data.fields.iter().map(|other| {
        let member = &other.member;
        if other.member == field.member {
            quote_spanned!(hygienic()=> #member: __value)
        } else {
            let default = default_value(input, other);
            quote_spanned!(hygienic()=> #member: #default)
        }
    });
    quote_spanned!(hygienic()=> #constructor { #(#members),* })
}
