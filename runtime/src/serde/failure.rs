//! Why a type of serde's could not be made: the error that its visitors raise.

use std::fmt::{self, Display};

use serde_core::de::{Expected as Wanted, StdError, Unexpected};

/// What ends the reading of one value. What it says to the caller is on record; serde sees only that there is one.
#[derive(Debug)]
pub struct Failure(Option<Box<Cause>>);

/// What a visitor has against a value.
#[derive(Debug)]
pub(super) enum Cause {
    /// The value is absent, as [`Halt::Absent`](crate::read::cursor::Halt) has it.
    Absent,
    /// The list ended before the value.
    Ascend,
    Missing(&'static str),
    Duplicate(&'static str),
    UnknownField(String, &'static [&'static str]),
    UnknownVariant(&'static [&'static str]),
    /// It wants something else, in its own words.
    Wanted(String),
    Said(String),
}

impl Failure {
    /// The failure is on record, or another pass will mend it.
    pub(super) const TOLD: Self = Self(None);

    #[cold]
    pub(super) fn new(cause: Cause) -> Self {
        Self(Some(Box::new(cause)))
    }

    /// Whether it is on record, or mended by another pass.
    pub(super) fn is_told(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn cause(self) -> Option<Cause> {
        self.0.map(|cause| *cause)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None | Some(Cause::Absent | Cause::Ascend) => f.write_str("the value could not be read"),
            Some(Cause::Missing(name)) => write!(f, "missing field `{name}`"),
            Some(Cause::Duplicate(name)) => write!(f, "duplicate field `{name}`"),
            Some(Cause::UnknownField(name, _)) => write!(f, "unknown field `{name}`"),
            Some(Cause::UnknownVariant(names)) => write!(f, "expected one of {names:?}"),
            Some(Cause::Wanted(what)) => write!(f, "expected {what}"),
            Some(Cause::Said(words)) => f.write_str(words),
        }
    }
}

impl StdError for Failure {}

impl serde_core::de::Error for Failure {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Cause::Said(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, wanted: &dyn Wanted) -> Self {
        Self::new(Cause::Wanted(wanted.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, wanted: &dyn Wanted) -> Self {
        Self::new(Cause::Wanted(wanted.to_string()))
    }

    fn invalid_length(_: usize, wanted: &dyn Wanted) -> Self {
        Self::new(Cause::Wanted(wanted.to_string()))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Cause::UnknownVariant(expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Cause::UnknownField(field.to_owned(), expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Cause::Missing(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Cause::Duplicate(field))
    }
}
