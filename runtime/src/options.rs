//! What a caller accepts: how far repairs may go, where the answer is, and how large texts and reports may be.

use alloc::vec::Vec;
use core::fmt;

use crate::calls::Format;
use crate::repair::{Acceptance, Repair, Severity};

/// How to parse a reply: which repairs to accept, where the answer is, and which of several answers to use.
///
/// ```
/// use llm_output::{LlmOutput, Options, Severity};
///
/// let text = r#"["a", "b",]"#;
/// assert!(<Vec<String>>::parse_llm_with(text, &Options::exact()).is_err());
/// let parsed = <Vec<String>>::parse_llm_with(text, &Options::default().accept(Severity::Syntax)).unwrap();
/// assert_eq!(parsed.value, ["a", "b"]);
/// ```
#[derive(Clone)]
pub struct Options<'a> {
    pub(crate) accept: Acceptance,
    pub(crate) markers: Vec<&'a str>,
    pub(crate) prefer: Option<Prefer>,
    pub(crate) limits: Limits,
    pub(crate) finish: Option<Finish>,
    pub(crate) contract: Option<&'a str>,
    pub(crate) format: Option<Format>,
    pub(crate) on_repair: Option<&'a (dyn Fn(&Repair) + Sync)>,
    pub(crate) surfaces: Surfaces,
    /// The text is the JSON of a value that is already parsed, so it is never a string without quotes.
    pub(crate) is_value: bool,
    /// It is a part of a larger value, so `null` and an empty string are read as in a field.
    pub(crate) is_part: bool,
    /// Numbers in it were floats, which do not hold every whole number.
    pub(crate) is_rounded: bool,
}

/// A form, other than JSON, in which models write an answer. The [guide](crate::guide::surfaces) has examples of each.
///
/// Normally, a reply is read as one of these forms only if no field or element of the type was found in JSON. The guide lists
/// [two exceptions](crate::guide::surfaces#when-a-surface-is-tried).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// A pair of tags for each field: `<severity>2</severity>`.
    Tags,
    /// A line for each field: `severity: 2`, `**Severity:** 2`, with nested fields and lists indented as in YAML.
    Lines,
    /// A bulleted or numbered list, for a list of strings or other plain values.
    Bullets,
}

/// A set of surfaces: a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Surfaces(u8);

impl Surfaces {
    pub(crate) const NONE: Self = Self(0);
    const ALL: Self = Self::NONE
        .with(Surface::Tags)
        .with(Surface::Lines)
        .with(Surface::Bullets);

    const fn with(self, surface: Surface) -> Self {
        Self(self.0 | 1 << surface as u8)
    }

    pub(crate) const fn has(self, surface: Surface) -> bool {
        self.0 & 1 << surface as u8 != 0
    }
}

/// Which of several readable answers is used; see [`Options::prefer`].
///
/// Without this option, an answer that the text calls old, wrong or an example is used only if no other one can be read without a
/// guess. Among the others, the best kind of block counts: a marked block, or else a tag, a code fence, or bare JSON. Within it,
/// the last answer that needs no guess is used. If all of them need a guess, the one with the lowest severity is used, and among those the one
/// with the fewest repairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Prefer {
    /// The first one, even if it needs a guess and a later one does not.
    First,
    /// The last one, even if it needs a guess and an earlier one does not.
    Last,
    /// There must be only one in the whole reply: several different answers are
    /// [`ErrorKind::Ambiguous`](crate::ErrorKind::Ambiguous).
    Only,
}

/// Why the model stopped writing.
///
/// It decides what an unclosed bracket at the end of a reply means; see [`Options::finish`]. An
/// [`Exchange`](crate::Exchange) passes on what each [`Reply`](crate::Reply) says, keeps it in the
/// [`Attempt`](crate::exchange::Attempt), and tells the model when its reply was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finish {
    /// It had finished.
    Stop,
    /// The reply reached the limit for its length.
    Length,
    /// A filter or the model itself refused.
    Refusal,
    /// Anything else.
    Other,
}

impl Finish {
    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::Refusal => "refusal",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Limits for one parse: how many bytes the text may have, how many elements the value, how many repairs and violations may be reported
/// (the *reports*), how many elements of a stream may wait for the program, and how many violations an error keeps.
///
/// Past a limit, the error is [`ErrorKind::Limit`](crate::ErrorKind::Limit), and [`ParseError::limit`](crate::ParseError::limit)
/// says which one it is. The exception is [`violations`](Self::violations): the first ones are kept, and
/// the rest is counted. The guide's chapter [on untrusted text](crate::guide::untrusted) suggests values.
///
/// ```
/// use llm_output::{Limits, Options};
///
/// let options = Options::default().limits(Limits::default().bytes(1 << 20));
/// # let _ = options;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    pub(crate) bytes: usize,
    pub(crate) reports: usize,
    pub(crate) violations: usize,
    pub(crate) elements: usize,
    pub(crate) waiting: usize,
}

/// Which of the [`Limits`] a text exceeds: see [`ParseError::limit`](crate::ParseError::limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// More bytes than [`Limits::bytes`] allows.
    Bytes,
    /// More repairs and violations than [`Limits::reports`] allows.
    Reports,
    /// More elements and map entries than [`Limits::elements`] allows.
    Elements,
    /// More elements or calls that the program has not fetched yet than [`Limits::waiting`] allows.
    Waiting,
    /// The text needs more repairs or more work than a text of its length may need. No option changes that.
    Work,
}

impl Limit {
    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Reports => "reports",
            Self::Elements => "elements",
            Self::Waiting => "waiting",
            Self::Work => "work",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: u32::MAX as usize,
            reports: 100_000,
            violations: 12_500,
            elements: 1 << 24,
            waiting: 1 << 20,
        }
    }
}

impl Limits {
    /// Fails if a text has more bytes than this. The maximum, and the default, is `u32::MAX`.
    #[must_use]
    pub fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes.min(u32::MAX as usize);
        self
    }

    /// Fails if a text needs more repairs and violations than this; 100,000 by default. The error says how many there were.
    ///
    /// Whatever this is set to, a text may not need more reports than 900 plus one for every six bytes. Exceeding that is
    /// [`Limit::Work`]. With the default, this second limit is the lower one for texts of fewer than about 600,000 bytes.
    #[must_use]
    pub fn reports(mut self, reports: usize) -> Self {
        self.reports = reports;
        self
    }

    /// Keeps at most this many violations of an error; 12,500 by default, and at least one. Having more is no error of its own: the
    /// text does not fit the type in either case, and the error stays the same. The rest is counted, in
    /// [`ParseError::omitted`](crate::ParseError::omitted).
    ///
    /// There is a second bound: an eighth of the reports that a text of this length may have (see [`reports`](Self::reports)), but not
    /// less than 250, or than all reports if fewer are allowed.
    #[must_use]
    pub fn violations(mut self, violations: usize) -> Self {
        self.violations = violations;
        self
    }

    /// Fails if a value has more list elements and map entries than this, counted over all depths; 16,777,216 (2^24) by
    /// default. The fields of a struct are not counted.
    ///
    /// ```
    /// use llm_output::{Limit, Limits, LlmOutput, Options};
    ///
    /// let options = Options::default().limits(Limits::default().elements(3));
    /// assert!(<Vec<u8>>::parse_llm_with("[1, 2, 3]", &options).is_ok());
    /// let error = <Vec<u8>>::parse_llm_with("[1, 2, 3, 4]", &options).unwrap_err();
    /// assert_eq!(error.limit(), Some(Limit::Elements));
    /// ```
    #[must_use]
    pub fn elements(mut self, elements: usize) -> Self {
        self.elements = elements;
        self
    }

    /// Keeps at most this many complete elements of [`Items`](crate::Items), or calls of a
    /// [`CallStream`](crate::CallStream), that have not been read from the iterator yet; 1,048,576 (2^20) by default.
    /// One more than that ends the stream with an error.
    ///
    /// A single `push` may complete many elements before the program can fetch the first one. So set this to at least the number of
    /// elements in the longest chunk. Elements that are only read at the end of the reply do not wait: [`finish`](crate::Items::finish)
    /// reads each when the program fetches it.
    #[must_use]
    pub fn waiting(mut self, waiting: usize) -> Self {
        self.waiting = waiting;
        self
    }
}

impl Default for Options<'_> {
    /// Accepts repairs up to [`Severity::Guess`].
    fn default() -> Self {
        Self {
            accept: Some(Severity::Guess),
            markers: Vec::new(),
            prefer: None,
            limits: Limits::default(),
            finish: None,
            contract: None,
            format: None,
            on_repair: None,
            surfaces: Surfaces::ALL,
            is_value: false,
            is_part: false,
            is_rounded: false,
        }
    }
}

impl<'a> Options<'a> {
    /// Accepts every repair: a missing required string, number, boolean, list or map becomes an empty string, zero, `false` or an empty
    /// list or map, and is reported. A missing struct, enum or date is still an error.
    pub fn lenient() -> Self {
        Self::default().accept(Severity::Invented)
    }

    /// Accepts no repair except those that a field itself accepts, with `#[llm(lenient)]`, `null_alias` or `skip_invalid`:
    /// otherwise only a strictly valid document with nothing around it but white space.
    pub fn exact() -> Self {
        Self {
            accept: None,
            surfaces: Surfaces::NONE,
            ..Self::default()
        }
    }

    /// The options for tool calls: accepts repairs up to [`Severity::Coercion`].
    ///
    /// A call acts on the world, and an action cannot be taken back. So arguments are never guessed. A call that would need a
    /// guess is an error; send the error's [`feedback`](crate::ParseError::feedback) back to the model.
    /// [`parse_calls`](crate::LlmOutput::parse_calls), [`read_call`](crate::LlmOutput::read_call) and
    /// [`call_stream`](crate::LlmOutput::call_stream) use these options.
    ///
    /// ```
    /// use llm_output::{LlmOutput, Options, Severity};
    ///
    /// #[derive(Debug, LlmOutput)]
    /// #[llm(tools, rename_all = "snake_case")]
    /// enum Tool {
    ///     DeleteFile { path: String },
    /// }
    ///
    /// // Which of the two paths?
    /// let arguments = r#"{"path": "a.rs", "path": "b.rs"}"#;
    /// let error = Tool::read_call("delete_file", arguments).unwrap_err();
    /// assert_eq!(error.would_need(), Some(Severity::Guess));
    /// assert!(Tool::read_call_with("delete_file", arguments, &Options::default()).is_ok());
    /// ```
    pub fn calls() -> Self {
        Self::default().accept(Severity::Coercion)
    }

    /// Names the format of tool calls: calls in other formats are then text. By default, the format is recognized.
    ///
    /// It matters only for [`parse_calls_with`](crate::LlmOutput::parse_calls_with) and
    /// [`call_stream_with`](crate::LlmOutput::call_stream_with). Calls without marks around them, such as those of
    /// [`Format::LlamaJson`], must begin the reply unless you name their format; then a call in JSON or a list in Python notation may
    /// begin any line.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// Accepts repairs up to this severity. A repair above it makes the parse fail with an error that names the
    /// repair, unless the field itself accepts it: with `#[llm(lenient)]`, `null_alias` or `skip_invalid`.
    #[must_use]
    pub fn accept(mut self, severity: Severity) -> Self {
        self.accept = Some(severity);
        self
    }

    /// Looks for the answer in a block of this name: a fence whose info string begins with it, or tags of that name.
    ///
    /// Each further call adds a name with a lower priority. A reply that is a valid document as a whole needs no
    /// block; any other reply without one is [`ErrorKind::NoBlock`](crate::ErrorKind::NoBlock).
    #[must_use]
    pub fn marker(mut self, name: &'a str) -> Self {
        self.markers.push(name);
        self
    }

    /// Chooses among several readable answers.
    #[must_use]
    pub fn prefer(mut self, prefer: Prefer) -> Self {
        self.prefer = Some(prefer);
        self
    }

    /// Chooses the forms other than JSON that are read; all of them by default, and none with [`exact`](Self::exact).
    ///
    /// Normally, a reply is read as one of them only if no field or element of the type was found in JSON; see the guide for
    /// [two exceptions](crate::guide::surfaces#when-a-surface-is-tried). With a [`marker`](Self::marker), none is read.
    ///
    /// ```
    /// use llm_output::{LlmOutput, Options, Surface};
    ///
    /// #[derive(LlmOutput)]
    /// struct Rating {
    ///     severity: u8,
    ///     explanation: String,
    /// }
    ///
    /// let text = "<severity>2</severity>\n<explanation>Untidy, but harmless.</explanation>";
    /// let rating = Rating::parse_llm_with(text, &Options::default().surfaces(&[Surface::Tags])).unwrap();
    /// assert_eq!(rating.severity, 2);
    /// assert!(Rating::parse_llm_with(text, &Options::default().surfaces(&[])).is_err());
    /// ```
    #[must_use]
    pub fn surfaces(mut self, surfaces: &[Surface]) -> Self {
        self.surfaces = surfaces.iter().fold(Surfaces::NONE, |all, &surface| all.with(surface));
        self
    }

    /// Sets how large a text, its value and its reports may be.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Says why the model stopped, if the provider reports it.
    ///
    /// It matters only for a reply that ends inside an object or array. With [`Finish::Stop`], the model wrote everything
    /// that it wanted to, so only the closing brackets are missing: [`MissingCloser`](crate::RepairKind::MissingCloser).
    /// With [`Finish::Length`], the rest was cut off: [`Truncated`](crate::RepairKind::Truncated). Without either, the
    /// reply itself has to show that the model had finished, for example with a closing fence; an object that has all of
    /// its fields counts as finished too.
    ///
    /// ```
    /// use llm_output::{Finish, LlmOutput, Options};
    ///
    /// let text = r#"["a", "b""#;
    /// assert!(<Vec<String>>::parse_llm(text).is_err());
    /// let parsed = <Vec<String>>::parse_llm_with(text, &Options::default().finish(Finish::Stop)).unwrap();
    /// assert_eq!(parsed.value, ["a", "b"]);
    /// ```
    #[must_use]
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = Some(finish);
        self
    }

    /// Sets why the model stopped, as an event of a stream says. After a refusal, the last event may still say that the model
    /// stopped normally: it stays a refusal.
    pub(crate) fn stopped_by(&mut self, finish: Finish) {
        if self.finish != Some(Finish::Refusal) {
            self.finish = Some(finish);
        }
    }

    /// Names the contract (a type together with its marker and options) in the parse's `tracing` event. The default is the
    /// name of the type.
    #[must_use]
    pub fn contract(mut self, name: &'a str) -> Self {
        self.contract = Some(name);
        self
    }

    /// Calls `observer` for each repair of a successful parse, in document order.
    ///
    /// It is not called if the parse fails: the error contains the [repairs](crate::ParseError::repairs) then. It may be
    /// called from any thread, since options can be shared and kept across an `await`. If it panics, the parse panics.
    #[must_use]
    pub fn on_repair(mut self, observer: &'a (dyn Fn(&Repair) + Sync)) -> Self {
        self.on_repair = Some(observer);
        self
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("accept", &self.accept)
            .field("markers", &self.markers)
            .field("prefer", &self.prefer)
            .field("limits", &self.limits)
            .field("finish", &self.finish)
            .field("contract", &self.contract)
            .field("format", &self.format)
            .field("on_repair", &self.on_repair.is_some())
            .field("surfaces", &self.surfaces)
            .finish()
    }
}
