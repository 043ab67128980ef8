//! Why no value could be parsed: for the program, for its users, and for the model that is asked again.

mod excerpt;
mod feedback;
mod limit;
#[cfg(feature = "serde")]
mod serialize;
mod strict;
mod violation;
mod words;

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub(crate) use limit::Exceeded;
pub(crate) use strict::Lines;
use strict::Position;
pub use strict::StrictError;
pub use violation::Violation;
#[cfg(feature = "serde")]
pub(crate) use words::said;
pub(crate) use words::{Between, Expected, Found, Sentence, Wordings, counted, excerpt};

use crate::path::Path;
use crate::portable::OnceLock;
use crate::repair::{Repair, RepairKind, Severity};

/// Why no value of the type could be parsed.
///
/// It is the size of one pointer. [`Display`](fmt::Display) says what is wrong and where, in one line;
/// [`feedback`](Self::feedback) is for the model, and [`would_need`](Self::would_need) for the program.
///
/// `Display` and `feedback` quote the value that is wrong, at most 60 characters of it. `Debug` shows none of the model's
/// text except the keys of maps and the unknown keys that `deny_unknown_fields` rejects.
/// [`excerpt`](Self::excerpt) shows the line with the error.
///
/// ```
/// use llm_output::{ErrorKind, LlmOutput, Severity};
///
/// let error = <Vec<u8>>::parse_llm("[1, 300]").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Schema);
/// assert_eq!(error.violations()[0].path().to_string(), "[1]");
/// assert_eq!(error.to_string(), "[1]: expected a whole number from 0 to 255, found 300 (line 1, column 5)");
/// ```
pub struct ParseError(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    /// The limit that was hit, for an error of that kind.
    exceeded: Option<Exceeded>,
    /// It is about a tool call whose name or arguments cannot be read.
    is_call: bool,
    /// The declared name of the tool, for an error in a call. It is empty if the call does not say it.
    tool: Option<&'static str>,
    marker: Option<Box<str>>,
    violations: Vec<Violation>,
    /// How many more violations there are.
    more: usize,
    repairs: Vec<Repair>,
    /// The refused ones of the repairs, made on first use.
    refused: OnceLock<Vec<Repair>>,
    /// The least severity with which the text can be read.
    needs: Option<Severity>,
    /// The readings of the text have cost so much that it is not read again.
    is_costly: bool,
    /// What else would allow the refused repair, if it is the only one.
    also: &'static str,
    headline: Headline,
    /// `None` if a value was read that is in no text of the caller's.
    position: Option<Position>,
    strict: StrictError,
}

/// What the error's line says is wrong, and where. It is written when it is asked for: a stream may have very many errors.
enum Headline {
    /// What the first violation says.
    Violation,
    /// The repair with this index, which the options refuse.
    Refusal(usize),
    /// The limit that was exceeded.
    Limit,
    Words(Cow<'static, str>),
}

/// The class of a [`ParseError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The reply, or the marked block, is empty.
    Empty,
    /// The reply contains no JSON, and no tags, lines or bullets that can be read as the answer.
    Prose,
    /// The reply has no block with the name given to [`Options::marker`](crate::Options::marker).
    NoBlock,
    /// The JSON is too broken to be read, or needs repairs that the options refuse.
    Malformed,
    /// The reply ends before the value does.
    Truncated,
    /// There is JSON, but none of it is this type: a refusal, an error object, an echo of the schema.
    UnrecognizedShape,
    /// The value has the right shape, but some of its fields are missing, of the wrong type or out of bounds.
    Schema,
    /// Several answers fit, or one answer fits several variants, and nothing says which one to use.
    Ambiguous,
    /// The reply has too many bytes, elements, repairs or waiting elements, or needs too much work for its length: see
    /// [`Limit`](crate::Limit).
    Limit,
    /// A tool call names a tool that does not exist.
    UnknownTool,
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
            Self::UnknownTool => "unknown_tool",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is on record of a reading that failed.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) violations: Vec<Violation>,
    /// How many violations there are besides those: of very many, the first ones say enough.
    pub(crate) more: usize,
    /// There is a violation that no repair fixes.
    pub(crate) hopeless: bool,
    /// The limit that was hit.
    pub(crate) exceeded: Option<Exceeded>,
}

impl Record {
    pub(crate) fn violate(&mut self, most: usize, violation: impl FnOnce() -> Violation) {
        if self.violations.len() < most {
            self.violations.push(violation());
        } else {
            self.more += 1;
        }
    }
}

impl ParseError {
    #[cold]
    pub(crate) fn bare(kind: ErrorKind, marker: Option<&str>, offset: usize, text: &str) -> Self {
        let position = Some(Lines::default().position(offset, text));
        Self(Box::new(Inner {
            kind,
            exceeded: (kind == ErrorKind::Limit).then_some(Exceeded::WORK),
            is_call: false,
            tool: None,
            marker: marker.map(Into::into),
            violations: Vec::new(),
            more: 0,
            repairs: Vec::new(),
            refused: OnceLock::new(),
            needs: None,
            is_costly: false,
            also: "",
            headline: Headline::of(kind, marker, text),
            position,
            strict: StrictError { repair: None, position },
        }))
    }

    /// A tool call cannot be read, whatever its format is.
    #[cold]
    pub(crate) fn of_call(kind: ErrorKind) -> Self {
        let mut error = Self::bare(kind, None, 0, "");
        error.0.is_call = true;
        let words = match kind {
            ErrorKind::Truncated => "the text ends before the tool call does",
            _ => "the tool call cannot be read: its name or its arguments are missing or broken",
        };
        error.0.headline = Headline::Words(words.into());
        error
    }

    /// The error of a call of this tool, so that the feedback asks for nothing but the call.
    #[cold]
    pub(crate) fn named(mut self, tool: &'static str) -> Self {
        self.0.tool = Some(tool);
        self
    }

    /// The elements of the list at `offset` were delivered, and then another list turned out to be the answer.
    #[cold]
    pub(crate) fn retracted(marker: Option<&str>, offset: usize, text: &str) -> Self {
        let mut error = Self::bare(ErrorKind::Ambiguous, marker, offset, text);
        error.0.headline = Headline::Words("the whole reply is read as a list that differs from this one".into());
        error
    }

    #[cold]
    pub(crate) fn of(kind: ErrorKind, record: Record, marker: Option<&str>, text: &str, lines: Lines) -> Self {
        let Record {
            repairs,
            violations,
            more,
            hopeless,
            exceeded,
        } = record;
        let exceeded = exceeded.filter(|_| kind == ErrorKind::Limit);
        let violation = violations.first().map(|violation| violation.span.start);
        // Where the text is cut off, that is why, and not what is missing for it.
        let is_cause = |repair: &&Repair| kind != ErrorKind::Truncated || repair.kind() == RepairKind::Truncated;
        let refused = repairs.iter().filter(|repair| repair.refused);
        let named = (repairs.iter().enumerate()).filter(|(_, repair)| repair.refused);
        let refusal = (named.clone().find(|(_, repair)| is_cause(repair))).or_else(|| named.clone().next());
        let (offset, headline) = match (violation, refusal) {
            (Some(start), _) if kind != ErrorKind::Truncated => (start, Headline::Violation),
            (_, Some((index, repair))) => (repair.span().start, Headline::Refusal(index)),
            (Some(start), None) => (start, Headline::Violation),
            (None, None) => (0, Headline::of(kind, marker, text)),
        };
        let headline = exceeded.map_or(headline, |_| Headline::Limit);
        // What is said about one field helps only where no other needs it too.
        let is_alone = refused.clone().count() == 1;
        let also = refusal.filter(|_| is_alone);
        let also = also.map_or("", |(_, repair)| remedy(repair.kind()));
        let needs = refused.map(Repair::severity).max().filter(|_| !hopeless);
        let position = Some(lines.position(offset, text));
        let earlier = repairs.first().filter(|repair| repair.span().start < offset);
        let strict = StrictError {
            repair: earlier.map(|repair| (repair.kind(), repair.path().clone())),
            position: earlier.map_or(position, |repair| Some(lines.position(repair.span().start, text))),
        };
        Self(Box::new(Inner {
            kind,
            exceeded,
            is_call: false,
            tool: None,
            marker: marker.map(Into::into),
            violations,
            more,
            repairs,
            refused: OnceLock::new(),
            needs,
            is_costly: false,
            also,
            headline,
            position,
            strict,
        }))
    }

    /// The class of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Every place where the text does not fit the type, in document order. If there are thousands, only the first ones
    /// are kept; see [`omitted`](Self::omitted).
    pub fn violations(&self) -> &[Violation] {
        &self.0.violations
    }

    /// The lowest severity that [`Options::accept`](crate::Options::accept) must allow for the parse to succeed, or
    /// `None` if no repair helps. If the text could only be read by dropping the values that do not fit, this is `None` too.
    pub fn would_need(&self) -> Option<Severity> {
        self.0.needs
    }

    /// Whether nothing in the text is of the type: neither a field nor an element of it was read.
    pub(crate) fn is_foreign(&self) -> bool {
        match self.kind() {
            ErrorKind::Prose | ErrorKind::UnrecognizedShape => true,
            ErrorKind::Schema => match &self.0.violations[..] {
                [only] => only.path.is_root() && only.form == Sentence::Mismatch,
                _ => false,
            },
            _ => false,
        }
    }

    /// Says what the text can be read with, once that was tried.
    pub(crate) fn set_need(&mut self, needs: Option<Severity>) {
        self.0.needs = needs;
    }

    /// Whether the text has cost so much that it is not read again.
    pub(crate) fn is_costly(&self) -> bool {
        self.0.is_costly
    }

    pub(crate) fn set_costly(&mut self, is_costly: bool) {
        self.0.is_costly = is_costly;
    }

    /// The error of a reading of another text, whose places are those of the caller's text that `place` gives. `lines` counts
    /// the lines of that text up to somewhere before.
    #[cold]
    pub(crate) fn moved(mut self, place: impl Fn(Range<usize>) -> Range<usize>, text: &str, lines: Lines) -> Self {
        let inner = &mut *self.0;
        for position in [&mut inner.position, &mut inner.strict.position].into_iter().flatten() {
            let offset = position.offset;
            *position = lines.position(place(offset..offset).start, text);
        }
        for violation in &mut inner.violations {
            violation.span = place(violation.span());
        }
        let repairs = core::mem::take(&mut inner.repairs);
        inner.repairs = repairs.into_iter().map(|repair| repair.moved(&place)).collect();
        inner.refused = OnceLock::new();
        self
    }

    /// The error of a value that is in no text of the caller's.
    pub(crate) fn without_places(mut self) -> Self {
        let inner = &mut *self.0;
        inner.position = None;
        inner.strict.position = None;
        inner.violations.iter_mut().for_each(|violation| violation.span = 0..0);
        let repairs = core::mem::take(&mut inner.repairs);
        inner.repairs = repairs.into_iter().map(Repair::without_span).collect();
        inner.refused = OnceLock::new();
        self
    }

    /// The repairs that were needed and that the options refuse.
    pub fn refused(&self) -> &[Repair] {
        let count = self.refusals().count();
        if count == self.0.repairs.len() {
            return &self.0.repairs;
        }
        self.0.refused.get_or_init(|| {
            let mut refused = Vec::with_capacity(count);
            refused.extend(self.refusals().cloned());
            refused
        })
    }

    /// What is wrong, in one line, and where.
    fn message(&self) -> Cow<'_, str> {
        let inner = &*self.0;
        match &inner.headline {
            Headline::Violation => inner.violations[0].to_string().into(),
            Headline::Refusal(index) => {
                let repair = &inner.repairs[*index];
                described(repair.kind(), repair.path()).into()
            }
            Headline::Limit => inner.exceeded.unwrap_or(Exceeded::WORK).to_string().into(),
            Headline::Words(words) => (&**words).into(),
        }
    }

    fn refusals(&self) -> impl Iterator<Item = &Repair> {
        self.0.repairs.iter().filter(|repair| repair.refused)
    }

    /// Every repair of the failed parse, including the refused ones, in document order.
    pub fn repairs(&self) -> &[Repair] {
        &self.0.repairs
    }
}

/// A repair as part of a sentence.
fn described(kind: RepairKind, path: &Path) -> String {
    let description = kind.description().trim_end_matches('.');
    let mut what = description.to_owned();
    if description.starts_with(|c: char| c.is_ascii_uppercase()) {
        what[..1].make_ascii_lowercase();
    }
    format!("{path}: {what} ({kind})")
}

/// What allows a repair besides the option.
fn remedy(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::MissingToDefault | RepairKind::NullToDefault => ", or #[llm(default)] on the field",
        _ => "",
    }
}

impl Headline {
    /// What an error of this kind says if nothing else is known.
    fn of(kind: ErrorKind, marker: Option<&str>, text: &str) -> Self {
        let words = match kind {
            ErrorKind::Empty => "the text is empty",
            ErrorKind::Prose if ["[]", "{}"].iter().any(|empty| text.contains(empty)) => {
                "the only JSON in the text is an empty array or object in prose, which may not be the answer"
            }
            ErrorKind::Prose => "the text contains no JSON",
            ErrorKind::NoBlock => {
                let marker = marker.unwrap_or_default();
                let words = format!("the text contains no block named {marker:?}, which Options::marker requires");
                return Self::Words(words.into());
            }
            ErrorKind::Malformed => "the JSON is too broken to be read",
            ErrorKind::Truncated => "the text ends before the value does",
            ErrorKind::UnrecognizedShape => {
                return Self::Words(format!("expected an object or an array, found {}", excerpt(text)).into());
            }
            ErrorKind::Schema => "the value does not fit the type",
            ErrorKind::Ambiguous => "the text contains several answers, and nothing says which one to use",
            ErrorKind::Limit => return Self::Limit,
            ErrorKind::UnknownTool => "there is no tool with this name",
        };
        Self::Words(words.into())
    }
}

/// Leaves out the model's text, because a failed `unwrap` prints the `Debug` form. To see the text, use
/// [`Display`](fmt::Display) or [`excerpt`](ParseError::excerpt).
impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("kind", &self.0.kind)
            .field("message", &self.quiet_message())
            .field("limit", &self.limit())
            .field("place", &self.0.position)
            .field("violations", &self.0.violations)
            .field("omitted", &self.0.more)
            .field("repairs", &self.0.repairs)
            .field("would_need", &self.0.needs)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = &*self.message();
        let named = match self.0.headline {
            Headline::Refusal(index) => Some(self.0.repairs[index].severity()),
            _ => None,
        };
        // The repair that the message names needs less than the whole reply does.
        let least = named.filter(|&named| self.0.needs.is_some_and(|needs| needs != named));
        match (least, message.strip_suffix(')')) {
            (Some(least), Some(start)) => write!(f, "{start}, {least:?})")?,
            _ => f.write_str(message)?,
        }
        if let Some(needs) = self.0.needs {
            let also = self.0.also;
            let act = if message.starts_with("missing required") {
                "fill it in"
            } else if least.is_some() {
                "accept the whole reply"
            } else {
                "accept it"
            };
            write!(f, "; to {act}, use Options::accept(Severity::{needs:?}){also}")?;
        }
        if let Some(Position { line, column, .. }) = self.0.position {
            write!(f, " (line {line}, column {column})")?;
        }
        match self.0.violations.len() + self.0.more {
            0 | 1 => Ok(()),
            count => write!(f, ", and {} more", count - 1),
        }
    }
}

impl core::error::Error for ParseError {
    /// The [`StrictError`].
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.0.strict)
    }
}
