//! Everything that is wrong with an item, so that it is reported all at once.

use std::fmt::{self, Display, Formatter};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Error, Member};

/// The errors found so far, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Problems {
    errors: Option<Error>,
    /// What is being checked: a type, or a variant of it, or a field of either.
    place: Vec<ProblemPlace>,
}

/// A part of the item, as a message names it.
enum ProblemPlace {
    Type(String),
    Variant(String),
    Field(String),
    /// A field without a name.
    Only,
}

impl Problems {
    /// Runs `checks` on the type called `ident`, and names the type in the errors.
    pub(crate) fn of_type<T>(&mut self, ident: &Ident, checks: impl FnOnce(&mut Self) -> T) -> T {
        self.within(ProblemPlace::Type(ident.to_string()), checks)
    }

    /// Runs `checks` on a variant of this type.
    pub(crate) fn of_variant<T>(&mut self, ident: &Ident, checks: impl FnOnce(&mut Self) -> T) -> T {
        self.within(ProblemPlace::Variant(ident.to_string()), checks)
    }

    /// Runs `checks` on a field of this type or variant.
    pub(crate) fn of_field<T>(&mut self, member: &Member, checks: impl FnOnce(&mut Self) -> T) -> T {
        let place = match member {
            Member::Named(ident) => ProblemPlace::Field(ident.to_string()),
            Member::Unnamed(_) => ProblemPlace::Only,
        };
        self.within(place, checks)
    }

    fn within<T>(&mut self, place: ProblemPlace, checks: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(place);
        let result = checks(self);
        self.place.pop();
        result
    }

    /// Reports `message` under all of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    /// Reports `message` under `span`.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display) {
        self.push(Error::new(span, message));
    }

    /// Reports the error, and puts the place before the message unless the message already names it.
    pub(crate) fn push(&mut self, error: Error) {
        for error in error {
            let message = error.to_string();
            let error = match self.place.last() {
                Some(place) if !place.is_named_in(&message) => {
                    Error::new_spanned(ends(&error), format!("{}: {message}", Path(&self.place)))
                }
                _ => error,
            };
            match &mut self.errors {
                Some(errors) => errors.combine(error),
                None => self.errors = Some(error),
            }
        }
    }

    /// The value, or its error reported.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    pub(crate) fn into_error(self) -> Option<Error> {
        self.errors
    }

    #[cfg(test)]
    pub(crate) fn into_messages(self) -> Vec<String> {
        self.errors
            .into_iter()
            .flatten()
            .map(|error| error.to_string())
            .collect()
    }
}

impl ProblemPlace {
    fn is_named_in(&self, message: &str) -> bool {
        match self {
            Self::Type(name) | Self::Variant(name) | Self::Field(name) => message.contains(&format!("`{name}`")),
            Self::Only => false,
        }
    }
}

/// A place, and what it is part of: `` field `line` of `Review` ``.
struct Path<'a>(&'a [ProblemPlace]);

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((place, of)) = self.0.split_last() else {
            return Ok(());
        };
        match place {
            ProblemPlace::Type(name) => return write!(f, "`{name}`"),
            ProblemPlace::Variant(name) => write!(f, "variant `{name}`")?,
            ProblemPlace::Field(name) => write!(f, "field `{name}`")?,
            ProblemPlace::Only => write!(f, "the field")?,
        }
        if of.is_empty() {
            Ok(())
        } else {
            write!(f, " of {}", Path(of))
        }
    }
}

/// Tokens at the places of the error's first and last token, since two spans cannot be joined.
fn ends(error: &Error) -> TokenStream {
    let tokens: Vec<TokenTree> = error.to_compile_error().into_iter().collect();
    let idents = [tokens.first(), tokens.last()]
        .into_iter()
        .flatten()
        .map(|token| Ident::new("at", token.span()));
    quote!(#(#idents)*)
}
