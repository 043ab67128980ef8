//! Why a type or a value has no place in an array.

use std::fmt;

/// Why a type or a value has no place in an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    message: String,
    /// The fields that lead to the place, the innermost one first.
    path: Vec<String>,
}

impl Error {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            path: Vec::new(),
        }
    }

    #[cold]
    pub(crate) fn inside(mut self, field: &str) -> Self {
        self.path.push(field.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, field) in self.path.iter().rev().enumerate() {
            write!(f, "{}{field}", if i == 0 { "" } else { "." })?;
        }
        if !self.path.is_empty() {
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl serde::ser::Error for Error {
    fn custom<M: fmt::Display>(message: M) -> Self {
        Self::new(message.to_string())
    }
}
