//! Field types that a model cannot fill in, or not reliably.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

use crate::ast::{Field, Input};
use crate::kind::{Kind, inside, kind, plain, type_arguments};
use crate::problems::Problems;

/// Reports the outermost thing that is wrong in each part of the field's type.
pub(super) fn check(input: &Input<'_>, field: &Field<'_>, problems: &mut Problems) {
    let attrs = &field.attrs;
    if attrs.with.is_some() || attrs.with_serde.is_some() || attrs.deserialize_with.is_some() {
        return;
    }
    if field.is_flat() && recursion(inside(field.ty), input).is_some() {
        problems.at(
            field.ty,
            format!(
                "`{name}` would contain all of its own fields again, without end: remove `flatten` to make it a field of its own, and limit its depth with `#[llm(recursive(max_depth = 8))]`",
                name = input.ident
            ),
        );
        return;
    }
    walk(field.ty, field, input, problems);
}

fn walk(ty: &Type, field: &Field<'_>, input: &Input<'_>, problems: &mut Problems) {
    let ty = plain(ty);
    let bounded = field.attrs.recursive.is_some();
    let recursion = || if bounded { None } else { recursion(ty, input) };
    if let Some(message) = foreign(ty, field).or_else(|| by_kind(ty)).or_else(recursion) {
        problems.at(ty, message);
        return;
    }
    match kind(ty) {
        Kind::Map(key, value) => {
            if let Some(message) = map_key(key) {
                problems.at(key, message + &as_string(key, field));
            }
            walk(value, field, input, problems);
        }
        Kind::Text => {}
        Kind::Array(element) | Kind::List(element) => walk(element, field, input, problems),
        _ => {
            if let Type::Path(path) = ty {
                for argument in path
                    .path
                    .segments
                    .iter()
                    .flat_map(|segment| type_arguments(&segment.arguments))
                {
                    walk(argument, field, input, problems);
                }
            }
        }
    }
}

/// Types that JSON cannot contain.
fn foreign(ty: &Type, field: &Field<'_>) -> Option<String> {
    let message = match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            "`()` holds nothing that a model could write: remove the field, or mark it `#[llm(skip)]`".to_owned()
        }
        Type::Tuple(tuple) => format!(
            "the values of a tuple differ only in position, and models mix positions up: use a struct with {} \
             instead{}",
            if tuple.elems.len() == 1 {
                "a named field".to_owned()
            } else {
                format!("{} named fields", tuple.elems.len())
            },
            as_array(tuple, field)
        ),
        Type::Reference(reference) if matches!(plain(&reference.elem), Type::TraitObject(_)) => {
            return foreign(plain(&reference.elem), field);
        }
        Type::Reference(reference) => {
            let owned = match plain(&reference.elem) {
                Type::Path(path) if path.path.is_ident("str") => "`String`".to_owned(),
                Type::Slice(slice) => format!("`Vec<{}>`", text(&slice.elem)),
                elem => format!("`{}`", text(elem)),
            };
            format!(
                "a repaired value is not part of the text, so a reference would have nothing to point to: use {owned}"
            )
        }
        Type::Slice(slice) => format!("a slice has no size of its own: use `Vec<{}>`", text(&slice.elem)),
        Type::Ptr(_) => "a raw pointer cannot be read from text: use the type itself".to_owned(),
        Type::FnPtr(_) => {
            "a model cannot write a function: use an enum of function names, and call the one that it names".to_owned()
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            "the schema must list the fields, and a trait object has none: use an enum or a struct".to_owned()
        }
        Type::Never(_) => {
            "`!` has no values, so there is nothing that a model could write: remove the field, or mark it \
                           `#[llm(skip)]`"
                .to_owned()
        }
        Type::Infer(_) => "write the type out: the schema is made from it".to_owned(),
        _ => return None,
    };
    Some(message)
}

/// The attribute that makes serde read the tuple, if the schema of an array fits it.
fn as_array(tuple: &syn::TypeTuple, field: &Field<'_>) -> String {
    let mut elements = tuple.elems.iter().map(text);
    let first = elements.next().unwrap_or_default();
    if tuple.elems.len() < 2 || elements.any(|element| element != first) || first.contains('(') {
        return String::new();
    }
    let array = format!("[{first}; {}]", tuple.elems.len());
    let schema = text(field.ty).replace(&text(tuple), &array);
    format!(", or have serde read the tuple with `#[llm(with_serde = \"{schema}\")]`")
}

/// Types that are known by name.
fn by_kind(ty: &Type) -> Option<String> {
    match kind(ty) {
        Kind::Fallible => {
            let ok = match ty {
                Type::Path(path) => {
                    let arguments = path.path.segments.last().map(|last| type_arguments(&last.arguments));
                    arguments.and_then(|arguments| arguments.first().map(|ty| text(*ty)))
                }
                _ => None,
            };
            let instead = ok.map_or_else(|| "`Option<..>`".to_owned(), |ok| format!("`Option<{ok}>`"));
            Some(format!(
                "a model writes a value or leaves it out; it never writes `Ok` or `Err`: use {instead}; the error of \
                 `parse_llm` says what went wrong"
            ))
        }
        Kind::Optional(inner) => match kind(inner) {
            Kind::Optional(_) => Some(format!(
                "a model cannot say which of the two `Option`s is empty, because both are `null`: use `{}`",
                text(inner)
            )),
            Kind::Boxed(boxed) if matches!(kind(boxed), Kind::Optional(_)) => Some(
                "a model cannot say which of the two `Option`s is empty, because both are `null`: use one of them"
                    .to_owned(),
            ),
            _ => None,
        },
        Kind::WideInteger => Some(format!(
            "numbers beyond 64 bits are rounded by models and by JSON tools: use `{}`, or a `String` for identifiers",
            if text(ty).starts_with('u') { "u64" } else { "i64" }
        )),
        Kind::Phantom => Some("`PhantomData` is not part of the answer: mark the field `#[llm(skip)]`".to_owned()),
        _ => borrowed(ty),
    }
}

/// `Cow` that is not `'static`.
fn borrowed(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Cow")?;
    let PathArguments::AngleBracketed(angle) = &last.arguments else {
        return None;
    };
    let lends = angle.args.iter().any(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => lifetime.ident != "static",
        _ => false,
    });
    lends.then(|| {
        "this borrows from the text, and a repaired value is not part of it: use `String` or `Cow<'static, str>`"
            .to_owned()
    })
}

/// A key is always a string in JSON; a type that is not known here may be an enum or a newtype of a string.
fn map_key(key: &Type) -> Option<String> {
    let plain_key = plain(key);
    let wrong = match kind(plain_key) {
        Kind::Text | Kind::Character => false,
        Kind::Boxed(inner) => return map_key(inner),
        Kind::Other => !matches!(plain_key, Type::Path(_) | Type::Macro(_)),
        _ => true,
    };
    wrong.then(|| {
        format!(
            "JSON keys are strings, and models do not write `{}` there reliably: use `String` or a unit enum as the \
             key, or a `Vec` of structs that have the key as a field",
            text(plain_key)
        )
    })
}

/// The attribute that makes serde read a map with such keys. Its schema is that of a map with strings as keys.
fn as_string(key: &Type, field: &Field<'_>) -> String {
    let (key, map) = (plain(key), text(field.ty));
    let start = format!("<{},", text(key));
    if !matches!(kind(key), Kind::Integer { .. }) || map.matches(&start).count() != 1 {
        return String::new();
    }
    let schema = map.replace(&start, "<String,");
    format!(", or have serde read the keys with `#[llm(with_serde = \"{schema}\")]`")
}

/// A type that contains itself, if its own name shows it.
fn recursion(ty: &Type, input: &Input<'_>) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let mut segments = path.path.segments.iter();
    let first = segments.next().filter(|_| path.qself.is_none())?;
    let own = match segments.next() {
        None => first.ident == "Self" || first.ident == *input.ident,
        Some(second) => first.ident == "self" && second.ident == *input.ident && segments.next().is_none(),
    };
    own.then(|| {
        format!(
            "`{name}` contains itself: nothing tells a model where to stop, and its schema would never end; use a \
             flat `Vec<{name}>` whose entries refer to each other by an id, write a type for each level, or say \
             how deep it may go: `#[llm(recursive(max_depth = 8))]` on the field",
            name = input.ident
        )
    })
}

/// A type as it was written, without the spaces between tokens.
pub(super) fn text(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (wide, narrow) in [
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" :: ", "::"),
        ("& ", "&"),
        (" ;", ";"),
    ] {
        text = text.replace(wide, narrow);
    }
    text
}
