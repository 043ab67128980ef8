//! What was repaired: the severities and the table of repair kinds.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use crate::path::Path;

/// How far a repair departs from what the model wrote.
///
/// Severities are ordered: [`Options::accept`](crate::Options::accept) accepts repairs up to the given one.
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
    /// The same content in another type or spelling, converted exactly.
    Coercion,
    /// The most likely of several readings.
    Guess,
    /// The text ended early, so the value is incomplete.
    Incomplete,
    /// A value that the model never wrote, or one that it wrote and that was dropped.
    Invented,
}

impl Severity {
    /// Every severity, from the lowest to the highest.
    pub const ALL: &'static [Self] = &[
        Self::Framing,
        Self::Syntax,
        Self::Coercion,
        Self::Guess,
        Self::Incomplete,
        Self::Invented,
    ];

    /// The one below it.
    pub(crate) fn milder(self) -> Option<Self> {
        let below = (self as usize).checked_sub(1)?;
        Self::ALL.get(below).copied()
    }

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

/// Which repairs are accepted: none, or all up to a severity.
pub(crate) type Acceptance = Option<Severity>;

impl FromStr for Severity {
    type Err = UnknownName;

    /// The severity of this [`name`](Self::name), for settings in a file or an environment variable.
    ///
    /// ```
    /// use llm_output::Severity;
    ///
    /// assert_eq!("coercion".parse(), Ok(Severity::Coercion));
    /// assert!("strict".parse::<Severity>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|severity| severity.name() == name);
        known.ok_or_else(|| UnknownName::new("severity", name))
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row for each kind: severity, variant, name, description, and what the model should do instead. Documentation, telemetry,
/// feedback and tests read the same rows.
macro_rules! repair_kinds {
    ($($severity:ident { $($variant:ident = $name:literal, $description:literal => $advice:literal;)* })*) => {
        /// What was wrong with a text, or what was done to read it. Each kind always has the same [`Severity`].
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
            /// Every kind, from the lowest severity to the highest.
            pub const ALL: &'static [Self] = &[$($(Self::$variant,)*)*];

            /// The name in `snake_case`, stable for telemetry.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$variant => $name,)*)* }
            }

            /// How far the repair departs from what the model wrote.
            pub const fn severity(self) -> Severity {
                match self { $($(Self::$variant)|* => Severity::$severity,)* }
            }

            /// One sentence that says what was wrong, or what was done about it.
            pub const fn description(self) -> &'static str {
                match self { $($(Self::$variant => $description,)*)* }
            }

            /// One sentence that says what the model should write instead.
            pub(crate) const fn advice(self) -> &'static str {
                match self { $($(Self::$variant => $advice,)*)* }
            }
        }
    };
}

repair_kinds! {
    Framing {
        BomStripped = "bom_stripped", "A byte order mark before the answer was skipped."
            => "Begin without a byte order mark.";
        ProseTrimmed = "prose_trimmed", "Text before or after the answer was skipped."
            => "Write no text before or after the answer.";
        FenceUnwrapped = "fence_unwrapped", "The answer was in a code fence."
            => "Do not put the answer in a code fence.";
        FenceUnclosed = "fence_unclosed", "The answer was in a code fence that was never closed."
            => "Do not put the answer in a code fence.";
        TagUnwrapped = "tag_unwrapped", "The answer was between tags."
            => "Do not put the answer between tags.";
        ReasoningBlockSkipped = "reasoning_block_skipped", "A reasoning block was skipped."
            => "Write no reasoning before or after the answer.";
    }
    Syntax {
        ExtraComma = "extra_comma", "A comma with nothing after it was dropped."
            => "Leave out a comma that no field or element follows.";
        MissingComma = "missing_comma", "A comma between two fields or elements was missing."
            => "Put a comma between fields and between elements.";
        MissingColon = "missing_colon", "Something other than a colon separated a key from its value."
            => "Put a colon between a key and its value.";
        MissingValue = "missing_value", "A key had no value, so the field counts as missing."
            => "Write a value after each key.";
        SingleQuoted = "single_quoted", "A string was in single quotes."
            => "Put strings in double quotes.";
        SmartQuoteDelimiter = "smart_quote_delimiter", "A string was in typographic quotes or guillemets."
            => "Put strings in double quotes.";
        BacktickQuoted = "backtick_quoted", "A string was in backticks."
            => "Put strings in double quotes.";
        TripleQuoted = "triple_quoted", "A string was in triple quotes."
            => "Put strings in double quotes, one at each end.";
        StringPrefix = "string_prefix", "A string had a prefix from a programming language, such as `r` or `f`."
            => "Write strings without a prefix such as `r` or `f`.";
        StringConcatenated = "string_concatenated", "Pieces of one string were joined."
            => "Write a string in one piece.";
        MissingQuote = "missing_quote", "A quote at one end of a key or string was missing."
            => "Put a double quote at both ends of a key or string.";
        UnquotedKey = "unquoted_key", "A key had no quotes."
            => "Put keys in double quotes.";
        ControlCharEscaped = "control_char_escaped", "A string contained a raw newline, tab or other control character."
            => "Escape newlines, tabs and other control characters in strings, as in `\\n`.";
        QuoteEscaped = "quote_escaped", "A quote inside a string was not escaped."
            => "Escape a quote inside a string as `\\\"`.";
        StrayQuoteRemoved = "stray_quote_removed", "A doubled or unmatched quote was dropped."
            => "Write exactly one double quote at each end of a key or string, and no other unescaped quotes.";
        InvalidEscape = "invalid_escape", "A backslash sequence was not one of JSON's (RFC 8259 section 7)."
            => "Use only the escape sequences of JSON; write a literal backslash as `\\\\`.";
        StrayBackslashRemoved = "stray_backslash_removed", "A backslash was outside any string."
            => "Write no backslash outside strings.";
        PythonLiteral = "python_literal", "A literal, tuple or set was written as in Python."
            => "Write `true`, `false`, `null` and arrays as in JSON, not as in Python.";
        LiteralCase = "literal_case", "A literal was written in another case."
            => "Write `true`, `false` and `null` in lower case.";
        NumberFormat = "number_format", "A number was written in a form that JSON does not allow (RFC 8259 section 6)."
            => "Write numbers as in JSON.";
        CommentRemoved = "comment_removed", "A comment was dropped."
            => "Write no comments.";
        UnusualSpace = "unusual_space", "There was a space between tokens that JSON does not allow."
            => "Outside strings, use only ordinary spaces, tabs and line breaks as white space.";
        MissingCloser = "missing_closer", "A closing bracket was missing."
            => "Close every bracket.";
        MismatchedCloser = "mismatched_closer", "A closing bracket was of the wrong kind."
            => "Close `{` with `}` and `[` with `]`.";
        ExtraCloserRemoved = "extra_closer_removed", "A closing bracket closed nothing."
            => "Leave out closing brackets that close nothing.";
    }
    Coercion {
        KeyCase = "key_case", "A key was written in another case or style."
            => "Write keys exactly as in the schema.";
        EnumCase = "enum_case", "An enum name was written in another case or style."
            => "Write enum values exactly as in the schema.";
        StringToNumber = "string_to_number", "A number was written as a string."
            => "Write a number, without quotes.";
        NumberToString = "number_to_string", "A string was written as a number."
            => "Write a string, in double quotes.";
        BoolToString = "bool_to_string", "A string was written as a bare `true` or `false`."
            => "Write a string, in double quotes.";
        StringToBool = "string_to_bool", "A boolean was written as a string."
            => "Write `true` or `false`, without quotes.";
        NumberToBool = "number_to_bool", "A boolean was written as 0 or 1."
            => "Write `true` or `false`.";
        FloatToInt = "float_to_int", "A whole number was written with a fraction of zero or an exponent."
            => "Write a whole number, without a fraction or an exponent.";
        WrapInArray = "wrap_in_array", "A single value was written where a list is expected."
            => "Write an array, even if it has one element.";
        WrapObjectInArray = "wrap_object_in_array", "An object with one field was written where a list of its value is expected."
            => "Write an array, even if it has one element.";
        UnwrapStringArray = "unwrap_string_array", "A list was written as a string."
            => "Write an array, not a string with an array in it.";
        UnwrapStringObject = "unwrap_string_object", "An object was written as a string."
            => "Write an object, not a string with an object in it.";
        UnwrapSingleElement = "unwrap_single_element", "A list with one element was written where the element is expected."
            => "Write the value itself, not an array with one element.";
        ArrayJoined = "array_joined", "A list was joined into one string, as the field declares."
            => "Write one string, not an array.";
        StringSplit = "string_split", "A string was split into a list, as the field declares."
            => "Write an array, not one string.";
        PairsToMap = "pairs_to_map", "A map was written as a list of pairs."
            => "Write an object of keys and values, not an array of pairs.";
        DropNull = "drop_null", "`null` was read as the declared default."
            => "Write a value, not `null`, or leave the field out.";
        NullToEmpty = "null_to_empty", "`null` or an empty string was read as an empty list or map."
            => "Write `[]` for an empty array and `{}` for an empty object.";
        EmptyToNone = "empty_to_none", "An empty string, list or object was read as no value."
            => "Write `null` if there is no value.";
        RawTextWrapped = "raw_text_wrapped", "A whole reply without JSON was read as one string."
            => "Answer with JSON, not with plain text.";
        SpaceTrimmed = "space_trimmed", "White space around a date, an identifier or a similar value was skipped."
            => "Write the value without white space around it.";
        DateFormat = "date_format", "A date or time was written in another format."
            => "Write dates and times in the format of the schema.";
        UuidFormat = "uuid_format", "A UUID had other characters around it."
            => "Write a UUID without other characters around it.";
        UrlUnwrapped = "url_unwrapped", "A URL was in angle brackets or in a Markdown link."
            => "Write only the URL, not in angle brackets and not as a Markdown link.";
        LatexKept = "latex_kept", "A backslash was kept because it belongs to a LaTeX command, a regular expression or a path."
            => "Write a literal backslash as `\\\\`, even in LaTeX commands, regular expressions and paths.";
    }
    Guess {
        CandidateSelected = "candidate_selected", "One of several answers in the text was chosen."
            => "Write one answer only.";
        EnvelopeUnwrapped = "envelope_unwrapped", "A value was inside a wrapper that the type does not have."
            => "Leave out the wrapper, which is not in the schema.";
        ObjectsCollected = "objects_collected", "Separate objects in a row were collected into a list."
            => "Write one array that contains all the objects.";
        IndexedObjectToList = "indexed_object_to_list", "An object with numbered keys was read as a list."
            => "Write an array, not an object with numbered keys.";
        TagsRead = "tags_read", "The answer was written as tags, not as JSON."
            => "Answer with JSON, not with tags.";
        LinesRead = "lines_read", "The answer was written as lines of keys and values, not as JSON."
            => "Answer with JSON, not with lines of keys and values.";
        BulletsRead = "bullets_read", "The answer was written as a bulleted or numbered list, not as JSON."
            => "Answer with JSON, not with a bulleted or numbered list.";
        UnquotedValue = "unquoted_value", "A string had no quotes."
            => "Put strings in double quotes.";
        KeyFuzzy = "key_fuzzy", "A key was misspelled by one letter."
            => "Write keys exactly as in the schema.";
        EnumFuzzy = "enum_fuzzy", "An enum name was misspelled by one letter."
            => "Write enum values exactly as in the schema.";
        EnumInText = "enum_in_text", "An enum name was inside a sentence."
            => "Write only the enum value, without other words.";
        NumberInText = "number_in_text", "A number was written with thousands separators, a unit or a currency."
            => "Write only the number, without thousands separators, a unit or a currency.";
        NullAlias = "null_alias", "A word such as `N/A` or `NaN` was read as `null` or as an empty list."
            => "If there is no value, write `null`, or `[]` where an array is expected.";
        JsonAsText = "json_as_text", "An array or object was kept as JSON text where a string is expected."
            => "Write a string, not an array or an object.";
        PlaceholderKept = "placeholder_kept", "A template placeholder, as in `f\"{name}.txt\"`, was kept as text."
            => "Write the text itself, not a template placeholder.";
        TimeDropped = "time_dropped", "A date had a time of day, which was dropped."
            => "Write a date without a time of day.";
        OffsetAssumed = "offset_assumed", "A time's offset from UTC was assumed or dropped."
            => "Write an offset from UTC if the schema requires one, and none otherwise.";
        SchemeAssumed = "scheme_assumed", "A URL had no scheme, so `https` was assumed."
            => "Write a URL with its scheme, such as `https://`.";
        DuplicateKey = "duplicate_key", "A key occurred twice; the last value was used, or for a field, the last one that was not `null` or empty."
            => "Write each key once.";
        EllipsisRemoved = "ellipsis_removed", "An ellipsis was written in place of elements or fields."
            => "Write all elements and fields, and no ellipsis.";
        LoneSurrogate = "lone_surrogate", "Half of a surrogate pair became U+FFFD."
            => "Write a character as itself, or both halves of its surrogate pair.";
        ElementSplit = "element_split", "A new element or entry was started: a key was repeated, or a closing bracket is missing."
            => "Close each element or entry before the next one begins.";
        ObjectReopened = "object_reopened", "Fields or elements that follow the end of their object or list were read as part of it."
            => "Close an array or object only after its last element or field.";
        AmbiguousQuote = "ambiguous_quote", "A quote inside a string may have ended the string."
            => "Escape a quote inside a string as `\\\"`.";
        AmbiguousEscape = "ambiguous_escape", "An escape such as `\\n` that may be part of a path was decoded, or a backslash before a line break was kept."
            => "Write a literal backslash as `\\\\`; use `\\n` only for a line break.";
        MissingOpener = "missing_opener", "The opening bracket of the answer was missing."
            => "Begin the answer with its opening bracket.";
        LinePrefixRemoved = "line_prefix_removed", "Every line of the answer began with the same text, such as a quote marker, or with its number."
            => "Do not put a quote marker, a line number or any other prefix before each line.";
        JunkRemoved = "junk_removed", "Something that does not fit anywhere was skipped."
            => "Leave out whatever is not part of the JSON.";
        Clamped = "clamped", "A number out of range was moved to the nearest bound, as the field declares."
            => "Keep the number within the bounds of the schema.";
    }
    Incomplete {
        Truncated = "truncated", "The reply was cut off here."
            => "Write the whole value.";
    }
    Invented {
        MissingToDefault = "missing_to_default", "A required field was missing; an empty value was used (`\"\"`, `0`, `false`, an empty list or map)."
            => "Write this field, which is required.";
        NullToDefault = "null_to_default", "A required value was `null`; an empty value was used (`\"\"`, `0`, `false`, an empty list or map)."
            => "Write a value, not `null`.";
        DroppedInvalidOptional = "dropped_invalid_optional", "An optional value could not be read and was dropped."
            => "Write a value that fits the schema, or leave the field out.";
        ContentLost = "content_lost", "The value leaves out text that may be a field or an element."
            => "Put everything that belongs to the answer into fields or elements of the schema, not into comments or loose text.";
        DroppedInvalidElement = "dropped_invalid_element", "An element could not be read and was dropped."
            => "Write elements that fit the schema.";
    }
}

impl FromStr for RepairKind {
    type Err = UnknownName;

    /// The kind of this [`name`](Self::name).
    ///
    /// ```
    /// use llm_output::RepairKind;
    ///
    /// assert_eq!("extra_comma".parse(), Ok(RepairKind::ExtraComma));
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|kind| kind.name() == name);
        known.ok_or_else(|| UnknownName::new("kind of repair", name))
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no [`Severity`], [`RepairKind`] or [`Dialect`](crate::Dialect) of this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
}

impl UnknownName {
    pub(crate) fn new(what: &'static str, name: &str) -> Self {
        let name = name.to_owned();
        Self { what, name }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} named {:?}", self.what, self.name)
    }
}

impl core::error::Error for UnknownName {}

/// One repair: what was wrong, in which value, and at which bytes of the caller's text.
///
/// It contains none of the model's text except for the keys of maps in its path, so it can be logged unless these
/// keys are confidential.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    pub(crate) kind: RepairKind,
    pub(crate) path: Path,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The options do not allow it.
    pub(crate) refused: bool,
}

impl Repair {
    /// What was wrong, or what was done about it.
    pub fn kind(&self) -> RepairKind {
        self.kind
    }

    /// The path of the value that was repaired.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The byte range in the caller's text where strict parsing failed; `0..0` if a
    /// [value](crate::LlmOutput::from_value) was read, not a text.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The repair at the place in the caller's text that `place` gives.
    pub(crate) fn moved(self, place: impl Fn(Range<usize>) -> Range<usize>) -> Self {
        let span = place(self.span());
        let small = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: small(span.start),
            end: small(span.end),
            ..self
        }
    }

    /// The repair of a value that is in no text of the caller's.
    pub(crate) fn without_span(self) -> Self {
        Self {
            start: 0,
            end: 0,
            ..self
        }
    }

    /// How far the repair departs from what the model wrote.
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
