//! Structs with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{checked, checks, default_value, hygienic, implementation, read, shape};
use crate::ast::{Field, Input, Struct};
use crate::attr::FieldAttrs;

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
            is_tagged: false,
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
    let members = data.fields.iter().map(|field| {
        let member = &field.member;
        let value = if field.attrs.skip.is_some() {
            default_value(input, field)
        } else {
            index += 1;
            filled(input, field, &slot(index - 1))
        };
        quote_spanned!(hygienic()=> #member: #value)
    });
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
        loop {
            match object.turn(cursor) {
                #tag_arm
                #(#arms)*
                _ => break,
            }
        }
        if object.close(cursor) {
            return __p::Err(__p::Halt::Invalid);
        }
        #result
    }
}

pub(super) fn tag_slot() -> TokenStream {
    quote_spanned!(hygienic()=> let mut tag_slot = __p::None::<()>;)
}

/// The turn of the member that names a variant.
pub(super) fn tag_arm() -> TokenStream {
    quote_spanned! {hygienic()=>
        0 => {
            let read = __p::tag(cursor, object.at(), __NAMES);
            object.keep(cursor, read, &mut tag_slot);
        }
    }
}

/// Whether reading the field takes more than reading its type.
fn has_steps(attrs: &FieldAttrs) -> bool {
    attrs.lenient.is_some()
        || attrs.exact.is_some()
        || attrs.latex.is_some()
        || attrs.range.is_some()
        || attrs.length.is_some()
        || attrs.validate.is_some()
        || attrs.with.is_some()
        || attrs.recursive.is_some()
}

/// One turn of the reader: the field's value.
fn arm(at: usize, field: &Field<'_>) -> TokenStream {
    let (slot, attrs) = (slot(at), &field.attrs);
    let turn = Literal::usize_unsuffixed(at);
    if !has_steps(attrs) {
        // The type is written out so that a missing impl is reported at the type, where it has been already.
        let ty = field.ty;
        return quote_spanned!(hygienic()=> #turn => object.fill::<#ty>(cursor, &mut #slot),);
    }
    let frame = quote_spanned!(hygienic()=> object.at());
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
        #turn => {
            #grade
            #latex
            let read = #read;
            #checks
            #ungrade
            object.keep(cursor, read, &mut #slot);
        }
    }
}

fn filled(input: &Input<'_>, field: &Field<'_>, slot: &Ident) -> TokenStream {
    if field.has_default(&input.attrs) {
        let default = default_value(input, field);
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(value) => value,
                __p::None => #default,
            }
        };
    }
    if let Some(module) = &field.attrs.with {
        let (module, wire) = (&module.value, &field.wire);
        return quote_spanned! {hygienic()=>
            match #slot {
                __p::Some(value) => value,
                __p::None => match __p::filled::<#wire>(__p::None) {
                    __p::Ok(wire) => match #module::read(wire) {
                        __p::Ok(value) => value,
                        __p::Err(_) => return __p::Err(__p::Halt::Invalid),
                    },
                    __p::Err(halt) => return __p::Err(halt),
                },
            }
        };
    }
    // The type is written out so that a missing impl is reported at the type, where it has been already.
    let ty = field.ty;
    quote_spanned! {hygienic()=>
        match __p::filled::<#ty>(#slot) {
            __p::Ok(value) => value,
            __p::Err(halt) => return __p::Err(halt),
        }
    }
}

fn slot(at: usize) -> Ident {
    format_ident!("field_{at}", span = hygienic())
}
