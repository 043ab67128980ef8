//! Recursive types, where a field says how deep.
//!
//! A constant cannot contain itself. So the shape of such a field is made from its tokens, down to a reference to the type
//! by name, and the facts about the type are made without it.

use proc_macro2::{Literal, TokenStream};
use quote::quote_spanned;
use syn::Type;

use super::{hygienic, implementation};
use crate::ast::Field;
use crate::kind::{Kind, kind, plain};

/// The shape of a field that contains its own type.
pub(super) fn shape(field: &Field<'_>) -> TokenStream {
    let limit = field.attrs.recursive.as_ref().map_or(0, |limit| limit.value);
    around(field.ty, limit, field)
}

fn around(ty: &Type, limit: usize, field: &Field<'_>) -> TokenStream {
    match kind(ty) {
        Kind::Boxed(inner) => around(inner, limit, field),
        Kind::Optional(inner) => {
            let inner = around(inner, limit, field);
            quote_spanned!(hygienic()=> &__p::Shape::Optional(#inner))
        }
        Kind::List(element) => {
            let element = around(element, limit, field);
            quote_spanned! {hygienic()=>
                &__p::Shape::List { element: #element, length: __p::Length::NONE, unique: false }
            }
        }
        Kind::Map(key, value) => {
            let (key, value) = (implementation(key), around(value, limit, field));
            quote_spanned!(hygienic()=> &__p::Shape::Map { key: #key::SHAPE, value: #value })
        }
        _ => {
            let (inner, limit) = (implementation(ty), Literal::usize_unsuffixed(limit));
            let (ident, own) = (&field.of.0, &field.of.1);
            let other = name(ty).filter(|name| *ident != name && name != "Self");
            let name = other.as_ref().unwrap_or(own);
            quote_spanned! {hygienic()=>
                &__p::Shape::Reference(&__p::ReferenceShape::new(#name, || #inner::SHAPE, #limit))
            }
        }
    }
}

/// What is to be known of the field before it is read, as far as its tokens show it.
pub(super) fn facts(ty: &Type) -> TokenStream {
    match kind(ty) {
        Kind::Boxed(inner) => facts(inner),
        Kind::Optional(inner) => {
            let inner = facts(inner);
            quote_spanned!(hygienic()=> #inner.optional())
        }
        Kind::List(_) => quote_spanned!(hygienic()=> __p::Facts::nothing().list()),
        Kind::Map(..) => quote_spanned!(hygienic()=> __p::Facts::nothing().map()),
        _ => quote_spanned!(hygienic()=> __p::Facts::object(&[])),
    }
}

fn name(ty: &Type) -> Option<String> {
    match plain(ty) {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}
