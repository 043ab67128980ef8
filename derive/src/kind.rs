//! What tokens tell about a type.
//!
//! A macro sees names, not types: an alias may hide anything. So [`Kind::Other`] means "unknown", and callers must
//! not refuse it.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Generics, Path, PathArguments, Type};

/// A type that is known by its name.
pub(crate) enum Kind<'a> {
    /// `String`, `Cow<str>`, `Arc<str>`, `Box<str>`, `Rc<str>`.
    Text,
    Character,
    Boolean,
    /// An integer of at most 64 bits, with its minimum and maximum.
    Integer {
        min: i128,
        max: i128,
    },
    /// `u128` or `i128`.
    WideInteger,
    Float,
    Optional(&'a Type),
    Fallible,
    List(&'a Type),
    Set(&'a Type),
    Array(&'a Type),
    Map(&'a Type, &'a Type),
    Boxed(&'a Type),
    Phantom,
    Other,
}

pub(crate) fn kind(ty: &Type) -> Kind<'_> {
    match plain(ty) {
        Type::Array(array) => Kind::Array(&array.elem),
        Type::Path(path) if path.qself.is_none() => named(&path.path),
        _ => Kind::Other,
    }
}

/// The type without parentheses and without the invisible groups that `macro_rules` leaves around a `$ty`.
pub(crate) fn plain(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

/// The type arguments in angle brackets.
pub(crate) fn type_arguments(arguments: &PathArguments) -> Vec<&Type> {
    match arguments {
        PathArguments::AngleBracketed(angle) => angle
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// The type without any `Option` and `Box` around it.
pub(crate) fn inside(ty: &Type) -> &Type {
    match kind(ty) {
        Kind::Optional(inner) | Kind::Boxed(inner) => inside(inner),
        _ => plain(ty),
    }
}

fn named(path: &Path) -> Kind<'_> {
    let Some(last) = path.segments.last() else {
        return Kind::Other;
    };
    let arguments = type_arguments(&last.arguments);
    match (last.ident.to_string().as_str(), arguments.as_slice()) {
        ("String", []) => Kind::Text,
        ("Cow" | "Arc" | "Rc" | "Box", [inner]) if is_str(inner) => Kind::Text,
        ("Arc" | "Box", [Type::Slice(slice)]) => Kind::List(&slice.elem),
        ("char", []) => Kind::Character,
        ("bool", []) => Kind::Boolean,
        ("f32" | "f64", []) => Kind::Float,
        ("u128" | "i128", []) => Kind::WideInteger,
        ("Option", [inner]) => Kind::Optional(inner),
        ("Result", _) => Kind::Fallible,
        ("Vec" | "VecDeque" | "LinkedList", [element]) => Kind::List(element),
        ("HashSet" | "BTreeSet" | "IndexSet", [element, ..]) => Kind::Set(element),
        ("HashMap" | "BTreeMap" | "IndexMap", [key, value, ..]) => Kind::Map(key, value),
        // `serde_json::Map`: another type of this name may be anything.
        ("Map", [key, value]) if is_named(key, "String") && is_named(value, "Value") => Kind::Map(key, value),
        ("Box", [inner]) => Kind::Boxed(inner),
        ("PhantomData", _) => Kind::Phantom,
        (name, []) => integer(name),
        _ => Kind::Other,
    }
}

fn integer(name: &str) -> Kind<'static> {
    let (min, max) = match name {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into()),
        _ => return Kind::Other,
    };
    Kind::Integer { min, max }
}

fn is_named(ty: &Type, name: &str) -> bool {
    matches!(plain(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == name))
}

fn is_str(ty: &Type) -> bool {
    matches!(plain(ty), Type::Path(path) if path.path.is_ident("str"))
}

/// Whether the type mentions one of the type parameters.
pub(crate) fn names_parameter(ty: &Type, generics: &Generics) -> bool {
    let names: Vec<String> = generics
        .type_params()
        .map(|parameter| parameter.ident.to_string())
        .collect();
    !names.is_empty() && mentions(ty.to_token_stream(), &names)
}

fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    // A name after `::` is an item or an associated type, not the parameter itself.
    let mut after_colons = false;
    tokens.into_iter().any(|token| {
        let found = match &token {
            TokenTree::Ident(ident) => !after_colons && names.iter().any(|name| ident == name),
            TokenTree::Group(group) => mentions(group.stream(), names),
            _ => false,
        };
        after_colons = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        found
    })
}
