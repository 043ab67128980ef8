//! All that is wrong with an item, so that it is reported in one go.

use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;
use syn::Error;

/// The errors found so far, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Problems {
    errors: Option<Error>,
}

impl Problems {
    /// Reports `message` under all of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(Error::new_spanned(tokens, message));
    }

    /// Reports `message` under `span`.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display) {
        self.push(Error::new(span, message));
    }

    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
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
}
