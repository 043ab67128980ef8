//! What came of an exchange.

use std::error::Error;
use std::fmt;

use super::{Finish, Usage};
use crate::{ParseError, Parsed};

/// What came of an exchange: the value, or the text of the first reply. A value that was rejected is never among it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Outcome<T> {
    /// A reply held the value.
    #[non_exhaustive]
    Structured {
        /// The value, with every repair that reading it took.
        parsed: Parsed<T>,
        /// Every attempt; the last one is the one that held the value.
        attempts: Vec<Attempt>,
        /// What all replies have cost together.
        usage: Usage,
    },
    /// No reply held the value: there is text for a person to read.
    #[non_exhaustive]
    Degraded {
        /// The first reply, as the model wrote it before it was told what was wrong.
        text: String,
        /// Every attempt, each with its error.
        attempts: Vec<Attempt>,
        /// What all replies have cost together.
        usage: Usage,
    },
}

impl<T> Outcome<T> {
    /// Every attempt, in order.
    pub fn attempts(&self) -> &[Attempt] {
        match self {
            Self::Structured { attempts, .. } | Self::Degraded { attempts, .. } => attempts,
        }
    }

    /// What all replies have cost together.
    pub fn usage(&self) -> Usage {
        match self {
            Self::Structured { usage, .. } | Self::Degraded { usage, .. } => *usage,
        }
    }

    /// The value with its repairs, if a reply held it.
    pub fn parsed(self) -> Option<Parsed<T>> {
        match self {
            Self::Structured { parsed, .. } => Some(parsed),
            Self::Degraded { .. } => None,
        }
    }
}

/// One reply, and what was wrong with it.
#[derive(Debug)]
pub struct Attempt {
    error: Option<ParseError>,
    usage: Usage,
    finish: Option<Finish>,
}

impl Attempt {
    pub(super) fn new(error: Option<ParseError>, usage: Usage, finish: Option<Finish>) -> Self {
        Self { error, usage, finish }
    }

    /// Why the reply held no value; `None` for the one that did.
    pub fn error(&self) -> Option<&ParseError> {
        self.error.as_ref()
    }

    /// What the reply has cost.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Why the model stopped, where the provider said so.
    pub fn finish(&self) -> Option<Finish> {
        self.finish
    }
}

/// The caller's own error ended an exchange: the line was dead, the key was wrong.
///
/// It is no attempt, for nothing was read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Interrupted<E> {
    /// The caller's error, untouched.
    pub error: E,
    /// The first reply, as [`Outcome::Degraded`] would have held it; `None` where none came.
    pub text: Option<String>,
    /// The attempts before it.
    pub attempts: Vec<Attempt>,
    /// What the replies before it have cost together.
    pub usage: Usage,
}

impl<E: fmt::Display> fmt::Display for Interrupted<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = self.attempts.len();
        write!(f, "asking was interrupted after {after} replies: {}", self.error)
    }
}

impl<E: Error + 'static> Error for Interrupted<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
