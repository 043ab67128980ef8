//! Why no value could be read: for the person who has to act, and for the model that is asked again.

mod feedback;
mod words;

use std::fmt;
use std::ops::Range;

#[cfg(feature = "serde")]
pub(crate) use words::said;
pub(crate) use words::{Expected, Found, excerpt};

use crate::path::Path;
use crate::record::Record;
use crate::repair::{Repair, RepairKind, Severity};

/// Why no value of the type could be read.
///
/// One word wide. [`Display`](fmt::Display) says where and what in one line, [`feedback`](Self::feedback) tells the
/// model, [`would_need`](Self::would_need) tells the program.
///
/// ```
/// use llm_output::{ErrorKind, LlmOutput, Severity};
///
/// let error = <Vec<u8>>::parse_llm("[1, 300]").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Schema);
/// assert_eq!(error.violations()[0].path().to_string(), "[1]");
/// assert_eq!(error.to_string(), "[1]: expected a whole number from 0 to 255, found 300 (line 1, column 5)");
/// ```
#[derive(Debug)]
pub struct ParseError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    marker: Option<Box<str>>,
    violations: Vec<Violation>,
    repairs: Vec<Repair>,
    refused: Vec<Repair>,
    hopeless: bool,
    strict: StrictError,
}

/// The class of a [`ParseError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text, or the block that was asked for, is empty.
    Empty,
    /// The text holds no JSON.
    Prose,
    /// No block of the name that was asked for stands in the text.
    NoBlock,
    /// What stands there is too broken to be read, or needs repairs that the options refuse.
    Malformed,
    /// The text ends before the value does.
    Truncated,
    /// There is JSON, but none of it is this type: a refusal, an error envelope, an echo of the schema.
    UnrecognizedShape,
    /// The value is of the right shape, but parts of it are missing, of another type or out of bounds.
    Schema,
    /// Several readings fit, and nothing says which one counts.
    Ambiguous,
    /// The text is over a limit, or has to be looked at too often for its length.
    Limit,
}

impl ErrorKind {
    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Prose => "prose",
            Self::NoBlock => "no_block",
            Self::Malformed => "malformed",
            Self::Truncated => "truncated",
            Self::UnrecognizedShape => "unrecognized_shape",
            Self::Schema => "schema",
            Self::Ambiguous => "ambiguous",
            Self::Limit => "limit",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One place where the text is not what the type asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    path: Path,
    expected: String,
    found: String,
    span: Range<usize>,
}

impl Violation {
    pub(crate) fn new(path: Path, expected: &Expected, found: &Found, span: Range<usize>, text: &str) -> Self {
        let found = found.describe(text.get(span.clone()).unwrap_or_default());
        Self {
            path,
            expected: expected.to_string(),
            found,
            span,
        }
    }

    /// The value that is wrong or missing.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the type asks for: the names of an enum, the range of a number.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What stands there, shortened: this is model text.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// The bytes of the caller's text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.path, self.expected, self.found)
    }
}

/// What strict reading says of the same text: the first place that is not JSON of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrictError {
    message: String,
    offset: usize,
    line: usize,
    column: usize,
}

impl StrictError {
    pub(crate) fn new(message: String, offset: usize, text: &str) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = 1 + text[..offset.min(text.len())].matches('\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Self {
            message,
            offset,
            line,
            column,
        }
    }

    /// Bytes from the start of the text.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in bytes, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for StrictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (line {}, column {})", self.message, self.line, self.column)
    }
}

impl std::error::Error for StrictError {}

impl ParseError {
    #[cold]
    pub(crate) fn bare(kind: ErrorKind, marker: Option<&str>, offset: usize, text: &str) -> Self {
        let strict = StrictError::new(headline(kind, marker), offset, text);
        Self(Box::new(Inner {
            kind,
            marker: marker.map(Into::into),
            violations: Vec::new(),
            repairs: Vec::new(),
            refused: Vec::new(),
            hopeless: true,
            strict,
        }))
    }

    #[cold]
    pub(crate) fn of(kind: ErrorKind, record: Record, marker: Option<&str>, text: &str) -> Self {
        let Record {
            repairs,
            refused,
            violations,
            hopeless,
        } = record;
        let violation = violations
            .iter()
            .map(|violation| (violation.span.start, violation.to_string()))
            .next();
        // Where the text is cut off, that is why, and not what is missing for it.
        let is_cause = |repair: &&Repair| kind != ErrorKind::Truncated || repair.kind() == RepairKind::Truncated;
        let refusal = refused
            .iter()
            .find(is_cause)
            .or(refused.first())
            .map(|repair| (repair.span().start, refusal(repair)));
        let (offset, message) = match (violation, refusal) {
            (Some(violation), _) if kind != ErrorKind::Truncated => violation,
            (_, Some(refusal)) => refusal,
            (Some(violation), None) => violation,
            (None, None) => (0, headline(kind, marker)),
        };
        let strict = StrictError::new(message, offset, text);
        Self(Box::new(Inner {
            kind,
            marker: marker.map(Into::into),
            violations,
            repairs,
            refused,
            hopeless,
            strict,
        }))
    }

    /// The class of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Every place where the text is not what the type asks for, in document order.
    pub fn violations(&self) -> &[Violation] {
        &self.0.violations
    }

    /// The least severity to accept for the parse to succeed, or `None` where no option helps.
    pub fn would_need(&self) -> Option<Severity> {
        if self.0.hopeless {
            None
        } else {
            self.0.refused.iter().map(Repair::severity).max()
        }
    }

    /// The repairs that would have been needed and that the options refuse.
    pub fn refused(&self) -> &[Repair] {
        &self.0.refused
    }

    /// Every repair of the reading that failed, the refused ones included, in document order.
    pub fn repairs(&self) -> &[Repair] {
        &self.0.repairs
    }
}

/// What stands in the way of a value that could be read: the repair that the options refuse, and how to take it.
fn refusal(repair: &Repair) -> String {
    let description = repair.kind().description().trim_end_matches('.');
    let mut what = description.to_owned();
    if description.starts_with(|c: char| c.is_ascii_uppercase()) {
        what[..1].make_ascii_lowercase();
    }
    let also = match repair.kind() {
        RepairKind::MissingToDefault | RepairKind::NullToDefault => ", or #[llm(default)] on the field,",
        _ => "",
    };
    format!(
        "{}: {what} ({}); Options::accept(Severity::{:?}){also} would take it",
        repair.path(),
        repair.kind(),
        repair.severity()
    )
}

fn headline(kind: ErrorKind, marker: Option<&str>) -> String {
    let words = match kind {
        ErrorKind::Empty => "the text is empty",
        ErrorKind::Prose => "the text holds no JSON",
        ErrorKind::NoBlock => {
            return format!(
                "the text holds no block named {:?}, as Options::marker asks for",
                marker.unwrap_or_default()
            );
        }
        ErrorKind::Malformed => "the JSON is too broken to be read",
        ErrorKind::Truncated => "the text ends before the value does",
        ErrorKind::UnrecognizedShape => "the JSON is not of this type",
        ErrorKind::Schema => "the value does not fit the type",
        ErrorKind::Ambiguous => "the text holds several answers, and nothing says which one counts",
        ErrorKind::Limit => "the text is over a limit; Options::limits sets it",
    };
    words.into()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strict)?;
        match self.0.violations.len() {
            0 | 1 => Ok(()),
            count => write!(f, ", and {} more", count - 1),
        }
    }
}

impl std::error::Error for ParseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0.strict)
    }
}
