//! Why and where one of serde's visitors rejected what it was shown.

use std::fmt::{self, Display};

use serde_core::de::{Expected as Wanted, StdError, Unexpected};

use super::names::Names;

/// The error that visitors return.
#[derive(Debug)]
pub struct Refusal(Box<Reason>);

pub(super) type OrRefused<T> = Result<T, Refusal>;

#[derive(Debug)]
pub(super) struct Reason {
    pub(super) cause: Cause,
    /// The path from the root to the rejected item; each number is an item's index in its parent.
    pub(super) path: Vec<u32>,
    /// The key of the item was rejected, not its value.
    pub(super) is_key: bool,
}

/// Why a visitor rejects a value.
#[derive(Debug, Clone)]
pub(super) enum Cause {
    /// It asked for an item that has no value: the reason is already on record, or there is none.
    Known,
    Missing(&'static str),
    Duplicate(&'static str),
    UnknownField(String, Names),
    UnknownVariant(Names),
    /// It expects something else, in its own words.
    Wanted(String),
    Said(String),
}

impl Refusal {
    #[cold]
    pub(super) fn new(cause: Cause) -> Self {
        Self(Box::new(Reason {
            cause,
            path: Vec::new(),
            is_key: false,
        }))
    }

    /// The error is in the item with this index.
    #[cold]
    pub(super) fn inside(mut self, index: usize) -> Self {
        self.0.path.push(u32::try_from(index).unwrap_or(u32::MAX));
        self
    }

    /// The error is in the key of the item with this index.
    #[cold]
    pub(super) fn in_key(mut self, index: usize) -> Self {
        self.0.is_key = true;
        self.inside(index)
    }

    pub(super) fn reason(mut self) -> Reason {
        self.0.path.reverse();
        *self.0
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.cause {
            Cause::Known => f.write_str("the value could not be read"),
            Cause::Missing(name) => write!(f, "missing field `{name}`"),
            Cause::Duplicate(name) => write!(f, "duplicate field `{name}`"),
            Cause::UnknownField(name, _) => write!(f, "unknown field `{name}`"),
            Cause::UnknownVariant(names) => write!(f, "expected one of {names:?}"),
            Cause::Wanted(what) => write!(f, "expected {what}"),
            Cause::Said(words) => f.write_str(words),
        }
    }
}

impl StdError for Refusal {}

impl serde_core::de::Error for Refusal {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Cause::Said(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, wanted: &dyn Wanted) -> Self {
        Self::new(Cause::Wanted(wanted.to_string()))
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Wanted) -> Self {
        Self::invalid_type(found, wanted)
    }

    fn invalid_length(_: usize, wanted: &dyn Wanted) -> Self {
        Self::invalid_type(Unexpected::Seq, wanted)
    }

    fn unknown_variant(_: &str, expected: Names) -> Self {
        Self::new(Cause::UnknownVariant(expected))
    }

    fn unknown_field(field: &str, expected: Names) -> Self {
        Self::new(Cause::UnknownField(field.to_owned(), expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Cause::Missing(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Cause::Duplicate(field))
    }
}
