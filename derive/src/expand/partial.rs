//! The partial type for `#[llm(stream)]`: the type itself, how it is shown, and how the reader finds its fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;
use syn::ext::IdentExt;

mod variants;

use super::object::{has_steps, reading};
use super::{hygienic, private};
use crate::ast::{Body, Field, Input, Struct};
use crate::attr::Doc;
use crate::kind::{Kind as TypeKind, inside as type_inside, kind as type_kind};

/// What is added for a type with `#[llm(stream)]`.
pub(super) struct Partial {
    /// The partial type, next to the type itself.
    pub(super) item: TokenStream,
    /// The impls for it, in the scope of the generated code.
    pub(super) impls: TokenStream,
}

/// The form in which the type is shown, as an item of its impl.
pub(super) fn form(input: &Input<'_>) -> TokenStream {
    let form = match &input.body {
        _ if input.attrs.stream.is_none() => quote_spanned!(hygienic()=> Whole),
        Body::Enum(_) => quote_spanned!(hygienic()=> Chosen),
        _ => quote_spanned!(hygienic()=> Grown),
    };
    quote_spanned!(hygienic()=> type __Form = __p::#form;)
}

pub(super) fn expand(input: &Input<'_>) -> Option<Partial> {
    input.attrs.stream.as_ref()?;
    Some(match &input.body {
        Body::Struct(data) => match input.newtype() {
            Some(field) => newtype(input, field),
            None => structure(input, data),
        },
        Body::Enum(data) => variants::expand(input, data),
        Body::Union(_) => unreachable!("a union is rejected"),
    })
}

/// The name of the partial type: `ReviewPartial`.
fn name(input: &Input<'_>) -> Ident {
    format_ident!("{}Partial", input.ident.unraw(), span = input.ident.span())
}

/// Whether a field grows as its type does; otherwise it is shown when it is complete, read as the field alone is.
fn grows(field: &Field<'_>) -> bool {
    let attrs = &field.attrs;
    let is_own = field.converter().is_none() && attrs.deserialize_with.is_none() && attrs.recursive.is_none();
    is_own && attrs.null_alias.is_empty() && attrs.latex.is_none() && !attrs.streams_whole()
}

/// Whether a value of this type certainly contains no string, so that nothing in it can grow.
fn is_scalar(ty: &Type) -> bool {
    use TypeKind::{Boolean, Character, Float, Integer, WideInteger};
    matches!(
        type_kind(type_inside(ty)),
        Boolean | Character | Float | Integer { .. } | WideInteger
    )
}

/// The type of a field in the partial type, with full paths, because the type is generated in the user's own module.
fn slot(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (private(input), field.ty);
    let slot = if grows(field) {
        quote_spanned!(hygienic()=> #private::SlotOf<#ty>)
    } else {
        let ty = present(field);
        quote_spanned!(hygienic()=> #private::Option<#ty>)
    };
    if field.attrs.streams_state() {
        quote_spanned!(hygienic()=> #private::Growing<#slot>)
    } else {
        slot
    }
}

/// The type of a value that is shown whole: an `Option` that is `None` shows nothing.
fn present<'a>(field: &Field<'a>) -> &'a Type {
    match type_kind(field.ty) {
        TypeKind::Optional(inner) => inner,
        _ => field.ty,
    }
}

fn is_optional(field: &Field<'_>) -> bool {
    matches!(type_kind(field.ty), TypeKind::Optional(_))
}

/// The step that shows a value which was read whole.
fn keep_made(field: &Field<'_>, place: &TokenStream) -> TokenStream {
    let (ty, keep) = (
        present(field),
        Ident::new(
            if is_optional(field) {
                "keep_optional"
            } else {
                "keep_made"
            },
            hygienic(),
        ),
    );
    quote_spanned!(hygienic()=> __p::#keep::<#ty>(#place, __read, __cursor))
}

/// `<Form as Acts<T>>`, for a field that grows.
fn acts(ty: &Type) -> TokenStream {
    quote_spanned!(hygienic()=> <__p::FormOf<#ty> as __p::Acts<#ty>>)
}

/// How a field is shown, as data.
fn kind(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    if grows(field) {
        quote_spanned!(hygienic()=> <__p::FormOf<#ty> as __p::Growth<#ty>>::KIND)
    } else {
        quote_spanned!(hygienic()=> __p::Kind::Whole)
    }
}

/// An empty field of the partial type.
fn empty(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    let empty = if grows(field) {
        quote_spanned!(hygienic()=> <__p::FormOf<#ty> as __p::Growth<#ty>>::EMPTY)
    } else {
        quote_spanned!(hygienic()=> __p::None)
    };
    if field.attrs.streams_state() {
        quote_spanned!(hygienic()=> __p::Growing { value: #empty, state: __p::State::Pending })
    } else {
        empty
    }
}

/// The impl of `Default` for a partial struct.
fn default(partial: &Ident, empty: &TokenStream) -> TokenStream {
    quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl __p::Default for #partial {
            #[cfg_attr(debug_assertions, inline)]
            fn default() -> Self {
                // A constant is one copy, and no code to undo half of it.
                const { #partial #empty }
            }
        }
    }
}

/// The step that shows the complete value of a field in an empty growing value.
fn filled(field: &Field<'_>, slot: &TokenStream, value: &TokenStream) -> TokenStream {
    let (ty, place) = (field.ty, inside(field, slot));
    let fill = if grows(field) {
        quote_spanned!(hygienic()=> <__p::FormOf<#ty> as __p::Growth<#ty>>::fill(&mut #place, #value);)
    } else if is_optional(field) {
        quote_spanned!(hygienic()=> #place = #value;)
    } else {
        quote_spanned!(hygienic()=> #place = __p::Some(#value);)
    };
    let mark = field
        .attrs
        .streams_state()
        .then(|| quote_spanned!(hygienic()=> #slot.state = __p::State::Complete;));
    quote_spanned!(hygienic()=> #fill #mark)
}

/// The complete value of a field as it is shown.
fn shown(field: &Field<'_>, value: &TokenStream) -> TokenStream {
    let ty = field.ty;
    let shown = if grows(field) {
        quote_spanned!(hygienic()=> <__p::FormOf<#ty> as __p::Growth<#ty>>::show(#value))
    } else if is_optional(field) {
        value.clone()
    } else {
        quote_spanned!(hygienic()=> __p::Some(#value))
    };
    if field.attrs.streams_state() {
        quote_spanned!(hygienic()=> __p::Growing { value: #shown, state: __p::State::Complete })
    } else {
        shown
    }
}

/// What a field shows, without its state.
fn inside(field: &Field<'_>, slot: &TokenStream) -> TokenStream {
    if field.attrs.streams_state() {
        quote_spanned!(hygienic()=> #slot.value)
    } else {
        slot.clone()
    }
}

fn docs(doc: &Doc, otherwise: &str) -> TokenStream {
    let text = match doc {
        Doc::Text(text) if !text.is_empty() => text.as_str(),
        _ => otherwise,
    };
    quote!(#[doc = #text])
}

/// The comment on the partial type.
fn type_docs(input: &Input<'_>) -> String {
    format!(
        "A [`{}`] that grows while its text comes in: what is not there yet is `None`, or empty.",
        input.ident.unraw()
    )
}

/// The partial type's fields, and the fields that they represent.
fn fields<'a>(data: &'a Struct<'a>) -> impl Iterator<Item = (usize, &'a Field<'a>)> {
    data.read_fields().enumerate()
}

fn field_items(input: &Input<'_>, data: &Struct<'_>, with_visibility: bool) -> TokenStream {
    let items = fields(data).map(|(_, field)| {
        let (member, slot) = (&field.member, slot(input, field));
        let doc = docs(&field.attrs.doc, "What there is of this field.");
        let vis = with_visibility.then_some(field.vis);
        quote_spanned!(hygienic()=> #doc #vis #member: #slot)
    });
    quote_spanned!(hygienic()=> #(#items),*)
}

/// Whether a field is read as its type is, without a check of its own: its form can do that.
fn reads_plainly(field: &Field<'_>) -> bool {
    grows(field) && !has_steps(field)
}

/// The step that reads a field as a whole, if it is only shown when complete: it is read as a field of its own type.
fn read_here(of: &Ident) -> TokenStream {
    quote_spanned! {hygienic()=>
        if let __p::Some(__cursor) = __p::whole(__way, __act) {
            return <#of as __p::Streams>::read_field(self, __level.at, __cursor, __frame);
        }
    }
}

/// The lines of a `match` on a field's number that go on into the field: to its string, and to act on it.
fn ways<'a>(
    of: &Ident,
    data: &'a Struct<'a>,
    first: usize,
    slots: &dyn Fn(&Field<'_>, usize) -> TokenStream,
) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let (mut leaves, mut acted) = (Vec::new(), Vec::new());
    for (at, field) in fields(data) {
        let (index, ty) = (Literal::usize_unsuffixed(first + at), field.ty);
        let slot = slots(field, at);
        let place = inside(field, &slot);
        let mark = field.attrs.streams_state().then(|| {
            quote_spanned!(hygienic()=> if let (__p::Act::Mark(__state), true) = (&*__act, __way.is_empty()) {
                #slot.state = *__state;
            })
        });
        let here = (!reads_plainly(field)).then(|| read_here(of));
        let inside = if grows(field) {
            let acts = acts(ty);
            if !is_scalar(ty) {
                leaves.push(quote_spanned!(hygienic()=> #index => #acts::leaf(&mut #place, __way),));
            }
            quote_spanned!(hygienic()=> #acts::act(&mut #place, __way, __frame, __act))
        } else {
            quote_spanned!(hygienic()=> __p::Outcome::Nothing)
        };
        acted.push(if here.is_none() && mark.is_none() {
            quote_spanned!(hygienic()=> #index => #inside,)
        } else {
            quote_spanned!(hygienic()=> #index => { #here #mark #inside })
        });
    }
    (leaves, acted)
}

/// The lines of a `match` on a field's number that read the field whole, if it is not [read plainly](reads_plainly).
fn readings<'a>(
    data: &'a Struct<'a>,
    first: usize,
    slots: impl Fn(&Field<'_>, usize) -> TokenStream,
) -> impl Iterator<Item = TokenStream> {
    fields(data)
        .filter(|(_, field)| !reads_plainly(field))
        .map(move |(at, field)| {
            let place = inside(field, &slots(field, at));
            read_arm(field, &Literal::usize_unsuffixed(first + at), &place)
        })
}

/// The line of a `match` that reads a field whole.
fn read_arm(field: &Field<'_>, index: &Literal, place: &TokenStream) -> TokenStream {
    let (ty, reading) = (field.ty, reading(field, &quote_spanned!(hygienic()=> __frame)));
    let keep = if grows(field) {
        quote_spanned!(hygienic()=> __p::keep::<__p::FormOf<#ty>, #ty>(&mut #place, __read, __cursor))
    } else {
        keep_made(field, &quote_spanned!(hygienic()=> &mut #place))
    };
    quote_spanned!(hygienic()=> #index => {
        #reading
        #keep
    })
}

/// Whether one of the fields does not contain what is shown of it.
fn comparisons(
    data: &Struct<'_>,
    first: usize,
    spec: &TokenStream,
    slots: &dyn Fn(&Field<'_>, usize) -> (TokenStream, TokenStream),
) -> TokenStream {
    let steps = fields(data).map(|(at, field)| {
        let index = Literal::usize_unsuffixed(first + at);
        let (one, other) = slots(field, at);
        let (one, other) = (inside(field, &one), inside(field, &other));
        let (misses, ty) = if grows(field) {
            (quote_spanned!(hygienic()=> field_misses), field.ty)
        } else {
            (quote_spanned!(hygienic()=> field_differs), present(field))
        };
        quote_spanned!(hygienic()=> __p::#misses::<#ty>(&#one, &#other, __spec, #index, __place))
    });
    let steps: Vec<_> = steps.collect();
    if steps.is_empty() {
        return quote_spanned!(hygienic()=> false);
    }
    quote_spanned!(hygienic()=> {
        let __spec = #spec;
        #(#steps)||*
    })
}

/// The plan of an object: its fields, how each is shown, and those that are needed.
fn object_plan(data: &Struct<'_>, spec: &TokenStream, is_tagged: bool) -> TokenStream {
    let tag = is_tagged.then(|| quote_spanned!(hygienic()=> __p::Kind::Hidden,));
    let kinds = fields(data).map(|(_, field)| kind(field));
    let needed: u128 = fields(data)
        .filter(|(_, field)| field.attrs.is_needed())
        .map(|(at, _)| 1 << at)
        .sum();
    let first = usize::from(is_tagged);
    let states: u128 = fields(data)
        .filter(|(_, field)| field.attrs.streams_state())
        .map(|(at, _)| 1 << (first + at))
        .sum();
    let (needed, states) = (Literal::u128_unsuffixed(needed), Literal::u128_unsuffixed(states));
    quote_spanned! {hygienic()=>
        __p::Kind::Object(&__p::ObjectPlan { spec: #spec, kinds: &[#tag #(#kinds),*], needed: #needed, states: #states })
    }
}

fn structure(input: &Input<'_>, data: &Struct<'_>) -> Partial {
    let (ident, partial, vis) = (input.ident, name(input), input.vis);
    let (doc, items) = (type_docs(input), field_items(input, data, true));
    let item = quote_spanned! {hygienic()=>
        #[doc = #doc]
        #[derive(::core::fmt::Debug, ::core::clone::Clone)]
        #vis struct #partial { #items }
    };
    let spec = quote_spanned!(hygienic()=> <#ident as __p::LlmOutput>::__OBJECT);
    let plan = object_plan(data, &spec, false);
    let own = |field: &Field<'_>, _: usize| {
        let member = &field.member;
        quote_spanned!(hygienic()=> self.#member)
    };
    let (leaves, acted) = ways(ident, data, 0, &own);
    let of_partial = |field: &Field<'_>, _: usize| {
        let member = &field.member;
        quote_spanned!(hygienic()=> __partial.#member)
    };
    let read: Vec<_> = readings(data, 0, of_partial).collect();
    let compared = comparisons(data, 0, &spec, &|field, _| {
        let member = &field.member;
        (
            quote_spanned!(hygienic()=> self.#member),
            quote_spanned!(hygienic()=> __value.#member),
        )
    });
    let filled = fields(data).map(|(_, field)| {
        let member = &field.member;
        let (slot, value) = (
            quote_spanned!(hygienic()=> __shown.#member),
            quote_spanned!(hygienic()=> __value.#member),
        );
        filled(field, &slot, &value)
    });
    let shown = quote_spanned! {hygienic()=>
        #[allow(unused_mut)]
        let mut __shown = <Self as __p::Default>::default();
        #(#filled)*
        __shown
    };
    let empty = fields(data).map(|(_, field)| {
        let (member, empty) = (&field.member, empty(field));
        quote_spanned!(hygienic()=> #member: #empty)
    });
    let default = default(&partial, &quote_spanned!(hygienic()=> { #(#empty),* }));
    let members = members(&leaves, &acted, &compared);
    let read = read_field(&read);
    let impls = impls(input, &partial, &plan, &shown, &read, &members);
    Partial {
        item,
        impls: quote_spanned!(hygienic()=> #impls #default),
    }
}

/// How a partial struct finds the field that a way leads to.
fn members(leaves: &[TokenStream], acted: &[TokenStream], compared: &TokenStream) -> TokenStream {
    quote_spanned! {hygienic()=>
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            let (__level, __way) = __way.split_first()?;
            match __level.at {
                #(#leaves)*
                _ => __p::None,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            let __p::Some((__level, __way)) = __way.split_first() else {
                return __p::Outcome::Nothing;
            };
            let __frame = &__level.frame(__at);
            match __level.at {
                #(#acted)*
                _ => __p::Outcome::Nothing,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            #compared
        }
    }
}

/// The reader of one field whole, for those that are not read plainly.
fn read_field(arms: &[TokenStream]) -> TokenStream {
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote_spanned! {hygienic()=>
        #[cfg_attr(debug_assertions, inline)]
        fn read_field(
            __partial: &mut <Self as __p::Streams>::Partial,
            __field: __p::u32,
            __cursor: &mut __p::Cursor<'_>,
            __frame: &__p::Frame<'_>,
        ) -> __p::Outcome {
            match __field {
                #(#arms)*
                _ => __p::Outcome::Nothing,
            }
        }
    }
}

fn impls(
    input: &Input<'_>,
    partial: &Ident,
    kind: &TokenStream,
    shown: &TokenStream,
    read: &TokenStream,
    members: &TokenStream,
) -> TokenStream {
    let ident = input.ident;
    let (root, growing) = match input.body {
        Body::Enum(_) => (
            quote_spanned!(hygienic()=> Chosen),
            quote_spanned!(hygienic()=> __p::Option<#partial>),
        ),
        _ => (quote_spanned!(hygienic()=> Grown), partial.to_token_stream()),
    };
    quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl __p::Streamed for #ident {
            type Partial = #growing;
            type __Root = __p::#root;
        }
        #[automatically_derived]
        impl __p::Streams for #ident {
            type Partial = #partial;
            const KIND: __p::Kind = #kind;
            #read
        }
        #[automatically_derived]
        impl __p::Members for #partial {
            #members
        }
        #[automatically_derived]
        impl __p::From<#ident> for #partial {
            #[cfg_attr(debug_assertions, inline)]
            fn from(__value: #ident) -> Self {
                #shown
            }
        }
    }
}

fn newtype(input: &Input<'_>, field: &Field<'_>) -> Partial {
    let (partial, vis, ty) = (name(input), input.vis, field.ty);
    let (doc, slot, field_vis) = (type_docs(input), slot(input, field), field.vis);
    let field_doc = docs(&field.attrs.doc, "What there is of the value.");
    let item = quote_spanned! {hygienic()=>
        #[doc = #doc]
        #[derive(::core::fmt::Debug, ::core::clone::Clone)]
        #vis struct #partial(#field_doc #field_vis #slot);
    };
    let (acts, member) = (acts(ty), &field.member);
    let (leaf, act, here, misses) = if grows(field) {
        (
            quote_spanned!(hygienic()=> #acts::leaf(&mut self.0, __way)),
            quote_spanned!(hygienic()=> #acts::act(&mut self.0, __way, __at, __act)),
            quote_spanned!(hygienic()=> #acts::act(&mut self.0, &[], __at, __act)),
            quote_spanned!(hygienic()=> #acts::misses(&self.0, &__value.0, __place)),
        )
    } else {
        (
            quote_spanned!(hygienic()=> { let _ = __way; __p::None }),
            quote_spanned!(hygienic()=> { let _ = (__way, __at, __act); __p::Outcome::Nothing }),
            quote_spanned!(hygienic()=> { let _ = (__at, __act); __p::Outcome::Nothing }),
            {
                let ty = present(field);
                quote_spanned!(hygienic()=> __p::differs::<#ty>(&self.0, &__value.0, __place))
            },
        )
    };
    let members = quote_spanned! {hygienic()=>
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            #leaf
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #act
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            #misses
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act_here(&mut self, __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #here
        }
    };
    let value = shown(field, &quote_spanned!(hygienic()=> __value.#member));
    let empty = empty(field);
    let default = default(&partial, &quote_spanned!(hygienic()=> (#empty)));
    let impls = impls(
        input,
        &partial,
        &kind(field),
        &quote_spanned!(hygienic()=> #partial(#value)),
        &TokenStream::new(),
        &members,
    );
    Partial {
        item,
        impls: quote_spanned!(hygienic()=> #impls #default),
    }
}
