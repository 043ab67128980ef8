//! A value, and the report of how it was read.

use core::fmt;
use core::ops::{Deref, DerefMut, Range};

use crate::path::PathTexts;
use crate::record::Report;
use crate::repair::{Repair, RepairKind, Severity};
use crate::{Options, ParseError};

/// A value that was parsed from a model's text, and every repair that was needed.
///
/// It derefs to the value: `parsed.title` is the field `title` of the value.
///
/// ```
/// use llm_output::LlmOutput;
///
/// let parsed = <Vec<u8>>::parse_llm("[1, \"2\"]").unwrap();
/// assert_eq!(parsed.value, [1, 2]);
/// assert_eq!(parsed.repairs()[0].to_string(), "[1]: string_to_number");
/// ```
///
/// # Names that it hides
///
/// The field `value` hides a field of the value with this name. The methods `repairs`, `each_repair`,
/// `each_repair_with_path`, `is_exact`, `severity`, `span` and `into_value` hide methods of the value with these names:
/// write `parsed.value.span()` to call the value's own. A method never hides a field, since `parsed.span` and `parsed.span()` are different things in Rust. [`map`](Self::map)
/// is an associated function, called as `Parsed::map(parsed, f)`, so `parsed.map(f)` still calls the value's own
/// method.
///
/// ```
/// use llm_output::{LlmOutput, Parsed};
///
/// let parsed = <Option<u8>>::parse_llm("3")?;
/// assert_eq!(parsed.map(|number| number + 1), Some(4)); // `Option::map`
/// let parsed = Parsed::map(parsed, |number| number.unwrap_or(0));
/// assert_eq!(parsed.value, 3);
/// # Ok::<(), llm_output::ParseError>(())
/// ```
#[derive(Clone)]
#[must_use = "the repairs say how the value was read"]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// How it was read.
    settled: Settled,
}

/// How a successful parse ended.
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

    /// Every repair, in document order.
    pub(crate) fn repairs(&self) -> &[Repair] {
        self.report.repairs()
    }

    /// The highest severity of any repair.
    pub(crate) fn worst(&self) -> Option<Severity> {
        self.report.worst()
    }

    /// How the parse of another text ended: its places are those of the caller's text that `place` gives.
    pub(crate) fn moved(self, place: impl Fn(Range<usize>) -> Range<usize>, span: Range<usize>) -> Self {
        Self::new(self.report.moved(place), span)
    }

    /// What was settled was kept, so this is never called.
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

    /// Every repair, in document order.
    ///
    /// The first call builds the list, so a caller who only uses the value does not pay for it.
    pub fn repairs(&self) -> &[Repair] {
        self.settled.report.repairs()
    }

    /// Calls `show` for each of the [repairs](Self::repairs), in the same order, without building a list. Use it if you look
    /// at each repair once and process many replies.
    pub fn each_repair(&self, show: impl FnMut(&Repair)) {
        self.settled.report.show_repairs(show);
    }

    /// Like [`each_repair`](Self::each_repair), but passes the kind, the span and the path as text, at a fraction of the cost.
    /// Use it to write out the repairs of many replies, and reuse one `paths` for all of them.
    ///
    /// ```
    /// use llm_output::{LlmOutput, PathTexts};
    ///
    /// let mut paths = PathTexts::default();
    /// let mut written = Vec::new();
    /// for reply in ["[1, '2']", "[1, 2,]"] {
    ///     let parsed = <Vec<u8>>::parse_llm(reply)?;
    ///     parsed.each_repair_with_path(&mut paths, |kind, span, path| written.push(format!("{path}: {kind} at {span:?}")));
    /// }
    /// assert_eq!(written[0], "[1]: single_quoted at 4..7");
    /// # Ok::<(), llm_output::ParseError>(())
    /// ```
    #[inline]
    pub fn each_repair_with_path(&self, paths: &mut PathTexts, show: impl FnMut(RepairKind, Range<usize>, &str)) {
        self.settled.report.show_with_paths(paths, show);
    }

    /// Calls `show` with the kind of each repair.
    pub(crate) fn each_repair_kind(&self, show: impl FnMut(RepairKind)) {
        self.settled.report.show_kinds(show);
    }

    /// Whether the text was a strictly valid document of the type, with nothing around it but white space.
    #[inline]
    pub fn is_exact(&self) -> bool {
        self.settled.report.is_empty()
    }

    /// The highest severity of any repair, or `None` if there was no repair.
    #[inline]
    pub fn severity(&self) -> Option<Severity> {
        self.settled.report.worst()
    }

    /// The bytes of the text that the value was read from; `0..0` if a [value](crate::LlmOutput::from_value) was read,
    /// not a text.
    pub fn span(&self) -> Range<usize> {
        self.settled.span.clone()
    }

    /// The value alone.
    pub fn into_value(self) -> T {
        self.value
    }

    /// The same value, which was in no text of the caller's.
    #[cfg(any(feature = "any", feature = "serde"))]
    pub(crate) fn without_spans(self) -> Self {
        let Settled { report, .. } = self.settled;
        Self::new(self.value, Settled::new(report.without_spans(), 0..0))
    }

    /// The same value, which was first converted as a whole.
    #[cfg(feature = "serde")]
    pub(crate) fn after(self, kind: crate::repair::RepairKind) -> Self {
        let Settled { report, span } = self.settled;
        Self::new(self.value, Settled::new(report.after(kind), span))
    }

    /// Notes that the value was chosen although there is another answer in the text; an error if the options refuse that.
    #[cold]
    pub(crate) fn note_rival(&mut self, text: &str, options: &Options<'_>) -> Result<(), ParseError> {
        let Settled { report, span } = &mut self.settled;
        *report = core::mem::take(report).beside_rival(span, text, options)?;
        Ok(())
    }

    /// Converts the value and keeps the report.
    ///
    /// This is an associated function, so it does not hide the `map` of an `Option` or another value.
    pub fn map<U>(this: Self, f: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: f(this.value),
            settled: this.settled,
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
