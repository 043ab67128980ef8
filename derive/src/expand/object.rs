//! Structs with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{checked, checks, default_value, hygienic, implementation, read, shape};
use crate::ast::{Field, Input, Struct};
use crate::json;

/// The items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let (shape, facts) = (shape::object(input, data), facts(data));
    let spec = spec(input, data, None);
    let content = data.read_fields().position(|field| field.attrs.content.is_some());
    let content = content.map(|at| {
        let at = Literal::usize_unsuffixed(at);
        quote_spanned!(hygienic()=> .content(#at))
    });
    let body = body(
        input,
        data,
        &Reader {
            spec: quote_spanned!(hygienic()=> <Self as __p::LlmOutput>::__OBJECT),
            tag: None,
            constructor: quote_spanned!(hygienic()=> Self),
            diverted: quote_spanned!(hygienic()=> __p::divert::<Self>(cursor, at)),
            check: true,
        },
    );
    quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = #facts;
        const __OBJECT: &'static __p::ObjectSpec = &#spec #content;
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            #body
        }
        fn __from_text(text: &str, cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::object_from_text(text, cursor, at)
        }
    }
}

/// What is to be known of an object with these fields before it is read. A type inside itself adds nothing to it.
pub(super) fn facts(data: &Struct<'_>) -> TokenStream {
    let fields = data.read_fields().filter(|field| field.attrs.recursive.is_none());
    let facts = fields.map(|field| implementation(&field.wire));
    quote_spanned!(hygienic()=> __p::Facts::object(&[#(#facts::__FACTS),*]))
}

/// What the engine must know about the fields on the paths that the reader does not cover.
pub(super) fn spec(input: &Input<'_>, data: &Struct<'_>, tag: Option<&str>) -> TokenStream {
    let tag = tag.map(tag_spec).into_iter();
    let specs = tag.chain(data.read_fields().map(|field| field_spec(input, field)));
    let deny = input
        .attrs
        .deny_unknown_fields
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> .deny_unknown()));
    quote_spanned!(hygienic()=> __p::ObjectSpec::new(&[#(#specs),*]) #deny)
}

/// A member that names a variant; whether it is there was judged before the members are read.
pub(super) fn tag_spec(tag: &str) -> TokenStream {
    quote_spanned!(hygienic()=> __p::FieldSpec::new(#tag, __p::Facts::names()).defaulted())
}

fn field_spec(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (attrs, name, inner) = (&field.attrs, &field.name, implementation(&field.wire));
    let aliases = shape::aliases(name, &attrs.aliases);
    let aliases = (!aliases.is_empty()).then(|| quote_spanned!(hygienic()=> .aliases(&[#(#aliases),*])));
    let defaulted = field
        .has_default(&input.attrs)
        .then(|| quote_spanned!(hygienic()=> .defaulted()));
    let lenient = attrs.lenient.as_ref().map(|_| quote_spanned!(hygienic()=> .lenient()));
    let exact = attrs.exact.as_ref().map(|_| quote_spanned!(hygienic()=> .exact()));
    let split = attrs.split.as_ref().map(|text| {
        let text = &text.value;
        quote_spanned!(hygienic()=> .split(#text))
    });
    let join = attrs.join.as_ref().map(|text| {
        let text = &text.value;
        quote_spanned!(hygienic()=> .join(#text))
    });
    let null = attrs.null_alias.iter().map(|text| &text.value).collect::<Vec<_>>();
    let null = (!null.is_empty()).then(|| quote_spanned!(hygienic()=> .null_alias(&[#(#null),*])));
    let skip_invalid = attrs
        .skip_invalid
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> .skip_invalid()));
    let latex = attrs.latex.as_ref().map(|_| quote_spanned!(hygienic()=> .latex()));
    quote_spanned! {hygienic()=>
        __p::FieldSpec::new(#name, #inner::__FACTS)
            #aliases #defaulted #lenient #exact #split #join #null #skip_invalid #latex
    }
}

/// How an object is read, apart from its fields.
pub(super) struct Reader {
    pub(super) spec: TokenStream,
    /// The key of the member before all others that names the variant.
    pub(super) tag: Option<String>,
    /// The struct or variant that is made.
    pub(super) constructor: TokenStream,
    /// What is done where no object stands.
    pub(super) diverted: TokenStream,
    /// Whether the type's own check is part of it.
    pub(super) check: bool,
}

/// The reader's body: a slot for each field, filled in the order in which the members come.
pub(super) fn body(input: &Input<'_>, data: &Struct<'_>, reader: &Reader) -> TokenStream {
    let (spec, constructor, diverted) = (&reader.spec, &reader.constructor, &reader.diverted);
    let first = usize::from(reader.tag.is_some());
    let tag = reader.tag.as_deref().map(|tag| (tag_slot(), tag_arm(tag)));
    let (tag_slot, tag_arm) = tag.unzip();
    let slots = data.read_fields().enumerate().map(|(at, field)| {
        let (slot, ty) = (slot(first + at), field.ty);
        quote_spanned!(hygienic()=> let mut #slot = __p::None::<#ty>;)
    });
    let arms = data.read_fields().enumerate().map(|(at, field)| arm(first + at, field));
    let mut index = first;
    let members: Vec<_> = data
        .fields
        .iter()
        .map(|field| {
            let member = &field.member;
            let value = if field.attrs.skip.is_some() {
                default_value(input, field)
            } else {
                index += 1;
                value(input, field, &slot(index - 1))
            };
            quote_spanned!(hygienic()=> #member: #value)
        })
        .collect();
    let unpacked = unpacked(input, data, first, index);
    let value = quote_spanned!(hygienic()=> #constructor { #(#members),* });
    let result = if reader.check {
        checked(input, &value)
    } else {
        quote_spanned!(hygienic()=> __p::Ok(#value))
    };
    quote_spanned! {hygienic()=>
        #tag_slot
        #(#slots)*
        let mut object = __p::Object::new(cursor, at, #spec);
        if !object.open(cursor) {
            return #diverted;
        }
        while object.is_open() {
            #tag_arm
            #(#arms)*
        }
        if object.close(cursor) {
            return __p::Err(__p::Halt::Invalid);
        }
        #unpacked
        #result
    }
}

/// The values out of the slots of those fields that are there once the object was closed, or that the engine makes up.
fn unpacked(input: &Input<'_>, data: &Struct<'_>, first: usize, count: usize) -> TokenStream {
    let fields = data.read_fields().enumerate();
    let plain: Vec<_> = fields.filter(|(_, field)| is_plain(input, field)).collect();
    if plain.is_empty() {
        return TokenStream::new();
    }
    let slots: Vec<_> = plain.iter().map(|(at, _)| slot(first + at)).collect();
    // The type is written out so that a missing impl is reported at the type, where it has been already.
    let fills = plain.iter().zip(&slots).map(|((_, field), slot)| {
        let ty = field.ty;
        quote_spanned!(hygienic()=> __p::fill::<#ty>(&mut #slot);)
    });
    let count = Literal::usize_unsuffixed(count);
    quote_spanned! {hygienic()=>
        if !object.is_full(#count) {
            #(#fills)*
        }
        let (#(__p::Some(#slots),)*) = (#(#slots,)*) else {
            return __p::Err(__p::Halt::Invalid);
        };
    }
}

/// Whether a field has neither a default of its own nor a conversion.
fn is_plain(input: &Input<'_>, field: &Field<'_>) -> bool {
    !field.has_default(&input.attrs) && field.attrs.with.is_none()
}

pub(super) fn tag_slot() -> TokenStream {
    quote_spanned!(hygienic()=> let mut tag_slot = __p::None::<()>;)
}

/// The turn of the member that names a variant.
pub(super) fn tag_arm(tag: &str) -> TokenStream {
    let key = key(tag);
    quote_spanned! {hygienic()=>
        if object.key(cursor, 0, #key) {
            let read = __p::tag(cursor, object.at(0), __NAMES);
            object.keep(cursor, 0, read, &mut tag_slot);
        }
    }
}

/// A key as it stands in an object, with its quotes and colon.
pub(super) fn key(name: &str) -> String {
    format!("{}:", json::string(name))
}

/// One turn of the reader: the field's key, and where it stands there, its value.
fn arm(at: usize, field: &Field<'_>) -> TokenStream {
    let (slot, attrs) = (slot(at), &field.attrs);
    let (turn, key) = (Literal::usize_unsuffixed(at), key(&field.name));
    let frame = quote_spanned!(hygienic()=> object.at(#turn));
    let read = read(field, &frame);
    let checks = checks(field, &frame);
    let (grade, ungrade) = if attrs.lenient.is_some() || attrs.exact.is_some() {
        (
            Some(quote_spanned!(hygienic()=> let grade = __p::grade(cursor, #frame);)),
            Some(quote_spanned!(hygienic()=> __p::ungrade(cursor, grade);)),
        )
    } else {
        (None, None)
    };
    let latex = attrs
        .latex
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> __p::latex(cursor);));
    quote_spanned! {hygienic()=>
        if object.key(cursor, #turn, #key) {
            #grade
            #latex
            let read = #read;
            #checks
            #ungrade
            object.keep(cursor, #turn, read, &mut #slot);
        }
    }
}

/// The value of a field that was read.
fn value(input: &Input<'_>, field: &Field<'_>, slot: &Ident) -> TokenStream {
    if field.has_default(&input.attrs) {
        let default = default_value(input, field);
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(value) => value,
                __p::None => #default,
            }
        };
    }
    let Some(module) = &field.attrs.with else {
        return quote_spanned!(hygienic()=> #slot);
    };
    let (module, wire) = (&module.value, &field.wire);
    quote_spanned! {hygienic()=>
        match #slot {
            __p::Some(value) => value,
            __p::None => match __p::absent::<#wire>() {
                __p::Ok(wire) => match #module::read(wire) {
                    __p::Ok(value) => value,
                    __p::Err(_) => return __p::Err(__p::Halt::Invalid),
                },
                __p::Err(halt) => return __p::Err(halt),
            },
        }
    }
}

fn slot(at: usize) -> Ident {
    format_ident!("field_{at}", span = hygienic())
}
