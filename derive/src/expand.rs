//! The generated code: constant data for the schema and the engine, and a reader that is a `match` and its slots.
//!
//! Everything is named through one `use` of the runtime's private module, so that the code works without a prelude and
//! with the runtime under another name. Tokens of the user keep their spans; all others are hygienic.

mod choice;
mod conversion;
mod flatten;
mod json_schema;
mod newtype;
mod object;
mod partial;
mod recursion;
mod shape;
mod tools;
mod variants;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Type, WherePredicate};

use crate::ast::{Body, Field, Input};
use crate::attr::{Dialect, Fallback, literal_text};
use crate::kind::{Kind, kind, names_parameter};

pub(crate) fn expand(input: &Input<'_>) -> TokenStream {
    let (outside, items) = match &input.body {
        _ if input.attrs.conversion.is_some() => (TokenStream::new(), conversion::expand(input)),
        Body::Struct(data) => match input.newtype() {
            Some(field) => newtype::expand(input, field),
            None => object::expand(input, data),
        },
        Body::Enum(data) if input.is_union() => variants::expand(input, data),
        Body::Enum(data) => choice::expand(input, data),
        Body::Union(_) => unreachable!("a union is rejected"),
    };
    let (ident, private) = (input.ident, private(input));
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let where_clause = where_clause(input);
    let (limits, generic_limits) = limits(input);
    let form = partial::form(input);
    let (partial, shown) = partial::expand(input)
        .map(|partial| (partial.item, partial.impls))
        .unzip();
    let tools = tools::expand(input);
    let json_schema = json_schema::expand(input);
    // Only where it is needed: `allow` does not go together with a user's `forbid`.
    let allow = input.deprecated().then(|| quote!(#[allow(deprecated)]));
    quote_spanned! {hygienic()=>
        #partial
        #allow
        const _: () = {
            use #private as __p;
            #outside
            #limits
            #[automatically_derived]
            impl #impl_generics __p::LlmOutput for #ident #ty_generics #where_clause {
                #form
                #items
                #generic_limits
            }
            #shown
            #tools
            #json_schema
        };
    }
}

/// Three checks: the flattened fields do not conflict with the type's own, the type and its field types nest no deeper than its
/// limit, and the dialects that it names accept its schema. They are next to the impl, or inside it if the type has parameters.
fn limits(input: &Input<'_>) -> (TokenStream, Option<TokenStream>) {
    let is_generic = !input.generics.params.is_empty();
    let ty = if is_generic {
        quote!(Self)
    } else {
        input.ident.to_token_stream()
    };
    let dialects = input.attrs.dialects.iter().flat_map(|given| &given.value);
    let checks = flatten::checks_of(input, &ty)
        .into_iter()
        .map(|check| (None, check))
        .chain(depth(input, &ty).map(|check| (Some(DEPTH), check)))
        .chain(dialects.map(|given| (None, dialect(given, &ty, input.attrs.tools.is_some()))));
    if !is_generic {
        let checks = checks.map(|(name, (span, check))| {
            let name = name.map_or_else(|| quote!(_), |name| Ident::new(name, span).into_token_stream());
            quote_spanned!(span=> const #name: () = #check;)
        });
        return (checks.collect(), None);
    }
    let checks: Vec<_> = checks.map(|(_, (_, check))| check).collect();
    let span = input.ident.span().resolved_at(hygienic());
    let inside = match checks.as_slice() {
        [] => None,
        [check] => Some(quote_spanned!(span=> const LLM_OUTPUT_WITHIN_LIMITS: () = #check;)),
        checks => Some(quote_spanned!(span=> const LLM_OUTPUT_WITHIN_LIMITS: () = { #(#checks)* };)),
    };
    (TokenStream::new(), inside)
}

/// The constant that is evaluated first. The compiler shows its name with the error, and where types hold each other without
/// end there is no other message of ours: so it names the attributes that help.
const DEPTH: &str = "_NESTING_NEEDS_LLM_MAX_DEPTH_OR_LLM_RECURSIVE_MAX_DEPTH";

fn depth(input: &Input<'_>, ty: &TokenStream) -> Option<(Span, TokenStream)> {
    if !input.nests() {
        return None;
    }
    let span = input.ident.span().resolved_at(hygienic());
    let limit = proc_macro2::Literal::usize_unsuffixed(input.max_depth());
    // The shape comes first: where types hold each other without end, the compiler names what goes round, and that is a
    // constant which the user knows.
    let check = quote_spanned! {span=>
        if __p::depth(<#ty as __p::LlmOutput>::SHAPE, <#ty as __p::LlmOutput>::__FACTS) > #limit {
            __p::refuse(__p::too_deep::<#ty, #limit>())
        }
    };
    Some((span, check))
}

fn dialect(given: &Dialect, ty: &TokenStream, of_tools: bool) -> (Span, TokenStream) {
    let span = given.span.resolved_at(hygienic());
    let variant = format_ident!("{}", given.variant, span = hygienic());
    let function = if of_tools { "tool_breaches" } else { "breaches" };
    let function = format_ident!("{function}", span = span);
    let breaches = quote_spanned!(span=> __p::#function::<#ty, { __p::Dialect::#variant.number() }>());
    (
        span,
        quote_spanned!(span=> if !#breaches.is_empty() { __p::refuse(#breaches) }),
    )
}

/// The path of the module that generated code may call. It is named after this very version, so that two versions that
/// do not fit together are distinguished by the compiler.
pub(crate) fn private(input: &Input<'_>) -> TokenStream {
    let module = format_ident!("__private_{}", env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_"));
    let named = input.attrs.krate.as_ref().map(|krate| krate.value.to_token_stream());
    let krate = named.unwrap_or_else(|| quote_spanned!(hygienic()=> ::llm_output));
    quote_spanned!(hygienic()=> #krate::#module)
}

/// The span of generated code: its locals cannot be seen by the user's expressions, nor the other way round.
fn hygienic() -> Span {
    Span::mixed_site()
}

fn optional(value: Option<impl ToTokens>) -> TokenStream {
    let Some(value) = value else {
        return quote_spanned!(hygienic()=> __p::None);
    };
    quote_spanned!(hygienic()=> __p::Some(#value))
}

/// `<T as LlmOutput>`, placed so that a missing impl is reported under the type.
fn implementation(ty: &Type) -> TokenStream {
    let span = ty.span().resolved_at(hygienic());
    quote_spanned!(span=> <#ty as __p::LlmOutput>)
}

/// The type's own where clause, and what its fields ask of its type parameters.
fn where_clause(input: &Input<'_>) -> TokenStream {
    let mut predicates: Vec<TokenStream> = Vec::new();
    if let Some(own) = &input.generics.where_clause {
        predicates.extend(own.predicates.iter().map(ToTokens::to_token_stream));
    }
    match &input.attrs.bound {
        Some(bound) => predicates.extend(bound.value.iter().map(WherePredicate::to_token_stream)),
        None if input.attrs.conversion.is_some() => {}
        None => {
            let fields = input.fields();
            let generic = fields
                .into_iter()
                .filter(|field| names_parameter(field.ty, input.generics));
            for field in generic {
                let (ty, read) = (&field.wire, field.attrs.skip.is_none());
                if field.attrs.recursive.is_some() {
                    // Asking the type for itself would have no end.
                    let parameters = input.generics.type_params().map(|parameter| &parameter.ident);
                    predicates.extend(parameters.map(|ident| quote_spanned!(hygienic()=> #ident: __p::LlmOutput)));
                } else if read {
                    predicates.push(quote_spanned!(hygienic()=> #ty: __p::LlmOutput));
                }
                if field.defaults_by_trait() || (!read && !field.has_default(&input.attrs)) {
                    predicates.push(quote_spanned!(hygienic()=> #ty: __p::Default));
                }
            }
            let by_trait = matches!(
                input.attrs.default.as_ref().map(|given| &given.value),
                Some(Fallback::Trait)
            );
            if by_trait && input.generics.type_params().next().is_some() {
                predicates.push(quote_spanned!(hygienic()=> Self: __p::Default));
            }
        }
    }
    if predicates.is_empty() {
        return TokenStream::new();
    }
    quote_spanned!(hygienic()=> where #(#predicates),*)
}

/// The value of a field that is missing or skipped.
fn default_value(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    match (&field.attrs.default, &input.attrs.default) {
        (Some(given), _) => match &given.value {
            Fallback::Trait => standard(field),
            Fallback::Call(path) => quote_spanned!(path.span()=> #path()),
            Fallback::Written(..) => unreachable!("what it means was settled when the field was read"),
            // So that `default = "\"text\""` fits a `String` as well as a `Cow<'static, str>`.
            Fallback::Expression(text) if literal_text(text).is_some() => {
                let value = quote_spanned!(hygienic()=> __p::From::from(#text));
                let is_optional = matches!(kind(field.ty), Kind::Optional(_));
                if is_optional {
                    quote_spanned!(hygienic()=> __p::Some(#value))
                } else {
                    value
                }
            }
            Fallback::Expression(expr) => {
                // Typed here, so that a default of another type is an error at the default.
                let ty = field.ty;
                quote_spanned!(hygienic()=> { let __default: #ty = #expr; __default })
            }
        },
        (None, Some(given)) => {
            let member = &field.member;
            match &given.value {
                Fallback::Trait => quote_spanned!(hygienic()=> <Self as __p::Default>::default().#member),
                Fallback::Call(path) => quote_spanned!(hygienic()=> (#path() as Self).#member),
                Fallback::Written(..) => unreachable!("a whole type's default is an expression"),
                Fallback::Expression(expr) => {
                    quote_spanned!(hygienic()=> { let __whole: Self = #expr; __whole.#member })
                }
            }
        }
        (None, None) => standard(field),
    }
}

fn standard(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    let span = ty.span().resolved_at(hygienic());
    quote_spanned!(span=> <#ty as __p::Default>::default())
}

/// Reads a field's value at the level `at`.
fn read(field: &Field<'_>, at: &TokenStream) -> TokenStream {
    if let Some(limit) = &field.attrs.recursive {
        let (ty, limit) = (field.ty, proc_macro2::Literal::usize_unsuffixed(limit.value));
        return quote_spanned!(hygienic()=> __p::descend::<#ty>(__cursor, #at, #limit));
    }
    let inner = implementation(&field.wire);
    let read = quote_spanned!(hygienic()=> #inner::__read(__cursor, #at));
    let ty = field.ty;
    if let Some(function) = &field.attrs.deserialize_with {
        let (function, span) = (&function.value, function.value.span().resolved_at(hygienic()));
        return quote_spanned!(span=> __p::by_function::<#ty>(__cursor, #at, |__value| #function(__value)));
    }
    converted(field, at, &start(), read)
}

/// Where the value begins that is read next.
fn start() -> TokenStream {
    quote_spanned!(hygienic()=> __p::start(__cursor))
}

/// Keeps in mind where a value begins that is to be checked, so that an error can show it.
fn started(is_checked: bool, start: &TokenStream) -> Option<TokenStream> {
    is_checked.then(|| quote_spanned!(hygienic()=> let __start = #start;))
}

/// The field's value, made from what was `read` in its place, which begins at `start`.
fn converted(field: &Field<'_>, at: &TokenStream, start: &TokenStream, read: TokenStream) -> TokenStream {
    let (Some(convert), ty) = (field.converter(), field.ty) else {
        return read;
    };
    let span = convert.span().resolved_at(hygienic());
    quote_spanned! {span=> {
        let __start = #start;
        let __read = #read;
        __p::converted::<_, #ty, _>(__cursor, #at, __start, __read, #convert)
    }}
}

/// The field's value, made from what its type makes up: `made` is an `Option` of it.
fn made_up(field: &Field<'_>, made: TokenStream) -> TokenStream {
    let Some(convert) = field.converter() else {
        return made;
    };
    let span = convert.span().resolved_at(hygienic());
    quote_spanned!(span=> #made.and_then(|__wire| #convert(__wire).ok()))
}

/// The steps after a field was read: its range, its length, its own check, in this order.
fn checks(field: &Field<'_>, at: &TokenStream) -> TokenStream {
    let (attrs, ty, span) = (&field.attrs, field.ty, field.ty.span().resolved_at(hygienic()));
    let range = attrs.range.as_ref().map(|range| {
        let (range, clamp) = (shape::range(&range.value), attrs.clamp.is_some());
        quote_spanned!(span=> let __read = <#ty as __p::Ranged>::__hold(__cursor, #at, __start, __read, &#range, #clamp);)
    });
    let length = attrs.length.as_ref().map(|length| {
        let length = shape::length(&length.value);
        quote_spanned!(span=> let __read = <#ty as __p::Measured>::__hold(__cursor, #at, __start, __read, &#length);)
    });
    let validate = attrs.validate.as_ref().map(|path| {
        let validated = validated(&path.value, &ty, at);
        quote_spanned!(hygienic()=> let __read = #validated;)
    });
    quote_spanned!(hygienic()=> #range #length #validate)
}

/// The type's own check of a value that is complete.
fn checked(input: &Input<'_>, value: &TokenStream) -> TokenStream {
    let Some(path) = input.attrs.validate.as_ref().map(|given| &given.value) else {
        return quote_spanned!(hygienic()=> __p::Ok(#value));
    };
    let validated = validated(path, &quote!(Self), &quote_spanned!(hygienic()=> __at));
    quote_spanned! {hygienic()=>
        let __read = __p::Ok(#value);
        #validated
    }
}

/// Passes the value that was read from `__start` to the function at `path`. A function of the wrong type is reported at its name.
fn validated(path: &syn::Path, ty: &impl ToTokens, at: &TokenStream) -> TokenStream {
    let span = path.span().resolved_at(hygienic());
    let validator = quote_spanned!(span=> &#path);
    quote_spanned!(span=> <_ as __p::Validator<#ty, _>>::__hold(#validator, __cursor, #at, __start, __read))
}

#[cfg(test)]
mod tests;
