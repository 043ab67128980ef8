//! Recursive types, where a field says how deep.
//!
//! A constant cannot contain itself. So the shape of such a field is made from its tokens, down to a reference to the type
//! by name, and the facts about the type are made without it.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;

use super::{hygienic, implementation};
use crate::ast::{Field, Owner};
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
            let owner = &field.owner;
            let other = name(ty).filter(|name| owner.ident != name && name != "Self");
            let name = other.as_ref().unwrap_or(&owner.name);
            let own = is_own(ty, owner).then(|| quote_spanned!(hygienic()=> .own()));
            quote_spanned! {hygienic()=>
                &__p::Shape::Reference(&__p::ReferenceShape::new(#name, || #inner::SHAPE, #limit) #own)
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

/// Whether the tokens certainly mean the type that has the field: `Self`, or that type's name with its own parameters.
fn is_own(ty: &Type, owner: &Owner<'_>) -> bool {
    let Type::Path(path) = plain(ty) else { return false };
    if path.path.is_ident("Self") {
        return true;
    }
    let (_, parameters, _) = owner.generics.split_for_impl();
    let own = parameters.to_token_stream().to_string();
    match path.path.segments.iter().collect::<Vec<_>>()[..] {
        [segment] if path.qself.is_none() => {
            segment.ident == *owner.ident && segment.arguments.to_token_stream().to_string() == own
        }
        _ => false,
    }
}
