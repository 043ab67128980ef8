//! Structs with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{checked, checks, default_value, flatten, hygienic, implementation, read, shape};
use crate::ast::{Field, Input, Struct};
use crate::fold::fold;

/// Items beside the impl, and the items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Struct<'_>) -> (TokenStream, TokenStream) {
    if data.flattens() {
        return flatten::expand(input, data);
    }
    let (shape, facts) = (shape::object(input, data), facts(data));
    let spec = spec(input, data, None, 0);
    let content = data.read_fields().position(|field| field.attrs.content.is_some());
    let content = content.map(|at| {
        let at = Literal::usize_unsuffixed(at);
        quote_spanned!(hygienic()=> .content(#at))
    });
    let members = flatten::members_fn(&flatten::members(input, data));
    let body = body(
        input,
        data,
        &Reader {
            spec: quote_spanned!(hygienic()=> <Self as __p::LlmOutput>::__OBJECT),
            is_tagged: false,
            constructor: quote_spanned!(hygienic()=> Self),
            diverted: quote_spanned!(hygienic()=> __p::divert::<Self>(__cursor, __at)),
            check: true,
        },
    );
    let items = quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = #facts;
        const __OBJECT: &'static __p::ObjectSpec = &#spec #content;
        fn __read(__cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            #body
        }
        #members
        fn __from_text(__text: &__p::str, __cursor: &mut __p::Cursor<'_>, __at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::object_from_text(__text, __cursor, __at)
        }
    };
    (TokenStream::new(), items)
}

/// What is to be known of an object with these fields before it is read. A type inside itself adds nothing to it.
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
        // The members were put together beside the impl.
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

/// A member that names a variant; whether it is there was judged before the members are read.
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

/// How an object is read, apart from its fields.
pub(super) struct Reader {
    pub(super) spec: TokenStream,
    /// A member before all others names the variant.
    pub(super) is_tagged: bool,
    /// The struct or variant that is made.
    pub(super) constructor: TokenStream,
    /// What is done where no object stands.
    pub(super) diverted: TokenStream,
    /// Whether the type's own check is part of it.
    pub(super) check: bool,
}

/// The reader's body: a slot for each field, filled in the order in which the members come.
pub(super) fn body(input: &Input<'_>, data: &Struct<'_>, reader: &Reader) -> TokenStream {
    if data.flattens() {
        return flatten::body(input, data, reader);
    }
    let (spec, constructor, diverted) = (&reader.spec, &reader.constructor, &reader.diverted);
    let first = usize::from(reader.is_tagged);
    let tag = reader.is_tagged.then(|| (tag_slot(), tag_arm()));
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
        let mut __object = __p::Object::new(__cursor, __at, #spec);
        if !__object.open(__cursor) {
            return #diverted;
        }
        loop {
            match __object.turn(__cursor) {
                #tag_arm
                #(#arms)*
                _ => break,
            }
        }
        if __object.close(__cursor) {
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
    let supplied = plain.iter().zip(&slots).map(|((_, field), slot)| {
        let ty = field.ty;
        quote_spanned!(hygienic()=> __p::supply::<#ty>(&mut #slot);)
    });
    let count = Literal::usize_unsuffixed(count);
    quote_spanned! {hygienic()=>
        if !__object.has_all(#count) {
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
    quote_spanned!(hygienic()=> let mut __tag_slot = __p::None::<()>;)
}

/// The turn of the member that names a variant.
pub(super) fn tag_arm() -> TokenStream {
    let read = tag_reading();
    quote_spanned!(hygienic()=> 0 => #read)
}

/// The tag, read into its slot.
pub(super) fn tag_reading() -> TokenStream {
    quote_spanned! {hygienic()=>
        {
            let __read = __p::tag(__cursor, __object.at(), __NAMES);
            __object.keep(__cursor, __read, &mut __tag_slot);
        }
    }
}

/// One turn of the reader: the field's value.
fn arm(at: usize, field: &Field<'_>) -> TokenStream {
    let (slot, turn) = (slot(at), Literal::usize_unsuffixed(at));
    let read = reading(&slot, field);
    quote_spanned!(hygienic()=> #turn => #read)
}

/// The value of the field whose turn it is, read into its slot.
pub(super) fn reading(slot: &Ident, field: &Field<'_>) -> TokenStream {
    let attrs = &field.attrs;
    let frame = quote_spanned!(hygienic()=> __object.at());
    let read = read(field, &frame);
    let checks = checks(field, &frame);
    let (grade, ungrade) = if attrs.lenient.is_some() || attrs.exact.is_some() {
        (
            Some(quote_spanned!(hygienic()=> let __grade = __p::grade(__cursor, #frame);)),
            Some(quote_spanned!(hygienic()=> __p::ungrade(__cursor, __grade);)),
        )
    } else {
        (None, None)
    };
    let latex = attrs
        .latex
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> __p::latex(__cursor);));
    quote_spanned! {hygienic()=>
        {
            #grade
            #latex
            let __read = #read;
            #checks
            #ungrade
            __object.keep(__cursor, __read, &mut #slot);
        }
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
        // Its absence is judged with the object, so that it was read by now.
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
