//! What was repaired: the ladder of severity, the table of repair kinds, and the sink that alone records them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::error::{Expected, Found, Violation};
use crate::path::{Frame, Path, Step};
use crate::read::steps::step;

/// How far a repair goes from what the model wrote.
///
/// The order is the ladder: [`Options::accept`](crate::Options::accept) takes repairs up to one step.
///
/// ```
/// use llm_output::Severity;
///
/// assert!(Severity::Syntax < Severity::Invented);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The answer was found inside other text.
    Framing,
    /// The same content, written in broken JSON.
    Syntax,
    /// The same content in another type, exactly convertible.
    Coercion,
    /// The most likely of several readings.
    Guess,
    /// The text ends early: what stands there is a part.
    Incomplete,
    /// A value that the model never wrote, or one that it wrote and that was thrown away.
    Invented,
}

impl Severity {
    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Framing => "framing",
            Self::Syntax => "syntax",
            Self::Coercion => "coercion",
            Self::Guess => "guess",
            Self::Incomplete => "incomplete",
            Self::Invented => "invented",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row a kind: severity, variant, name, description. Documentation, telemetry and tests read the same rows.
macro_rules! repair_kinds {
    ($($severity:ident { $($variant:ident = $name:literal, $description:literal;)* })*) => {
        /// What was done to read a value. Each kind has one [`Severity`], always.
        ///
        /// ```
        /// use llm_output::{RepairKind, Severity};
        ///
        /// assert_eq!(RepairKind::WrapInArray.name(), "wrap_in_array");
        /// assert_eq!(RepairKind::WrapInArray.severity(), Severity::Coercion);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[doc = $description] $variant,)*)*
        }

        impl RepairKind {
            /// Every kind, from the mildest severity to the gravest.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// The name in `snake_case`, stable for telemetry.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// How far the repair goes from what the model wrote.
            pub const fn severity(self) -> Severity {
                match self { $($(Self::$variant)|* => Severity::$severity,)* }
            }

            /// One sentence that says what the repair does.
            pub const fn description(self) -> &'static str {
                match self { $($(Self::$variant => $description,)*)* }
            }
        }
    };
}

repair_kinds! {
    Framing {
        BomStripped = "bom_stripped", "A byte order mark before the answer was skipped.";
        ProseTrimmed = "prose_trimmed", "Text before or after the answer was left out.";
        FenceUnwrapped = "fence_unwrapped", "The answer stood in a fenced block.";
        FenceUnclosed = "fence_unclosed", "The answer stood in a fenced block that was never closed.";
        TagUnwrapped = "tag_unwrapped", "The answer stood between tags.";
        ReasoningBlockSkipped = "reasoning_block_skipped", "A reasoning block was passed over.";
    }
    Syntax {
        ExtraComma = "extra_comma", "A comma with nothing behind it was dropped.";
        MissingComma = "missing_comma", "Two members or elements stood side by side without a comma.";
        MissingColon = "missing_colon", "A key and its value were parted by something else than a colon.";
        MissingValue = "missing_value", "A key had no value, so the member counts as absent.";
        SingleQuoted = "single_quoted", "A string stood in single quotes.";
        SmartQuoteDelimiter = "smart_quote_delimiter", "A string stood in typographic quotes or guillemets.";
        BacktickQuoted = "backtick_quoted", "A string stood in backticks.";
        TripleQuoted = "triple_quoted", "A string stood in triple quotes.";
        StringPrefix = "string_prefix", "A string carried a prefix of a programming language, such as `r` or `f`.";
        StringConcatenated = "string_concatenated", "Pieces of one string were joined.";
        MissingQuote = "missing_quote", "A quote at one end of a key or string was lost.";
        UnquotedKey = "unquoted_key", "A key stood without quotes.";
        ControlCharEscaped = "control_char_escaped", "A raw newline, tab or other control character stood in a string.";
        QuoteEscaped = "quote_escaped", "A quote inside a string was not escaped.";
        InvalidEscape = "invalid_escape", "A backslash sequence is none of JSON's (RFC 8259 section 7).";
        StrayBackslashRemoved = "stray_backslash_removed", "A backslash stood outside of any string.";
        PythonLiteral = "python_literal", "A literal, tuple or set was written as in Python.";
        LiteralCase = "literal_case", "A literal was written in another case.";
        NumberFormat = "number_format", "A number was written in a form that JSON lacks (RFC 8259 section 6).";
        CommentRemoved = "comment_removed", "A comment was dropped.";
        UnusualSpace = "unusual_space", "A space that JSON does not know stood between tokens.";
        MissingCloser = "missing_closer", "A closing bracket was lacking, and nothing else.";
        MismatchedCloser = "mismatched_closer", "A closing bracket was of the wrong kind.";
        ExtraCloserRemoved = "extra_closer_removed", "A closing bracket closed nothing.";
    }
    Coercion {
        KeyCase = "key_case", "A key was written in another case or style.";
        EnumCase = "enum_case", "A name was written in another case or style.";
        StringToNumber = "string_to_number", "A number was written as text.";
        NumberToString = "number_to_string", "A text was written as a number.";
        BoolToString = "bool_to_string", "A text was written as a bare `true` or `false`.";
        StringToBool = "string_to_bool", "A boolean was written as text.";
        NumberToBool = "number_to_bool", "A boolean was written as 0 or 1.";
        FloatToInt = "float_to_int", "A whole number was written with a fraction of zero or an exponent.";
        WrapInArray = "wrap_in_array", "One value stood where a list belongs.";
        WrapObjectInArray = "wrap_object_in_array", "An object of one member stood where a list of its value belongs.";
        UnwrapStringArray = "unwrap_string_array", "A list was written as text.";
        UnwrapStringObject = "unwrap_string_object", "An object was written as text.";
        UnwrapSingleElement = "unwrap_single_element", "A list of one stood where its element belongs.";
        ArrayJoined = "array_joined", "A list was joined to one text, as the field declares.";
        StringSplit = "string_split", "A text was split into a list, as the field declares.";
        PairsToMap = "pairs_to_map", "A map was written as a list of pairs.";
        DropNull = "drop_null", "`null` stood where a default is declared.";
        NullAlias = "null_alias", "A text stood for `null`, as the field declares.";
        EmptyToNone = "empty_to_none", "An empty value of another type stood for an absent one.";
        RawTextWrapped = "raw_text_wrapped", "A reply without JSON was taken whole as one text.";
        SpaceTrimmed = "space_trimmed", "Space around a date, an identifier or the like was left out.";
        DateFormat = "date_format", "A date or time was written in another format.";
        UuidFormat = "uuid_format", "A UUID was written with other signs around it.";
        UrlUnwrapped = "url_unwrapped", "A URL stood in angle brackets or in a Markdown link.";
        LatexKept = "latex_kept", "An escape was kept as the LaTeX command it is, as the field declares.";
    }
    Guess {
        CandidateSelected = "candidate_selected", "One of several answers in the text was chosen.";
        EnvelopeUnwrapped = "envelope_unwrapped", "A value stood inside a wrapper that the type does not know.";
        ObjectsCollected = "objects_collected", "Separate objects in a row were collected to a list.";
        IndexedObjectToList = "indexed_object_to_list", "An object of numbered members was read as a list.";
        UnquotedValue = "unquoted_value", "A text stood without quotes.";
        KeyFuzzy = "key_fuzzy", "A key was misspelt by one edit.";
        EnumFuzzy = "enum_fuzzy", "A name was misspelt by one edit.";
        EnumInText = "enum_in_text", "A name stood in a sentence.";
        NumberInText = "number_in_text", "A number stood with a unit, a currency or words.";
        TimeDropped = "time_dropped", "A time of day stood with a date, and was left out.";
        OffsetAssumed = "offset_assumed", "A time's offset from UTC was assumed, or left out.";
        SchemeAssumed = "scheme_assumed", "A URL had no scheme, so `https` was taken.";
        DuplicateKey = "duplicate_key", "A key came twice; the last one counts.";
        EllipsisRemoved = "ellipsis_removed", "An ellipsis stood for elements or members that were not written.";
        LoneSurrogate = "lone_surrogate", "Half of a surrogate pair became U+FFFD.";
        ElementSplit = "element_split", "A key came again, so a new element was begun.";
        ObjectReopened = "object_reopened", "Members stood behind the object's end and were taken in.";
        JunkRemoved = "junk_removed", "Something that fits nowhere was passed over.";
        Clamped = "clamped", "A number out of range was moved to the nearest bound, as the field declares.";
    }
    Incomplete {
        Truncated = "truncated", "The text ends here, early.";
    }
    Invented {
        MissingToDefault = "missing_to_default", "A required member was absent and was filled in.";
        NullToDefault = "null_to_default", "`null` stood for a required value, which was filled in.";
        DroppedInvalidOptional = "dropped_invalid_optional", "An optional value could not be read and was left out.";
        DroppedInvalidElement = "dropped_invalid_element", "An element could not be read and was left out.";
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One repair: what was done, to which value, at which bytes of the caller's text.
///
/// It holds no model text, so logging it leaks none, but for the keys of maps in its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    kind: RepairKind,
    path: Path,
    start: u32,
    end: u32,
}

impl Repair {
    /// What was done.
    pub fn kind(&self) -> RepairKind {
        self.kind
    }

    /// The value that it was done to.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of the caller's text that strict reading failed on.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// How far the repair goes from what the model wrote.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Repair {
    /// Writes `findings[0].severity: enum_case`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.kind)
    }
}

/// Which repairs are taken: none, or all up to a severity.
pub(crate) type Acceptance = Option<Severity>;

/// Everything that happened during one reading, in the order in which it was met. The only place that records.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    events: Vec<Event>,
    steps: Vec<Step>,
    accept: Acceptance,
    /// The cursor ran into the end of the text inside a value: nothing is filled in any more.
    pub(crate) cut: bool,
    /// How many events were dropped because there were too many: a limit was hit.
    pub(crate) overflowed: bool,
    limit: usize,
}

#[derive(Debug)]
struct Event {
    what: What,
    start: u32,
    end: u32,
    steps: (u32, u32),
    /// Set where a later, better reading of the same member took this one's place.
    retracted: bool,
}

#[derive(Debug)]
enum What {
    Repair { kind: RepairKind, refused: bool },
    Violation { expected: Expected, found: Found },
}

/// A point in the record to which a failed attempt returns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark(usize);

/// What one reading amounts to, for comparing it with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) violations: usize,
    pub(crate) refused: Option<Severity>,
    pub(crate) worst: Option<Severity>,
    pub(crate) repairs: usize,
}

impl Sink {
    pub(crate) fn new(accept: Acceptance, limit: usize) -> Self {
        Self {
            accept,
            limit,
            ..Self::default()
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.events.is_empty()
    }

    pub(crate) fn accept(&self) -> Acceptance {
        self.accept
    }

    pub(crate) fn set_accept(&mut self, accept: Acceptance) -> Acceptance {
        std::mem::replace(&mut self.accept, accept)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn repair(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        let refused = self.accept.is_none_or(|accept| kind.severity() > accept);
        if kind == RepairKind::Truncated {
            self.cut = true;
        }
        self.push(What::Repair { kind, refused }, at, span);
    }

    /// Records a repair that the field's own declaration takes, whatever the options say.
    #[cold]
    pub(crate) fn declared(&mut self, kind: RepairKind, at: &Frame<'_>, span: Range<usize>) {
        self.push(What::Repair { kind, refused: false }, at, span);
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn violation(&mut self, expected: Expected, found: Found, at: &Frame<'_>, span: Range<usize>) {
        self.push(What::Violation { expected, found }, at, span);
    }

    fn push(&mut self, what: What, at: &Frame<'_>, span: Range<usize>) {
        if self.events.len() >= self.limit {
            self.overflowed = true;
            return;
        }
        let first = self.steps.len();
        at.collect(&mut self.steps);
        let steps = (small(first), small(self.steps.len() - first));
        self.events.push(Event {
            what,
            start: small(span.start),
            end: small(span.end),
            steps,
            retracted: false,
        });
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.events.len())
    }

    #[cold]
    pub(crate) fn rewind(&mut self, mark: Mark) {
        if let Some(event) = self.events.get(mark.0) {
            self.steps.truncate(event.steps.0 as usize);
            self.events.truncate(mark.0);
            // Looking through the whole record each time would take as long as the record is.
            self.cut = self.cut && self.holds(RepairKind::Truncated);
        }
    }

    /// Takes back what was recorded between two marks, because a better reading of the same value was found.
    pub(crate) fn retract(&mut self, from: Mark, to: Mark) {
        for event in &mut self.events[from.0..to.0] {
            event.retracted = true;
        }
    }

    fn kept(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(|event| !event.retracted)
    }

    /// Whether a repair was recorded at this place, whose value was just read, or below it.
    ///
    /// The last few events tell: what was recorded before them belongs to earlier values.
    pub(crate) fn touches(&self, at: &Frame<'_>) -> bool {
        const LAST: usize = 8;
        let mut place = Vec::new();
        at.collect(&mut place);
        step(LAST);
        let last = &self.events[self.events.len().saturating_sub(LAST)..];
        last.iter().filter(|event| !event.retracted).any(|event| {
            let steps = &self.steps[event.steps.0 as usize..][..event.steps.1 as usize];
            steps.starts_with(&place)
        })
    }

    /// Whether a violation was recorded since `mark`.
    pub(crate) fn violated_since(&self, mark: Mark) -> bool {
        step(self.events.len() - mark.0);
        self.events[mark.0..]
            .iter()
            .any(|event| matches!(event.what, What::Violation { .. }) && !event.retracted)
    }

    pub(crate) fn tally(&self) -> Tally {
        step(self.events.len());
        tally(&self.events)
    }

    /// Whether anything was recorded since `mark`.
    pub(crate) fn has_moved(&self, mark: Mark) -> bool {
        self.events.len() > mark.0
    }

    /// What was recorded since `mark` amounts to.
    pub(crate) fn tally_since(&self, mark: Mark) -> Tally {
        tally(&self.events[mark.0..])
    }

    /// Whether a violation says that several readings fit.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.kept().any(|event| {
            matches!(
                event.what,
                What::Violation {
                    expected: Expected::OneReading,
                    ..
                }
            )
        })
    }

    /// Whether the record holds a repair of this kind.
    pub(crate) fn holds(&self, kind: RepairKind) -> bool {
        step(self.events.len());
        self.kept()
            .any(|event| matches!(event.what, What::Repair { kind: found, .. } if found == kind))
    }

    /// Hands the record over: repairs, the ones among them that were refused, and violations.
    pub(crate) fn finish(self, text: &str) -> Record {
        let mut record = Record::default();
        let steps: Arc<[Step]> = self.steps.into();
        let mut events = self.events;
        events.retain(|event| !event.retracted);
        events.sort_by_key(|event| event.start);
        for event in events {
            let path = Path::slice(&steps, event.steps);
            match event.what {
                What::Repair { kind, refused } => {
                    let repair = Repair {
                        kind,
                        path,
                        start: event.start,
                        end: event.end,
                    };
                    if refused {
                        record.violations.extend(absence(&repair, text));
                        record.refused.push(repair.clone());
                    }
                    record.repairs.push(repair);
                }
                What::Violation { expected, found } => {
                    record.hopeless = true;
                    let span = event.start as usize..event.end as usize;
                    record
                        .violations
                        .push(Violation::new(path, &expected, &found, span, text));
                }
            }
        }
        record
    }
}

fn tally(events: &[Event]) -> Tally {
    let mut tally = Tally {
        violations: 0,
        refused: None,
        worst: None,
        repairs: 0,
    };
    for event in events.iter().filter(|event| !event.retracted) {
        match &event.what {
            What::Violation { .. } => tally.violations += 1,
            What::Repair { kind, refused } => {
                tally.repairs += 1;
                tally.worst = tally.worst.max(Some(kind.severity()));
                if *refused {
                    tally.refused = tally.refused.max(Some(kind.severity()));
                }
            }
        }
    }
    tally
}

/// A finished [`Sink`].
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) refused: Vec<Repair>,
    pub(crate) violations: Vec<Violation>,
    /// A violation that no repair mends.
    pub(crate) hopeless: bool,
}

/// A value that is not there is a violation of the schema, unless making one up is allowed.
fn absence(repair: &Repair, text: &str) -> Option<Violation> {
    let (expected, found) = match repair.kind {
        RepairKind::MissingToDefault => (Expected::Member, Found::Missing),
        RepairKind::NullToDefault => (Expected::Member, Found::Written),
        RepairKind::Truncated => (
            Expected::Words("the rest of it".into()),
            Found::Words("the end of the text".into()),
        ),
        _ => return None,
    };
    Some(Violation::new(
        repair.path.clone(),
        &expected,
        &found,
        repair.span(),
        text,
    ))
}

/// Offsets fit in 32 bits: a longer text is refused before it is read.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a text over 4 GiB is refused before it is read"
)]
fn small(offset: usize) -> u32 {
    debug_assert!(u32::try_from(offset).is_ok());
    offset as u32
}
