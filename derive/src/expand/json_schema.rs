//! `#[llm(json_schema)]`: `schemars::JsonSchema`, with the type's own schema.

use proc_macro2::TokenStream;
use quote::quote_spanned;

use super::{hygienic, where_clause};
use crate::ast::Input;

/// The impl of `JsonSchema`. The schema is always inlined, as it is in the type's own schema.
pub(super) fn expand(input: &Input<'_>) -> Option<TokenStream> {
    input.attrs.json_schema.as_ref()?;
    let ident = input.ident;
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let where_clause = where_clause(input);
    Some(quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl #impl_generics __p::JsonSchema for #ident #ty_generics #where_clause {
            fn inline_schema() -> __p::bool {
                true
            }
            fn schema_name() -> __p::Cow<'static, __p::str> {
                __p::schema_name::<Self>()
            }
            fn json_schema(__generator: &mut __p::SchemaGenerator) -> __p::Schema {
                __p::json_schema::<Self>(__generator)
            }
        }
    })
}
