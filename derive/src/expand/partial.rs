//! The growing form of a type with `#[llm(stream)]`: the type itself, how it is shown, and the reader's way into it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;
use syn::ext::IdentExt;

use super::object::reading;
use super::{hygienic, private};
use crate::ast::{Body, Enum, Field, Input, Struct, Style, Tagging, Variant};
use crate::attr::Doc;
use crate::kind::{Kind as TypeKind, kind as type_kind};

/// What is added for a type that grows.
pub(super) struct Partial {
    /// The growing type, beside the type itself.
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
        Body::Enum(data) => enumeration(input, data),
        Body::Union(_) => unreachable!("a union is rejected"),
    })
}

/// The name of the growing type: `ReviewPartial`.
fn name(input: &Input<'_>) -> Ident {
    format_ident!("{}Partial", input.ident.unraw(), span = input.ident.span())
}

/// Whether a field grows as its type does; otherwise it is shown when it is complete, read as the field alone is.
fn grows(field: &Field<'_>) -> bool {
    let attrs = &field.attrs;
    let is_own = field.converter().is_none() && attrs.deserialize_with.is_none() && attrs.recursive.is_none();
    is_own && attrs.null_alias.is_empty() && attrs.latex.is_none() && !attrs.streams_whole()
}

/// The type of a field in the growing type, by full paths: it stands in the user's own module.
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

/// The comment on the growing type.
fn type_docs(input: &Input<'_>) -> String {
    format!(
        "A [`{}`] that grows while its text comes in: what is not there yet is `None`, or empty.",
        input.ident.unraw()
    )
}

/// The growing type's fields, and the fields that they stand for.
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

/// The lines of a `match` on a field's number that go on into the field.
fn arms<'a>(
    data: &'a Struct<'a>,
    first: usize,
    slots: &'a dyn Fn(&Field<'_>, usize) -> TokenStream,
) -> (Vec<TokenStream>, Vec<TokenStream>, Vec<TokenStream>) {
    let (mut leaves, mut acted, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for (at, field) in fields(data) {
        let (index, ty) = (Literal::usize_unsuffixed(first + at), field.ty);
        let slot = slots(field, at);
        let place = inside(field, &slot);
        let acts = acts(ty);
        let frame = quote_spanned!(hygienic()=> __frame);
        let reading = reading(field, &frame);
        let mark = field.attrs.streams_state().then(|| {
            quote_spanned!(hygienic()=> if let (__p::Act::Mark(__state), true) = (&*__act, __way.is_empty()) {
                #slot.state = *__state;
            })
        });
        if grows(field) {
            leaves.push(quote_spanned!(hygienic()=> #index => #acts::leaf(&mut #place, __way),));
            acted.push(quote_spanned!(hygienic()=> #index => {
                #mark
                #acts::act(&mut #place, __way, __frame, __act)
            }));
            read.push(quote_spanned!(hygienic()=> #index => {
                #reading
                __p::keep::<__p::FormOf<#ty>, #ty>(&mut #place, __read, __cursor)
            }));
        } else {
            if mark.is_some() {
                acted.push(quote_spanned!(hygienic()=> #index => {
                    #mark
                    __p::Outcome::Nothing
                }));
            }
            let keep = keep_made(field, &quote_spanned!(hygienic()=> &mut #place));
            read.push(quote_spanned!(hygienic()=> #index => {
                #reading
                #keep
            }));
        }
    }
    (leaves, acted, read)
}

/// The steps that compare two values of the fields.
fn comparisons(
    data: &Struct<'_>,
    first: usize,
    spec: &TokenStream,
    slots: &dyn Fn(&Field<'_>, usize) -> (TokenStream, TokenStream),
) -> TokenStream {
    let steps = fields(data).map(|(at, field)| {
        let (index, ty) = (Literal::usize_unsuffixed(first + at), field.ty);
        let (one, other) = slots(field, at);
        let (one, other) = (inside(field, &one), inside(field, &other));
        let misses = if grows(field) {
            let acts = acts(ty);
            quote_spanned!(hygienic()=> #acts::misses(&#one, &#other, __place))
        } else {
            let ty = present(field);
            quote_spanned!(hygienic()=> __p::differs::<#ty>(&#one, &#other, __place))
        };
        quote_spanned! {hygienic()=>
            __place.enter(__p::Some(#spec), #index);
            if #misses {
                return true;
            }
            __place.leave();
        }
    });
    quote_spanned!(hygienic()=> #(#steps)*)
}

/// The plan of an object: its fields, how each is shown, and those that are needed.
fn object_plan(data: &Struct<'_>, spec: &TokenStream, is_tagged: bool) -> TokenStream {
    let tag = is_tagged.then(|| quote_spanned!(hygienic()=> __p::Kind::Hidden,));
    let kinds = fields(data).map(|(_, field)| kind(field));
    let needed: u128 = fields(data)
        .filter(|(_, field)| field.attrs.is_needed())
        .map(|(at, _)| 1 << at)
        .sum();
    let needed = Literal::u128_unsuffixed(needed);
    quote_spanned! {hygienic()=>
        __p::Kind::Object(&__p::ObjectPlan { spec: #spec, kinds: &[#tag #(#kinds),*], needed: #needed })
    }
}

fn structure(input: &Input<'_>, data: &Struct<'_>) -> Partial {
    let (ident, partial, vis) = (input.ident, name(input), input.vis);
    let (doc, items) = (type_docs(input), field_items(input, data, true));
    let item = quote_spanned! {hygienic()=>
        #[doc = #doc]
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
        #vis struct #partial { #items }
    };
    let spec = quote_spanned!(hygienic()=> <#ident as __p::LlmOutput>::__OBJECT);
    let plan = object_plan(data, &spec, false);
    let own = |field: &Field<'_>, _: usize| {
        let member = &field.member;
        quote_spanned!(hygienic()=> self.#member)
    };
    let (leaves, acted, _) = arms(data, 0, &own);
    let of_partial = |field: &Field<'_>, _: usize| {
        let member = &field.member;
        quote_spanned!(hygienic()=> __partial.#member)
    };
    let (_, _, read) = arms(data, 0, &of_partial);
    let compared = comparisons(data, 0, &spec, &|field, _| {
        let member = &field.member;
        (
            quote_spanned!(hygienic()=> self.#member),
            quote_spanned!(hygienic()=> __value.#member),
        )
    });
    let values = fields(data).map(|(_, field)| {
        let member = &field.member;
        let value = shown(field, &quote_spanned!(hygienic()=> self.#member));
        quote_spanned!(hygienic()=> #member: #value)
    });
    let members = quote_spanned! {hygienic()=>
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            let (__level, __way) = __way.split_first()?;
            match __level.at {
                #(#leaves)*
                _ => __p::None,
            }
        }
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            let __p::Some((__level, __way)) = __way.split_first() else {
                return __p::Outcome::Nothing;
            };
            let __frame = &__level.frame(__at);
            if let __p::Some(__cursor) = __p::whole(__way, __act) {
                return <#ident as __p::Streams>::read_field(self, __level.at, __cursor, __frame);
            }
            match __level.at {
                #(#acted)*
                _ => __p::Outcome::Nothing,
            }
        }
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            #compared
            false
        }
    };
    let read = read_field(&read);
    let impls = impls(
        input,
        &partial,
        &plan,
        &quote_spanned!(hygienic()=> #partial { #(#values),* }),
        &read,
        &members,
    );
    Partial { item, impls }
}

/// The reader of one field whole.
fn read_field(arms: &[TokenStream]) -> TokenStream {
    quote_spanned! {hygienic()=>
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
    quote_spanned! {hygienic()=>
        #[automatically_derived]
        impl __p::Streams for #ident {
            type Partial = #partial;
            const KIND: __p::Kind = #kind;
            fn shown(self) -> #partial {
                #shown
            }
            #read
        }
        #[automatically_derived]
        impl __p::Members for #partial {
            #members
        }
        #[automatically_derived]
        impl __p::From<#ident> for #partial {
            fn from(__value: #ident) -> Self {
                <#ident as __p::Streams>::shown(__value)
            }
        }
    }
}

fn newtype(input: &Input<'_>, field: &Field<'_>) -> Partial {
    let (ident, partial, vis, ty) = (input.ident, name(input), input.vis, field.ty);
    let (doc, slot, field_vis) = (type_docs(input), slot(input, field), field.vis);
    let field_doc = docs(&field.attrs.doc, "What there is of the value.");
    let item = quote_spanned! {hygienic()=>
        #[doc = #doc]
        #[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::default::Default)]
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
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            #leaf
        }
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #act
        }
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            #misses
        }
        fn act_here(&mut self, __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #here
        }
    };
    let value = shown(field, &quote_spanned!(hygienic()=> self.#member));
    let _ = ident;
    let impls = impls(
        input,
        &partial,
        &kind(field),
        &quote_spanned!(hygienic()=> #partial(#value)),
        &TokenStream::new(),
        &members,
    );
    Partial { item, impls }
}

/// The name that a field of a variant is bound to.
fn bound(side: &str, at: usize) -> Ident {
    format_ident!("__{side}_{at}", span = hygienic())
}

/// A pattern that binds the fields of a variant of the growing type.
fn pattern(partial: &Ident, variant: &Variant<'_>, side: &str) -> TokenStream {
    let ident = variant.ident;
    if variant.attrs.skip.is_some() {
        return quote_spanned!(hygienic()=> #partial::#ident);
    }
    match variant.data.style {
        Style::Unit => quote_spanned!(hygienic()=> #partial::#ident),
        Style::Tuple => {
            let bound = bound(side, 0);
            quote_spanned!(hygienic()=> #partial::#ident(#bound))
        }
        Style::Named => {
            let fields = fields(&variant.data).map(|(at, field)| {
                let (member, bound) = (&field.member, bound(side, at));
                quote_spanned!(hygienic()=> #member: #bound)
            });
            quote_spanned!(hygienic()=> #partial::#ident { #(#fields),* })
        }
    }
}

/// What each part of the code for an enum says of one of its variants.
#[derive(Default)]
struct Parts {
    plans: Vec<TokenStream>,
    empty: Vec<TokenStream>,
    leaves: Vec<TokenStream>,
    acted: Vec<TokenStream>,
    read: Vec<TokenStream>,
    compared: Vec<TokenStream>,
}

fn enumeration(input: &Input<'_>, data: &Enum<'_>) -> Partial {
    let (ident, partial, vis) = (input.ident, name(input), input.vis);
    let tagging = input.tagging().unwrap_or(Tagging::External);
    let doc = type_docs(input);
    let variants = data.variants.iter().map(|variant| variant_item(input, variant));
    let item = quote_spanned! {hygienic()=>
        #[doc = #doc]
        #[derive(::core::fmt::Debug, ::core::clone::Clone)]
        #vis enum #partial { #(#variants),* }
    };
    let is_internal = matches!(tagging, Tagging::Internal { .. });
    let mut parts = Parts::default();
    for (at, variant) in data.read_variants().enumerate() {
        parts.add(ident, &partial, at, variant, is_internal);
    }
    let values = data
        .variants
        .iter()
        .map(|variant| variant_value(ident, &partial, variant));
    let tagged = match tagging {
        Tagging::Internal { .. } => quote_spanned!(hygienic()=> Internal),
        Tagging::Adjacent { .. } => quote_spanned!(hygienic()=> Adjacent),
        Tagging::External | Tagging::Untagged => quote_spanned!(hygienic()=> External),
    };
    let plans = &parts.plans;
    let kind = quote_spanned! {hygienic()=>
        __p::Kind::Choice(&__p::ChoicePlan {
            names: __NAMES,
            spec: <#ident as __p::LlmOutput>::__OBJECT,
            tagging: __p::Tagged::#tagged,
            variants: &[#(#plans),*],
        })
    };
    let Parts {
        empty,
        leaves,
        acted,
        read,
        compared,
        ..
    } = &parts;
    // The content of a variant may be in an object of its own, inside one that says whose content it is.
    let (into_leaf, into_act) = if is_internal {
        (TokenStream::new(), TokenStream::new())
    } else {
        (
            quote_spanned!(hygienic()=> let (_, __way) = __way.split_first()?;),
            quote_spanned! {hygienic()=>
                let __p::Some((__outer, __way)) = __way.split_first() else {
                    return __p::Outcome::Nothing;
                };
                let __at = &__outer.frame(__at);
            },
        )
    };
    let members = quote_spanned! {hygienic()=>
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            #into_leaf
            match self {
                #(#leaves)*
                #[allow(unreachable_patterns)]
                _ => { let _ = __way; __p::None }
            }
        }
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #into_act
            match self {
                #(#acted)*
                #[allow(unreachable_patterns)]
                _ => { let _ = (__way, __at); __p::Outcome::Done }
            }
        }
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            match (self, __value) {
                #(#compared)*
                #[allow(unreachable_patterns)]
                _ => true,
            }
        }
        fn of(__variant: __p::u32) -> __p::Option<Self> {
            match __variant {
                #(#empty)*
                _ => __p::None,
            }
        }
    };
    let read = quote_spanned! {hygienic()=>
        fn read_field(
            __partial: &mut <Self as __p::Streams>::Partial,
            __field: __p::u32,
            __cursor: &mut __p::Cursor<'_>,
            __frame: &__p::Frame<'_>,
        ) -> __p::Outcome {
            match (__partial, __field) {
                #(#read)*
                _ => { let _ = (__cursor, __frame); __p::Outcome::Nothing }
            }
        }
    };
    let impls = impls(
        input,
        &partial,
        &kind,
        &quote_spanned!(hygienic()=> match self { #(#values)* }),
        &read,
        &members,
    );
    Partial { item, impls }
}

fn variant_item(input: &Input<'_>, variant: &Variant<'_>) -> TokenStream {
    let ident = variant.ident;
    let doc = docs(&variant.attrs.doc, "What there is of this variant.");
    if variant.attrs.skip.is_some() {
        return quote_spanned!(hygienic()=> #doc #ident);
    }
    match (variant.newtype(), variant.data.style) {
        (Some(field), _) => {
            let slot = slot(input, field);
            quote_spanned!(hygienic()=> #doc #ident(#slot))
        }
        (None, Style::Named) => {
            let items = field_items(input, &variant.data, false);
            quote_spanned!(hygienic()=> #doc #ident { #items })
        }
        (None, _) => quote_spanned!(hygienic()=> #doc #ident),
    }
}

/// The complete value of a variant in its growing form.
fn variant_value(of: &Ident, partial: &Ident, variant: &Variant<'_>) -> TokenStream {
    let ident = variant.ident;
    if variant.attrs.skip.is_some() || variant.data.style == Style::Unit {
        return quote_spanned!(hygienic()=> #of::#ident { .. } => #partial::#ident,);
    }
    let read: Vec<_> = fields(&variant.data).collect();
    let bound = read.iter().map(|(at, field)| {
        let (member, bound) = (&field.member, bound("own", *at));
        quote_spanned!(hygienic()=> #member: #bound)
    });
    let values = read.iter().map(|(at, field)| shown(field, &bound_tokens("own", *at)));
    let made = match variant.data.style {
        Style::Tuple => quote_spanned!(hygienic()=> (#(#values),*)),
        _ => {
            let members = read.iter().map(|(_, field)| &field.member);
            quote_spanned!(hygienic()=> { #(#members: #values),* })
        }
    };
    quote_spanned!(hygienic()=> #of::#ident { #(#bound,)* .. } => #partial::#ident #made,)
}

fn bound_tokens(side: &str, at: usize) -> TokenStream {
    bound(side, at).into_token_stream()
}

impl Parts {
    fn add(&mut self, of: &Ident, partial: &Ident, at: usize, variant: &Variant<'_>, is_internal: bool) {
        let (index, ident) = (Literal::usize_unsuffixed(at), variant.ident);
        let own = pattern(partial, variant, "own");
        let other = pattern(partial, variant, "other");
        let first = usize::from(is_internal);
        let object = format_ident!("__OBJECT_{at}", span = hygienic());
        let spec = quote_spanned!(hygienic()=> <#of as __Variants>::#object);
        if let Some(field) = variant.newtype() {
            return self.add_newtype(of, partial, (at, variant, field), is_internal);
        }
        if variant.data.style == Style::Unit {
            let plan = if is_internal {
                object_plan(&variant.data, &spec, true)
            } else {
                quote_spanned!(hygienic()=> __p::Kind::Hidden)
            };
            self.plans
                .push(quote_spanned!(hygienic()=> __p::VariantPlan::Shown(#plan)));
            self.empty.push(quote_spanned!(hygienic()=> #index => __p::Some(#own),));
            self.compared
                .push(quote_spanned!(hygienic()=> (#own, #other) => false,));
            return;
        }
        let plan = object_plan(&variant.data, &spec, is_internal);
        self.plans
            .push(quote_spanned!(hygienic()=> __p::VariantPlan::Shown(#plan)));
        let members = fields(&variant.data).map(|(_, field)| {
            let member = &field.member;
            quote_spanned!(hygienic()=> #member: __p::Default::default())
        });
        self.empty
            .push(quote_spanned!(hygienic()=> #index => __p::Some(#partial::#ident { #(#members),* }),));
        let slots = |_: &Field<'_>, at: usize| {
            let bound = bound("own", at);
            quote_spanned!(hygienic()=> (*#bound))
        };
        let (leaves, acted, read) = arms(&variant.data, first, &slots);
        let unused: Vec<_> = fields(&variant.data).map(|(at, _)| bound("own", at)).collect();
        self.leaves.push(quote_spanned! {hygienic()=>
            #own => {
                let _ = (#(&#unused,)*);
                let (__level, __way) = __way.split_first()?;
                match __level.at {
                    #(#leaves)*
                    _ => { let _ = __way; __p::None }
                }
            }
        });
        self.acted.push(quote_spanned! {hygienic()=>
            #own => {
                let _ = (#(&#unused,)*);
                let __p::Some((__level, __way)) = __way.split_first() else {
                    return if let __p::Act::Read(_) = __act { __p::Outcome::Ascends } else { __p::Outcome::Done };
                };
                let __frame = &__level.frame(__at);
                if let __p::Some(__cursor) = __p::whole(__way, __act) {
                    return <#of as __p::Streams>::read_field(self, __level.at, __cursor, __frame);
                }
                match __level.at {
                    #(#acted)*
                    _ => __p::Outcome::Nothing,
                }
            }
        });
        self.read.push(quote_spanned! {hygienic()=>
            (#own, __field) => {
                let _ = (#(&#unused,)*);
                match __field {
                    #(#read)*
                    _ => __p::Outcome::Nothing,
                }
            }
        });
        let compared = comparisons(&variant.data, first, &spec, &|_, at| {
            let (own, other) = (bound("own", at), bound("other", at));
            (
                quote_spanned!(hygienic()=> (*#own)),
                quote_spanned!(hygienic()=> (*#other)),
            )
        });
        self.compared.push(quote_spanned! {hygienic()=>
            (#own, #other) => {
                #compared
                false
            }
        });
    }

    fn add_newtype(
        &mut self,
        of: &Ident,
        partial: &Ident,
        (at, variant, field): (usize, &Variant<'_>, &Field<'_>),
        is_internal: bool,
    ) {
        let (index, ident, ty) = (Literal::usize_unsuffixed(at), variant.ident, field.ty);
        let (own, other) = (pattern(partial, variant, "own"), pattern(partial, variant, "other"));
        let (one, two) = (bound("own", 0), bound("other", 0));
        let inner = kind(field);
        let plan = if is_internal {
            quote_spanned!(hygienic()=> __p::VariantPlan::in_place(#inner))
        } else {
            quote_spanned!(hygienic()=> __p::VariantPlan::Shown(#inner))
        };
        self.plans.push(plan);
        self.empty
            .push(quote_spanned!(hygienic()=> #index => __p::Some(#partial::#ident(__p::Default::default())),));
        let acts = acts(ty);
        let reading = reading(field, &quote_spanned!(hygienic()=> __frame));
        if grows(field) {
            self.leaves
                .push(quote_spanned!(hygienic()=> #own => #acts::leaf(#one, __way),));
            self.acted.push(quote_spanned! {hygienic()=>
                #own => {
                    if let __p::Some(__cursor) = __p::whole(__way, __act) {
                        return <#of as __p::Streams>::read_field(self, 0, __cursor, __at);
                    }
                    #acts::act(#one, __way, __at, __act)
                }
            });
            self.read.push(quote_spanned! {hygienic()=>
                (#own, _) => {
                    #reading
                    __p::keep::<__p::FormOf<#ty>, #ty>(#one, __read, __cursor)
                }
            });
            self.compared
                .push(quote_spanned!(hygienic()=> (#own, #other) => #acts::misses(#one, #two, __place),));
        } else {
            self.acted.push(quote_spanned! {hygienic()=>
                #own => {
                    let _ = &#one;
                    match __p::whole(__way, __act) {
                        __p::Some(__cursor) => <#of as __p::Streams>::read_field(self, 0, __cursor, __at),
                        __p::None => __p::Outcome::Nothing,
                    }
                }
            });
            let (keep, ty) = (keep_made(field, &one.to_token_stream()), present(field));
            self.read.push(quote_spanned! {hygienic()=>
                (#own, _) => {
                    #reading
                    #keep
                }
            });
            self.compared
                .push(quote_spanned!(hygienic()=> (#own, #other) => __p::differs::<#ty>(#one, #two, __place),));
        }
    }
}
