//! Structs with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{checked, checks, default_value, flatten, hygienic, implementation, read, shape, start, started};
use crate::ast::{Field, Input, Struct};
use crate::fold::fold;

/// Items next to the impl, and the items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Struct<'_>) -> (TokenStream, TokenStream) {
    let (shape, facts, spec) = (shape::object(input, data), facts(data), spec(input, data, None, 0));
    let content = content(data);
    let members = members_fn(&members(input, data));
    let beside = if data.flattens() {
        flatten::parts(input, data, None, 0)
    } else {
        TokenStream::new()
    };
    let items = quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = #facts;
        const __OBJECT: &'static __p::ObjectSpec = &#spec #content;
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::object(__cursor, __at)
        }
        #members
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
    };
    (beside, items)
}

/// The field that accepts a whole reply without any JSON, by its index among all fields.
fn content(data: &Struct<'_>) -> Option<TokenStream> {
    let at = data.read_fields().position(|field| field.attrs.content.is_some())?;
    let before = data.read_fields().take(at).map(|field| flatten::width(field));
    Some(quote_spanned!(hygienic()=> .content(0 #(+ #before)*)))
}

/// The function that reads the type's fields, in an object of its own or as part of another one.
pub(super) fn members_fn(body: &TokenStream) -> TokenStream {
    quote_spanned! {hygienic()=>
        fn __members<'__t, '__p>(
            __cursor: &mut __p::Cursor<'__t>,
            __at: &__p::Frame<'_>,
            __object: &mut __p::Object<'__p>,
            __base: __p::u32,
            __drive: impl __p::ReadFields<'__t, '__p>,
        ) -> __p::Read<Self> {
            #body
        }
    }
}

/// The start of the object from which the fields are read.
pub(super) fn start_of_object() -> TokenStream {
    quote_spanned!(hygienic()=> __object.start())
}

/// The body of the function that reads a struct's fields, in an object of its own or among the fields of another type.
fn members(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let (through, value) = filled_through(input, data, None, &quote_spanned!(hygienic()=> Self));
    let start = started(input.attrs.validate.is_some(), &start_of_object());
    let result = checked(input, &value);
    quote_spanned!(hygienic()=> #through #start #result)
}

/// The facts about an object with these fields that are needed before it is read. A recursive field adds nothing to them.
pub(super) fn facts(data: &Struct<'_>) -> TokenStream {
    let fields = data.read_fields().filter(|field| field.attrs.recursive.is_none());
    let facts = fields.map(|field| {
        let (inner, flattened) = (
            implementation(&field.wire),
            field.is_flat().then(|| quote_spanned!(hygienic()=> .flattened())),
        );
        quote_spanned!(hygienic()=> #inner::__FACTS #flattened)
    });
    quote_spanned!(hygienic()=> __p::Facts::object(&[#(#facts),*]))
}

/// What the engine must know about the fields on the paths that the reader does not cover.
pub(super) fn spec(input: &Input<'_>, data: &Struct<'_>, tag: Option<&str>, at: usize) -> TokenStream {
    let deny = deny(input);
    if data.flattens() {
        // The list of fields was made next to the impl.
        let at = Literal::usize_unsuffixed(at);
        return quote_spanned!(hygienic()=> __p::merged::<Self, #at>() #deny);
    }
    let tag = tag.map(tag_spec).into_iter();
    let specs = tag.chain(data.read_fields().map(|field| field_spec(input, field)));
    quote_spanned!(hygienic()=> __p::ObjectSpec::new(&[#(#specs),*]) #deny)
}

pub(super) fn deny(input: &Input<'_>) -> Option<TokenStream> {
    let deny = input.attrs.deny_unknown_fields.as_ref();
    deny.map(|_| quote_spanned!(hygienic()=> .deny_unknown()))
}

/// The key that names a variant. Whether it is present is decided before the fields are read.
pub(super) fn tag_spec(tag: &str) -> TokenStream {
    quote_spanned!(hygienic()=> __p::FieldSpec::new(#tag, __p::Facts::names()).defaulted())
}

pub(super) fn field_spec(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (attrs, name, inner) = (&field.attrs, &field.name, implementation(&field.wire));
    let aliases = shape::aliases(name, &attrs.aliases);
    // Const evaluation folds ASCII by itself, where the type is flattened.
    let folded = std::iter::once(name)
        .chain(&aliases)
        .map(|name| fold(name))
        .collect::<Vec<_>>();
    let is_ascii = name.is_ascii() && aliases.iter().all(|alias| alias.is_ascii());
    let folded = (!is_ascii).then(|| quote_spanned!(hygienic()=> .folded(&[#(#folded),*])));
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
            #aliases #folded #defaulted #lenient #exact #split #join #null #skip_invalid #latex
    }
}

/// How a variant's object is read, apart from its fields.
pub(super) struct Reader {
    pub(super) spec: TokenStream,
    /// The number of the variant, if the first key names it.
    pub(super) tag: Option<TokenStream>,
    /// The variant that is made.
    pub(super) constructor: TokenStream,
    /// What is done if there is no object.
    pub(super) diverted: TokenStream,
}

/// The body of a variant's reader.
pub(super) fn body(input: &Input<'_>, data: &Struct<'_>, reader: &Reader) -> TokenStream {
    let (spec, diverted) = (&reader.spec, &reader.diverted);
    let (through, value) = filled_through(input, data, reader.tag.as_ref(), &reader.constructor);
    quote_spanned! {hygienic()=>
        let mut __object = __p::Object::new(__cursor, __at, #spec);
        if !__object.open(__cursor) {
            return #diverted;
        }
        let (__object, __base, __drive) = (&mut __object, 0, __p::SingleType::new(#spec));
        #through
        __p::Ok(#value)
    }
}

/// The way through an object that fills a slot for each field, and the struct or variant that is made of them.
fn filled_through(
    input: &Input<'_>,
    data: &Struct<'_>,
    tag: Option<&TokenStream>,
    constructor: &TokenStream,
) -> (TokenStream, TokenStream) {
    if data.flattens() {
        return flatten::filled_through(input, data, tag, constructor);
    }
    let first = usize::from(tag.is_some());
    let tag = tag.map(|tag| (tag_slot(), tag_turn(&quote_spanned!(hygienic()=> __base), tag)));
    let (tag_slot, tag_turn) = tag.unzip();
    let fields = || data.read_fields().enumerate().map(|(at, field)| (first + at, field));
    let slots = fields().map(|(at, field)| empty(at, field));
    let count = first + data.read_fields().count();
    let turns = fields().map(|(at, field)| {
        let this = Literal::usize_unsuffixed(at);
        turn(
            &slot(at),
            &quote_spanned!(hygienic()=> __base + #this),
            at + 1 == count,
            field,
        )
    });
    let unpacked = unpacked(input, data, first, count);
    let through = quote_spanned! {hygienic()=>
        #tag_slot
        #(#slots)*
        let __spec = __p::ReadFields::spec(&__drive, __object);
        // If the fields are in the order of the declaration, each falls through to the next.
        if let __p::Some(__halt) = __p::ReadFields::through(__drive, __cursor, __object, |__cursor, __object, mut __turn| {
            #tag_turn
            #(#turns)*
            __turn
        }) {
            return __p::Err(__halt);
        }
        #unpacked
    };
    let mut at = first;
    let members = data.fields.iter().map(|field| {
        let member = &field.member;
        let value = if field.attrs.skip.is_some() {
            default_value(input, field)
        } else {
            at += 1;
            value(input, field, &slot(at - 1))
        };
        quote_spanned!(hygienic()=> #member: #value)
    });
    let value = quote_spanned!(hygienic()=> #constructor { #(#members),* });
    (through, value)
}

/// The empty slot of a field.
pub(super) fn empty(at: usize, field: &Field<'_>) -> TokenStream {
    let (slot, ty) = (slot(at), field.ty);
    quote_spanned!(hygienic()=> let mut #slot = __p::None::<#ty>;)
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
    let supplied = plain.iter().zip(&slots).map(|((_, field), slot)| {
        let ty = field.ty;
        quote_spanned!(hygienic()=> __p::supply::<#ty>(&mut #slot);)
    });
    let count = Literal::usize_unsuffixed(count);
    quote_spanned! {hygienic()=>
        if !__object.has_all(__base, #count) {
            #(#supplied)*
        }
        let (#(__p::Some(#slots),)*) = (#(#slots,)*) else {
            return __p::Err(__p::Halt::Invalid);
        };
    }
}

/// Whether a field has neither a default of its own nor a conversion.
fn is_plain(input: &Input<'_>, field: &Field<'_>) -> bool {
    !field.has_default(&input.attrs) && field.attrs.deserialize_with.is_none() && field.converter().is_none()
}

pub(super) fn tag_slot() -> TokenStream {
    let slot = tag_slot_name();
    quote_spanned!(hygienic()=> let mut #slot = __p::None::<()>;)
}

pub(super) fn tag_slot_name() -> Ident {
    Ident::new("__tag_slot", hygienic())
}

/// The value of the key that names the variant with this number.
fn tag_value(variant: &TokenStream) -> TokenStream {
    quote_spanned!(hygienic()=> let __read = __p::tag(__cursor, __object.at(), __NAMES, #variant);)
}

/// The turn of the key that names a variant, if the variant's content has a key of its own.
pub(super) fn tag_arm(variant: &TokenStream) -> TokenStream {
    let (read, slot) = (tag_value(variant), tag_slot_name());
    quote_spanned! {hygienic()=>
        0 => {
            #read
            __object.keep(__cursor, __read, &mut #slot);
        }
    }
}

/// The turn of the key that names a variant, if the fields of the content are next to it.
pub(super) fn tag_turn(this: &TokenStream, variant: &TokenStream) -> TokenStream {
    taken(this, &tag_value(variant), &tag_slot_name(), false)
}

/// A field's turn, the last of the object's or not.
pub(super) fn turn(slot: &Ident, this: &TokenStream, is_last: bool, field: &Field<'_>) -> TokenStream {
    let frame = quote_spanned!(hygienic()=> __object.at());
    taken(this, &reading(field, &frame), slot, is_last)
}

/// A value that is read when it is its turn. If the fields are in the order of the declaration, the next field follows.
fn taken(this: &TokenStream, read: &TokenStream, slot: &Ident, is_last: bool) -> TokenStream {
    let kept = if is_last {
        quote_spanned!(hygienic()=> keep_and_end(__cursor, __read, &mut #slot))
    } else {
        quote_spanned!(hygienic()=> keep_and_follow(__cursor, __read, &mut #slot, __spec, #this + 1))
    };
    quote_spanned! {hygienic()=>
        if __turn == #this {
            #read
            __turn = __object.#kept;
        }
    }
}

/// Whether anything is done around the reading of a field's value.
pub(super) fn has_steps(field: &Field<'_>) -> bool {
    let attrs = &field.attrs;
    attrs.is_checked() || attrs.lenient.is_some() || attrs.exact.is_some() || attrs.latex.is_some()
}

/// The value of a field, whose level is `frame`.
pub(super) fn reading(field: &Field<'_>, frame: &TokenStream) -> TokenStream {
    let attrs = &field.attrs;
    let read = read(field, frame);
    let checks = checks(field, frame);
    let start = started(attrs.is_checked(), &start());
    let (grade, restore_grade) = if attrs.lenient.is_some() || attrs.exact.is_some() {
        (
            Some(quote_spanned!(hygienic()=> let __grade = __p::set_grade(__cursor, #frame);)),
            Some(quote_spanned!(hygienic()=> __p::restore_grade(__cursor, __grade);)),
        )
    } else {
        (None, None)
    };
    let latex = attrs
        .latex
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> __p::latex(__cursor);));
    quote_spanned! {hygienic()=>
        #grade
        #latex
        #start
        let __read = #read;
        #checks
        #restore_grade
    }
}

/// The value of a field that was read, where its slot was unpacked if it is a plain one.
fn value(input: &Input<'_>, field: &Field<'_>, slot: &Ident) -> TokenStream {
    if is_plain(input, field) {
        return quote_spanned!(hygienic()=> #slot);
    }
    filled(input, field, slot)
}

/// The value of a field out of its slot.
pub(super) fn filled(input: &Input<'_>, field: &Field<'_>, slot: &Ident) -> TokenStream {
    if field.has_default(&input.attrs) {
        let default = default_value(input, field);
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(__value) => __value,
                __p::None => #default,
            }
        };
    }
    if field.attrs.deserialize_with.is_some() {
        // Whether it is missing was decided with the object, so it has been read by now.
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(__value) => __value,
                __p::None => return __p::Err(__p::Halt::Invalid),
            }
        };
    }
    if let Some(convert) = field.converter() {
        let wire = &field.wire;
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(__value) => __value,
                __p::None => match __p::absent::<#wire>() {
                    __p::Ok(__wire) => match #convert(__wire) {
                        __p::Ok(__value) => __value,
                        __p::Err(_) => return __p::Err(__p::Halt::Invalid),
                    },
                    __p::Err(__halt) => return __p::Err(__halt),
                },
            }
        };
    }
    let ty = field.ty;
    quote_spanned! {hygienic()=>
        match #slot {
            __p::Some(__value) => __value,
            __p::None => match __p::absent::<#ty>() {
                __p::Ok(__value) => __value,
                __p::Err(__halt) => return __p::Err(__halt),
            },
        }
    }
}

pub(super) fn slot(at: usize) -> Ident {
    format_ident!("__field_{at}", span = hygienic())
}
