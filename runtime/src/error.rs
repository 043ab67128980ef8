//! Why no value could be read: for the person who has to act, and for the model that is asked again.

use std::fmt::{self, Write};
use std::ops::Range;

use crate::path::Path;
use crate::record::Record;
use crate::repair::{Repair, RepairKind, Severity};
use crate::spec::{Accepts, NamesSpec, ObjectSpec};

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
    /// The text is over a limit.
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

/// What a type asks for at some place.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    Text,
    Character,
    Number,
    Integer {
        min: i128,
        max: i128,
    },
    Boolean,
    Names(&'static NamesSpec),
    Object,
    List,
    Map,
    Elements(usize),
    /// A member that must be there, of one of these kinds.
    Member(Accepts),
    /// One of these keys and no other.
    Keys(&'static ObjectSpec),
    /// Any of the type's keys.
    Shape(&'static ObjectSpec),
    /// One of several shapes, but which?
    OneReading,
    /// Said in words: bounds and the caller's own checks.
    Words(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Character => f.write_str("one character"),
            Self::Number => f.write_str("a number"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Boolean => f.write_str("true or false"),
            Self::Names(spec) => {
                f.write_str("one of ")?;
                list(f, spec.names.iter().map(|name| name.name))
            }
            Self::Object => f.write_str("an object"),
            Self::List => f.write_str("a list"),
            Self::Map => f.write_str("an object of keys and values"),
            Self::Elements(count) => write!(f, "a list of {count}"),
            Self::Member(accepts) => kinds(f, *accepts),
            Self::Keys(spec) => {
                f.write_str("no other keys than ")?;
                list(f, spec.fields.iter().map(|field| field.name))
            }
            Self::Shape(spec) => {
                f.write_str("an object with ")?;
                list(f, spec.fields.iter().map(|field| field.name))
            }
            Self::OneReading => f.write_str("a value that only one of the forms fits best"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// The kinds of value in words.
fn kinds(f: &mut fmt::Formatter<'_>, accepts: Accepts) -> fmt::Result {
    if accepts == Accepts::ANY {
        return f.write_str("a value");
    }
    let known = [
        (Accepts::STRING, "text"),
        (Accepts::NAME, "one of a list of names"),
        (Accepts::NUMBER, "a number"),
        (Accepts::BOOLEAN, "true or false"),
        (Accepts::OBJECT, "an object"),
        (Accepts::ARRAY, "a list"),
    ];
    let words = known
        .into_iter()
        .filter(|(kind, _)| accepts.has(*kind))
        .map(|(_, word)| word);
    for (position, word) in words.enumerate() {
        let or = if position == 0 { "" } else { " or " };
        write!(f, "{or}{word}")?;
    }
    Ok(())
}

fn list<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    for (position, name) in names.enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        write!(f, "{comma}{name:?}")?;
    }
    Ok(())
}

/// What stands where something else is expected.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// The text at the span.
    Written,
    Missing,
    Nothing,
    Words(String),
}

/// What is found where a key is missing.
const NO_MEMBER: &str = "no such member";

impl Found {
    fn describe(&self, written: &str) -> String {
        match self {
            Self::Written if written.trim().is_empty() => "nothing".into(),
            Self::Written => excerpt(written),
            Self::Missing => NO_MEMBER.into(),
            Self::Nothing => "nothing".into(),
            Self::Words(words) => words.clone(),
        }
    }
}

/// The beginning of a text on one line, at most 60 code points: a run of blanks and control characters is one blank.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 60;
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let mut line = String::new();
    let mut length = 0;
    for c in text.trim().chars() {
        if is_blank(c) && line.ends_with(' ') {
            continue;
        }
        if length == MOST {
            line.push('…');
            break;
        }
        line.push(if is_blank(c) { ' ' } else { c });
        length += 1;
    }
    line
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

    /// Text to send back to the model: what was wrong, where, and what to write instead.
    ///
    /// It quotes what the model wrote, shortened, and never asks for facts that the model does not have.
    pub fn feedback(&self) -> String {
        // Writing to a `String` cannot fail.
        let mut text = String::from(match self.0.kind {
            ErrorKind::Empty => "Your reply was empty. Answer with the JSON that was asked for.",
            ErrorKind::Prose => "Your reply held no JSON. Answer with the JSON that was asked for and nothing else.",
            ErrorKind::NoBlock => "",
            ErrorKind::Malformed => "Your reply is not valid JSON. Send the whole answer again as valid JSON.",
            ErrorKind::Truncated => {
                "Your reply ended before the JSON was complete. Send the whole answer again, shorter where it can be, so that it fits."
            }
            ErrorKind::UnrecognizedShape => {
                "Your reply is not the object that was asked for. Answer with JSON that has the keys of the schema."
            }
            ErrorKind::Schema => {
                "Your reply does not fit the schema. Send the whole answer again with these places mended."
            }
            ErrorKind::Ambiguous if self.0.violations.is_empty() => {
                "Your reply held several answers. Send exactly one."
            }
            ErrorKind::Ambiguous => {
                "Your reply can be read in more than one way. Send the whole answer again with these places made plain."
            }
            ErrorKind::Limit => "Your reply is too long. Send a shorter one.",
        });
        if let (ErrorKind::NoBlock, Some(marker)) = (self.0.kind, &self.0.marker) {
            let _ = write!(
                text,
                "Your reply held no `{marker}` block. Put the JSON into one: ```{marker}"
            );
        }
        let places = self.places();
        for place in places.iter().take(MOST_PLACES) {
            let _ = write!(text, "\n- {place}");
        }
        if places.len() > MOST_PLACES {
            let _ = write!(text, "\n- and {} more places", places.len() - MOST_PLACES);
        }
        let is_absent = |violation: &Violation| {
            violation.found == NO_MEMBER || matches!(&*violation.found, "null" | "\"\"" | "nothing")
        };
        if self.0.kind != ErrorKind::Truncated && self.0.violations.iter().any(is_absent) {
            text.push_str("\nIf you do not know a value, say so in a way that the schema allows; do not make one up.");
        }
        text
    }

    /// What a model has to mend, a line each.
    fn places(&self) -> Vec<String> {
        let refused = self.0.refused.iter();
        if self.0.kind == ErrorKind::Truncated {
            // What is missing behind the cut is no fault of its own.
            let cuts = refused.filter(|repair| repair.kind() == RepairKind::Truncated);
            return cuts
                .map(|repair| format!("{}: the reply ends here", repair.path()))
                .collect();
        }
        let refused = refused.filter(|repair| !self.is_said(repair));
        let refused = refused.map(|repair| format!("{}: {}", repair.path(), repair.kind().description()));
        let mut places: Vec<String> = self
            .0
            .violations
            .iter()
            .map(ToString::to_string)
            .chain(refused)
            .collect();
        places.dedup();
        places
    }

    /// Whether a violation speaks of the same place already.
    fn is_said(&self, repair: &Repair) -> bool {
        self.0
            .violations
            .iter()
            .any(|violation| violation.path == *repair.path())
    }
}

/// A model that is told of more places than this at once mends none of them.
const MOST_PLACES: usize = 20;

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
