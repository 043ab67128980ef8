//! Which limit a text exceeds, and by how much.

use alloc::string::String;
use core::fmt;

use super::{ErrorKind, ParseError};
use crate::options::Limit;

/// A limit that was hit: what it allows, and what there is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exceeded {
    pub(super) limit: Limit,
    most: usize,
    count: usize,
}

impl Exceeded {
    /// Too much work for the length of the text.
    pub(crate) const WORK: Self = Self::new(Limit::Work, 0, 0);

    pub(crate) const fn new(limit: Limit, most: usize, count: usize) -> Self {
        Self { limit, most, count }
    }

    /// A text with too many bytes. How many is not said: of a text that arrives in chunks, no more is kept than is allowed.
    pub(crate) const fn bytes(most: usize) -> Self {
        Self::new(Limit::Bytes, most, 0)
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { most, count, .. } = self;
        match self.limit {
            Limit::Bytes => write!(f, "the text has more bytes than the {most} that Limits::bytes allows"),
            Limit::Reports => write!(
                f,
                "the text has {count} repairs and violations, but Limits::reports allows {most}"
            ),
            Limit::Elements => write!(
                f,
                "the value has more elements and map entries than the {most} that Limits::elements allows"
            ),
            Limit::Waiting => write!(
                f,
                "more than {most} elements or calls are waiting to be fetched by the program, the maximum that \
                 Limits::waiting allows"
            ),
            Limit::Work => f.write_str("the text needs too many repairs or too much work for its length"),
        }
    }
}

impl ParseError {
    /// The error of a text that exceeds a limit at `offset`.
    #[cold]
    pub(crate) fn limited(exceeded: Exceeded, marker: Option<&str>, offset: usize, text: &str) -> Self {
        let mut error = Self::bare(ErrorKind::Limit, marker, offset, text);
        error.0.exceeded = Some(exceeded);
        error
    }

    /// The error of a text with more bytes than allowed.
    #[cold]
    pub(crate) fn too_long(most: usize, marker: Option<&str>) -> Self {
        Self::limited(Exceeded::bytes(most), marker, 0, "")
    }

    /// Which limit the text exceeds, for an error of the kind [`ErrorKind::Limit`].
    ///
    /// ```
    /// use llm_output::{Limit, Limits, LlmOutput, Options};
    ///
    /// let options = Options::default().limits(Limits::default().bytes(8));
    /// let error = <Vec<u8>>::parse_llm_with("[1, 2, 3]", &options).unwrap_err();
    /// assert_eq!(error.limit(), Some(Limit::Bytes));
    /// assert_eq!(error.to_string(), "the text has more bytes than the 8 that Limits::bytes allows (line 1, column 1)");
    /// ```
    pub fn limit(&self) -> Option<Limit> {
        self.0.exceeded.map(|exceeded| exceeded.limit)
    }

    /// How many violations were counted but are not in [`violations`](Self::violations); see
    /// [`Limits::violations`](crate::Limits::violations).
    pub fn omitted(&self) -> usize {
        self.0.more
    }

    /// What the model can do about a limit.
    pub(super) fn limit_feedback(&self) -> String {
        match self.0.exceeded {
            Some(Exceeded {
                limit: Limit::Bytes,
                most,
                ..
            }) => format!("Your reply is too long. Send one with at most {most} bytes."),
            Some(Exceeded {
                limit: Limit::Elements,
                most,
                ..
            }) => format!("Your reply has too many array elements. Send at most {most}."),
            Some(Exceeded {
                limit: Limit::Reports, ..
            }) => "Your reply has too many errors. Send the whole answer again as valid JSON.".into(),
            Some(Exceeded {
                limit: Limit::Waiting, ..
            }) => "Your reply has too many elements or calls at once. Send fewer.".into(),
            _ => "Your reply is too broken to be read. Send the whole answer again as valid JSON.".into(),
        }
    }
}
