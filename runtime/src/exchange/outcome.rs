//! The outcome of an exchange.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::Usage;
use crate::error::counted;
use crate::options::Finish;
use crate::{ParseError, Parsed};

/// The outcome of an exchange: the value, or the text of the first reply. It never contains a value that was
/// rejected.
#[non_exhaustive]
pub enum Outcome<T> {
    /// A reply contained the value.
    #[non_exhaustive]
    Structured {
        /// The value, with every repair that it needed.
        parsed: Parsed<T>,
        /// The reply that contained the value. The spans of the repairs are byte ranges of it.
        text: String,
        /// Every attempt; the last one contained the value.
        attempts: Vec<Attempt>,
        /// The tokens that all replies used together.
        usage: Usage,
    },
    /// No reply contained the value, but there is text for a person to read.
    #[non_exhaustive]
    Degraded {
        /// The first reply, as the model wrote it before it got feedback.
        text: String,
        /// Every attempt, each with its error.
        attempts: Vec<Attempt>,
        /// The tokens that all replies used together.
        usage: Usage,
        /// Why the model was not asked again.
        end: End,
    },
}

/// Why an exchange ended without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum End {
    /// All [attempts](super::Exchange::attempts) are used up.
    Attempts,
    /// The last reply is byte-identical to an earlier one.
    Repeated,
    /// Another attempt would exceed [`max_tokens`](super::Exchange::max_tokens) or [`max_cost`](super::Exchange::max_cost).
    Budget,
}

impl<T> Outcome<T> {
    /// Every attempt, in order.
    pub fn attempts(&self) -> &[Attempt] {
        match self {
            Self::Structured { attempts, .. } | Self::Degraded { attempts, .. } => attempts,
        }
    }

    /// The tokens that all replies used together.
    pub fn usage(&self) -> Usage {
        match self {
            Self::Structured { usage, .. } | Self::Degraded { usage, .. } => *usage,
        }
    }

    /// The value with its repairs, if a reply contained it.
    pub fn parsed(self) -> Option<Parsed<T>> {
        self.into_result().ok()
    }

    /// The value with its repairs, or an error that contains the text of the first reply.
    ///
    /// ```
    /// use llm_output::{Exchange, LlmOutput, Reply};
    ///
    /// # fn numbers() -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    /// let outcome = Exchange::<Vec<u8>>::new("Three numbers.").run(|_| Ok::<_, std::io::Error>(Reply::new("1, 2, 3")))?;
    /// let numbers = outcome.into_result()?.into_value();
    /// # Ok(numbers)
    /// # }
    /// # let error = numbers().unwrap_err();
    /// # assert_eq!(error.to_string(), "no reply could be parsed in 2 attempts");
    /// ```
    ///
    /// # Errors
    ///
    /// [`Degraded`] if no reply contained the value.
    pub fn into_result(self) -> Result<Parsed<T>, Degraded> {
        match self {
            Self::Structured { parsed, .. } => Ok(parsed),
            Self::Degraded {
                text,
                attempts,
                usage,
                end,
            } => Err(Degraded {
                text,
                attempts,
                usage,
                end,
            }),
        }
    }
}

/// No reply contained the value: the error of [`Outcome::into_result`].
///
/// Its source is the error of the last attempt.
#[non_exhaustive]
pub struct Degraded {
    /// The first reply, as the model wrote it before it got feedback.
    pub text: String,
    /// Every attempt, each with its error.
    pub attempts: Vec<Attempt>,
    /// The tokens that all replies used together.
    pub usage: Usage,
    /// Why the model was not asked again.
    pub end: End,
}

impl fmt::Display for Degraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no reply could be parsed in {}",
            counted(self.attempts.len(), "attempt", "attempts")
        )?;
        match self.end {
            End::Budget => f.write_str(", and another one would exceed the budget"),
            End::Attempts | End::Repeated => Ok(()),
        }
    }
}

impl Error for Degraded {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let error = self.attempts.last()?.error()?;
        Some(error)
    }
}

/// One reply, and what was wrong with it.
pub struct Attempt {
    text: String,
    error: Option<ParseError>,
    usage: Usage,
    finish: Option<Finish>,
}

impl Attempt {
    pub(super) fn new(text: String, error: Option<ParseError>, usage: Usage, finish: Option<Finish>) -> Self {
        Self {
            text,
            error,
            usage,
            finish,
        }
    }

    /// The reply. The spans of the error's violations and repairs are byte ranges of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why the reply contained no value; `None` for the reply that did.
    pub fn error(&self) -> Option<&ParseError> {
        self.error.as_ref()
    }

    /// The tokens that the reply used.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Why the model stopped, if the provider said so.
    pub fn finish(&self) -> Option<Finish> {
        self.finish
    }
}

/// An error of the caller's closure ended the exchange: the connection failed, the API key was wrong.
///
/// It does not count as an attempt, since nothing was parsed. Its source is the caller's error, which its own message
/// does not repeat.
#[non_exhaustive]
pub struct Interrupted<E> {
    /// The caller's error, unchanged.
    pub error: E,
    /// The first reply, as in [`Outcome::Degraded`]; `None` if there was none.
    pub text: Option<String>,
    /// The attempts before it.
    pub attempts: Vec<Attempt>,
    /// The tokens that the replies before it used together.
    pub usage: Usage,
}

impl<E> fmt::Display for Interrupted<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.attempts.len() {
            0 => f.write_str("the exchange was interrupted before the first reply"),
            count => write!(
                f,
                "the exchange was interrupted after {}",
                counted(count, "reply", "replies")
            ),
        }
    }
}

impl<E: Error + 'static> Error for Interrupted<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// Shows the length of a reply in bytes, not its text: what is printed by accident reveals nothing.
impl<T: fmt::Debug> fmt::Debug for Outcome<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Structured {
                parsed,
                text,
                attempts,
                usage,
            } => f
                .debug_struct("Structured")
                .field("parsed", parsed)
                .field("text", &text.len())
                .field("attempts", attempts)
                .field("usage", usage)
                .finish(),
            Self::Degraded {
                text,
                attempts,
                usage,
                end,
            } => f
                .debug_struct("Degraded")
                .field("text", &text.len())
                .field("attempts", attempts)
                .field("usage", usage)
                .field("end", end)
                .finish(),
        }
    }
}

impl fmt::Debug for Degraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Degraded")
            .field("text", &self.text.len())
            .field("attempts", &self.attempts)
            .field("usage", &self.usage)
            .field("end", &self.end)
            .finish()
    }
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt")
            .field("text", &self.text.len())
            .field("error", &self.error)
            .field("usage", &self.usage)
            .field("finish", &self.finish)
            .finish()
    }
}

impl<E: fmt::Debug> fmt::Debug for Interrupted<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupted")
            .field("error", &self.error)
            .field("text", &self.text.as_ref().map(String::len))
            .field("attempts", &self.attempts)
            .field("usage", &self.usage)
            .finish()
    }
}
