//! Structs with named fields.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{checked, checks, default_value, hygienic, implementation, shape};
use crate::ast::{Field, Input, Struct};
use crate::json;

/// The items of the impl.
pub(super) fn expand(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let fields: Vec<&Field<'_>> = data.read_fields().collect();
    let (shape, spec, read) = (
        shape::object(input, data),
        spec(input, &fields),
        reader(input, data, &fields),
    );
    let facts = fields.iter().map(|field| implementation(field.ty));
    quote_spanned! {hygienic()=>
        #shape
        const __FACTS: __p::Facts = __p::Facts::object(&[#(#facts::__FACTS),*]);
        #spec
        #read
        fn __from_text(text: &str, cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            __p::object_from_text(text, cursor, at)
        }
    }
}

/// What the engine must know about the fields on the paths that the reader does not cover.
fn spec(input: &Input<'_>, fields: &[&Field<'_>]) -> TokenStream {
    let specs = fields.iter().map(|field| field_spec(input, field));
    let deny = input
        .attrs
        .deny_unknown_fields
        .as_ref()
        .map(|_| quote_spanned!(hygienic()=> .deny_unknown()));
    let content = fields.iter().position(|field| field.attrs.content.is_some()).map(|at| {
        let at = Literal::usize_unsuffixed(at);
        quote_spanned!(hygienic()=> .content(#at))
    });
    quote_spanned! {hygienic()=>
        const __OBJECT: &'static __p::ObjectSpec = &__p::ObjectSpec::new(&[#(#specs),*]) #deny #content;
    }
}

fn field_spec(input: &Input<'_>, field: &Field<'_>) -> TokenStream {
    let (attrs, name, inner) = (&field.attrs, &field.name, implementation(field.ty));
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

/// `__read`: a slot for each field, filled in the order in which the members come.
fn reader(input: &Input<'_>, data: &Struct<'_>, fields: &[&Field<'_>]) -> TokenStream {
    let slots = fields.iter().enumerate().map(|(at, field)| {
        let (slot, ty) = (slot(at), field.ty);
        quote_spanned!(hygienic()=> let mut #slot = __p::None::<#ty>;)
    });
    let arms = fields.iter().enumerate().map(|(at, field)| arm(at, field));
    let mut index = 0;
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
    let result = checked(input, &quote_spanned!(hygienic()=> Self { #(#members),* }));
    quote_spanned! {hygienic()=>
        fn __read(cursor: &mut __p::Cursor<'_>, at: &__p::Frame<'_>) -> __p::Read<Self> {
            #(#slots)*
            let mut object = __p::Object::new(cursor, at, <Self as __p::LlmOutput>::__OBJECT);
            if !object.open(cursor) {
                return __p::divert::<Self>(cursor, at);
            }
            while object.is_open() {
                #(#arms)*
            }
            if object.close(cursor) {
                return __p::Err(__p::Halt::Invalid);
            }
            #result
        }
    }
}

/// One turn of the reader: the field's key, and where it stands there, its value.
fn arm(at: usize, field: &Field<'_>) -> TokenStream {
    let (slot, inner, attrs) = (slot(at), implementation(field.ty), &field.attrs);
    let (turn, key) = (Literal::usize_unsuffixed(at), format!("{}:", json::string(&field.name)));
    let frame = quote_spanned!(hygienic()=> object.at(#turn));
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
            let read = #inner::__read(cursor, #frame);
            #checks
            #ungrade
            object.keep(cursor, #turn, read, &mut #slot);
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
