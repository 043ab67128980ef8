//! The growing form of an enum with data.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};

use super::{
    Partial, acts, comparisons, docs, empty, field_items, fields, grows, hygienic, impls, keep_made, kind, name,
    object_plan, present, reading, readings, reads_plainly, shown, slot, type_docs, ways,
};
use crate::ast::{Enum, Field, Input, Style, Tagging, Variant};

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

pub(super) fn expand(input: &Input<'_>, data: &Enum<'_>) -> Partial {
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
    let members = members(&parts, is_internal);
    let read = read_field(&parts.read);
    let impls = impls(
        input,
        &partial,
        &kind,
        &quote_spanned!(hygienic()=> match __value { #(#values)* }),
        &read,
        &members,
    );
    Partial { item, impls }
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
            match (__partial, __field) {
                #(#arms)*
                _ => { let _ = (__cursor, __frame); __p::Outcome::Nothing }
            }
        }
    }
}

/// The reader's way into the growing type.
fn members(parts: &Parts, is_internal: bool) -> TokenStream {
    let Parts {
        empty,
        leaves,
        acted,
        compared,
        ..
    } = parts;
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
    quote_spanned! {hygienic()=>
        #[inline]
        fn leaf(&mut self, __way: &[__p::Level]) -> __p::Option<&mut __p::String> {
            #into_leaf
            match self {
                #(#leaves)*
                #[allow(unreachable_patterns)]
                _ => { let _ = __way; __p::None }
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn act(&mut self, __way: &[__p::Level], __at: &__p::Frame<'_>, __act: &mut __p::Act<'_, '_>) -> __p::Outcome {
            #into_act
            match self {
                #(#acted)*
                #[allow(unreachable_patterns)]
                _ => { let _ = (__way, __at); __p::Outcome::Done }
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn misses(&self, __value: &Self, __place: &mut __p::Way) -> __p::bool {
            match (self, __value) {
                #(#compared)*
                #[allow(unreachable_patterns)]
                _ => true,
            }
        }
        #[cfg_attr(debug_assertions, inline)]
        fn of(__variant: __p::u32) -> __p::Option<Self> {
            match __variant {
                #(#empty)*
                _ => __p::None,
            }
        }
    }
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
    let made = if variant.data.style == Style::Tuple {
        quote_spanned!(hygienic()=> (#(#values),*))
    } else {
        let members = read.iter().map(|(_, field)| &field.member);
        quote_spanned!(hygienic()=> { #(#members: #values),* })
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
            let (member, empty) = (&field.member, empty(field));
            quote_spanned!(hygienic()=> #member: #empty)
        });
        self.empty
            .push(quote_spanned!(hygienic()=> #index => __p::Some(#partial::#ident { #(#members),* }),));
        let unused: Vec<_> = fields(&variant.data).map(|(at, _)| bound("own", at)).collect();
        let unused = quote_spanned!(hygienic()=> let _ = (#(&#unused,)*););
        self.add_way(of, variant, first, &own, &unused);
        let compared = comparisons(&variant.data, first, &spec, &|_, at| {
            let (own, other) = (bound("own", at), bound("other", at));
            (
                quote_spanned!(hygienic()=> (*#own)),
                quote_spanned!(hygienic()=> (*#other)),
            )
        });
        self.compared.push(quote_spanned! {hygienic()=>
            (#own, #other) => {
                #unused
                #compared
            }
        });
    }

    /// The way into a variant with fields. The first field has the number `first`.
    fn add_way(&mut self, of: &Ident, variant: &Variant<'_>, first: usize, own: &TokenStream, unused: &TokenStream) {
        let slots = |_: &Field<'_>, at: usize| {
            let bound = bound("own", at);
            quote_spanned!(hygienic()=> (*#bound))
        };
        let (leaves, acted) = ways(of, &variant.data, first, &slots);
        let read: Vec<_> = readings(&variant.data, first, slots).collect();
        self.leaves.push(quote_spanned! {hygienic()=>
            #own => {
                #unused
                let (__level, __way) = __way.split_first()?;
                match __level.at {
                    #(#leaves)*
                    _ => { let _ = __way; __p::None }
                }
            }
        });
        self.acted.push(quote_spanned! {hygienic()=>
            #own => {
                #unused
                let __p::Some((__level, __way)) = __way.split_first() else {
                    return if let __p::Act::Read(_) = __act { __p::Outcome::Ascends } else { __p::Outcome::Done };
                };
                let __frame = &__level.frame(__at);
                match __level.at {
                    #(#acted)*
                    _ => __p::Outcome::Nothing,
                }
            }
        });
        if !read.is_empty() {
            self.read.push(quote_spanned! {hygienic()=>
                (#own, __field) => {
                    #unused
                    match __field {
                        #(#read)*
                        _ => __p::Outcome::Nothing,
                    }
                }
            });
        }
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
        let empty = empty(field);
        self.empty
            .push(quote_spanned!(hygienic()=> #index => __p::Some(#partial::#ident(#empty)),));
        let acts = acts(ty);
        let reading = reading(field, &quote_spanned!(hygienic()=> __frame));
        if grows(field) {
            self.leaves
                .push(quote_spanned!(hygienic()=> #own => #acts::leaf(#one, __way),));
            let here = (!reads_plainly(field)).then(|| {
                self.read.push(quote_spanned! {hygienic()=>
                    (#own, _) => {
                        #reading
                        __p::keep::<__p::FormOf<#ty>, #ty>(#one, __read, __cursor)
                    }
                });
                quote_spanned! {hygienic()=>
                    if let __p::Some(__cursor) = __p::whole(__way, __act) {
                        return <#of as __p::Streams>::read_field(self, 0, __cursor, __at);
                    }
                }
            });
            self.acted.push(quote_spanned! {hygienic()=>
                #own => {
                    #here
                    #acts::act(#one, __way, __at, __act)
                }
            });
            self.compared
                .push(quote_spanned!(hygienic()=> (#own, #other) => #acts::misses(#one, #two, __place),));
        } else {
            self.add_whole(of, field, &own, &other);
        }
    }

    /// The way into a variant around a value that is shown whole.
    fn add_whole(&mut self, of: &Ident, field: &Field<'_>, own: &TokenStream, other: &TokenStream) {
        let (one, two) = (bound("own", 0), bound("other", 0));
        let reading = reading(field, &quote_spanned!(hygienic()=> __frame));
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
