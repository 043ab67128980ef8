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
    /// The fields that lead to the place, the innermost one first.
    path: Vec<String>,
}

impl Error {
    #[cold]
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Failure {
            message: message.into(),
            path: Vec::new(),
        }))
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
    fn custom<M: fmt::Display>(message: M) -> Self {
        Self::new(message.to_string())
    }
}
