//! Why a type or a value has no place in an array.

use std::fmt;

/// Why a type or a value has no place in an array.
///
/// It is as small as a pointer: every value that is added returns a `Result` with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<Failure>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Failure {
    message: String,
    /// Whether other values of the type may have a place.
    is_about_value: bool,
    /// The fields that lead to the place, the innermost one first.
    path: Vec<String>,
}

impl Error {
    /// Whether only this value has no place, such as a number that is too large for its column, and other values of the type may
    /// have one. Otherwise, the type's `Serialize` writes something else than its shape says.
    pub fn is_about_value(&self) -> bool {
        self.0.is_about_value
    }

    /// An error of the type.
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Failure {
            message: message.into(),
            is_about_value: false,
            path: Vec::new(),
        }))
    }

    /// An error of one value.
    #[cold]
    pub(crate) fn of_value(message: impl Into<String>) -> Self {
        let mut error = Self::new(message);
        error.0.is_about_value = true;
        error
    }

    #[cold]
    pub(crate) fn inside(mut self, field: &str) -> Self {
        self.0.path.push(field.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, field) in self.0.path.iter().rev().enumerate() {
            write!(f, "{}{field}", if i == 0 { "" } else { "." })?;
        }
        if !self.0.path.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

impl serde::ser::Error for Error {
    /// The code of the type refused the value.
    fn custom<M: fmt::Display>(message: M) -> Self {
        Self::of_value(message.to_string())
    }
}
