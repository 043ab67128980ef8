//! A value with the report of how it was read.

use std::fmt;
use std::ops::{Deref, DerefMut, Range};

use crate::record::Report;
use crate::repair::{Repair, Severity};

/// A value that was read from a model's text, with every repair that reading it took.
///
/// It derefs to the value.
///
/// ```
/// use llm_output::LlmOutput;
///
/// let parsed = <Vec<u8>>::parse_llm("[1, \"2\"]").unwrap();
/// assert_eq!(parsed.value, [1, 2]);
/// assert_eq!(parsed.repairs()[0].to_string(), "[1]: string_to_number");
/// ```
#[derive(Clone)]
#[must_use = "the repairs say how the value was read"]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// How it was read.
    settled: Settled,
}

/// How a reading ended that ended well.
#[derive(Clone)]
pub(crate) struct Settled {
    report: Report,
    /// The bytes of the text that the value was read from.
    span: Range<usize>,
}

impl Settled {
    #[inline(always)]
    pub(crate) fn new(report: Report, span: Range<usize>) -> Self {
        Self { report, span }
    }

    /// Nothing was repaired.
    #[inline(always)]
    pub(crate) fn exact(span: Range<usize>) -> Self {
        Self::new(Report::default(), span)
    }

    /// Nothing settles that was not kept.
    #[cold]
    pub(crate) fn lost(&self) -> ! {
        unreachable!("the value at {:?} was settled, but not kept", self.span)
    }
}

impl<T> Parsed<T> {
    #[inline]
    pub(crate) fn new(value: T, settled: Settled) -> Self {
        Self { value, settled }
    }

    /// What was repaired, in document order.
    ///
    /// The list is made by the first call: a caller who looks at the value alone does not pay for it.
    pub fn repairs(&self) -> &[Repair] {
        self.settled.report.repairs()
    }

    /// Whether the text was a strictly valid document of the type, with nothing around it but white space.
    pub fn is_exact(&self) -> bool {
        self.settled.report.is_empty()
    }

    /// The gravest repair's severity, or `None` where there was no repair.
    pub fn severity(&self) -> Option<Severity> {
        self.settled.report.worst()
    }

    /// The bytes of the text that the value was read from.
    pub fn span(&self) -> Range<usize> {
        self.settled.span.clone()
    }

    /// The value alone.
    pub fn into_value(self) -> T {
        self.value
    }

    /// The same report with another value, made from this one.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: f(self.value),
            settled: self.settled,
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Parsed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parsed")
            .field("value", &self.value)
            .field("repairs", &self.repairs())
            .field("span", &self.settled.span)
            .finish()
    }
}

impl<T> Deref for Parsed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Parsed<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}
