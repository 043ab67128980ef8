//! Enums whose variants carry data: a reader for each variant, and the choice among them.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::choice::index;
use super::object::{Reader, deny, spec, tag_arm, tag_slot, tag_spec};
use super::{
    checks, choice, converted, flatten, hygienic, implementation, made_up, newtype, object, optional, read, recursion,
    shape, start, started, where_clause,
};
use crate::ast::{Enum, Field, Input, Style, Tagging, Variant};
use crate::kind::names_parameter;

/// Items next to the impl, and the items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Enum<'_>) -> (TokenStream, TokenStream) {
    let tagging = input.tagging().unwrap_or(Tagging::External);
    let variants: Vec<&Variant<'_>> = data.read_variants().collect();
    let shape = shape::union(input, data);
    let facts = facts(&tagging, &variants);
    let (object, read, text) = match &tagging {
        Tagging::Internal { tag } => internal(tag, &variants),
        Tagging::Adjacent { tag, content } => adjacent(input, tag, content, &variants),
        Tagging::External => external(input, &variants),
        Tagging::Untagged => untagged(&variants),
    };
    let readers = readers(input, data, &tagging, &variants);
    let (read, text) = match &input.attrs.validate {
        None => (read, text),
        Some(path) => {
            let checked = |value: &TokenStream| {
                let (ty, at) = (quote_spanned!(hygienic()=> Self), quote_spanned!(hygienic()=> __at));
                let validated = super::validated(&path.value, &ty, &at);
                let start = super::started(true, &super::start());
                quote_spanned!(hygienic()=> #start let __read = (|| { #value })(); #validated)
            };
            (checked(&read), checked(&text))
        }
    };
    let items = quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = #facts;
        #object
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #read
        }
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #text
        }
    };
    (readers, items)
}

/// A trait of the type's own with a reader for each variant: so that `Self` means the type in what the user wrote.
fn readers(input: &Input<'_>, data: &Enum<'_>, tagging: &Tagging, variants: &[&Variant<'_>]) -> TokenStream {
    let names = (*tagging != Tagging::Untagged).then(|| choice::names(data));
    let (mut declared, mut defined, mut members) = (Vec::new(), Vec::new(), Vec::new());
    let tag = match tagging {
        Tagging::Internal { tag } => Some(tag.as_str()),
        _ => None,
    };
    for (at, variant) in variants.iter().enumerate() {
        let (reader, object) = (reader_name(at), object_name(at));
        if has_object(tagging, variant) {
            let spec = spec(input, &variant.data, tag, at);
            if variant.data.flattens() {
                members.push(flatten::parts(input, &variant.data, tag, at));
            }
            declared.push(quote_spanned!(hygienic()=> const #object: &'static __p::ObjectSpec;));
            defined.push(quote_spanned!(hygienic()=> const #object: &'static __p::ObjectSpec = &#spec;));
        }
        members.extend(tag.and_then(|tag| members_check(input, variant, tag)));
        let through =
            (tag.is_some() && variant.newtype().is_some()).then(|| quote_spanned!(hygienic()=> , __tag: __p::Tag));
        let body = reader_body(input, at, variant, tagging);
        let signature = quote_spanned! {hygienic()=>
            fn #reader(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_> #through) -> __p::Read<Self>
        };
        declared.push(quote_spanned!(hygienic()=> #signature;));
        defined.push(quote_spanned!(hygienic()=> #signature { #body }));
        if let (Tagging::Untagged, Some(field)) = (tagging, variant.newtype()) {
            let (name, body) = (text_name(at), newtype_body(input, variant, &from_text(field)));
            let signature = quote_spanned! {hygienic()=>
                fn #name(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self>
            };
            declared.push(quote_spanned!(hygienic()=> #signature;));
            defined.push(quote_spanned!(hygienic()=> #signature { #body }));
        }
    }
    if *tagging == Tagging::External {
        let arms = variants.iter().enumerate().filter(|(_, variant)| is_unit(variant));
        let arms = arms.map(|(at, variant)| {
            let (at, ident) = (Literal::usize_unsuffixed(at), variant.ident);
            quote_spanned!(hygienic()=> #at => __p::Some(Self::#ident),)
        });
        declared.push(quote_spanned!(hygienic()=> fn __unit(__index: __p::u32) -> __p::Option<Self>;));
        defined.push(quote_spanned! {hygienic()=>
            fn __unit(__index: __p::u32) -> __p::Option<Self> { match __index { #(#arms)* _ => __p::None } }
        });
    }
    let (ident, where_clause) = (input.ident, where_clause(input));
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    quote_spanned! {hygienic()=>
        #names
        #(#members)*
        trait __Variants: __p::Sized { #(#declared)* }
        #[automatically_derived]
        impl #impl_generics __Variants for #ident #ty_generics #where_clause { #(#defined)* }
    }
}

/// The check that a variant's own type is an object, to which the tag can be added, and has no field of the tag's name.
fn members_check(input: &Input<'_>, variant: &Variant<'_>, tag: &str) -> Option<TokenStream> {
    let ty = &variant.newtype()?.wire;
    if names_parameter(ty, input.generics) || mentions_self(ty) {
        return None;
    }
    let span = ty.span().resolved_at(hygienic());
    let ident = variant.ident;
    let none = format!(
        "the tag `{tag}` belongs among the fields of what `{ident}` contains, which is not a struct: name the field, `{ident} {{ value: \
         .. }}`, or add `content = \"value\"` to the enum"
    );
    let meets = format!(
        "what `{ident}` holds has a field `{tag}`, the tag's name, so an answer could mean either: rename the field, or the tag"
    );
    Some(quote_spanned! {span=>
        const _: () = {
            if !__p::has_members::<#ty>() {
                __p::refuse(#none)
            }
            if __p::has_member::<#ty>(#tag) {
                __p::refuse(#meets)
            }
        };
    })
}

fn mentions_self(ty: &Type) -> bool {
    fn search(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => search(group.stream()),
            _ => false,
        })
    }
    search(ty.to_token_stream())
}

pub(super) fn reader_name(at: usize) -> Ident {
    format_ident!("__variant_{at}", span = hygienic())
}

fn text_name(at: usize) -> Ident {
    format_ident!("__text_{at}", span = hygienic())
}

fn object_name(at: usize) -> Ident {
    format_ident!("__OBJECT_{at}", span = hygienic())
}

pub(super) fn is_unit(variant: &Variant<'_>) -> bool {
    variant.data.style == Style::Unit
}

/// Whether the variant's fields are read here: its own, or only the tag.
fn has_object(tagging: &Tagging, variant: &Variant<'_>) -> bool {
    match variant.data.style {
        Style::Named => true,
        Style::Unit => matches!(tagging, Tagging::Internal { .. }),
        Style::Tuple => false,
    }
}

fn reader_body(input: &Input<'_>, at: usize, variant: &Variant<'_>, tagging: &Tagging) -> TokenStream {
    let ident = variant.ident;
    if has_object(tagging, variant) {
        let (object, reader) = (object_name(at), reader_name(at));
        let is_tagged = matches!(tagging, Tagging::Internal { .. });
        let diverted = if is_tagged {
            quote_spanned!(hygienic()=> __p::divert::<Self>(__cursor, __at))
        } else {
            quote_spanned!(hygienic()=> __p::divert_variant(__cursor, __at, <Self as __Variants>::#reader))
        };
        return object::body(
            input,
            &variant.data,
            &Reader {
                spec: quote_spanned!(hygienic()=> <Self as __Variants>::#object),
                tag: is_tagged.then(|| Literal::usize_unsuffixed(at).into_token_stream()),
                constructor: quote_spanned!(hygienic()=> Self::#ident),
                diverted,
            },
        );
    }
    match (variant.newtype(), tagging) {
        (Some(field), Tagging::Internal { .. }) => {
            let ty = &field.wire;
            let read = quote_spanned!(hygienic()=> __p::through::<#ty>(__cursor, __at, __tag));
            newtype_body(
                input,
                variant,
                &converted(field, &quote_spanned!(hygienic()=> __at), &start(), read),
            )
        }
        (Some(field), _) => newtype_body(input, variant, &read(field, &quote_spanned!(hygienic()=> __at))),
        (None, _) => {
            let nothing = if *tagging == Tagging::Untagged {
                quote_spanned!(hygienic()=> __p::only_null)
            } else {
                quote_spanned!(hygienic()=> __p::nothing)
            };
            quote_spanned! {hygienic()=>
                match #nothing(__cursor, __at) {
                    __p::Ok(()) => __p::Ok(Self::#ident),
                    __p::Err(__halt) => __p::Err(__halt),
                }
            }
        }
    }
}

/// Reads the value of a variant's only field with `read`, checks it and puts it into the variant.
fn newtype_body(input: &Input<'_>, variant: &Variant<'_>, read: &TokenStream) -> TokenStream {
    let Some(field) = variant.newtype() else {
        unreachable!("the variant has one field")
    };
    let ident = variant.ident;
    let checks = checks(field, &quote_spanned!(hygienic()=> __at));
    let wrapped = newtype::around(input, &variant.data, field, &quote_spanned!(hygienic()=> Self::#ident));
    let start = started(field.attrs.is_checked(), &start());
    quote_spanned! {hygienic()=>
        #start
        let __read = #read;
        #checks
        match __read {
            __p::Ok(__value) => __p::Ok(#wrapped),
            __p::Err(__halt) => __p::Err(__halt),
        }
    }
}

fn from_text(field: &Field<'_>) -> TokenStream {
    if let Some(limit) = &field.attrs.recursive {
        let (ty, limit) = (field.ty, Literal::usize_unsuffixed(limit.value));
        return quote_spanned!(hygienic()=> __p::descend_text::<#ty>(__text, __cursor, __at, #limit));
    }
    let inner = implementation(&field.wire);
    let read = quote_spanned!(hygienic()=> #inner::__from_text(__text, __cursor, __at));
    converted(field, &quote_spanned!(hygienic()=> __at), &start(), read)
}

fn facts(tagging: &Tagging, variants: &[&Variant<'_>]) -> TokenStream {
    let facts = variants.iter().map(|variant| variant_facts(variant));
    let of = match tagging {
        Tagging::Internal { .. } => quote_spanned!(hygienic()=> internally_tagged),
        Tagging::External if variants.iter().any(|variant| is_unit(variant)) => {
            quote_spanned!(hygienic()=> externally_tagged)
        }
        Tagging::Adjacent { .. } | Tagging::External => quote_spanned!(hygienic()=> wrapped),
        Tagging::Untagged => quote_spanned!(hygienic()=> untagged),
    };
    quote_spanned!(hygienic()=> __p::Facts::#of(&[#(#facts),*]))
}

pub(super) fn variant_facts(variant: &Variant<'_>) -> TokenStream {
    match (variant.newtype(), variant.data.style) {
        (Some(field), _) if field.attrs.recursive.is_some() => recursion::facts(field.ty),
        (Some(field), _) => {
            let inner = implementation(&field.wire);
            quote_spanned!(hygienic()=> #inner::__FACTS)
        }
        (None, Style::Named) => object::facts(&variant.data),
        (None, _) => quote_spanned!(hygienic()=> __p::Facts::nothing()),
    }
}

/// The spec of a variant whose fields are in the enum's own object.
pub(super) fn variant_object(at: usize, variant: &Variant<'_>, tagging: &Tagging) -> TokenStream {
    if has_object(tagging, variant) {
        let object = object_name(at);
        return quote_spanned!(hygienic()=> <Self as __Variants>::#object);
    }
    if let Some(field) = variant.newtype().filter(|field| field.attrs.recursive.is_none()) {
        let inner = implementation(&field.wire);
        quote_spanned!(hygienic()=> #inner::__OBJECT)
    } else {
        quote_spanned!(hygienic()=> &__p::ObjectSpec::NONE)
    }
}

fn objects(variants: &[&Variant<'_>], tagging: &Tagging) -> TokenStream {
    let objects = variants
        .iter()
        .enumerate()
        .map(|(at, variant)| variant_object(at, variant, tagging));
    quote_spanned!(hygienic()=> .variants(&[#(#objects),*]))
}

type Items = (TokenStream, TokenStream, TokenStream);

fn internal(tag: &str, variants: &[&Variant<'_>]) -> Items {
    let (field, objects) = (
        tag_spec(tag),
        objects(variants, &Tagging::Internal { tag: tag.to_owned() }),
    );
    let object = quote_spanned! {hygienic()=>
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[#field]) #objects;
    };
    let through = variants.iter().map(|variant| variant.newtype().is_some());
    let last = variants.len() - 1;
    let arms = variants.iter().enumerate().map(|(at, variant)| {
        let reader = reader_name(at);
        let tag = variant.newtype().map(|_| quote_spanned!(hygienic()=> , __tag));
        let index = index(at, last);
        quote_spanned!(hygienic()=> #index => <Self as __Variants>::#reader(__cursor, __at #tag),)
    });
    let read = quote_spanned! {hygienic()=>
        match __p::tagged(__cursor, __at, <Self as __p::LlmOutput>::__OBJECT, __NAMES, &[#(#through),*]) {
            __p::Ok(__p::Some(__tag)) => match __tag.variant() { #(#arms)* },
            __p::Ok(__p::None) => __p::divert::<Self>(__cursor, __at),
            __p::Err(__halt) => __p::Err(__halt),
        }
    };
    (
        object,
        read,
        quote_spanned!(hygienic()=> __p::object_from_text(__text, __cursor, __at)),
    )
}

fn adjacent(input: &Input<'_>, tag: &str, content: &str, variants: &[&Variant<'_>]) -> Items {
    let field = tag_spec(tag);
    let deny = deny(input);
    let object = quote_spanned! {hygienic()=>
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[
            #field,
            __p::FieldSpec::new(#content, __p::Facts { accepts: __p::Accepts::ANY, ..__p::Facts::names() }).defaulted(),
        ]) #deny;
    };
    let (slot, arm, last) = (
        tag_slot(),
        tag_arm(&quote_spanned!(hygienic()=> __tag.variant())),
        variants.len() - 1,
    );
    let contents = variants.iter().enumerate().map(|(at, _)| {
        let (index, reader) = (index(at, last), reader_name(at));
        quote_spanned!(hygienic()=> #index => <Self as __Variants>::#reader(__cursor, __object.at()),)
    });
    let absent = variants.iter().enumerate().map(|(at, variant)| {
        let (index, value) = (index(at, last), without_content(input, variant));
        quote_spanned!(hygienic()=> #index => #value,)
    });
    let read = quote_spanned! {hygienic()=>
        let __tag = match __p::tagged(__cursor, __at, <Self as __p::LlmOutput>::__OBJECT, __NAMES, &[]) {
            __p::Ok(__p::Some(__tag)) => __tag,
            __p::Ok(__p::None) => return __p::divert::<Self>(__cursor, __at),
            __p::Err(__halt) => return __p::Err(__halt),
        };
        #slot
        let mut __content = __p::None::<Self>;
        let mut __object = __p::Object::new(__cursor, __at, <Self as __p::LlmOutput>::__OBJECT);
        if !__object.open(__cursor) {
            return __p::divert::<Self>(__cursor, __at);
        }
        loop {
            match __object.turn(__cursor) {
                #arm
                1 => {
                    let __read = match __tag.variant() { #(#contents)* };
                    __object.keep(__cursor, __read, &mut __content);
                }
                _ => break,
            }
        }
        if __object.close(__cursor) {
            return __p::Err(__p::Halt::Invalid);
        }
        match __content {
            __p::Some(__value) => __p::Ok(__value),
            __p::None => match __tag.variant() { #(#absent)* },
        }
    };
    (
        object,
        read,
        quote_spanned!(hygienic()=> __p::object_from_text(__text, __cursor, __at)),
    )
}

/// An adjacently tagged variant whose content is missing.
fn without_content(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let ident = variant.ident;
    let missing = quote_spanned! {hygienic()=>
        __p::Err(__p::contentless(__cursor, __at, <Self as __p::LlmOutput>::__OBJECT))
    };
    if is_unit(variant) {
        return quote_spanned!(hygienic()=> __p::Ok(Self::#ident));
    }
    let Some(field) = variant.newtype() else {
        return missing;
    };
    let inner = implementation(&field.wire);
    let made = made_up(field, quote_spanned!(hygienic()=> #inner::__none()));
    let wrapped = newtype::around(input, &variant.data, field, &quote_spanned!(hygienic()=> Self::#ident));
    quote_spanned! {hygienic()=>
        match #made {
            __p::Some(__value) => __p::Ok(#wrapped),
            __p::None => #missing,
        }
    }
}

fn external(input: &Input<'_>, variants: &[&Variant<'_>]) -> Items {
    let fields = variants.iter().map(|variant| {
        let (name, facts) = (&variant.name, variant_facts(variant));
        let aliases = shape::aliases(name, &variant.attrs.aliases);
        let aliases = (!aliases.is_empty()).then(|| quote_spanned!(hygienic()=> .aliases(&[#(#aliases),*])));
        quote_spanned!(hygienic()=> __p::FieldSpec::new(#name, #facts).defaulted() #aliases)
    });
    let deny = deny(input);
    let object = quote_spanned! {hygienic()=>
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[#(#fields),*]).one_key() #deny;
    };
    let arms = variants.iter().enumerate().map(|(at, _)| {
        let (turn, reader) = (Literal::usize_unsuffixed(at), reader_name(at));
        quote_spanned! {hygienic()=>
            #turn => {
                let __read = <Self as __Variants>::#reader(__cursor, __object.at());
                __object.keep(__cursor, __read, &mut __slot);
            }
        }
    });
    let read = quote_spanned! {hygienic()=>
        let mut __slot = __p::None::<Self>;
        let mut __object = __p::Object::new(__cursor, __at, <Self as __p::LlmOutput>::__OBJECT);
        if !__object.open(__cursor) {
            return __p::divert::<Self>(__cursor, __at);
        }
        loop {
            match __object.turn(__cursor) {
                #(#arms)*
                _ => break,
            }
        }
        if __object.close(__cursor) {
            return __p::Err(__p::Halt::Invalid);
        }
        __object.only(__cursor, __slot)
    };
    let text = quote_spanned! {hygienic()=>
        if __p::holds_object(__text) {
            return __p::object_from_text(__text, __cursor, __at);
        }
        __p::choose_unit(__text, __cursor, __at, __NAMES, <Self as __Variants>::__unit)
    };
    (object, read, text)
}

fn untagged(variants: &[&Variant<'_>]) -> Items {
    let objects = objects(variants, &Tagging::Untagged);
    let object = quote_spanned! {hygienic()=>
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[]) #objects;
    };
    let forms = variants.iter().enumerate().map(|(at, variant)| {
        let (facts, reader) = (variant_facts(variant), reader_name(at));
        let object = variant_object(at, variant, &Tagging::Untagged);
        let text = optional(variant.newtype().map(|_| {
            let text = text_name(at);
            quote_spanned!(hygienic()=> <Self as __Variants>::#text)
        }));
        quote_spanned!(hygienic()=> __p::UntaggedForm::new(#facts, #object, <Self as __Variants>::#reader, #text))
    });
    let forms = forms.collect::<Vec<_>>();
    let read = quote_spanned!(hygienic()=> __p::untagged(__cursor, __at, &[#(#forms),*]));
    let text = quote_spanned!(hygienic()=> __p::untagged_text(__text, __cursor, __at, &[#(#forms),*]));
    (object, read, text)
}
